"""What cannot go together: the sentence in full, both keys, and the values just inside that can."""

from __future__ import annotations

import pytest

from scorekeeper.rules.contradictions import contradictions
from scorekeeper.rules.ruleset import build_ruleset
from scorekeeper.sheets.phrases import say_refusal

PITCH = {f"points.{point}.worth": 1 for point in ("high", "low", "jack", "game")} | {"auction.min": 2}
SMOKE = {"finish.direction": "down", "finish.start": 10, "finish.target": 0}
MOON = {"special.name": "moon"}


def faults(kind, size, settings, changed=frozenset()):
    """Return each contradiction as the key it is blamed on and its sentence."""
    rules = build_ruleset(kind, {**(SMOKE if kind == "smoke" else PITCH), **settings})
    return [(fault.key, say_refusal(fault.refusal)) for fault in contradictions(rules, size, changed)]


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
    ("bidding", 4, {"auction.forced_bid": 1},
     ("auction.forced_bid", "auction.all_pass",
      ('auction.forced_bid = 1: nobody is forced to bid it, since auction.all_pass is neither "dealer-forced" nor '
       '"dealer-set".'))),
    ("bidding", 4, {"auction.forced_bid": 5, "auction.all_pass": "dealer-forced"},
     ("auction.forced_bid", "auction.max",
      "auction.forced_bid is 5, above the highest bid, 4 (auction.max).")),
    ("bidding", 4, {"auction.double_if_over_throw_set": True, "scoring.set": "given"},
     ("scoring.set", "auction.double_if_over_throw_set",
      'scoring.set = "given" and auction.double_if_over_throw_set both say what a set costs.')),
    ("bidding", 4, {"auction.seller_scores": True, "seating.sides": "called-partner"},
     ("auction.seller_scores", "seating.sides",
      ('auction.seller_scores: with seating.sides = "called-partner" nobody knows whose side the seller is on.'))),
    *[("bidding", 4, {key: 1},
       (key, "auction.rounds", f'{key} means something only without bidding (auction.rounds = "none").'))
      for key in ("points.jack.hung", "turn.ace", "turn.jack", "turn.six", "turn.deuce", "turn.gift")],
    # without bidding
    *[("bidding", 4, {"auction.rounds": "none", **settings},
       (key, "auction.rounds", f'auction.rounds = "none": where nobody bids {key} = {value} means nothing.'))
      for key, value, settings in [
          ("seating.sides", '"called-partner"', {"seating.sides": "called-partner"}),
          ("special.name", '"moon"', MOON),
          ("auction.dealer_steals", "true", {"auction.dealer_steals": True}),
          ("auction.throw_card", "true", {"auction.throw_card": True}),
          ("auction.seller_scores", "true", {"auction.seller_scores": True}),
          ("scoring.made", '"bid"', {"scoring.made": "bid"}),
          ("scoring.others", '"nothing"', {"scoring.others": "nothing"}),
          ("finish.may_win", '"bid-made"', {"finish.may_win": "bid-made", "finish.target": 11}),
          ("finish.may_win", '"bid-made-or-opponents-set"',
           {"finish.may_win": "bid-made-or-opponents-set", "finish.target": 11}),
          ("finish.instant_win", '"four-bid"', {"finish.instant_win": "four-bid"}),
          ("finish.crossing", '"bidder-or-play-on"', {"finish.crossing": "bidder-or-play-on"}),
          ("game.tie", '"bidders"', {"game.tie": "bidders"}),
          ("game.tie", '"defenders"', {"game.tie": "defenders"}),
          ("dealing.next", '"racehorse"', {"dealing.next": "racehorse"}),
      ]],
    # the dealer sits out
    ("bidding", 4, {"dealing.sits_out": "dealer", "seating.sides": "pairs"},
     ("dealing.sits_out", "seating.sides",
      'dealing.sits_out: with seating.sides = "pairs" a side would be short of the dealer.')),
    ("bidding", 2, {"dealing.sits_out": "dealer"},
     ("dealing.sits_out", "players", 'dealing.sits_out = "dealer" needs three players at the least.')),
    *[("bidding", 4, {"dealing.sits_out": "dealer", key: value},
       ("dealing.sits_out", key,
        f'dealing.sits_out = "dealer": the dealer does not bid, and {key} = {said} needs it.'))
      for key, value, said in [
          ("auction.dealer_steals", True, "true"), ("auction.throw_card", True, "true"),
          ("auction.seller_scores", True, "true"), ("auction.all_pass", "dealer-forced", '"dealer-forced"'),
          ("auction.all_pass", "dealer-set", '"dealer-set"'),
      ]],
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
    ("bidding", 4, {"finish.crossing": "in-order", "finish.hold": "at-target"},
     ("finish.crossing", "finish.hold",
      ('finish.crossing = "in-order": whoever is first at the target wins, so finish.hold = "at-target" stops '
       "nobody."))),
    ("bidding", 4, {"finish.crossing": "in-order", "scoring.made": "bid"},
     ("finish.crossing", "scoring.made",
      ('finish.crossing = "in-order": with scoring.made = "bid" the points of a made bid are not counted one by '
       "one."))),
    ("bidding", 4, {"finish.hands": 8, "finish.rounds": 2},
     ("finish.hands", "finish.rounds",
      "finish.hands = 8 and finish.rounds = 2 are two limits; a game has one.")),
    *[("bidding", 4, {key: 1, "table.open": True},
       (key, "table.open", f"{key}: where people come and go (table.open) hands are not counted."))
      for key in ("finish.hands", "finish.rounds")],
    ("bidding", 5, {"finish.win_by": 2, "seating.sides": "called-partner"},
     ("finish.win_by", "seating.sides",
      'finish.win_by: with seating.sides = "called-partner" the sides change from hand to hand.')),
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
    key, other, sentence = clash
    assert faults(kind, size, settings) == [(key, sentence)]
    blamed = key if "where nobody bids" in sentence else other
    assert faults(kind, size, settings, {other}) == [(blamed, sentence)]


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
    assert faults(kind, size, settings) == []


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
    [(key, _sentence)] = faults("bidding", 4, {"auction.min": 4, "auction.max": 3}, changed)
    assert key == blamed


def test_without_bidding_the_key_that_speaks_of_bids_is_to_blame_whatever_was_changed():
    [(key, _sentence)] = faults("bidding", 4, {**MOON, "auction.rounds": "none"}, {"auction.rounds"})
    assert key == "special.name"


def test_where_nobody_can_bid_at_all_a_thrown_card_is_no_worse_than_the_rest():
    found = faults("bidding", 4, {"auction.throw_card": True, "auction.min": 4, "auction.max": 3})
    assert [key for key, _sentence in found] == ["auction.min", "auction.throw_card"]


def test_every_contradiction_is_told():
    found = faults("bidding", 5, {"auction.max": 5, "seating.sides": "pairs"}, {"auction.max"})
    assert [key for key, _sentence in found] == ["auction.max", "seating.sides"]
