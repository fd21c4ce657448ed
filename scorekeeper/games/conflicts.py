"""The answer to a phone when another one was first (409): both versions, and what can be done."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from flask import Response

from scorekeeper.core.extensions import db
from scorekeeper.core.form_values import FormMeta, new_op_id
from scorekeeper.core.htmx import render_page
from scorekeeper.games.board import game_title
from scorekeeper.games.commands import Stale
from scorekeeper.games.log import HANDS, OTHER_KINDS, LogLine, headline, line_kind, points_text
from scorekeeper.games.table_state import GameView, read_game

OWN_FIELDS = ("op_id", "seen", "csrf_token")


def conflict_answer(code: str, stale: Stale, typed: Mapping[str, str], line: int | None = None) -> Response:
    """Return the page of a conflict (409); `line` is the one that the phone wanted to correct."""
    page = conflict_page(read_game(db.session, code), stale, typed, line)
    return render_page("table/conflict.html", ["table"], 409, page=page)


@dataclass(frozen=True)
class Conflict:
    """The page of a 409."""

    title: str
    code: str
    newer: tuple[LogLine, ...]
    mine: str
    mine_points: str
    fields: tuple[tuple[str, str], ...]
    """What was typed, to be sent again."""
    is_undo: bool
    correct: FormMeta | None
    """To save this phone's line in place of the newest hand, or of the line it corrects; None if there is none."""
    correct_number: int | None
    next_hand: FormMeta | None
    """To save it as the next hand, or undo all the same; None if the game is over, or it is a correction."""
    again_says: str = ""
    """The text of that button for a line that is not a hand."""
    others_sit: bool = False
    """What was typed is about somebody who is not at the table any more, so it has to be typed again."""


def conflict_page(view: GameView, stale: Stale, typed: Mapping[str, str], line: int | None = None) -> Conflict:
    """Return both versions.  `typed`: what this phone sent; `line`: the line it wanted to correct or take back."""
    lines = stale.newer if line is None else [it for it in view.lines if it.seq == line]
    old = next((it for it in reversed(lines) if it.entry is not None and line_kind(it.facts) in HANDS), None)
    is_undo = stale.mine is None
    others_sit = names_others(typed, view.table.players)
    correctable = old and not is_undo and not (old.before and names_others(typed, old.before.players))
    return Conflict(
        title=game_title(view),
        code=view.code,
        newer=tuple(LogLine(view, it) for it in stale.newer),
        mine=_mine(view, stale),
        mine_points=points_text(stale.mine, view.table, view.names) if _is_hand(stale) and stale.mine else "",
        fields=tuple((name, text) for name, text in typed.items() if name not in OWN_FIELDS),
        is_undo=is_undo,
        correct=_conflict_meta(view, f"lines/{old.seq}") if old and correctable else None,
        correct_number=old.number if old else None,
        next_hand=None if others_sit else _resend(view, line, is_undo=is_undo),
        others_sit=others_sit,
    )


OF_ONE_PLAYER = ("count-", "play-", "pickup-", "by-")


def names_others(typed: Mapping[str, str], keys: Collection[str]) -> bool:
    """Return whether a form has a field for somebody whose seat key is not among these: it would be lost unread."""
    return any(
        text and name.startswith(OF_ONE_PLAYER) and name.partition("-")[2] not in keys for name, text in typed.items()
    )


def _resend(view: GameView, line: int | None, *, is_undo: bool) -> FormMeta | None:
    if is_undo:
        return _conflict_meta(view, "undo" if line is None else f"lines/{line}")
    return None if view.table.finished or line is not None else _conflict_meta(view, "hands")


def _is_hand(stale: Stale) -> bool:
    return stale.mine is not None and line_kind(stale.mine) in ("hand", "tricks")


def _mine(view: GameView, stale: Stale) -> str:
    if stale.mine is None:
        return "Take back"
    if _is_hand(stale):
        return headline(stale.mine, view.table, view.names)
    return OTHER_KINDS[line_kind(stale.mine)]


def _conflict_meta(view: GameView, action: str) -> FormMeta:
    return FormMeta(f"/t/{view.code}/{action}", "", new_op_id(), view.seq)
