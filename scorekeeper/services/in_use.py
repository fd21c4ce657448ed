"""A database that is being served says so, as long as the process lives: nobody puts another file in its place."""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BESIDE = ("-wal", "-shm", "-journal")
"""How the names of the files end that SQLite has beside a database."""
IN_USE = "-served"
"""What the name of the file ends in that a running server holds a lock on."""
GATE = "-gate"
"""And of the one that writers queue at (models/gate.py)."""


def mark_in_use(database: Path) -> int:
    """Say for as long as this process lives that it serves a database; give the open file that says so."""
    handle = os.open(beside(database, IN_USE), os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(handle, fcntl.LOCK_SH)
    return handle


def beside(database: Path, end: str) -> str:
    """Give the name of a file beside a database, whatever links lead there."""
    return f"{os.path.realpath(database)}{end}"


def belongs_to(database: Path, file: Path) -> bool:
    """Tell whether a file is a database, or one of those beside it: another in its place would cost what was saved."""
    return os.path.realpath(file) in {beside(database, end) for end in ("", *BESIDE, IN_USE, GATE)}


@contextmanager
def held(path: str | Path) -> Iterator[bool]:
    """Have a file for oneself, if nobody else has it; tell whether that is so."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        yield _is_locked(handle)
    finally:
        os.close(handle)  # which lets go of the lock


def _is_locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
