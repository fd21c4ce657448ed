"""Hypothesis strategies: whole games of any variant, every line of which can have happened."""

from functools import cache

from hypothesis import strategies as st
from sheets import NAMES, SITS_OUT, stakes_for

from scorekeeper.rules.errors import SettingsError, SheetError
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.table import open_table
from scorekeeper.variants.catalogue import catalogue, find_variant
from tests.factories import any_line

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
    SITS_OUT,
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
    table, dice = open_table(read_sheet(document, find_variant).head), draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, most))):
        if table.finished:
            break
        line = counted(any_line(table, dice), table, dice)
        try:
            table = play(table, read_line(line, variant.kind))[0]
        except SheetError:
            continue  # a dealer who is forced cannot pass, a moon may need a four before it …
        document["lines"].append(line)
    return document


def counted(line, table, dice):
    """Return the line, or now and then the same hand with card points in place of game."""
    if "points" not in line or "game" not in table.rules.worth or not table.rules.counts_game or dice.random() < 0.5:
        return line
    points = {point: taker for point, taker in line["points"].items() if point != "game"}
    return line | {
        "points": points,
        "counts": {player: dice.randint(0, 80 // len(table.players)) for player in table.players},
    }
