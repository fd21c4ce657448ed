"""A copy of a database that a test makes is the whole database."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tests.databases import asked, copied

pytestmark = pytest.mark.sqlite("a server copies its databases itself")


def test_a_copy_has_what_stands_beside_the_file(tmp_path):
    """With WAL the file alone has nothing of it."""
    with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("PRAGMA wal_autocheckpoint = 0")
        writer.execute("CREATE TABLE hands (bid INTEGER)")
        writer.execute("INSERT INTO hands VALUES (5)")
        assert asked(copied(tmp_path / "games.db", tmp_path / "copy.db"), "SELECT bid FROM hands") == [(5,)]


def test_a_copy_over_another_database_is_seen_by_who_has_it_open(tmp_path):
    for name, bid in (("one", 5), ("other", 7)):
        with closing(sqlite3.connect(tmp_path / name, isolation_level=None)) as writer:
            writer.execute("CREATE TABLE hands (bid INTEGER)")
            writer.execute("INSERT INTO hands VALUES (?)", [bid])
    with closing(sqlite3.connect(tmp_path / "other")) as reader:
        assert reader.execute("SELECT bid FROM hands").fetchall() == [(7,)]
        copied(tmp_path / "one", tmp_path / "other")
        assert reader.execute("SELECT bid FROM hands").fetchall() == [(5,)]
