"""A league's document as it comes in: its lists, row by row and as often as wanted, without holding it in memory.

A document that is broken into lines as `export` breaks it is read line by line; any other is read whole.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from scorekeeper.rules.documents import decode, parse_document
from scorekeeper.rules.errors import SheetError, unreadable
from scorekeeper.services.carrying.layout import FORMAT, SECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

BEGINNING = re.compile(rb'\{"format":("[^"\\]*"),\n')
LEAGUE = re.compile(rb'"league":(\{.*\})(,?)\n')
OPENS = re.compile(rb'"([a-z_]+)":\[\n')
CLOSES = re.compile(rb"\](,?)\n")
LONGEST_LINE = 256 * 1024
"""Bytes of a row: the longest variant has a hundredth of it."""


class Place(NamedTuple):
    """Where a row stands, as people count: "games, row 3"."""

    section: str
    row: int

    def __str__(self) -> str:
        return f"{self.section.capitalize().replace('_', ' ')}, row {self.row}"


class Document:
    """What a file says: `league`, and the rows of each section."""

    def __init__(self, file: BinaryIO) -> None:
        """Look how the file is laid out.  Raises UnreadableSheet for what is no league of this format."""
        self._file = file
        self._whole: dict[str, object] | None = None
        self._starts: dict[str, int] = {}
        if not self._lay_out():
            self._read_whole()

    @property
    def league(self) -> object:
        return self._league

    def rows(self, section: str) -> Iterator[tuple[Place, object]]:
        """Give the rows of a section and where they stand.  Raises UnreadableSheet for one that is no JSON."""
        found = self._listed(section) if self._whole is not None else self._lined(section)
        for number, row in enumerate(found, start=1):
            yield Place(section, number), row

    # ------------------------------------------------------------ line by line

    def _lay_out(self) -> bool:
        """Note where each section begins; tell whether the file is laid out in lines throughout."""
        self._file.seek(0)
        begins, league = BEGINNING.fullmatch(self._line()), LEAGUE.fullmatch(self._line())
        if begins is None or league is None:
            return False
        _check_format(_parsed(begins[1], "format"))
        self._league: object = _parsed(league[1], "league")
        more = league[2]
        while more:
            opens = OPENS.fullmatch(self._line())
            name = opens[1].decode() if opens else ""
            if name not in SECTIONS or name in self._starts:
                return False
            self._starts[name] = self._file.tell()
            closes = None
            while closes is None:
                line = self._line()
                closes = CLOSES.fullmatch(line)
                if closes is None and not line.startswith(b"{"):
                    return False
            more = closes[1]
        return self._line() == b"}\n" and self._file.read(1) == b"" and self._starts.keys() == SECTIONS.keys()

    def _line(self) -> bytes:
        line = self._file.readline(LONGEST_LINE)
        return line if line.endswith(b"\n") else b""

    def _lined(self, section: str) -> Iterator[object]:
        at = self._starts[section]
        while True:
            self._file.seek(at)  # whoever reads two sections side by side has moved on since
            line = self._line()
            at = self._file.tell()
            if CLOSES.fullmatch(line):
                return
            yield _parsed(line.rstrip(b"\n").removesuffix(b","), section)

    # ------------------------------------------------------------ whole

    def _read_whole(self) -> None:
        self._file.seek(0)
        document = parse_document(decode(self._file.read()), is_json=True)
        if not isinstance(document, dict):
            raise unreadable("file", "This is not a league: it is no table of keys.")
        _check_format(document.get("format"))
        for key in document:
            if key not in {"format", "league", *SECTIONS}:
                raise unreadable(key, f"A league's file has no part called {key}.")
        for section in SECTIONS:
            if not isinstance(document.get(section), list):
                raise unreadable(section, f"A league's file has a list called {section}.")
        self._league, self._whole = document.get("league"), document

    def _listed(self, section: str) -> Iterator[object]:
        rows = (self._whole or {})[section]
        yield from rows if isinstance(rows, list) else ()


def _parsed(text: bytes, where: str) -> object:
    try:
        return parse_document(decode(text), is_json=True)
    except SheetError as error:
        raise unreadable(where, error.message) from error


def _check_format(value: object) -> None:
    if value != FORMAT:
        raise unreadable("format", f'This is not a league brought out of a scorekeeper: its format is not "{FORMAT}".')
