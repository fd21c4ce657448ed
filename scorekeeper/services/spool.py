"""Items that wait on disk, so that memory does not grow with their number."""

from __future__ import annotations

import pickle
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

Item = TypeVar("Item")
IN_MEMORY = 16 * 1024 * 1024
"""Bytes kept in memory before they go to a file."""


class Spool(Generic[Item]):
    """Items in order, in a temporary file until its block ends, so that memory does not grow with their number."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed with the block

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()

    def add(self, item: Item) -> None:
        pickle.dump(item, self._file, pickle.HIGHEST_PROTOCOL)

    def read(self) -> Iterator[Item]:
        """Yield the items; none can be added afterwards."""
        end = self._file.tell()
        self._file.seek(0)
        while self._file.tell() < end:
            yield pickle.load(self._file)  # noqa: S301 - written above
