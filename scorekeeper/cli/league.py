"""`scorekeeper create`, `export`, `import` and `delete`: make, write, read and delete a league."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO, cast

import click

from scorekeeper.access.ownership import command_line_device, new_owner_code
from scorekeeper.cli import STANDARD_INPUT
from scorekeeper.cli.common import BadInput, check_free, league_named, plain_errors, print_owner_code, ready_app
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.errors import NotFound
from scorekeeper.core.extensions import db
from scorekeeper.core.settings import ConfigurationError
from scorekeeper.core.transaction import Submission
from scorekeeper.league.leagues import delete_league, find_league, found_league, league_size
from scorekeeper.operations.backup import atomic_write
from scorekeeper.rules.errors import SheetError, UnreadableSheet
from scorekeeper.sheets.grammar import counted
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.transfer.league_file import consistent_read, export_league
from scorekeeper.transfer.league_import import import_league

STANDARD_OUTPUT = "-"
CLI_WAIT = 600.0
"""Seconds to wait for downloads that are being made."""


@click.command()
@click.argument("name")
@plain_errors()
def create(name: str) -> None:
    """Make an empty league called NAME, and print the code that makes a phone its owner."""
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


@click.command()
@click.argument("league")
@click.argument("file")
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
@plain_errors()
def export(league: str, file: str, *, force: bool) -> None:
    """Write a whole LEAGUE into a FILE ("-" is the terminal)."""
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
    """Open a file that appears at `path` only when it is complete.  Raises ConfigurationError."""
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


@click.command("import")
@click.argument("file")
@plain_errors()
def import_(file: str) -> None:
    """Import a league from a FILE that export wrote ("-" is the standard input)."""
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


@click.command()
@click.argument("league")
@click.option("--yes", is_flag=True, help="Don't ask.")
@plain_errors()
def delete(league: str, *, yes: bool) -> None:
    """Delete a whole LEAGUE for good; backups made before keep it, and a file that export wrote."""
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
