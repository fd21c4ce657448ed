"""Checks of the rules of a league's document, and of the heads and logs of its games."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from scorekeeper.core.text import UNWRITABLE
from scorekeeper.games.history import LogRow, PlayedLine, replay_log
from scorekeeper.games.naming import newcomer_key
from scorekeeper.games.store import canonical_json, head_to_json, stored_facts
from scorekeeper.models.game import CORRECT, LINE, UNDO
from scorekeeper.rules.documents import MAX_NAME, MAX_TEXT
from scorekeeper.rules.errors import SettingsError, SheetError, impossible
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.ruleset import BIDDING, SETTINGS, SMOKE, check_values
from scorekeeper.rules.seats import usual_sides
from scorekeeper.rules.sheet import FORMAT, Head
from scorekeeper.rules.stakes import AMOUNT_KEYS, written_amount
from scorekeeper.rules.table import Table, open_table
from scorekeeper.rules.variant import NOTES, Variant, variant_from_json, variant_to_json
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.transfer.league_file import RowPlace

VARIANT_KEY = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
BIGGEST_TABLE = 20
MAX_LINES = 2_000
"""Of an imported game.  The longest of an evening has a hundred; every page that shows a game replays all of them."""
NO_VARIANT = "this is not a variant's text."


def read_rulebook(place: RowPlace, text: Any) -> Variant:
    """Return the variant of a rulebook, its settings valid and without contradictions.  Raises UnreadableSheet."""
    try:
        variant = variant_from_json(text)
        same = canonical_json(variant_to_json(variant)) == canonical_json(text)
    except (TypeError, ValueError, LookupError, AttributeError):
        raise place.refusal(NO_VARIANT, "variant") from None
    words = (variant.key, variant.name, variant.family, variant.summary, *variant.sources, *variant.asks)
    words += tuple(sentence for sentences in variant.notes.values() for sentence in sentences)
    words += () if variant.extends is None else (variant.extends,)
    sound = (
        same
        and all(isinstance(word, str) and len(word) <= MAX_TEXT and not UNWRITABLE.search(word) for word in words)
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
        raise place.refusal(NO_VARIANT, "variant")
    for size in variant.sizes:
        try:
            faults = check_values(variant.kind, variant.settings_at(size))
            if not faults:
                variant.ruleset(size)
        except SettingsError as error:
            faults = list(error.faults)
        except (TypeError, ValueError):
            raise place.refusal(NO_VARIANT, "variant") from None
        if faults:
            sentence = f"with {size} players the rules contradict each other: {say_refusal(faults[0].refusal)}"
            raise place.refusal(sentence, "variant")
    return variant


def check_house_rules(place: RowPlace, variant: Variant, settings: Mapping[str, Any]) -> None:
    """Check that house rules fit some size of a variant.  Raises UnreadableSheet."""
    for size in variant.sizes:
        with suppress(SettingsError):
            variant.ruleset(size, settings)
            return
    raise place.refusal("these rules fit no table size of that variant.", "settings")


# ---------------------------------------------------------------- a game


def read_head(place: RowPlace, variant: Variant, document: Any, size: int) -> Head:
    """Return the head that `head_to_json` wrote, of a game in which `size` people ever sat.  Raises UnreadableSheet."""
    try:
        sheet = read_sheet(_as_sheet(document, variant), {variant.key: variant}.__getitem__)
        head = sheet.head
        same = canonical_json(head_to_json(head)) == canonical_json(document)
    except SheetError as error:
        raise place.refusal(say_refusal(error.refusal), "head") from None
    except (TypeError, ValueError, LookupError, AttributeError):
        raise place.refusal("this is not the head of a game.", "head") from None
    keys = [str(number) for number in range(1, len(head.players) + 1)]
    if not same or list(head.players) != keys or len(keys) > size:
        raise place.refusal("this head does not match the game's seats.", "head")
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


def check_facts(place: RowPlace, row: Mapping[str, Any]) -> None:
    """Check that facts have the shape of that kind of row.  Raises UnreadableSheet."""
    facts, kind = row["facts"], row["kind"]
    line, reason = facts.get("line"), facts.get("reason")
    sound = (
        (line is None if kind == UNDO else isinstance(line, dict))
        and (row["target"] is None) == (kind == LINE)
        and (reason is None or (isinstance(reason, str) and len(reason) <= MAX_TEXT and not UNWRITABLE.search(reason)))
        and canonical_json(facts) == canonical_json(stored_facts(kind, line, reason))
    )
    if not sound:
        raise place.refusal("these facts don't fit this kind of row.", "facts")


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


STEPS, STEPS_PER_ROW = 20_000, 20
"""The most lines replayed for the changes of a game: `STEPS`, and `STEPS_PER_ROW` more for each of its rows.

No game of up to 200 rows needs more, whatever was changed; without a limit a file of 2 MB takes minutes.
"""


def replay_as_written(head: Head, rows: Sequence[LogRow]) -> tuple[Table, tuple[PlayedLine, ...]]:
    """Replay a log, numbered from 1, as it was written; return the table after it and the lines.

    Raises SheetError with the number of the row that could not have been written: a change of a row that is not there
    is one, and one after so many others that checking it would take too long.
    """
    if any(row.kind != LINE for row in rows):
        log = _Log(head, rows)
        for row in rows:
            try:
                log.replay(log.add(row))
            except SheetError as error:
                raise error.at_line(row.seq) from error
    return replay_log(head, rows)


class _Log:
    """A log up to some row: which rows are in force, and the table before every line and after the last."""

    def __init__(self, head: Head, rows: Sequence[LogRow]) -> None:
        self._rows, self._tables, self._lines = rows, [open_table(head)], list[int]()
        self._places: dict[int, int] = {}
        """Row -> the place among the lines of the line that it is, or changes."""
        self._undos: Counter[int] = Counter()
        """Row -> how many undos in force take it back."""
        self._corrections: defaultdict[int, list[LogRow]] = defaultdict(list)
        self._steps = STEPS + STEPS_PER_ROW * len(rows)

    def add(self, row: LogRow) -> int:
        """Add the next row; return the place of the line that it is, or changes."""
        if row.kind == LINE:
            self._places[row.seq] = len(self._lines)
            self._lines.append(row.seq)
            self._tables.append(self._tables[-1])
            return self._places[row.seq]
        target = self._rows[row.target - 1] if row.target is not None and 0 < row.target < row.seq else None
        if target is None or (row.kind == CORRECT and target.kind != LINE):
            raise impossible("target", "there is no row to change.")
        if self._undos[target.seq]:
            raise impossible("target", "that row was already taken back.")
        place = self._places[row.seq] = self._places[target.seq]
        if row.kind == UNDO:
            self._toggle(row)
        else:
            self._corrections[place].append(row)
        return place

    def _toggle(self, row: LogRow) -> None:
        """Take back what an undo names; where that is an undo, what it took back may be in force again, and so on."""
        change = 1
        while row.kind == UNDO and row.target is not None:
            self._step()
            before, after = self._undos[row.target], self._undos[row.target] + change
            self._undos[row.target] = after
            if bool(before) == bool(after):
                return
            row, change = self._rows[row.target - 1], -change

    def replay(self, start: int) -> None:
        """Replay the lines from a place on."""
        table = self._tables[start]
        for place in range(start, len(self._lines)):
            self._step()
            if not self._undos[self._lines[place]]:
                table = play(table, read_line(self._facts_row(place).facts, table.variant.kind))[0]
            self._tables[place + 1] = table

    def _facts_row(self, place: int) -> LogRow:
        """Return the row with the facts of a line: its last correction in force, or itself."""
        for row in reversed(self._corrections[place]):
            if not self._undos[row.seq]:
                return row
            self._step()
        return self._rows[self._lines[place] - 1]

    def _step(self) -> None:
        self._steps -= 1
        if self._steps < 0:
            raise impossible("lines", "this game is too long, with too many changes, to check.")
