"""Every value of every setting: games are played with it, said, asked about and printed, and nothing breaks."""

import json
import random

import pytest
from games import counted
from sheets import NAMES, NO_BIDS, sheet, stakes_for, values_of

from scorekeeper.rules.errors import SettingsError, SheetError
from scorekeeper.rules.fold import fold
from scorekeeper.rules.fold import play as play_line
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.ruleset import SETTINGS
from scorekeeper.rules.table import open_table
from scorekeeper.rules.values import MAX_NUMBER
from scorekeeper.rules.whatif import outlooks
from scorekeeper.sheets.phrases import say_refusal, say_setting
from scorekeeper.sheets.questions import answer, questions_for, what_others_do
from scorekeeper.sheets.report import print_game, report_game
from scorekeeper.sheets.rules_sheet import rules_sheet, sheet_context
from scorekeeper.sheets.words import say_part, say_to_go, say_way_out, sentences
from scorekeeper.variants.catalogue import catalogue, find_variant
from tests.factories import any_line

TABLES = [
    ("partnership-pitch", 4), ("schmier-five", 5), ("ten-point-smear", 5), ("smoke", 4), ("money-pitch", 4),
    ("pawnee-call-partner", 5), ("nine-card-pitch", 4), ("fort-frances-bid-out", 2), ("racehorse-pitch", 5),
    ("minnesota-smear-kitty", 4), ("moon-over-four-pitch", 3), ("tunkhannock-pitch", 4),
]  # fmt: skip
"""Among them every way to sit, to count, to bid and to end a game."""

SIMPLE = ("call.", "deck.", "deal.", "play.", "points.")
"""Settings that change sentences, or what a point is worth: one table from its first hand on is enough."""

SOMETIMES = [
    {},
    NO_BIDS | {"finish.hold": "none"},
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


HANDS = 40


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


@pytest.mark.sampled(20)
@pytest.mark.parametrize("key", sorted(SETTINGS))
def test_every_value_can_be_played_said_asked_and_printed(key):
    for value in values_of(SETTINGS[key][0]):
        tables = tables_with(key, value)
        assert tables, f"no table can play {key} = {value}"
        for variant, size, house in tables:
            for opening in openings(find_variant(variant).ruleset(size, house)):
                play_a_night(variant, size, house, opening)
            ask_everything(variant, size, house)


def openings(rules):
    """Return scores to begin with: as the rules say, one short of the target, at the mark of bust."""
    down = 1 if rules.counts_down else -1
    near = [] if rules.finish.target == "none" else [rules.finish.target + down]
    scores = [*near, *([] if rules.finish.bust == "none" else [rules.finish.bust - down])]
    return [None, *(score for score in scores if abs(score) <= MAX_NUMBER)]


def play_a_night(variant, size, house, opening):
    """Play whatever may be said at the table, and say what it did or why it is refused; then print the night."""
    head = {"size": size, "rules": house, "stakes": stakes_for(variant, size, house)}
    head |= {} if opening is None else {"opening": dict.fromkeys(NAMES[:size], opening)}
    dice, lines = random.Random(f"{variant} {house}"), []
    table = open_table(read_sheet(sheet(variant, **head), find_variant).head)
    for _ in range(HANDS):
        line = counted(any_line(table, dice), table, dice)
        try:
            after, entry = play_line(table, read_line(line, table.variant.kind))
        except SheetError as error:
            assert_sentences([say_refusal(error.refusal)])
            continue
        assert_sentences(sentences(entry.whys))
        assert all(say_part(part, str, str, hands=(1,)) for part in entry.money)
        assert sum(part.cents for part in entry.money) == 0
        assert all(isinstance(say_way_out(it, "Ann") + say_to_go(it), str) for it in outlooks(after))
        if not after.finished:  # else somebody else might have won: the game goes on as if this had not been
            table = after
            lines.append(line)
    night = read_sheet(sheet(variant, *lines, **head), find_variant)
    table, entries = fold(night)
    assert len(print_game("night", night, table, entries).splitlines()) > len(entries)
    assert len(json.loads(json.dumps(report_game("night", table, entries)))["lines"]) == len(entries)


def ask_everything(variant, size, house):
    page = sheet_context(find_variant(variant), size, house)
    assert_sentences(answer(question, page) for question in questions_for(page.rules))
    printed = rules_sheet(find_variant(variant), size, house)
    assert_sentences(statement.text for part in printed.sections for statement in part.statements)
    assert_sentences(say_setting(key, value) for key, value in house.items())
