"""The doctor: a table of checks, each a function that yields a sentence for every fault it finds; and `rebuild`.

A check reads in small pieces and releases the file after each, so it delays nobody who keeps score.  What the doctor
finds wrong with stored snapshots, results and ratings, `rebuild` computes again from the lines.
"""

import re
import sqlite3
from collections.abc import Callable, Iterator
from enum import Enum
from functools import cache, partial
from typing import NamedTuple

from sqlalchemy import Connection, create_engine, delete, exists, func, select, update
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session

from scorekeeper import __version__
from scorekeeper.core import settings
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.settings import Settings
from scorekeeper.core.transaction import lock_league, one_line, write_transaction
from scorekeeper.games.history import replay_log
from scorekeeper.games.store import ON_NIGHT, SELECT_GAMES, game_from_row, read_log, snapshot_of
from scorekeeper.league.results import (
    league_context,
    rate_season,
    rows_of_game,
    store_games,
    wrong_ratings,
)
from scorekeeper.league.roster import people_by_seat
from scorekeeper.models import OUTSIDE, Game, League, LeagueDeletion, Night, Play, Result
from scorekeeper.models.engine import best_journal_mode, configure_engine, found_revisions, is_away
from scorekeeper.operations import league_checks
from scorekeeper.operations.backup import is_overdue, newest_age
from scorekeeper.operations.migrating import migrate

MAX_FAULTS = 20


class Verdict(Enum):
    OK = "ok"
    WRONG = "wrong"
    UNKNOWN = "not checked"
    SKIPPED = "skipped"


class Note(str):
    """A remark among the faults that isn't one."""

    __slots__ = ()


class Check(NamedTuple):
    """One check; `promise` is what it shows when it finds nothing wrong."""

    name: str
    promise: str
    look: Callable[[Connection], Iterator[str]]
    slow: bool = False
    """It replays games."""
    vital: bool = False
    """If it finds something, the checks after it are skipped."""


class Finding(NamedTuple):
    check: Check
    verdict: Verdict
    faults: tuple[str, ...] = ()
    more: int = 0
    notes: tuple[str, ...] = ()


def run_checks(connection: Connection, *, quick: bool = False, chosen: Settings | None = None) -> Iterator[Finding]:
    """Run the checks, one finding each, in the order of `CHECKS`; `quick` replays no game.

    With the settings of the server, for a database in use and not for a copy of it, its backups are checked too.
    """
    checks: tuple[Check, ...] = CHECKS
    if chosen:
        checks = (*CHECKS, Check("backups", "Backups are up to date.", partial(_backups, chosen)))
    can_go_on = True
    for check in checks:
        if not can_go_on or (quick and check.slow):
            yield Finding(check, Verdict.SKIPPED)
            continue
        finding = _run_check(check, connection)
        can_go_on = not (check.vital and finding.faults)
        yield finding


def _run_check(check: Check, connection: Connection) -> Finding:
    said: list[str] = []
    try:
        said.extend(check.look(connection))
    except (DatabaseError, OSError, ValueError) as error:  # the last: text that is no longer valid JSON
        if isinstance(error, DatabaseError) and is_away(error):
            return Finding(check, Verdict.UNKNOWN, (f"The database does not answer: {one_line(error)}.",))
        connection.rollback()
        said.insert(0, f"It could not be checked: {one_line(error)}.")  # never among those that are only counted
    notes = tuple(it for it in said if isinstance(it, Note))
    faults = tuple(it for it in said if not isinstance(it, Note))
    more = max(0, len(faults) - MAX_FAULTS)
    return Finding(check, Verdict.WRONG if faults else Verdict.OK, faults[:MAX_FAULTS], more, notes)


# ---------------------------------------------------------------- the database itself


def version(connection: Connection) -> Iterator[str]:
    found, expected = found_revisions(connection), {settings.revisions()[-1]}
    yield Note(f"scorekeeper {__version__}, schema {', '.join(expected)}")
    if not found:
        yield "The database is empty: is DATABASE_URL right?"
    elif found != expected:
        yield (
            f"Another version made it ({', '.join(sorted(found))}): "
            "run `scorekeeper db upgrade`, or start the later version."
        )


def saving(connection: Connection) -> Iterator[str]:
    """Check that what is saved survives a power cut: the journal on SQLite, the server's settings on PostgreSQL."""
    if connection.dialect.name != "sqlite":
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            if connection.exec_driver_sql(f"SHOW {setting}").scalar() == "off":
                yield f"The server's {setting} is off: a power cut can lose what was saved."
        return
    journal = connection.exec_driver_sql("PRAGMA journal_mode").scalar()
    wanted = best_journal_mode(sqlite3.sqlite_version_info)
    yield Note(f"SQLite {sqlite3.sqlite_version}, journal {journal}")
    if journal != wanted:
        yield f"The journal is {journal}, but on this SQLite it should be {wanted}: starting the server fixes that."


def file(connection: Connection) -> Iterator[str]:
    if connection.dialect.name != "sqlite":
        yield Note("PostgreSQL checks that itself")
        return
    for (message,) in connection.exec_driver_sql("PRAGMA integrity_check"):
        if message != "ok":
            yield f"{message}."
    for row in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        yield f"Row {row[1]} of {row[0]} refers to nothing in {row[2]}."


GUARD = re.compile(r"CREATE TRIGGER \w+ BEFORE (\w+) ON (\w+)")
EVENTS = {"INSERT": 4, "DELETE": 8, "UPDATE": 16, "TRUNCATE": 32}
"""Bits of `pg_trigger.tgtype`."""

Schema = dict[tuple[str, str], str]
"""(kind, name) -> the SQL that made it, on one line."""


def guards(connection: Connection) -> Iterator[str]:
    for league_id in connection.scalars(select(LeagueDeletion.league_id)):
        yield f"A deletion of league {league_id} was not finished, so its lines are not protected."
    if connection.dialect.name != "sqlite":
        yield from _guards_on_postgresql(connection)
        return
    found, expected = schema_of(connection), expected_schema()
    for kind, name in sorted(expected.keys() | found.keys()):
        if (kind, name) not in found:
            yield f"The {kind} {name} is missing."
        elif (kind, name) not in expected:
            yield f"The {kind} {name} is not part of Scorekeeper."
        elif found[kind, name] != expected[kind, name]:
            yield f"The {kind} {name} does not match the migrations."


def schema_of(connection: Connection) -> Schema:
    rows = connection.exec_driver_sql("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {(row.type, row.name): " ".join(row.sql.split()) for row in rows if not row.name.startswith("sqlite_")}


@cache
def expected_schema() -> Schema:
    """Return the schema that the migrations make of an empty database."""
    engine = configure_engine(create_engine("sqlite://"))
    try:
        migrate(engine)
        with engine.connect() as connection:
            return schema_of(connection)
    finally:
        engine.dispose()


def _guards_on_postgresql(connection: Connection) -> Iterator[str]:
    """Check by table and event that what a trigger refuses on SQLite is refused: they have other names here."""
    rows = connection.exec_driver_sql(
        "SELECT tgrelid::regclass::text, tgtype FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'"
    ).all()
    found = {(table, event) for table, kind in rows for event, bit in EVENTS.items() if kind & bit}
    for table, event in sorted(guarded_changes(expected_schema()) - found):
        yield f"Nothing protects {table} against {event}."


def guarded_changes(schema: Schema) -> set[tuple[str, str]]:
    """Return which tables of an SQLite schema refuse which events, and TRUNCATE with every DELETE."""
    # "…_once" stops SQLite's REPLACE, which deletes silently; PostgreSQL has none.
    made = (GUARD.match(sql) for (_, name), sql in schema.items() if not name.endswith("_once"))
    guarded = {(found[2], found[1]) for found in made if found}
    return guarded | {(table, "TRUNCATE") for table, event in guarded if event == "DELETE"}


# ---------------------------------------------------------------- leagues and backups


def _leagues(look: Callable[[Connection, int], Iterator[str]], connection: Connection) -> Iterator[str]:
    for league_id in connection.scalars(select(League.id).order_by(League.id)).all():
        if found := list(look(connection, league_id)):
            again = set(look(connection, league_id))  # somebody may have saved a hand while it was read
            yield from (f"League {league_id}, {fault}" for fault in found if fault in again)


CHECKS = (
    Check("version", "This version of the program made the database.", version, vital=True),
    Check("saving", "Saved data survives a power cut.", saving),
    Check("file", "The file is intact, and every reference in it leads somewhere.", file),
    Check("guards", "Tables, indexes and triggers match the migrations.", guards),
    Check(
        "names", "Everybody can be found by name, and every merge be undone.", partial(_leagues, league_checks.names)
    ),
    Check("seasons", "No day is in two seasons.", partial(_leagues, league_checks.seasons)),
    Check("rules", "The rules stored with the games are unchanged.", partial(_leagues, league_checks.rules)),
    Check("lines", "No line of any game or tournament was changed by hand.", partial(_leagues, league_checks.lines)),
    Check(
        "scores",
        "Every score, and the money of every game, follows from its lines.",
        partial(_leagues, league_checks.scores),
        slow=True,
    ),
    Check("ledger", "The cents of every entry add up to zero.", partial(_leagues, league_checks.ledger)),
    Check(
        "tournaments",
        "Every tournament follows from its lines, and its payout matches the ledger.",
        partial(_leagues, league_checks.played_tournaments),
    ),
    Check(
        "standings",
        "Balances, standings, statistics and ratings follow from the games; if not, `scorekeeper rebuild`.",
        partial(_leagues, league_checks.projections),
        slow=True,
    ),
)


def _backups(chosen: Settings, _connection: Connection) -> Iterator[str]:
    now = wall_clock()
    age = newest_age(chosen, now)
    if not chosen.backup_every:
        yield Note("automatic backups are off: BACKUP_EVERY=24 turns them on")
    elif age is None:
        yield f"There are none in {chosen.backups} yet: the server makes the first one when it starts."
    else:
        said = f"the newest in {chosen.backups} is {round(age.total_seconds() / 3600)} hours old"
        late = f"T{said[1:]}, but one is due every {chosen.backup_every}: the server's log says why."
        yield late if is_overdue(chosen, now) else Note(said)


BATCH = 50
"""Games that are counted in one transaction: nobody waits long to save a hand."""


def rebuild(session: Session, league_id: int) -> None:
    """Rebuild a league while others save, some games at a time."""
    total = session.scalar(select(func.max(Game.id)).where(Game.league_id == league_id)) or 0
    for after in range(0, total, BATCH):
        with write_transaction(session) as connection:
            lock_league(connection, league_id)
            _count_games(connection, league_id, after)
    for season_id in (OUTSIDE, *(season.id for season in league_context(session.connection(), league_id).seasons)):
        if any(wrong_ratings(session.connection(), league_id, season_id)):
            with write_transaction(session) as connection:
                lock_league(connection, league_id)
                rate_season(connection, league_id, season_id)


def _count_games(connection: Connection, league_id: int, after: int) -> None:
    its_result = exists().where(Result.league_id == Play.league_id, Result.game_id == Play.game_id)
    of_these = Play.game_id.between(after + 1, after + BATCH)
    connection.execute(delete(Play).where(Play.league_id == league_id, of_these, ~its_result))
    league = league_context(connection, league_id)
    found = connection.execute(
        SELECT_GAMES.add_columns(Night.day)
        .join(Night, ON_NIGHT)
        .where(Game.league_id == league_id, Game.id.between(after + 1, after + BATCH))
    ).all()
    counted = {}
    for row in found:
        game = game_from_row(row)
        log = read_log(connection, game)
        table, played = replay_log(game.head, log)
        state = snapshot_of(table, played, log).to_json(game.seq)
        if game.state != state:
            connection.execute(update(Game).where(Game.league_id == league_id, Game.id == row.id).values(state=state))
        person = people_by_seat(connection, league_id, row.id)
        counted[row.id] = rows_of_game(league, game, row.day, (table, played), person)
    for season_id, since in store_games(connection, league_id, counted).items():
        rate_season(connection, league_id, season_id, since)
