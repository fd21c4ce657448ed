"""Short ways to write a scoresheet in a test, and the values a setting is tried with."""

from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.ruleset import build_ruleset
from scorekeeper.rules.values import CardRanks, Number, OneOf, Switch
from scorekeeper.variants.catalogue import find_variant

NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"]
NO_BIDS = {
    "auction.rounds": "none", "special.name": "none", "auction.dealer_steals": False, "finish.may_win": "any",
}  # fmt: skip
SITS_OUT = {"dealing.sits_out": "dealer", "auction.dealer_steals": False, "auction.all_pass": "redeal"}


def sheet(variant, *lines, size=4, **head):
    """Return a sheet as a document: `size` players of NAMES, and the lines."""
    return {"format": "scoresheet/1", "variant": variant, "players": NAMES[:size], **head, "lines": list(lines)}


def play(variant, *lines, size=4, **head):
    """Return (table, entries) after playing a sheet."""
    return fold(read_sheet(sheet(variant, *lines, size=size, **head), find_variant))


def hand(bidder, bid, points=(), **facts):
    """Return a bidding hand; `points` as a text: "high low=Bob game" (the bidder's where nobody is named)."""
    words = points.split() if isinstance(points, str) else points
    taken = {}
    for word in words:
        key, _, who = word.partition("=")
        taken[key] = who or bidder
    return {"bidder": bidder, "bid": bid, "points": taken, **facts}


PITCH_POINTS = {f"points.{point}.worth": 1 for point in ("high", "low", "jack", "game")} | {"auction.min": 2}
"""High, low, jack and game, a point each, and bids from two."""


def house_rules(changes):
    """Return the rules of a bidding game of four points with these settings; the others have their defaults."""
    return build_ruleset("bidding", PITCH_POINTS | changes)


STAKES = {"currency": "USD", "game": "0.50", "set": "0.15", "point": "0.07", "moon": "1.00", "bid_point": "0.25"}


def stakes_for(variant, size, house):
    """Return all stakes of a table under these house rules: nobody pays by the bid where nobody bids."""
    if find_variant(variant).settings_at(size, house).get("auction.rounds") != "none":
        return STAKES
    return {key: amount for key, amount in STAKES.items() if key not in ("moon", "bid_point")}


def values_of(allowed, between=()):  # with numbers between, more decks too
    match allowed:
        case OneOf(words):
            return list(words)
        case Number(least, most, words):
            return [*words, *sorted({least, 0, 1, most, *between} & set(range(least, most + 1)))]
        case Switch():
            return [True, False]
        case CardRanks():
            return ["", "A K Q J 10 9", *(["A K Q J 10 9 8 7 6 5 4 3 2", "A K 10 9 2", "A"] if between else [])]
