"""Who sits out: byes that differ by at most one, also when people come late, leave and come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorekeeper.tournaments.rounds import Round, Side


def bye_counts(players: Iterable[int], rounds: Sequence[Round]) -> dict[int, int]:
    """Return how many byes each player counts as having had.

    Whoever joins after the first round, or comes back, counts as having had as many as the player with the most: they
    have already sat out, so they are not the next to sit out, but nobody owes them anything.
    """
    counts: dict[int, int] = {}
    before: set[int] = set()
    for drawn in rounds:
        now = set(drawn.players())
        _admit(counts, before, now)
        before = now
        for player in drawn.byes:
            counts[player] += 1
    now = set(players)
    _admit(counts, before, now)
    return {player: counts[player] for player in now}


def _admit(counts: dict[int, int], before: set[int], now: set[int]) -> None:
    """Set the counts of the players who were not in the round before."""
    most = max((counts[player] for player in now & before), default=0)
    for player in now - before:
        counts[player] = most


def choose_byes(sides: Sequence[Side], rounds: Sequence[Round], number: int) -> tuple[Side, ...]:
    """Return so many sides to sit out: those with the fewest byes, and among equals those first in `sides`."""
    counts = bye_counts((player for side in sides for player in side), rounds)
    return tuple(sorted(sides, key=lambda side: max(counts[player] for player in side))[:number])
