"""Smoke's board and its tally: everybody's score with the trend, the sits, and who must play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import counted, number_text, signed
from scorekeeper.rules.seats import left_of
from scorekeeper.rules.tally import SmokeState, read_tally, trend_of
from scorekeeper.rules.tally_words import ATTENTION, IN_THE_BOX, NEVER_LAND, read_out, say_trend
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
    sits: str
    must: str
    """"must play" of a mustie, "in the box"; empty for who may sit."""
    far: str
    """"never, never land", where a score is."""
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


def smoke_board(table: Table, names: Names, hand: int, entries: Sequence[Entry], *, fresh: bool = False) -> SmokeBoard:
    """Give the board of a Smoke table about to play its `hand`-th hand.

    `entries` is what the last lines did, in order, the last tally among them.
    """
    told = next((entry for entry in reversed(entries) if entry.outcome == "tally"), None)
    target = table.rules.finish.target
    return SmokeBoard(
        heading="Finished" if table.finished else f"Hand {hand}",
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
    written, sits = number_text(score), table.sits.get(mark.key, 0)
    return TallySide(
        css=mark.css,
        name=mark.name,
        score=written,
        long=len(written) >= LONG_SCORE,
        trend=say_trend(trend) if trend else "",
        arrow=ARROWS.get(trend, ""),
        sits="" if table.finished or not sits else counted(sits, "sit"),
        must=_must(table, mark.key),
        far=NEVER_LAND if score >= table.rules.tally.never_land_at else "",
        change=signed(change) if change else "",
        won=mark.key in table.winners,
    )


def _must(table: Table, player: str) -> str:
    """Say shortly who may not sit: in the box, or else (a mustie) that he must play."""
    why = why_forced(table, player)
    return why if why in ("", IN_THE_BOX) else "must play"


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
    standing = SmokeState(table.scores, table.sits)
    lines = read_tally(table.rules, table.reading, standing, finished=table.finished)
    return ReadTally(ATTENTION, names[table.reading.first], tuple(read_out(lines, names.__getitem__)[1:]))
