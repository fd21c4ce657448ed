"""A whole PostgreSQL database put by: its own pg_dump does that, and pg_restore looks whether the copy can be read."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.services.backup import TABLES_OF_OURS, NoBackup

if TYPE_CHECKING:
    from sqlalchemy.engine import URL


def dump(url: URL, target: Path) -> None:
    """Write a custom-format dump, for its owner alone; until it is whole there is nothing at `target`.

    Raises NoBackup where the programs are missing or fail.
    """
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
    os.close(handle)
    draft = Path(name)
    try:
        _run("pg_dump", "--format=custom", f"--file={draft}", f"--dbname={_address(url)}", password=url.password)
        _look_at(draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


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
    done = subprocess.run([path, *how], capture_output=True, text=True, check=False, env=environ)  # noqa: S603 - ours
    if done.returncode:
        raise NoBackup(f"{program} failed: {(done.stderr.strip().splitlines() or ['it said nothing'])[0]}")
    return done.stdout
