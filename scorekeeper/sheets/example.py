"""A worked hand for a rules sheet: made up from the settings, and scored by the engine itself."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.rules.deck import TURNED, deck_size
from scorekeeper.rules.doubts import CARD_POINTS, most_card_points
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.ruleset import SMOKE, Ruleset
from scorekeeper.rules.sheet import Why
from scorekeeper.rules.tally import read_tally
from scorekeeper.rules.values import RANKS, Value
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.phrases import point_name
from scorekeeper.sheets.values import jokers_alike
from scorekeeper.sheets.words import read_out, sentences

PEOPLE = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
"""The players of the example, clockwise from the dealer's left."""
MOST, FEWER = 34, 25
"""Card points of the side that has game in the example, and of another, where enough cards are played for them."""
THREE = 3
"""How many hands are shown while rules are written."""


def worked_hands(variant: Variant, size: int, house: Mapping[str, Value], *, further: bool = False) -> tuple[str, ...]:
    """Return worked hands in sentences: one made and one set, one without bids, or one of Smoke with its tally.

    `further` adds hands with everything to one side, so that there are three where these rules allow so many.
    """
    rules = variant.ruleset(size, house)
    lines = [*_lines(rules, size), *(_further_lines(rules, size) if further else ())]
    told = (_told(variant, size, house, line) for line in lines)
    return tuple(dict.fromkeys(filter(None, told)))[:THREE]


def _lines(rules: Ruleset, size: int) -> list[dict[str, Any]]:
    if rules.kind == SMOKE:
        return [_smoke_hand(size)]
    if not rules.has_bidding:
        return [_hand_without_bid(rules, size)]
    return [_hand(rules, size, made=True), _hand(rules, size, made=False)]


def _further_lines(rules: Ruleset, size: int) -> list[dict[str, Any]]:
    if rules.kind == SMOKE:
        return [_smoke_hand_of_one(size, sits=False), _smoke_hand_of_one(size, sits=True)]
    if not rules.has_bidding:
        return [{"points": dict.fromkeys(rules.worth, name)} for name in ("Bob", "Ann")]
    return [_highest_bid(rules)]


def _told(variant: Variant, size: int, house: Mapping[str, Value], line: dict[str, Any]) -> str:
    """Return what the engine says of a hand; empty where these rules do not allow it."""
    document = {
        "format": "scoresheet/1",
        "variant": variant.key,
        "players": list(PEOPLE[:size]),
        "rules": dict(house),
        "lines": [line],
    }
    try:
        table, entries = fold(read_sheet(document, lambda _key: variant))
    except SheetError:
        return ""
    said = sentences(_bid_first(entries[0].whys) if table.rules.has_bidding else entries[0].whys)
    if table.rules.calls_partner:
        said = [re.sub(r"([+\N{MINUS SIGN}]\d+)(?= for|\.$)", r"\1 each", sentence) for sentence in said]
    if jokers_alike(table.rules):
        high, low = (point_name(key, table.rules.names) for key in ("high_joker", "low_joker"))
        said = [re.sub(f"{high}|{low}", "a joker", it.replace(f"{high}, {low}", "both jokers")) for it in said]
    if table.reading is not None:
        said += read_out(read_tally(table))
    return " ".join(said)


def _bid_first(whys: Sequence[Why]) -> list[Why]:
    """Return the reasons as the table hears of them: the bid, and only then who has game."""
    counted = [reason for reason in whys if reason.what.startswith("game-")]
    others = [reason for reason in whys if reason not in counted]
    bid = next((place for place, reason in enumerate(others, start=1) if reason.what != "sold"), 0)
    return [*others[:bid], *counted, *others[bid:]]


def _hand(rules: Ruleset, size: int, *, made: bool) -> dict[str, Any]:
    """Return a hand in which somebody bids one above the lowest bid and makes it, or takes too little.

    The bidder is Ann, or Bob where Ann sells the bid.
    """
    bid = min(rules.auction.min + 1, rules.highest_bid)
    bidder, other = ("Bob", "Ann") if rules.auction.seller_scores else ("Ann", "Bob")
    line: dict[str, Any] = {"bidder": bidder, "bid": bid}
    if rules.calls_partner:
        line["partner"] = "Cy"
    if rules.bid_is_all:
        return line | {"made": made}
    points, taken = {}, 0
    for point, worth in rules.worth.items():
        to_bidder = taken < bid if made else taken + worth < bid
        taken += worth if to_bidder else 0
        points[point] = bidder if to_bidder else other
    return line | _counted(points, rules, size)


def _hand_without_bid(rules: Ruleset, size: int) -> dict[str, Any]:
    """Return a hand of which Ann and Bob take every other point; the dealer turned up a card that brings something.

    The card turned up is in nobody's hand, so nobody takes it.
    """
    turned = [card for card in TURNED if getattr(rules.turn, card)][:1]
    played = [point for point in rules.worth if point not in turned]
    points = {point: ("Ann", "Bob")[number % 2] for number, point in enumerate(played)}
    return _counted(points, rules, size) | ({"turned": turned} if turned else {})


def _counted(points: dict[str, str], rules: Ruleset, size: int) -> dict[str, Any]:
    """Return who took which points, with card points in place of game where they are counted."""
    if not rules.counts_game:
        return {"points": points}
    winner, two = points.pop("game"), card_points(rules, size)
    return {"points": points, "counts": {name: two[name != winner] for name in ("Ann", "Bob")}}


def card_points(rules: Ruleset, size: int) -> tuple[int, int]:
    """Return the card points of the side that has game and of another, no more than the cards played can count."""
    if rules.play.only_trumps:
        trumps = [*(rules.deck.ranks.split() or RANKS), *(["J"] if rules.deck.off_jack else [])]
        most = sum(CARD_POINTS.get(rank, 0) for rank in trumps)
    else:
        hand = rules.deal.hand or rules.deal.cards or deck_size(rules) // size
        most = most_card_points(rules, deck_size(rules) if rules.has_stock else hand * size)
    if rules.has_stock and most > 2 * MOST:
        return most - MOST, MOST
    return (MOST, FEWER) if most >= MOST + FEWER else (most - most // 3, most // 3)


def _highest_bid(rules: Ruleset) -> dict[str, Any]:
    """Return a hand in which Ann makes the highest bid there is, the special one where the rules have it."""
    bid = rules.special.name if rules.has_special else rules.highest_bid
    line: dict[str, Any] = {"bidder": "Ann", "bid": bid}
    if rules.calls_partner:
        line["partner"] = "Cy"
    if rules.bid_is_all:
        return line | {"made": True}
    if rules.has_special and "tricks" in rules.special.needs:
        line["all_tricks"] = True
    return line | {"points": dict.fromkeys(rules.worth, "Ann")}


def _smoke_hand_of_one(size: int, *, sits: bool) -> dict[str, Any]:
    """Return a hand of which Ann wins every trick; the others stay for nothing, or sit out but for Bob."""
    stay = PEOPLE[:2] if sits else PEOPLE[:size]
    tricks = {name: 5 if name == "Ann" else 0 for name in stay}
    return {"tricks": tricks, "sat": list(PEOPLE[len(stay) : size])}


def _smoke_hand(size: int) -> dict[str, Any]:
    """Return a hand that everybody stays in, with one infraction."""
    tricks = {2: (4, 1), 3: (3, 2, 0)}.get(size, (2, 2, 1, *(0 for _ in PEOPLE[3:size])))
    return {"tricks": dict(zip(PEOPLE, tricks, strict=False)), "pickups": {"Bob": 1}}
