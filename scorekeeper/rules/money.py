"""Who owes what, and the fewest payments that settle it.  Whole cents that always sum to zero.

Every amount a hand or a game moves is a part with what it is for.  A game's balances are the sums of these parts, so
each balance can be shown part by part.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from itertools import combinations

from scorekeeper.rules.facts import Contract
from scorekeeper.rules.sheet import Cents, Fact, Stakes, statically_frozen

LOST_GAME, OWN_SETS, WINNINGS, POINTS = "game", "set", "winnings", "point"
SPECIAL, AGAINST_SPECIAL, BID, AGAINST_BID = "moon", "against-moon", "bid", "against-bid"
SO_FAR = "so-far"


@statically_frozen
class Part:
    """One amount of one player: positive to receive, negative to pay.

    `what` names its sentence (sheets/text/money.toml); `who` are the other players in it, `facts` the numbers behind.
    """

    player: str
    what: str
    cents: int
    who: tuple[str, ...] = ()
    facts: Mapping[str, Fact] = field(default_factory=dict)


def total_cents(parts: Iterable[Part]) -> Cents:
    cents: Cents = {}
    for part in parts:
        cents[part.player] = cents.get(part.player, 0) + part.cents
    return cents


def hand_parts(
    stakes: Stakes, players: Sequence[str], contract: Contract, special: str, *, made: bool
) -> tuple[Part, ...]:
    """Return the money of one scored hand: `moon` for the special bid, `bid_point` times the bid for every hand.

    Made, every player in the hand who is not on the bidding side pays the bidder; set, the bidder pays each of them.
    """
    if contract.bid is None:
        return ()
    bid, sign = contract.bid, 1 if made else -1
    facts: dict[str, Fact] = {"made": made, "bid": bid.rank} | ({"name": special} if bid.special else {})
    defenders = contract.defenders
    others = tuple(player for player in players if player in defenders)
    parts = []
    for what, against, each, times in (
        (SPECIAL, AGAINST_SPECIAL, stakes.moon, int(bid.special)),
        (BID, AGAINST_BID, stakes.bid_point, bid.rank),
    ):
        cents, behind = sign * each * times, {**facts, "each": each}
        parts.append(Part(bid.player, what, cents * len(others), others, behind))
        parts += [Part(player, against, -cents, (bid.player,), behind) for player in others]
    return _without_zeros(parts)


def game_parts(
    stakes: Stakes, players: Sequence[str], winners: Sequence[str], sets: Mapping[str, int]
) -> tuple[Part, ...]:
    """Return the money of a finished game: each loser pays `game`, and `set` for each of their own sets.

    The winners' own sets are free; several winners split what comes in, odd cents to the earlier seat (V13, A13).
    """
    won = tuple(player for player in players if player in winners)
    lost = tuple(player for player in players if player not in winners)
    paid = [Part(player, LOST_GAME, -stakes.game, won) for player in lost]
    paid += [
        Part(player, OWN_SETS, -stakes.set * sets[player], won, {"each": stakes.set, "sets": sets[player]})
        for player in lost
    ]
    paid_in = -sum(part.cents for part in paid)
    share, odd = divmod(paid_in, len(won))
    facts = {"paid_in": paid_in, "shared": len(won), "odd": odd}
    return _without_zeros(
        [*paid, *(Part(player, WINNINGS, share + (rank < odd), lost, facts) for rank, player in enumerate(won))]
    )


def point_parts(stakes: Stakes, scores: Mapping[str, int], *, counts_down: bool) -> tuple[Part, ...]:
    """Return the money of `point` for each point above or below the table's average (V44, A50).

    Exact shares are rounded down, all by the same fraction; the cents left over go one each to the earlier seats.
    """
    total, size = sum(scores.values()), len(scores)
    sign = -1 if counts_down else 1
    exact = {player: sign * (score * size - total) * stakes.point for player, score in scores.items()}
    cents = {player: share // size for player, share in exact.items()}
    left_over = -sum(cents.values())
    for player in [*exact][:left_over]:
        cents[player] += 1
    facts = {"total": total, "size": size, "each": stakes.point}
    return _without_zeros(
        Part(player, POINTS, cents[player], (), {**facts, "score": score, "rounded": exact[player] % size != 0})
        for player, score in scores.items()
    )


def _without_zeros(parts: Iterable[Part]) -> tuple[Part, ...]:
    return tuple(part for part in parts if part.cents)


# ---------------------------------------------------------------- the fewest payments

MAX_FOR_EXACT, MAX_BY_THREES = 16, 40
"""Up to this many people the minimum is found exactly (2^n groups).

Of more, those who can settle by threes do: nearly always the minimum, which nobody could find in time.
"""


Payment = tuple[str, str, int]
"""Who pays whom how many cents."""


def fewest_payments(balances: Mapping[str, int]) -> list[Payment]:
    """Settle balances (cents, summing to zero) in as few payments as possible.

    People who can settle among themselves are one group of n, and a group needs n - 1 payments: the more groups, the
    fewer payments.
    """
    pairs, owing = _opposites({player: cents for player, cents in balances.items() if cents})
    while len(owing) > MAX_FOR_EXACT:
        threes = combinations(owing[:MAX_BY_THREES], 3)
        three = next((each for each in threes if not sum(balances[player] for player in each)), tuple(owing))
        pairs.append({player: balances[player] for player in three})
        owing = [player for player in owing if player not in three]
    amounts = [balances[player] for player in owing]
    settled = [{owing[i]: amounts[i] for i in group} for group in _zero_groups(amounts)]
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
        payments.append((payer, payee, cents))
        left[payer] += cents
        left[payee] -= cents
    return payments
