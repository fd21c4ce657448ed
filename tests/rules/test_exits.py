"""What a table changes in the middle of a game: who plays on for whom, who deals, and that it ends here."""

import pytest
from sheets import hand, play, sheet

from scorekeeper.rules.errors import ImpossibleFact, SheetError
from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.table import money_story, table_from_json, table_to_json
from scorekeeper.sheets.report import print_game
from scorekeeper.sheets.words import sentences
from scorekeeper.variants.catalogue import find_variant

TEN = "minnesota-ten-point"
DIMES = {"currency": "USD", "game": "0.10", "set": "0.05"}
BY_BID = {"currency": "USD", "bid_point": "0.01"}
MADE = hand("Bob", 5, "high jack trey low=Ann game=Ann")
"""Bob & Dee take 5, Ann & Cy 2."""
SET = hand("Ann", 4, "high low=Bob jack=Bob")
"""Ann & Cy take 1 and lose 4, Bob & Dee take 2."""
EVE_FOR_CY, BACK = {"substitute": "Eve", "replaces": "Cy"}, {"substitute": "Cy", "replaces": "Eve"}
LEADERS, NOBODY = {"end": "leaders"}, {"end": "nobody"}
SWAP = {"swap": ["Ann", "Bob"]}


@pytest.mark.parametrize(
    ("variant", "lines", "head", "winners", "balances"),
    [
        # Ann and Cy each pay a dime for the game and a nickel for their set.
        (TEN, [MADE, SET, LEADERS], {"stakes": DIMES}, "Bob Dee", {"Ann": -15, "Bob": 15, "Cy": -15, "Dee": 15}),
        (TEN, [MADE, SET, NOBODY], {"stakes": DIMES}, "", {"Ann": 0, "Bob": 0, "Cy": 0, "Dee": 0}),
        # What the hands moved stays: of a bid of 5 at a cent each of the two on the other side pays a nickel.
        (TEN, [MADE, NOBODY], {"stakes": BY_BID | {"game": 1}}, "", {"Ann": -5, "Bob": 10, "Cy": -5, "Dee": 0}),
        # Where scores count down the lowest leads: 10 each, less a point for every trick.
        ("smoke", [{"tricks": {"Ann": 3, "Bob": 2}, "sat": ["Cy"]}, LEADERS],
         {"size": 3, "stakes": {"currency": "USD", "game": 1}}, "Ann", {"Ann": 200, "Bob": -100, "Cy": -100}),
        # Two who lead together share what comes in, the odd cent to the earlier seat.
        ("cutthroat-pitch", [LEADERS],
         {"size": 3, "opening": {"Ann": 5, "Cy": 5}, "stakes": {"currency": "USD", "game": "0.25"}},
         "Ann Cy", {"Ann": 13, "Bob": -25, "Cy": 12}),
        # An open table settles its points: 1, 3, 0 and an average of 4/3, a dime a point, in whole cents.
        ("money-pitch", [hand("Bob", 3, "high jack game low=Ann"), LEADERS],
         {"size": 3, "stakes": {"currency": "USD", "point": "0.10"}}, "Bob", {"Ann": -3, "Bob": 17, "Cy": -14}),
        # Whoever sits there at the end pays for the game and the sets of the seat.
        (TEN, [MADE, SET, EVE_FOR_CY, LEADERS], {"stakes": DIMES}, "Bob Dee",
         {"Ann": -15, "Bob": 15, "Cy": 0, "Dee": 15, "Eve": -15}),
        (TEN, [MADE, EVE_FOR_CY, SET, BACK, LEADERS], {"stakes": DIMES}, "Bob Dee",
         {"Ann": -15, "Bob": 15, "Cy": -15, "Dee": 15, "Eve": 0}),
        (TEN, [{"substitute": "Eve", "replaces": "Dee"}, MADE], {"stakes": DIMES, "opening": {"Bob": 50}}, "Bob Eve",
         {"Ann": -10, "Bob": 10, "Cy": -10, "Dee": 0, "Eve": 10}),
        # What was moved before stays with who sat there: Bob's 5 and then Bob's 4, a cent a point.
        *((TEN, [MADE, EVE_FOR_CY, hand("Bob", 4, "high jack trey"), *back], {"stakes": BY_BID}, "",
           {"Ann": -9, "Bob": 18, "Cy": -5, "Dee": 0, "Eve": -4}) for back in ([], [BACK])),
    ],
)  # fmt: skip
def test_who_wins_and_who_pays(variant, lines, head, winners, balances):
    table, _ = play(variant, *lines, **head)
    assert (" ".join(table.winners), table.balances) == (winners, balances)
    assert table.finished == bool(winners or NOBODY in lines)


@pytest.mark.parametrize(
    ("lines", "outcome", "sentence"),
    [
        ([MADE, LEADERS], "end", "The table ends the game here: Bob & Dee lead and win."),
        ([NOBODY], "end", "The table ends the game here, and nobody wins."),
        ([{"dealer": "Bob"}], "dealer", "Bob deals the next hand."),
        ([EVE_FOR_CY], "substitute", "Eve plays on in Cy's place, with the same score."),
        ([SWAP], "swap", "Ann & Bob swap seats."),
    ],
)
def test_it_is_told_moves_no_score_and_is_stored(lines, outcome, sentence):
    read = read_sheet(sheet(TEN, *lines), find_variant)
    table, entries = fold(read)
    assert (entries[-1].outcome, sentences(entries[-1].whys)) == (outcome, [sentence])
    assert not any(entries[-1].changes.values())
    assert table.ended is (outcome == "end")
    assert table_from_json(read.head, table_to_json(table)) == table


@pytest.mark.parametrize(
    "lines", [[MADE, end, after] for end in (LEADERS, NOBODY) for after in (MADE, NOBODY, {"dealer": "Ann"})]
)
def test_nothing_comes_after_the_end(lines):
    with pytest.raises(ImpossibleFact) as refused:
        play(TEN, *lines)
    assert (refused.value.line, refused.value.field) == (3, "line")


def test_a_game_that_is_won_is_not_ended_again():
    with pytest.raises(ImpossibleFact) as refused:
        play(TEN, MADE, LEADERS, opening={"Bob": 50})
    assert (refused.value.line, refused.value.field) == (2, "line")


@pytest.mark.parametrize(("hands", "left"), [(8, " 7 hands to go."), (2, " 1 hand to go.")])
def test_a_printed_night_says_how_many_hands_are_to_go_in_straight_columns(hands, left):
    read = read_sheet(sheet(TEN, MADE, EVE_FOR_CY, rules={"finish.hands": hands}), find_variant)
    printed = print_game("night.toml", read, *fold(read))
    assert left in printed
    names, scores = (next(line for line in printed.splitlines() if start in line) for start in ("Eve   ", "substitute"))
    assert len(names) == len(scores)


def test_another_player_deals_and_the_deal_goes_on_from_there():
    assert play(TEN)[0].dealer == "Dee"
    assert play(TEN, {"dealer": "Bob"})[0].dealer == "Bob"
    assert play(TEN, {"dealer": "Bob"}, MADE)[0].dealer == "Cy"


@pytest.mark.parametrize(
    ("change", "order"), [({"dealer": "Bob"}, "Cy Dee Ann Bob"), ({"swap": ["Ann", "Cy"]}, "Cy Bob Ann Dee")]
)
def test_the_bids_go_round_as_people_sit_from_the_dealers_left(change, order):
    *others, last = order.split()
    sold = {"auction": [*([name, "pass"] for name in others), [last, 5]], "points": MADE["points"]}
    assert play(TEN, change, sold)[1][-1].whys[0].by == last
    with pytest.raises(SheetError):
        play(TEN, sold)


def test_a_substitute_has_the_score_the_side_and_the_turn_to_deal():
    table, _ = play(TEN, MADE, SET, {"dealer": "Cy"}, EVE_FOR_CY)
    assert table.players == ("Ann", "Bob", "Eve", "Dee")
    assert table.teams == (("Ann", "Eve"), ("Bob", "Dee"))
    assert table.scores == {"Ann": -2, "Bob": 7, "Eve": -2, "Dee": 7}
    assert table.dealer == "Eve"
    with pytest.raises(ImpossibleFact):
        play(TEN, EVE_FOR_CY, hand("Cy", 5, "high"))


def test_the_hands_that_set_a_seat_are_named_to_its_substitute():
    read = read_sheet(sheet(TEN, SET, EVE_FOR_CY, SET, LEADERS, stakes=DIMES), find_variant)
    tables, entries = [], []
    for number in range(len(read.lines) + 1):
        table, entries = fold(type(read)(read.head, read.lines[:number]))
        tables.append(table)
    sets = [(part.cents, hands) for _, part, hands in money_story(tables, entries)["Eve"] if part.what == "set"]
    assert sets == [(-10, (1, 3))]
    assert money_story(tables, entries)["Cy"] == ()


def test_a_substitute_in_smoke_has_the_sits_of_the_seat():
    table, _ = play("smoke", {"tricks": {"Ann": 3, "Bob": 2}, "sat": ["Cy"]}, EVE_FOR_CY, size=3)
    assert table.sits == {"Ann": 0, "Bob": 0, "Eve": 1}
    assert table.teams == (("Ann",), ("Bob",), ("Eve",))


def test_who_left_with_sets_and_takes_over_a_seat_has_those_of_both():
    """Two hands set Ann, one sets Bob; Ann leaves the open table and comes back in Bob's place."""
    lone = {"points": {"high": "Dee"}}
    lines = [{"bidder": "Ann", "bid": 2, **lone}] * 2 + [{"bidder": "Bob", "bid": 2, **lone}]
    back = [{"leave": "Ann"}, {"substitute": "Ann", "replaces": "Bob"}]
    table, _ = play("cutthroat-pitch", *lines, *back, rules={"table.open": True})
    assert (table.sets["Ann"], table.sets["Bob"]) == (3, 0)


def test_two_swap_seats_and_keep_score_side_and_deal():
    table, _ = play(TEN, MADE, SWAP)
    assert table.players == ("Bob", "Ann", "Cy", "Dee")
    assert list(table.scores.items()) == [("Bob", 5), ("Ann", 2), ("Cy", 2), ("Dee", 5)], "in the order they sit"
    assert set(map(frozenset, table.teams)) == {frozenset({"Ann", "Cy"}), frozenset({"Bob", "Dee"})}
    assert table.dealer == "Ann", "Dee dealt the first hand, and Ann sat on her left"
    assert play(TEN, MADE, SWAP, SET)[0].dealer == "Cy", "from Ann the deal passes to her new left"
