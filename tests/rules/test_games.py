"""What holds in every game of every variant, whatever happens at the table."""

from __future__ import annotations

import json

import pytest
from games import games
from hypothesis import given, settings
from sheets import NAMES

from scorekeeper.rules.fold import fold, play
from scorekeeper.rules.money import fewest_payments
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.table import open_table, table_from_json, table_to_json
from scorekeeper.rules.whatif import what_if
from scorekeeper.sheets.report import print_game
from scorekeeper.variants.catalogue import find_variant


def read(document):
    return read_sheet(document, find_variant)


@settings(max_examples=30)
@given(games())
def test_partners_stand_together_and_money_comes_to_nothing(document):
    table, entries = fold(read(document))
    for team in table.teams:
        assert len({table.scores[player] for player in team}) == 1
    assert sum(table.balances.values()) == 0
    payments = fewest_payments(table.balances)
    assert len(payments) <= max(0, sum(cents != 0 for cents in table.balances.values()) - 1)
    for entry in entries:
        assert entry.whys or not any(entry.changes.values())


@settings(max_examples=30)
@given(games())
def test_scores_lead_from_line_to_line(document):
    sheet = read(document)
    scores = dict(open_table(sheet.head).scores)
    for entry in fold(sheet)[1]:
        restarted = entry.outcome in ("join", "leave", "settle")
        assert restarted or entry.scores == {player: scores[player] + by for player, by in entry.changes.items()}
        scores = dict(entry.scores)


@settings(max_examples=30)
@given(games())
def test_a_snapshot_is_the_table(document):
    sheet = read(document)
    table, entries = fold(sheet)
    frozen = json.loads(json.dumps(table_to_json(table)))
    assert table_from_json(sheet.head, frozen) == table
    assert print_game("night", sheet, table, entries)


@settings(max_examples=30)
@given(games())
def test_other_names_give_the_same_game(document):
    """Players are only names: calling them something else changes nothing but the names."""
    other = {name: f"{name}-{at}" for at, name in enumerate(NAMES)}
    text = json.dumps(document)
    for name, called in other.items():
        text = text.replace(f'"{name}"', f'"{called}"')
    table, _ = fold(read(document))
    renamed, _ = fold(read(json.loads(text)))
    assert {other[player]: score for player, score in table.scores.items()} == renamed.scores
    assert tuple(other[player] for player in table.winners) == renamed.winners
    assert {other[player]: cents for player, cents in table.balances.items()} == renamed.balances


@pytest.mark.deep
@settings(max_examples=30)
@given(games())
def test_under_its_own_rules_nothing_would_have_been_different(document):
    night = what_if(read(document), {})
    assert not any(line.differs for line in night.lines)
    assert night.theirs == night.ours


@settings(max_examples=30)
@given(games())
def test_undoing_the_last_line_is_the_table_before_it(document):
    """A table is a fold: playing all lines but the last gives what stood before the last was played."""
    sheet = read(document)
    if not sheet.lines:
        return
    before = fold(read({**document, "lines": document["lines"][:-1]}))[0]
    again, _ = play(before, read_line(sheet.lines[-1], before.variant.kind))
    assert again == fold(sheet)[0]
