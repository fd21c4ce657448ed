"""Checks of the database itself, and of the machine: settings, schema, triggers; disk, clock, file modes, backups."""

from __future__ import annotations

import datetime as dt
import re
import shutil
import sqlite3
import stat
from functools import cache
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, func, select

from scorekeeper import __version__, paths
from scorekeeper.models import Line
from scorekeeper.models.engine import best_journal_mode, configure_engine
from scorekeeper.models.tables import changes, league_deletions
from scorekeeper.services.league.change_log import IMPORTED
from scorekeeper.services.operations.database_files import SIDE_FILES
from scorekeeper.services.operations.schedule import (
    backup_files,
    is_late,
    last_failure,
    newest_backup,
    noted_interval,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection

    from scorekeeper.services.operations.doctor_context import CheckContext


FULL = 2
"""`PRAGMA synchronous` that waits for the disk."""

GUARD = re.compile(r"CREATE TRIGGER (\w+) BEFORE (\w+) ON (\w+)")
TABLE = re.compile(r"(CREATE TABLE \w+)\((.*)\)([^)]*)")
OUTSIDE_PARENTHESES = re.compile(r",(?![^()]*\))")
ONLY_ON_SQLITE = "_once"
"""Ending of the names of triggers that stop SQLite's REPLACE, which deletes silently; PostgreSQL has none."""
EVENTS = {"INSERT": 4, "DELETE": 8, "UPDATE": 16, "TRUNCATE": 32}
"""Bits of `pg_trigger.tgtype`."""

Schema = dict[tuple[str, str], str]
"""(kind, name) -> the SQL that made it, as `normalized_sql` writes it."""


def version(context: CheckContext) -> Iterator[str]:
    """Check that the database has every migration of this version and no other."""
    found = set(MigrationContext.configure(context.connection).get_current_heads())
    expected = set(ScriptDirectory(str(paths.migrations())).get_heads())
    context.notes.append(f"scorekeeper {__version__}, schema {_joined(expected)}")
    if not found:
        yield "The database is empty: is DATABASE_URL right?"
    elif found != expected:
        yield (
            f"Another version made it ({_joined(found)}; this one expects {_joined(expected)}): "
            "run `scorekeeper db upgrade`, or start the later version."
        )


def _joined(revisions: set[str]) -> str:
    return ", ".join(sorted(revisions))


def saving(context: CheckContext) -> Iterator[str]:
    """Check that what is saved survives a power cut: journal and settings on SQLite, settings on PostgreSQL."""
    if not context.on_sqlite:
        context.notes.append(f"PostgreSQL {'.'.join(map(str, context.connection.dialect.server_version_info or ()))}")
        yield from _saving_on_postgresql(context)
        return
    journal, wanted = str(context.pragma("journal_mode")), best_journal_mode(sqlite3.sqlite_version_info)
    context.notes.append(f"SQLite {sqlite3.sqlite_version}, journal {journal}")
    if journal != wanted:
        yield f"The journal is {journal}, but on this SQLite it should be {wanted}: starting the server fixes that."
    for setting, value, says in (
        ("synchronous", FULL, "Saving doesn't wait for the disk"),
        ("foreign_keys", 1, "References are not checked"),
        ("trusted_schema", 0, "The file may run its own functions"),
    ):
        if context.pragma(setting) != value:
            yield f"{says}: PRAGMA {setting} is {context.pragma(setting)}."


def _saving_on_postgresql(context: CheckContext) -> Iterator[str]:
    for setting in ("fsync", "full_page_writes"):
        if context.connection.exec_driver_sql(f"SHOW {setting}").scalar() != "on":
            yield f"The server's {setting} is off: a power cut can lose what was saved."
    if context.connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "off":
        yield "The server's synchronous_commit is off: a power cut can lose what was saved."


def file(context: CheckContext) -> Iterator[str]:
    """Check that every page and index of the file is sound, and every reference finds its row."""
    if not context.on_sqlite:
        context.notes.append("PostgreSQL checks that itself")
        return
    for (message,) in context.connection.exec_driver_sql("PRAGMA integrity_check"):
        if message != "ok":
            yield f"{message}."
    for row in context.connection.exec_driver_sql("PRAGMA foreign_key_check"):
        yield f"Row {row[1]} of {row[0]} refers to nothing in {row[2]}."


def guards(context: CheckContext) -> Iterator[str]:
    """Check that tables, indexes and triggers are those of the migrations, and that no deletion is half done."""
    for league_id in context.connection.scalars(select(league_deletions.c.league_id)):
        yield f"A deletion of league {league_id} was not finished, so its lines are not protected."
    if not context.on_sqlite:
        yield from _guards_on_postgresql(context)
        return
    found, expected = schema_of(context.connection), expected_schema()
    for kind, name in sorted(expected.keys() - found.keys()):
        yield f"The {kind} {name} is missing."
    for kind, name in sorted(found.keys() - expected.keys()):
        yield f"The {kind} {name} is not part of Scorekeeper."
    for kind, name in sorted(found.keys() & expected.keys()):
        if found[kind, name] != expected[kind, name]:
            yield f"The {kind} {name} does not match the migrations."


def schema_of(connection: Connection) -> Schema:
    """Return everything that was created in an SQLite database."""
    rows = connection.exec_driver_sql("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {(row.type, row.name): normalized_sql(row.sql) for row in rows if not row.name.startswith("sqlite_")}


def normalized_sql(sql: str) -> str:
    """Return a CREATE statement without line breaks and quotes, the parts of a table in order.

    A migration that recreates a table on SQLite writes its constraints in any order.
    """
    plain = re.sub(r"\s*([(),])\s*", r"\1", " ".join(sql.replace('"', "").split()))
    table = TABLE.fullmatch(plain)
    if table is None:
        return plain
    return f"{table[1]}({','.join(sorted(OUTSIDE_PARENTHESES.split(table[2])))}){table[3]}"


@cache
def expected_schema() -> Schema:
    """Return the schema that the migrations make of an empty database."""
    engine = configure_engine(create_engine("sqlite://"))
    try:
        configuration = Config()
        configuration.set_main_option("script_location", str(paths.migrations()))
        configuration.attributes["engine"] = engine
        command.upgrade(configuration, "head")
        with engine.connect() as connection:
            return schema_of(connection)
    finally:
        engine.dispose()


def _guards_on_postgresql(context: CheckContext) -> Iterator[str]:
    """Check the triggers by table and event: they have other names on PostgreSQL."""
    rows = context.connection.exec_driver_sql(
        "SELECT c.relname, t.tgtype FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
        " JOIN pg_namespace n ON n.oid = c.relnamespace"
        " WHERE NOT t.tgisinternal AND t.tgenabled <> 'D' AND n.nspname = current_schema()"
    ).all()
    found = {(table, event) for table, kind in rows for event, bit in EVENTS.items() if kind & bit}
    for table, event in sorted(guarded_changes(expected_schema()) - found):
        yield f"Nothing protects {table} against {event}."


def guarded_changes(schema: Schema) -> set[tuple[str, str]]:
    """Return which tables of an SQLite schema refuse which events, and TRUNCATE with every DELETE."""
    made = [GUARD.match(sql) for (kind, name), sql in schema.items()
            if kind == "trigger" and not name.endswith(ONLY_ON_SQLITE)]  # fmt: skip
    guarded = {(found[3], found[2]) for found in made if found}
    return guarded | {(table, "TRUNCATE") for table, event in guarded if event == "DELETE"}


MIN_FREE = 200 * 10**6
"""Bytes.  An evening takes less than one megabyte, but a system without free space fails in odd ways."""
COPIES = 3
"""A backup, the copy an upgrade makes first, and the database as it grows."""
SLACK = dt.timedelta(hours=2)
"""A corrected clock steps back by less than this."""
READ_BY_GROUP_OR_OTHERS, WRITE_BY_OTHERS, READ_BY_OTHERS, ENTER_BY_OTHERS = 0o077, 0o002, 0o004, 0o001


# ---------------------------------------------------------------- disk


def disk(context: CheckContext) -> Iterator[str]:
    """Check that there is room for the database to grow, and for the copies of backups and upgrades."""
    host = context.host
    size = host.database.stat().st_size if host.database else 0
    wanted = max(MIN_FREE, COPIES * size)
    devices_seen: set[int] = set()
    for what, folder in (("the database", host.database), ("the backups", host.backups)):
        there = _nearest(folder) if folder else None
        if there is None or there.stat().st_dev in devices_seen:
            continue
        devices_seen.add(there.stat().st_dev)
        free = shutil.disk_usage(there).free
        context.notes.append(f"{format_bytes(free)} free beside {what}")
        if free < wanted:
            yield f"Only {format_bytes(free)} are free beside {what}; it should be {format_bytes(wanted)} or more."


def _nearest(path: Path) -> Path:
    """Return the folder of a path, or the nearest one that exists."""
    return next(parent for parent in (path, *path.parents) if parent.is_dir())


def format_bytes(size: int) -> str:
    """Return a number of bytes in words: 512 kB, 1.3 GB."""
    amount = size / 1000
    for unit in ("kB", "MB", "GB"):
        if amount < 1000:  # noqa: PLR2004 - the next unit begins there
            return f"{amount:.0f} {unit}" if unit == "kB" else f"{amount:.3g} {unit}"
        amount /= 1000
    return f"{amount:.3g} TB"


# ---------------------------------------------------------------- clock


def clock(context: CheckContext) -> Iterator[str]:
    """Check that the clock is not behind what was saved.  People are shown it, but order never depends on it."""
    now = context.host.now
    context.notes.append(f"{now.astimezone():%Y-%m-%d %H:%M %Z}")
    imported = select(changes.c.league_id).where(changes.c.what == IMPORTED)  # written by other clocks
    newest_line = context.connection.scalar(select(func.max(Line.recorded_at)).where(Line.league_id.not_in(imported)))
    made = dt.datetime.fromtimestamp((paths.PACKAGE / "__init__.py").stat().st_mtime, dt.UTC)
    for what, moment in (("the newest line of a game was saved", newest_line), ("this program was installed", made)):
        if moment is not None and now < moment - SLACK:
            yield f"It says {now:%Y-%m-%d %H:%M}, but {what} at {moment:%Y-%m-%d %H:%M} UTC: set the clock."


# ---------------------------------------------------------------- who else may read


def secrets(context: CheckContext) -> Iterator[str]:
    """Check that nobody else on this machine can read the games or the key, or write to their folders."""
    host = context.host
    if host.key.exists() and _mode(host.key) & READ_BY_GROUP_OR_OTHERS:
        yield f"Other users can read {host.key}: chmod 600 {host.key}"
    folders = {host.key.parent, host.backups, *([host.database.parent] if host.database else [])}
    for folder in sorted(folders):
        if folder.is_dir() and _mode(folder) & WRITE_BY_OTHERS and _is_reachable(folder):
            yield f"Other users can write in {folder}: chmod o-w {folder}"
    for file in (*_files_of(host.database), *(backup.path for backup in backup_files(host.backups))):
        if _mode(file) & READ_BY_OTHERS and _is_reachable(file):
            yield f"Other users can read {file}: chmod 600 {file}"


def _files_of(database: Path | None) -> list[Path]:
    beside = [database.with_name(database.name + end) for end in ("", *SIDE_FILES)] if database else []
    return [file for file in beside if file.exists()]


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _is_reachable(path: Path) -> bool:
    """Return whether others can reach this path: they can't if any folder on the way is closed to them."""
    return all(_mode(parent) & ENTER_BY_OTHERS for parent in path.resolve().parents)


# ---------------------------------------------------------------- backups


def backups(context: CheckContext) -> Iterator[str]:
    """Check that the server's own backups are as recent as they should be."""
    host = context.host
    if failure := last_failure(host.key.parent):
        yield f"The last one failed, {failure}"
    every = host.every or noted_interval(host.key.parent)
    if every is None:
        context.notes.append("automatic backups are off: BACKUP_EVERY=24 turns them on")
        return
    last = newest_backup(host.backups, host.now)
    if last is None:
        yield f"There are none in {host.backups} yet: the server makes the first one when it starts."
        return
    age = host.now - last.at
    context.notes.append(f"{len(backup_files(host.backups))} in {host.backups}, the newest {_hours(age)} old")
    if is_late(last, every, host.now):
        yield f"The newest is {_hours(age)} old, but one is due every {_hours(every)}: is the server running?"


def _hours(time: dt.timedelta) -> str:
    number = round(time.total_seconds() / 3600)
    return "1 hour" if number == 1 else f"{number} hours"
