"""The commands that look after leagues and their database, and what they share: the app, errors, names and files.

`scorekeeper create`, `export`, `import`, `delete`; `backup`, `restore`, `doctor`, `rebuild`.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO, cast

import click
from flask import Flask
from sqlalchemy.exc import DatabaseError

from scorekeeper.access.phones import command_line_device, new_owner_code
from scorekeeper.app import create_app
from scorekeeper.cli import STANDARD_INPUT, print_error, print_json
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.settings import ConfigurationError, Settings
from scorekeeper.core.transaction import NotFound, Submission, one_line
from scorekeeper.league.leagues import all_leagues, delete_league, find_league, found_league, league_size
from scorekeeper.models import League
from scorekeeper.operations import migrating
from scorekeeper.operations.backup import (
    SERVER_LOCK,
    SIDE_FILES,
    atomic_write,
    back_up_file,
    make_backup,
    path_beside,
    restore_file,
)
from scorekeeper.operations.doctor import Finding, Verdict, run_checks
from scorekeeper.operations.doctor import rebuild as rebuild_league
from scorekeeper.rules.documents import name_key
from scorekeeper.rules.errors import SheetError, UnreadableSheet
from scorekeeper.sheets.phrases import counted, say_refusal
from scorekeeper.transfer.league_file import consistent_read, export_league
from scorekeeper.transfer.league_import import import_league

MAX_LISTED = 20


class BadInput(click.ClickException):
    """A file, folder or league name that can't be used: the command ends as for a wrong option."""

    exit_code = 2


def ready_app(*, may_make: bool = False) -> Flask:
    """Return the app with a database of this version, which is made if it `may_make` one.

    Raises ConfigurationError for one of another version, BadInput for none.
    """
    app = create_app()
    if not may_make:
        check_exists(app)
    migrating.prepare_database(app)
    return app


def check_exists(app: Flask) -> None:
    """Raise BadInput if there is no database: a command in another folder would make an empty one."""
    database = app.config["SETTINGS"].database_file
    if database and not database.exists():
        raise BadInput(f"There is no database at {database}: is this the right folder?")


def league_named(wanted: str) -> League:
    """Return the league with that number, address or name.  Raises BadInput with those there are, if not one has it."""
    try:
        return find_league(db.session, wanted)
    except NotFound as error:
        known = all_leagues(db.session)
        named = [each for each in known if name_key(each.name) == name_key(wanted)]
        there = ", ".join(f"{each.name} ({each.id})" for each in (named or known)[:MAX_LISTED]) or "none"
        what = f'Several leagues are called "{wanted}"' if named else f'There is no league "{wanted}"'
        raise BadInput(f"{what}. Use a number of these: {there}.") from error


def check_free(target: Path, database: Path | None, *, force: bool) -> None:
    if database and f"{target.resolve()}" in {path_beside(database, end) for end in ("", *SIDE_FILES, SERVER_LOCK)}:
        raise ConfigurationError(f"{target} is part of the database itself: name another file.")
    if target.is_dir():
        raise ConfigurationError(f"{target} is a folder: name a file in it.")
    if target.exists() and not force:
        raise ConfigurationError(f"{target} already exists: name another file, or use --force.")


def print_owner_code(code: str) -> None:
    click.echo(f"The first phone that opens /claim on this server and types this owns it:\n\n    {code}\n")


# ---------------------------------------------------------------- leagues


STANDARD_OUTPUT = "-"
CLI_WAIT = 600.0
"""Seconds to wait for downloads that are being made."""


def create(name: str) -> None:
    codes: list[str] = []
    with ready_app(may_make=True).app_context():
        try:
            address = found_league(
                Submission(db.session, wall_clock, command_line_device()), name,
                also=lambda connection, league_id: codes.append(new_owner_code(connection, league_id, wall_clock())),
            )  # fmt: skip
        except SheetError as error:
            raise BadInput(say_refusal(error.refusal)) from None
        made = find_league(db.session, address)
    click.echo(f"{made.name} is league {made.id}.")
    print_owner_code(codes[0])


def export(league: str, file: str, *, force: bool) -> None:
    app = ready_app()
    with app.app_context():
        found = league_named(league)
        with (
            _new_file(file, app.config["SETTINGS"].database_file, force=force) as target,
            consistent_read(db.engine, wait=CLI_WAIT) as connection,
        ):
            for piece in export_league(connection, found.id):
                target.write(piece)
    if file != STANDARD_OUTPUT:
        click.echo(f"{found.name} ({found.id}) is in {file}.")


@contextmanager
def _new_file(path: str, database: Path | None, *, force: bool) -> Iterator[TextIO]:
    if path == STANDARD_OUTPUT:
        yield sys.stdout
        return
    target = Path(path)
    check_free(target, database, force=force)
    try:
        with atomic_write(target) as draft, draft.open("w", encoding="utf-8", newline="\n") as file:
            yield file
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be written: {error.strerror}.") from None


def _source(file: str) -> BinaryIO:
    """Open a file, or a copy of the standard input: a league's document is read more than once."""
    if file != STANDARD_INPUT:
        return Path(file).open("rb")
    copy = cast("BinaryIO", tempfile.TemporaryFile())  # noqa: SIM115 - the caller closes it
    shutil.copyfileobj(sys.stdin.buffer, copy)
    return copy


def import_(file: str) -> None:
    codes: list[str] = []
    app = ready_app(may_make=True)
    try:
        with app.app_context(), _source(file) as source:
            league_id, _ = import_league(
                Submission(db.session, wall_clock, command_line_device()), source,
                also=lambda connection, league_id: codes.append(new_owner_code(connection, league_id, wall_clock())),
            )  # fmt: skip
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}.") from None
    except SheetError as error:
        raise BadInput(f"{file} was not imported, and nothing was changed. {say_refusal(error.refusal)}") from None
    click.echo(f"It is now league {league_id}.")
    print_owner_code(codes[0])


def delete(league: str, *, yes: bool) -> None:
    with ready_app().app_context():
        found = league_named(league)
        number, name, who = found.id, found.name, f"{found.name} ({found.id})"  # as they are before it asks
        games, nights, _ = league_size(db.session, number)
        what = f"{who}, {counted(games, 'game')} of {counted(nights, 'night')}"
        if not yes and not click.confirm(f"Delete {what} for good?", err=True):
            raise click.ClickException("Nothing was deleted.")
        try:
            delete_league(Submission(db.session, wall_clock, command_line_device(), league_id=number), name)
        except NotFound:
            raise BadInput(f"{who} was deleted in the meantime.") from None
        except UnreadableSheet:
            raise BadInput(f"{who} was renamed in the meantime, so nothing was deleted.") from None
    click.echo(f"{what}, was deleted.")


# ---------------------------------------------------------------- the database


ON_POSTGRESQL = (
    "The games are kept in PostgreSQL, which does this itself: pg_dump --format=custom --file=FILE DATABASE backs up, "
    "and so does `scorekeeper backup` without a file; pg_restore --clean --if-exists --dbname=DATABASE FILE restores."
)
WRONG, UNKNOWN = 1, 3
"""Exit statuses of the doctor, beside 0 and click's 2 for a wrong option."""
MARKS = {
    Verdict.OK: ("ok", "green"),
    Verdict.WRONG: ("WRONG", "red"),
    Verdict.UNKNOWN: ("?", "yellow"),
    Verdict.SKIPPED: ("skipped", "yellow"),
}


# ---------------------------------------------------------------- backup and restore


def backup(file: Path | None, *, force: bool) -> None:
    chosen: Settings = create_app().config["SETTINGS"]
    if file is None:
        target = make_backup(chosen, wall_clock())
        if target is None:
            raise ConfigurationError("The server is making a backup right now.")
    else:
        database, target = _database_file(chosen), file
        check_free(file, database, force=force)
        back_up_file(database, file)
    click.echo(f"Everything is in {target}, and it is readable.")


def restore(file: Path) -> None:
    app = create_app()
    replaced = restore_file(file, _database_file(app.config["SETTINGS"]), wall_clock())
    click.echo(f"{file} is the database now.")
    if replaced is not None:
        click.echo(f"The old one is kept in {replaced}.")
    if migrating.age(app) is migrating.Age.OLD:
        click.echo("An earlier version made it: run `scorekeeper db upgrade` before you start the server.")


def _database_file(chosen: Settings) -> Path:
    if chosen.database_file is None:
        raise ConfigurationError(ON_POSTGRESQL)
    return chosen.database_file


# ---------------------------------------------------------------- doctor


def doctor(*, quick: bool, as_json: bool) -> None:
    found = []
    try:
        app = create_app()
        check_exists(app)
        with app.app_context(), db.engine.connect() as connection:
            for finding in run_checks(connection, quick=quick, chosen=app.config["SETTINGS"]):
                found.append(finding)
                if not as_json:
                    print_finding(finding)
    except ConfigurationError as error:
        print_error(str(error))
        sys.exit(UNKNOWN)
    except DatabaseError as error:
        print_error(f"The database cannot be opened: {one_line(error)}.")
        sys.exit(UNKNOWN)
    status = exit_status(found)
    if as_json:
        print_json(status=status, checks=[_as_json(finding) for finding in found])
    sys.exit(status)


def exit_status(found: Iterable[Finding]) -> int:
    verdicts = {finding.verdict for finding in found}
    if Verdict.WRONG in verdicts:
        return WRONG
    return UNKNOWN if Verdict.UNKNOWN in verdicts else 0


def _as_json(finding: Finding) -> dict[str, object]:
    return {
        "check": finding.check.name,
        "promise": finding.check.promise,
        "verdict": finding.verdict.value,
        "faults": list(finding.faults),
        "more": finding.more,
        "notes": list(finding.notes),
    }


def print_finding(finding: Finding) -> None:
    mark, colour = MARKS[finding.verdict]
    notes = f"  ({'; '.join(finding.notes)})" if finding.notes else ""
    click.echo(f"{click.style(f'{mark:<8}', fg=colour)} {finding.check.promise}{notes}")
    for fault in finding.faults:
        click.echo(f"         - {fault}")
    if finding.more:
        click.echo(f"         … and {finding.more} more.")


# ---------------------------------------------------------------- rebuild


def rebuild(league: str | None) -> None:
    with ready_app().app_context():
        for each in all_leagues(db.session) if league is None else [league_named(league)]:
            rebuild_league(db.session, each.id)
            click.echo(f"{each.name} ({each.id}): every snapshot, result and rating was rebuilt from the lines.")
