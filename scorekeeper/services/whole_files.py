"""A file that is there whole or not at all: it is written beside its place, and put there at the end."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.services.in_use import BESIDE

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def whole(target: Path) -> Iterator[Path]:
    """Give an empty file that takes its place at `target` at the end, safe on the disk; its owner alone may read it.

    Where anything fails it is gone, and at `target` is what was there before.  Raises OSError.
    """
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
    os.close(handle)
    draft = Path(name)
    try:
        yield draft
        _to_disk(draft)
        draft.replace(target)
        _to_disk(target.parent)
    finally:
        for end in ("", *BESIDE):
            draft.with_name(draft.name + end).unlink(missing_ok=True)


def _to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
