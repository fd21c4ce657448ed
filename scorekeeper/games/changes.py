"""Lines that are not hands: which rules may change, how a game can end now, and what a phone that came late gets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.marks import player_marks
from scorekeeper.core.money_text import money_text
from scorekeeper.games.board import game_title
from scorekeeper.games.game_view import GameView
from scorekeeper.games.hand_form import Choice
from scorekeeper.games.history import PlayedLine
from scorekeeper.games.lines import Stale
from scorekeeper.games.log import LogLine, exit_text
from scorekeeper.games.log_forms import ChangeForm, ExitsForm
from scorekeeper.games.pages import names_others
from scorekeeper.rulebook.questions import RulesFormState, setting_question
from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.rules.fold import play
from scorekeeper.rules.money import SO_FAR, totals
from scorekeeper.rules.sheet import Document, End, EndWinner
from scorekeeper.rules.table import Table, if_it_ended_now
from scorekeeper.sheets.grammar import join_names, number_text, signed
from scorekeeper.sheets.phrases import say_setting

FIXED_SETTINGS = ("seating.", "finish.start")
"""What a game cannot change once it has begun."""
WAYS_TO_END: tuple[EndWinner, ...] = ("leaders", "nobody")


def rules_form_state(
    table: Table, typed: Mapping[str, str] | None = None, wrong: Mapping[str, str] | None = None
) -> RulesFormState:
    """Return the state of the rules form for the rules in force."""
    return RulesFormState(table.variant, len(table.players), table.house, typed or {}, wrong or {})


def has_choice(at: RulesFormState, key: str) -> bool:
    """Return whether a rule may change now, and it would mean something."""
    if key.startswith(FIXED_SETTINGS) or (key.startswith("call.") and at.current("seating.sides") != "called-partner"):
        return False
    if key.startswith("special.") and key != "special.name" and at.current("special.name") == "none":
        return False
    point = key.split(".")[1] if key.startswith("points.") else ""
    if point and not key.endswith(".worth") and not at.current(f"points.{point}.worth"):
        return False
    return setting_question(at, key).has_choice


def exit_context(
    view: GameView, regulars: list[str], form: ExitsForm, line: PlayedLine | None = None
) -> dict[str, Any]:
    """Return what `_macros/exits.html` prints; to correct a `line`, as the table was before it."""
    table, names = line.before if line and line.before else view.table, view.names
    form.seen.data = view.seq
    here = [names[key] for key in table.players]
    due: dict[str, str] = {}
    if table.stakes is not None and table.for_money:
        parts = totals(part for part in if_it_ended_now(table) if part.what != SO_FAR)
        due = {key: money_text(parts.get(key, 0), table.stakes.currency, signed=True) for key in table.players}
    return {
        "title": game_title(view),
        "code": view.code,
        "form": form,
        "line": LogLine(view, line) if line else None,
        "regulars": [name for name in regulars if name not in here],
        "replaced": [
            Choice(key, names[key], note=due.get(key, ""), checked=key == form.replaces.data) for key in table.players
        ],
        "swapping": seat_choices(table, names, form.swap.data),
        "others": seat_choices(table, names, form.other.data),
        "dealers": seat_choices(table, names, form.dealer.data),
        "deals": names[table.dealer],
        "for_money": table.for_money,
        "open_table": table.rules.table.open,
        "standing": ", ".join(f"{it.name} {number_text(table.scores[it.key])}" for it in player_marks(table, names)),
        "ends": [way for winner in WAYS_TO_END if (way := _end_choice(table, names, winner, form.end.data))],
    }


def seat_choices(table: Table, names: Mapping[str, str], chosen: str) -> list[Choice]:
    return [Choice(key, names[key], checked=key == chosen) for key in table.players]


def _end_choice(table: Table, names: Mapping[str, str], winner: EndWinner, chosen: str) -> Choice | None:
    """Return one way to end a game with what it would pay; None if everybody is level, so that nobody leads."""
    try:
        after, _ = play(table, End(winner))
    except ImpossibleFact:
        return None
    who = join_names([names[key] for key in after.winners])
    wins = f"{who} {'win' if len(after.winners) > 1 else 'wins'}" if who else "Nobody wins"
    pays = ""
    if after.stakes is not None and after.for_money:
        currency = after.stakes.currency
        moved = ", ".join(
            f"{names[key]} {money_text(cents, currency, signed=True)}" for key, cents in after.balances.items() if cents
        )
        earlier = "" if after.winners else "No stakes are paid. Earlier payments stand: "
        pays = f"{earlier}{moved}." if moved else "Nobody pays anything."
    return Choice(winner, wins, note=pays, checked=winner == chosen)


def change_conflict_page(
    view: GameView, stale: Stale, form: ChangeForm, action: str, line: PlayedLine | None = None
) -> dict[str, Any]:
    """Return both versions: what came first, and the line this phone wanted, to be sent again to `action`.

    `line` is the one to correct; it can be corrected after the end of the game too.
    """
    table = line.before if line and line.before else view.table
    others_sit = names_others(form.resent, [mark.key for mark in player_marks(table, view.names)])
    return {
        "title": game_title(view),
        "code": view.code,
        "seq": view.seq,
        "newer": [LogLine(view, line) for line in stale.newer],
        "mine": _change_text(view, stale.mine or {}),
        "mine_points": (stale.mine or {}).get("note", ""),
        "fields": list(form.resent.items()),
        "again": None if table.finished or others_sit else action,
        "again_says": "Save mine anyway",
        "others_sit": others_sit,
    }


def _change_text(view: GameView, facts: Document) -> str:
    names = view.names
    if "rules" in facts:
        return " ".join(say_setting(key, value) for key, value in facts["rules"].items())
    if "adjust" in facts:
        told = [f"{names.get(key, key)} {signed(by)}" for key, by in facts["adjust"].items()]
        return f"{join_names(told)}: {facts['reason']}"
    if said := exit_text(facts, names):
        return said
    if "join" in facts:
        return f"{names.get(facts['join'], 'Somebody')} sits down"
    return f"{names.get(facts['leave'], 'Somebody')} leaves" if "leave" in facts else "Settle"
