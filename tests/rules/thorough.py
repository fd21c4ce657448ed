"""Lines that try every way a hand can come out at a table: made and set, tied, special, reneged, thrown, passed out."""

from __future__ import annotations

from sheets import NAMES

from scorekeeper.rules.deck import TURNED
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.table import open_table
from scorekeeper.rules.values import MAX_NUMBER
from scorekeeper.variants.catalogue import find_variant

STAKES = {"currency": "USD", "game": "0.50", "set": "0.15", "point": "0.07", "moon": "1.00", "bid_point": "0.25"}
NOT_BY_POINTS = {"currency": "USD", "game": "0.50"}


def sheet_of(variant, size, house, opening=None, stakes=STAKES):
    """Return the head of a sheet, as a document; `opening` is everybody's score."""
    document = {
        "format": "scoresheet/1",
        "variant": variant,
        "players": NAMES[:size],
        "rules": dict(house),
        "stakes": stakes_for(variant, size, house, stakes),
        "lines": [],
    }
    if opening is not None:
        document["opening"] = dict.fromkeys(NAMES[:size], opening)
    return document


def stakes_for(variant, size, house, stakes=STAKES):
    """Return the stakes of a table under these house rules: nobody pays by the bid where nobody bids."""
    if find_variant(variant).settings_at(size, house).get("auction.rounds") != "none":
        return stakes
    return {key: amount for key, amount in stakes.items() if key not in ("moon", "bid_point")}


def openings(rules):
    """Return scores to begin with: as the rules say, one short of the target, at it, at the mark of bust."""
    target, bust = rules.finish.target, rules.finish.bust
    down = 1 if rules.counts_down else -1
    near = [] if target == "none" else [target + down, target]
    scores = [*near, *([] if bust == "none" else [bust - down])]
    return [None, *(score for score in scores if abs(score) <= MAX_NUMBER)]


def lines(table):
    if table.is_smoke:
        yield from smoke_lines(table)
    else:
        yield from bidding_lines(table) if table.rules.has_bidding else lines_without_bids(table)
    yield {"misdeal": True}
    yield {"misdeal": True, "claimed_by": table.players[0]}
    yield {"adjust": {table.players[0]: 3}, "reason": "the board was wiped"}
    yield {"rules": {"deal.cards": 5}}
    yield {"settle": True}
    yield {"leave": table.players[0]}
    yield {"join": "Zoe"}
    yield {"substitute": "Zoe", "replaces": table.players[0]}
    yield {"swap": list(table.players[:2])}
    yield {"dealer": table.players[0]}
    yield {"end": "leaders"}
    yield {"end": "nobody"}


def smoke_lines(table):
    one, *others = table.players
    yield {"tricks": {one: 5, **dict.fromkeys(others, 0)}}
    yield {"tricks": {one: 5}, "sat": others}
    yield {"tricks": {}, "sat": list(table.players), "pickups": {one: 2}}
    yield {"tricks": {one: 2, others[0]: 3}, "sat": others[1:], "pickups": {others[0]: 1}, "first_trick": one}


def bidding_lines(table):
    for side in sides(table):
        for bid in bids(table.rules):
            for brought in results(table, side):
                yield {"bidder": table.players[0], "bid": bid, **side, **brought}
    yield {"passed_out": True}
    yield from auctions(table)


def lines_without_bids(table):
    rules, (one, *_others) = table.rules, table.players
    beside = [{}, {"hung": True}, {"gift": True}]
    beside += [{"turned": [card]} for card in TURNED if rules.value(f"turn.{card}")]
    for brought in results(table, {}):
        if not brought.keys() & {"all_tricks", "buried", "made"}:
            yield from ({**brought, **more} for more in beside)
    yield {
        "points": dict.fromkeys(rules.worth, one),
        "turned": [card for card in TURNED if rules.value(f"turn.{card}")],
    }
    yield {"bidder": one, "bid": 2, "points": {}}
    yield {"passed_out": True}


def sides(table):
    """Return how the first player's side comes about: a called partner or alone, or nothing to say."""
    return [{"partner": table.players[1]}, {"alone": True}] if table.rules.calls_partner else [{}]


def bids(rules):
    special = [rules.special.name] if rules.has_special else []
    return [*sorted({rules.auction.min, *({4} if rules.highest_bid >= 4 else ()), rules.highest_bid}), *special]


def results(table, side):
    """Return what a hand may bring the bidder: all, nothing, all but a point, card points tied, a renege."""
    rules, bidder = table.rules, table.players[0]
    own = {bidder, side.get("partner")} if rules.calls_partner else set(table.teams[0])
    others = [player for player in table.players if player not in own]
    keys = list(rules.worth)
    if rules.bid_is_all:
        yield from ({"made": made} for made in (True, False))
    for points in (dict.fromkeys(keys, bidder), {}, dict.fromkeys(keys, others[0])):
        yield {"points": points}
    yield {"points": dict.fromkeys(keys, bidder), "all_tricks": True}
    yield {"points": dict.fromkeys(keys[1:], bidder) | dict.fromkeys(keys[:1], others[0])}
    first_of_each = {team[0]: 20 for team in table.teams[:4]}
    for low in (bidder, others[0]):
        points = {key: low if key == "low" else bidder for key in keys if key != "game"}
        yield {"points": points, "counts": first_of_each}
        yield {"points": points, "counts": {}, "buried": 5}
        yield {"points": points, "counts": {others[0]: 30}}
    for who in (bidder, others[0]):
        yield {"renege": who}
        yield {"renege": who, "points": dict.fromkeys(keys, bidder)}


def auctions(table):
    rules, points = table.rules, {"points": dict.fromkeys(table.rules.worth, table.players[0])}
    *others, dealer = table.players
    called = {"partner": others[0]} if rules.calls_partner else {}
    passes = [[player, "pass"] for player in others]
    yield {"auction": [*passes, [dealer, "pass"]]}
    yield {"auction": [*passes, [dealer, rules.auction.min]], **called, **points}
    lowest = [others[0], rules.auction.min]
    yield {"auction": [lowest, *passes[1:], [dealer, rules.auction.min]], **called, **points}
    yield {"auction": [lowest, *passes[1:], [dealer, rules.special.name]], **called, **points}
    yield {"auction": [[others[0], 4], *passes[1:], [dealer, rules.special.name]], **called, **points}
    for thrown in (points, {"points": {}}):
        yield {"auction": [[others[0], "throw"], *passes[1:], [dealer, "throw"]], **called, **thrown}


def night(document, find=find_variant):
    """Return the document with as many of the lines as can be played one after another, and what each did."""
    table = open_table(read_sheet(document, find).head)
    kept, entries = [], []
    for line in list(lines(table)):
        try:
            table, entry = play(table, read_line(line, table.variant.kind))
        except SheetError:
            continue
        kept.append(line)
        entries.append(entry)
    return {**document, "lines": kept}, entries
