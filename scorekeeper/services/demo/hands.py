"""A hand as these people would play it: who buys it for how much, and who takes what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.rules.seats import side_of

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.table import Table
    from scorekeeper.services.demo.cast import Habit

Facts = dict[str, Any]
TRUMPS = ("hearts", "diamonds", "clubs", "spades")
ALWAYS = frozenset({"high", "low", "game", "last_trick"})
"""Points somebody has in every hand; of the others the card may not have been dealt."""
FEWEST = 3
"""Below that nobody leaves."""
NOTES = ("Ann had the jack all along", "misdealt once before", "the tablet was flat", "last hand of the night")


def happens(dice: random.Random, share: float) -> bool:
    """Say yes so many times out of one."""
    return dice.random() < share


def a_line(table: Table, who: Mapping[str, Habit], dice: random.Random) -> Facts:
    """Give the next hand; now and then it is no hand."""
    if table.is_smoke:
        return _smoke(table, who, dice)
    if happens(dice, 0.01):
        return {"misdeal": True}
    if not table.rules.dealer_is_forced and happens(dice, 0.02):
        return {"passed_out": True}
    return _bidding(table, who, dice)


def _bidding(table: Table, who: Mapping[str, Habit], dice: random.Random) -> Facts:
    rules = table.rules
    bidder, cards = _best_cards(table, who, dice)
    lowest, highest = rules.auction.min, rules.highest_bid
    usual = lowest + (highest - lowest) / 4
    bid = max(lowest, min(highest, round(cards * who[bidder].bold**0.5 * usual)))
    facts: Facts = {"bidder": bidder, "bid": bid}
    special = rules.has_special and happens(dice, 0.02 * who[bidder].bold)
    if special:
        facts["bid"] = rules.special.name
    if rules.calls_partner:
        facts |= _partner(table, bidder, dice)
    if happens(dice, 0.6):
        facts["trump"] = dice.choice(TRUMPS)
    if happens(dice, 0.004):
        facts["note"] = dice.choice(NOTES)
    ours = side_of(bidder, table.teams) if "partner" not in facts else (bidder, facts["partner"])
    takes = min(0.95, max(0.15, (0.64 + 0.25 * (cards - 1)) * who[bidder].skill + dice.gauss(0, 0.13)))
    return facts | (_whole(table, bidder, dice) if special else _points(table, ours, takes, dice))


def _best_cards(table: Table, who: Mapping[str, Habit], dice: random.Random) -> tuple[str, float]:
    """Give who buys the hand, and how good his cards are (1 is usual)."""
    dealt = {player: dice.gauss(0.85, 0.22) for player in table.players}
    best = max(dealt, key=lambda player: dealt[player] * who[player].bold**0.35)
    return best, dealt[best]


def _partner(table: Table, bidder: str, dice: random.Random) -> Facts:
    if table.rules.call.alone_by_choice and happens(dice, 0.06):
        return {"alone": True}
    return {"partner": dice.choice([player for player in table.players if player != bidder])}


def _whole(table: Table, bidder: str, dice: random.Random) -> Facts:
    """Give what a special bid came to: everything, or all but something."""
    others = [player for player in table.players if player not in side_of(bidder, table.teams)]
    points = dict.fromkeys(table.rules.worth, bidder)
    if happens(dice, 0.5):
        points[dice.choice(list(points))] = dice.choice(others)
        return {"points": points}
    return {"points": points, "all_tricks": True}


def _points(table: Table, ours: Sequence[str], takes: float, dice: random.Random) -> Facts:
    rules = table.rules
    if rules.bid_is_all and happens(dice, 0.7):
        return {"made": happens(dice, takes + 0.1)}
    theirs = [player for player in table.players if player not in ours]
    points = {
        key: dice.choice(ours) if happens(dice, takes) else dice.choice(theirs)
        for key in rules.worth
        if key in ALWAYS or happens(dice, 0.85)
    }
    if "game" in points and rules.counts_game and happens(dice, 0.1):
        winner = points.pop("game")
        loser = theirs[0] if winner in ours else ours[0]
        count = dice.randint(18, 40)
        return {"points": points, "counts": {winner: count, loser: dice.randint(0, count - 1)}}
    return {"points": points}


def _smoke(table: Table, who: Mapping[str, Habit], dice: random.Random) -> Facts:
    must = table.must_play()
    sat = [player for player in table.players if player not in must and dice.random() > 0.6 * who[player].bold]
    stayed = [player for player in table.players if player not in sat]
    tricks = dict.fromkeys(stayed, 0)
    weights = [who[player].skill for player in stayed]
    for taker in dice.choices(stayed, weights, k=5) if stayed else ():
        tricks[taker] += 1
    facts: Facts = {"tricks": tricks}
    if sat:
        facts["sat"] = sat
    if stayed and happens(dice, 0.5):
        facts["first_trick"] = dice.choice([player for player in stayed if tricks[player]])
    if happens(dice, 0.03):
        facts["pickups"] = {dice.choice(table.players): 1}
    return facts


def in_between(table: Table, newcomer: str, dice: random.Random) -> Facts:
    """Give what happens at an open table between two hands: somebody goes, somebody comes, or they settle."""
    sizes, many = table.variant.sizes, len(table.players)
    if many > FEWEST and many - 1 in sizes and happens(dice, 0.4):
        return {"leave": dice.choice(table.players)}
    if many + 1 in sizes and happens(dice, 0.7):
        return {"join": newcomer, "after": dice.choice(table.players)}
    return {"settle": True}
