"""The `scorekeeper` command.  Each group of commands is a module, imported when one of its commands is called.

So `scorekeeper score` starts without Flask and SQLAlchemy.
"""

from __future__ import annotations

from importlib import import_module

import click

from scorekeeper import __version__

COMMANDS = {
    "ask": "rules:ask",
    "backup": "maintenance:backup",
    "check": "rules:check",
    "db": "server:db",
    "demo": "demo:demo",
    "doctor": "maintenance:doctor",
    "draw": "draw:draw",
    "export": "league:export",
    "import": "league:import_",
    "rebuild": "maintenance:rebuild",
    "restore": "maintenance:restore",
    "rules": "rules:rules",
    "run": "server:run",
    "schema": "score:schema",
    "score": "score:score",
    "variants": "rules:variants",
    "whatif": "rules:whatif",
}
"""Command -> module in this package, and the command's name there."""


class LazyGroup(click.Group):
    """A group that imports a command when it is called, or listed by --help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, None for an unknown one."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name].split(":")
        command: click.Command = getattr(import_module(f"{__name__}.{module}"), name)
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="scorekeeper")
def main() -> None:
    """Keep score for Smear, Schmier, Pitch, Setback and Smoke.

    PORT and DATABASE_URL in the environment say where to serve and where the games are kept (8000, and an
    SQLite file in ./instance).
    """
