"""What goes together, just inside what cannot (the page `clashes.txt`), and who is to blame where something cannot."""

import pytest
from approved import SMOKE_ENDS
from sheets import PITCH_POINTS

from scorekeeper.rules.contradictions import contradictions
from scorekeeper.rules.ruleset import build_ruleset

MOON = {"special.name": "moon"}


def to_blame(kind, size, settings, changed=frozenset()):
    """Return the keys that contradictions are blamed on."""
    rules = build_ruleset(kind, (SMOKE_ENDS if kind == "smoke" else PITCH_POINTS) | settings)
    return [fault.key for fault in contradictions(rules, size, changed)]


@pytest.mark.parametrize(
    ("kind", "size", "settings"),
    [
        ("bidding", 4, {}),
        ("smoke", 4, {}),
        ("bidding", 4, {"auction.max": 4, "auction.min": 4}),
        ("bidding", 4, {"auction.throw_card": True, "auction.min": 4}),
        ("bidding", 4, {"auction.dealer_steals": True, "auction.rounds": "one"}),
        ("bidding", 4, {"auction.rounds": "many"}),
        ("bidding", 4, {**MOON, "special.bid": 5, "special.over": 4}),
        ("bidding", 4, {**MOON, "special.over": 2}),
        ("bidding", 4, {"special.bid": 1, "special.over": 9}),  # of a bid that is not played nothing matters
        ("bidding", 4, {**MOON, "special.made": "win-or-zero", "special.failed": "score-becomes"}),
        ("bidding", 4, {**MOON, "finish.direction": "down"}),
        ("bidding", 4, {"finish.must_stand_at_target": True, "finish.may_win": "bid-made"}),
        ("bidding", 4, {"finish.hold": "one-short"}),
        ("bidding", 4, {"finish.hold": "at-target", "finish.hold_who": "everyone"}),
        ("bidding", 4, {"seating.sides": "pairs"}),
        ("bidding", 2, {"seating.sides": "partners"}),
        ("bidding", 3, {"seating.sides": "called-partner"}),
        ("bidding", 5, {"table.open": True, "seating.sides": "solo"}),
        ("smoke", 3, {"table.open": True}),
        ("bidding", 4, {"auction.forced_bid": 4, "auction.all_pass": "dealer-set"}),
        ("bidding", 4, {"auction.forced_bid": 1, "auction.all_pass": "dealer-forced"}),
        ("bidding", 4, {"auction.double_if_over_throw_set": True, "scoring.set": "bid"}),
        ("bidding", 4, {"auction.seller_scores": True, "seating.sides": "partners"}),
        ("bidding", 4, {"auction.rounds": "none", "finish.may_win": "bid-made"}),  # without a target nobody goes out
        ("bidding", 4, {"auction.rounds": "none", "turn.ace": 1, "turn.gift": 1, "points.jack.hung": 3}),
        ("bidding", 4, {"auction.rounds": "none", "game.tie": "each", "finish.instant_win": "all-points-by-anyone"}),
        # of the other settings of an auction that is not held nothing matters
        ("bidding", 4, {"auction.rounds": "none", "auction.max": 9, "auction.min": 7, "auction.forced_bid": 30}),
        ("bidding", 4, {"auction.rounds": "none", "auction.double_if_over_throw_set": True, "scoring.set": "both"}),
        ("bidding", 3, {"auction.rounds": "none", "auction.all_pass": "dealer-set", "dealing.sits_out": "dealer"}),
        ("bidding", 3, {"dealing.sits_out": "dealer", "auction.all_pass": "next-dealer"}),
        ("bidding", 4, {"finish.crossing": "in-order", "finish.win_by": 2, "finish.hands": 8}),
        ("bidding", 4, {"finish.rounds": 2, "finish.equal": "play-on", "finish.hold": "at-target"}),
        ("bidding", 4, {"table.open": True, "finish.equal": "play-on", "finish.win_by": 1}),
    ],
)
def test_what_goes_together(kind, size, settings):
    assert to_blame(kind, size, settings) == []


@pytest.mark.parametrize(
    ("changed", "blamed"),
    [
        ({"auction.min"}, "auction.min"), ({"auction.max"}, "auction.max"),
        ({"auction.min", "auction.max"}, "auction.min"), ({"auction.min", "points.low.worth"}, "auction.min"),
        ({"points.low.worth", "points.high.worth", "game.tie"}, "points.high.worth"), ({"game.tie"}, "auction.min"),
        (set(), "auction.min"),
    ],
)  # fmt: skip
def test_the_one_to_blame_is_one_the_table_changed(changed, blamed):
    assert to_blame("bidding", 4, {"auction.min": 4, "auction.max": 3}, changed) == [blamed]
