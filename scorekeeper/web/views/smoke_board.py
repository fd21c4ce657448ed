"""Smoke's board and its tally: everybody's score with the trend, the sits, and who must play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import counted, number_text, signed
from scorekeeper.rules.seats import left_of
from scorekeeper.rules.tally import Standing, read_tally, trend_of
from scorekeeper.rules.tally_words import ATTENTION, NEVER_LAND, TRENDS, read_out
from scorekeeper.web.views.marks import marks_of
from scorekeeper.web.views.smoke import why_forced

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.table import Entry, Table
    from scorekeeper.web.views.marks import Mark

    Names = Mapping[str, str]

ARROWS = {"down": "\N{DOWNWARDS ARROW}", "up": "\N{UPWARDS ARROW}", "steady": "\N{RIGHTWARDS ARROW}"}
LONG_SCORE = 3


@dataclass(frozen=True)
class TallySide:
    """One player's tally on the board.  `trend` and `arrow` are empty before the first hand."""

    css: str
    name: str
    score: str
    long: bool
    trend: str
    arrow: str
    marks: tuple[str, ...]
    """"2 sits", "is a mustie", "in the box", "never, never land"."""
    forced: bool
    change: str
    won: bool


@dataclass(frozen=True)
class SmokeBoard:
    """All that is chalked up; `fresh` is true right after a save, when a change of score is to be seen."""

    heading: str
    target: str
    dealer: str
    eldest: str
    sides: tuple[TallySide, ...]
    css: str
    finished: bool
    fresh: bool


def smoke_board(table: Table, names: Names, entries: Sequence[Entry], *, fresh: bool = False) -> SmokeBoard:
    """Give the board of a Smoke table; `entries` is what every line that stands did, in order."""
    told = next((entry for entry in reversed(entries) if entry.outcome == "tally"), None)
    target = table.rules.finish.target
    return SmokeBoard(
        heading="Finished" if table.finished else f"Hand {len(entries) + 1}",
        target="" if isinstance(target, str) else f"down to {number_text(target)}",
        dealer=names[table.dealer],
        eldest=names[left_of(table.dealer, table.players)],
        sides=tuple(_side(table, mark, told, entries[-1] if entries else None) for mark in marks_of(table, names)),
        css=f"n{len(table.players)}",
        finished=table.finished,
        fresh=fresh,
    )


def _side(table: Table, mark: Mark, told: Entry | None, last: Entry | None) -> TallySide:
    score, change = table.scores[mark.key], last.changes.get(mark.key, 0) if last else 0
    trend = trend_of(told.changes[mark.key]) if told and mark.key in told.changes else ""
    written = number_text(score)
    return TallySide(
        css=mark.css,
        name=mark.name,
        score=written,
        long=len(written) >= LONG_SCORE,
        trend=TRENDS.get(trend, ""),
        arrow=ARROWS.get(trend, ""),
        marks=_marks(table, mark.key, score),
        forced=bool(why_forced(table, mark.key)),
        change=signed(change) if change else "",
        won=mark.key in table.winners,
    )


def _marks(table: Table, player: str, score: int) -> tuple[str, ...]:
    sits, rules = table.sits.get(player, 0), table.rules.tally
    told = [counted(sits, "sit")] if sits and not table.finished else []
    if why := why_forced(table, player):
        told.append(f"{why}, must play")
    if score >= rules.never_land_at:
        told.append(NEVER_LAND)
    return tuple(told)


# ---------------------------------------------------------------- the tally, written out


@dataclass(frozen=True)
class ReadTally:
    """What is read out after a hand, in order, and who reads."""

    heading: str
    reader: str
    lines: tuple[str, ...]

    @property
    def spoken(self) -> str:
        return " ".join((self.heading, *self.lines))


def tally_of(table: Table, names: Names) -> ReadTally | None:
    """Give the tally of the last hand; None where the last line is no hand."""
    if table.reading is None:
        return None
    standing = Standing(table.scores, table.sits)
    lines = read_tally(table.rules, table.reading, standing, finished=table.finished)
    return ReadTally(ATTENTION, names[table.reading.first], tuple(read_out(lines, names.__getitem__)[1:]))
