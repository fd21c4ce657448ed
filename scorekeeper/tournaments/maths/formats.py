"""The formats of a tournament, each as data: who enters, how a round is drawn, what the standings go by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from scorekeeper.tournaments.maths.designs import MAX_DESIGN
from scorekeeper.tournaments.maths.pair_draws import double_knockout, knockout, round_robin, swiss
from scorekeeper.tournaments.maths.player_draws import draw_partners, progress, swiss_partners
from scorekeeper.tournaments.maths.rounds import TABLE_SIZE, DrawError, Round, Side
from scorekeeper.tournaments.maths.tournament import Bye, PlayedRound, Tournament

MAX_ROUNDS = 200
"""The rounds that can be drawn ahead: enough for the largest field to be partners all round."""


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    `entrants` says whether single players enter or fixed partners; `drawn_ahead`, whether later rounds can be drawn
    before the results of earlier ones; `bye`, what a bye is worth; `ranking`, by which criteria its standings go unless
    the director chooses others.  `may_seat_six` says whether a table of three pairs can take the players left over.
    """

    key: str
    name: str
    summary: str
    entrants: Literal["players", "pairs"]
    draw: Callable[[Tournament], Round]
    drawn_ahead: bool
    bye: Bye
    ranking: tuple[str, ...]
    may_seat_six: bool = False

    def start(self, sides: tuple[Side, ...], seed: int = 0) -> Tournament:
        """Return a tournament of this format before its first round."""
        return Tournament(sides, seed=seed, ranking=self.ranking, bye=self.bye)


FORMATS = {
    one.key: one
    for one in (
        Format(
            "draw-partners",
            "Draw partners",
            "A new partner every round, no partner twice if possible, opponents spread evenly",
            entrants="players",
            draw=draw_partners,
            drawn_ahead=True,
            bye="average",
            ranking=("points", "wins", "difference"),
            may_seat_six=True,
        ),
        Format(
            "progressive",
            "Progressive",
            "Winners move up a table, losers stay, partners split, each player has a total",
            entrants="players",
            draw=progress,
            drawn_ahead=False,
            bye="average",
            ranking=("points", "wins", "difference"),
        ),
        Format(
            "round-robin",
            "Round robin",
            "Fixed partners; every pair meets every other once",
            entrants="pairs",
            draw=round_robin,
            drawn_ahead=True,
            bye="average",
            ranking=("wins", "difference", "points"),
        ),
        Format(
            "swiss",
            "Swiss",
            "Fixed partners; pairs with similar results meet, no two twice if possible",
            entrants="pairs",
            draw=swiss,
            drawn_ahead=False,
            bye="win",
            ranking=("wins", "strength", "difference"),
        ),
        Format(
            "swiss-partners",
            "Swiss, drawn partners",
            "A player from the upper half of the standings with one from the lower half",
            entrants="players",
            draw=swiss_partners,
            drawn_ahead=False,
            bye="average",
            ranking=("points", "wins", "difference"),
        ),
        Format(
            "knockout",
            "Knockout",
            "Fixed partners with seeds; one loss and a pair is out",
            entrants="pairs",
            draw=knockout,
            drawn_ahead=False,
            bye="win",
            ranking=("last_round", "losses"),
        ),
        Format(
            "double-knockout",
            "Double knockout",
            "Fixed partners with seeds; two losses and a pair is out",
            entrants="pairs",
            draw=double_knockout,
            drawn_ahead=False,
            bye="win",
            ranking=("last_round", "losses"),
        ),
    )
}
"""Every format by its key."""


def numbered_sides(wanted: Format, players: int) -> tuple[Side, ...]:
    """Return players numbered from 1 as they enter a format: one by one, or 1 with 2, 3 with 4 and so on.

    Raises DrawError for too few players, or for an odd number where fixed partners enter.
    """
    if not TABLE_SIZE <= players <= MAX_DESIGN:
        raise DrawError(f"A tournament has {TABLE_SIZE} to {MAX_DESIGN} players, not {players}.")
    if wanted.entrants == "players":
        return tuple((player,) for player in range(1, players + 1))
    if players % 2:
        raise DrawError(f"{wanted.name} is played by fixed partners, so the number of players must be even.")
    return tuple((player, player + 1) for player in range(1, players, 2))


def draw_rounds(
    wanted: Format, sides: tuple[Side, ...], number: int, seed: int, *, large_table: bool = False
) -> list[Round]:
    """Draw a number of rounds before any is played.

    Raises DrawError if a round depends on the results before it, or the format has no table of six.
    """
    if large_table and not wanted.may_seat_six:
        raise DrawError(f"{wanted.name} has no table of six.")
    if not 1 <= number <= MAX_ROUNDS:
        raise DrawError(f"From 1 to {MAX_ROUNDS} rounds can be drawn, not {number}.")
    if number > 1 and not wanted.drawn_ahead:
        raise DrawError(f"{wanted.name} pairs by results, so only one round can be drawn ahead.")
    tournament = replace(wanted.start(sides, seed), large_table=large_table)
    for _ in range(number):
        tournament = replace(tournament, played=(*tournament.played, PlayedRound(wanted.draw(tournament))))
    return list(tournament.rounds)
