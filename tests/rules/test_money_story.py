"""Every amount opens to the parts behind it, to the cent; and what a game would cost if it ended now."""

from __future__ import annotations

import pytest
from games import games
from hypothesis import given, settings
from hypothesis import strategies as st
from sheets import NAMES, hand, play, sheet
from thorough import STAKES

from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.fold import fold
from scorekeeper.rules.fold import play as play_line
from scorekeeper.rules.money import totals
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.stakes import Stakes, written_amount
from scorekeeper.rules.table import if_it_ended_now, money_story, open_table
from scorekeeper.sheets.words import say_part
from scorekeeper.variants.catalogue import find_variant

TEN_AND_FIVE = {"currency": "USD", "game": "0.10", "set": "0.05"}
OPEN = {"table.open": True}


@st.composite
def open_games(draw):
    """Draw a sheet of an open table with stakes, where people come, go and settle between hands."""
    head = sheet(
        draw(st.sampled_from(["cutthroat-pitch", "money-pitch", "racehorse-pitch"])),
        size=draw(st.integers(5, 7)),
        rules=OPEN,
        stakes=STAKES,
    )
    table, lines = open_table(read_sheet(head, find_variant).head), []
    for _ in range(draw(st.integers(1, 10))):
        line = draw(st.sampled_from([{"settle": True}, *_comings(table), *_hands(table)]))
        try:
            table, _ = play_line(table, read_line(line, table.variant.kind))
        except SheetError:
            continue  # the game is over, or it is not played by so many
        lines.append(line)
    return {**head, "lines": lines}


def _comings(table):
    away = [name for name in NAMES if name not in table.players]
    return [{"join": name} for name in away] + [{"leave": name} for name in table.players]


def _hands(table):
    bids = [2, 3, 4, *([table.rules.special.name] if table.rules.has_special else [])]
    return [hand(bidder, bid, "high low jack") for bidder in table.players for bid in bids]


def told(document):
    """Return the table after a sheet and its money's story."""
    game = read_sheet(document, find_variant)
    tables, entries = [open_table(game.head)], []
    for line in game.lines:
        after, entry = play_line(tables[-1], read_line(line, tables[-1].variant.kind))
        tables.append(after)
        entries.append(entry)
    return tables[-1], money_story(tables, entries)


def said(story, player):
    """Return what a player's amounts are for, and how much each is."""
    return [
        (line, say_part(part, str, written_amount, hands), written_amount(part.cents))
        for line, part, hands in story[player]
    ]


# ---------------------------------------------------------------- the parts add up


@settings(max_examples=60)
@given(st.one_of(games(), open_games()))
def test_the_parts_are_the_balances_to_the_cent_and_every_line_comes_to_nothing(document):
    table, story = told(document)
    assert {player: sum(part.cents for _, part, _ in parts) for player, parts in story.items()} == table.balances
    moved = [(line, part.cents) for parts in story.values() for line, part, _ in parts]
    for line, _ in moved:
        assert sum(cents for at, cents in moved if at == line) == 0
    for player in story:
        assert all(say and amount != "0.00" for _, say, amount in said(story, player))


@settings(max_examples=60)
@given(st.one_of(games(), open_games()))
def test_an_end_now_comes_to_nothing_and_is_nothing_after_the_end(document):
    table = fold(read_sheet(document, find_variant))[0]
    now = if_it_ended_now(table)
    assert sum(part.cents for part in now) == 0
    assert not (table.finished and now)


# ---------------------------------------------------------------- in words


def test_a_game_with_ten_and_five_tells_its_sets_and_its_winnings():
    # V13: losers set twice pay 10 + 2 x 5 each; both winners share what comes in.
    sets = [hand("Bob", 4, "high"), hand("Ann", 4, "high"), hand("Dee", 3, "low")]
    lines = [*sets, *[hand("Cy", 4, "high low jack game")] * 5]
    table, story = told(sheet("fort-frances-sneak-out", *lines, stakes=TEN_AND_FIVE))
    assert table.winners == ("Ann", "Cy")
    assert said(story, "Bob") == [
        (8, "Lost the game to Ann & Cy", "-0.10"),
        (8, "Set in hands 1 and 3, 0.05 each time", "-0.10"),
    ]
    assert said(story, "Ann") == [(8, "Won the game: 0.40 from Bob & Dee, shared by 2", "0.20")]
    assert said(story, "Dee") == said(story, "Bob")


def test_a_failed_moon_may_count_two_sets_in_one_hand():
    # V45: "A player who Moon and fails is charged for two sets".
    lines = [hand("Bob", 4, "high"), *[hand("Ann", 4, "high low jack game")] * 6]
    failed = {"auction": [["Bob", 4], ["Cy", "moon"], ["Ann", "pass"]], "points": {}}
    head = {"dealer": "Ann", "size": 3, "stakes": {**TEN_AND_FIVE, "moon": "1.00"}}
    _, story = told(sheet("moon-over-four-pitch", failed, *lines, **head))
    assert said(story, "Cy")[:2] == [
        (1, "Moon failed: 1.00 to each of Ann & Bob", "-2.00"),
        (8, "Lost the game to Ann", "-0.10"),
    ]
    assert said(story, "Cy")[2] == (8, "2 sets (hand 1), 0.05 each time", "-0.10")
    assert said(story, "Bob")[0] == (1, "Cy's moon failed", "1.00")
    assert said(story, "Bob")[2] == (8, "Set in hand 2, 0.05", "-0.05")


def test_a_bid_of_racehorse_says_what_it_is_multiplied_with():
    # V46: "$1 x bid" from each; upped, to each; the smudge counts five (A30).
    lines = [hand("Ann", 3, "high low jack"), hand("Bob", "smudge", "high")]
    _, story = told(sheet("racehorse-pitch", *lines, size=5, stakes={"currency": "USD", "bid_point": 1}))
    assert said(story, "Ann") == [
        (1, "Bid of 3 made: 3 × 1.00 from each of Bob, Cy, Dee & Eve", "12.00"),
        (2, "Bob's smudge failed: 5 × 1.00", "5.00"),
    ]
    assert said(story, "Bob")[0] == (1, "Ann's bid of 3 made: 3 × 1.00", "-3.00")
    assert said(story, "Bob")[1] == (2, "Smudge failed: 5 × 1.00 to each of Ann, Cy, Dee & Eve", "-20.00")


def test_points_are_told_against_the_average():
    # A50: 5, 3 and 2 at ten cents a point are 16.67, -3.33 and -13.33 cents: the cent left over goes to the largest.
    voted = {"adjust": {"Ann": 5, "Bob": 3, "Cy": 2}, "reason": "from paper"}
    _, story = told(sheet("money-pitch", voted, {"settle": True}, size=3, stakes={"currency": "USD", "point": "0.10"}))
    assert said(story, "Ann") == [(2, "5 points, 1.67 above the average of 3.33, at 0.10, in whole cents", "0.17")]
    assert said(story, "Cy") == [(2, "2 points, 1.33 below the average of 3.33, at 0.10, in whole cents", "-0.14")]


@pytest.mark.parametrize(
    ("scores", "player", "sentence"),
    [
        ({"Ann": 4, "Bob": 1}, "Ann", "4 points, 1.5 above the average of 2.5, at 0.10"),
        ({"Ann": -3, "Bob": 1}, "Ann", "−3 points, 2 below the average of −1, at 0.10"),
        ({"Ann": 0, "Bob": -1}, "Bob", "−1 points, 0.5 below the average of −0.5, at 0.10"),
    ],
)
def test_an_average_is_written_with_as_many_decimals_as_it_has(scores, player, sentence):
    voted = {"adjust": scores, "reason": "from paper"}
    _, story = told(sheet("money-pitch", voted, {"settle": True}, size=2, stakes={"currency": "USD", "point": "0.10"}))
    assert [say for _, say, _ in said(story, player)] == [sentence]


# ---------------------------------------------------------------- if it ended now


def test_if_it_ended_now_the_best_score_wins_and_the_sets_of_the_others_are_paid():
    lines = [hand("Bob", 4, "high"), hand("Ann", 4, "high"), hand("Cy", 4, "high low jack game")]
    table, _ = play("fort-frances-sneak-out", *lines, stakes=TEN_AND_FIVE)
    assert table.scores["Ann"] > table.scores["Bob"]
    assert totals(if_it_ended_now(table)) == {"Ann": 15, "Bob": -15, "Cy": 15, "Dee": -15}
    assert table.balances == dict.fromkeys(["Ann", "Bob", "Cy", "Dee"], 0)


def test_if_it_ended_now_with_equal_scores_nobody_pays_for_the_game():
    table, _ = play("fort-frances-sneak-out", {"misdeal": True}, stakes=TEN_AND_FIVE)
    assert if_it_ended_now(table) == ()


def test_if_it_ended_now_several_share_and_the_odd_cent_goes_to_the_earlier_seat():
    voted = {"adjust": {"Bob": 3, "Cy": 3}, "reason": "from paper"}
    table, _ = play("cutthroat-pitch", voted, size=3, stakes={"currency": "USD", "game": "0.25"})
    assert totals(if_it_ended_now(table)) == {"Ann": -25, "Bob": 13, "Cy": 12}


def test_if_it_ended_now_counts_what_a_moon_has_moved_already():
    moon = hand("Bob", "smudge", "high low jack game", all_tricks=True)
    table, _ = play("cutthroat-pitch", moon, size=3, stakes={"currency": "USD", "game": "0.10", "moon": "1.00"})
    parts = [part for part in if_it_ended_now(table) if part.player == "Bob"]
    assert [(part.what, part.cents) for part in parts] == [("so-far", 200), ("winnings", 20)]


def test_if_it_ended_now_the_lowest_wins_in_smoke():
    tricks = {"tricks": {"Ann": 5, "Bob": 0, "Cy": 0}}
    table, _ = play("smoke", tricks, size=3, stakes={"currency": "USD", "game": "0.10"})
    assert totals(if_it_ended_now(table)) == {"Ann": 20, "Bob": -10, "Cy": -10}


def test_a_game_without_stakes_would_cost_nothing():
    assert if_it_ended_now(play("cutthroat-pitch", hand("Ann", 2, "high low"))[0]) == ()


def test_a_stake_of_nothing_is_no_stake():
    assert not Stakes("USD").some
    assert Stakes("USD", bid_point=1).some
