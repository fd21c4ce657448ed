"""The `scorekeeper` command.  Each group of commands is a module, imported when one of its commands is called.

So `scorekeeper score` starts without Flask and SQLAlchemy.
"""

import errno
import json
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Never

import click

from scorekeeper import __version__

STREAM = "-"
COMMANDS = {
    "ask": ("rules:ask", "Answer a question about a game's rules."),
    "backup": ("server:backup", "Back up the database while the server runs."),
    "check": ("rules:check", "Check a variant file or a house-rules file."),
    "create": ("server:create", "Make an empty league."),
    "db": ("server:upgrade", "Bring the database to this version."),
    "delete": ("server:delete", "Delete a league for good."),
    "demo": ("server:demo", "Add a sample league, or serve one from a scratch database."),
    "differs": ("rules:differs", "Say what is different for a player of another game."),
    "doctor": ("server:doctor", "Check the database and all that is computed from it."),
    "draw": ("draw:draw", "Draw the rounds of a tournament."),
    "export": ("server:export", "Write a league into a file."),
    "import": ("server:import_", "Import a league from a file that export wrote."),
    "rebuild": ("server:rebuild", "Compute again what follows from the lines."),
    "restore": ("server:restore", "Replace the database with a backup."),
    "rules": ("rules:rules", "Print the rules sheet of a game."),
    "run": ("server:run", "Serve the app; with LAN=1 to every phone on the network."),
    "schema": ("score:schema", "Print the JSON Schema of a scoresheet."),
    "score": ("score:score", "Score scoresheets."),
    "variants": ("rules:variants", "List the games."),
    "whatif": ("rules:whatif", "Replay a scoresheet under other rules."),
}
"""Command -> module in this package and the command's name there, and what --help says of it."""

FORCE = click.Option(["--force"], is_flag=True, help="Overwrite an existing file.")
PORT = click.IntRange(0, 65_535)
NEED_APP: dict[str, tuple[str, list[click.Parameter]]] = {
    "backup": (
        "Into a FILE, or among the backups that the server makes.",
        [click.Argument(["file"], required=False, type=click.Path(path_type=Path)), FORCE],
    ),
    "create": ("It prints the code that makes a phone its owner.", [click.Argument(["name"])]),
    "db": ("", []),
    "delete": (
        "Backups made before keep it, and a file that export wrote.",
        [click.Argument(["league"]), click.Option(["--yes"], is_flag=True, help="Don't ask.")],
    ),
    "demo": (
        "Other leagues stay as they are. With --serve nothing of it reaches your database, and it needs no passphrase.",
        [
            click.Option(["--serve"], is_flag=True, help="Serve it here from a scratch database, until Ctrl-C."),
            click.Option(["--port"], type=PORT, help="With --serve: overrides PORT, or 8001."),
        ],
    ),
    "doctor": (
        "Run it every night.\n\nEnds with 0 if all is well, 1 if something is wrong, 3 if something was not checked.",
        [
            click.Option(["--quick"], is_flag=True, help="Skip the checks that replay games."),
            click.Option(["--json", "as_json"], is_flag=True, help="One JSON object."),
        ],
    ),
    "export": ('"-" is the terminal.', [click.Argument(["league"]), click.Argument(["file"]), FORCE]),
    "import": ('"-" is the standard input.', [click.Argument(["file"])]),
    "rebuild": ("Of one LEAGUE, or of all.", [click.Argument(["league"], required=False)]),
    "restore": (
        "The old one is kept beside it.",
        [click.Argument(["file"], type=click.Path(exists=True, dir_okay=False, path_type=Path))],
    ),
    "run": ("", [click.Option(["--port"], type=PORT, help="Overrides PORT.")]),
}
"""Command -> what else --help says, and what it takes: these import the app once they run, and not for --help."""


class LazyGroup(click.Group):
    """A group that imports a command when it is called, and ends as programs on a shell do."""

    def main(self, args: Sequence[str] | None = None, **extra: Any) -> Never:  # type: ignore[override]  # as for a shell
        """Run a command and exit; what is wrong is printed as "scorekeeper: …", and Ctrl-C prints nothing."""
        try:
            status = super().main(args, **{**extra, "standalone_mode": False})
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            sys.exit(error.exit_code)
        except click.ClickException as error:
            print_error(error.format_message())
            sys.exit(error.exit_code)
        except click.Abort:
            sys.exit(130)  # as a shell says of a program that Ctrl-C ended: 128 and the signal's number
        sys.exit(status if isinstance(status, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for, in color only where NO_COLOR is not set (https://no-color.org).

        Where nothing more can be written to its output, the rest is discarded.
        """
        if os.environ.get("NO_COLOR"):
            ctx.color = False
        try:
            return super().invoke(ctx)
        except OSError as error:
            if error.errno not in {errno.EPIPE, errno.ENOSPC}:
                raise
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if error.errno == errno.EPIPE:
                sys.exit(141)  # the same, where whatever reads its output has ended
            raise click.ClickException("The disk is full, so not all could be written.") from None

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_place, summary) in sorted(COMMANDS.items())])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            from difflib import get_close_matches  # noqa: PLC0415 - five milliseconds, for slips of the fingers alone

            if close := get_close_matches(cmd_name, COMMANDS, n=1):
                ctx.fail(f"No such command '{cmd_name}'. Did you mean '{close[0]}'?")
            return None
        place, does = COMMANDS[cmd_name]
        if cmd_name not in NEED_APP:
            found: click.Command = _find(place)
            return found
        more, takes = NEED_APP[cmd_name]
        command = click.Command(cmd_name, callback=partial(_run, place), params=takes, help=f"{does} {more}")
        return click.Group("db", {"upgrade": command}, help=does) if cmd_name == "db" else command


def _find(place: str) -> Any:
    module, name = place.split(":")
    return getattr(import_module(f"{__name__}.{module}"), name)


def _run(place: str, **given: Any) -> None:
    """Do what a command does; a ConfigurationError is printed as one sentence, and it ends with 1."""
    wrong = import_module("scorekeeper.core.settings").ConfigurationError
    try:
        _find(place)(**given)
    except wrong as error:
        raise click.ClickException(str(error)) from None


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="scorekeeper")
def main() -> None:
    """Keep score for Smear, Schmier, Pitch, Setback and Smoke.

    PORT and DATABASE_URL in the environment say where to serve and where the games are kept (8000, and an
    SQLite file in ./instance).
    """


def read_file(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == STREAM else Path(file).read_bytes()


def read_text(file: str) -> str:
    """Return the text of a file, or of the standard input for "-".  Raises OSError, UnicodeDecodeError."""
    return read_file(file).decode("utf-8-sig")


def print_json(**told: object) -> None:
    click.echo(json.dumps(told, ensure_ascii=False, default=list))


def print_error(message: str) -> None:
    for line in message.splitlines():
        click.echo(f"scorekeeper: {line}", err=True)
