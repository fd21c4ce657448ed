"""A league's document: its layout, and reading it row by row; README.md beside this file explains each key.

The document is JSON.  It is written with one row a line, so that it can be read and compared row by row however long it
is; line breaks have no meaning.  A document with such line breaks is read line by line, without holding it in memory;
any other is read whole.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from scorekeeper.rules.documents import decode, parse_document
from scorekeeper.rules.errors import SheetError, unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator

FORMAT = "scorekeeper-league/1"

JsonRow = dict[str, Any]

SECTIONS: dict[str, tuple[str, ...]] = {
    "devices": ("id", "name"),
    "people": ("archived_at", "erased_at", "guest", "id", "merged_into", "name"),
    "rulebooks": ("id", "variant"),
    "house_rules": ("archived_at", "id", "name"),
    "house_versions": ("device", "house", "number", "rulebook", "saved_at", "settings"),
    "nights": ("closed_at", "day", "id", "opened_at"),
    "seasons": ("archived_at", "ends_on", "id", "name", "standing", "starts_on"),
    "games": (
        "device", "finished_at", "head", "house", "id", "night", "played_on", "rematch_of", "rulebook", "seats",
        "started_at", "title", "touched_at",
    ),
    "lines": ("actor", "device", "facts", "game", "kind", "recorded_at", "seq", "target"),
    "opinions": ("device", "game", "note", "person", "said_at", "says", "seq"),
    "entries": (
        "actor", "currency", "device", "game", "id", "kind", "night", "note", "posted_at", "postings", "reverses",
        "seq",
    ),
    "tournaments": ("founded_at", "id"),
    "tournament_lines": ("actor", "device", "facts", "kind", "recorded_at", "seq", "target", "tournament"),
    "changes": ("actor", "device", "facts", "id", "made_at", "what"),
    "former_names": ("change", "name", "person"),
}  # fmt: skip
"""The lists of a document in their order, and the keys of a row of each.  A row only refers to rows before it."""

OPTIONAL_SECTIONS = ("tournaments", "tournament_lines")
"""The lists that may be missing: the document was written before they existed, or the league has none."""

LEAGUE_KEYS = ("created_at", "currency", "name", "stake_limit")


def compact_json(value: Any) -> str:
    """Return a value as one line of JSON, keys in the order given."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


FIRST_LINE = re.compile(rb'\{"format":("[^"\\]*"),\n')
LEAGUE_LINE = re.compile(rb'"league":(\{.*\})(,?)\n')
SECTION_START = re.compile(rb'"([a-z_]+)":\[\n')
SECTION_END = re.compile(rb"\](,?)\n")
MAX_LINE = 256 * 1024
"""Bytes of a row: the longest variant has a hundredth of it."""


class RowPlace(NamedTuple):
    """The place of a row in a message: "Games, row 3"."""

    section: str
    row: int

    def __str__(self) -> str:
        return f"{self.section.capitalize().replace('_', ' ')}, row {self.row}"


class LeagueDocument:
    """The content of a file: `league`, and the rows of each section."""

    def __init__(self, file: BinaryIO) -> None:
        """Find the sections of the file.  Raises UnreadableSheet if it isn't a league of this format."""
        self._file = file
        self._whole: dict[str, object] | None = None
        self._starts: dict[str, int] = {}
        if not self._index_lines():
            self._read_whole()

    @property
    def league(self) -> object:
        return self._league

    def rows(self, section: str) -> Iterator[tuple[RowPlace, object]]:
        """Return the rows of a section with their places.  Raises UnreadableSheet for one that isn't JSON."""
        found = self._read_section_list(section) if self._whole is not None else self._read_section_lines(section)
        for number, row in enumerate(found, start=1):
            yield RowPlace(section, number), row

    # ------------------------------------------------------------ line by line

    def _index_lines(self) -> bool:
        """Find where each section begins; return whether the file has one row per line throughout."""
        self._file.seek(0)
        begins, league = FIRST_LINE.fullmatch(self._line()), LEAGUE_LINE.fullmatch(self._line())
        if begins is None or league is None:
            return False
        _check_format(_parsed(begins[1], "format"))
        self._league: object = _parsed(league[1], "league")
        more = league[2]
        while more:
            opens = SECTION_START.fullmatch(self._line())
            name = opens[1].decode() if opens else ""
            if name not in SECTIONS or name in self._starts:
                return False
            self._starts[name] = self._file.tell()
            closes = None
            while closes is None:
                line = self._line()
                closes = SECTION_END.fullmatch(line)
                if closes is None and not line.startswith(b"{"):
                    return False
            more = closes[1]
        return self._line() == b"}\n" and self._file.read(1) == b"" and self._is_complete()

    def _is_complete(self) -> bool:
        return {*self._starts, *OPTIONAL_SECTIONS} == set(SECTIONS)

    def _line(self) -> bytes:
        line = self._file.readline(MAX_LINE)
        return line if line.endswith(b"\n") else b""

    def _read_section_lines(self, section: str) -> Iterator[object]:
        at = self._starts.get(section)
        while at is not None:
            self._file.seek(at)  # another reader of the same file has moved on since
            line = self._line()
            at = self._file.tell()
            if SECTION_END.fullmatch(line):
                return
            yield _parsed(line.rstrip(b"\n").removesuffix(b","), section)

    # ------------------------------------------------------------ whole

    def _read_whole(self) -> None:
        self._file.seek(0)
        document = parse_document(decode(self._file.read()), is_json=True)
        if not isinstance(document, dict):
            raise unreadable("file", "This is not a league file.")
        _check_format(document.get("format"))
        for key in document:
            if key not in {"format", "league", *SECTIONS}:
                raise unreadable(key, f"A league file has no part called {key}.")
        for section in SECTIONS:
            if not isinstance(document.setdefault(section, [] if section in OPTIONAL_SECTIONS else None), list):
                raise unreadable(section, f"A league file needs a list called {section}.")
        self._league, self._whole = document.get("league"), document

    def _read_section_list(self, section: str) -> Iterator[object]:
        rows = (self._whole or {})[section]
        yield from rows if isinstance(rows, list) else ()


def _parsed(text: bytes, where: str) -> object:
    try:
        return parse_document(decode(text), is_json=True)
    except SheetError as error:
        raise unreadable(where, error.message) from error


def _check_format(value: object) -> None:
    if value != FORMAT:
        raise unreadable("format", f'This is not a Scorekeeper league file: its format is not "{FORMAT}".')
