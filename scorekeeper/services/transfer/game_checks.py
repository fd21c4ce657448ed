"""Checks of the games of a league's document: their rules, their heads, and their lines, replayed."""

from __future__ import annotations

import datetime as dt
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.models.line import LINE, UNDO
from scorekeeper.rules.documents import MAX_NAME
from scorekeeper.rules.errors import SettingsError, SheetError
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.ruleset import BIDDING, SMOKE
from scorekeeper.rules.seats import usual_sides
from scorekeeper.rules.settings import SETTINGS, check_values
from scorekeeper.rules.sheet import FORMAT
from scorekeeper.rules.snapshot import variant_from_json, variant_to_json
from scorekeeper.rules.stakes import AMOUNT_KEYS, written_amount
from scorekeeper.rules.variant import NOTES
from scorekeeper.services.games.hashes import canonical_json
from scorekeeper.services.games.history import LogRow
from scorekeeper.services.games.naming import newcomer_key
from scorekeeper.services.games.snapshots import head_to_json
from scorekeeper.services.games.store import stored_facts
from scorekeeper.services.transfer.field_checks import InvalidField, check_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorekeeper.rules.sheet import Head
    from scorekeeper.rules.variant import Variant
    from scorekeeper.services.transfer.league_document import LeagueDocument, RowPlace


VARIANT_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
BIGGEST_TABLE = 20
NO_VARIANT = "this is not a variant's text."

PlacedRow = tuple["RowPlace", Any]
"""A row of a document and its place."""


class GameDocument(NamedTuple):
    """A game with its lines and reviews."""

    place: RowPlace
    row: Any
    lines: list[PlacedRow]
    opinions: list[PlacedRow]


def read_games(document: LeagueDocument) -> Iterator[GameDocument]:
    """Return the games of a document in order, each with its lines and reviews; one game is in memory at a time.

    Raises InvalidField for a line or a review of a game that does not exist, or that comes before those of an earlier
    one.
    """
    lines, opinions = _RowsByGame(document, "lines"), _RowsByGame(document, "opinions")
    for place, row in document.rows("games"):
        number = row.get("id") if isinstance(row, dict) else None
        yield GameDocument(place, row, lines.of(number), opinions.of(number))
    for rest in (lines, opinions):
        rest.check_done()


class _RowsByGame:
    """The rows of a section that follow the games, read a game at a time."""

    def __init__(self, document: LeagueDocument, section: str) -> None:
        self._rows = iter(document.rows(section))
        self._next: PlacedRow | None = next(self._rows, None)

    def of(self, number: object) -> list[PlacedRow]:
        found = []
        while self._next is not None and isinstance(self._next[1], dict) and self._next[1].get("game") == number:
            found.append(self._next)
            self._next = next(self._rows, None)
        return found

    def check_done(self) -> None:
        if self._next is not None:
            raise InvalidField(f"{self._next[0]}: it belongs to no game, or is listed with another game's.", "game")


# ---------------------------------------------------------------- rules


def read_rulebook(text: Any) -> Variant:
    """Return the variant of a rulebook, its settings valid and without contradictions.  Raises InvalidField."""
    try:
        variant = variant_from_json(text)
        same = canonical_json(variant_to_json(variant)) == canonical_json(text)
    except (TypeError, ValueError, LookupError, AttributeError):
        raise InvalidField(NO_VARIANT) from None
    words = (variant.key, variant.name, variant.family, variant.summary, *variant.sources, *variant.asks)
    words += tuple(sentence for sentences in variant.notes.values() for sentence in sentences)
    words += () if variant.extends is None else (variant.extends,)
    for word in words:
        check_text(word)
    sound = (
        same
        and VARIANT_KEY.fullmatch(variant.key)
        and (not variant.extends or VARIANT_KEY.fullmatch(variant.extends))
        and len(variant.key) <= MAX_NAME
        and variant.kind in (BIDDING, SMOKE)
        and isinstance(variant.jokers_lowest, bool)
        and set(variant.asks) <= SETTINGS.keys()
        and variant.notes.keys() <= set(NOTES)
        and variant.sizes
        and all(1 < size <= BIGGEST_TABLE for size in variant.sizes)
    )
    if not sound:
        raise InvalidField(NO_VARIANT)
    for size in variant.sizes:
        _check_size(variant, size)
    return variant


def _check_size(variant: Variant, size: int) -> None:
    try:
        faults = check_values(variant.kind, variant.settings_at(size))
        if not faults:
            variant.ruleset(size)
    except SettingsError as error:
        faults = list(error.faults)
    except (TypeError, ValueError):
        raise InvalidField(NO_VARIANT) from None
    if faults:
        raise InvalidField(f"with {size} players the rules contradict each other: {faults[0].message}")


def check_house_rules(variant: Variant, settings: Mapping[str, Any]) -> None:
    """Check that house rules fit some size of a variant.  Raises InvalidField."""
    for size in variant.sizes:
        with suppress(SettingsError):
            variant.ruleset(size, settings)
            return
    raise InvalidField("these rules fit no table size of that variant.")


# ---------------------------------------------------------------- a game


def read_head(variant: Variant, document: Any, size: int) -> Head:
    """Return the head that `head_to_json` wrote, of a game in which `size` people ever sat.  Raises InvalidField."""
    try:
        sheet = read_sheet(_as_sheet(document, variant), {variant.key: variant}.__getitem__)
        head = sheet.head
        same = canonical_json(head_to_json(head)) == canonical_json(document)
    except SheetError as error:
        raise InvalidField(error.message) from None
    except (TypeError, ValueError, LookupError, AttributeError):
        raise InvalidField("this is not the head of a game.") from None
    keys = [str(number) for number in range(1, len(head.players) + 1)]
    if not same or list(head.players) != keys or len(keys) > size:
        raise InvalidField("this head does not match the game's seats.")
    return head


def _as_sheet(document: Any, variant: Variant) -> dict[str, Any]:
    players, sides, stakes = document["players"], document["sides"], document["stakes"]
    fits = len(players) in variant.sizes
    seating = variant.ruleset(len(players), document["rules"]).seating.sides if fits else "solo"
    usual = [list(side) for side in usual_sides(seating, players)]
    money = {key: written_amount(stakes[key]) for key in AMOUNT_KEYS} if stakes else {}
    return {
        "format": FORMAT,
        "variant": variant.key,
        "players": players,
        "dealer": document["dealer"],
        "rules": document["rules"],
        "opening": document["opening"],
        **({} if sides == usual else {"sides": sides}),
        **({"stakes": {"currency": stakes["currency"], **money}} if stakes else {}),
    }


def log_row(row: Mapping[str, Any]) -> LogRow:
    """Return a line of a document as a row of a game's log."""
    facts = row["facts"]
    at = dt.datetime.fromisoformat(row["recorded_at"])
    return LogRow(row["seq"], row["kind"], row["target"], facts.get("line"), facts.get("reason"), at, "")


def check_facts(row: Mapping[str, Any]) -> None:
    """Check that facts have the shape of that kind of row.  Raises InvalidField."""
    facts, kind = row["facts"], row["kind"]
    line, reason = facts.get("line"), facts.get("reason")
    shaped = line is None if kind == UNDO else isinstance(line, dict)
    if not shaped or (row["target"] is None) != (kind == LINE):
        raise InvalidField("these facts don't fit this kind of row.")
    if canonical_json(facts) != canonical_json(stored_facts(kind, line, reason)):
        raise InvalidField("these facts don't fit this kind of row.")
    if reason is not None:
        check_text(reason)


def joined_in_order(head: Head, rows: Sequence[LogRow], seats: int) -> bool:
    """Return whether everybody who ever sat down has a seat, numbered in the order they came."""
    known = len(head.players)
    for row in rows:
        facts = row.facts or {}
        joins = facts.get(newcomer_key(facts) or "")
        if joins is not None:
            number = int(joins) if str(joins).isascii() and str(joins).isdecimal() else 0
            if not 0 < number <= known + 1 or str(number) != joins:
                return False
            known = max(known, number)
    return known == seats
