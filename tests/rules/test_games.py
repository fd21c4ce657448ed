"""What holds in every game of every variant, whatever happens at the table."""

import json

import pytest
from games import games
from hypothesis import given, settings

from scorekeeper.rules.facts import check_hand
from scorekeeper.rules.fold import fold, play
from scorekeeper.rules.hand import score_hand
from scorekeeper.rules.money import fewest_payments
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.scoring import count_out
from scorekeeper.rules.sheet import Hand
from scorekeeper.rules.table import open_table, table_from_json, table_to_json
from scorekeeper.rules.whatif import what_if
from scorekeeper.sheets.report import print_game
from scorekeeper.variants.catalogue import find_variant


def read(document):
    return read_sheet(document, find_variant)


@settings(max_examples=60)
@given(games())
def test_what_holds_of_every_game(document):
    sheet = read(document)
    table, entries = fold(sheet)
    for team in table.teams:
        assert len({table.scores[player] for player in team}) == 1, "partners stand together"
    assert sum(table.balances.values()) == 0, "money comes to nothing"
    assert len(fewest_payments(table.balances)) <= max(0, sum(cents != 0 for cents in table.balances.values()) - 1)
    assert_led_from_line_to_line(sheet, entries)
    frozen = json.loads(json.dumps(table_to_json(table)))
    assert table_from_json(sheet.head, frozen) == table, "a snapshot is the table"
    assert print_game("night", sheet, table, entries)
    if sheet.lines:  # a table is a fold: all lines but the last give what stood before the last was played
        before, _ = fold(read({**document, "lines": document["lines"][:-1]}))
        again, _ = play(before, read_line(sheet.lines[-1], before.variant.kind))
        assert again == table


def assert_led_from_line_to_line(sheet, entries):
    scores = dict(open_table(sheet.head).scores)
    for entry in entries:
        assert entry.whys or not any(entry.changes.values())
        restarted = entry.outcome in ("join", "leave", "settle", "substitute")
        assert restarted or entry.scores == {player: scores[player] + by for player, by in entry.changes.items()}
        scores = dict(entry.scores)


@pytest.mark.deep
@settings(max_examples=60)
@given(games())
def test_what_is_counted_in_order_comes_to_the_scores_and_under_its_own_rules_nothing_differs(document):
    night = read(document)
    table = open_table(night.head)
    for line in night.lines:
        hand = read_line(line, table.variant.kind)
        if isinstance(hand, Hand) and table.rules.counts_in_order and (it := check_hand(hand, table.rules, table)):
            scored = score_hand(hand, it, table.rules, table.scores)
            *_, (_, last) = count_out(table.scores, scored.moments, table.rules)
            assert dict(last) == scored.scores
        table, _ = play(table, hand)
    again = what_if(night, {})
    assert not any(line.differs for line in again.lines)
    assert again.theirs == again.ours
