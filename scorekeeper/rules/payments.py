"""The fewest payments that settle a set of balances."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MAX_FOR_EXACT = 16
"""Up to this many people the minimum is found exactly (2^n groups); beyond it the answer is approximate."""


class Payment(NamedTuple):
    """One player pays another so many cents."""

    payer: str
    payee: str
    cents: int


def fewest_payments(balances: Mapping[str, int]) -> list[Payment]:
    """Settle balances (cents, summing to zero) in as few payments as possible.

    People who can settle among themselves are one group of n, and a group needs n - 1 payments: the more groups, the
    fewer payments.
    """
    pairs, owing = _opposites({player: cents for player, cents in balances.items() if cents})
    amounts = [balances[player] for player in owing]
    groups = _zero_groups(amounts) if len(owing) <= MAX_FOR_EXACT else [list(range(len(owing)))]
    settled = [{owing[i]: amounts[i] for i in group} for group in groups]
    return [payment for group in (*pairs, *settled) for payment in _settle(group)]


def _opposites(balances: dict[str, int]) -> tuple[list[dict[str, int]], list[str]]:
    """Pair people who owe and are owed the same; return the pairs and the others.

    Nothing is lost by it: where such two stand in different groups, their groups without them are one group together.
    """
    pairs: list[dict[str, int]] = []
    left: list[str] = []
    for player, cents in balances.items():
        other = next((who for who in left if balances[who] == -cents), None)
        if other is None:
            left.append(player)
        else:
            left.remove(other)
            pairs.append({other: -cents, player: cents})
    return pairs, left


def _zero_groups(amounts: Sequence[int]) -> list[list[int]]:
    """Split people into the most groups that sum to zero each: best[mask] counts the groups inside `mask`."""
    full = (1 << len(amounts)) - 1
    total = [0] * (full + 1)
    best = [0] * (full + 1)
    for mask in range(1, full + 1):
        low = mask & -mask
        total[mask] = total[mask ^ low] + amounts[low.bit_length() - 1]
        without_one = max(best[mask ^ (1 << i)] for i in range(len(amounts)) if mask >> i & 1)
        best[mask] = without_one + (total[mask] == 0)
    groups: list[list[int]] = []
    mask = full
    while mask:
        # Taking people away one by one along the best chain, a group is complete each time the rest sums to zero.
        leaver = next(
            i for i in range(len(amounts))
            if mask >> i & 1 and best[mask ^ (1 << i)] == best[mask] - (total[mask] == 0)
        )  # fmt: skip
        if total[mask] == 0:
            groups.append([])
        groups[-1].append(leaver)
        mask ^= 1 << leaver
    return [sorted(members) for members in groups]


def _settle(balances: dict[str, int]) -> list[Payment]:
    """Settle one group: the largest debt pays the largest claim until nothing is owed."""
    payments = []
    left = dict(balances)
    while any(left.values()):
        payer = min(left, key=lambda who: left[who])
        payee = max(left, key=lambda who: left[who])
        cents = min(-left[payer], left[payee])
        payments.append(Payment(payer, payee, cents))
        left[payer] += cents
        left[payee] -= cents
    return payments
