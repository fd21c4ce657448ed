"""The table page: board, hand form or finish, last hands, money, Undo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.access.guests import current_guest
from scorekeeper.access.permissions import current_access, current_game
from scorekeeper.core.extensions import db
from scorekeeper.core.form_values import FormMeta, new_op_id
from scorekeeper.core.money_text import money_text
from scorekeeper.games.board import (
    Board,
    SmokeBoard,
    TallyView,
    game_title,
    scores_text,
    table_board,
    tally_reading,
)
from scorekeeper.games.chart import Chart, score_chart
from scorekeeper.games.finish import FinishedGame, read_finish
from scorekeeper.games.forms import line_as_form
from scorekeeper.games.hand_form import HandForm
from scorekeeper.games.log import (
    LogLine,
    is_hand,
    line_kind,
    line_name,
    result_text,
    spoken_result,
)
from scorekeeper.games.reviews import LineReviews, review_mark, reviews_on
from scorekeeper.games.smoke_form import say_so_far
from scorekeeper.games.table_state import GameView, TableView
from scorekeeper.rules.money import Part
from scorekeeper.rules.money_story import if_it_ended_now
from scorekeeper.rules.table import Table
from scorekeeper.sheets.money_words import say_part

PROMPT = "Tap who won the bid and for how much, then the points that went elsewhere."
UNBID_PROMPT = "Tap who got each point."
BACK_PROMPT = "The hand is in the form again. Change it, then save it."


@dataclass(frozen=True)
class UndoButton:
    """A form that takes one row back (or puts it back)."""

    says: str
    target: int
    meta: FormMeta


@dataclass(frozen=True)
class TablePage:
    """Everything on the table page."""

    title: str
    code: str
    seq: int
    smoke: bool
    """Whether board and form are those of Smoke."""
    board: Board | SmokeBoard
    form: HandForm | None
    errors: tuple[tuple[str, str], ...]
    """What was refused, where there is no form to say it in: after the end."""
    says: str
    last: tuple[LogLine, ...]
    """Newest first."""
    reviews: Mapping[int, LineReviews]
    """Line -> what other phones say of it, of the last hands."""
    undo: UndoButton | None
    undone: UndoButton | None
    finish: FinishedGame | None
    chart: Chart | None
    now: SettlementNow | None
    """What it would cost if it ended now; None without stakes, and after the end."""
    spoken: str
    """For the live region: how things stand after a change."""
    tally: TallyView | None
    """Smoke: what is read out after the last hand."""
    for_money: bool = False
    open_table: bool = False
    """Whether people may sit down and leave between hands."""

    @property
    def review_mark(self) -> str:
        """Return a short form of the reviews: a phone sends it to ask whether they changed."""
        return review_mark(self.reviews)


def table_page(  # noqa: PLR0913 - what may be told beside the game itself
    view: TableView,
    typed: Mapping[str, str] | None = None,
    wrong: Mapping[str, str] | None = None,
    *,
    says: str = "",
    undone: int | None = None,
    fresh: bool = False,
    can_score: bool = True,
    reviewed: bool = True,
) -> TablePage:
    """Return the table screen of a game.

    `typed`, `wrong`: a hand form that was refused, and why; `undone`: the row that just took something back (then the
    view is of the whole game); `fresh`: the score has just changed; `can_score`: whether the phone may keep score,
    else there is no form; `reviewed`: the last hands are shown, with their reviews.
    """
    finished, every = view.table.finished, view.whole
    if typed is None and every and undone is not None and not finished:
        typed = _undone_hand(every, undone)
        says = says or (BACK_PROMPT if typed else "")
    form = None if finished or not can_score else _form(view, typed or {}, wrong)
    tally = tally_reading(view.table, view.names)
    last, heard = view.last[::-1], {}
    if reviewed:
        heard = reviews_on(db.session, current_game(view.code), last, current_access().device_id)
    taken_back = _undone(every, undone) if every else None
    return TablePage(
        title=game_title(view),
        code=view.code,
        seq=view.seq,
        smoke=view.table.is_smoke,
        board=table_board(view, [line for line in every.lines if line.entry] if every else view.last, fresh=fresh),
        form=form,
        errors=() if form else tuple(("board", sentence) for sentence in (wrong or {}).values()),
        says=says or _prompt(view, typed or {}, fresh=fresh),
        last=tuple(LogLine(view, line) for line in last),
        reviews=heard,
        undo=_undo(view) if can_score else None,
        undone=taken_back if can_score else None,
        finish=read_finish(every) if finished and every else None,
        chart=score_chart(every) if finished and every else None,
        now=settlement_now(view.table, view.names),
        spoken=_spoken(view, tally, taken_back),
        tally=tally,
        for_money=view.table.for_money,
        open_table=view.table.rules.table.open,
    )


def _form(view: TableView, typed: Mapping[str, str], wrong: Mapping[str, str] | None) -> HandForm:
    return HandForm(view.table, view.names, typed, wrong)


def _prompt(view: TableView, typed: Mapping[str, str], *, fresh: bool) -> str:
    """Return in words what the last line did until somebody begins the next hand, then what to do."""
    if view.last and not typed:
        says = result_text(view, view.last[-1])
        return f"Saved: {says}" if fresh else says
    if view.table.is_smoke:
        return say_so_far(typed, view.table, view.names)
    return PROMPT if view.table.rules.has_bidding else UNBID_PROMPT


def _spoken(view: TableView, tally: TallyView | None, taken_back: UndoButton | None) -> str:
    """Return what is read aloud after a change: what it was, then the scores. In Smoke the tally says both."""
    if tally and not view.table.finished:
        return tally.spoken
    newest = view.last[-1] if view.last else None
    changed = newest is not None and newest.version == view.seq
    what = taken_back.says if taken_back else spoken_result(view, newest) if newest and changed else ""
    return f"{what} {scores_text(view)}".lstrip()


def _form_meta(view: TableView | GameView, action: str, line: int | None = None) -> FormMeta:
    base = f"/t/{view.code}"
    return FormMeta(f"{base}/{action}", f"{base}/preview", new_op_id(), view.seq, line)


def _undo(view: TableView) -> UndoButton | None:
    if view.undo is None:
        return None
    line = next((line for line in view.last if line.seq == view.undo), None)
    if line and current_guest() is not None and not is_hand(line.facts):
        return None
    what = line_name(line) if line else "the correction"
    return UndoButton(f"Undo {what}", view.undo, _form_meta(view, "undo"))


def _undone_hand(view: GameView, row: int) -> dict[str, str] | None:
    """Return the hand that a row took back as values of the hand form; None if it took back something else.

    It was meant as it was saved: nobody is asked that again.
    """
    line = next((line for line in view.lines if line.changed_seq == row == view.seq and line.struck), None)
    if line is None or line_kind(line.facts) not in ("hand", "tricks"):
        return None
    return line_as_form(line.facts, view.table) | {"sure": "yes"}


def _undone(view: GameView, row: int | None) -> UndoButton | None:
    """Offer to put back what the last row took, if that is what it did."""
    if row is None or row != view.seq or any(row == line.seq for line in view.lines):
        return None
    line = next((line for line in view.lines if line.changed_seq == row), None)
    if line is not None and not line.struck:
        return None  # the row is a correction
    says = f"Taken back: {LogLine(view, line).headline}." if line else "Taken back."
    return UndoButton(says, row, _form_meta(view, "undo"))


@dataclass(frozen=True)
class AmountReason:
    """One amount and what it is for."""

    says: str
    cents: int


@dataclass(frozen=True)
class PlayerShare:
    """What one player would pay or receive: `cents` are those of the reasons added up."""

    name: str
    cents: int
    reasons: tuple[AmountReason, ...]


@dataclass(frozen=True)
class SettlementNow:
    """The shares of everybody who ever sat here, in seat order."""

    currency: str
    shares: tuple[PlayerShare, ...]


def settlement_now(table: Table, names: Mapping[str, str]) -> SettlementNow | None:
    """Return what a game would come to if it ended now; None if it is over, or not played for money."""
    stakes = table.stakes
    if stakes is None or not stakes.some or table.finished:
        return None
    parts = if_it_ended_now(table)
    shares = (_share(names, [part for part in parts if part.player == key], key, stakes.currency) for key in names)
    return SettlementNow(stakes.currency, tuple(shares))


def _share(names: Mapping[str, str], parts: list[Part], key: str, currency: str) -> PlayerShare:
    def money(cents: int) -> str:
        return money_text(cents, currency)

    reasons = tuple(AmountReason(say_part(part, names.__getitem__, money), part.cents) for part in parts)
    return PlayerShare(names[key], sum(part.cents for part in parts), reasons)
