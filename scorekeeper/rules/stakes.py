"""Money: what the rules of `[stakes]` make of a hand and of a game, in whole cents that always sum to zero.

Balances are cents by player: plus is to receive, minus is to pay (scoresheet.md, "[stakes]").
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.currencies import TWO_DECIMALS
from scorekeeper.rules.errors import unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.facts import Contract

Cents = dict[str, int]

AMOUNT = re.compile(r"([0-9]+)(?:\.([0-9]{1,2}))?")
LARGEST = 10**12
"""Whole units; more than any table plays for, and small enough for every database."""
AMOUNT_KEYS = ("game", "set", "point", "moon", "bid_point")


@dataclass(frozen=True)
class Stakes:
    """What is played for, in cents; 0 is no stake."""

    currency: str
    game: int = 0
    set: int = 0
    point: int = 0
    moon: int = 0
    bid_point: int = 0


def read_stakes(value: object) -> Stakes:
    """Read `[stakes]` of a sheet.  Raises UnreadableSheet with the field `stakes.KEY`."""
    if not isinstance(value, dict):
        raise unreadable("stakes", "stakes is a table of a currency and amounts.")
    for key in value:
        if key != "currency" and key not in AMOUNT_KEYS:
            raise unreadable(f"stakes.{key}", f"There is no stake called {key}.")
    currency = value.get("currency")
    if not isinstance(currency, str) or currency not in TWO_DECIMALS:
        message = "Stakes need a currency by its three letters, one that has cents, like USD, CAD or EUR."
        raise unreadable("stakes.currency", message)
    return Stakes(currency, **{key: _cents(value[key], f"stakes.{key}") for key in AMOUNT_KEYS if key in value})


def _cents(value: object, field: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST:
        return value * 100
    written = AMOUNT.fullmatch(value) if isinstance(value, str) else None
    if written is None:
        raise unreadable(field, f'{field} is an amount like "0.10", not below zero, with two decimals at most.')
    if len(written[1]) > len(str(LARGEST)):
        raise unreadable(field, f"{field} is more than anybody plays for.")
    return int(written[1]) * 100 + int((written[2] or "").ljust(2, "0"))


def written_amount(cents: int) -> str:
    """Write cents the way sheets do: "-0.05", "12.00"."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"


# ---------------------------------------------------------------- who owes what


def hand_money(stakes: Stakes, players: Sequence[str], contract: Contract, *, made: bool) -> Cents:
    """Give the cents of one scored hand: `moon` for a special bid, `bid_point` times the bid for every hand.

    Made, every player who is not on the bidding side pays the bidder; set, the bidder pays each of them.
    """
    each = stakes.bid_point * contract.bid.rank + (stakes.moon if contract.bid.special else 0)
    others = [player for player in players if player not in contract.bidders]
    sign = 1 if made else -1
    return dict.fromkeys(others, -sign * each) | {contract.bid.player: sign * each * len(others)}


def game_money(stakes: Stakes, players: Sequence[str], winners: Sequence[str], sets: Mapping[str, int]) -> Cents:
    """Give the cents of a finished game: each loser pays `game` and `set` for each of his own sets.

    The winners' own sets are free; several winners split what comes in, odd cents to the earlier seat (V13, A13).
    """
    owed = {player: stakes.game + stakes.set * sets[player] for player in players if player not in winners}
    paid_in = sum(owed.values())
    share, odd = divmod(paid_in, len(winners))
    inward = {player: share + (rank < odd) for rank, player in enumerate(p for p in players if p in winners)}
    return {player: -cents for player, cents in owed.items()} | inward


def point_money(stakes: Stakes, scores: Mapping[str, int], *, counts_down: bool) -> Cents:
    """Give the cents of `point` for each point above or below the table's average (V44, A50).

    Exact shares are rounded down; the cents left over go one each to the largest fractions, earlier seat first.
    """
    total, size = sum(scores.values()), len(scores)
    sign = -1 if counts_down else 1
    exact = {player: sign * (score * size - total) * stakes.point for player, score in scores.items()}
    cents = {player: share // size for player, share in exact.items()}
    left_over = -sum(cents.values())
    by_fraction = sorted(exact, key=lambda player: -(exact[player] % size))
    for player in by_fraction[:left_over]:
        cents[player] += 1
    return cents


def add_money(balances: Mapping[str, int], change: Mapping[str, int]) -> Cents:
    """Give the balances after a change; who is new starts at nothing."""
    return {who: balances.get(who, 0) + change.get(who, 0) for who in {**balances, **change}}
