"""The ledger, one person's account, the money of one game, and the hands behind each amount."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from scorekeeper.core.clock import day_text, wall_clock
from scorekeeper.core.money_text import money_text
from scorekeeper.games.board import game_title
from scorekeeper.games.history import PlayedLine
from scorekeeper.games.log_lines import line_name
from scorekeeper.games.table_state import GameView
from scorekeeper.models.ledger import PAYMENT, PRIZES, REVERSAL, STAKES
from scorekeeper.money.accounts import Movement
from scorekeeper.money.ledger import is_settlement
from scorekeeper.money.settling_pages import PersonBalance, posted_by
from scorekeeper.rules.money_story import LinePart, money_story, story_to_now
from scorekeeper.rules.table import LineResult, Table
from scorekeeper.sheets.grammar import join_names
from scorekeeper.sheets.money_words import say_part

NIGHT_LENGTH = dt.timedelta(hours=36)
"""Counted from the start of its day, in UTC: an evening in America goes on into the next day."""


@dataclass(frozen=True)
class LineLink:
    """A line of the log to look at: its name ("hand 3") and its row."""

    name: str
    seq: int


@dataclass(frozen=True)
class SettlementPart:
    """One reason for money: in words, how much, and the hands behind it."""

    says: str
    cents: int
    hands: tuple[LineLink, ...]


@dataclass(frozen=True)
class PersonSettlement:
    """What one person won or lost in a settlement, and why."""

    person: int
    name: str
    cents: int
    parts: tuple[SettlementPart, ...]


@dataclass(frozen=True)
class Settlement:
    """One time a game was settled: an open table between two hands, any game at its end."""

    heading: str
    currency: str
    shares: tuple[PersonSettlement, ...]
    """Who won most first."""

    @property
    def total(self) -> int:
        """Return what the shares add up to: zero, or the money wouldn't be right."""
        return sum(share.cents for share in self.shares)

    def of(self, person: int) -> PersonSettlement | None:
        return next((share for share in self.shares if share.person == person), None)


def settlements_of(view: GameView, people: Mapping[str, int]) -> tuple[Settlement, ...]:
    """Return the settlements of a game, oldest first; `people` says which person a seat key is.

    They are those the ledger posts: what was played since the last one is not among them, nor one that moves nothing.
    """
    if view.table.stakes is None:
        return ()
    live = [line for line in view.lines if line.entry is not None]
    story = _story(view, live)
    told = [
        _settlement(_heading(view, live, last), view, people, live, _between(story, first, last))
        for first, last in _spans(view, live)
    ]
    return tuple(settlement for settlement in told if settlement.shares)


def open_settlement(view: GameView, people: Mapping[str, int]) -> Settlement | None:
    """Return what would be settled if a game ended now; None if that is nothing, and for one that is over."""
    if view.table.stakes is None or view.table.finished:
        return None
    live = [line for line in view.lines if line.entry is not None]
    story = story_to_now(*_played(view, live))
    settled = max((last for _, last in _spans(view, live)), default=0)
    told = _settlement("If it ended now", view, people, live, _between(story, settled, len(live) + 1))
    return told if told.shares else None


def _between(story: Mapping[str, Sequence[LinePart]], first: int, last: int) -> dict[str, list[LinePart]]:
    """Return what was moved after line `first`, up to line `last`."""
    return {key: [it for it in parts if first < it.line <= last] for key, parts in story.items()}


def _story(view: GameView, live: Sequence[PlayedLine]) -> dict[str, tuple[LinePart, ...]]:
    return money_story(*_played(view, live))


def _played(view: GameView, live: Sequence[PlayedLine]) -> tuple[list[Table], list[LineResult]]:
    """Return the table before each line and the one now, and what each line did."""
    tables = [*(line.before for line in live if line.before), view.table]
    return tables, [line.entry for line in live if line.entry]


def _spans(view: GameView, live: Sequence[PlayedLine]) -> Iterator[tuple[int, int]]:
    """Return from after which line to which line each settlement goes, lines from 1."""
    first = 0
    for last, line in enumerate(live, start=1):
        if is_settlement(line.facts) or (view.table.finished and last == len(live)):
            yield first, last
            first = last


def _settlement(
    heading: str,
    view: GameView,
    people: Mapping[str, int],
    live: Sequence[PlayedLine],
    parts: Mapping[str, Sequence[LinePart]],
) -> Settlement:
    currency = view.table.stakes.currency if view.table.stakes else ""
    shares = [
        PersonSettlement(people[key], view.names[key], sum(it.part.cents for it in told),
              tuple(_part(view, live, it, currency) for it in told))
        for key, told in parts.items()
    ]  # fmt: skip
    moved = sorted((share for share in shares if share.cents), key=lambda share: -share.cents)
    return Settlement(heading, currency, tuple(moved))


def _heading(view: GameView, live: Sequence[PlayedLine], last: int) -> str:
    """Return in words at what a game was settled after its line `last`."""
    if view.table.finished and last == len(live):
        return "At the end of the game"
    line, names = live[last - 1], view.names
    if "join" in line.facts:
        return f"When {names[line.facts['join']]} sat down"
    return f"When {names[line.facts['leave']]} left" if "leave" in line.facts else "When the table settled"


def _part(view: GameView, live: Sequence[PlayedLine], told: LinePart, currency: str) -> SettlementPart:
    def money(cents: int) -> str:
        return money_text(cents, currency)

    says = say_part(told.part, view.names.__getitem__, money, told.hands)
    played = [line for line in told.hands or (told.line,) if line <= len(live)]
    return SettlementPart(says, told.part.cents, tuple(_line_link(live[line - 1]) for line in played))


def _line_link(line: PlayedLine) -> LineLink:
    return LineLink(line_name(line), line.seq)


def why_posted(view: GameView, seq: int | None) -> str:
    """Return after which line an entry of a game was posted, or which change of an earlier line it follows from."""
    line = next((line for line in view.lines if seq in (line.seq, line.changed_seq)), None)
    if line is None:
        return "An earlier line was changed"
    if line.seq == seq:
        return f"After {line_name(line)}"
    what = line_name(line)
    done = "taken back" if line.struck else "corrected"
    return f"{what[:1].upper()}{what[1:]} was {done}" + (f": {line.reason}" if line.reason else "")


@dataclass(frozen=True)
class LedgerRow:
    """One entry of the ledger as it is read: what it was, whose cents, from which phone."""

    entry: int
    says: str
    why: str
    """Which line or which correction it follows from, or the note of a payment."""
    currency: str
    shares: tuple[tuple[str, int], ...]
    """Name and cents, who was given most first."""
    code: str | None
    """The table of its game, None for a payment."""
    posted_at: dt.datetime
    phone: str
    """Who said so, if known, and on which phone."""
    is_active: bool
    """False for reversed entries and for reversals."""
    reversed_by: int | None
    reverses: int | None
    cents: int = 0
    """The cents of the one person whose account it is."""
    parts: tuple[SettlementPart, ...] = ()
    """Why they won or lost it."""
    is_payment: bool = False
    """Whether one person paid another, so that one amount is enough."""
    day: str | None = None
    """The day of its night, None for a payment over the season."""

    @property
    def is_that_night(self) -> bool:
        """Return whether it was posted on the day of its night, or by noon (UTC) of the next one."""
        if self.day is None:
            return False
        begun = dt.datetime.combine(dt.date.fromisoformat(self.day), dt.time(), self.posted_at.tzinfo)
        return dt.timedelta() <= self.posted_at - begun < NIGHT_LENGTH


class DaySum(NamedTuple):
    """What was won, or paid, on one night in one currency."""

    cents: int
    currency: str
    word: str
    """"won" or "paid back"."""


@dataclass(frozen=True)
class LedgerDay:
    """The entries of one night in the ledger, and their sums."""

    title: str
    sums: tuple[DaySum, ...]
    """Empty if the night has entries elsewhere."""
    rows: tuple[LedgerRow, ...]


@dataclass(frozen=True)
class LedgerPage:
    """All movements of a league, a page at a time."""

    code: str
    title: str
    days: tuple[LedgerDay, ...]
    older: int | None
    """The entry before which the next page goes on, None on the last."""


@dataclass(frozen=True)
class AccountPage:
    """One person's account of a night or the season."""

    code: str
    title: str
    of: str
    night: str
    name: str
    person: int
    balances: tuple[tuple[str, PersonBalance], ...]
    """Their balance in each currency."""
    moved: tuple[LedgerRow, ...]
    older: int | None


@dataclass(frozen=True)
class GameMoneyPage:
    """The money of one game: every settlement with its reasons, and what the ledger says about it."""

    code: str
    title: str
    now: Settlement | None
    """What would be settled if it ended now."""
    settlements: tuple[Settlement, ...]
    moved: tuple[LedgerRow, ...]
    playing: bool


def ledger_row(movement: Movement, views: Mapping[str, GameView]) -> LedgerRow:
    """Return what an entry was; `views` are the games that were looked at, by code: they know why it was posted."""
    view = views.get(movement.game_code or "")
    why = why_posted(view, movement.seq) if view and movement.game_code else movement.note or ""
    return LedgerRow(
        entry=movement.entry_id,
        says=_movement_text(movement, game_title(view) if view else ""),
        why=why,
        currency=movement.currency,
        shares=tuple((share.name, share.cents) for share in movement.shares),
        code=movement.game_code,
        posted_at=movement.posted_at,
        phone=posted_by(movement),
        is_active=movement.is_active,
        reversed_by=movement.reversed_by,
        reverses=movement.reverses,
        is_payment=movement.payment is not None,
        day=movement.night_day,
    )


def ledger_days(rows: Iterable[LedgerRow], *, has_newer: bool, has_older: bool) -> tuple[LedgerDay, ...]:
    """Return the entries of a page by night, newest first.

    A night gets no sums if it may have entries elsewhere: at either end of a page that has a newer or an older one, and
    where its games were corrected later.
    """
    nights = [(day, tuple(entries)) for day, entries in groupby(rows, key=lambda row: row.day)]
    last, parts = len(nights) - 1, Counter(day for day, _ in nights)
    days = []
    for number, (day, entries) in enumerate(nights):
        is_cut = (number == 0 and has_newer) or (number == last and has_older)
        is_complete = not is_cut and (day is None or parts[day] == 1) and not _lacks_reversal(entries)
        title = _day_title(dt.date.fromisoformat(day)) if day else "Between nights"
        days.append(LedgerDay(title, tuple(_sums(entries)) if is_complete else (), entries))
    return tuple(days)


def _day_title(date: dt.date) -> str:
    """Write a day, its year only if it isn't this one."""
    return day_text(date).removesuffix(f", {wall_clock().year}")


def _lacks_reversal(rows: Sequence[LedgerRow]) -> bool:
    """Return whether an entry is here without its reversal, or the reverse: then the replacement isn't here either."""
    here = {row.entry for row in rows}
    return any(other not in here for row in rows for other in (row.reversed_by, row.reverses) if other is not None)


def _sums(rows: Iterable[LedgerRow]) -> Iterator[DaySum]:
    """Yield what was won, then what was paid, in each currency, without reversed entries."""
    sums: Counter[tuple[str, bool]] = Counter()
    for row in rows:
        if row.is_active:
            sums[row.currency, row.is_payment] += sum(cents for _, cents in row.shares if cents > 0)
    for (currency, is_payment), cents in sorted(sums.items()):
        yield DaySum(cents, currency, "paid back" if is_payment else "won")


def _movement_text(movement: Movement, title: str) -> str:
    names = [share.name for share in movement.shares]
    game = movement.game_title or title or join_names(sorted(names))
    match movement.kind, movement.game_code:
        case kind, _ if kind == PAYMENT:
            return f"{names[0]} paid {names[-1]}"
        case kind, _ if kind == STAKES:
            return game
        case kind, _ if kind == PRIZES:
            return "Entry fees and prizes"
        case kind, None if kind == REVERSAL and movement.note and len(names) > 2:  # noqa: PLR2004  no payment
            return "Taken back: entry fees and prizes"
        case kind, None if kind == REVERSAL:
            return f"Taken back: {names[-1]} paid {names[0]}"
    return f"Taken back: {game}"


def page_of(found: Sequence[Movement], size: int) -> tuple[Sequence[Movement], int | None]:
    """Return a page of movements, of which one more than fits was asked for, and where the next goes on."""
    return (found[:size], found[size - 1].entry_id) if len(found) > size else (found, None)
