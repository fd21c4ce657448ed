"""A whole PostgreSQL database put by: its own pg_dump does that, and pg_restore looks whether the copy can be read."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

from scorekeeper.services.backup import TABLES_OF_OURS, NoBackup, in_words
from scorekeeper.services.whole_files import whole

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy.engine import URL

PATIENCE = 3 * 60 * 60
"""Seconds for a database of any size; a server that has not answered by then never will."""


def dump(url: URL, target: Path) -> None:
    """Write a custom-format dump, for its owner alone; until it is whole there is nothing at `target`.

    Raises NoBackup where the programs are missing or fail.
    """
    with in_words(f"{target} cannot be written"), whole(target) as draft:
        _run("pg_dump", "--format=custom", f"--file={draft}", f"--dbname={_address(url)}", password=url.password)
        _look_at(draft)


def _look_at(draft: Path) -> None:
    listed = _run("pg_restore", "--list", str(draft), password=None)
    held = {line.split()[6] for line in listed.splitlines() if " TABLE DATA " in line}
    if not held >= TABLES_OF_OURS:
        raise NoBackup("What pg_dump wrote does not hold the tables of a scorekeeper.")


def _address(url: URL) -> str:
    """Give the address as PostgreSQL's programs take it, without the password: how they are called, everybody sees."""
    plain = url.set(drivername="postgresql", password=None)
    return plain.render_as_string(hide_password=False)


def _run(program: str, *how: str, password: str | None) -> str:
    path = shutil.which(program)
    if path is None:
        raise NoBackup(f"The games are kept in PostgreSQL, and its {program} is not on this machine: install it.")
    environ = {**os.environ, "PGPASSWORD": password} if password else None
    try:
        done = subprocess.run(  # noqa: S603 - ours
            [path, *how], capture_output=True, text=True, check=False, env=environ, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        raise NoBackup(f"{program} was stopped: it had come to no end in {PATIENCE / 3600:g} hours.") from None
    if done.returncode:
        raise NoBackup(f"{program} failed: {(done.stderr.strip().splitlines() or ['it said nothing'])[0]}")
    return done.stdout
