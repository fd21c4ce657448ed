"""The table screen, put together: board, hand form or finish, last hands, what Undo would take back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import number_text
from scorekeeper.rules.sentence_args import join_names
from scorekeeper.web.stamps import new_op_id
from scorekeeper.web.views.board import board_of
from scorekeeper.web.views.chart import chart_of
from scorekeeper.web.views.hand import Stamp, hand_form
from scorekeeper.web.views.lines import kind_of, last_hand, log_line, noun
from scorekeeper.web.views.marks import marks_of
from scorekeeper.web.views.now import now_of
from scorekeeper.web.views.smoke import say_so_far, smoke_form
from scorekeeper.web.views.smoke_board import smoke_board, tally_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.services.games.replay import PlayedLine
    from scorekeeper.services.games.view import GameView, LastLine, TableView
    from scorekeeper.web.views.board import Board
    from scorekeeper.web.views.chart import Chart
    from scorekeeper.web.views.hand import HandForm
    from scorekeeper.web.views.lines import LastHand
    from scorekeeper.web.views.now import Now
    from scorekeeper.web.views.smoke import SmokeForm
    from scorekeeper.web.views.smoke_board import ReadTally, SmokeBoard

PROMPT = "Tap who bought the bid and for how much, then the points that went elsewhere."


@dataclass(frozen=True)
class TakeBack:
    """A form that takes one row back (or puts it back)."""

    says: str
    target: int
    stamp: Stamp


@dataclass(frozen=True)
class Finish:
    """The end of a game."""

    winners: str
    share: str
    op_id: str


@dataclass(frozen=True)
class TablePage:
    """Everything on the table screen."""

    title: str
    code: str
    seq: int
    smoke: bool
    """Whether board and form are those of Smoke."""
    board: Board | SmokeBoard
    form: HandForm | SmokeForm | None
    errors: tuple[tuple[str, str], ...]
    """What was refused, where there is no form to say it in: after the end."""
    says: str
    last: tuple[LastHand, ...]
    undo: TakeBack | None
    undone: TakeBack | None
    finish: Finish | None
    chart: Chart | None
    now: Now | None
    """What it would cost if it ended now; None without stakes, and after the end."""
    spoken: str
    """For the live region: how things stand after a change."""
    tally: ReadTally | None
    """Smoke: what is read out after the last hand."""
    for_money: bool = False
    comings: bool = False
    """Whether people may sit down and leave between hands."""


def table_page(  # noqa: PLR0913 - what may be told beside the game itself
    view: TableView,
    typed: Mapping[str, str] | None = None,
    wrong: Mapping[str, str] | None = None,
    *,
    says: str = "",
    undone: int | None = None,
    fresh: bool = False,
    keeps: bool = True,
) -> TablePage:
    """Give the table screen of a game.

    `typed`, `wrong`: a hand form that was refused, and why; `undone`: the row that just took something back (then the
    view is of the whole game); `fresh`: the score has just changed; `keeps`: whether whoever looks may keep score, else
    there is no form.
    """
    finished, every = view.table.finished, view.whole
    form = None if finished or not keeps else _form(view, typed or {}, wrong)
    tally = tally_of(view.table, view.names)
    return TablePage(
        title=title_of(view),
        code=view.code,
        seq=view.seq,
        smoke=view.table.is_smoke,
        board=table_board(view, [line for line in every.lines if line.entry] if every else view.last, fresh=fresh),
        form=form,
        errors=() if form else tuple(("board", sentence) for sentence in (wrong or {}).values()),
        says=says or _prompt(view, typed or {}),
        last=tuple(last_hand(view, line) for line in reversed(view.last)),
        undo=_undo(view) if keeps else None,
        undone=_undone(every, undone) if keeps and every else None,
        finish=_finish(every) if finished and every else None,
        chart=chart_of(every) if finished and every else None,
        now=now_of(view.table, view.names),
        spoken=tally.spoken if tally and not finished else standing(view),
        tally=tally,
        for_money=view.table.for_money,
        comings=view.table.rules.table.open,
    )


def _form(view: TableView, typed: Mapping[str, str], wrong: Mapping[str, str] | None) -> HandForm | SmokeForm:
    stamp = _stamp(view, "hands")
    if view.table.is_smoke:
        return smoke_form(view.table, view.names, stamp, typed, wrong)
    return hand_form(view.table, view.names, stamp, typed, wrong)


def _prompt(view: TableView, typed: Mapping[str, str]) -> str:
    return say_so_far(typed, view.table, view.names) if view.table.is_smoke else PROMPT


def table_board(
    view: TableView | GameView, lines: Sequence[LastLine | PlayedLine], *, fresh: bool
) -> Board | SmokeBoard:
    """Give the board of a table; `lines` are the last ones that stand, in Smoke back to the last tally."""
    entries = [line.entry for line in lines if line.entry is not None]
    hand = (lines[-1].number or 0) + 1 if lines else 1
    if view.table.is_smoke:
        return smoke_board(view.table, view.names, hand, entries, fresh=fresh)
    return board_of(view.table, view.names, hand, entries[-1] if entries else None, fresh=fresh)


def title_of(view: TableView | GameView) -> str:
    """Give a game's own title, or who plays against whom."""
    return view.title or " \N{EN DASH} ".join(mark.name for mark in marks_of(view.table, view.names))


def standing(view: TableView | GameView) -> str:
    """Say the scores: "Ann & Cy 40, Bob & Dee −6.", and who won."""
    marks, scores = marks_of(view.table, view.names), view.table.scores
    told = ", ".join(f"{mark.name} {number_text(scores[mark.key])}" for mark in marks) + "."
    return f"{winners_of(view)} won. {told}" if view.table.finished else told


def winners_of(view: TableView | GameView) -> str:
    return join_names([view.names[key] for key in view.table.winners])


def _stamp(view: TableView | GameView, action: str, line: int | None = None) -> Stamp:
    base = f"/t/{view.code}"
    return Stamp(f"{base}/{action}", f"{base}/preview", new_op_id(), view.seq, line)


def _undo(view: TableView) -> TakeBack | None:
    if view.undo is None:
        return None
    line = next((line for line in view.last if line.seq == view.undo), None)
    what = noun(line) if line else "the correction"
    return TakeBack(f"Undo {what}", view.undo, _stamp(view, "undo"))


def _undone(view: GameView, row: int | None) -> TakeBack | None:
    """Offer to put back what the last row took, if that is what it did."""
    if row is None or row != view.seq or any(row == line.seq for line in view.lines):
        return None
    line = next((line for line in view.lines if line.changed_seq == row), None)
    if line is not None and not line.struck:
        return None  # the row is a correction
    says = f"Taken back: {log_line(view, line).headline}." if line else "Taken back."
    return TakeBack(says, row, _stamp(view, "undo"))


def _finish(view: GameView) -> Finish:
    hands = sum(1 for line in view.lines if line.entry is not None and kind_of(line.facts) in ("hand", "tricks"))
    share = f"{title_of(view)}: {standing(view)} {view.table.variant.name}, {hands} hands."
    return Finish(winners_of(view), share, new_op_id())
