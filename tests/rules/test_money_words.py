"""What an amount is for, where people come late, win alone, or a cent is left over."""

from __future__ import annotations

import pytest
from sheets import hand, sheet

from scorekeeper.rules.fold import play
from scorekeeper.rules.money import Part, game_parts
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.stakes import Stakes, written_amount
from scorekeeper.rules.table import if_it_ended_now, money_story, open_table, story_to_now
from scorekeeper.sheets.words import say_part
from scorekeeper.variants.catalogue import find_variant

TEN_AND_FIVE = {"currency": "USD", "game": "0.10", "set": "0.05"}
OPEN = {"table.open": True}


def said(part, hands=()):
    return say_part(part, str, written_amount, hands)


def played(*lines, **head):
    """Return the tables before each line and after all, and what each line did."""
    game = read_sheet(sheet("cutthroat-pitch", *lines, size=3, rules=OPEN, stakes=TEN_AND_FIVE, **head), find_variant)
    tables, entries = [open_table(game.head)], []
    for line in game.lines:
        table, entry = play(tables[-1], read_line(line, "bidding"))
        tables.append(table)
        entries.append(entry)
    return tables, entries


def test_the_parts_of_a_game():
    parts = game_parts(Stakes("USD", game=10, set=5), ["Ann", "Bob", "Cy"], ["Bob"], {"Ann": 2, "Bob": 1, "Cy": 0})
    assert parts == (
        Part("Ann", "game", -10, ("Bob",), {"each": 10}),
        Part("Cy", "game", -10, ("Bob",), {"each": 10}),
        Part("Ann", "set", -10, ("Bob",), {"each": 5, "sets": 2}),
        Part("Bob", "winnings", 30, ("Ann", "Cy"), {"paid_in": 30, "shared": 1, "odd": 0}),
    )
    assert [said(part) for part in parts] == [
        "Lost the game to Bob", "Lost the game to Bob", "2 sets, 0.05 each time", "Won the game: 0.30 from Ann & Cy",
    ]  # fmt: skip


def test_a_cent_that_cannot_be_shared():
    parts = game_parts(Stakes("USD", game=25), ["Ann", "Bob", "Cy"], ["Ann", "Bob"], {"Ann": 0, "Bob": 0, "Cy": 0})
    assert [(part.player, part.cents) for part in parts] == [("Cy", -25), ("Ann", 13), ("Bob", 12)]
    assert said(parts[1]) == "Won the game: 0.25 from Cy, shared by 2; odd cents go to the earlier seat"


def test_the_hands_of_the_sets_are_named():
    part = Part("Ann", "set", -15, ("Bob",), {"each": 5, "sets": 3})
    assert said(part, (1, 3, 7)) == "Set in hands 1, 3 and 7, 0.05 each time"
    assert said(part, (1,)) == "3 sets (hand 1), 0.05 each time"


@pytest.mark.parametrize(
    ("score", "total", "told"),
    [
        (1, 1, "1 point, 0.5 above the average of 0.5, at 0.10"),
        (0, 1, "0 points, 0.5 below the average of 0.5, at 0.10"),
    ],
)
def test_half_a_point_off_the_average(score, total, told):
    facts = {"total": total, "size": 2, "score": score, "each": 10, "rounded": False}
    assert said(Part("Ann", "point", 5, (), facts)) == told


COMES_LATE = [
    hand("Bob", 2, "high"),
    {"join": "Eve"},
    hand("Eve", 3, "low"),
    hand("Bob", 4, "high"),
    hand("Eve", 2, "jack"),
    {"adjust": {"Ann": 19}, "reason": "from the old board"},
]


def test_the_sets_of_who_came_late_are_found():
    tables, entries = played(*COMES_LATE, hand("Ann", 2, "high low"))
    assert tables[-1].winners == ("Ann",)
    story = money_story(tables, entries)
    assert [(line, said(part, hands)) for line, part, hands in story["Eve"]] == [
        (7, "Lost the game to Ann"),
        (7, "Set in hands 3 and 5, 0.05 each time"),
    ]
    assert [hands for _, _, hands in story["Bob"]] == [(), (1, 4)]


def test_who_has_only_just_sat_down_has_nothing_to_tell():
    assert money_story(*played({"join": "Eve"}))["Eve"] == ()


def test_a_set_in_the_hand_that_ended_the_game_is_paid_for_too():
    # V13: the others reach fifteen with the hand in which Ann and Cy are set.
    line = hand("Ann", 3, "high low=Bob")
    game = read_sheet(sheet("fort-frances-sneak-out", line, opening={"Bob": 14}, stakes=TEN_AND_FIVE), find_variant)
    before = open_table(game.head)
    after, entry = play(before, read_line(line, "bidding"))
    assert [said(part, hands) for _, part, hands in money_story((before, after), (entry,))["Ann"]] == [
        "Lost the game to Bob & Dee",
        "Set in hand 1, 0.05",
    ]


def test_what_the_end_would_add_is_told_after_what_was_moved():
    tables, entries = played(*COMES_LATE)
    assert not any(money_story(tables, entries).values())
    story = story_to_now(tables, entries)
    assert [(line, part.cents, said(part, hands)) for line, part, hands in story["Bob"]] == [
        (7, -10, "Lost the game to Ann"),
        (7, -10, "Set in hands 1 and 4, 0.05 each time"),
    ]
    assert [hands for _, _, hands in story["Ann"]] == [()]


def test_a_game_that_is_over_cannot_end_once_more():
    tables, _ = played(*COMES_LATE, hand("Ann", 2, "high low"))
    assert if_it_ended_now(tables[-2])
    assert if_it_ended_now(tables[-1]) == ()


def test_what_was_moved_already_is_told_once():
    smudge = hand("Bob", "smudge", "high low jack game", all_tricks=True)
    game = read_sheet(sheet("partnership-pitch", smudge, stakes={**TEN_AND_FIVE, "moon": 1}), find_variant)
    before = open_table(game.head)
    after, entry = play(before, read_line(smudge, "bidding"))
    assert [part.what for _, part, _ in story_to_now((before, after), (entry,))["Bob"]] == ["moon", "winnings"]
