"""Two phones, one hand: what was saved first, what this one says, and what may be done about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.web.stamps import new_op_id
from scorekeeper.web.views.hand import Stamp
from scorekeeper.web.views.lines import HANDS, OTHER_KINDS, facts_in_words, headline, kind_of, log_line
from scorekeeper.web.views.table_page import title_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.services.games.idempotency import Stale
    from scorekeeper.services.games.view import GameView
    from scorekeeper.web.views.lines import LogLine

OWN_FIELDS = ("op_id", "seen", "csrf_token")


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
    correct: Stamp | None
    """Mine in place of the newest hand, or of the line it corrects; None where there is no such hand."""
    correct_number: int | None
    next_hand: Stamp | None
    """Mine as the next hand, or taken back all the same; None when the game is over, or mine is a correction."""
    again_says: str = ""
    """What that button says, where mine is no hand."""


def conflict_of(view: GameView, stale: Stale, typed: Mapping[str, str], line: int | None = None) -> Conflict:
    """Give both versions.  `typed`: what this phone sent; `line`: the line it was to correct or take back."""
    lines = stale.newer if line is None else [it for it in view.lines if it.seq == line]
    old = next((it for it in reversed(lines) if it.entry is not None and kind_of(it.facts) in HANDS), None)
    is_undo = stale.mine is None
    return Conflict(
        title=title_of(view),
        code=view.code,
        newer=tuple(log_line(view, line) for line in stale.newer),
        mine=_mine(view, stale),
        mine_points=facts_in_words(stale.mine, view.table, view.names) if _is_hand(stale) and stale.mine else "",
        fields=tuple((name, text) for name, text in typed.items() if name not in OWN_FIELDS),
        is_undo=is_undo,
        correct=_stamp(view, f"lines/{old.seq}") if old and not is_undo else None,
        correct_number=old.number if old else None,
        next_hand=_again(view, line, is_undo=is_undo),
    )


def _again(view: GameView, line: int | None, *, is_undo: bool) -> Stamp | None:
    if is_undo:
        return _stamp(view, "undo" if line is None else f"lines/{line}")
    return None if view.table.finished or line is not None else _stamp(view, "hands")


def _is_hand(stale: Stale) -> bool:
    return stale.mine is not None and kind_of(stale.mine) in ("hand", "tricks")


def _mine(view: GameView, stale: Stale) -> str:
    if stale.mine is None:
        return "Take back"
    if _is_hand(stale):
        return headline(stale.mine, view.table, view.names)
    return OTHER_KINDS[kind_of(stale.mine)]


def _stamp(view: GameView, action: str) -> Stamp:
    return Stamp(f"/t/{view.code}/{action}", "", new_op_id(), view.seq)
