"""Names for seat keys and back, in facts, heads and tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.naming import distinct_names, rename_facts, rename_head, rename_table, seat_keys
from scorekeeper.rules.documents import MAX_NAME
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.table import open_table
from scorekeeper.variants.catalogue import find_variant
from tests.golden import cases

KEYS = {"Ann": "1", "Bob": "2", "Cy": "3", "Dee": "4"}
BACK = {key: name for name, key in KEYS.items()}

EVERY_PLACE = [
    {"bidder": "Ann", "partner": "Bob", "renege": "Cy"},
    {"points": {"high": "Ann", "low": "Bob"}},
    {"counts": {"Ann": 40, "Bob": 40}, "buried": 0},
    {"auction": [["Ann", 2], ["Bob", "pass"], ["Cy", "throw"]]},
    {"tricks": {"Ann": 5}, "sat": ["Bob", "Cy"], "first_trick": "Ann", "pickups": {"Dee": 2}},
    {"join": "Dee", "after": "Cy"},
    {"leave": "Ann"},
    {"adjust": {"Ann": -2}, "reason": "Ann said Bob's name."},
    {"rules": {"finish.target": 52}},
    {"misdeal": True, "note": "Bob"},
]


@pytest.mark.parametrize("facts", EVERY_PLACE, ids=lambda facts: next(iter(facts)))
def test_every_place_a_player_is_named(facts):
    keyed = rename_facts(facts, KEYS.__getitem__)
    assert rename_facts(keyed, BACK.__getitem__) == facts
    left = {"reason", "note", "rules"}
    said = str({key: value for key, value in keyed.items() if key not in left})
    assert not any(name in said for name in KEYS)
    assert {key: keyed[key] for key in left & keyed.keys()} == {key: facts[key] for key in left & facts.keys()}


@pytest.mark.parametrize(
    "facts",
    [{"bidder": 7}, {"points": "Ann"}, {"counts": ["Ann"]}, {"sat": {"Ann": 1}}, {"auction": [[], "Ann", 3, ["Ann"]]},
     {"auction": None}, {"tricks": None}, {"sat": [None, 1]}, {"bidder": None}, {"adjust": 3}],
)  # fmt: skip
def test_what_is_not_shaped_like_facts_is_handed_through(facts):
    assert rename_facts(facts, str).keys() == facts.keys()


def in_keys(sheet):
    """The same sheet with seat keys for names."""
    joined = [line["join"] for line in sheet.lines if isinstance(line, dict) and isinstance(line.get("join"), str)]
    keys = seat_keys(dict.fromkeys([*sheet.head.players, *joined]))

    def key(name):
        return keys.get(name, name)

    return rename_head(sheet.head, key), [rename_facts(line, key) for line in sheet.lines], key


def test_the_engine_does_not_care_what_players_are_called():
    """Every golden sheet gives the same table in keys as in names, and a refused one is refused at the same place."""
    played = 0
    for name, case in cases().items():
        try:
            sheet = read_sheet(case["sheet"], find_variant)
            table, _ = fold(sheet)
        except SheetError:
            continue
        head, lines, key = in_keys(sheet)
        keyed, _ = fold(type(sheet)(head, tuple(lines)))
        assert rename_table(table, head, key) == keyed, name
        played += 1
    assert played > 300


def test_a_table_renamed_and_back_is_the_same():
    players = list(KEYS)
    sheet = read_sheet({"format": "scoresheet/1", "variant": "smoke", "players": players}, find_variant)
    table = open_table(sheet.head)
    keyed = rename_table(table, rename_head(sheet.head, KEYS.__getitem__), KEYS.__getitem__)
    assert keyed.players == ("1", "2", "3", "4")
    assert rename_table(keyed, sheet.head, BACK.__getitem__) == table


@given(st.lists(st.sampled_from(["Bob", "Bob (2)", "B" * MAX_NAME, "Ann"]), max_size=8))
def test_everybody_is_told_apart(names):
    told = distinct_names(dict(enumerate(names)))
    assert len(set(told.values())) == len(names)
    assert all(len(name) <= MAX_NAME for name in told.values())
    for at, name in enumerate(names):
        if name not in names[:at] and name not in list(told.values())[:at]:
            assert told[at] == name
