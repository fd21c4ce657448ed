"""A database that is being served says so, as long as the process lives: nobody puts another file in its place."""

from __future__ import annotations

import fcntl
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

BESIDE = ("-wal", "-shm", "-journal")
"""How the names of the files end that SQLite has beside a database."""
IN_USE = "-served"
"""What the name of the file ends in that a running server holds a lock on."""


def mark_in_use(database: Path) -> int:
    """Say for as long as this process lives that it serves a database; give the open file that says so."""
    handle = os.open(beside(database, IN_USE), os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(handle, fcntl.LOCK_SH)
    return handle


def beside(database: Path, end: str) -> str:
    """Give the name of a file beside a database, whatever links lead there."""
    return f"{os.path.realpath(database)}{end}"
