"""The version of the database: a new one is created, an old one upgraded on request."""

from pathlib import Path

from flask import Flask
from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError

from scorekeeper.core import settings
from scorekeeper.core.extensions import db
from scorekeeper.core.settings import ConfigurationError
from scorekeeper.core.transaction import one_line
from scorekeeper.models.engine import found_revisions, set_journal_mode
from scorekeeper.operations.backup import SIDE_FILES, BackupError, back_up_file, free_name


def migrate(engine: Engine) -> None:
    """Apply all migrations that a database does not have yet, or none of them."""
    from alembic import command  # noqa: PLC0415 - Alembic, 11 MB, is not for the server's workers
    from alembic.config import Config  # noqa: PLC0415

    configuration = Config()
    configuration.set_main_option("script_location", str(settings.MIGRATIONS))
    configuration.attributes["engine"] = engine
    command.upgrade(configuration, "head")


def revisions_in(app: Flask) -> set[str]:
    """Return the migrations that the database has, none for a new one.

    Raises ConfigurationError if it cannot be opened.
    """
    try:
        with app.app_context(), db.engine.connect() as connection:
            return found_revisions(connection)
    except DatabaseError as error:
        raise ConfigurationError(f"The database cannot be opened: {one_line(error)}.") from None


def is_older(found: set[str]) -> bool:
    """Return whether an earlier version of the program made the database."""
    return bool(found) and found <= set(settings.revisions()[:-1])


def prepare_database(app: Flask) -> None:
    """Before serving: create the tables of a new database, and set the journal mode of an SQLite file.

    Raises ConfigurationError for one of another version, and for one that cannot be opened.
    """
    found = revisions_in(app)
    if not found:
        upgrade(app)
    elif is_older(found):
        raise ConfigurationError(
            "An earlier version made this database: run `scorekeeper db upgrade` or `make upgrade`, then start again."
        )
    elif found != {settings.revisions()[-1]}:
        raise ConfigurationError("A later version made this database: start that version instead.")
    else:
        with app.app_context():
            set_journal_mode(db.engine)
            db.engine.dispose()


def upgrade(app: Flask) -> Path | None:
    """Bring the database to this version, by all migrations or none.

    An SQLite file of an earlier version is copied first; return where the copy is, None if there was nothing to
    copy (PostgreSQL has backups of its own).  Raises ConfigurationError if it cannot be copied, and if the upgrade
    fails; the database then is as it was.
    """
    found = revisions_in(app)
    database: Path | None = app.config["SETTINGS"].database_file
    kept = None
    if database and is_older(found):
        kept = free_name(database, f"before-{settings.revisions()[-1]}")
        try:
            back_up_file(database, kept)
        except BackupError as error:
            raise ConfigurationError(f"It is not upgraded, as it could not be copied first. {error}") from None
    with app.app_context():
        try:
            migrate(db.engine)
        except Exception as error:  # whatever a migration meets
            copy = f" A copy from before is in {kept}." if kept else ""
            what = f"The upgrade failed, and the database is as it was.{copy}"
            raise ConfigurationError(f"{what} Why: {one_line(error)}") from error
    if database and not found:
        for end in ("", *SIDE_FILES):  # people's names and money will be in it
            file = database.with_name(database.name + end)
            if file.exists():
                file.chmod(0o600)
    return kept
