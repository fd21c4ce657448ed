"""Things on their way into the database, kept in a temporary file, so that memory does not grow with their number."""

from __future__ import annotations

import pickle
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

Item = TypeVar("Item")
IN_MEMORY = 16 * 1024 * 1024
"""Bytes kept in memory, the rest in a file: what comes in through a form always fits."""


class Spool(Generic[Item]):
    """Items in order, as long as its block lasts."""

    def __init__(self) -> None:
        self._file: Any = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed with the block

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def add(self, item: Item) -> None:
        pickle.dump(item, self._file, pickle.HIGHEST_PROTOCOL)

    def read(self) -> Iterator[Item]:
        """Return the items; none is added afterwards."""
        end = self._file.tell()
        self._file.seek(0)
        while self._file.tell() < end:
            yield pickle.load(self._file)  # noqa: S301 - written above
