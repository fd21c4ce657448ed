"""A night under other rules: which hands differ, and who would have won."""

import pytest
from sheets import NO_BIDS, hand, sheet

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


def test_smoke_under_other_rules():
    lines = [{"tricks": {"Ann": 3, "Bob": 2}, "sat": ["Cy"]}, {"tricks": {"Ann": 0, "Bob": 5}, "sat": ["Cy"]}]
    night = replay(sheet("smoke", *lines, size=3), {"tally.no_trick": 3, "tally.max_sits": 1})
    assert night.lines[0].refusal is None
    assert say_refusal(night.lines[1].refusal) == "Cy is a mustie and must play this hand."
    assert night.theirs.scores == {"Ann": 7, "Bob": 8, "Cy": 10}


RENEGED = hand("Ann", 2, "high low", counts={"Ann": 20, "Bob": 10}, buried=3, renege="Bob")
COUNTED = hand("Ann", 2, "high low", counts={"Ann": 30, "Bob": 20})
ONLY_MADE = {"bidder": "Ann", "bid": 3, "made": True}
ZERO_AND_MAX, NO_GAME = {"penalty.renege": "zero-and-max"}, {"points.game.worth": 0}
GIVEN_AND_HUNG = {"points": {"high": "Ann", "jack": "Bob"}, "gift": True, "hung": True}
ALL_FOURS = NO_BIDS | {"turn.jack": 1, "turn.ace": 1, "turn.gift": 1, "points.jack.hung": 3}


@pytest.mark.parametrize(
    ("variant", "line", "house", "other", "ours", "theirs"),
    [
        ("minnesota-smear", hand("Ann", 3, "high low jack=Bob", counts={"Ann": 30, "Bob": 30}), {},
         {"game.tie": "bidders"}, (-3, 1), (3, 1)),
        # A point that is switched off loses no hand: 3 + 1 points with the jick, 3 without it.
        ("ten-point-smear", hand("Ann", 3, "high off_jack low"), {}, {"points.off_jack.worth": 0}, (3, 0), (-3, 0)),
        # Card points, and what was buried, are ignored where none are counted.
        ("partnership-pitch", COUNTED, {}, NO_GAME, (3, 0), (2, 0)),
        ("wisconsin-four-point", COUNTED | {"buried": 4}, {}, NO_GAME, (3, 0), (2, 0)),
        # Points, counts, made or set are ignored where a renege alone is scored.
        ("partnership-pitch", hand("Ann", 2, "high low jack=Bob", renege="Bob"), {}, ZERO_AND_MAX, (2, 1), (4, 0)),
        ("partnership-pitch", RENEGED, {}, ZERO_AND_MAX, (3, 0), (4, 0)),
        ("racehorse-pitch", ONLY_MADE | {"renege": "Bob"}, {}, ZERO_AND_MAX, (3, 0), (4, 0)),
        ("racehorse-pitch", ONLY_MADE, {}, {"finish.target": 30}, (3, 0), (3, 0)),
        # Without bidding everybody would have scored what they took.
        ("partnership-pitch", hand("Ann", 4, "high low=Bob jack=Ann game=Bob"), {}, NO_BIDS, (-4, 2), (2, 2)),
        # What was turned up, given and hung is ignored where it brings nothing, and stays where it does.
        ("partnership-pitch", GIVEN_AND_HUNG | {"turned": ["jack", "ace"]}, ALL_FOURS,
         {"turn.jack": 0, "turn.gift": 0, "points.jack.hung": 0}, (2, 5), (1, 2)),
        *(("partnership-pitch", GIVEN_AND_HUNG, ALL_FOURS, other, (2, 3), theirs) for other, theirs in [
            ({"finish.target": 30}, (2, 3)), ({"points.jack.hung": 0}, (2, 1)), ({"points.jack.worth": 0}, (2, 0)),
            ({"turn.gift": 0}, (1, 3)),
        ]),
    ],
)  # fmt: skip
def test_a_hand_is_scored_by_the_other_rules(variant, line, house, other, ours, theirs):
    size = 5 if variant == "racehorse-pitch" else 4
    night = replay(sheet(variant, line, size=size, rules=house), other)
    assert [line.refusal for line in night.lines] == [None]
    assert (night.ours.scores["Ann"], night.ours.scores["Bob"]) == ours
    assert (night.theirs.scores["Ann"], night.theirs.scores["Bob"]) == theirs
    assert night.untold == ()
    assert night.lines[0].differs == (ours != theirs)


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


def test_what_might_have_been_turned_up_the_sheet_does_not_say():
    night = sheet("partnership-pitch", {"points": {"high": "Ann"}}, rules=NO_BIDS | {"turn.ace": 1})
    assert replay(night, {"turn.jack": 1}).untold == ("turn.jack",)
    assert replay(night, {"turn.ace": 2}).untold == ()


def test_a_stake_by_the_bid_is_refused_where_nobody_would_have_bid():
    stakes = {"currency": "USD", "bid_point": "0.05"}
    with pytest.raises(SheetError) as refused:
        replay(sheet("partnership-pitch", stakes=stakes), NO_BIDS)
    assert refused.value.field == "rules.auction.rounds"
    assert say_refusal(refused.value.refusal) == (
        'stakes.bid_point is paid by the bid, and with auction.rounds = "none" nobody bids.'
    )
