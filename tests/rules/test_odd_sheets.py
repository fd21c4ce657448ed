"""The rules sheet of tables that no variant of the catalogue plays: what stands on it, and the settings behind it."""

from __future__ import annotations

import json

import pytest
from sheets import house_rules

from scorekeeper.rules.stakes import Stakes
from scorekeeper.rules.variant import variant_to_json
from scorekeeper.sheets.questions import QUESTIONS, answer, comes_up
from scorekeeper.sheets.rules_sheet import _without_effect, rules_sheet
from scorekeeper.variants.catalogue import catalogue, find_variant

NO_BIDS = {
    "auction.rounds": "none", "special.name": "none", "auction.dealer_steals": False, "finish.may_win": "any",
}  # fmt: skip


def statements(key, size, house, stakes=None):
    """Return text -> statement of every sentence on a sheet."""
    sheet = rules_sheet(find_variant(key), size, house, stakes)
    return {it.text: it for part in sheet.sections for it in part.statements}


def test_counting_down_without_bids():
    house = NO_BIDS | {"finish.direction": "down", "finish.start": 11, "finish.target": 0}
    said = statements("partnership-pitch", 4, house)["Scores count down: what you win comes off."]
    assert (said.keys, said.changed) == (("finish.direction",), True)
    up = "Scores go up: what you win is added, and a set takes off what you bid, below zero if need be."
    assert said.standard == up


def test_cards_are_changed_without_bids():
    house = NO_BIDS | {"deal.exchange": "draw", "deal.exchange_size": 3, "deal.may_discard": "no-points"}
    said = statements("partnership-pitch", 4, house)
    exchange = said["Then everybody may discard up to 3 cards and draw as many."]
    assert exchange.keys == ("deal.exchange", "deal.exchange_size")
    kept = said["A trump that is worth a point (jack) may not be discarded."]
    assert kept.keys == ("deal.may_discard",)


def test_a_price_of_its_own_for_a_renege_takes_the_place_of_the_games():
    own = "A renege brings the other side a point, two if the jack is in play, and whoever reneged can score neither "
    own += "jack nor game on that hand."
    assert own in statements("seven-up", 4, {})
    changed = statements("seven-up", 4, {"penalty.renege": "zero-and-max"})
    assert own not in changed
    assert "A side that reneges scores nothing on that hand, and the other side scores all 4." in changed


def test_the_jack_has_its_name_where_it_is_worth_nothing():
    house = {"names.jack": "right-bower", "points.jack.worth": 0}
    sheet = rules_sheet(find_variant("partnership-pitch"), 4, house)
    name = "The jack of trumps is called the right bower."
    called = [it for part in sheet.sections for it in part.statements if name in it.text]
    assert [it.changed for it in called] == [True]
    assert "names.jack" in called[0].keys


def test_what_a_game_says_of_money_stands_with_the_stakes():
    variant = find_variant("partnership-pitch")
    noted = type(variant)(**{**vars(variant), "notes": {"money": ("Pay at once.",)}})
    sheet = rules_sheet(noted, 4, None, Stakes("USD", game=25))
    said = next([it.text for it in part.statements] for part in sheet.sections if part.title == "Money")
    assert said[-1] == "Pay at once."


OF_THE_TARGET = {
    "finish.may_win", "finish.hold", "finish.hold_who", "finish.crossing", "finish.must_stand_at_target",
    "finish.win_by",
}  # fmt: skip
TO_BIDDER = "game.buried_to_bidder"
EXCHANGED = {"finish.target": 21, "deal.exchange": "draw"}


@pytest.mark.parametrize(
    ("house", "idle"),
    [
        ({}, {"call.", TO_BIDDER} | OF_THE_TARGET),
        ({"finish.target": 21}, {"call.", TO_BIDDER}),
        (EXCHANGED, {"call."}),
        (EXCHANGED | {"seating.sides": "called-partner"}, set()),
        (EXCHANGED | {"auction.rounds": "none"}, {"call.", TO_BIDDER}),
        (EXCHANGED | {"game.by": "ten-of-trumps"}, {"call.", TO_BIDDER}),
        (EXCHANGED | {"play.only_trumps": True},
         {"call.", "play.follow", "play.first_lead", "play.no_trump_first_trick"}),
    ],
)  # fmt: skip
def test_which_settings_change_nothing(house, idle):
    assert set(_without_effect(house_rules(house))) == idle


def test_a_variant_has_notes_in_json_where_it_has_any():
    noted = variant_to_json(find_variant("seven-up"))
    assert json.loads(json.dumps(noted))["notes"]["mistakes"] == list(find_variant("seven-up").notes["mistakes"])
    silent = next(variant for variant in catalogue().values() if not variant.notes)
    assert "notes" not in variant_to_json(silent)


def test_rules_are_the_same_by_their_settings():
    rules = house_rules({"finish.target": 21})
    assert hash(rules) == hash(house_rules({"finish.target": 21}))
    assert hash(rules) != hash(house_rules({"finish.target": 22}))


@pytest.mark.parametrize(
    ("house", "ends"),
    [
        ({}, False),
        ({"finish.target": 21}, False),
        ({"finish.bust": -10}, True),
        ({"finish.instant_win": "four-bid"}, True),
        ({"finish.hands": 8}, True),
        ({"finish.rounds": 2}, True),
    ],
)
def test_whether_a_game_can_end_with_nobody_at_the_target(house, ends):
    assert house_rules(house).ends_without_target is ends


def test_a_point_that_is_not_played_answers_its_questions():
    asked = {question.key: question for question in QUESTIONS}
    nothing = "There is no point for the jack of trumps."
    assert answer(asked["jack"], house_rules({"points.jack.worth": 0})) == nothing
    assert not comes_up(asked["jack"], house_rules({"points.jack.worth": 0}))
    assert comes_up(asked["jack"], house_rules({"points.jack.worth": 1}))
