"""The log: every line with what became of it, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.models.line_review import AGREE
from scorekeeper.rules.money import totals
from scorekeeper.rules.numbers import number_text
from scorekeeper.services.games.history import (
    CORRECTED,
    CORRECTION_BACK,
    CORRECTION_GONE,
    PUT_BACK,
    TAKEN_BACK,
    line_histories,
)
from scorekeeper.web.stamps import new_op_id
from scorekeeper.web.views.hand import Stamp
from scorekeeper.web.views.lines import log_line, told, whose
from scorekeeper.web.views.marks import marks_of
from scorekeeper.web.views.opinions import verdict_of
from scorekeeper.web.views.table_page import title_of

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Mapping, Sequence

    from scorekeeper.services.games.history import LineEvent, LineHistory, LogRow
    from scorekeeper.services.games.replay import PlayedLine
    from scorekeeper.services.games.reviews import LineReviews, Review
    from scorekeeper.services.games.view import GameView
    from scorekeeper.web.views.lines import LogLine
    from scorekeeper.web.views.opinions import Verdict

PAGE = 60
"""Lines on a page: any usual night is one."""

DONE = {
    CORRECTED: "Corrected",
    TAKEN_BACK: "Taken back",
    PUT_BACK: "Put back",
    CORRECTION_GONE: "Correction taken back",
    CORRECTION_BACK: "Correction put back",
}


@dataclass(frozen=True)
class Step:
    """One thing that became of a line, or was said of it."""

    what: str
    css: str
    at: dt.datetime
    by: str
    why: str
    was: str
    """What the line said until then, where that changed."""


@dataclass(frozen=True)
class Entry:
    """A line, the money it moved, and its story."""

    line: LogLine
    money: tuple[tuple[str, int], ...]
    """Name and cents of whoever won or lost something by it."""
    late: str
    """Why it was added after the close of the night."""
    steps: tuple[Step, ...]
    verdict: Verdict | None
    """What is said of the line as it stands; None for one that does not."""
    op_id: str


@dataclass(frozen=True)
class Shown:
    """The lines of one page, the newest first."""

    lines: tuple[PlayedLine, ...]
    stories: Mapping[int, LineHistory]
    older: int | None
    """The next page is of the lines before this one; None for the last page."""
    newest: bool
    """Whether this is the first page."""

    @property
    def rows(self) -> set[int]:
        """Give every row of them that another phone may have agreed with or disputed."""
        said = (it.events for it in self.stories.values())
        return {line.seq for line in self.lines} | {it.row.seq for events in said for it in events if it.row.facts}


@dataclass(frozen=True)
class LogPage:
    """A page of the log, and where the game began."""

    title: str
    code: str
    variant: str
    entries: tuple[Entry, ...]
    opening: str
    stamp: Stamp
    currency: str
    """What it is played for; empty without stakes."""
    older: int | None
    newest: bool
    count: int
    asks: int | None
    """The line the other side is asked about: the last one, where money is at stake."""


def shown_lines(view: GameView, *, before: int | None, line: int | None, every: bool) -> Shown:
    """Give the lines of a page: the newest, those `before` a line, those around the row `line`, or `every` one."""
    newest_first = tuple(reversed(view.lines))
    start = next((place for place, it in enumerate(newest_first) if before and it.seq < before), 0)
    if before and not any(it.seq < before for it in newest_first):
        start = len(newest_first)
    if line is not None:
        start = _page_with(newest_first, line)
    end = len(newest_first) if every else start + PAGE
    lines = newest_first[start:end]
    older = lines[-1].seq if end < len(newest_first) and lines else None
    return Shown(lines, line_histories(view.rows, {it.seq for it in lines}), older, newest=start == 0)


def _page_with(lines: Sequence[PlayedLine], row: int) -> int:
    """Give where the page begins that has a line, or the line that a later row changed."""
    place = next((place for place, it in enumerate(lines) if row in (it.seq, it.changed_seq)), 0)
    return place // PAGE * PAGE


def log_page(view: GameView, shown: Shown, heard: Mapping[int, LineReviews], device_id: int | None) -> LogPage:
    """Give a page of the log to a phone; None for one that is no member and only has a link."""
    opening, stakes = view.head.opening, view.table.stakes
    began = [
        f"{mark.name} {number_text(opening.get(mark.key, view.table.rules.finish.start))}"
        for mark in marks_of(view.table, view.names)
    ]
    last = next((line.seq for line in reversed(view.lines) if not line.struck), None)
    return LogPage(
        title=title_of(view),
        code=view.code,
        variant=view.table.variant.name,
        entries=tuple(_entry(view, line, shown.stories[line.seq], heard, device_id) for line in shown.lines),
        opening=", ".join(began) if opening and shown.older is None else "",
        stamp=Stamp(f"/t/{view.code}/undo", f"/t/{view.code}/preview", new_op_id(), view.seq),
        currency=stakes.currency if stakes else "",
        older=shown.older,
        newest=shown.newest,
        count=len(view.lines),
        asks=last if stakes else None,
    )


def _entry(
    view: GameView, line: PlayedLine, story: LineHistory, heard: Mapping[int, LineReviews], device_id: int | None
) -> Entry:
    moved = totals(line.entry.money) if line.entry else {}
    return Entry(
        line=log_line(view, line),
        money=tuple((name, moved[key]) for key, name in view.names.items() if moved.get(key)),
        late=story.line.reason or "",
        steps=tuple(_steps(view, line, story, heard)),
        verdict=None if line.struck else verdict_of(heard[story.version], device_id),
        op_id=new_op_id(),
    )


# ---------------------------------------------------------------- what became of a line


def _steps(view: GameView, line: PlayedLine, story: LineHistory, heard: Mapping[int, LineReviews]) -> Iterator[Step]:
    """Give what was said and done, row by row; what is said of the line as it stands, its verdict has already."""
    yield from _said_of(story.line, story, heard, standing=not line.struck)
    for event in story.events:
        yield _done(view, line, event)
        yield from _said_of(event.row, story, heard, standing=not line.struck)


def _done(view: GameView, line: PlayedLine, event: LineEvent) -> Step:
    changed = event.what not in (TAKEN_BACK, PUT_BACK)
    row = event.row
    return Step(
        what=DONE[event.what],
        css="done",
        at=row.recorded_at,
        by=whose(row.device, row.who),
        why=row.reason or "",
        was=told(event.was, line.before or view.table, view.names) if changed else "",
    )


def _said_of(row: LogRow, story: LineHistory, heard: Mapping[int, LineReviews], *, standing: bool) -> Iterator[Step]:
    said = heard[row.seq].reviews if row.seq in heard else ()
    old = not standing or row.seq != story.version
    for it in said:
        if old or not it.counts:
            yield _opinion(it, row.seq == story.version)


def _opinion(said: Review, of_this: bool) -> Step:  # noqa: FBT001 - whether it is of what the line says now
    what, then = ("Agreed", " with what it said then") if said.says == AGREE else ("Disputed", " what it said then")
    says = what if of_this else f"{what}{then}"
    return Step(says, "said", said.said_at, whose(said.phone, said.who), said.note or "", "")
