"""Row 13, any released database upgrades with its data.

released/ has a small database of every version, two hard nights played by the program of that version, and what it
showed of them (released/play.py).  Nothing in it is ever made again.  0003 came with 0004 and 0007 with
0008, no program ran on either alone.
"""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, event, inspect, make_url, text
from sqlalchemy.pool import NullPool

from scorekeeper import migrating
from scorekeeper.app import create_app
from scorekeeper.extensions import db
from scorekeeper.services.games.view import read_game
from scorekeeper.services.operations.doctor import Verdict, run_checks
from scorekeeper.settings import from_environment
from tests.databases import SERVER, configuration, engine_at
from tests.models.test_schema import parts, written
from tests.needs import miss
from tests.postgres import NoPostgres, started

FOLDER = Path(__file__).parent / "released"
CAME_TOGETHER, WITHOUT_LEDGER = {"v0003", "v0007"}, {"v0001", "v0002"}
VERSIONS = sorted(path.stem for path in FOLDER.glob("*.json"))
TABLE, HOUSEKEEPING = re.compile("CREATE TABLE"), {"alembic_version"}
SCHEMA_ON_POSTGRESQL = """
    SELECT 'column', table_name || '.' || column_name, concat_ws(' ', data_type, is_nullable, column_default,
        collation_name) FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT 'trigger', tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'function', proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace
"""


# ---------------------------------------------------------------- databases of then


@pytest.fixture(scope="session")
def server():
    """The address of a PostgreSQL server: that of `make test-postgres`, elsewhere one of its own."""
    if SERVER:
        yield SERVER
        return
    try:
        with started() as url:
            yield url
    except NoPostgres as reason:
        miss("postgres", str(reason))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.deep)])
def place(request, tmp_path):
    """Return a function that makes an empty database of a name, and gives its address."""
    if request.param == "postgresql":
        with on_server(request.getfixturevalue("server"), f"released_{tmp_path.name}") as make:
            yield make
    elif SERVER:
        pytest.skip("On SQLite it is tried by make test.")
    else:
        yield lambda name: f"sqlite:///{tmp_path / name}.db"


@contextmanager
def on_server(server, prefix):
    made, manager = [], create_engine(server, isolation_level="AUTOCOMMIT", poolclass=NullPool)

    def make(name):
        made.append(f"{prefix}_{name}")
        with manager.connect() as connection:
            connection.exec_driver_sql(f'CREATE DATABASE "{made[-1]}" TEMPLATE template0')
        return make_url(server).set(database=made[-1]).render_as_string(hide_password=False)

    try:
        yield make
    finally:
        with manager.connect() as connection:
            for name in made:
                connection.exec_driver_sql(f'DROP DATABASE "{name}" WITH (FORCE)')


def load(url, version, change=lambda dump: dump):
    """Fill an empty database with what the program of a version left."""
    dump = change((FOLDER / f"{version}.{make_url(url).get_backend_name()}.sql").read_text(encoding="utf-8"))
    if make_url(url).get_backend_name() == "sqlite":
        with closing(sqlite3.connect(make_url(url).database)) as connection:
            connection.executescript(dump)
        return
    with plainly(url) as connection:
        connection.connection.dbapi_connection.execute(dump)
        connection.connection.dbapi_connection.commit()


@contextmanager
def plainly(url):
    """A connection that nothing of the program's stands in the way of."""
    engine = create_engine(url, poolclass=NullPool)
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def migrated(url, revision="head", on_connect=lambda *_: None):
    engine = engine_at(url)
    event.listen(engine, "connect", on_connect)
    command.upgrade(configuration(engine), revision)
    engine.dispose()


def rows_of(connection):
    """Return all there is: table -> its rows, each by column."""
    names = [name for name in inspect(connection).get_table_names() if name not in HOUSEKEEPING]
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


def schema_of(connection):
    """Return everything that was made in a database, in words that can be compared."""
    if connection.dialect.name == "postgresql":
        return {(kind, name): how for kind, name, how in connection.execute(text(SCHEMA_ON_POSTGRESQL))}
    made = connection.execute(text("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
    return {(kind, name): parts(sql) if kind == "table" else written(sql) for kind, name, sql in made}


# ---------------------------------------------------------------- the proof


@pytest.mark.parametrize("version", VERSIONS)
def test_a_released_database_upgrades_with_its_data(place, version, tmp_path, record_property):
    url = place("then")
    load(url, version)
    with plainly(url) as connection:
        before = rows_of(connection)
    app = create_app(from_environment({"DATABASE_URL": url}, tmp_path))
    migrating.upgrade(app)
    with plainly(url) as connection:
        gone = lost(before, rows_of(connection))
        assert gone == []
        fresh = place("fresh")
        migrated(fresh)
        with plainly(fresh) as new:
            assert schema_of(connection) == schema_of(new)
    told = json.loads((FOLDER / f"{version}.json").read_text(encoding="utf-8"))
    with app.app_context():
        assert_shown(app, version, told)
        with db.engine.connect() as connection:
            assert [found.faults for found in run_checks(connection) if found.verdict is not Verdict.OK] == []
        db.session.remove()
        db.engine.dispose()
    rows = sum(map(len, before.values()))
    record_property("row 13: databases upgraded, rows in them, rows lost", [1, rows, len(gone)])


def assert_shown(app, version, told):
    """Every phone still sees its games, scores and lines as the program of then showed them."""
    for game in told["games"]:
        phone = app.test_client()
        phone.set_cookie("phone", game["phone"])
        page = phone.get(f"/t/{game['code']}")
        assert page.status_code == 200
        view = read_game(db.session, game["code"])
        assert {
            "on the page": re.findall(r"data-score>([^<]+)<", page.text),
            "seq": view.seq,
            "scores": dict(view.table.scores),
            "finished": bool(view.table.finished),
            "winners": sorted(view.table.winners),
            "sheet": json.loads(phone.get(f"/t/{game['code']}/sheet.json").text),
        } == {key: value for key, value in game.items() if key not in {"code", "phone"}}
    assert bool(told["owed"]) == (version not in WITHOUT_LEDGER)
    if told["owed"]:  # what older games come to by their lines, the doctor has compared
        owed = "SELECT person_id, sum(cents) FROM postings WHERE league_id = 1 GROUP BY person_id ORDER BY person_id"
        assert {str(who): int(cents) for who, cents in db.session.execute(text(owed))} == told["owed"]


def test_every_version_before_this_one_is_among_them(engine):
    """A new migration wants the database of the version before it: released/make.py."""
    scripts = ScriptDirectory.from_config(configuration(engine))
    before = {f"v{script.revision}" for script in scripts.walk_revisions()} - {f"v{scripts.get_current_head()}"}
    assert before - CAME_TOGETHER <= set(VERSIONS)


# ---------------------------------------------------------------- and its controls


OF_A_GAME = "REFERENCES games (league_id, id)"


@pytest.mark.sqlite("tables are made anew there")
def test_the_control_with_foreign_keys_on_a_cascade_loses_rows(tmp_path, record_property):
    """It reports success, where no guard stands in its way."""
    url = f"sqlite:///{tmp_path / 'then.db'}"

    def cascade(dump):
        unguarded = re.sub(r"CREATE TRIGGER \w+_no_delete .*? END;", "", dump)
        assert unguarded != dump
        return unguarded.replace(OF_A_GAME, f"{OF_A_GAME} ON DELETE CASCADE")

    load(url, "v0002", cascade)
    with plainly(url) as connection:
        before = rows_of(connection)
    migrated(url, "0003", lambda connection, _: connection.set_authorizer(keep_foreign_keys))
    with plainly(url) as connection:
        gone = lost(before, rows_of(connection))
    record_property("row 13, control with foreign keys on and a cascade: rows lost", len(gone))
    assert {"lines", "seats"} <= {name for name, _ in gone}


def keep_foreign_keys(action, name, *_):
    """Nothing switches foreign keys off."""
    return sqlite3.SQLITE_IGNORE if action == sqlite3.SQLITE_PRAGMA and name == "foreign_keys" else sqlite3.SQLITE_OK


@pytest.mark.sqlite("the same on either")
def test_the_control_a_trigger_that_is_gone_is_noticed(database, record_property):
    with plainly(f"sqlite:///{database}") as connection:
        before = schema_of(connection)
        connection.exec_driver_sql("DROP TRIGGER lines_no_update")
        missing = before.keys() - schema_of(connection).keys()
    record_property("row 13, control with a trigger dropped: differences", len(missing))
    assert missing == {("trigger", "lines_no_update")}
