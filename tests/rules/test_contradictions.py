"""What cannot go together: the sentence in full, both keys, and the values just inside that can."""

from __future__ import annotations

import pytest

from scorekeeper.rules.contradictions import Clash, _key_to_blame, contradictions
from scorekeeper.rules.contradictions import clashes as clashes_of
from scorekeeper.rules.refusals import Refusal, say_refusal
from scorekeeper.rules.settings import build_ruleset

PITCH = {f"points.{point}.worth": 1 for point in ("high", "low", "jack", "game")} | {"auction.min": 2}
SMOKE = {"finish.direction": "down", "finish.start": 10, "finish.target": 0}
MOON = {"special.name": "moon"}


def clashes(kind, size, settings):
    """Give each contradiction as its two keys and its sentence."""
    rules = build_ruleset(kind, {**(SMOKE if kind == "smoke" else PITCH), **settings})
    return [(clash.key, clash.other, say_refusal(clash.refusal)) for clash in clashes_of(rules, size)]


CLASHES = [
    # bids
    ("bidding", 4, {"auction.max": 5},
     ("auction.max", "points", "auction.max is 5, but points.*.worth come to only 4 on offer.")),
    ("bidding", 4, {"auction.min": 4, "auction.max": 3},
     ("auction.min", "auction.max", "auction.min: the lowest bid is 4, above the highest, 3 (auction.max).")),
    ("bidding", 4, {"auction.dealer_steals": True, "auction.rounds": "many"},
     ("auction.dealer_steals", "auction.rounds",
      'auction.dealer_steals: with auction.rounds = "many" the dealer has no last word to steal with.')),
    ("bidding", 4, {"auction.throw_card": True, "auction.max": 3},
     ("auction.throw_card", "auction.max", ("auction.throw_card: a thrown card bids four, and the ordinary bids go "
      "from 2 to 3 (auction.min, auction.max)."))),
    ("bidding", 4, {"auction.throw_card": True, "auction.min": 5, "points.five.worth": 5},
     ("auction.throw_card", "auction.min", ("auction.throw_card: a thrown card bids four, and the ordinary bids go "
      "from 5 to 9 (auction.min, auction.max)."))),
    # the special bid
    ("bidding", 4, {**MOON, "special.bid": 4},
     ("special.bid", "auction.max",
      "special.bid: the moon ranks 4, no higher than an ordinary bid of 4 (auction.max).")),
    ("bidding", 4, {**MOON, "special.over": 1},
     ("special.over", "auction.max", ("special.over: nobody can bid 1 here, the bids go from 2 to 4 (auction.min, "
      "auction.max)."))),
    ("bidding", 4, {**MOON, "special.over": 5},
     ("special.over", "auction.max", ("special.over: nobody can bid 5 here, the bids go from 2 to 4 (auction.min, "
      "auction.max)."))),
    ("bidding", 4, {**MOON, "special.made": "win-or-zero", "finish.direction": "down"},
     ("special.made", "finish.direction",
      'special.made = "win-or-zero" makes no sense where scores count down (finish.direction).')),
    ("bidding", 4, {**MOON, "special.failed": "score-becomes", "finish.direction": "down"},
     ("special.failed", "finish.direction",
      'special.failed = "score-becomes" makes no sense where scores count down (finish.direction).')),
    # the end
    ("smoke", 4, {"finish.direction": "up"},
     ("finish.direction", "tally.trick", "finish.direction: Smoke counts down (tally.trick).")),
    ("bidding", 4, {"finish.must_stand_at_target": True, "finish.may_win": "any"},
     ("finish.must_stand_at_target", "finish.may_win",
      'finish.must_stand_at_target speaks of made bids and needs finish.may_win = "bid-made".')),
    ("bidding", 4, {"finish.hold": "one-short", "finish.hold_who": "everyone"},
     ("finish.hold", "finish.hold_who",
      'finish.hold = "one-short" with finish.hold_who = "everyone": nobody could ever win.')),
    # who sits where
    ("bidding", 4, {"table.open": True, "seating.sides": "partners"},
     ("seating.sides", "table.open",
      'table.open: people can come and go only where everyone plays alone (seating.sides = "solo").')),
    ("bidding", 5, {"table.open": True, "seating.sides": "called-partner"},
     ("table.open", "table.open",
      'table.open: people can come and go only where everyone plays alone (seating.sides = "solo").')),
    ("bidding", 5, {"seating.sides": "partners"},
     ("seating.sides", "players", 'seating.sides = "partners": 5 players cannot make sides of one size.')),
    ("bidding", 2, {"seating.sides": "pairs"},
     ("seating.sides", "players", 'seating.sides = "pairs" needs two pairs at the least.')),
    ("bidding", 3, {"seating.sides": "pairs"},
     ("seating.sides", "players", 'seating.sides = "pairs": 3 players cannot make sides of one size.')),
    ("bidding", 2, {"seating.sides": "called-partner"},
     ("seating.sides", "players",
      'seating.sides = "called-partner" needs a bidder, a partner and a defender.')),
    ("smoke", 5, {"seating.sides": "called-partner"},
     ("seating.sides", "players",
      'seating.sides = "called-partner" needs a bidder, a partner and a defender.')),
    ("smoke", 4, {"seating.sides": "partners"},
     ("seating.sides", "tally.trick", "seating.sides: in Smoke everyone plays alone (tally.*).")),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "size", "settings", "clash"), CLASHES)
def test_two_settings_that_contradict_each_other(kind, size, settings, clash):
    assert clashes(kind, size, settings) == [clash]


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
    ],
)
def test_what_goes_together(kind, size, settings):
    assert clashes(kind, size, settings) == []


ONE = Clash("auction.min", "auction.max", Refusal("in-words"))


@pytest.mark.parametrize(
    ("changed", "blamed"),
    [
        ({"auction.min"}, "auction.min"),
        ({"auction.max"}, "auction.max"),
        ({"auction.min", "auction.max"}, "auction.min"),
        ({"auction.min", "points.low.worth"}, "auction.min"),
        ({"points.low.worth", "points.high.worth", "game.tie"}, "points.high.worth"),
        ({"game.tie"}, "auction.min"),
        (set(), "auction.min"),
    ],
)
def test_the_one_to_blame_is_one_the_table_changed(changed, blamed):
    assert _key_to_blame(ONE, frozenset(changed)) == blamed


def test_where_nobody_can_bid_at_all_a_thrown_card_is_no_worse_than_the_rest():
    found = clashes("bidding", 4, {"auction.throw_card": True, "auction.min": 4, "auction.max": 3})
    assert [keys for *keys, _sentence in found] == [
        ["auction.min", "auction.max"],
        ["auction.throw_card", "auction.max"],
    ]


def test_every_contradiction_is_told():
    rules = build_ruleset("bidding", {**PITCH, "auction.max": 5, "seating.sides": "pairs"})
    assert [fault.key for fault in contradictions(rules, 5, {"auction.max"})] == ["auction.max", "seating.sides"]
