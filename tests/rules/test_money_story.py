"""Every amount opens to the parts behind it, to the cent, in words; and what a game would cost if it ended now."""

import pytest
from games import games
from hypothesis import given, settings
from sheets import hand, play, sheet

from scorekeeper.rules.fold import play as play_line
from scorekeeper.rules.money import Part, game_parts, total_cents
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.sheet import Stakes, written_amount
from scorekeeper.rules.table import if_it_ended_now, money_story, open_table, story_to_now
from scorekeeper.sheets.words import say_part
from scorekeeper.variants.catalogue import find_variant

TEN_AND_FIVE = {"currency": "USD", "game": "0.10", "set": "0.05"}
DIME_A_POINT = {"currency": "USD", "point": "0.10"}
OPEN = {"table.open": True}
SNEAK_OUT, ALONE = "fort-frances-sneak-out", "cutthroat-pitch"


def played(document):
    """Return the tables before each line and after all, and what each line did."""
    game = read_sheet(document, find_variant)
    tables, entries = [open_table(game.head)], []
    for line in game.lines:
        after, entry = play_line(tables[-1], read_line(line, tables[-1].variant.kind))
        tables.append(after)
        entries.append(entry)
    return tables, entries


def said(story, player):
    """Return what a player's amounts are for, and how much each is."""
    return [
        (line, say_part(part, str, written_amount, hands), written_amount(part.cents))
        for line, part, hands in story[player]
    ]


@settings(max_examples=60)
@given(games())
def test_the_parts_are_the_balances_to_the_cent_and_every_line_comes_to_nothing(document):
    tables, entries = played(document)
    story = money_story(tables, entries)
    assert {player: sum(part.cents for _, part, _ in parts) for player, parts in story.items()} == tables[-1].balances
    moved = [(line, part.cents) for parts in story.values() for line, part, _ in parts]
    for line, _ in moved:
        assert sum(cents for at, cents in moved if at == line) == 0
    for player in story:
        assert all(say and amount != "0.00" for _, say, amount in said(story, player))
    now = if_it_ended_now(tables[-1])
    assert sum(part.cents for part in now) == 0
    assert not (tables[-1].finished and now), "a game that is over cannot end once more"


FAILED_MOON = {"auction": [["Bob", 4], ["Cy", "moon"], ["Ann", "pass"]], "points": {}}
VOTED = {"adjust": {"Ann": 5, "Bob": 3, "Cy": 2}, "reason": "from paper"}
STORIES = [
    # V13: losers set twice pay 10 + 2 x 5 each; both winners share what comes in.
    (SNEAK_OUT, 4, {"stakes": TEN_AND_FIVE},
     [hand("Bob", 4, "high"), hand("Ann", 4, "high"), hand("Dee", 3, "low"),
      *[hand("Cy", 4, "high low jack game")] * 5],
     {"Bob": [(8, "Lost the game to Ann & Cy", "-0.10"), (8, "Set in hands 1 and 3, 0.05 each time", "-0.10")],
      "Ann": [(8, "Won the game: 0.40 from Bob & Dee, shared by 2", "0.20")]}),
    # V45: "A player who Moon and fails is charged for two sets".
    ("moon-over-four-pitch", 3, {"dealer": "Ann", "stakes": TEN_AND_FIVE | {"moon": "1.00"}},
     [FAILED_MOON, hand("Bob", 4, "high"), *[hand("Ann", 4, "high low jack game")] * 6],
     {"Cy": [(1, "Moon failed: 1.00 to each of Ann & Bob", "-2.00"), (8, "Lost the game to Ann", "-0.10"),
             (8, "2 sets (hand 1), 0.05 each time", "-0.10")],
      "Bob": [(1, "Cy's moon failed", "1.00"), (8, "Lost the game to Ann", "-0.10"),
              (8, "Set in hand 2, 0.05", "-0.05")]}),
    # V46: "$1 x bid" from each; upped, to each; the smudge counts five (A30).
    ("racehorse-pitch", 5, {"stakes": {"currency": "USD", "bid_point": 1}},
     [hand("Ann", 3, "high low jack"), hand("Bob", "smudge", "high")],
     {"Ann": [(1, "Bid of 3 made: 3 × 1.00 from each of Bob, Cy, Dee & Eve", "12.00"),
              (2, "Bob's smudge failed: 5 × 1.00", "5.00")],
      "Bob": [(1, "Ann's bid of 3 made: 3 × 1.00", "-3.00"),
              (2, "Smudge failed: 5 × 1.00 to each of Ann, Cy, Dee & Eve", "-20.00")]}),
    # A50: 5, 3 and 2 at ten cents a point are 16.67, -3.33 and -13.33 cents: the cent left over goes to the largest.
    ("money-pitch", 3, {"stakes": DIME_A_POINT}, [VOTED, {"settle": True}],
     {"Ann": [(2, "5 points, 1.67 above the average of 3.33, at 0.10, in whole cents", "0.17")],
      "Cy": [(2, "2 points, 1.33 below the average of 3.33, at 0.10, in whole cents", "-0.14")]}),
    # Who comes late is told of the hands they were set in; the others reach the end in the hand that sets them.
    (ALONE, 3, {"rules": OPEN, "stakes": TEN_AND_FIVE},
     [hand("Bob", 2, "high"), {"join": "Eve"}, hand("Eve", 3, "low"), hand("Bob", 4, "high"), hand("Eve", 2, "jack"),
      {"adjust": {"Ann": 19}, "reason": "from the old board"}, hand("Ann", 2, "high low")],
     {"Eve": [(7, "Lost the game to Ann", "-0.10"), (7, "Set in hands 3 and 5, 0.05 each time", "-0.10")],
      "Bob": [(7, "Lost the game to Ann", "-0.10"), (7, "Set in hands 1 and 4, 0.05 each time", "-0.10")]}),
    (SNEAK_OUT, 4, {"opening": {"Bob": 14}, "stakes": TEN_AND_FIVE}, [hand("Ann", 3, "high low=Bob")],
     {"Ann": [(1, "Lost the game to Bob & Dee", "-0.10"), (1, "Set in hand 1, 0.05", "-0.05")]}),
    (ALONE, 3, {"rules": OPEN, "stakes": TEN_AND_FIVE}, [{"join": "Eve"}], {"Eve": []}),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "size", "head", "lines", "told"), STORIES)
def test_what_each_amount_is_for(variant, size, head, lines, told):
    story = money_story(*played(sheet(variant, *lines, size=size, **head)))
    assert {player: said(story, player) for player in told} == told


@pytest.mark.parametrize(
    ("scores", "player", "sentence"),
    [
        ({"Ann": 4, "Bob": 1}, "Ann", "4 points, 1.5 above the average of 2.5, at 0.10"),
        ({"Ann": 1}, "Ann", "1 point, 0.5 above the average of 0.5, at 0.10"),
        ({"Ann": -3, "Bob": 1}, "Ann", "−3 points, 2 below the average of −1, at 0.10"),
        ({"Ann": 0, "Bob": -1}, "Bob", "−1 points, 0.5 below the average of −0.5, at 0.10"),
    ],
)
def test_an_average_is_written_with_as_many_decimals_as_it_has(scores, player, sentence):
    lines = {"adjust": scores, "reason": "from paper"}, {"settle": True}
    story = money_story(*played(sheet("money-pitch", *lines, size=2, stakes=DIME_A_POINT)))
    assert [say for _, say, _ in said(story, player)] == [sentence]


def test_a_cent_that_cannot_be_shared():
    parts = game_parts(Stakes("USD", game=25), ["Ann", "Bob", "Cy"], ["Ann", "Bob"], {"Cy": 0})
    assert [(part.player, part.cents) for part in parts] == [("Cy", -25), ("Ann", 13), ("Bob", 12)]
    assert say_part(parts[1], str, written_amount, ()) == (
        "Won the game: 0.25 from Cy, shared by 2; odd cents go to the earlier seat"
    )


@pytest.mark.parametrize(
    ("hands", "told"),
    [
        ((1, 3, 7), "Set in hands 1, 3 and 7, 0.05 each time"),
        ((1,), "3 sets (hand 1), 0.05 each time"),
        ((), "3 sets, 0.05 each time"),
    ],
)
def test_the_hands_of_the_sets_are_named(hands, told):
    part = Part("Ann", "set", -15, ("Bob",), {"each": 5, "sets": 3})
    assert say_part(part, str, written_amount, hands) == told


@pytest.mark.parametrize(
    ("variant", "size", "lines", "stakes", "money"),
    [
        # The best score wins, and the sets of the others are paid.
        (SNEAK_OUT, 4, [hand("Bob", 4, "high"), hand("Ann", 4, "high"), hand("Cy", 4, "high low jack game")],
         TEN_AND_FIVE, {"Ann": 15, "Bob": -15, "Cy": 15, "Dee": -15}),
        # With equal scores, or without stakes, nobody pays.
        (SNEAK_OUT, 4, [{"misdeal": True}], TEN_AND_FIVE, {}),
        (ALONE, 4, [hand("Ann", 2, "high low")], {"currency": "USD"}, {}),
        # Several share, and the odd cent goes to the earlier seat.
        (ALONE, 3, [{"adjust": {"Bob": 3, "Cy": 3}, "reason": "from paper"}], {"currency": "USD", "game": "0.25"},
         {"Ann": -25, "Bob": 13, "Cy": 12}),
        # The lowest wins in Smoke.
        ("smoke", 3, [{"tricks": {"Ann": 5, "Bob": 0, "Cy": 0}}], {"currency": "USD", "game": "0.10"},
         {"Ann": 20, "Bob": -10, "Cy": -10}),
    ],
)  # fmt: skip
def test_if_it_ended_now(variant, size, lines, stakes, money):
    table, _ = play(variant, *lines, size=size, stakes=stakes)
    assert total_cents(if_it_ended_now(table)) == money
    assert not any(table.balances.values())


def test_what_the_end_would_add_is_told_after_what_was_moved():
    smudge = hand("Bob", "smudge", "high low jack game", all_tricks=True)
    night = sheet(ALONE, hand("Ann", 2, "high"), smudge, size=3, stakes=TEN_AND_FIVE | {"moon": 1})
    tables, entries = played(night)
    parts = [part for part in if_it_ended_now(tables[-1]) if part.player == "Bob"]
    assert [(part.what, part.cents) for part in parts] == [("so-far", 200), ("winnings", 25)]
    story = story_to_now(tables, entries)
    assert [(line, part.what, part.cents, hands) for line, part, hands in story["Bob"]] == [
        (2, "moon", 200, ()), (3, "winnings", 25, ()),
    ]  # fmt: skip
    assert [(line, part.what, hands) for line, part, hands in story["Ann"]] == [
        (2, "against-moon", ()), (3, "game", ()), (3, "set", (1,)),
    ]  # fmt: skip
