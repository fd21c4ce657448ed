"""Checks of the database itself: its age, its settings, its file, and the guards the migrations put up."""

from __future__ import annotations

import re
import sqlite3
from functools import cache
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from scorekeeper import __version__, paths
from scorekeeper.models.engine import journal_for, prepare

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from scorekeeper.services.doctor_patient import Patient

FULL = 2
"""`PRAGMA synchronous` that waits for the disk."""

GUARD = re.compile(r"CREATE TRIGGER (\w+) BEFORE (\w+) ON (\w+)")
TABLE = re.compile(r"(CREATE TABLE \w+)\((.*)\)([^)]*)")
OUTSIDE_PARENTHESES = re.compile(r",(?![^()]*\))")
ONLY_ON_SQLITE = "_once"
"""How guards end that stop SQLite's REPLACE, which deletes without asking; PostgreSQL has none."""
EVENTS = {"INSERT": 4, "DELETE": 8, "UPDATE": 16, "TRUNCATE": 32}
"""Bits of `pg_trigger.tgtype`."""

Schema = dict[tuple[str, str], str]
"""(kind, name) -> how it was made, as `in_one_order` writes it."""


def version(patient: Patient) -> Iterator[str]:
    """The database has every migration of this version and no other."""
    found = set(MigrationContext.configure(patient.connection).get_current_heads())
    expected = set(ScriptDirectory(str(paths.migrations())).get_heads())
    patient.notes.append(f"scorekeeper {__version__}, schema {_listed(expected)}")
    if not found:
        yield "There is nothing in it yet: is DATABASE_URL the right one?"
    elif found != expected:
        yield (
            f"It was made by another version ({_listed(found)}, this one expects {_listed(expected)}): "
            "run `scorekeeper db upgrade`, or start the later version."
        )


def _listed(revisions: set[str]) -> str:
    return ", ".join(sorted(revisions))


def saving(patient: Patient) -> Iterator[str]:
    """On SQLite: the journal that loses nothing on this version of it, and settings as the program asks for them."""
    if not patient.on_sqlite:
        patient.notes.append(f"PostgreSQL {'.'.join(map(str, patient.connection.dialect.server_version_info or ()))}")
        yield from _saving_on_postgresql(patient)
        return
    journal, wanted = str(patient.pragma("journal_mode")), journal_for(sqlite3.sqlite_version_info)
    patient.notes.append(f"SQLite {sqlite3.sqlite_version}, journal {journal}")
    if journal != wanted:
        yield f"The journal is {journal}, on this SQLite it should be {wanted}: starting the server puts that right."
    for setting, value, says in (
        ("synchronous", FULL, "Saving does not wait for the disk"),
        ("foreign_keys", 1, "References are not checked"),
        ("trusted_schema", 0, "The file may run functions of its own"),
    ):
        if patient.pragma(setting) != value:
            yield f"{says}: PRAGMA {setting} is {patient.pragma(setting)}."


def _saving_on_postgresql(patient: Patient) -> Iterator[str]:
    for setting in ("fsync", "full_page_writes"):
        if patient.connection.exec_driver_sql(f"SHOW {setting}").scalar() != "on":
            yield f"The server's {setting} is off: a power cut can lose what was saved."
    if patient.connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "off":
        yield "The server's synchronous_commit is off: a power cut can lose what was saved."


def file(patient: Patient) -> Iterator[str]:
    """Every page and index of the file is sound, and every reference finds its row."""
    if not patient.on_sqlite:
        patient.notes.append("PostgreSQL sees to that itself")
        return
    for (said,) in patient.connection.exec_driver_sql("PRAGMA integrity_check"):
        if said != "ok":
            yield f"{said}."
    for row in patient.connection.exec_driver_sql("PRAGMA foreign_key_check"):
        yield f"Row {row[1]} of {row[0]} refers to nothing in {row[2]}."


def guards(patient: Patient) -> Iterator[str]:
    """What keeps lines and money from being changed is there, and nothing else was put in."""
    if not patient.on_sqlite:
        yield from _guards_on_postgresql(patient)
        return
    found, expected = schema_of(patient.connection), fresh_schema()
    for kind, name in sorted(expected.keys() - found.keys()):
        yield f"The {kind} {name} is missing."
    for kind, name in sorted(found.keys() - expected.keys()):
        yield f"The {kind} {name} is none of ours."
    for kind, name in sorted(found.keys() & expected.keys()):
        if found[kind, name] != expected[kind, name]:
            yield f"The {kind} {name} is not as the migrations make it."


def schema_of(connection: Connection) -> Schema:
    """Give all that was made in an SQLite database."""
    rows = connection.exec_driver_sql("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {(row.type, row.name): in_one_order(row.sql) for row in rows if not row.name.startswith("sqlite_")}


def in_one_order(sql: str) -> str:
    """Write a CREATE statement without its line breaks and quotes, the parts of a table in order.

    A migration that makes a table anew on SQLite writes its constraints in any order.
    """
    plain = re.sub(r"\s*([(),])\s*", r"\1", " ".join(sql.replace('"', "").split()))
    table = TABLE.fullmatch(plain)
    if table is None:
        return plain
    return f"{table[1]}({','.join(sorted(OUTSIDE_PARENTHESES.split(table[2])))}){table[3]}"


@cache
def fresh_schema() -> Schema:
    """Give what the migrations make of an empty database."""
    engine = prepare(create_engine("sqlite://"))
    try:
        configuration = Config()
        configuration.set_main_option("script_location", str(paths.migrations()))
        configuration.attributes["engine"] = engine
        command.upgrade(configuration, "head")
        with engine.connect() as connection:
            return schema_of(connection)
    finally:
        engine.dispose()


def _guards_on_postgresql(patient: Patient) -> Iterator[str]:
    """The triggers have other names there; each table has to be guarded against the same."""
    rows = patient.connection.exec_driver_sql(
        "SELECT c.relname, t.tgtype FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
        " JOIN pg_namespace n ON n.oid = c.relnamespace"
        " WHERE NOT t.tgisinternal AND t.tgenabled <> 'D' AND n.nspname = current_schema()"
    ).all()
    found = {(table, event) for table, kind in rows for event, bit in EVENTS.items() if kind & bit}
    for table, event in sorted(guarded_against(fresh_schema()) - found):
        yield f"Nothing guards {table} against {event}."


def guarded_against(schema: Schema) -> set[tuple[str, str]]:
    """Give which tables of an SQLite schema refuse what, and TRUNCATE with every DELETE."""
    made = [GUARD.match(sql) for (kind, name), sql in schema.items()
            if kind == "trigger" and not name.endswith(ONLY_ON_SQLITE)]  # fmt: skip
    guarded = {(found[3], found[2]) for found in made if found}
    return guarded | {(table, "TRUNCATE") for table, event in guarded if event == "DELETE"}
