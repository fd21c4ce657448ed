"""What a line leaves behind: seats, sits, scores and who is still to be paid when people come, go and settle."""

import dataclasses
import json

import pytest
from sheets import hand, play, sheet

from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.table import table_from_json, table_to_json
from scorekeeper.rules.variant import variant_from_json, variant_to_json
from scorekeeper.variants.catalogue import catalogue, find_variant

OPEN = {"table.open": True}
SAT = {"tricks": {"Ann": 3, "Bob": 2}, "sat": ["Cy"]}
CENT_A_POINT = {"currency": "USD", "point": "0.01"}


@pytest.mark.parametrize("line", [{"join": "Dee"}, {"leave": "Bob"}, {"settle": True}])
def test_whoever_comes_or_goes_everybody_starts_again_with_no_sits(line):
    table, entries = play("smoke", SAT, line, size=3, rules=OPEN)
    assert entries[0].scores == {"Ann": 7, "Bob": 8, "Cy": 10}
    assert table.scores == dict.fromkeys(table.players, 10)
    assert table.sits == dict.fromkeys(table.players, 0)
    assert table.teams == tuple((player,) for player in table.players)
    assert table.reading is None


def test_a_tally_is_read_right_after_its_hand_and_not_later():
    read = [play("smoke", SAT, *lines, size=3)[0].reading for lines in ((), ({"adjust": {"Ann": 1}, "reason": "x"},))]
    assert read[0][0] == "Ann"
    assert read[1] is None


@pytest.mark.parametrize("line", [{"join": "Dee"}, {"leave": "Cy"}, {"settle": True}])
def test_play_on_is_over_when_scores_start_again(line):
    # Bob and Cy pass 11 together while Ann is set; from then on only a bidder would win.
    house = {**OPEN, "finish.crossing": "bidder-or-play-on", "finish.may_win": "any", "finish.target": 11}
    several = hand("Ann", 4, "high low=Bob jack=Cy")
    head = {"size": 3, "opening": {"Bob": 10, "Cy": 10}, "rules": house}
    assert play("cutthroat-pitch", several, **head)[0].play_on is True
    assert play("cutthroat-pitch", several, hand("Ann", 2, "high low"), **head)[0].play_on is True
    assert play("cutthroat-pitch", several, line, **head)[0].play_on is False


def test_who_leaves_keeps_his_balance_and_his_sets():
    lines = [hand("Bob", 4, "high low"), {"leave": "Bob"}, {"join": "Eve"}, {"join": "Bob"}]
    table, _ = play("money-pitch", *lines, size=3, stakes=CENT_A_POINT)
    # Bob stands at -4, the average is -1.33: -2.67 cents for Bob, 1.33 for each other, in whole cents.
    assert table.players == ("Ann", "Cy", "Eve", "Bob")
    assert table.balances == {"Ann": 2, "Bob": -3, "Cy": 1, "Eve": 0}
    assert table.sets == {"Ann": 0, "Bob": 1, "Cy": 0, "Eve": 0}


def test_the_last_of_three_rounds_of_bidding_comes_round_to_whoever_is_left():
    calls = [["Ann", "pass"], ["Bob", 1], ["Cy", 2], ["Dee", "pass"], ["Bob", 3], ["Cy", 4], ["Bob", "pass"]]
    table, entries = play("five-point-set-back", {"auction": calls, "points": {"high": "Cy"}})
    assert entries[0].whys[0].by == "Cy"
    assert table.scores["Cy"] == -4


def test_a_dealer_who_steals_has_taken_it_over_no_thrown_card():
    calls = [["Ann", 2], ["Bob", "pass"], ["Cy", "pass"], ["Dee", 2]]
    line = {"auction": calls, "thrown": False, "over_throw": False, "points": {"high": "Dee", "low": "Dee"}}
    assert play("partnership-pitch", line)[0].scores["Dee"] == 2


def test_a_variant_comes_back_as_it_was():
    for variant in catalogue().values():
        kept = json.loads(json.dumps(variant_to_json(variant)))
        assert variant_from_json(kept) == variant
        assert ("notes" in kept) == bool(variant.notes)


def test_a_table_somebody_joined_has_the_rules_for_as_many():
    two_or_three = dataclasses.replace(find_variant("money-pitch"), sizes={2: {"deal.cards": 6}, 3: {"deal.cards": 9}})
    document = sheet("money-pitch", {"join": "Eve"}, size=2)
    night = read_sheet(document, lambda _key: two_or_three)
    table, _ = fold(night)
    assert table_from_json(night.head, table_to_json(table)).rules.deal.cards == table.rules.deal.cards == 9
