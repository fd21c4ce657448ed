"""The ledger defends itself whoever writes to the file: nothing is changed, and every entry adds up to zero."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import IntegrityError

from tests.databases import raw_connection

MOMENT = "2026-11-19T20:00:00.000000Z"


@pytest.fixture
def raw(database):
    """A league of three people, foreign keys on, as any other program sees the file."""
    with raw_connection(database) as raw:
        raw.execute("INSERT INTO devices VALUES (1, 'hash', 'A phone', ?)", [MOMENT])
        raw.execute("INSERT INTO leagues (id, code, name, created_at) VALUES (1, 'code', 'A league', ?)", [MOMENT])
        people = "(1, 1, 'Ann', 'ann', 0), (1, 2, 'Bob', 'bob', 0), (1, 3, 'Cy', 'cy', 0)"
        raw.execute(f"INSERT INTO people (league_id, id, name, name_key, guest) VALUES {people}")  # noqa: S608
        raw.commit()
        yield raw


def post(raw, number, cents, kind="payment", reverses=None):
    raw.executemany("INSERT INTO postings VALUES (1, ?, ?, ?)", [(number, who, part) for who, part in cents.items()])
    raw.execute(
        "INSERT INTO entries (league_id, id, kind, reverses, currency, device_id, posted_at)"
        " VALUES (1, ?, ?, ?, 'USD', 1, ?)",
        [number, kind, reverses, MOMENT],
    )
    raw.commit()


def test_a_balanced_entry_is_taken(raw):
    post(raw, 1, {1: -20, 2: 15, 3: 5})
    post(raw, 2, {1: 20, 2: -15, 3: -5}, "reversal", 1)
    assert raw.execute("SELECT sum(cents) FROM postings").fetchone() == (0,)


@pytest.mark.parametrize("cents", [{1: -20, 2: 15}, {1: 1}, {}], ids=["a nickel short", "one-sided", "no postings"])
def test_what_does_not_add_up_is_refused(raw, cents):
    with pytest.raises(IntegrityError, match="add up to zero"):
        post(raw, 1, cents)


def test_postings_without_their_entry_are_not_kept(raw):
    raw.execute("INSERT INTO postings VALUES (1, 1, 1, 0)")
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        raw.commit()


def test_nothing_is_added_to_an_entry(raw):
    post(raw, 1, {1: -20, 2: 20})
    with pytest.raises(IntegrityError, match="written before it"):
        raw.execute("INSERT INTO postings VALUES (1, 1, 3, 0)")


@pytest.mark.sqlite("REPLACE is a word of its own")
def test_nothing_in_an_entry_is_replaced(raw):
    post(raw, 1, {1: -20, 2: 20})
    with pytest.raises(IntegrityError, match="written before it"):
        raw.execute("INSERT OR REPLACE INTO postings VALUES (1, 1, 1, 0)")


@pytest.mark.parametrize("number", [0, 1, 3])
def test_entries_are_numbered_without_gaps(raw, number):
    post(raw, 1, {1: -20, 2: 20})
    with pytest.raises(IntegrityError, match=r"without gaps|written before it"):
        post(raw, number, {1: -20, 2: 20})


@pytest.mark.parametrize("table", ["entries", "postings"])
@pytest.mark.parametrize("change", ["UPDATE {} SET league_id = 1", "DELETE FROM {}"])
def test_nothing_is_changed_or_taken_out(raw, table, change):
    post(raw, 1, {1: -20, 2: 20})
    with pytest.raises(IntegrityError, match="only ever added to"):
        raw.execute(change.format(table))


@pytest.mark.sqlite("REPLACE is a word of its own")
def test_replacing_an_entry_is_no_way_round(raw):
    post(raw, 1, {1: -20, 2: 20})
    with pytest.raises(IntegrityError, match="without gaps"):
        raw.execute("REPLACE INTO entries SELECT * FROM entries")


def test_an_entry_is_reversed_once(raw):
    post(raw, 1, {1: -20, 2: 20})
    post(raw, 2, {1: 20, 2: -20}, "reversal", 1)
    with pytest.raises(IntegrityError, match="reverses"):
        post(raw, 3, {1: 20, 2: -20}, "reversal", 1)


@pytest.mark.parametrize(("kind", "reverses"), [("reversal", None), ("payment", 1), ("gift", None)])
def test_an_entry_is_one_of_three_kinds(raw, kind, reverses):
    post(raw, 1, {1: -20, 2: 20})
    with pytest.raises(IntegrityError, match=r"(?i)check"):
        post(raw, 2, {1: -20, 2: 20}, kind, reverses)
