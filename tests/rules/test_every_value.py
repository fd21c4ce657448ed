"""Every value of every setting: games are played with it, said, asked about and printed, and nothing breaks.

A new value that some part of the rules does not know fails here, where mypy has not named the place already
(`test_new_values.py` holds mypy to that).
"""

from __future__ import annotations

import json

import pytest
from settings_values import values_of
from thorough import NOT_BY_POINTS, STAKES, lines, night, openings, sheet_of

from scorekeeper.rules.errors import SettingsError, SheetError
from scorekeeper.rules.fold import fold, play
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.ruleset import SETTINGS
from scorekeeper.rules.table import open_table
from scorekeeper.rules.whatif import outlooks
from scorekeeper.sheets.grammar import words_of
from scorekeeper.sheets.phrases import say_refusal, say_setting
from scorekeeper.sheets.questions import answer, questions_for, what_others_do
from scorekeeper.sheets.report import print_game, report_game
from scorekeeper.sheets.rules_sheet import rules_sheet
from scorekeeper.sheets.words import say_part, say_to_go, say_way_out, sentences
from scorekeeper.variants.catalogue import catalogue, find_variant

TABLES = [
    ("partnership-pitch", 4), ("schmier-five", 5), ("ten-point-smear", 5), ("smoke", 4), ("money-pitch", 4),
    ("pawnee-call-partner", 5), ("nine-card-pitch", 4), ("fort-frances-bid-out", 2), ("racehorse-pitch", 5),
    ("minnesota-smear-kitty", 4), ("moon-over-four-pitch", 3), ("tunkhannock-pitch", 4),
]  # fmt: skip
"""Among them every way to sit, to count, to bid and to end a game."""

SIMPLE = ("call.", "deck.", "deal.", "play.", "points.")
"""Settings that change sentences, or what a point is worth: one table from its first hand on is enough."""

NO_BIDS = {
    "auction.rounds": "none", "special.name": "none", "auction.dealer_steals": False, "finish.may_win": "any",
    "finish.hold": "none",
}  # fmt: skip

SOMETIMES = [
    {},
    NO_BIDS,
    {"auction.all_pass": "dealer-forced", "auction.max": 100, "points.off_two.worth": 100},
    {"auction.dealer_steals": False, "auction.all_pass": "redeal"},
    {"points.joker.worth": 1, "points.trey.worth": 3, "points.off_two.worth": 96},
    {"finish.may_win": "bid-made"},
    {"auction.rounds": "one"},
    {"auction.min": 1},
    {"finish.hold": "at-target"},
    {"special.name": "none"},
    {"finish.direction": "up"},
]
"""House rules beside which a value is allowed where it is not by itself."""


def tables_with(key, value):
    """Return (variant, size, house rules) of a few tables that can play this value."""
    found = []
    for beside in SOMETIMES:
        for variant, size in TABLES:
            house = {**beside, key: value}
            try:
                find_variant(variant).ruleset(size, house)
            except SettingsError:
                continue
            found.append((variant, size, house))
            if len(found) == (1 if key.startswith(SIMPLE) else 2):
                return found
    return found


def assert_sentences(texts):
    assert all(text and text[-1] in ".?!" for text in texts), texts


@pytest.mark.parametrize("key", sorted(SETTINGS))
def test_the_other_games_answer_too(key):
    assert_sentences(what_others_do(key, catalogue().values()))


@pytest.mark.sampled(15)
@pytest.mark.parametrize("key", sorted(SETTINGS))
def test_every_value_can_be_played_said_asked_and_printed(key):
    for value in values_of(SETTINGS[key][0]):
        tables = tables_with(key, value)
        assert tables, f"no table can play {key} = {value}"
        for variant, size, house in tables:
            rules = find_variant(variant).ruleset(size, house)
            play_every_line(variant, size, house, [None] if key.startswith(SIMPLE) else openings(rules))
            print_a_night(variant, size, house)
            ask_everything(variant, size, house)


def play_every_line(variant, size, house, scores, stakes=STAKES):
    """Play each line on a table of its own, and say what it did or why it is refused."""
    reasons = set()
    for opening in scores:
        begun = open_table(read_sheet(sheet_of(variant, size, house, opening, stakes), find_variant).head)
        for line in lines(begun):
            try:
                table, entry = play(begun, read_line(line, begun.variant.kind))
            except SheetError as error:
                assert_sentences([say_refusal(error.refusal)])
                continue
            assert_sentences(sentences(entry.whys))
            assert all(say_part(part, str, str, hands=(1,)) for part in entry.money)
            assert sum(part.cents for part in entry.money) == 0
            ways = {say_way_out(outlook, "Ann") + say_to_go(outlook) for outlook in outlooks(table)}
            assert all(isinstance(way, str) for way in ways)
            reasons |= {reason.what for reason in entry.whys}
    return reasons


def print_a_night(variant, size, house):
    document, entries = night(sheet_of(variant, size, house))
    sheet = read_sheet(document, find_variant)
    table, _ = fold(sheet)
    assert len(print_game("night", sheet, table, entries).splitlines()) > len(entries)
    assert len(json.loads(json.dumps(report_game("night", table, entries)))["lines"]) == len(entries)


def ask_everything(variant, size, house):
    rules = find_variant(variant).ruleset(size, house)
    assert_sentences(answer(question, rules) for question in questions_for(rules))
    printed = rules_sheet(find_variant(variant), size, house)
    assert_sentences(statement.text for part in printed.sections for statement in part.statements)
    assert_sentences(say_setting(key, value) for key, value in house.items())


@pytest.mark.deep
def test_the_lines_reach_every_reason_the_engine_gives():
    houses = [
        {},
        {"finish.crossing": "bidder-or-play-on", "finish.may_win": "any", "finish.hold": "none"},
        {"finish.crossing": "higher-then-bidders", "finish.may_win": "any", "penalty.renege": "zero-and-max"},
        {"finish.may_win": "bid-made-or-opponents-set", "finish.hold": "at-target", "finish.bust": -20},
        {"auction.all_pass": "dealer-set", "auction.dealer_steals": False, "auction.throw_card": True,
         "finish.instant_win": "all-points-by-anyone"},
        {"auction.all_pass": "next-dealer", "special.name": "moon", "special.made": "none", "special.failed": "none"},
        {"special.name": "moon", "special.made": "win-or-zero", "special.failed": "score-becomes"},
        {"special.name": "moon", "special.made": "score", "special.failed": "lose-game"},
        {"auction.seller_scores": True, "scoring.set": "both", "finish.hands": 1, "finish.target": "none"},
        {"scoring.set": "given", "finish.hands": 1, "finish.equal": "play-on", "finish.target": "none"},
        {**NO_BIDS, "points.jack.hung": 3, "turn.ace": 1, "turn.six": 2, "turn.gift": 1},
    ]  # fmt: skip
    reached = play_every_line("money-pitch", 4, {}, [None], NOT_BY_POINTS)
    for variant, size in TABLES:
        for house in houses:
            try:
                rules = find_variant(variant).ruleset(size, house)
            except SettingsError:
                continue
            reached |= play_every_line(variant, size, house, openings(rules))
    level = open_table(read_sheet(sheet_of("money-pitch", 4, {}, None, NOT_BY_POINTS), find_variant).head)
    ahead, _ = play(level, read_line({"adjust": {level.players[0]: 3}, "reason": "so that somebody leads"}, "bidding"))
    _, ended = play(ahead, read_line({"end": "leaders"}, "bidding"))
    reached |= {reason.what for reason in ended.whys}
    assert words_of("reasons")["reason"].keys() - reached == set()
