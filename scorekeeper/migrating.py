"""Is the database what this version expects? A new one is made; an old one is upgraded when asked."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

import flask_migrate
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError

from scorekeeper import paths
from scorekeeper.extensions import db
from scorekeeper.models.engine import settle_journal
from scorekeeper.services.backup import NoBackup, free_name, put_by
from scorekeeper.services.catching_up import post_missing
from scorekeeper.services.clock import wall_clock
from scorekeeper.settings import ConfigurationError

if TYPE_CHECKING:
    from flask import Flask


TOO_OLD = "An earlier version made this database: run `scorekeeper db upgrade` or `make upgrade`, then start again."
TOO_NEW = "A later version made this database: start that version instead."


class Age(Enum):
    """How the database stands to the program."""

    NEW = "nothing in it yet"
    OLD = "made by an earlier version"
    CURRENT = "as this version expects it"
    LATER = "made by a later version"


def age(app: Flask) -> Age:
    """Compare the database with the migrations. Raises ConfigurationError if it cannot be opened."""
    scripts = ScriptDirectory(str(paths.migrations()))
    found = set(_revisions(app))
    if not found:
        return Age.NEW
    if found == set(scripts.get_heads()):
        return Age.CURRENT
    known = {script.revision for script in scripts.walk_revisions()}
    return Age.OLD if found <= known else Age.LATER


def make_ready(app: Flask) -> None:
    """Before serving: make the tables of a new database, and settle any SQLite file's journal.

    Raises ConfigurationError for one that another version made, or that cannot be opened.
    """
    match age(app):
        case Age.NEW:
            upgrade(app)
        case Age.OLD:
            raise ConfigurationError(TOO_OLD)
        case Age.LATER:
            raise ConfigurationError(TOO_NEW)
        case Age.CURRENT:
            with app.app_context():
                settle_journal(db.engine)


def upgrade(app: Flask) -> Path | None:
    """Bring the database to this version; that settles the journal, and what games of before the ledger came to.

    A file of an earlier version is copied first: gives where the copy is, None where there was nothing to copy.  Raises
    ConfigurationError where it cannot be.
    """
    kept = _keep_old(app) if age(app) is Age.OLD else None
    with app.app_context():
        flask_migrate.upgrade()
        post_missing(db.session, wall_clock)
    return kept


def _keep_old(app: Flask) -> Path | None:
    url = make_url(app.config["SQLALCHEMY_DATABASE_URI"])
    if url.get_backend_name() != "sqlite" or not url.database:
        return None  # PostgreSQL upgrades all or nothing, and keeps its copies its own way
    database, head = Path(url.database), ScriptDirectory(str(paths.migrations())).get_current_head()
    kept = free_name(database, f"before-{head}")
    try:
        put_by(database, kept)
    except NoBackup as error:
        raise ConfigurationError(f"It is not upgraded, as it could not be copied first. {error}") from None
    return kept


def _revisions(app: Flask) -> tuple[str, ...]:
    try:
        with app.app_context(), db.engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_heads()
    except OperationalError as error:
        reason = str(error.orig).splitlines()[0]
        raise ConfigurationError(f"The database cannot be opened: {reason}.") from None
