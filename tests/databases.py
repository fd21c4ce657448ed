"""Real databases for tests, opened and migrated as the program does it: SQLite files, or on a PostgreSQL server.

TEST_DATABASE_URL names the server.  There a database is a `Postgres`, which is no path: a test that takes it for a file
is about SQLite, and marked so.
"""

import atexit
import hashlib
import os
import re
import shutil
import sqlite3
import uuid
from contextlib import closing, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache

from alembic import command
from alembic.config import Config
from jinja2 import Environment
from sqlalchemy import Engine, create_engine, event, make_url, text
from sqlalchemy.pool import NullPool, Pool

from scorekeeper.core import settings
from scorekeeper.models import engine as engines
from scorekeeper.models.engine import configure_engine

SERVER = os.environ.get("TEST_DATABASE_URL", "")
GUARDS_OFF = "SET session_replication_role = replica"
"""On PostgreSQL no trigger of ours fires then, nor one that keeps foreign keys."""


@dataclass(frozen=True)
class Postgres:
    """A database on the server."""

    name: str

    @property
    def url(self):
        return make_url(SERVER).set(database=self.name).render_as_string(hide_password=False)


_made = []
_open = {}


def blank_at(path):
    """Return an empty database of that name, without tables."""
    return _create(_named(path), "template0") if SERVER else path


def copied(source, target):
    """Copy a whole database to a path, or over another one, while programs have either open; return the copy.

    On SQLite by its backup API: what was written last may stand beside the file (WAL).
    """
    if not SERVER:
        with closing(sqlite3.connect(source)) as whole, closing(sqlite3.connect(target)) as copy:
            copy.execute("PRAGMA synchronous = OFF")
            whole.backup(copy)
        return target
    _let_go(source)
    _manage(f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{source.name}'")  # noqa: S608
    copy = target if isinstance(target, Postgres) else _named(target)
    drop(copy)
    return _create(copy, source.name)


def url_of(database):
    """The DATABASE_URL that leads to it."""
    return database.url if isinstance(database, Postgres) else f"sqlite:///{database}"


def database_in(folder):
    """What `scorekeeper run` in that folder keeps its games in, made if it is not there yet."""
    if not SERVER:
        path = folder / "instance" / "scorekeeper.db"
        path.parent.mkdir(exist_ok=True)
        return path
    database = _named(folder)
    return database if database in _made else _create(database, "template0")


def environ_in(folder):
    """What `scorekeeper run` in that folder is told."""
    return {"DATABASE_URL": database_in(folder).url} if SERVER else {}


def made_by_now():
    return len(_made)


def drop_made_since(number):
    """Drop what was made on the server since `made_by_now` gave that number; files go with their folder."""
    for database in _made[number:]:
        drop(database)


def drop(database):
    if database in _made:
        _let_go(database)
        _manage(f'DROP DATABASE "{database.name}" WITH (FORCE)')
        _made.remove(database)


def _create(database, template):
    _manage(f'CREATE DATABASE "{database.name}" TEMPLATE "{template}"')
    _made.append(database)
    return database


def _named(path):
    """One path, one database."""
    return Postgres("test_" + hashlib.sha256(f"{RUN} {path}".encode()).hexdigest()[:20])


RUN = uuid.uuid4().hex


def _manage(statement):
    with _manager.connect() as connection:
        connection.exec_driver_sql(statement)


if SERVER:
    _manager = create_engine(SERVER, isolation_level="AUTOCOMMIT")
    atexit.register(_manager.dispose)
    atexit.register(lambda: drop_made_since(0))  # before that

    @event.listens_for(Pool, "connect")
    def _note(connection, _record):
        if hasattr(connection, "info"):  # the doctor has a database in memory to compare with, an SQLite
            _open.setdefault(connection.info.dbname, []).append(connection)


def _let_go(database):
    for connection in _open.pop(database.name, []):
        connection.close()


def asked(database, question):
    """Return all rows, as another program sees them."""
    with closing_engine(database) as engine, engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(question))]


def everything(database, *, without=()):
    """Return all that is in it, as another program sees it: rows by table."""
    if not SERVER:  # thousands of times a run: an engine for each would take three times as long
        with closing(sqlite3.connect(database)) as connection:
            return _rows(connection.execute, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1", without)
    tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
    with closing_engine(database) as engine, engine.connect() as connection:
        return _rows(connection.exec_driver_sql, tables, without)


def _rows(ask, tables, without):
    names = [name for (name,) in ask(tables) if name not in without]
    return {name: sorted(map(tuple, ask(f"SELECT * FROM {name}")), key=repr) for name in names}  # noqa: S608


def all_of(database):
    """Return all that is kept, byte by byte: the file, on a server every value in it."""
    return repr(everything(database)).encode() if SERVER else database.read_bytes()


def by_hand(database, *changes):
    """What somebody with the file and a grudge can do: take the guards away, change, put them back."""
    with unguarded(database) as connection:
        for change in filter(str.strip, changes):
            connection.exec_driver_sql(_said_here(change))


@contextmanager
def unguarded(database):
    """Return a connection to a database without its guards, which are put back at the end."""
    with closing_engine(database) as engine, engine.connect() as connection:
        guards = []
        if SERVER:
            connection.exec_driver_sql(GUARDS_OFF)
        else:
            found = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
            guards = connection.execute(text(found)).all()
        for name, _ in guards:
            connection.exec_driver_sql(f"DROP TRIGGER {name}")
        yield connection
        for _, sql in guards:
            connection.exec_driver_sql(sql)
        connection.commit()


class Raw:
    """A connection as any other program has one, foreign keys on; ? stands for a value."""

    def __init__(self, connection):
        self._connection = connection
        if not SERVER:
            connection.exec_driver_sql("PRAGMA foreign_keys = ON")

    def execute(self, sql, values=()):
        return self._said(sql, tuple(values))

    def commit(self):
        self._connection.commit()

    def _said(self, sql, values):
        if not SERVER:
            return self._connection.exec_driver_sql(sql, values)
        with self._connection.begin_nested():  # what is refused there ends the transaction otherwise
            return self._connection.exec_driver_sql(_said_here(sql.replace("?", "%s")), values)


@contextmanager
def raw_connection(database):
    with closing_engine(database) as engine, engine.connect() as connection:
        yield Raw(connection)


def _said_here(sql):
    """Bytes are written otherwise on PostgreSQL."""
    return re.sub("x'([0-9a-f]*)'", r"'\\x\1'", sql) if SERVER else sql


@contextmanager
def closing_engine(database):
    """A plain engine, not the program's: nothing stands in its way."""
    engine = create_engine(url_of(database), poolclass=NullPool)
    try:
        yield engine
    finally:
        engine.dispose()


def open_engine(database, *, hasty=False):
    """An engine as the program's; a hasty one does not wait for the disk, and compiles no statement a second time."""
    engine = engine_at(url_of(database))
    return sharing(hastened(engine)) if hasty else engine


def sharing(engine):
    """Return the engine, which from now on shares the statements that others of this process have compiled.

    SQLAlchemy compiles a statement once for an engine; where a test has one of its own, that takes half its time.
    """
    if not SERVER:
        engine.dialect, engine._compiled_cache = _compiled()
        engine.pool._dialect = engine.dialect
    return engine


@cache
def _compiled():
    """Return a dialect that knows what SQLite can do, as it does once it connected, and an empty cache for it."""
    engine = create_engine("sqlite://", query_cache_size=5_000)
    engine.connect().close()
    engine.dispose()
    return engine.dialect, engine._compiled_cache


def hastened(engine):
    """Return the engine, whose next connections do not wait for the disk: many small writes take half the time."""
    if not SERVER:
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous = OFF"))
    return engine


def engine_at(url):
    return configure_engine(create_engine(url))


def configuration(engine):
    config = Config()
    config.set_main_option("script_location", str(settings.MIGRATIONS))
    config.attributes["engine"] = engine
    return config


def add_migration(monkeypatch, folder, body):
    """From here on the program has one more migration, which does what `body` says."""
    more = shutil.copytree(settings.MIGRATIONS, folder / "migrations")
    head = "revision = '0002'\ndown_revision = '0001'\nbranch_labels = depends_on = None\n"
    indented = body.strip().replace("\n", "\n    ")
    upgrade = f"import sqlalchemy as sa\nfrom alembic import op\n{head}def upgrade():\n    {indented}\n"
    (more / "versions" / "v0002_next.py").write_text(upgrade, encoding="utf-8")
    monkeypatch.setattr(settings, "MIGRATIONS", more)


def migrate(engine):
    command.upgrade(configuration(engine), "head")


@contextmanager
def counted(engine):
    """The statements sent while this is open, BEGIN, COMMIT and ROLLBACK aside."""
    sent = []

    def note(_connection, _cursor, statement, *_):
        if not statement.startswith(("BEGIN", "COMMIT", "ROLLBACK")):
            sent.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        event.remove(engine, "before_cursor_execute", note)


def without_transactions(engine):
    """From here on every statement stands for itself: nothing says BEGIN."""
    if SERVER:
        engine.update_execution_options(isolation_level="AUTOCOMMIT")
        return
    event.remove(engine, "begin", engines._begin)


@contextmanager
def failing_at(engine, nth, *, once=False):
    """From here on the n-th call of a database, a commit too, fails as on a full disk; so do all after, but `once`."""
    from sqlalchemy.exc import OperationalError

    calls, points = [], ("before_cursor_execute", "commit")

    def call(*_):
        calls.append(1)
        if len(calls) == nth or (len(calls) > nth and not once):
            raise OperationalError("a call", None, Exception("disk I/O error"))

    for point in points:
        event.listen(engine, point, call)
    try:
        yield calls
    finally:
        for point in points:
            event.remove(engine, point, call)


_rendering = ContextVar("_rendering", default=False)


def _concat(pieces):
    """Join what a template yields, a whole page or a block of it: while this runs, it is being rendered."""
    before = _rendering.set(True)
    try:
        return "".join(pieces)
    finally:
        _rendering.reset(before)


@contextmanager
def noting_statements():
    """Return a list to which every statement is added that any engine sends while any template is rendered."""
    asked = []

    def note(_connection, _cursor, statement, *_):
        if _rendering.get():
            asked.append(statement)

    concat = Environment.concat
    Environment.concat = staticmethod(_concat)
    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(Engine, "before_cursor_execute", note)
        Environment.concat = staticmethod(concat)
