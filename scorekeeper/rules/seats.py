"""Who sits where: the next seat to the left, and who shares a side."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Side = tuple[str, ...]


def left_of(player: str, players: Sequence[str]) -> str:
    """Give the player on the left, who comes next: `players` sit clockwise."""
    return players[(players.index(player) + 1) % len(players)]


def right_of(player: str, players: Sequence[str]) -> str:
    """Give the player on the right, who came before."""
    return players[players.index(player) - 1]


def from_left_of(dealer: str, players: Sequence[str]) -> tuple[str, ...]:
    """Give everybody in speaking order: from the dealer's left round to the dealer."""
    return starting_with(left_of(dealer, players), players)


def starting_with(player: str, players: Sequence[str]) -> tuple[str, ...]:
    """Give everybody clockwise, `player` first."""
    at = players.index(player)
    return (*players[at:], *players[:at])


def usual_sides(seating: str, players: Sequence[str]) -> tuple[Side, ...]:
    """Give who shares a score: `partners` alternate seats, `pairs` face each other, else each player alone."""
    if seating == "partners":
        return (tuple(players[::2]), tuple(players[1::2]))
    if seating == "pairs":
        half = len(players) // 2
        return tuple((players[seat], players[seat + half]) for seat in range(half))
    return tuple((player,) for player in players)


def side_of(player: str, sides: Sequence[Side]) -> Side:
    """Give the side `player` belongs to."""
    for side in sides:
        if player in side:
            return side
    raise LookupError(f"{player} is on no side.")


@lru_cache(maxsize=1024)
def bidders_first(bidder: str, sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """Give the sides with the bidder's before the others.  The same few at every hand of a table, so they are kept."""
    bidders = side_of(bidder, sides)
    return (bidders, *(side for side in sides if side != bidders))


@lru_cache(maxsize=1024)
def side_numbers(sides: tuple[Side, ...]) -> Mapping[str, int]:
    """Give the number of each player's side, the first being 0.  Kept, as above."""
    return MappingProxyType({player: number for number, side in enumerate(sides) for player in side})
