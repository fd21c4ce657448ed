"""Hypothesis strategies: whole games of any variant, every line of which can have happened."""

from __future__ import annotations

from hypothesis import strategies as st
from sheets import NAMES

from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.table import open_table, play
from scorekeeper.variants.catalogue import catalogue, find_variant

STAKES = {"currency": "USD", "game": "0.50", "set": "0.15", "point": "0.07", "moon": "1.00", "bid_point": "0.25"}


@st.composite
def games(draw, most=12):
    """Draw a scoresheet (a document) whose lines can all be played; it may or may not be finished."""
    variant = draw(st.sampled_from(list(catalogue().values())))
    size = draw(st.sampled_from(list(variant.sizes)))
    document = {
        "format": "scoresheet/1",
        "variant": variant.key,
        "players": NAMES[:size],
        "stakes": STAKES,
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
    return st.one_of(
        bidding_hands(table),
        bidding_hands(table),
        bidding_hands(table),
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
    if draw(st.booleans()) and rules.game.by == "count" and "game" in rules.worth:
        hand["points"].pop("game", None)
        hand["counts"] = {player: draw(st.integers(0, 80 // len(table.players))) for player in table.players}
    return hand


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
