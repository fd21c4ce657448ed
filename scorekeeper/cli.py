"""The `scorekeeper` command. Each subcommand imports what it needs itself: `score` starts without Flask."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from scorekeeper import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="scorekeeper")
def main() -> None:
    """Keep score for Smear, Schmier, Pitch, Setback and Smoke.

    PORT and DATABASE_URL in the environment say where to serve and where the games are kept (8000, and an
    SQLite file in ./instance).
    """


@main.command()
def run() -> None:
    """Serve the app; with LAN=1 to every phone on the network."""
    from scorekeeper import logs, migrating, serving, settings

    with _said_plainly():
        chosen = settings.from_environment()
        logs.set_up(chosen)
        listener = serving.listen(chosen)
        migrating.make_ready(_app())
    serving.announce(listener.getsockname()[1], chosen)
    command = serving.gunicorn_command(listener)
    os.execv(command[0], command)  # noqa: S606  the arguments are ours, and no shell reads them


@main.group()
def db() -> None:
    """Look after the database."""


@db.command("upgrade")
def db_upgrade() -> None:
    """Bring the database to this version of Scorekeeper."""
    from scorekeeper import migrating

    with _said_plainly():
        kept = migrating.upgrade(_app())
    if kept is not None:
        click.echo(f"Done. A copy from before is in {kept}.")


@main.command()
@click.option("--quick", is_flag=True, help="Play no game anew.")
def doctor(*, quick: bool) -> None:
    """Look whether everything is as it should be; every night is a good time."""
    from scorekeeper import cli_doctor

    with _said_plainly():
        status = cli_doctor.doctor(_app(), quick=quick)
    sys.exit(status)


@main.command()
@click.argument("league", required=False)
def rebuild(league: str | None) -> None:
    """Make the statistics of a LEAGUE, or of all, anew from the lines."""
    from scorekeeper import cli_league

    with _said_plainly():
        cli_league.rebuild(_app(), league)


@main.command()
@click.argument("league")
@click.argument("file")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def export(league: str, file: str, *, force: bool) -> None:
    """Write a whole LEAGUE into a FILE ("-" is the terminal)."""
    from scorekeeper import cli_carrying

    with _said_plainly():
        cli_carrying.bring_out(_ready_app(), league, file, force=force)


@main.command("import")
@click.argument("file")
def take_in(file: str) -> None:
    """Make a league of a FILE that export wrote."""
    from scorekeeper import cli_carrying

    with _said_plainly():
        cli_carrying.take_in(_ready_app(), file)


@main.command()
@click.argument("file", required=False)
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.option("--if-due", is_flag=True, help="Only when BACKUP_EVERY says that it is time.")
def backup(file: str | None, *, force: bool, if_due: bool) -> None:
    """Put the whole database by, while the server runs: in a FILE, or among the backups that the server makes."""
    from scorekeeper import cli_backup

    with _said_plainly():
        if file is None:
            cli_backup.back_up_here(_app(), if_due=if_due)
        else:
            cli_backup.backup(_app(), file, force=force)


@main.command()
@click.argument("file")
def restore(file: str) -> None:
    """Let a FILE that backup wrote be the database; the one there was is kept beside it."""
    from scorekeeper import cli_backup

    with _said_plainly():
        cli_backup.restore(_app(), file)


@main.command()
@click.option("--hands", type=click.IntRange(50, 5_000_000), default=600, show_default=True, help="About how many.")
@click.option("--seed", type=int, default=1968, show_default=True, help="Another number is another league.")
def demo(hands: int, seed: int) -> None:
    """Make a league to look at, beside whatever leagues there are."""
    from scorekeeper import cli_demo

    with _said_plainly():
        cli_demo.demo(_ready_app(), hands, seed)


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file, one a line.")
def score(files: tuple[str, ...], *, as_json: bool) -> None:
    """Score scoresheets (.toml or .json)."""
    from scorekeeper import cli_score

    sys.exit(cli_score.score(files, as_json=as_json))


@main.command()
def schema() -> None:
    """Print the JSON Schema of a scoresheet."""
    from scorekeeper import cli_score

    cli_score.schema()


@main.command()
def variants() -> None:
    """List the variants."""
    from scorekeeper import cli_rules

    cli_rules.list_variants()


@main.command()
@click.argument("key")
@click.option("--players", type=int, help="How many are at the table.")
@click.option("--rules", "chosen", multiple=True, metavar="KEY=VALUE", help="A house rule, or a file of them.")
def rules(key: str, players: int | None, chosen: tuple[str, ...]) -> None:
    """Print the rules sheet of a variant in plain English."""
    from scorekeeper import cli_rules

    sys.exit(cli_rules.print_rules(key, players, chosen))


@main.command()
@click.argument("file")
def check(file: str) -> None:
    """Check a variant file or a house-rules file."""
    from scorekeeper import cli_rules

    sys.exit(cli_rules.check(file))


@main.command()
@click.argument("sheet")
@click.option("--rules", "chosen", multiple=True, required=True, metavar="KEY=VALUE", help="A rule, or a file of them.")
def whatif(sheet: str, chosen: tuple[str, ...]) -> None:
    """Replay a scoresheet under other rules."""
    from scorekeeper import cli_rules

    sys.exit(cli_rules.print_what_if(sheet, chosen))


def _app() -> Flask:
    from scorekeeper.app import create_app

    return create_app()


def _ready_app() -> Flask:
    """Give the app with a database of this version; a new one is made.  Raises ConfigurationError for any other."""
    from scorekeeper import migrating

    app = _app()
    migrating.make_ready(app)
    return app


@contextmanager
def _said_plainly() -> Iterator[None]:
    """Turn a setting that cannot be into one sentence instead of a traceback."""
    from scorekeeper.settings import ConfigurationError

    try:
        yield
    except ConfigurationError as error:
        raise click.ClickException(str(error)) from None
