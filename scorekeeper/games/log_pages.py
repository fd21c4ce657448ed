"""The log, a page at a time; one line with the form that corrects it; the state of the night."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.core.form_values import FormMeta, new_op_id
from scorekeeper.core.forms import LineForm
from scorekeeper.core.marks import player_marks
from scorekeeper.games.board import game_title
from scorekeeper.games.hand_form import TURNED_FIELDS, HandForm
from scorekeeper.games.history import (
    CORRECTED,
    CORRECTION_BACK,
    CORRECTION_GONE,
    PUT_BACK,
    TAKEN_BACK,
    LineEvent,
    LineHistory,
    LogRow,
    PlayedLine,
    line_histories,
)
from scorekeeper.games.log_lines import HANDS, HistoryStep, LogLine, line_kind, line_name, line_text, log_line
from scorekeeper.games.night import NightInfo, read_night_info
from scorekeeper.games.review_pages import phone_and_person, review_summary
from scorekeeper.games.reviews import LineReviews, Review
from scorekeeper.games.table_state import GameView
from scorekeeper.league.nights import NightKey
from scorekeeper.models.line import AGREE
from scorekeeper.rules.money import totals
from scorekeeper.sheets.grammar import counted, number_text

MORE_FIELDS = ("renege", "trump", "note", *TURNED_FIELDS[1:])
"""The fields of a correction that fold away."""
PAGE_SIZE = 60
"""Lines on a page: enough for a usual night."""

EVENT_NAMES = {
    CORRECTED: "Corrected",
    TAKEN_BACK: "Taken back",
    PUT_BACK: "Put back",
    CORRECTION_GONE: "Correction taken back",
    CORRECTION_BACK: "Correction put back",
}


@dataclass(frozen=True)
class LogSlice:
    """The lines of one page, the newest first."""

    lines: tuple[PlayedLine, ...]
    stories: Mapping[int, LineHistory]
    older: int | None
    """The next page shows the lines before this `seq`; None on the last page."""
    newest: bool
    """Whether this is the first page."""
    asked: int | None = None
    """The row that the address names."""
    every: bool = False
    """Whether all lines are on one page, to print."""

    @property
    def rows(self) -> set[int]:
        """Return the `seq` of every row on this page that can have reviews."""
        said = (it.events for it in self.stories.values())
        return {line.seq for line in self.lines} | {it.row.seq for events in said for it in events if it.row.facts}


@dataclass(frozen=True)
class LogPage:
    """A page of the log, and where the game began."""

    title: str
    code: str
    variant: str
    lines: tuple[LogLine, ...]
    opening: str
    meta: FormMeta
    currency: str
    """What it is played for; empty without stakes."""
    older: int | None
    newest: bool
    count: int
    asks: int | None
    """The line the other side is asked to confirm: the last one, if they play for money."""
    night: NightInfo


def slice_log(view: GameView, *, before: int | None, line: int | None, every: bool) -> LogSlice:
    """Return the lines of a page: the newest, those `before` a line, those around the row `line`, or `every` one."""
    newest_first = tuple(reversed(view.lines))
    start = next((place for place, it in enumerate(newest_first) if before and it.seq < before), 0)
    if before and not any(it.seq < before for it in newest_first):
        start = len(newest_first)
    if line is not None:
        start = _page_with(newest_first, line)
    end = len(newest_first) if every else start + PAGE_SIZE
    lines = newest_first[start:end]
    older = lines[-1].seq if end < len(newest_first) and lines else None
    stories = line_histories(view.rows, {it.seq for it in lines})
    return LogSlice(lines, stories, older, newest=start == 0, asked=line, every=every)


def _page_with(lines: Sequence[PlayedLine], row: int) -> int:
    """Return where the page begins that has a line, or the line that a later row changed."""
    place = next((place for place, it in enumerate(lines) if _is_asked(it, row)), 0)
    return place // PAGE_SIZE * PAGE_SIZE


def _is_asked(line: PlayedLine, row: int | None) -> bool:
    """Return whether `row` is the line, or changed it last."""
    return row is not None and row in (line.seq, line.changed_seq)


def log_page(
    view: GameView, shown: LogSlice, heard: Mapping[int, LineReviews], night: NightKey, device_id: int | None
) -> LogPage:
    """Return a page of the log to a phone; `device_id` is None if it isn't a member and only has a link."""
    opening, stakes = view.head.opening, view.table.stakes
    began = [
        f"{mark.name} {number_text(opening.get(mark.key, view.table.rules.finish.start))}"
        for mark in player_marks(view.table, view.names)
    ]
    last = next((line.seq for line in reversed(view.lines) if not line.struck), None)
    return LogPage(
        title=game_title(view),
        code=view.code,
        variant=view.table.variant.name,
        lines=tuple(_entry(view, line, shown, heard, device_id) for line in shown.lines),
        opening=", ".join(began) if opening and shown.older is None else "",
        meta=FormMeta(f"/t/{view.code}/undo", f"/t/{view.code}/preview", new_op_id(), view.seq),
        currency=stakes.currency if stakes else "",
        older=shown.older,
        newest=shown.newest,
        count=len(view.lines),
        asks=last if stakes else None,
        night=read_night_info(night),
    )


def _entry(
    view: GameView, line: PlayedLine, shown: LogSlice, heard: Mapping[int, LineReviews], device_id: int | None
) -> LogLine:
    """Return a line with the money it moved, its history and its reviews."""
    story = shown.stories[line.seq]
    reviews = None if line.struck else review_summary(heard[story.version], device_id)
    moved = totals(line.entry.money) if line.entry else {}
    return replace(
        log_line(view, line),
        money=tuple((name, moved[key]) for key, name in view.names.items() if moved.get(key)),
        late=story.line.reason or "",
        steps=tuple(_steps(view, line, story, heard)),
        omitted=counted(story.omitted, "earlier change") if story.omitted else "",
        reviews=reviews,
        op_id=new_op_id(),
        is_open=shown.every or _is_asked(line, shown.asked) or bool(reviews and reviews.disputes),
    )


# ---------------------------------------------------------------- what became of a line


def _steps(
    view: GameView, line: PlayedLine, story: LineHistory, heard: Mapping[int, LineReviews]
) -> Iterator[HistoryStep]:
    """Yield the last changes and reviews of a line row by row, without those of the line as it stands."""
    yield from _review_steps(story.line, story, heard, in_effect=not line.struck)
    for event in story.events:
        yield _event_step(view, line, event)
        yield from _review_steps(event.row, story, heard, in_effect=not line.struck)


def _event_step(view: GameView, line: PlayedLine, event: LineEvent) -> HistoryStep:
    changed = event.what not in (TAKEN_BACK, PUT_BACK)
    row = event.row
    return HistoryStep(
        what=EVENT_NAMES[event.what],
        css="done",
        at=row.recorded_at,
        by=phone_and_person(row.device, row.who),
        why=row.reason or "",
        was=line_text(event.was, line.before or view.table, view.names) if changed else "",
    )


def _review_steps(
    row: LogRow, story: LineHistory, heard: Mapping[int, LineReviews], *, in_effect: bool
) -> Iterator[HistoryStep]:
    said = heard[row.seq].reviews if row.seq in heard else ()
    old = not in_effect or row.seq != story.version
    for it in said:
        if old or not it.counts:
            yield _review_step(it, row.seq == story.version)


def _review_step(said: Review, of_this: bool) -> HistoryStep:  # noqa: FBT001 - whether it is of what the line says now
    what = "Confirmed" if said.says == AGREE else "Disputed"
    says = what if of_this else f"{what} (earlier version)"
    return HistoryStep(says, "said", said.said_at, phone_and_person(said.phone, said.who), said.note or "", "")


@dataclass(frozen=True)
class LinePage:
    """One line and, where it stands and is a hand, the form that corrects it."""

    title: str
    code: str
    heading: str
    line: LogLine
    smoke: bool
    form: HandForm | None
    meta: FormMeta
    errors: tuple[tuple[str, str], ...]
    passed: bool
    misdeal: bool
    more_open: bool = False
    """Whether something is in the fields that fold away, or wrong there."""
    vote: bool = False
    """Whether the table voted: then the numbers can be corrected."""


def line_page(
    view: GameView, line: PlayedLine, typed: Mapping[str, str], wrong: Mapping[str, str] | None = None
) -> LinePage:
    """Return the page of one line; `typed` is what the form shows, `wrong` what is wrong with it."""
    meta = _form_meta(view, f"lines/{line.seq}", line.seq)
    kind = line_kind(line.facts)
    hand = line.before is not None and kind in HANDS
    form = HandForm(line.before, view.names, typed, wrong) if hand and line.before else None
    what = line_name(line)
    return LinePage(
        title=game_title(view),
        code=view.code,
        heading=f"Correct {what}" if form else f"{what[:1].upper()}{what[1:]}",
        line=log_line(view, line),
        smoke=view.table.is_smoke,
        form=form,
        meta=meta,
        errors=tuple(form.errors) if form else tuple(("never", sentence) for sentence in (wrong or {}).values()),
        passed=kind == "passed_out",
        misdeal=kind == "misdeal",
        more_open=any(typed.get(key) or (wrong and key in wrong) for key in MORE_FIELDS),
        vote=kind == "adjust",
    )


def _form_meta(view: GameView, action: str, line: int | None = None) -> FormMeta:
    base = f"/t/{view.code}"
    return FormMeta(f"{base}/{action}", f"{base}/preview", new_op_id(), view.seq, line)


@dataclass(frozen=True)
class LatePage:
    """A form that came after the close, with everything it carried, to be sent again with a reason."""

    code: str
    sentence: str
    action: str
    fields: tuple[tuple[str, str], ...]
    form: LineForm
    """The field for the reason."""
