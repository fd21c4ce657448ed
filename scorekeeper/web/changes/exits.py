"""The page of what ends or mends a game: another dealer, the end here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.rules.fold import play
from scorekeeper.rules.numbers import number_text
from scorekeeper.rules.sentence_args import join_names
from scorekeeper.rules.sheet import End
from scorekeeper.web.components.board import game_title
from scorekeeper.web.components.choice import Choice
from scorekeeper.web.components.marks import player_marks
from scorekeeper.web.money_text import money_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.sheet import EndWinner
    from scorekeeper.rules.table import Table
    from scorekeeper.services.games.view import GameView
    from scorekeeper.web.changes.forms import ExitsForm


@dataclass(frozen=True)
class ExitsPage:
    """Another dealer, or the end of the game."""

    title: str
    code: str
    form: ExitsForm
    dealers: tuple[Choice, ...]
    deals: str
    """Who deals the next hand now."""
    standing: str
    ends: tuple[Choice, ...]
    """How the game can end, each with the money it moves."""


def exits_page(view: GameView, form: ExitsForm) -> ExitsPage:
    """Return the page of a game that goes on."""
    table, names = view.table, view.names
    form.seen.data = view.seq
    ways = [_end_choice(table, names, winner, form.end.data) for winner in _WINNERS]
    return ExitsPage(
        title=game_title(view),
        code=view.code,
        form=form,
        dealers=tuple(Choice(key, names[key], checked=key == form.dealer.data) for key in table.players),
        deals=names[table.dealer],
        standing=", ".join(f"{it.name} {number_text(table.scores[it.key])}" for it in player_marks(table, names)),
        ends=tuple(way for way in ways if way is not None),
    )


_WINNERS: tuple[EndWinner, ...] = ("leaders", "nobody")


def _end_choice(table: Table, names: Mapping[str, str], winner: EndWinner, chosen: str) -> Choice | None:
    """Return one way to end a game with what it would pay; None where everybody is level, so that nobody leads."""
    try:
        after, _ = play(table, End(winner))
    except ImpossibleFact:
        return None
    who = join_names([names[key] for key in after.winners])
    wins = f"{who} {'win' if len(after.winners) > 1 else 'wins'}" if who else "Nobody wins"
    return Choice(winner, wins, note=_money_text(after, names), checked=winner == chosen)


def _money_text(after: Table, names: Mapping[str, str]) -> str:
    """Say what a game that ended would come to for everybody; empty where it is not played for money."""
    if after.stakes is None or not after.for_money:
        return ""
    currency = after.stakes.currency
    moved = [
        f"{names[key]} {money_text(cents, currency, signed=True)}" for key, cents in after.balances.items() if cents
    ]
    if not moved:
        return "Nobody pays anything."
    told = f"{', '.join(moved)}."
    return told if after.winners else f"No stakes are paid. What moved before stays: {told}"
