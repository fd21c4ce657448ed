"""Hypothesis strategies: whole games of any variant, every line of which can have happened."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st
from sheets import NAMES
from thorough import stakes_for

from scorekeeper.rules.deck import TURNED
from scorekeeper.rules.errors import SettingsError, SheetError
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.table import open_table
from scorekeeper.variants.catalogue import catalogue, find_variant

NO_BIDS = {
    "auction.rounds": "none", "special.name": "none", "auction.dealer_steals": False, "auction.throw_card": False,
    "finish.may_win": "any", "finish.instant_win": "none", "finish.crossing": "in-order", "finish.hold": "none",
    "finish.must_stand_at_target": False, "game.tie": "each", "dealing.next": "left", "scoring.made": "taken",
    "scoring.others": "taken",
}  # fmt: skip

HOUSES = [
    {**NO_BIDS, "turn.ace": 1, "turn.six": 2, "turn.jack": 1, "turn.gift": 1, "points.jack.hung": 3},
    {**NO_BIDS, "finish.hands": 4, "finish.equal": "play-on"},
    {"scoring.set": "given", "finish.win_by": 2}, {"scoring.set": "both", "finish.crossing": "in-order"},
    {"scoring.set": "double", "finish.rounds": 1}, {"auction.seller_scores": True, "finish.crossing": "in-order"},
    {"auction.all_pass": "dealer-forced", "auction.forced_bid": 1}, {"auction.all_pass": "dealer-set"},
    {"dealing.sits_out": "dealer", "auction.dealer_steals": False, "auction.all_pass": "redeal"},
]  # fmt: skip
"""House rules that few variants have; a game is played under them where they go together with its own."""


@cache
def allowed(key, size):
    return [house for house in HOUSES if goes(find_variant(key), size, house)]


def goes(variant, size, house):
    try:
        variant.ruleset(size, house)
    except SettingsError:
        return False
    return True


@st.composite
def games(draw, most=12):
    """Draw a scoresheet (a document) whose lines can all be played; it may or may not be finished."""
    variant = draw(st.sampled_from(list(catalogue().values())))
    size = draw(st.sampled_from(list(variant.sizes)))
    house = draw(st.sampled_from([{}, *allowed(variant.key, size)]))
    document = {
        "format": "scoresheet/1",
        "variant": variant.key,
        "players": NAMES[:size],
        "rules": house,
        "stakes": stakes_for(variant.key, size, house),
        "lines": [],
    }
    table = open_table(read_sheet(document, find_variant).head)
    for _ in range(draw(st.integers(0, most))):
        if table.finished:
            break
        line = draw(smoke_hands(table) if table.is_smoke else lines(table))
        try:
            table = play(table, read_line(line, variant.kind))[0]
        except SheetError:
            continue  # a dealer who is forced cannot pass, a moon may need a four before it …
        document["lines"].append(line)
    return document


def lines(table):
    hands = bidding_hands(table) if table.rules.has_bidding else hands_without_bids(table)
    return st.one_of(
        hands,
        hands,
        hands,
        st.sampled_from([{"misdeal": True}, {"passed_out": True}, {"settle": True}]),
        adjustments(table),
    )


def adjustments(table):
    return st.builds(
        lambda who, by: {"adjust": {who: by}, "reason": "voted"}, st.sampled_from(table.players), st.integers(-5, 5)
    )


@st.composite
def bidding_hands(draw, table):
    rules, players = table.rules, st.sampled_from(table.players)
    bids = [*range(rules.auction.min, rules.highest_bid + 1), *([rules.special.name] if rules.has_special else [])]
    hand = {"bidder": draw(players), "bid": draw(st.sampled_from(bids))}
    if rules.calls_partner:
        partner = draw(players)
        hand |= {"alone": True} if partner == hand["bidder"] else {"partner": partner}
    if rules.bid_is_all and draw(st.booleans()):
        return hand | {"made": draw(st.booleans())}
    takers = draw(
        st.lists(st.sampled_from([*table.players, None]), min_size=len(rules.worth), max_size=len(rules.worth))
    )
    hand["points"] = {point: taker for point, taker in zip(rules.worth, takers, strict=True) if taker}
    return _counted(draw, table, hand)


def _counted(draw, table, hand):
    """Return the hand, or the same with card points in place of game."""
    rules = table.rules
    if draw(st.booleans()) and rules.game.by == "count" and "game" in rules.worth:
        hand["points"].pop("game", None)
        hand["counts"] = {player: draw(st.integers(0, 80 // len(table.players))) for player in table.players}
    return hand


@st.composite
def hands_without_bids(draw, table):
    rules = table.rules
    takers = draw(
        st.lists(st.sampled_from([*table.players, None]), min_size=len(rules.worth), max_size=len(rules.worth))
    )
    hand = {"points": {point: taker for point, taker in zip(rules.worth, takers, strict=True) if taker}}
    cards = [card for card in TURNED if rules.value(f"turn.{card}")]
    if cards:
        hand["turned"] = draw(st.lists(st.sampled_from(cards), max_size=3))
    if rules.turn.gift:
        hand["gift"] = draw(st.booleans())
    if rules.points.jack.hung and "jack" in hand["points"]:
        hand["hung"] = draw(st.booleans())
    return _counted(draw, table, hand)


@st.composite
def smoke_hands(draw, table):
    forced = table.must_play()
    sat = [player for player in table.players if player not in forced and draw(st.booleans())]
    stayed = [player for player in table.players if player not in sat]
    tricks = dict.fromkeys(stayed, 0)
    for _ in range(5 if stayed else 0):
        tricks[draw(st.sampled_from(stayed))] += 1
    pickups = {player: 1 for player in table.players if draw(st.integers(0, 9)) == 0}
    return {"tricks": tricks, "sat": sat, "pickups": pickups}
