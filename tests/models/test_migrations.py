"""Row 13, a new database is as modeled, and an upgrade keeps all that is in an old one, or changes nothing.

There is no release yet: the next migration is made up.  With 1.0.0 a small database of every release comes here.
"""

import re
from contextlib import contextmanager

import pytest
from alembic import command
from alembic.operations import Operations
from sqlalchemy import inspect, text

from scorekeeper.core.extensions import db
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from scorekeeper.models import Base
from scorekeeper.operations import migrating
from scorekeeper.operations.doctor import Verdict, run_checks
from tests.apps import app_on
from tests.databases import (
    SERVER,
    add_migration,
    all_of,
    asked,
    blank_at,
    by_hand,
    closing_engine,
    configuration,
    migrate,
    open_engine,
)
from tests.factories import TickingClock, draft, enrol, hand

SCHEMA_ON_POSTGRESQL = """
    SELECT 'column', table_name || '.' || column_name, concat_ws(' ', data_type, is_nullable, column_default,
        collation_name) FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
"""
NEXT = """
with op.batch_alter_table("games", recreate="auto", table_kwargs={"sqlite_strict": True}) as games:
    games.add_column(sa.Column("table_number", sa.Integer(), nullable=False, server_default="1"))
    games.create_check_constraint(op.f("ck_games_table_number"), "table_number > 0")
"""
"""On SQLite the table is made anew, as it must be for a check."""


@pytest.fixture
def nothing(tmp_path):
    """A database without a table."""
    return blank_at(tmp_path / "empty.db")


@pytest.fixture
def empty(nothing):
    engine = open_engine(nothing)
    yield engine
    engine.dispose()


@contextmanager
def app_at(database, folder):
    app = app_on(database, folder)
    with app.app_context():
        yield app
        db.session.remove()
        db.engine.dispose()


def schema_of(database):
    """Return the tables, columns, constraints and indexes of a database, in words that can be compared."""
    if SERVER:
        made = {(kind, name): how for kind, name, how in asked(database, SCHEMA_ON_POSTGRESQL)}
    else:
        found = "SELECT type, name, sql FROM sqlite_master WHERE type <> 'trigger' AND sql IS NOT NULL"
        made = {(kind, name): parts(sql) if kind == "table" else written(sql)
                for kind, name, sql in asked(database, found)}  # fmt: skip
    return {what: how for what, how in made.items() if "alembic_version" not in what[1]}


def written(sql):
    """A CREATE statement without its line breaks and quotes."""
    return re.sub(r"\s*([(),])\s*", r"\1", " ".join(sql.replace('"', "").split()))


def parts(sql):
    """The columns and constraints of a CREATE TABLE, whatever their order, and what stands around them."""
    name, inside, after = re.fullmatch(r"CREATE TABLE (\w+)\((.*)\)([^)]*)", written(sql)).groups()
    return name, sorted(re.split(r",(?![^()]*\))", inside)), after.strip()


def rows_of(database):
    """Return all there is: table -> its rows, each by column."""
    with closing_engine(database) as engine, engine.connect() as connection:
        names = [name for name in inspect(connection).get_table_names() if name != "alembic_version"]
        found = {name: connection.execute(text(f"SELECT * FROM {name}")).mappings().all() for name in names}  # noqa: S608
    return {name: [dict(row) for row in rows] for name, rows in found.items()}


def lost(before, after):
    """Return what is not there any more as it was: the names of tables, and rows by their former columns."""
    gone = []
    for name, rows in before.items():
        there = after.get(name, [])
        kept = [{column: row[column] for column in rows[0] if column in row} for row in there] if rows else []
        gone += [(name, row) for row in rows if row not in kept]
        gone += [(name, "rows that were not there")] * (len(there) > len(rows))
    return gone


def made_by_the_models(database):
    engine = open_engine(database)
    with engine.connect().execution_options(write=True) as connection:
        Base.metadata.create_all(connection)
        connection.commit()
    engine.dispose()
    return database


def test_a_new_database_is_what_the_models_say(nothing, tmp_path, record_property):
    made = made_by_the_models(blank_at(tmp_path / "made.db"))
    with app_at(nothing, tmp_path) as app:
        migrating.prepare_database(app)
        with db.engine.connect() as connection:
            assert [found.faults for found in run_checks(connection) if found.verdict is Verdict.WRONG] == []
    found, expected = schema_of(nothing), schema_of(made)
    differing = {what for what in found.keys() | expected.keys() if found.get(what) != expected.get(what)}
    record_property("row 13: tables and indexes that are compared, that differ", [len(expected), len(differing)])
    assert differing == set()


def test_the_control_an_index_that_is_gone_is_noticed(nothing, record_property):
    before = schema_of(made_by_the_models(nothing))
    by_hand(nothing, "DROP INDEX ix_members_device_id")
    missing = before.keys() - schema_of(nothing).keys()
    record_property("row 13, control with an index dropped: differences", len(missing))
    assert missing == {("index", "ix_members_device_id")}


def play():
    """Play a game for money to its end."""
    clock = TickingClock()
    device, _ = enrol(db.session, clock, "Alice's phone")
    stakes = {"currency": "USD", "game": "0.10"}
    code = create_game(Submission(db.session, clock, device), **draft(stakes=stakes, opening={0: 40, 1: 44}))
    record_line(Submission(db.session, clock, device), code, hand("2", 5))
    db.session.commit()


def test_an_upgrade_keeps_what_is_there(nothing, tmp_path, monkeypatch, record_property):
    with app_at(nothing, tmp_path) as app:
        migrating.prepare_database(app)
        play()
    before = rows_of(nothing)
    add_migration(monkeypatch, tmp_path, NEXT)
    with app_at(nothing, tmp_path) as app:
        assert migrating.is_older(migrating.revisions_in(app))
        migrating.upgrade(app)
        assert migrating.revisions_in(app) == {"0002"}
    after = rows_of(nothing)
    gone = lost(before, after)
    rows = sum(map(len, before.values()))
    record_property("row 13: rows in a database that was upgraded, rows lost", [rows, len(gone)])
    assert gone == []
    assert [row["table_number"] for row in after["games"]] == [1]


def test_a_migration_that_fails_leaves_nothing(empty, monkeypatch):
    execute = Operations.execute

    def fail(operations, statement, *args, **more):
        if statement.startswith(("CREATE TRIGGER", "CREATE FUNCTION")):  # they come last
            raise ZeroDivisionError
        return execute(operations, statement, *args, **more)

    monkeypatch.setattr(Operations, "execute", fail)
    with pytest.raises(ZeroDivisionError):
        migrate(empty)
    assert inspect(empty).get_table_names() == []
    monkeypatch.undo()
    migrate(empty)
    assert "lines" in inspect(empty).get_table_names()


@pytest.mark.sqlite("tables are made anew there, with foreign keys off")
def test_foreign_keys_are_on_after(empty):
    migrate(empty)
    with empty.connect() as connection:
        assert connection.scalar(text("PRAGMA foreign_keys")) == 1


@pytest.mark.sqlite("nobody asks for foreign keys but who wants them")
def test_what_refers_to_nothing_is_found_before_anything_is_kept(engine, database):
    by_hand(database, "INSERT INTO people (league_id, id, name, name_key, guest) VALUES (7, 1, 'Nobody', 'nobody', 0)")
    with pytest.raises(RuntimeError, match="people refers to nothing in leagues"):
        migrate(engine)


def test_a_second_upgrade_changes_nothing(engine, database):
    before = all_of(database)
    migrate(engine)
    assert all_of(database) == before


def test_there_is_no_offline_mode(engine):
    with pytest.raises(SystemExit, match="no offline mode"):
        command.upgrade(configuration(engine), "head", sql=True)
