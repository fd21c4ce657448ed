"""`scorekeeper run` and `scorekeeper db upgrade`: the server, and the database of an earlier version."""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext
from dataclasses import replace

import click
from gunicorn.app import wsgiapp as gunicorn

from scorekeeper.app import create_app
from scorekeeper.cli.common import plain_errors
from scorekeeper.core import logs, settings
from scorekeeper.core.settings import ConfigurationError
from scorekeeper.operations import migrating, serving
from scorekeeper.operations.backup import BackupError, not_served


@click.command()
@click.option("--port", type=click.IntRange(0, settings.MAX_PORT), help="Overrides PORT.")
def run(port: int | None) -> None:
    """Serve the app; with LAN=1 to every phone on the network."""
    with plain_errors():
        chosen = settings.from_environment()
        chosen = chosen if port is None else replace(chosen, port=port)
        logs.set_up(chosen)
        listener = serving.listen(chosen)
        migrating.prepare_database(create_app())
    if "alembic" in sys.modules:  # the database is new: begin again without what only made it, 11 MB of each worker
        listener.close()
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - the same command once more
    serving.announce(listener.getsockname()[1], chosen)
    sys.argv = serving.gunicorn_command(listener)[2:]
    gunicorn.run()


@click.group()
def db() -> None:
    """Look after the database."""


@db.command()
@plain_errors()
def upgrade() -> None:
    """Bring the database to this version of Scorekeeper."""
    app = create_app()
    database = app.config["SETTINGS"].database_file
    try:
        with not_served(database) if database else nullcontext():
            copy = migrating.upgrade(app)
    except BackupError as error:
        raise ConfigurationError(str(error)) from None
    if copy is not None:
        click.echo(f"Done. A copy from before is in {copy}.")
