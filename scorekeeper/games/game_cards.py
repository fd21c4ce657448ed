"""A game as a card: who plays and how it stands, which game it is, and how far it has come."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.core.marks import MAX_SHAPES, finishing_order
from scorekeeper.games.table_state import GameSummary
from scorekeeper.league.browse import GameRow
from scorekeeper.sheets.grammar import join_names, number_text


@dataclass(frozen=True)
class SideScore:
    """One score of a table."""

    css: str
    name: str
    score: str
    won: bool


@dataclass(frozen=True)
class GameCard:
    """A game to go to."""

    code: str
    title: str
    about: str
    """Which game it is, where its title does not say so."""
    league: str
    """Its league, for a phone that is in several."""
    sides: tuple[SideScore, ...]
    date: dt.date | None
    finished: bool
    settled: bool
    progress: str
    """How far it has come: "Hand 4 · to 52"."""


def game_card(game: GameRow) -> GameCard:
    """Return a game of a league's list."""
    target = game.table.rules.finish.target
    return GameCard(
        code=game.code,
        title=game.title or game.variant,
        about=game.variant if game.title else "",
        league="",
        sides=_side_scores(game, counts_down=game.table.rules.counts_down),
        date=dt.date.fromisoformat(game.day),
        finished=game.finished,
        settled=game.settled,
        progress=_progress(game.table.hands + 1, None if isinstance(target, str) else target),
    )


def summary_card(game: GameSummary, league: str = "") -> GameCard:
    """Return a game of this phone; `league` is the name of its league if the phone is in several."""
    return GameCard(
        code=game.code,
        title=game.title or game.variant,
        about=game.variant if game.title else "",
        league=league,
        sides=_side_scores(game, counts_down=game.counts_down),
        date=game.date,
        finished=game.finished,
        settled=game.settled,
        progress=_progress(game.lines + 1, game.target),
    )


def _side_scores(game: GameRow | GameSummary, *, counts_down: bool) -> tuple[SideScore, ...]:
    """Return the scores in seat order; where everybody plays alone, once it is over, the winner first."""
    alone = all(len(side) == 1 for side in game.sides)
    shaped = not alone and len(game.sides) <= MAX_SHAPES
    won = [side[0] in game.winners for side in game.sides]
    places: Sequence[int] = range(len(game.sides))
    if alone and game.finished:
        places = finishing_order(game.scores, won, counts_down=counts_down)
    return tuple(
        SideScore(
            css=f"s{place + 1}" if shaped else "",
            name=join_names(game.sides[place]),
            score=number_text(game.scores[place]),
            won=won[place],
        )
        for place in places
    )


def _progress(hand: int, target: int | None) -> str:
    return f"Hand {hand}" + (f" \N{MIDDLE DOT} to {number_text(target)}" if target is not None else "")
