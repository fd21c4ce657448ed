"""Who plays in the demo league, how they play, what they play, and a hand as they would play it."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.rules.sheet import side_of
from scorekeeper.rules.table import Table
from scorekeeper.rules.values import Value


@dataclass(frozen=True)
class Player:
    """How somebody plays.  1 is average."""

    name: str
    bold: float = 1.0
    """How high they bid on the same cards."""
    skill: float = 1.0
    """How much they take with them."""
    keen: float = 1.0
    """How often they come."""
    guest: bool = False


PLAYERS = (
    Player("Ann", 1.0, 1.12, 1.6), Player("Bob", 1.25, 1.0, 1.5), Player("Cy", 0.8, 1.05, 1.4),
    Player("Dee", 1.0, 1.0, 1.4), Player("Eve", 0.9, 1.1, 1.2), Player("Flo", 1.1, 0.95, 1.2),
    Player("Gus", 1.4, 0.92, 1.1), Player("Hannah", 0.85, 1.02, 1.1), Player("Ian", 1.0, 0.98),
    Player("June", 0.95, 1.06), Player("Karl", 1.15, 1.0, 0.9), Player("Lottie", 0.75, 0.97, 0.9),
    Player("Mo", 1.3, 1.04, 0.8), Player("Nell", 1.0, 1.0, 0.8), Player("Oscar", 0.9, 0.94, 0.7),
    Player("Pam", 1.05, 1.08, 0.7), Player("Quentin", 1.2, 0.9, 0.5), Player("Rosa", 0.95, 1.0, 0.5),
    Player("José", 1.0, 1.03, 0.4), Player("Ted", 1.1, 0.97, 0.4), Player("Uncle Joe", 1.5, 0.85, 0.3),
    Player("Vera", 0.9, 1.0, 0.2, guest=True), Player("Will", 1.0, 0.9, 0.15, guest=True),
    Player("Big Bob", 1.25, 1.0, 0.0), Player("Wanda", 1.0, 0.9, 0.1, guest=True),
)  # fmt: skip
"""Person 1 is the first.  "Big Bob" is Bob, recorded under two names."""
BOB, BIG_BOB, OSCAR, QUENTIN, VISITOR = (
    next(number for number, habit in enumerate(PLAYERS, start=1) if habit.name == name)
    for name in ("Bob", "Big Bob", "Oscar", "Quentin", "Wanda")
)
PHONES = ("Ann's phone", "Gus's phone", "The tablet behind the bar", "Eve's phone")
PHONE_HOLDERS = (1, 7, None, 5)
"""Who holds which phone, if given."""


@dataclass(frozen=True)
class GameKind:
    """A game they play: how often, with how many people, by which house rules, for how much."""

    often: int
    variant: str
    size: int
    stakes: Mapping[str, int] = field(default_factory=dict)
    """In cents; empty without stakes."""
    house: Mapping[str, Value] = field(default_factory=dict)
    title: str | None = None


GAME_KINDS = (
    GameKind(26, "minnesota-ten-point", 4),
    GameKind(10, "minnesota-ten-point", 4, house={"game.tie": "bidders"}, title="Legion rules"),
    GameKind(8, "minnesota-ten-point", 6),
    GameKind(9, "minnesota-ten-point", 5, title="Call a partner"),
    GameKind(7, "schmier-five", 5),
    GameKind(9, "partnership-pitch", 4),
    GameKind(5, "oklahoma-ten-point", 4),
    GameKind(10, "cutthroat-pitch", 4, {"game": 25, "set": 10}, title="Ten and quarters"),
    GameKind(5, "money-pitch", 4, {"point": 5, "moon": 25}),
    GameKind(4, "racehorse-pitch", 6, {"game": 50, "bid_point": 5}, {"finish.target": 12}),
    GameKind(7, "smoke", 5, {"game": 10}),
)

Facts = dict[str, Any]
TRUMPS = ("hearts", "diamonds", "clubs", "spades")
ALWAYS = frozenset({"high", "low", "game", "last_trick"})
"""Points somebody has in every hand; the cards of the others may not have been dealt."""
MIN_PLAYERS = 3
"""With fewer players nobody leaves."""
NOTES = ("Ann had the jack all along", "misdealt once before", "the tablet was flat", "last hand of the night")


def chance(dice: random.Random, share: float) -> bool:
    """Return True with this probability."""
    return dice.random() < share


def random_line(table: Table, who: Mapping[str, Player], dice: random.Random) -> Facts:
    """Return the next hand; now and then a misdeal."""
    if table.is_smoke:
        return _smoke(table, who, dice)
    if chance(dice, 0.01):
        return {"misdeal": True}
    if not table.rules.dealer_is_forced and chance(dice, 0.02):
        return {"passed_out": True}
    return _bidding(table, who, dice)


def _bidding(table: Table, who: Mapping[str, Player], dice: random.Random) -> Facts:
    rules = table.rules
    bidder, cards = _best_cards(table, who, dice)
    lowest, highest = rules.auction.min, rules.highest_bid
    usual = lowest + (highest - lowest) / 4
    bid = max(lowest, min(highest, round(cards * who[bidder].bold ** 0.5 * usual)))
    facts: Facts = {"bidder": bidder, "bid": bid}
    special = rules.has_special and chance(dice, 0.02 * who[bidder].bold)
    if special:
        facts["bid"] = rules.special.name
    if rules.calls_partner:
        facts |= _partner(table, bidder, dice)
    if chance(dice, 0.6):
        facts["trump"] = dice.choice(TRUMPS)
    if chance(dice, 0.004):
        facts["note"] = dice.choice(NOTES)
    ours = side_of(bidder, table.teams) if "partner" not in facts else (bidder, facts["partner"])
    takes = min(0.95, max(0.15, (0.64 + 0.25 * (cards - 1)) * who[bidder].skill + dice.gauss(0, 0.13)))
    return facts | (_special_points(table, bidder, dice) if special else _points(table, ours, takes, dice))


def _best_cards(table: Table, who: Mapping[str, Player], dice: random.Random) -> tuple[str, float]:
    """Return who buys the hand, and how good their cards are (1 is usual)."""
    dealt = {player: dice.gauss(0.85, 0.22) for player in table.players}
    best = max(dealt, key=lambda player: dealt[player] * who[player].bold ** 0.35)
    return best, dealt[best]


def _partner(table: Table, bidder: str, dice: random.Random) -> Facts:
    if table.rules.call.alone_by_choice and chance(dice, 0.06):
        return {"alone": True}
    return {"partner": dice.choice([player for player in table.players if player != bidder])}


def _special_points(table: Table, bidder: str, dice: random.Random) -> Facts:
    """Return what a special bid took: everything, or all but one point."""
    others = [player for player in table.players if player not in side_of(bidder, table.teams)]
    points = dict.fromkeys(table.rules.worth, bidder)
    if chance(dice, 0.5):
        points[dice.choice(list(points))] = dice.choice(others)
        return {"points": points}
    return {"points": points, "all_tricks": True}


def _points(table: Table, ours: Sequence[str], takes: float, dice: random.Random) -> Facts:
    rules = table.rules
    if rules.bid_is_all and chance(dice, 0.7):
        return {"made": chance(dice, takes + 0.1)}
    theirs = [player for player in table.players if player not in ours]
    points = {
        key: dice.choice(ours) if chance(dice, takes) else dice.choice(theirs)
        for key in rules.worth
        if key in ALWAYS or chance(dice, 0.85)
    }
    if "game" in points and rules.counts_game and chance(dice, 0.1):
        winner = points.pop("game")
        loser = theirs[0] if winner in ours else ours[0]
        count = dice.randint(18, 40)
        return {"points": points, "counts": {winner: count, loser: dice.randint(0, count - 1)}}
    return {"points": points}


def _smoke(table: Table, who: Mapping[str, Player], dice: random.Random) -> Facts:
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
    if stayed and chance(dice, 0.5):
        facts["first_trick"] = dice.choice([player for player in stayed if tricks[player]])
    if chance(dice, 0.03):
        facts["pickups"] = {dice.choice(table.players): 1}
    return facts


def random_table_change(table: Table, newcomer: str, dice: random.Random) -> Facts:
    """Return what happens at an open table between two hands: somebody leaves, joins, or they settle."""
    sizes, many = table.variant.sizes, len(table.players)
    if many > MIN_PLAYERS and many - 1 in sizes and chance(dice, 0.4):
        return {"leave": dice.choice(table.players)}
    if many + 1 in sizes and chance(dice, 0.7):
        return {"join": newcomer, "after": dice.choice(table.players)}
    return {"settle": True}
