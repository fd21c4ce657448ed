"""Progress of a league import, kept in a file because any worker may be asked for it."""

from __future__ import annotations

import json
import time
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import NamedTuple, Self

from flask import current_app

MIN_INTERVAL = 0.3
"""Seconds between two writes."""


class ImportProgress(NamedTuple):
    """`done` of `total` games in the current step."""

    what: str
    done: int
    total: int


class ProgressFile:
    """A file written while a league is imported, and deleted afterwards."""

    def __init__(self, form: str) -> None:
        self._path, self._written_at = _path(form), 0.0
        self._draft = self._path.with_suffix(f".{token_hex(4)}")  # its own: a double tap writes for the same form

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._draft.unlink(missing_ok=True)
        self._path.unlink(missing_ok=True)

    def write(self, what: str, done: int, total: int) -> None:
        """Write the progress, at most every MIN_INTERVAL seconds."""
        now = time.monotonic()
        if now - self._written_at > MIN_INTERVAL:
            self._written_at = now
            self._draft.write_text(json.dumps([what, done, total]), encoding="ascii")
            self._draft.replace(self._path)


def read_progress(form: str) -> ImportProgress | None:
    """Return the progress of the import that a form started, None if there is none."""
    try:
        return ImportProgress(*json.loads(_path(form).read_text(encoding="ascii")))
    except (OSError, ValueError):
        return None


def _path(form: str) -> Path:
    name = sha256(form.encode("utf-8", "surrogatepass")).hexdigest()
    return Path(current_app.instance_path) / f"import-progress-{name[:32]}.json"
