"""The page of what changes in the middle of a game: a substitute, a swap of seats, another dealer, the end here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.core.marks import player_marks
from scorekeeper.core.money_text import money_text
from scorekeeper.games.board import game_title
from scorekeeper.games.change_forms import EXITS, ExitsForm
from scorekeeper.games.hand_form import Choice
from scorekeeper.games.history import PlayedLine
from scorekeeper.games.log_lines import OTHER_KINDS, LogLine, line_kind, log_line
from scorekeeper.games.table_state import GameView
from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.rules.fold import play
from scorekeeper.rules.money import SO_FAR, totals
from scorekeeper.rules.money_story import if_it_ended_now
from scorekeeper.rules.sheet import End, EndWinner
from scorekeeper.rules.table import Table
from scorekeeper.sheets.grammar import join_names, number_text


@dataclass(frozen=True)
class ExitsPage:
    """A substitute, a swap of seats, another dealer, or the end of the game."""

    title: str
    code: str
    form: ExitsForm
    regulars: tuple[str, ...]
    """Who may sit down: the people of the league who are not at the table."""
    replaced: tuple[Choice, ...]
    """Who may stop, each with what their seat would be paid if the game ended now."""
    for_money: bool
    open_table: bool
    """Whether players come and go, so that the page leads to the seats, too."""
    swapping: tuple[Choice, ...]
    """Who may change seats."""
    others: tuple[Choice, ...]
    """With whom."""
    dealers: tuple[Choice, ...]
    deals: str
    """Who deals the next hand now."""
    standing: str
    ends: tuple[Choice, ...]
    """How the game can end, each with the money it moves."""
    line: LogLine | None = None
    """The line that is corrected, None for a new one."""
    heading: str = ""
    what: str = ""
    """Which of the four that line is."""


def exits_page(view: GameView, regulars: Sequence[str], form: ExitsForm, line: PlayedLine | None = None) -> ExitsPage:
    """Return the page of a game that goes on; to correct a `line` of it, as the table was before that."""
    table, names = line.before if line and line.before else view.table, view.names
    form.seen.data = view.seq
    here = {names[key] for key in table.players}
    ways = [_end_choice(table, names, winner, form.end.data) for winner in _WINNERS]
    return ExitsPage(
        title=game_title(view),
        code=view.code,
        form=form,
        regulars=tuple(name for name in regulars if name not in here),
        replaced=tuple(
            Choice(key, names[key], note=_seat_money(table, key), checked=key == form.replaces.data)
            for key in table.players
        ),
        for_money=table.for_money,
        open_table=table.rules.table.open,
        swapping=tuple(Choice(key, names[key], checked=key == form.swap.data) for key in table.players),
        others=tuple(Choice(key, names[key], checked=key == form.other.data) for key in table.players),
        dealers=tuple(Choice(key, names[key], checked=key == form.dealer.data) for key in table.players),
        deals=names[table.dealer],
        standing=", ".join(f"{it.name} {number_text(table.scores[it.key])}" for it in player_marks(table, names)),
        ends=tuple(way for way in ways if way is not None),
        line=log_line(view, line) if line else None,
        heading=OTHER_KINDS[line_kind(line.facts)] if line else "",
        what=line_kind(line.facts) if line else "",
    )


def is_exit(line: PlayedLine) -> bool:
    """Return whether this page made a line that stands, so that it can correct it."""
    return not line.struck and line_kind(line.facts) in EXITS


def _seat_money(table: Table, key: str) -> str:
    """Say what a seat would be paid if the game ended now, without what was moved before; "" without stakes."""
    if table.stakes is None or not table.for_money:
        return ""
    due = totals(part for part in if_it_ended_now(table) if part.what != SO_FAR)
    return money_text(due.get(key, 0), table.stakes.currency, signed=True)


_WINNERS: tuple[EndWinner, ...] = ("leaders", "nobody")


def _end_choice(table: Table, names: Mapping[str, str], winner: EndWinner, chosen: str) -> Choice | None:
    """Return one way to end a game with what it would pay; None if everybody is level, so that nobody leads."""
    try:
        after, _ = play(table, End(winner))
    except ImpossibleFact:
        return None
    who = join_names([names[key] for key in after.winners])
    wins = f"{who} {'win' if len(after.winners) > 1 else 'wins'}" if who else "Nobody wins"
    return Choice(winner, wins, note=_money_text(after, names), checked=winner == chosen)


def _money_text(after: Table, names: Mapping[str, str]) -> str:
    """Say what a game that ended would come to for everybody; empty if it is not played for money."""
    if after.stakes is None or not after.for_money:
        return ""
    currency = after.stakes.currency
    moved = [
        f"{names[key]} {money_text(cents, currency, signed=True)}" for key, cents in after.balances.items() if cents
    ]
    if not moved:
        return "Nobody pays anything."
    told = f"{', '.join(moved)}."
    return told if after.winners else f"No stakes are paid. Earlier payments stand: {told}"
