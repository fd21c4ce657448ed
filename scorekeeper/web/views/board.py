"""The board: the scores in chalk, who deals, who bids first, what each side still needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import number_text, signed
from scorekeeper.rules.outlook import outlooks
from scorekeeper.rules.seats import left_of
from scorekeeper.rules.words import say_to_go, say_way_out
from scorekeeper.web.views.marks import marks_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorekeeper.rules.outlook import Outlook
    from scorekeeper.rules.table import Entry, Table
    from scorekeeper.web.views.marks import Mark

LONG_SCORE = 4
ROOMY = 3
"""Up to so many scores there is room below each to say how it goes out."""
TIMES = {1: "set once", 2: "set twice"}


@dataclass(frozen=True)
class BoardSide:
    """One score with its owner."""

    css: str
    name: str
    initials: str
    score: str
    long: bool
    need: str
    sets: int
    """Marks beside it, where sets are paid for; otherwise `need` says them in words."""
    change: str
    won: bool


@dataclass(frozen=True)
class Board:
    """All that is chalked up.  `fresh` is true right after a save, when a change of score is to be seen."""

    heading: str
    target: str
    dealer: str
    eldest: str
    sides: tuple[BoardSide, ...]
    css: str
    way: str
    finished: bool
    fresh: bool


def board_of(table: Table, names: Mapping[str, str], hand: int, last: Entry | None, *, fresh: bool = False) -> Board:
    """Give the board of a table about to play its `hand`-th hand; `last` is what the last line did."""
    changes = last.changes if last is not None else {}
    marks = marks_of(table, names)
    pairs = list(zip(marks, outlooks(table), strict=True))
    roomy = len(marks) <= ROOMY
    return Board(
        heading="Finished" if table.finished else f"Hand {hand}",
        target="" if isinstance(table.rules.finish.target, str) else f"to {number_text(table.rules.finish.target)}",
        dealer=names[table.dealer],
        eldest=names[left_of(table.dealer, table.players)],
        sides=tuple(_side(table, mark, way, changes.get(mark.key, 0), roomy=roomy) for mark, way in pairs),
        css=f"n{len(marks)}",
        way="" if roomy or table.finished else _ways_out(pairs),
        finished=table.finished,
        fresh=fresh,
    )


def _side(table: Table, mark: Mark, way: Outlook, change: int, *, roomy: bool) -> BoardSide:
    score = number_text(table.scores[mark.key])
    return BoardSide(
        css=mark.css,
        name=mark.name,
        initials=mark.initials,
        score=score,
        long=len(score) >= LONG_SCORE,
        need=_need(table, mark, way, roomy=roomy),
        sets=table.sets[mark.key] if table.for_money else 0,
        change=signed(change) if change else "",
        won=mark.key in table.winners,
    )


def _need(table: Table, mark: Mark, way: Outlook, *, roomy: bool) -> str:
    """Give the line below a score: how it can go out, or how far it is, and how often it was set."""
    sets = 0 if table.for_money else table.sets[mark.key]
    told = [TIMES.get(sets, f"set {sets} times")] if sets else []
    if table.finished:
        return " · ".join(told)
    far = (_out(way) if roomy else "") or say_to_go(way)
    return " · ".join([far, *told] if far else told)


def _out(way: Outlook) -> str:
    """Say how a side goes out with the next hand, below its name: "out with 3 points".  Empty when it cannot."""
    _, out, how = say_way_out(way, "").partition(" out")
    return (out + how).strip()


def _ways_out(pairs: Iterable[tuple[Mark, Outlook]]) -> str:
    told = [say_way_out(way, mark.name) for mark, way in pairs]
    return " ".join(f"{sentence}." for sentence in told if sentence)
