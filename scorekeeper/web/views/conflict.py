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

    from scorekeeper.services.errors import Stale
    from scorekeeper.services.views import GameView
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
    """Mine in place of the newest hand; None where that is no hand."""
    correct_number: int | None
    next_hand: Stamp | None
    """Mine as the next hand; None when the game is over."""
    again_says: str = ""
    """What that button says, where mine is no hand."""


def conflict_of(view: GameView, stale: Stale, typed: Mapping[str, str]) -> Conflict:
    """Give both versions.  `typed`: what this phone sent."""
    newest = next((line for line in reversed(stale.newer) if line.entry is not None), None)
    is_undo = "target" in typed
    hand = newest is not None and kind_of(newest.facts) in HANDS
    base = f"/t/{view.code}"
    may_correct = not is_undo and hand and stale.mine is not None
    return Conflict(
        title=title_of(view),
        code=view.code,
        newer=tuple(log_line(view, line) for line in stale.newer),
        mine=_mine(view, stale),
        mine_points=facts_in_words(stale.mine, view.table, view.names) if _is_hand(stale) and stale.mine else "",
        fields=tuple((name, text) for name, text in typed.items() if name not in OWN_FIELDS),
        is_undo=is_undo,
        correct=_stamp(view, f"{base}/lines/{newest.seq}") if may_correct and newest else None,
        correct_number=newest.number if newest else None,
        next_hand=_again(view, is_undo=is_undo),
    )


def _again(view: GameView, *, is_undo: bool) -> Stamp | None:
    if is_undo:
        return _stamp(view, f"/t/{view.code}/undo")
    return None if view.table.finished else _stamp(view, f"/t/{view.code}/hands")


def _is_hand(stale: Stale) -> bool:
    return stale.mine is not None and kind_of(stale.mine) in ("hand", "tricks")


def _mine(view: GameView, stale: Stale) -> str:
    if stale.mine is None:
        return "Take back"
    if _is_hand(stale):
        return headline(stale.mine, view.table, view.names)
    return OTHER_KINDS[kind_of(stale.mine)]


def _stamp(view: GameView, action: str) -> Stamp:
    return Stamp(action, "", new_op_id(), view.seq)
