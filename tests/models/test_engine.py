"""What a connection promises: saved means on disk, reads never write, writes never wait in vain."""

import logging
import sqlite3

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from scorekeeper.models import engine as engines
from scorekeeper.models.engine import WRITE, best_journal_mode, configure_engine, is_disk_full, set_journal_mode
from tests.databases import open_engine

pytestmark = pytest.mark.sqlite("how its connections are fitted out")


@pytest.fixture
def waits_for_disk():
    return True


@pytest.mark.parametrize(
    ("setting", "value"),
    [("foreign_keys", 1), ("busy_timeout", 5000), ("trusted_schema", 0), ("synchronous", 2),
     ("journal_mode", best_journal_mode(sqlite3.sqlite_version_info))],
)  # fmt: skip
def test_every_connection_is_fitted_out(engine, setting, value):
    with engine.connect() as one, engine.connect() as another:
        for connection in (one, another):
            assert connection.scalar(text(f"PRAGMA {setting}")) == value


@pytest.mark.parametrize(
    ("version", "journal"),
    [((3, 40, 1), "truncate"), ((3, 51, 2), "truncate"), ((3, 51, 3), "wal"), ((3, 52, 0), "wal"), ((4, 0, 0), "wal")],
)
def test_wal_only_where_its_reset_is_sound(version, journal):
    assert best_journal_mode(version) == journal


def test_the_journal_is_settled_in_the_file_and_said(database, monkeypatch, caplog):
    caplog.set_level(logging.INFO, logger=engines.__name__)
    engine = open_engine(database)
    for version, journal in [((3, 51, 3), "wal"), ((3, 40, 1), "truncate"), ((3, 51, 3), "wal")]:
        monkeypatch.setattr(engines.sqlite3, "sqlite_version_info", version)
        caplog.clear()
        assert set_journal_mode(engine) == journal
        assert f"journal {journal}" in caplog.text
        other = sqlite3.connect(database)
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal" if journal == "wal" else "delete",)
        other.close()
    engine.dispose()


def test_no_connection_takes_a_file_off_its_wal(database):
    file = sqlite3.connect(database)
    file.execute("PRAGMA journal_mode = WAL")
    file.close()
    engine = open_engine(database)
    with engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
    engine.dispose()


def test_a_journal_that_cannot_be_switched_is_said_and_left(database, monkeypatch, caplog):
    file = sqlite3.connect(database, isolation_level=None)
    file.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(engines.sqlite3, "sqlite_version_info", (3, 51, 3))
    monkeypatch.setattr(engines, "BUSY_TIMEOUT", 10)
    engine = open_engine(database)
    assert set_journal_mode(engine) == "truncate"
    assert "stays as it is" in caplog.text
    engine.dispose()
    file.close()


def test_a_connection_writes_only_where_it_was_asked_to(engine):
    write = text("INSERT INTO leagues (id, code, name, created_at) VALUES (1, 'code', 'A league', 'now')")
    with engine.connect() as connection, pytest.raises(RuntimeError, match="Not in a write: INSERT"):
        connection.execute(write)
    with engine.connect().execution_options(**{WRITE: True}) as connection:
        connection.execute(write)
        connection.commit()
    with engine.connect() as connection:  # the same one, from the pool
        assert connection.scalar(text("SELECT count(*) FROM leagues")) == 1
        for form in ("DELETE", "delete", "WITH it AS (SELECT 1) DELETE", "/* SELECT */ DELETE", "-- SELECT\nDELETE"):
            with pytest.raises(RuntimeError, match="Not in a write"):
                connection.execute(text(f"{form} FROM leagues"))


def test_a_write_takes_the_lock_at_once_and_a_read_takes_none(engine, database):
    other = sqlite3.connect(database, isolation_level=None, timeout=0)
    with engine.connect() as reading:
        reading.execute(text("SELECT * FROM leagues")).all()
        other.execute("BEGIN EXCLUSIVE")  # a reader in a transaction would be in the way
        other.execute("COMMIT")
    with engine.connect().execution_options(**{WRITE: True}) as writing:
        writing.begin()
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        writing.rollback()
    other.execute("BEGIN IMMEDIATE")
    other.close()


def test_a_full_disk_is_told_from_other_faults(engine):
    with engine.connect().execution_options(**{WRITE: True}) as connection:
        connection.execute(text("PRAGMA max_page_count = 1"))  # as many as there are: it grows no more
        with pytest.raises(OperationalError, match="full") as full:
            connection.execute(text("INSERT INTO devices VALUES (1, 'hash', hex(zeroblob(100000)), 'now')"))
        with pytest.raises(OperationalError, match="no such table") as other:
            connection.execute(text("SELECT * FROM nowhere"))
    assert (is_disk_full(full.value), is_disk_full(other.value)) == (True, False)


def test_a_full_disk_of_postgresql_too():
    errors = pytest.importorskip("psycopg.errors", reason="psycopg is not installed")
    full, other = (OperationalError("a call", None, error()) for error in (errors.DiskFull, errors.AdminShutdown))
    assert (is_disk_full(full), is_disk_full(other)) == (True, False)


def test_postgresql_is_left_as_it_is():
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    engine = configure_engine(create_engine("postgresql+psycopg://nobody@localhost/nothing"))
    assert not engine.dispatch.begin
    assert set_journal_mode(engine) is None
