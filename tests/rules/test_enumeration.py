"""Every legal hand of every variant: its count and digest are committed, and what must always hold holds."""

import enumeration
import pytest
from enumeration import FILE, NAMES, describe, smoke_results, tables

from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.ruleset import BIDDING, SMOKE
from scorekeeper.rules.table import open_table
from scorekeeper.variants.catalogue import catalogue, find_variant

COMMITTED = FILE.read_text(encoding="utf-8").splitlines()
HUGE = {BIDDING: 25_000, SMOKE: 2_000}
"""From so many hands on, a table is left to `make test-all`."""


def test_every_table_is_committed():
    assert [tuple(line.split()[:2]) for line in COMMITTED] == [(key, str(size)) for key, size in tables()]


def marks(line):
    key, _size, hands, _digest = line.split()
    return [pytest.mark.deep] if int(hands) > HUGE[catalogue()[key].kind] else []


def named(line):
    key, size, *_ = line.split()
    return pytest.param(line, id=f"{key}-{size}", marks=marks(line))


@pytest.mark.parametrize("line", [named(line) for line in COMMITTED])
def test_the_hands_are_those_that_were_counted(line, record_property):
    key, size, _, _ = line.split()
    found = describe(key, int(size))
    counted = int(found.split()[2])
    differs = int(found != line)
    record_property("row 11: tables of a variant, hands enumerated, digests that differ", [1, counted, differs])
    assert found == line


@pytest.mark.parametrize(
    ("key", "size", "rule"),
    [("partnership-pitch", 4, {"scoring.others": "nothing"}), ("cinch", 4, {"points.jack.worth": 2}),
     ("smoke", 3, {"tally.trick": -2})],
)  # fmt: skip
def test_the_control_one_rule_that_is_another_makes_another_digest(key, size, rule, monkeypatch, record_property):
    at_home = {"format": "scoresheet/1", "variant": key, "players": list(NAMES[:size]), "rules": rule}
    monkeypatch.setattr(enumeration, "fresh_table", lambda *_: open_table(read_sheet(at_home, find_variant).head))
    [committed] = [line for line in COMMITTED if line.startswith(f"{key} {size} ")]
    differs = describe(key, size).split()[-1] != committed.split()[-1]
    record_property("row 11, control with one rule changed: tables, digests that differ", [1, int(differs)])
    assert differs


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_what_must_always_hold_in_smoke(size):
    # [002] one point off a trick, five up for staying without one; who sits stays where he is.
    for hand, entry in smoke_results("smoke", size):
        for player, change in entry.changes.items():
            tricks = hand["tricks"].get(player)
            assert change == {None: 0, 0: 5}.get(tricks, -(tricks or 0))
