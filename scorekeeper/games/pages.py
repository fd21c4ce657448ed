"""The table page: board, hand form or finish, last hands, money, Undo; and what two phones that disagree are shown."""

from collections.abc import Collection, Mapping
from typing import Any

from scorekeeper.access.permissions import current_access, current_game, current_guest
from scorekeeper.core.extensions import db
from scorekeeper.core.money_text import money_text
from scorekeeper.games.board import Board, game_title, score_chart, tally_reading, winner_names
from scorekeeper.games.finish import game_story, next_game, read_finish
from scorekeeper.games.forms import line_as_form
from scorekeeper.games.game_view import GameView
from scorekeeper.games.hand_form import HandForm, say_so_far
from scorekeeper.games.lines import Stale
from scorekeeper.games.log import (
    HANDS,
    OTHER_KINDS,
    PLAYED_KINDS,
    LogLine,
    call_out,
    differing_points,
    headline,
    is_hand,
    line_kind,
    line_name,
    points_text,
    result_text,
)
from scorekeeper.games.reviews import LineReviews, review_mark, reviews_on
from scorekeeper.rules.table import Table, if_it_ended_now
from scorekeeper.sheets.words import say_part

OF_ONE_PLAYER = ("count-", "play-", "pickup-", "by-")
MAX_LINES = 3
"""How many of the last hands the Watch page shows; the newest with its reasons."""
RACE_HEIGHT, FINISH_HEIGHT = 400, 220
"""The height of the race, for a width of 640: on the Watch page beside the scores, and on the winner's card."""


def table_page(  # noqa: PLR0913 - what may be told beside the game itself
    view: GameView,
    typed: Mapping[str, str] | None = None,
    wrong: Mapping[str, str] | None = None,
    *,
    says: str = "",
    undone: int | None = None,
    fresh: bool = False,
    can_score: bool = True,
    reviews: dict[int, LineReviews] | None = None,
) -> dict[str, Any]:
    """Return what is on the table page of a game (templates/table/show.html).

    `typed`, `wrong`: a hand form that was refused, and why; `undone`: the row that just took something back (then the
    view is of the whole game); `fresh`: the score has just changed; `can_score`: whether the phone may keep score,
    else there is no form; `reviews`: those of the last hands, where they were read already or are not shown.
    """
    table, names = view.table, view.names
    taken_back = ""
    if view.rows and undone is not None:
        taken_back, back_in_form = _taken_back(view, undone)
        if typed is None and back_in_form and not table.finished:
            typed, says = back_in_form, says or "The hand is in the form again. Change it, then save it."
    form = HandForm(table, names, typed or {}, wrong) if can_score and not table.finished else None
    if reviews is None:
        reviews = reviews_on(db.session, current_game(view.code), view.last[::-1], current_access().device_id)
    tally = tally_reading(view)
    stands = [line for line in view.lines if line.entry] if view.rows else view.last
    return {
        "title": game_title(view),
        "code": view.code,
        "seq": view.seq,
        "table": table,
        "board": Board(view, stands, fresh=fresh),
        "form": form,
        "refused": [] if form else [("board", sentence) for sentence in (wrong or {}).values()],
        "says": says or _prompt(view, typed or {}, fresh=fresh),
        "last": [LogLine(view, line) for line in reversed(view.last)],
        "reviews": reviews,
        "review_mark": review_mark(reviews),
        "undo": _undo(view) if can_score else None,
        "undone": (undone, taken_back) if taken_back and can_score else None,
        "finish": read_finish(view) if table.finished else None,
        "chart": score_chart(view, FINISH_HEIGHT) if table.finished else None,
        "now": settlement_now(table, names),
        "spoken": " ".join(tally[1]) if tally and not table.finished else call_out(view, view.last, taken_back),
        "tally": tally,
    }


def _prompt(view: GameView, typed: Mapping[str, str], *, fresh: bool) -> str:
    """Return in words what the last line did until somebody begins the next hand, then what to do."""
    if view.last and not typed:
        return f"{'Saved' if fresh else 'Last'}: {result_text(view, view.last[-1])}"
    if view.table.is_smoke:
        return say_so_far(typed, view.table.players)
    if view.table.rules.has_bidding:
        return "Untapped points go to the bidder."
    return "Tap who got each point."


def _undo(view: GameView) -> tuple[int, str] | None:
    """Return the row that Undo takes back, and what that is; None if this phone can take back nothing."""
    if view.undo is None:
        return None
    line = next((line for line in view.last if line.seq == view.undo), None)
    if line and current_guest() is not None and not is_hand(line.facts):
        return None
    return view.undo, f"Undo {line_name(line) if line else 'the correction'}"


def _taken_back(view: GameView, row: int) -> tuple[str, dict[str, str]]:
    """Say what the last row took back, and return that as values of the hand form; nothing if it took nothing back.

    A hand was meant as it was saved: nobody is asked that again.
    """
    if row != view.seq or any(row == line.seq for line in view.lines):
        return "", {}
    line = next((line for line in view.lines if line.changed_seq == row), None)
    if line is None:
        return "Taken back.", {}
    if not line.struck:
        return "", {}  # the row is a correction
    says = f"Taken back: {LogLine(view, line).headline}."
    return says, line_as_form(line.facts, view.table) | {"sure": "yes"} if line_kind(line.facts) in PLAYED_KINDS else {}


def settlement_now(
    table: Table, names: Mapping[str, str]
) -> tuple[str, list[tuple[str, int, list[tuple[str, int]]]]] | None:
    """Return what a game would come to if it ended now; None if it is over, or not played for money.

    The currency, then for everybody who ever sat here, in seat order, their name, cents, and what these are for.
    """
    stakes = table.stakes
    if stakes is None or not stakes.some or table.finished:
        return None

    def money(cents: int) -> str:
        return money_text(cents, stakes.currency)

    parts = if_it_ended_now(table)
    reasons = {
        key: [(say_part(part, names.__getitem__, money), part.cents) for part in parts if part.player == key]
        for key in names
    }
    return stakes.currency, [(names[key], sum(cents for _, cents in why), why) for key, why in reasons.items()]


def watch_page(view: GameView, *, fresh: bool = False) -> dict[str, Any]:
    """Return what is on the Watch page of a game (templates/table/watch.html); `fresh`: the score has just changed."""
    live = [line for line in view.lines if line.entry is not None]
    finished = view.table.finished
    return {
        "title": game_title(view),
        "code": view.code,
        "seq": view.seq,
        "board": Board(view, live, fresh=fresh),
        "winners": winner_names(view) if finished else "",
        "next": next_game(view.code) if finished else None,
        "lately": [LogLine(view, line) for line in reversed(live[-MAX_LINES:])],
        "race": score_chart(view, RACE_HEIGHT),
        "story": game_story(view)[0] if finished else "",
        "spoken": call_out(view, live),
    }


# ---------------------------------------------------------------- another phone was first


def conflict_page(view: GameView, stale: Stale, typed: Mapping[str, str], line: int | None = None) -> dict[str, Any]:
    """Return both versions (templates/table/conflict.html).

    `typed`: what this phone sent; `line`: the line it wanted to correct or take back.  `correct` is where to save it in
    place of the newest hand, or of the line it corrects; `again` where to save it as the next hand, or undo all the
    same.  Both are None where that makes no sense.
    """
    lines = stale.newer if line is None else [it for it in view.lines if it.seq == line]
    old = next((it for it in reversed(lines) if it.entry is not None and line_kind(it.facts) in HANDS), None)
    is_undo, kind = stale.mine is None, line_kind(stale.mine or {})
    others_sit = names_others(typed, view.table.players)
    correctable = old and not is_undo and not (old.before and names_others(typed, old.before.players))
    again = None
    if is_undo and line is not None:
        again = f"lines/{line}"
    elif not is_undo and not view.table.finished and line is None:
        again = "hands"
    mine = OTHER_KINDS.get(kind, "")
    target = next((it for it in view.lines if str(it.seq) == typed.get("target", str(line))), None)
    if is_undo:
        mine = f"Take back {line_name(target)}: {LogLine(view, target).headline}" if target else "Take back"
    elif stale.mine is not None and kind in PLAYED_KINDS:
        mine = headline(stale.mine, view.table, view.names)
    return {
        "title": game_title(view),
        "code": view.code,
        "seq": view.seq,
        "newer": [LogLine(view, it) for it in stale.newer],
        "mine": mine,
        "differs": differing_points(old.facts, stale.mine, view.table, view.names) if old and stale.mine else [],
        "target": target if is_undo and not again else None,
        "mine_points": points_text(stale.mine, view.table, view.names) if stale.mine and kind in PLAYED_KINDS else "",
        "fields": list(typed.items()),
        "is_undo": is_undo,
        "correct": f"/t/{view.code}/lines/{old.seq}" if old and correctable else None,
        "correct_name": line_name(old) if old else "",
        "again": f"/t/{view.code}/{again}" if again and not others_sit else None,
        "again_says": "Take it back anyway" if is_undo else "Mine is the next hand",
        "others_sit": others_sit,
    }


def names_others(typed: Mapping[str, str], keys: Collection[str]) -> bool:
    """Return whether a form has a field for somebody whose seat key is not among these: it would be lost unread."""
    return any(
        text and name.startswith(OF_ONE_PLAYER) and name.partition("-")[2] not in keys for name, text in typed.items()
    )
