"""Games of a league's document: their rules, their heads, and their lines, played anew."""

from __future__ import annotations

import datetime as dt
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.models.line import CORRECT, LINE, UNDO
from scorekeeper.rules.errors import SettingsError, SheetError
from scorekeeper.rules.plain import LONGEST_NAME
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.ruleset import BIDDING, SMOKE
from scorekeeper.rules.seats import usual_sides
from scorekeeper.rules.settings import SETTINGS, check_values
from scorekeeper.rules.sheet import FORMAT
from scorekeeper.rules.snapshot import variant_from_json, variant_to_json
from scorekeeper.rules.stakes import AMOUNT_KEYS, written_amount
from scorekeeper.rules.table import open_table, play
from scorekeeper.services.book import stored_facts
from scorekeeper.services.carrying.values import Wrong, a_text
from scorekeeper.services.chain import canonical
from scorekeeper.services.history import Row, undone
from scorekeeper.services.snapshots import freeze_head
from scorekeeper.services.views import show_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorekeeper.rules.sheet import Head
    from scorekeeper.rules.table import Table
    from scorekeeper.rules.variant import Variant
    from scorekeeper.services.carrying.reading import Document, Place
    from scorekeeper.services.views import ShownLine

VARIANT_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
BIGGEST_TABLE = 20
NO_VARIANT = "this is no text of a variant."

Said = tuple["Place", Any]
"""A row of a document and where it stands."""


class GameDocument(NamedTuple):
    """A game with all that was said of it."""

    place: Place
    row: Any
    lines: list[Said]
    opinions: list[Said]


def games_of(document: Document) -> Iterator[GameDocument]:
    """Give the games of a document in order, each with its lines and opinions; one game is in memory at a time.

    Raises Wrong for a line or an opinion of a game that is not there, or that stands before those of an earlier one.
    """
    lines, opinions = _Following(document, "lines"), _Following(document, "opinions")
    for place, row in document.rows("games"):
        number = row.get("id") if isinstance(row, dict) else None
        yield GameDocument(place, row, lines.of(number), opinions.of(number))
    for rest in (lines, opinions):
        rest.check_done()


class _Following:
    """The rows of a section that follow the games, taken a game at a time."""

    def __init__(self, document: Document, section: str) -> None:
        self._rows = iter(document.rows(section))
        self._next: Said | None = next(self._rows, None)

    def of(self, number: object) -> list[Said]:
        found = []
        while self._next is not None and isinstance(self._next[1], dict) and self._next[1].get("game") == number:
            found.append(self._next)
            self._next = next(self._rows, None)
        return found

    def check_done(self) -> None:
        if self._next is not None:
            raise Wrong(f"{self._next[0]}: it belongs to no game, or stands among those of another.", "game")


# ---------------------------------------------------------------- rules


def read_rulebook(text: Any) -> Variant:
    """Give the variant of a rulebook, every setting allowed and no two against each other.  Raises Wrong."""
    try:
        variant = variant_from_json(text)
        same = canonical(variant_to_json(variant)) == canonical(text)
    except (TypeError, ValueError, LookupError, AttributeError):
        raise Wrong(NO_VARIANT) from None
    words = (variant.key, variant.name, variant.family, variant.summary, *variant.sources, *variant.asks)
    for word in words:
        a_text(word)
    sound = (
        same
        and VARIANT_KEY.fullmatch(variant.key)
        and len(variant.key) <= LONGEST_NAME
        and variant.kind in (BIDDING, SMOKE)
        and isinstance(variant.jokers_lowest, bool)
        and set(variant.asks) <= SETTINGS.keys()
        and variant.sizes
        and all(1 < size <= BIGGEST_TABLE for size in variant.sizes)
    )
    if not sound:
        raise Wrong(NO_VARIANT)
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
        raise Wrong(NO_VARIANT) from None
    if faults:
        raise Wrong(f"with {size} players the rules do not go together: {faults[0].message}")


def check_house(variant: Variant, settings: Mapping[str, Any]) -> None:
    """Look whether house rules go with some table of a variant.  Raises Wrong."""
    for size in variant.sizes:
        with suppress(SettingsError):
            variant.ruleset(size, settings)
            return
    raise Wrong("these rules go with no table of that variant.")


# ---------------------------------------------------------------- a game


def read_head(variant: Variant, frozen: Any, size: int) -> Head:
    """Give the head that `freeze_head` wrote, for a game of which `size` people ever sat down.  Raises Wrong."""
    try:
        sheet = read_sheet(_as_sheet(frozen, variant), {variant.key: variant}.__getitem__)
        head = sheet.head
        same = canonical(freeze_head(head)) == canonical(frozen)
    except SheetError as error:
        raise Wrong(error.message) from None
    except (TypeError, ValueError, LookupError, AttributeError):
        raise Wrong("this is no head of a game.") from None
    keys = [str(number) for number in range(1, len(head.players) + 1)]
    if not same or list(head.players) != keys or len(keys) > size:
        raise Wrong("this is no head of a game of these seats.")
    return head


def _as_sheet(frozen: Any, variant: Variant) -> dict[str, Any]:
    players, sides, stakes = frozen["players"], frozen["sides"], frozen["stakes"]
    seating = variant.ruleset(len(players), frozen["rules"]).seating.sides if len(players) in variant.sizes else "solo"
    usual = [list(side) for side in usual_sides(seating, players)]
    money = {key: written_amount(stakes[key]) for key in AMOUNT_KEYS} if stakes else {}
    return {
        "format": FORMAT,
        "variant": variant.key,
        "players": players,
        "dealer": frozen["dealer"],
        "rules": frozen["rules"],
        "opening": frozen["opening"],
        **({} if sides == usual else {"sides": sides}),
        **({"stakes": {"currency": stakes["currency"], **money}} if stakes else {}),
    }


def log_row(row: Mapping[str, Any]) -> Row:
    """Give a line of a document as a row of a game's log."""
    facts = row["facts"]
    at = dt.datetime.fromisoformat(row["recorded_at"])
    return Row(row["seq"], row["kind"], row["target"], facts.get("line"), facts.get("reason"), at, "")


def check_facts(row: Mapping[str, Any]) -> None:
    """Look whether facts are shaped as a row of that kind keeps them.  Raises Wrong."""
    facts, kind = row["facts"], row["kind"]
    line, reason = facts.get("line"), facts.get("reason")
    shaped = line is None if kind == UNDO else isinstance(line, dict)
    if not shaped or (row["target"] is None) != (kind == LINE):
        raise Wrong("these facts do not go with this kind of row.")
    if canonical(facts) != canonical(stored_facts(kind, line, reason)):
        raise Wrong("these facts do not go with this kind of row.")
    if reason is not None:
        a_text(reason)


def play_anew(head: Head, rows: Sequence[Row]) -> tuple[Table, tuple[ShownLine, ...]]:
    """Play a log as it was written, undos and corrections when they came; give the table and the lines that stand.

    Raises SheetError with the number of the row that could not have been written.
    """
    if all(row.kind == LINE for row in rows):
        return show_lines(head, rows)
    table, before = open_table(head), list[Row]()
    for row in rows:
        try:
            if row.kind == LINE:
                table, _ = play(table, read_line(row.facts, table.variant.kind))
            else:
                _check_target(before, row)
                table, _ = show_lines(head, [*before, row])
        except SheetError as error:
            raise error.at_line(row.seq) from error
        before.append(row)
    return show_lines(head, rows)


def _check_target(before: Sequence[Row], row: Row) -> None:
    target = next((each for each in before if each.seq == row.target), None)
    if target is None or (row.kind == CORRECT and target.kind != LINE):
        raise Wrong("there is no such row to change.", "target")
    if target.seq in undone(before):
        raise Wrong("that row was taken back already.", "target")


def joined_in_order(head: Head, rows: Sequence[Row], seats: int) -> bool:
    """Tell whether everybody who ever sat down has a seat, numbered as they came."""
    known = len(head.players)
    for row in rows:
        joins = (row.facts or {}).get("join")
        if joins is not None:
            number = int(joins) if str(joins).isascii() and str(joins).isdecimal() else 0
            if not 0 < number <= known + 1 or str(number) != joins:
                return False
            known = max(known, number)
    return known == seats
