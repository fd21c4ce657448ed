"""`scorekeeper doctor`: what the checks found, for people, with how far a long one has come."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click
from sqlalchemy.exc import DatabaseError

from scorekeeper.backing_up import plan_of
from scorekeeper.extensions import db
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.doctor import Verdict, examine
from scorekeeper.services.doctor_machine import Around
from scorekeeper.services.errors import one_line
from scorekeeper.settings import KEY_FILE, ConfigurationError

if TYPE_CHECKING:
    from flask import Flask
    from sqlalchemy import Connection

    from scorekeeper.services.doctor import Finding
    from scorekeeper.settings import Settings

WRONG = 1
SHOWN_AFTER = 1.0
"""Seconds a check may take before its progress is shown."""
STEP = 0.1
"""Seconds between two looks at it."""
MARKS = {Verdict.OK: ("ok", "green"), Verdict.WRONG: ("WRONG", "red"), Verdict.LEFT_OUT: ("left out", "yellow")}


def doctor(app: Flask, *, quick: bool) -> int:
    """Print every finding; give the exit status: 1 if anything is wrong, else 0.

    Raises ConfigurationError for a database that cannot be opened.
    """
    progress, status, around = Progress(), 0, surroundings(app.config["SETTINGS"])
    with app.app_context(), _opened() as connection:
        for finding in examine(connection, quick=quick, progress=progress.show, around=around):
            progress.clear()
            print_finding(finding)
            status = WRONG if finding.verdict is Verdict.WRONG else status
    return status


def surroundings(chosen: Settings) -> Around:
    """Give what stands around the database of these settings."""
    plan = plan_of(chosen)
    return Around(wall_clock(), chosen.database_file, chosen.instance / KEY_FILE, plan.folder, plan.every)


def _opened() -> Connection:
    try:
        return db.engine.connect()
    except DatabaseError as error:
        raise ConfigurationError(f"The database cannot be opened: {one_line(error)}.") from None


def print_finding(finding: Finding) -> None:
    mark, colour = MARKS[finding.verdict]
    notes = f"  ({'; '.join(finding.notes)})" if finding.notes else ""
    click.echo(f"{click.style(f'{mark:<8}', fg=colour)} {finding.check.promise}{notes}")
    for fault in finding.faults:
        click.echo(f"         - {fault}")
    if finding.more:
        click.echo(f"         … and {finding.more} more.")


class Progress:
    """How far a check has come, on a terminal alone, and only when it takes longer than a moment."""

    def __init__(self) -> None:
        self._wanted = sys.stderr.isatty()
        self._began: float | None = None
        self._said = 0.0

    def show(self, done: int, of: int) -> None:
        """Say so many of so many, if it is worth saying."""
        now = time.monotonic()
        self._began = self._began or now
        if self._wanted and now - self._began > SHOWN_AFTER and now - self._said > STEP:
            self._said = now
            click.echo(f"\r         {done} of {of} games", err=True, nl=False)

    def clear(self) -> None:
        """Take the line away again, for the next check."""
        if self._said:
            click.echo("\r\x1b[K", err=True, nl=False)
        self._began, self._said = None, 0.0
