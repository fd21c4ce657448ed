"""What the commands that need the app share: the app, errors as one sentence, names and files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from flask import Flask

from scorekeeper.app import create_app
from scorekeeper.core.errors import NotFound
from scorekeeper.core.extensions import db
from scorekeeper.core.settings import ConfigurationError
from scorekeeper.league.leagues import all_leagues, find_league
from scorekeeper.models import League
from scorekeeper.operations import migrating
from scorekeeper.operations.backup import SERVER_LOCK, SIDE_FILES, path_beside
from scorekeeper.rules.documents import name_key

MAX_LISTED = 20


class BadInput(click.ClickException):
    """A file, folder or league name that can't be used: the command ends as for a wrong option."""

    exit_code = 2


@contextmanager
def plain_errors() -> Iterator[None]:
    """Print a ConfigurationError as one sentence instead of a traceback, and end with 1."""
    try:
        yield
    except ConfigurationError as error:
        raise click.ClickException(str(error)) from None


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
    """Raise ConfigurationError for a target that the database needs, for a folder, and for an existing file."""
    if database and f"{target.resolve()}" in {path_beside(database, end) for end in ("", *SIDE_FILES, SERVER_LOCK)}:
        raise ConfigurationError(f"{target} is part of the database itself: name another file.")
    if target.is_dir():
        raise ConfigurationError(f"{target} is a folder: name a file in it.")
    if target.exists() and not force:
        raise ConfigurationError(f"{target} already exists: name another file, or use --force.")


def print_owner_code(code: str) -> None:
    """Print the code that makes a phone the owner of a league made on the command line."""
    click.echo(f"The first phone that opens /claim on this server and types this owns it:\n\n    {code}\n")
