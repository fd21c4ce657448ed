"""What a table changes in the middle of a game: who plays on for whom, who deals, and that it ends here."""

from __future__ import annotations

import pytest
from sheets import hand, play, sheet

from scorekeeper.rules.errors import ImpossibleFact, SheetError
from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.table import money_story, table_from_json, table_to_json
from scorekeeper.sheets.phrases import say_error, say_refusal
from scorekeeper.sheets.report import print_game, report_game
from scorekeeper.sheets.words import sentences
from scorekeeper.variants.catalogue import find_variant

TEN = "minnesota-ten-point"
DIMES = {"currency": "USD", "game": "0.10", "set": "0.05"}
MADE = hand("Bob", 5, "high jack trey low=Ann game=Ann")
"""Bob & Dee take 5, Ann & Cy 2."""
SET = hand("Ann", 4, "high low=Bob jack=Bob")
"""Ann & Cy take 1 and lose 4, Bob & Dee take 2."""


# ---------------------------------------------------------------- the end


def test_who_leads_wins_and_is_paid_as_after_a_won_game():
    table, entries = play(TEN, MADE, SET, {"end": "leaders"}, stakes=DIMES)
    assert table.scores == {"Ann": -2, "Bob": 7, "Cy": -2, "Dee": 7}
    assert (table.ended, table.finished, table.winners) == (True, True, ("Bob", "Dee"))
    # Ann and Cy each pay a dime for the game and a nickel for their set.
    assert table.balances == {"Ann": -15, "Bob": 15, "Cy": -15, "Dee": 15}
    assert entries[-1].outcome == "end"
    assert sentences(entries[-1].whys) == ["The table ends the game here: Bob & Dee lead and win."]
    assert not any(entries[-1].changes.values())


def test_the_printed_columns_stay_in_line_beside_a_long_outcome():
    read = read_sheet(sheet(TEN, MADE, EVE_FOR_CY), find_variant)
    names, scores = (
        next(line for line in print_game("night.toml", read, *fold(read)).splitlines() if start in line)
        for start in ("Eve   ", "substitute")
    )
    assert len(names) == len(scores)


@pytest.mark.parametrize(("hands", "left"), [(8, " 7 hands to go."), (2, " 1 hand to go.")])
def test_a_printed_night_says_how_many_hands_are_to_go(hands, left):
    read = read_sheet(sheet(TEN, MADE, rules={"finish.hands": hands}), find_variant)
    assert left in print_game("night.toml", read, *fold(read))


def test_a_game_may_end_without_a_winner_and_nobody_pays():
    table, entries = play(TEN, MADE, SET, {"end": "nobody"}, stakes=DIMES)
    assert (table.finished, table.winners) == (True, ())
    assert table.balances == dict.fromkeys(table.players, 0)
    assert sentences(entries[-1].whys) == ["The table ends the game here, and nobody wins."]


def test_what_the_hands_moved_stays_when_nobody_wins():
    by_bid = {"currency": "USD", "game": "1.00", "bid_point": "0.01"}
    table, _ = play(TEN, MADE, {"end": "nobody"}, stakes=by_bid)
    # A bid of 5 at a cent: each of the two on the other side pays the bidder a nickel.
    assert table.balances == {"Ann": -5, "Bob": 10, "Cy": -5, "Dee": 0}


def test_where_scores_count_down_the_lowest_leads():
    played = {"tricks": {"Ann": 3, "Bob": 2}, "sat": ["Cy"]}  # 10 each, less a point for every trick
    table, _ = play("smoke", played, {"end": "leaders"}, size=3, stakes={"currency": "USD", "game": "1.00"})
    assert table.scores == {"Ann": 7, "Bob": 8, "Cy": 10}
    assert table.winners == ("Ann",)
    assert table.balances == {"Ann": 200, "Bob": -100, "Cy": -100}


def test_two_who_lead_together_share_what_comes_in():
    table, _ = play(
        "cutthroat-pitch", {"end": "leaders"}, size=3, opening={"Ann": 5, "Cy": 5},
        stakes={"currency": "USD", "game": "0.25"},
    )  # fmt: skip
    assert table.winners == ("Ann", "Cy")
    assert table.balances == {"Ann": 13, "Bob": -25, "Cy": 12}  # the odd cent to the earlier seat


def test_an_open_table_settles_its_points_with_the_end():
    lines = hand("Bob", 3, "high jack game low=Ann"), {"end": "leaders"}
    table, _ = play("money-pitch", *lines, size=3, stakes={"currency": "USD", "point": "0.10"})
    # Scores 1, 3, 0 and an average of 4/3: a dime a point, in whole cents.
    assert table.balances == {"Ann": -3, "Bob": 17, "Cy": -14}
    assert table.winners == ("Bob",)


def test_where_everybody_is_level_nobody_leads():
    with pytest.raises(ImpossibleFact, check=lambda error: "nobody leads" in say_error(error)) as refused:
        play(TEN, {"end": "leaders"})
    assert (refused.value.line, refused.value.field) == (1, "end")
    assert play(TEN, {"end": "nobody"})[0].finished


@pytest.mark.parametrize("how", ["leaders", "nobody"])
@pytest.mark.parametrize("after", [MADE, {"end": "nobody"}, {"dealer": "Ann"}])
def test_nothing_comes_after_the_end(how, after):
    with pytest.raises(ImpossibleFact) as refused:
        play(TEN, MADE, {"end": how}, after)
    assert (refused.value.line, refused.value.field) == (3, "line")


def test_a_game_that_is_won_is_not_ended_again():
    with pytest.raises(ImpossibleFact) as refused:
        play(TEN, MADE, {"end": "leaders"}, opening={"Bob": 50})
    assert (refused.value.line, refused.value.field) == (2, "line")


def test_a_corrected_hand_before_the_end_changes_who_wins():
    other_way = hand("Ann", 5, "high jack trey low=Bob game=Bob")
    table, _ = play(TEN, other_way, {"end": "leaders"}, stakes=DIMES)
    assert table.winners == ("Ann", "Cy")
    assert table.balances == {"Ann": 10, "Bob": -10, "Cy": 10, "Dee": -10}


@pytest.mark.parametrize(
    "lines",
    [
        (MADE,),
        (MADE, {"end": "leaders"}),
        (MADE, {"end": "nobody"}),
        ({"dealer": "Bob"},),
        ({"substitute": "Eve", "replaces": "Bob"},),
        ({"swap": ["Ann", "Bob"]},),
    ],
)
def test_a_table_is_stored_and_read_again(lines):
    read = read_sheet(sheet(TEN, *lines), find_variant)
    table, _ = fold(read)
    assert table_from_json(read.head, table_to_json(table)) == table


def test_the_report_and_the_printed_game_say_that_it_ended():
    read = read_sheet(sheet(TEN, MADE, {"end": "nobody"}), find_variant)
    table, entries = fold(read)
    report = report_game("night.toml", table, entries)
    assert (report["status"], report["winners"]) == ("finished", [])
    assert [line["outcome"] for line in report["lines"]] == ["made", "end"]
    text = print_game("night.toml", read, table, entries)
    assert "Ended without a winner. Ann 2, Bob 5, Cy 2, Dee 5." in text


def test_a_limit_of_hands_has_none_left():
    table, _ = play(TEN, MADE, {"end": "nobody"}, rules={"finish.hands": 8})
    assert table.hands_left == 0


# ---------------------------------------------------------------- the dealer


def test_another_player_deals_and_the_deal_goes_on_from_there():
    assert play(TEN)[0].dealer == "Dee"
    table, entries = play(TEN, {"dealer": "Bob"})
    assert table.dealer == "Bob"
    assert entries[0].outcome == "dealer"
    assert sentences(entries[0].whys) == ["Bob deals the next hand."]
    assert play(TEN, {"dealer": "Bob"}, MADE)[0].dealer == "Cy"


def test_whoever_sits_on_the_new_dealers_left_bids_first():
    heard = [["Cy", "pass"], ["Dee", "pass"], ["Ann", "pass"], ["Bob", 5]]
    sold = {"auction": heard, "points": MADE["points"]}
    assert play(TEN, {"dealer": "Bob"}, sold)[0].scores["Bob"] == 5
    with pytest.raises(SheetError):
        play(TEN, sold)


def test_the_dealer_is_somebody_at_the_table():
    with pytest.raises(ImpossibleFact, check=lambda error: "Zoe is not at the table" in say_error(error)) as refused:
        play(TEN, {"dealer": "Zoe"})
    assert refused.value.field == "dealer"


@pytest.mark.parametrize(
    ("line", "field", "sentence"),
    [
        ({"end": True}, "end", 'end is "leaders" (the side that leads wins) or "nobody".'),
        ({"end": ["nobody"]}, "end", 'end is "leaders" (the side that leads wins) or "nobody".'),
        ({"end": "nobody", "settle": True}, "settle", "A line is one thing: end and settle do not go together."),
        ({"substitute": "Eve"}, "replaces", None),
        ({"replaces": "Ann"}, "replaces", None),
        ({"substitute": "Eve", "replaces": "Ann", "after": "Bob"}, "after", None),
        ({"swap": "Ann"}, "swap", "swap is a list of two players."),
        ({"swap": ["Ann"]}, "swap", "swap is a list of two players."),
        ({"swap": ["Ann", 3]}, "swap", None),
        ({"dealer": 3}, "dealer", None),
        ({"dealer": "Ann", "bid": 4}, "bid", "A line is one thing: bid and dealer do not go together."),
    ],
)
def test_a_line_that_cannot_be_read(line, field, sentence):
    with pytest.raises(SheetError) as refused:
        play(TEN, line)
    fault = refused.value.faults[0]
    assert (fault.line, fault.field) == (1, field)
    assert sentence in (None, say_refusal(fault.refusal))


# ---------------------------------------------------------------- a substitute

EVE_FOR_CY = {"substitute": "Eve", "replaces": "Cy"}


def test_a_substitute_has_the_score_the_side_and_the_turn_to_deal():
    table, entries = play(TEN, MADE, SET, {"dealer": "Cy"}, EVE_FOR_CY)
    assert table.players == ("Ann", "Bob", "Eve", "Dee")
    assert table.teams == (("Ann", "Eve"), ("Bob", "Dee"))
    assert table.scores == {"Ann": -2, "Bob": 7, "Eve": -2, "Dee": 7}
    assert table.dealer == "Eve"
    assert [entry.outcome for entry in entries[-2:]] == ["dealer", "substitute"]
    assert sentences(entries[-1].whys) == ["Eve plays on in Cy's place, with the same score."]
    assert not any(entries[-1].changes.values())


def test_whoever_sits_there_at_the_end_pays_for_the_game_and_the_sets_of_the_seat():
    table, _ = play(TEN, MADE, SET, EVE_FOR_CY, {"end": "leaders"}, stakes=DIMES)
    # The set was Ann & Cy's; Ann and Eve each pay a dime and a nickel.
    assert table.balances == {"Ann": -15, "Bob": 15, "Cy": 0, "Dee": 15, "Eve": -15}


def test_what_was_moved_before_stays_with_who_sat_there():
    by_bid = {"currency": "USD", "bid_point": "0.01"}
    table, _ = play(TEN, MADE, EVE_FOR_CY, hand("Bob", 4, "high jack trey"), stakes=by_bid)
    # Bob's 5 and then Bob's 4, a cent a point from each of the other two.
    assert table.balances == {"Ann": -9, "Bob": 18, "Cy": -5, "Dee": 0, "Eve": -4}


def test_who_comes_back_still_owes_what_they_lost_before():
    by_bid = {"currency": "USD", "bid_point": "0.01"}
    back = {"substitute": "Cy", "replaces": "Eve"}
    table, _ = play(TEN, MADE, EVE_FOR_CY, hand("Bob", 4, "high jack trey"), back, stakes=by_bid)
    assert table.balances == {"Ann": -9, "Bob": 18, "Cy": -5, "Dee": 0, "Eve": -4}


def test_a_substitute_wins_for_the_seat():
    table, _ = play(TEN, {"substitute": "Eve", "replaces": "Dee"}, MADE, opening={"Bob": 50}, stakes=DIMES)
    assert table.winners == ("Bob", "Eve")
    assert table.balances == {"Ann": -10, "Bob": 10, "Cy": -10, "Dee": 0, "Eve": 10}


def test_who_comes_back_has_the_seat_as_it_is_then():
    back = {"substitute": "Cy", "replaces": "Eve"}
    table, _ = play(TEN, MADE, EVE_FOR_CY, SET, back, {"end": "leaders"}, stakes=DIMES)
    assert table.players == ("Ann", "Bob", "Cy", "Dee")
    assert table.balances == {"Ann": -15, "Bob": 15, "Cy": -15, "Dee": 15, "Eve": 0}


def test_who_comes_back_still_owes_what_was_moved_before():
    back = {"substitute": "Cy", "replaces": "Eve"}
    table, _ = play(TEN, MADE, EVE_FOR_CY, back, stakes={"currency": "USD", "bid_point": "0.01"})
    assert table.balances == {"Ann": -5, "Bob": 10, "Cy": -5, "Dee": 0, "Eve": 0}


def test_the_hands_that_set_a_seat_are_named_to_its_substitute():
    read = read_sheet(sheet(TEN, SET, EVE_FOR_CY, SET, {"end": "leaders"}, stakes=DIMES), find_variant)
    tables, entries = [], []
    for number in range(len(read.lines) + 1):
        table, entries = fold(type(read)(read.head, read.lines[:number]))
        tables.append(table)
    sets = [(part.cents, hands) for _, part, hands in money_story(tables, entries)["Eve"] if part.what == "set"]
    assert sets == [(-10, (1, 3))]
    assert money_story(tables, entries)["Cy"] == ()


def test_a_substitute_in_smoke_has_the_sits_of_the_seat():
    sat = {"tricks": {"Ann": 3, "Bob": 2}, "sat": ["Cy"]}
    table, _ = play("smoke", sat, EVE_FOR_CY, size=3)
    assert table.sits == {"Ann": 0, "Bob": 0, "Eve": 1}
    assert table.teams == (("Ann",), ("Bob",), ("Eve",))


@pytest.mark.parametrize(
    ("line", "field", "sentence"),
    [
        ({"substitute": "Ann", "replaces": "Cy"}, "substitute", "Ann is at the table already."),
        ({"substitute": "Cy", "replaces": "Cy"}, "substitute", "Cy is at the table already."),
        ({"substitute": "Eve", "replaces": "Zoe"}, "replaces", "Zoe is not at the table."),
    ],
)
def test_who_cannot_be_a_substitute(line, field, sentence):
    with pytest.raises(ImpossibleFact) as refused:
        play(TEN, line)
    fault = refused.value.faults[0]
    assert (fault.field, say_refusal(fault.refusal)) == (field, sentence)


def test_who_left_plays_no_hand():
    with pytest.raises(ImpossibleFact, check=lambda error: "Cy is not at the table" in say_error(error)):
        play(TEN, EVE_FOR_CY, hand("Cy", 5, "high"))


def test_who_left_with_sets_and_takes_over_a_seat_has_those_of_both():
    """Two hands set Ann, one sets Bob; Ann leaves the open table and comes back in Bob's place."""
    lone = {"points": {"high": "Dee"}}
    lines = [{"bidder": "Ann", "bid": 2, **lone}] * 2 + [{"bidder": "Bob", "bid": 2, **lone}]
    back = [{"leave": "Ann"}, {"substitute": "Ann", "replaces": "Bob"}]
    table, _ = play("cutthroat-pitch", *lines, *back, rules={"table.open": True})
    assert (table.sets["Ann"], table.sets["Bob"]) == (3, 0)


# ---------------------------------------------------------------- a swap


def test_two_swap_seats_and_keep_score_side_and_deal():
    table, entries = play(TEN, MADE, {"swap": ["Ann", "Bob"]})
    assert table.players == ("Bob", "Ann", "Cy", "Dee")
    assert table.scores == {"Ann": 2, "Bob": 5, "Cy": 2, "Dee": 5}
    assert set(map(frozenset, table.teams)) == {frozenset({"Ann", "Cy"}), frozenset({"Bob", "Dee"})}
    assert table.dealer == "Ann", "Dee dealt the first hand, and Ann sat on her left"
    assert list(table.scores) == ["Bob", "Ann", "Cy", "Dee"], "the columns stand as people sit"
    assert entries[-1].outcome == "swap"
    assert sentences(entries[-1].whys) == ["Ann & Bob swap seats."]
    assert not any(entries[-1].changes.values())
    # From Ann the deal passes to her new left, Cy.
    assert play(TEN, MADE, {"swap": ["Ann", "Bob"]}, SET)[0].dealer == "Cy"


def test_partners_who_swap_stand_in_seat_order_in_their_side():
    table, _ = play(TEN, MADE, {"swap": ["Ann", "Cy"]})
    assert table.players == ("Cy", "Bob", "Ann", "Dee")
    assert table.teams == (("Cy", "Ann"), ("Bob", "Dee"))


def test_the_new_order_is_the_order_of_the_bids():
    heard = [["Cy", "pass"], ["Bob", "pass"], ["Ann", "pass"], ["Dee", 5]]
    sold = {"auction": heard, "points": {"high": "Dee"}}
    assert play(TEN, {"swap": ["Ann", "Cy"]}, sold)[0].scores["Dee"] == -5
    with pytest.raises(SheetError):
        play(TEN, sold)


def test_swapping_twice_is_as_before():
    swap = {"swap": ["Ann", "Dee"]}
    assert play(TEN, MADE, swap, swap)[0] == play(TEN, MADE)[0]
    assert play("cutthroat-pitch", swap, swap)[0] == play("cutthroat-pitch")[0]


def test_where_everybody_plays_alone_they_are_listed_as_they_sit():
    table, _ = play("cutthroat-pitch", {"swap": ["Ann", "Cy"]}, size=3, opening={"Ann": 4})
    assert table.teams == (("Cy",), ("Bob",), ("Ann",))
    assert table.scores == {"Ann": 4, "Bob": 0, "Cy": 0}


@pytest.mark.parametrize(
    ("two", "sentence"),
    [
        (["Ann", "Zoe"], "Zoe is not at the table."),
        (["Ann", "Ann"], "Nobody swaps seats with themselves: name two players."),
    ],
)
def test_who_cannot_swap(two, sentence):
    with pytest.raises(ImpossibleFact) as refused:
        play(TEN, {"swap": two})
    fault = refused.value.faults[0]
    assert (fault.field, say_refusal(fault.refusal), fault.refusal.who) == ("swap", sentence, (two[-1],))


# ---------------------------------------------------------------- new rules, a misdeal


def test_whoever_claims_a_misdeal_sits_at_the_table():
    with pytest.raises(ImpossibleFact) as refused:
        play(TEN, {"misdeal": True, "claimed_by": "Zoe"})
    fault = refused.value.faults[0]
    assert (fault.field, say_refusal(fault.refusal)) == ("claimed_by", "Zoe is not at the table.")


def test_bidding_is_not_given_up_where_bids_are_paid_for():
    house = {"auction.rounds": "none", "special.name": "none", "auction.dealer_steals": False, "finish.may_win": "any"}
    with pytest.raises(ImpossibleFact) as refused:
        play("partnership-pitch", {"rules": house}, stakes={"currency": "USD", "bid_point": "0.01"})
    fault = refused.value.faults[0]
    assert (fault.field, say_refusal(fault.refusal)) == (
        "rules.auction.rounds",
        'stakes.bid_point is paid by the bid, and with auction.rounds = "none" nobody bids.',
    )
