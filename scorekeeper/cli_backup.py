"""`scorekeeper backup` and `restore`: a whole database put by and taken back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper import migrating
from scorekeeper.backing_up import plan_of
from scorekeeper.cli_carrying import Steps
from scorekeeper.cli_doctor import print_finding
from scorekeeper.services.backup import NoBackup, put_by, take_back
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.making_backups import back_up
from scorekeeper.settings import ConfigurationError

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.settings import Settings

BY_ITSELF = (
    "The games are kept in PostgreSQL, which does this itself: pg_dump --format=custom --file=FILE DATABASE puts by, "
    "and so does `scorekeeper backup` without a file; pg_restore --clean --if-exists --dbname=DATABASE FILE takes back."
)


def backup(app: Flask, file: str, *, force: bool) -> None:
    """Raises ConfigurationError with a sentence for what cannot be."""
    database = _database(app)
    try:
        with Steps() as steps:
            wrong = put_by(database, Path(file), force=force, progress=lambda done, of: steps.show("Looking", done, of))
    except NoBackup as error:
        raise ConfigurationError(str(error)) from None
    click.echo(f"Everything is in {file}, and can be read.")
    if wrong:
        click.echo("It is a true copy; what the doctor finds in it was in the database before:")
        for finding in wrong:
            print_finding(finding)


def back_up_here(app: Flask, *, if_due: bool) -> None:
    """Make one of the backups the server makes; say nothing where none is due.  Raises ConfigurationError."""
    chosen: Settings = app.config["SETTINGS"]
    _check_lasting(chosen)
    try:
        target = back_up(plan_of(chosen), wall_clock(), only_if_due=if_due)
    except NoBackup as error:
        raise ConfigurationError(str(error)) from None
    if target is not None:
        click.echo(f"Everything is in {target}, and can be read.")
    elif not if_due:
        raise ConfigurationError("The server is making a backup just now.")


def restore(app: Flask, file: str) -> None:
    """Raises ConfigurationError with a sentence for what cannot be."""
    database = _database(app)
    try:
        with Steps() as steps:
            kept = take_back(
                Path(file), database, wall_clock(), progress=lambda done, of: steps.show("Looking", done, of)
            )
    except NoBackup as error:
        raise ConfigurationError(str(error)) from None
    click.echo(f"{file} is the database now.")
    if kept is not None:
        click.echo(f"The one before is kept in {kept}.")
    if migrating.age(app) is migrating.Age.OLD:
        click.echo("An earlier version made it: run `scorekeeper db upgrade` before you start the server.")


def _database(app: Flask) -> Path:
    chosen: Settings = app.config["SETTINGS"]
    _check_lasting(chosen)
    if chosen.database_file is None:
        raise ConfigurationError(BY_ITSELF)
    return chosen.database_file


def _check_lasting(chosen: Settings) -> None:
    if chosen.database_file is None and chosen.database_url.startswith("sqlite"):
        raise ConfigurationError("The games are kept in no file: there is nothing to put by.")
