"""A table's slip on a phone, for players who scanned its card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.core.form_values import parse_uint
from scorekeeper.sheets.grammar import counted
from scorekeeper.tournaments.pages import TableCard, table_card
from scorekeeper.tournaments.reading import TournamentView
from scorekeeper.tournaments.state import IN, RoundState, TableState
from scorekeeper.tournaments.table_games import TableGame, seated


@dataclass(frozen=True)
class PhonePage:
    """A table's slip as its players see it."""

    card: str
    name: str
    round: int
    table: TableCard
    length: str
    side: int
    """Which side holds this phone, from 1; 0 while nobody has said."""
    slip: int
    open: bool
    """Whether the players may still write."""
    asked: tuple[int, ...]
    """The sides that have not confirmed the slip, from 1."""
    hands: TableGame | None
    """What the hands scored on a phone come to, None if nobody scores them."""
    hands_words: str
    dealers: tuple[str, ...]
    """Who may deal first, clockwise, if the hands can be scored on a phone and nobody does yet."""
    next_round: int
    next_seats: tuple[tuple[str, str], ...]
    """Where each player of this table sits now, once a later round is drawn."""


class TableOnPhone(NamedTuple):
    """A table of a round, and what its hands come to; `can_begin` says whether they can be scored on a phone."""

    view: TournamentView
    drawn: RoundState
    table: TableState
    hands: TableGame | None
    can_begin: bool


def phone_page(card: str, at: TableOnPhone, side: str | None) -> PhonePage:
    """Return the page of a card."""
    view, drawn, table, hands, can_begin = at
    chosen = parse_uint(side) or 0
    entered = table.entered
    current = drawn.number == len(view.state.rounds) and not view.state.finished
    return PhonePage(
        card=card,
        name=view.setup.name,
        round=drawn.number,
        table=table_card(view, table),
        length=view.setup.length.words(),
        side=chosen if 1 <= chosen <= len(table.sides) else 0,
        slip=entered.seq if entered else 0,
        open=current and table.status != IN,
        asked=tuple(index + 1 for index in range(len(table.sides)) if not (entered and entered.says.get(index))),
        hands=hands,
        hands_words=_hands_words(hands) if hands else "",
        dealers=tuple(view.names[player] for player in seated(table.sides)) if can_begin else (),
        next_round=len(view.state.rounds),
        next_seats=() if current else _seats(view, table),
    )


def _hands_words(hands: TableGame) -> str:
    """Return in words how far the hands are: "6 hands so far.", "All 8 hands are played."."""
    played = counted(hands.hands, "hand")
    if not hands.hands:
        return "No hand yet."
    if hands.over:
        return f"All {played} are played." if hands.hands > 1 else "The hand is played."
    return f"{played} so far."


def _seats(view: TournamentView, table: TableState) -> tuple[tuple[str, str], ...]:
    """Return where each player of a table sits now: ("Ann", "table 2"), ("Bob", "sits out")."""
    now = view.state.current
    if now is None or view.state.finished:
        return ()
    at = {player: other.number for other in now.tables for side in other.sides for player in side}
    players = [player for side in table.sides for player in side]
    return tuple((view.names[player], f"table {at[player]}" if player in at else "sits out") for player in players)
