"""`scorekeeper backup`, `restore`, `doctor` and `rebuild`: looking after a database."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click
from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError

from scorekeeper.app import create_app
from scorekeeper.cli import print_error, print_json
from scorekeeper.cli.common import check_exists, check_free, league_named, plain_errors, ready_app
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.errors import one_line
from scorekeeper.core.extensions import db
from scorekeeper.core.settings import ConfigurationError, Settings
from scorekeeper.league.leagues import all_leagues
from scorekeeper.operations import migrating
from scorekeeper.operations.backup import back_up_file, make_backup, restore_file
from scorekeeper.operations.doctor import Finding, Verdict, run_checks
from scorekeeper.operations.doctor import rebuild as rebuild_league

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


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@plain_errors()
def backup(file: Path | None, *, force: bool) -> None:
    """Back up the database while the server runs: into a FILE, or among the backups that the server makes."""
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


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@plain_errors()
def restore(file: Path) -> None:
    """Replace the database with a FILE that backup wrote; the old one is kept beside it."""
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


@click.command()
@click.option("--quick", is_flag=True, help="Skip the checks that replay games.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def doctor(*, quick: bool, as_json: bool) -> None:
    """Check the database and all that is computed from it; run it every night.

    Ends with 0 if all is well, 1 if something is wrong, 2 for a wrong option, 3 if something could not be looked at.
    """
    found = []
    try:
        app = create_app()
        check_exists(app)
        with app.app_context(), _connect() as connection:
            for finding in run_checks(connection, quick=quick, chosen=app.config["SETTINGS"]):
                found.append(finding)
                if not as_json:
                    print_finding(finding)
    except ConfigurationError as error:
        print_error(str(error))
        sys.exit(UNKNOWN)
    status = exit_status(found)
    if as_json:
        print_json(status=status, checks=[_as_json(finding) for finding in found])
    sys.exit(status)


def exit_status(found: Iterable[Finding]) -> int:
    """Return 1 if anything is wrong, else 3 if something could not be looked at, else 0."""
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


def _connect() -> Connection:
    try:
        return db.engine.connect()
    except DatabaseError as error:
        raise ConfigurationError(f"The database cannot be opened: {one_line(error)}.") from None


def print_finding(finding: Finding) -> None:
    mark, colour = MARKS[finding.verdict]
    notes = f"  ({'; '.join(finding.notes)})" if finding.notes else ""
    click.echo(f"{click.style(f'{mark:<8}', fg=colour)} {finding.check.promise}{notes}")
    for fault in finding.faults:
        click.echo(f"         - {fault}")
    if finding.more:
        click.echo(f"         … and {finding.more} more.")


# ---------------------------------------------------------------- rebuild


@click.command()
@click.argument("league", required=False)
@plain_errors()
def rebuild(league: str | None) -> None:
    """Rebuild what is computed from the lines of a LEAGUE, or of all."""
    with ready_app().app_context():
        for each in all_leagues(db.session) if league is None else [league_named(league)]:
            rebuild_league(db.session, each.id)
            click.echo(f"{each.name} ({each.id}): every snapshot, result and rating was rebuilt from the lines.")
