"""Prizes: side prizes from the slips, and the pot shared out in whole dollars."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from scorekeeper.tournaments.maths.places import Place, Total
from scorekeeper.tournaments.maths.rounds import Partners

DOLLAR = 100
"""The cents of a whole dollar; currencies without one have other units."""


class PayoutError(ValueError):
    """Prizes that cannot be paid out.  The message is one sentence for the director."""


SIDE_PRIZES = {"high_game": "highest single round", "sets": "most sets", "moons": "most moons"}
"""The prizes beside the places: what of a total is counted for each, and its words.  A zero count wins nothing."""


def side_prize_winners(key: str, totals: Sequence[Total]) -> tuple[Partners, ...]:
    """Return who wins a side prize: several where they are tied, nobody where nobody has any."""
    most = max((getattr(total, key) for total in totals), default=0)
    return tuple(total.side for total in totals if most > 0 and getattr(total, key) == most)


def payouts(
    pot: int, shares: Sequence[int], places: Sequence[Place], side_pots: Mapping[str, int] | None = None
) -> dict[int, int]:
    """Return what each player is paid, in cents; together exactly the pot.

    `shares` are the weights of the places: (50, 30, 20) pays half to the first.  Sides that share a place share what
    their places bring, and partners share what their side is paid.  All is paid in whole dollars; what cannot be split
    evenly goes dollar by dollar to those named first, so cut cards for the order.  `side_pots` are cents set aside for
    side prizes; one that nobody wins goes to the places.

    Raises PayoutError if nobody can be paid, or the side pots are more than the pot.
    """
    totals = [place.total for place in places]
    won = {key: side_prize_winners(key, totals) for key in side_pots or {}}
    aside = {key: cents for key, cents in (side_pots or {}).items() if won[key]}
    if not any(shares[: len(places)]):
        raise PayoutError("At least one place needs a share of the pot.")
    if sum((side_pots or {}).values()) > pot:
        raise PayoutError("The side pots are more than the whole pot.")
    by_place = weighted([*shares, *[0] * len(places)][: len(places)], pot - sum(aside.values()), DOLLAR)
    amounts = [(cents, won[key]) for key, cents in aside.items()]
    for number, group in groupby(places, key=lambda place: place.place):
        sides = tuple(place.total.side for place in group)
        amounts.append((sum(by_place[number - 1 : number - 1 + len(sides)]), sides))
    paid: dict[int, int] = dict.fromkeys((player for total in totals for player in total.side), 0)
    for amount, sides in amounts:
        for side, cents in zip(sides, split(amount, len(sides), DOLLAR), strict=True):
            for player, part in zip(side, split(cents, len(side), DOLLAR), strict=True):
                paid[player] += part
    return {player: cents for player, cents in paid.items() if cents}


def cash_and_ledger(
    fee: int, paid_cash: Mapping[int, bool], prizes: Mapping[int, int]
) -> tuple[dict[int, int], dict[int, int]]:
    """Return what each player is paid from the cash box, and what the ledger gets for each.

    `paid_cash` has every player who entered, and whether they paid the fee in cash.  Those who did not owe
    it, less what they won.  The cash goes to the largest winnings first, to the cent, until the box is empty; the rest
    is on the ledger, above zero if it is owed to them.  The ledger adds up to zero if the prizes add up to the fees.
    """
    ledger = {player: prizes.get(player, 0) - (0 if paid else fee) for player, paid in paid_cash.items()}
    box = fee * sum(paid_cash.values())
    cash: dict[int, int] = {}
    for player in sorted(ledger, key=lambda each: -ledger[each]):
        handed = min(box, max(ledger[player], 0))
        if handed:
            cash[player] = handed
            ledger[player] -= handed
            box -= handed
    return cash, ledger


def weighted(weights: Sequence[int], amount: int, unit: int = DOLLAR) -> list[int]:
    """Split cents by weights into whole units, with the largest remainders rounded up; together exactly the amount.

    What is less than a unit goes to the first.
    """
    units, rest = divmod(amount, unit)
    whole = sum(weights)
    parts = [units * weight // whole for weight in weights]
    remainders = sorted(range(len(weights)), key=lambda place: -(units * weights[place] % whole))
    for place in remainders[: units - sum(parts)]:
        parts[place] += 1
    cents = [part * unit for part in parts]
    first = next(place for place, weight in enumerate(weights) if weight)
    cents[first] += rest
    return cents


def split(amount: int, ways: int, unit: int = DOLLAR) -> list[int]:
    """Split cents evenly into whole units; the units left over go to the first, one each, with the odd cents."""
    return weighted([1] * ways, amount, unit)
