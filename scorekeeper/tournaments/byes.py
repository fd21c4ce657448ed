"""Who sits out: byes that differ by at most one, also when people come late, leave and come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorekeeper.tournaments.rounds import Round


def bye_counts(field: Iterable[int], history: Sequence[Round]) -> dict[int, int]:
    """Return how many byes each player of the field has had.

    A round that somebody was not there for counts as a bye, but brings nobody above the others: a late arrival has as
    many as whoever has had the most, so is not the next to sit out, and is owed nothing.
    """
    counts: dict[int, int] = {}
    here: set[int] = set()
    for number, played in enumerate(history):
        _enter(counts, here, set(played.players()), number)
        here = set(played.players())
        for player in played.byes:
            counts[player] += 1
    now = set(field)
    _enter(counts, here, now, len(history))
    return {player: counts[player] for player in now}


def _enter(counts: dict[int, int], before: set[int], now: set[int], number: int) -> None:
    """Note who joins in the round after `number` rounds."""
    staying = [counts[player] for player in now & before]
    low, high = (min(staying), max(staying)) if staying else (0, 0)
    for player in now - before:
        counts[player] = max(low, high) if number else 0


def due(counts: dict[int, int], number: int) -> tuple[list[int], list[int]]:
    """Return who must sit out when so many do, and those the remaining places are drawn from: the fewest byes first."""
    order = sorted(counts, key=lambda player: counts[player])
    if not number:
        return [], []
    last = counts[order[number - 1]]
    return [one for one in order if counts[one] < last], [one for one in order if counts[one] == last]
