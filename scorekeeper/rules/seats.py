"""Who sits where: the next seat to the left, and who shares a side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Protocol, assert_never

from scorekeeper.rules.setting_groups import Sides

Side = tuple[str, ...]


class Seats(Protocol):
    """Who is at the table for a hand: players clockwise, who shares a score, who deals.  Every `Table` has it."""

    @property
    def players(self) -> tuple[str, ...]: ...

    @property
    def teams(self) -> tuple[Side, ...]: ...

    @property
    def dealer(self) -> str: ...


def left_of(player: str, players: Sequence[str]) -> str:
    """Return the player on the left, who is next: `players` sit clockwise."""
    return players[(players.index(player) + 1) % len(players)]


def right_of(player: str, players: Sequence[str]) -> str:
    """Return the player on the right, who was before."""
    return players[players.index(player) - 1]


def from_left_of(dealer: str, players: Sequence[str]) -> tuple[str, ...]:
    """Return everybody in bidding order: from the dealer's left round to the dealer."""
    return starting_with(left_of(dealer, players), players)


def starting_with(player: str, players: Sequence[str]) -> tuple[str, ...]:
    """Return everybody clockwise, `player` first."""
    at = players.index(player)
    return (*players[at:], *players[:at])


def usual_sides(seating: Sides, players: Sequence[str]) -> tuple[Side, ...]:
    """Return who shares a score: `partners` alternate seats, `pairs` face each other, else each player alone."""
    match seating:
        case "partners":
            return (tuple(players[::2]), tuple(players[1::2]))
        case "pairs":
            half = len(players) // 2
            return tuple((players[seat], players[seat + half]) for seat in range(half))
        case "solo" | "called-partner":
            return tuple((player,) for player in players)
    assert_never(seating)


def side_of(player: str, sides: Sequence[Side]) -> Side:
    """Return the side `player` belongs to.  Raises LookupError."""
    for side in sides:
        if player in side:
            return side
    raise LookupError(f"{player} is on no side.")


@lru_cache(maxsize=1024)
def without(player: str, sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """Return the sides a player does not belong to.  Cached, like `bidders_first`."""
    return tuple(side for side in sides if player not in side)


@lru_cache(maxsize=1024)
def bidders_first(bidder: str, sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """Return the sides, the bidder's first.  Cached: a table asks for the same few at every hand."""
    bidders = side_of(bidder, sides)
    return (bidders, *(side for side in sides if side != bidders))


@lru_cache(maxsize=1024)
def side_numbers(sides: tuple[Side, ...]) -> Mapping[str, int]:
    """Return the number of each player's side, the first being 0.  Cached, like `bidders_first`."""
    return {player: number for number, side in enumerate(sides) for player in side}
