"""A night under other rules: which hands differ, and who would have won."""

from __future__ import annotations

import pytest
from sheets import hand, sheet

from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.whatif import what_if
from scorekeeper.sheets.phrases import say_refusal, say_untold
from scorekeeper.variants.catalogue import find_variant


def replay(document, other):
    return what_if(read_sheet(document, find_variant), other)


def test_at_fifteen_the_game_would_have_been_over_earlier():
    # Ann's side stands at 3, 7, 9, 13: to 9 it is over with the third hand, to 15 it goes on.
    lines = [hand("Ann", 3, "high low jack"), hand("Ann", 4, "high low jack game"), hand("Cy", 2, "high low"),
             hand("Ann", 4, "high low jack game"), {"misdeal": True}]  # fmt: skip
    night = replay(sheet("fort-frances-sneak-out", *lines), {"finish.target": 9})
    assert night.won_at == 3
    assert night.theirs.winners == ("Ann", "Cy")
    assert [line.differs for line in night.lines] == [False, False, True, True, True]
    assert say_refusal(night.lines[3].refusal) == "The game was over."
    assert (night.lines[3].number, night.lines[3].ours.outcome, night.lines[3].theirs) == (4, "made", None)
    assert not night.ours.finished


def test_the_hand_that_won_the_night_differs_only_where_it_would_not_have_won_it():
    # 4, 8, 12, 16: over at fifteen with the fourth hand, and at twenty not over at all.
    night = sheet("fort-frances-sneak-out", *[hand("Ann", 4, "high low jack game")] * 4)
    own, other = replay(night, {}), replay(night, {"finish.target": 20})
    assert [line.differs for line in own.lines] == [False] * 4
    assert own.won_at == 4
    assert [line.differs for line in other.lines] == [False, False, False, True]
    assert other.won_at is None


def test_a_bid_that_could_not_be_is_left_out():
    lines = [hand("Ann", 2, "high low"), hand("Bob", 3, "high low jack")]
    night = replay(sheet("fort-frances-sneak-out", *lines), {"auction.min": 3})
    assert say_refusal(night.lines[0].refusal) == "2 is too low: the lowest bid here is 3."
    assert (night.lines[0].number, night.lines[0].ours.outcome, night.lines[0].theirs) == (1, "made", None)
    assert (night.theirs.scores["Ann"], night.theirs.scores["Bob"]) == (0, 3)
    assert night.won_at is None


def test_a_tied_game_goes_the_other_way():
    line = hand("Ann", 3, "high low jack=Bob", counts={"Ann": 30, "Bob": 30})
    night = replay(sheet("minnesota-smear", line), {"game.tie": "bidders"})
    assert night.ours.scores["Ann"] == -3
    assert night.theirs.scores["Ann"] == 3
    assert [line.number for line in night.lines if line.differs] == [1]


def test_rules_that_do_not_go_together_are_refused():
    with pytest.raises(SheetError) as refused:
        replay(sheet("minnesota-smear"), {"auction.min": 5})
    assert refused.value.field == "rules.auction.min"


def test_smoke_under_other_rules():
    lines = [{"tricks": {"Ann": 3, "Bob": 2}, "sat": ["Cy"]}, {"tricks": {"Ann": 0, "Bob": 5}, "sat": ["Cy"]}]
    night = replay(sheet("smoke", *lines, size=3), {"tally.no_trick": 3, "tally.max_sits": 1})
    assert night.lines[0].refusal is None
    assert say_refusal(night.lines[1].refusal) == "Cy is a mustie and must play this hand."
    assert night.theirs.scores == {"Ann": 7, "Bob": 8, "Cy": 10}


def test_a_point_that_is_switched_off_loses_no_hand():
    # 3 + 1 points with the jick, 3 without it: the bid of four fails then.
    lines = [hand("Ann", 4, "high off_jack low=Bob", counts={"Ann": 20, "Bob": 10}), hand("Bob", 2, "high trey")]
    night = replay(sheet("ten-point-smear", *lines), {"points.off_jack.worth": 0})
    assert [line.refusal for line in night.lines] == [None, None]
    assert night.theirs.scores == night.ours.scores  # 3 points were too few for four with the jick as well
    made = replay(sheet("ten-point-smear", hand("Ann", 3, "high off_jack low")), {"points.off_jack.worth": 0})
    assert [line.theirs.outcome for line in made.lines] == ["set"]
    assert made.lines[0].theirs.changes["Ann"] == -3


def test_card_points_are_ignored_where_none_are_counted():
    line = hand("Ann", 2, "high low", counts={"Ann": 30, "Bob": 20})
    night = replay(sheet("partnership-pitch", line), {"points.game.worth": 0})
    assert (night.ours.scores["Ann"], night.theirs.scores["Ann"]) == (3, 2)


def test_points_are_ignored_where_a_renege_alone_is_scored():
    line = hand("Ann", 2, "high low jack=Bob", renege="Bob")
    night = replay(sheet("partnership-pitch", line), {"penalty.renege": "zero-and-max"})
    assert night.lines[0].refusal is None
    assert (night.theirs.scores["Ann"], night.theirs.scores["Bob"]) == (4, 0)


@pytest.mark.parametrize(
    ("other", "untold"),
    [
        ({"points.low.to": "holder"}, ("points.low.to",)),
        ({"points.low.to": "taker"}, ()),  # as it was played
        ({"points.low.card": "fixed"}, ("points.low.card",)),
        ({"points.trey.worth": 3}, ("points.trey.worth",)),
        ({"points.jack.worth": 0}, ()),
        ({"points.jack.worth": 2}, ()),
        ({"points.trey.to": "holder"}, ()),  # no point of this table
        ({"play.follow": "follow", "finish.target": 11}, ("play.follow",)),
        ({"game.by": "ten-of-trumps"}, ("game.by",)),
        ({"dealing.next": "racehorse"}, ()),
    ],
)
def test_what_the_sheet_does_not_know_is_said(other, untold):
    night = replay(sheet("partnership-pitch", hand("Ann", 2, "high low")), other)
    assert night.untold == untold
    assert all("the scoresheet does not say" in say_untold(key) for key in night.untold)


def test_without_bidding_everybody_would_have_scored_what_they_took():
    rules = {"auction.rounds": "none", "special.name": "none", "auction.dealer_steals": False, "finish.may_win": "any"}
    night = replay(sheet("partnership-pitch", hand("Ann", 4, "high low=Bob jack=Ann game=Bob")), rules)
    assert night.ours.scores == {"Ann": -4, "Bob": 2, "Cy": -4, "Dee": 2}
    assert night.theirs.scores == {"Ann": 2, "Bob": 2, "Cy": 2, "Dee": 2}


def test_what_was_turned_up_is_ignored_where_it_brings_nothing():
    rules = {"auction.rounds": "none", "special.name": "none", "auction.dealer_steals": False, "finish.may_win": "any"}
    line = {"points": {"high": "Ann", "jack": "Bob"}, "turned": ["jack", "ace"], "gift": True, "hung": True}
    head = {"rules": {**rules, "turn.jack": 1, "turn.ace": 1, "turn.gift": 1, "points.jack.hung": 3}}
    night = replay(sheet("partnership-pitch", line, **head), {"turn.jack": 0, "turn.gift": 0, "points.jack.hung": 0})
    assert night.ours.scores == {"Ann": 2, "Bob": 5, "Cy": 2, "Dee": 5}
    assert night.theirs.scores == {"Ann": 1, "Bob": 2, "Cy": 1, "Dee": 2}
    assert night.untold == ()


def test_what_might_have_been_turned_up_the_sheet_does_not_say():
    rules = {"auction.rounds": "none", "special.name": "none", "auction.dealer_steals": False, "finish.may_win": "any"}
    night = sheet("partnership-pitch", {"points": {"high": "Ann"}}, rules={**rules, "turn.ace": 1})
    assert replay(night, {"turn.jack": 1}).untold == ("turn.jack",)
    assert replay(night, {"turn.ace": 2}).untold == ()


def test_made_or_set_is_ignored_where_a_renege_alone_is_scored():
    line = {"bidder": "Ann", "bid": 3, "made": True, "renege": "Bob"}
    night = replay(sheet("racehorse-pitch", line, size=5), {"penalty.renege": "zero-and-max"})
    assert [line.refusal for line in night.lines] == [None]


def test_what_was_buried_is_ignored_where_no_card_points_are_counted():
    line = hand("Ann", 2, "high low", counts={"Ann": 30, "Bob": 20}, buried=4)
    night = replay(sheet("wisconsin-four-point", line), {"points.game.worth": 0})
    assert [line.refusal for line in night.lines] == [None]
    assert (night.ours.scores["Ann"], night.theirs.scores["Ann"]) == (3, 2)


def test_a_stake_by_the_bid_is_refused_where_nobody_would_have_bid():
    stakes = {"currency": "USD", "bid_point": "0.05"}
    rules = {"auction.rounds": "none", "special.name": "none", "auction.dealer_steals": False, "finish.may_win": "any"}
    with pytest.raises(SheetError) as refused:
        replay(sheet("partnership-pitch", stakes=stakes), rules)
    assert refused.value.field == "rules.auction.rounds"
    assert say_refusal(refused.value.refusal) == (
        'stakes.bid_point is paid by the bid, and with auction.rounds = "none" nobody bids.'
    )


RENEGED = hand("Ann", 2, "high low", counts={"Ann": 20, "Bob": 10}, buried=3, renege="Bob")


def test_what_was_counted_and_buried_is_dropped_where_a_renege_alone_is_scored():
    # Bob reneged: that side 0, Ann's all four points.
    night = replay(sheet("partnership-pitch", RENEGED), {"penalty.renege": "zero-and-max"})
    assert night.lines[0].refusal is None
    assert night.theirs.scores == {"Ann": 4, "Bob": 0, "Cy": 4, "Dee": 0}


def test_a_hand_of_which_only_the_bid_is_known_is_played_under_another_target():
    line = {"bidder": "Ann", "bid": 3, "made": True}
    night = replay(sheet("racehorse-pitch", line, size=5), {"finish.target": 30})
    assert night.theirs.scores["Ann"] == 3


def test_what_was_given_and_hung_stays_where_it_brings_something():
    house = {
        "auction.rounds": "none", "special.name": "none", "auction.dealer_steals": False, "finish.may_win": "any",
        "turn.gift": 1, "points.jack.hung": 3,
    }  # fmt: skip
    line = {"points": {"high": "Ann", "jack": "Bob"}, "gift": True, "hung": True}
    night = sheet("partnership-pitch", line, rules=house)
    # Ann has high and the point she begged, Bob three for the hung jack, or one where it is a jack like any other.
    for other, bob in (({"finish.target": 30}, 3), ({"points.jack.hung": 0}, 1), ({"points.jack.worth": 0}, 0)):
        played = replay(night, other)
        assert played.lines[0].refusal is None
        assert played.theirs.scores == {"Ann": 2, "Bob": bob, "Cy": 2, "Dee": bob}
    assert replay(night, {"turn.gift": 0}).theirs.scores == {"Ann": 1, "Bob": 3, "Cy": 1, "Dee": 3}
