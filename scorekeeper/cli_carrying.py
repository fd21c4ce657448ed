"""`scorekeeper export` and `import`: a league as a file, with how far it has come."""

from __future__ import annotations

import secrets
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self, TextIO

import click

from scorekeeper.cli_league import league_asked
from scorekeeper.extensions import db
from scorekeeper.rules.errors import SheetError
from scorekeeper.services.access.ownership import command_line_device, new_owner_code
from scorekeeper.services.backup import NoBackup, check_free, in_words
from scorekeeper.services.carrying.bring_in import ADDING_UP, LOOKING, WRITING, bring_in
from scorekeeper.services.carrying.export import export_league
from scorekeeper.services.carrying.one_moment import one_moment
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.whole_files import whole
from scorekeeper.settings import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask
    from sqlalchemy import Connection

STANDARD_OUTPUT = "-"
STEPS = {LOOKING: "Looking at every game", WRITING: "Writing", ADDING_UP: "Adding up"}


def bring_out(app: Flask, wanted: str, path: str, *, force: bool) -> None:
    """Write a league into a file.  Raises ConfigurationError for no such league, and for a file that is there."""
    with app.app_context():
        league = league_asked(wanted)
        database = app.config["SETTINGS"].database_file
        with _new_file(path, database, force=force) as file, one_moment(db.engine) as connection, Steps() as steps:
            for piece in export_league(connection, league.id, lambda done, of: steps.show("Writing", done, of)):
                file.write(piece)
    if path != STANDARD_OUTPUT:
        click.echo(f"{league.name} ({league.id}) is in {path}.")


@contextmanager
def _new_file(path: str, database: Path | None, *, force: bool) -> Iterator[TextIO]:
    """Give a file that stands at `path` once it is whole; until then nothing does.  Raises ConfigurationError."""
    if path == STANDARD_OUTPUT:
        yield sys.stdout
        return
    target = Path(path)
    try:
        check_free(target, database, force=force)
        with (
            in_words(f"{path} cannot be written"),
            whole(target) as draft,
            draft.open("w", encoding="utf-8", newline="\n") as file,
        ):
            yield file
    except NoBackup as error:
        raise ConfigurationError(str(error)) from None


def take_in(app: Flask, path: str) -> None:
    """Make a league of a file.  Raises ConfigurationError with the place of whatever is wrong with it."""
    codes: list[str] = []

    def hand_over(connection: Connection, league_id: int) -> None:
        codes.append(new_owner_code(connection, league_id, wall_clock()))

    try:
        with app.app_context(), Path(path).open("rb") as file, Steps() as steps:
            made = bring_in(
                db.session,
                wall_clock,
                command_line_device(),
                file,
                op_id=secrets.token_hex(16),
                progress=steps.show_step,
                also=hand_over,
            )
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}.") from None
    except SheetError as error:
        raise ConfigurationError(f"{path} is not brought in, and nothing was changed. {error.message}") from None
    click.echo(f"It is league {made.league_id} now.")
    say_how_to_own(codes[0])


def say_how_to_own(code: str) -> None:
    click.echo(f"The first phone that opens /claim on this server and types this owns it:\n\n    {code}\n")


class Steps:
    """A bar for each step, on a terminal; told how much of it is done."""

    def __init__(self) -> None:
        self._bar, self._step = click.progressbar(length=1), ""
        self._wanted = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._step:
            self._bar.render_finish()

    def show_step(self, what: str, done: int, of: int) -> None:
        self.show(STEPS[what], done, of)

    def show(self, step: str, done: int, of: int) -> None:
        if not self._wanted:
            return
        if step != self._step:
            if self._step:
                self._bar.render_finish()
            self._bar, self._step = click.progressbar(length=max(of, 1), label=step, file=sys.stderr), step
        self._bar.update(done - self._bar.pos)
