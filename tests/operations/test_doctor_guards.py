"""The doctor misses guards that were taken away, and finds settings under which lines get lost."""

from __future__ import annotations

import sqlite3

import pytest

from scorekeeper.models.engine import best_journal_mode
from scorekeeper.operations import doctor
from tests.databases import SERVER, by_hand, raw_connection
from tests.operations.conftest import found

PAGE = 4096
"""Bytes of a page of SQLite; its head says where its rows are."""


@pytest.mark.usefixtures("season")
def test_a_mark_that_lets_lines_be_deleted_is_found(engine, database):
    by_hand(database, "INSERT INTO league_deletions VALUES (1)")
    said = "A deletion of league 1 was not finished, so its lines are not protected."
    assert found(engine, quick=True) == {"guards": (said,)}


@pytest.mark.skipif(not SERVER, reason="the next test is SQLite's")
def test_guards_taken_away_on_a_server_are_missed(engine, database):
    with raw_connection(database) as raw:
        raw.execute("DROP TRIGGER lines_no_update ON lines")
        raw.execute("ALTER TABLE changes DISABLE TRIGGER changes_no_truncate")
        raw.commit()
    missed = ("Nothing protects changes against TRUNCATE.", "Nothing protects lines against UPDATE.")
    assert found(engine) == {"guards": missed}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("DROP TRIGGER lines_no_update", "The trigger lines_no_update is missing."),
        ("DROP INDEX ix_entries_league_id_game_id", "The index ix_entries_league_id_game_id is missing."),
        ("CREATE TABLE more (id INTEGER)", "The table more is not part of Scorekeeper."),
        ("ALTER TABLE games ADD COLUMN colour TEXT", "The table games does not match the migrations."),
    ],
)
@pytest.mark.sqlite("its schema, compared to the letter; the test before is a server's")
def test_guards_taken_away_are_missed(engine, database, change, sentence):
    raw = sqlite3.connect(database)
    raw.execute(change)
    raw.close()
    assert found(engine) == {"guards": (sentence,)}


@pytest.mark.sqlite("a server has its own ways to lose a file")
@pytest.mark.usefixtures("season")
def test_a_torn_file_is_found(engine, database):
    engine.dispose()
    whole = database.read_bytes()
    page = whole.index(b'"bid":5') // PAGE * PAGE
    database.write_bytes(whole[:page] + bytes(100) + whole[page + 100 :])
    assert "file" in found(engine)


@pytest.mark.sqlite("its journal")
def test_a_journal_that_this_sqlite_should_not_have_is_found(engine, monkeypatch):
    wanted = {"truncate": "wal", "wal": "truncate"}[best_journal_mode(sqlite3.sqlite_version_info)]
    monkeypatch.setattr(doctor, "best_journal_mode", lambda _version: wanted)
    (sentence,) = found(engine)["saving"]
    assert f"it should be {wanted}" in sentence
