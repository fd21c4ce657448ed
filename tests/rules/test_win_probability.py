"""Win probabilities worked by hand: one hand to go, a pool that is known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.table import open_table
from scorekeeper.rules.win_probability import PoolHand, WinModel
from scorekeeper.variants.catalogue import find_variant
from tests.rules.sheets import hand, sheet

OURS, THEIRS = ("Ann", "Cy"), ("Bob", "Dee")
ANY = {"auction.min": 2, "finish.target": 21, "finish.may_win": "any", "finish.crossing": "higher-then-bidders"}


def table_at(ours, theirs, variant="minnesota-ten-point", **rules):
    """Return a table of two sides at these scores; the rules are ANY, with these changes."""
    house = ANY | {key.replace("_", ".", 1): value for key, value in rules.items()}
    table = open_table(read_sheet(sheet(variant, rules=house), find_variant).head)
    return replace(table, scores={"Ann": ours, "Cy": ours, "Bob": theirs, "Dee": theirs})


def pool_of(*documents):
    return [PoolHand(read_line(document, "bidding"), "Dee") for document in documents]


def chance(table, pool, side=OURS, seed="a"):
    return WinModel(table, pool, seed).probabilities(table)[side]


FOUR_TO_NOTHING = hand("Ann", 4, "high low jack game")
"""Bid 4, made with 4; nothing for the others."""
TWO_TO_ONE = hand("Ann", 2, "high low jack=Bob")
SET = hand("Ann", 4, "high low=Bob")
"""Bid 4, short: 4 off, and 1 for the others."""


def test_the_share_of_hands_that_win_is_the_probability():
    """At 20 and 17 one hand decides: 4-0, 2-1 and 1-2 take us out, 0-4 takes them out: three of four."""
    assert chance(table_at(20, 17), pool_of(FOUR_TO_NOTHING, TWO_TO_ONE)) == 0.75
    assert chance(table_at(20, 17), pool_of(FOUR_TO_NOTHING, TWO_TO_ONE), THEIRS) == 0.25


def test_a_side_that_must_make_its_bid_to_win_is_not_taken_out_by_points():
    """At 20 and 17, 1-2 leaves us held: of four hands only 4-0 and 2-1 win, 0-4 loses, 1-2 makes it 20 to 19.

    From there the same hands win twice, and both others (0-4 and 1-2) lose: half.  2/4 + 1/4 · 1/2 = 5/8.
    """
    table = table_at(20, 17, finish_may_win="bid-made", finish_hold="one-short", finish_hold_who="defenders")
    assert chance(table, pool_of(FOUR_TO_NOTHING, TWO_TO_ONE)) == pytest.approx(5 / 8, abs=0.05)


def test_who_counts_down_wins_at_the_bottom():
    """At 1 and 4 to 0: the same four hands, three of which take us to 0 or below."""
    table = table_at(1, 4, "minnesota-ten-point", finish_direction="down", finish_target=0, finish_start=21)
    assert chance(table, pool_of(FOUR_TO_NOTHING, TWO_TO_ONE)) == 0.75


def test_the_last_hand_of_a_game_of_so_many_hands_decides():
    """Ahead by 5 with one hand left, and SET costs the bidders 4 and brings the others 1.

    At 10 and 5: our set makes it 6 to 6, theirs 11 to 1, and 4 made either way leaves us ahead, 14 to 5 and 10 to 9.
    Level, the bidders win: we win every time.
    """
    table = replace(table_at(10, 5, finish_hands=8), hands=7)
    assert chance(table, pool_of(SET, FOUR_TO_NOTHING)) == 1.0


def test_equal_scores_are_equally_likely_whoever_played_the_hands():
    pool = pool_of(FOUR_TO_NOTHING, FOUR_TO_NOTHING, TWO_TO_ONE)
    assert chance(table_at(17, 17), pool) == pytest.approx(0.5, abs=0.02)


def test_the_same_game_gets_the_same_figure_each_time():
    table, pool = table_at(3, 8), pool_of(FOUR_TO_NOTHING, TWO_TO_ONE, SET)
    assert chance(table, pool) == chance(table, pool)


def test_a_side_behind_by_four_hands_seldom_wins():
    """At 17 to 0 one of the four-point hands is enough; they need six before it: once in 64."""
    assert chance(table_at(17, 0), pool_of(FOUR_TO_NOTHING)) == pytest.approx(63 / 64, abs=0.03)


def test_of_three_who_play_alone_each_takes_each_part_of_a_hand():
    """Ann is at 20, the others at 0: 2-1-0 and 1-0-2 take her out, 0-2-1 leaves her there, and so does the next."""
    document = sheet("cutthroat-pitch", size=3, rules=ANY)
    table = open_table(read_sheet(document, find_variant).head)
    table = replace(table, scores={"Ann": 20, "Bob": 0, "Cy": 0})
    pool = [PoolHand(read_line(TWO_TO_ONE, "bidding"), "Cy")]
    assert WinModel(table, pool, "a").probabilities(table) == {("Ann",): 1.0, ("Bob",): 0.0, ("Cy",): 0.0}


def test_a_side_that_has_bust_has_lost():
    """At -9 to -9 and bust at -10, SET is the last hand: whoever is set, the others win."""
    table = table_at(-9, -9, finish_bust=-10)
    assert chance(table, pool_of(SET)) == 0.5
    assert chance(table, pool_of(SET), THEIRS) == 0.5


def test_a_game_without_a_target_is_lost_by_who_goes_bust():
    """At -9 and 0 and bust at -10: ours loses at once, theirs makes it -8 and -4, then -7 and -8, then theirs is bust.

    So we win if the first three sets are theirs: once in eight.
    """
    table = table_at(-9, 0, finish_bust=-10, finish_target="none")
    assert chance(table, pool_of(SET)) == pytest.approx(1 / 8, abs=0.06)


def test_the_same_points_are_another_hand_when_another_bid_for_them():
    """At 19, 19 and 0 both bids bring Ann and Bob 2, and the bidder wins; in other seats one of them is there alone.

    Of the six ways to play them Ann wins by her own bid, and by both where Cy and Ann get the points.
    """
    table = solo_at((19, 19, 0), finish_crossing="bidders-first")
    hands = [hand(bidder, 2, "high=Ann low=Ann jack=Bob game=Bob") for bidder in ("Ann", "Bob")]
    assert solo_chances(table, *hands) == pytest.approx([1 / 2, 1 / 2, 0], abs=0.03)


def test_a_smudge_that_only_the_auction_names_is_one():
    """As above from −3 and 17, with the bids written out: ours makes it 0, and then the next hand decides."""
    heard = [["Ann", "smudge"], ["Bob", "pass"], ["Cy", "pass"], ["Dee", "pass"]]
    line = {"auction": heard, "points": SMUDGE["points"], "all_tricks": True}
    table = table_at(-3, 17, PITCH, special_made="win-or-zero", special_zero_is_good=True)
    assert chance(table, pool_of(line)) == chance(table, pool_of(SMUDGE))


@pytest.mark.parametrize("bid", [4, "smudge"])
def test_a_hand_is_played_with_the_dealer_it_had(bid):
    """Ann dealt, so Bob spoke first; at 17 whoever takes the part of Cy's side wins."""
    heard = [["Bob", "pass"], ["Cy", bid], ["Dee", "pass"], ["Ann", "pass"]]
    line = {"auction": heard, "all_tricks": True, "points": dict.fromkeys(("high", "low", "jack", "game"), "Cy")}
    pool = [PoolHand(read_line(line, "bidding"), "Ann")]
    table = table_at(17, 17, PITCH)
    assert WinModel(table, pool, "a").has_hands
    assert chance(table, pool) == 0.5


def test_with_three_hands_to_go_whoever_wins_two_of_them_wins():
    table = replace(table_at(1, 0, PITCH, finish_hands=8), hands=5)
    assert chance(table, pool_of(FOUR_TO_NOTHING)) == pytest.approx(1 / 2, abs=0.1)


def test_a_finished_game_is_won():
    table = replace(table_at(22, 13), winners=OURS)
    assert WinModel(table, pool_of(SET), "a").probabilities(table) == {OURS: 1.0, THEIRS: 0.0}


def test_the_hands_of_a_game_that_the_table_ended_can_be_dealt():
    assert WinModel(replace(table_at(12, 9), ended=True, winners=OURS), pool_of(SET), "a").has_hands


def test_hands_that_cannot_be_played_there_are_left_out():
    nobody_bids_eleven = hand("Ann", 11, "high")
    assert not WinModel(table_at(0, 0), pool_of(nobody_bids_eleven), "a").has_hands


# ---------------------------------------------------------------- hands that are more than their points


def solo_at(scores, **rules):
    """Return a table of three who play alone, at these scores; the rules are ANY, with these changes."""
    house = ANY | {key.replace("_", ".", 1): value for key, value in rules.items()}
    table = open_table(read_sheet(sheet("cutthroat-pitch", size=3, rules=house), find_variant).head)
    return replace(table, scores=dict(zip(table.players, scores, strict=True)))


def solo_chances(table, *documents):
    """Return how likely Ann, Bob and Cy are to win; Cy dealt the hands."""
    pool = [PoolHand(read_line(document, table.variant.kind), "Cy") for document in documents]
    return [chance for _team, chance in sorted(WinModel(table, pool, "a").probabilities(table).items())]


PITCH = "partnership-pitch"
SMUDGE = hand("Ann", "smudge", "high low jack game", all_tricks=True)
NO_SMUDGE = hand("Ann", "smudge", "high low jack game=Bob")
PASSED = {"passed_out": True}


@pytest.mark.parametrize(
    ("line", "rules", "likely"),
    [
        (FOUR_TO_NOTHING, {}, 1 / 64),
        (FOUR_TO_NOTHING, {"finish_instant_win": "all-points-by-anyone"}, 1 / 2),
        (SMUDGE, {"special_made": "win-game"}, 1 / 2),
    ],
    ids=["by points", "by all points", "by a smudge"],
)
def test_a_hand_that_wins_at_once_wins_from_any_score(line, rules, likely):
    """At 0 and 17 their first hand wins; ours wins if it is all that takes, else we need six of ours in a row."""
    table = table_at(0, 17, PITCH, **rules)
    assert chance(table, pool_of(line)) == pytest.approx(likely, abs=0.01)


@pytest.mark.parametrize(("ours", "likely"), [(1, 1 / 2), (0, 1 / 4)])
def test_four_bid_and_made_wins_only_from_a_point_on(ours, likely):
    """Their four wins at 17.  Ours wins from 1 on; from 0 it brings 4, and the next one of ours wins."""
    table = table_at(ours, 17, PITCH, finish_instant_win="four-bid")
    assert chance(table, pool_of(FOUR_TO_NOTHING)) == pytest.approx(likely, abs=0.06)


def test_a_special_bid_that_fails_can_lose_the_game():
    """At 17 and 0: whoever fails first has lost, though the others are far behind."""
    table = table_at(17, 0, PITCH, special_failed="lose-game")
    assert chance(table, pool_of(NO_SMUDGE)) == 0.5


def test_two_hands_that_the_scores_decide_are_told_apart():
    """At 0 and 20: ours wins with a smudge, and is set without one, and then game takes the others to 21.

    Theirs wins with a smudge; without one they are at 15 and we at 1: about as likely as not.  1/4 + 1/4 · 1/2 = 3/8.
    """
    table = table_at(0, 20, PITCH, special_made="win-game")
    assert chance(table, pool_of(SMUDGE, NO_SMUDGE)) == pytest.approx(3 / 8, abs=0.06)


def test_a_smudge_from_the_hole_takes_its_side_to_zero_and_the_next_one_wins():
    """At −3 and 17 theirs wins at once; ours makes it 0, and the next hand decides: 1/2 · 1/2."""
    table = table_at(-3, 17, PITCH, special_made="win-or-zero", special_zero_is_good=True)
    assert chance(table, pool_of(SMUDGE)) == pytest.approx(1 / 4, abs=0.06)


def test_a_pass_that_sets_the_dealer_is_dealt():
    assert WinModel(table_at(0, 0, PITCH, auction_all_pass="dealer-set"), pool_of(PASSED), "a").has_hands


@pytest.mark.parametrize(
    ("line", "dealer"),
    [(PASSED, "Dee"), ({"misdeal": True}, "Dee"), (FOUR_TO_NOTHING, "Zoe")],
    ids=["nobody bid", "a misdeal", "another table"],
)
def test_what_no_game_can_be_played_on_with_is_not_dealt(line, dealer):
    table = table_at(0, 0, PITCH, auction_all_pass="redeal")
    assert not WinModel(table, [PoolHand(read_line(line, "bidding"), dealer)], "a").has_hands


@pytest.mark.parametrize("line", [FOUR_TO_NOTHING, SMUDGE], ids=["a hand", "a smudge"])
def test_with_two_hands_to_go_whoever_has_more_after_them_wins(line):
    """One ahead: ours and ours wins, one each leaves us one ahead, theirs and theirs loses."""
    table = replace(table_at(1, 0, PITCH, finish_hands=8), hands=6)
    assert chance(table, pool_of(line)) == pytest.approx(3 / 4, abs=0.1)


def test_the_same_scores_with_fewer_hands_to_go_are_another_question():
    """With one hand to go at 1 and 0, ours wins and theirs loses, whatever was asked before."""
    table = table_at(1, 0, PITCH, finish_hands=8)
    model = WinModel(table, pool_of(FOUR_TO_NOTHING), "a")
    model.probabilities(replace(table, hands=6))
    assert model.probabilities(replace(table, hands=7))[OURS] == 0.5


def test_who_counts_down_busts_at_the_top():
    """At 19 and 10, bust at 20: a set costs 4, and the others go 1 down.  We bust unless the first three are theirs.

    Theirs: 14, 18, 22.  Ours after two of theirs: 17 and 4.
    """
    rules = {"finish_direction": "down", "finish_target": 0, "finish_start": 10, "finish_bust": 20}
    assert chance(table_at(19, 10, PITCH, **rules), pool_of(SET)) == pytest.approx(1 / 8, abs=0.06)


def test_two_who_cross_on_a_set_play_on_until_a_bidder_makes_it():
    """At 0, 20 and 20, Ann's set brings both others a point and nobody wins, nor from then on: every bidder is set.

    Bob's or Cy's set leaves the other alone at 21.
    """
    table = solo_at((0, 20, 20), finish_crossing="bidder-or-play-on")
    expected = pytest.approx([0, 1 / 3, 1 / 3], abs=0.02)
    assert solo_chances(table, hand("Ann", 4, "high low=Bob jack=Cy")) == expected


def test_a_game_that_is_being_played_on_is_won_by_a_bid_alone():
    """Both stand at 22; a set leaves the others at 23, and no winner, and so does a smudge that fails."""
    table = table_at(22, 22, PITCH, finish_crossing="bidder-or-play-on")
    for lost in (SET, NO_SMUDGE):
        model = WinModel(table, pool_of(lost), "a")
        assert model.probabilities(replace(table, play_on=True)) == {OURS: 0.0, THEIRS: 0.0}


def test_who_is_held_stays_where_they_were_held():
    """At 20, 0 and 0 a point for a defender leaves Ann at 20, held; her own bid wins sooner or later."""
    table = solo_at((20, 0, 0), finish_may_win="bid-made", finish_hold="one-short", finish_hold_who="defenders")
    assert solo_chances(table, TWO_TO_ONE) == pytest.approx([1, 0, 0], abs=0.03)


def test_the_first_to_get_there_in_order_wins():
    """At 20 and 19, low to those who did not bid: we have 21 by our high, or by low before their jack and game.

    Their three points would take them to 22, above us.
    """
    table = table_at(20, 19, PITCH, finish_crossing="in-order")
    assert chance(table, pool_of(hand("Ann", 3, "high low=Bob jack game"))) == 1.0


def smoke_at(*scores):
    table = open_table(read_sheet(sheet("smoke", size=3), find_variant).head)
    return replace(table, scores=dict(zip(table.players, scores, strict=True)))


def test_smoke_is_played_down_to_zero():
    """Three tricks and one each: at 3, 3 and 10 whoever of Ann and Bob is the first to take three is out, Cy never."""
    table = smoke_at(3, 3, 10)
    hands = {"tricks": {"Ann": 3, "Bob": 1, "Cy": 1}}
    assert solo_chances(table, hands) == pytest.approx([1 / 2, 1 / 2, 0], abs=0.08)


def test_a_hand_that_cannot_be_played_at_a_score_is_passed_over():
    """Whoever is at 2 is in the box and may not sit: the next hand in which they play takes them out."""
    ann_sits = {"tricks": {"Bob": 3, "Cy": 2}, "sat": ["Ann"]}
    assert solo_chances(smoke_at(2, 9, 9), ann_sits) == [1, 0, 0]
    assert solo_chances(smoke_at(9, 2, 9), ann_sits) == [0, 1, 0]


def test_who_sat_at_the_table_the_model_is_made_for_may_sit_in_its_games():
    """One sit in a row is all that is allowed; games begin without any."""
    head = sheet("smoke", size=3, rules={"tally.max_sits": 1})
    table = replace(open_table(read_sheet(head, find_variant).head), sits={"Ann": 1, "Bob": 0, "Cy": 0})
    pool = [PoolHand(read_line({"tricks": {"Bob": 3, "Cy": 2}, "sat": ["Ann"]}, "smoke"), "Cy")]
    assert WinModel(table, pool, "a").has_hands


def test_a_finished_game_of_those_who_play_alone_is_won():
    table = replace(solo_at((22, 3, 8)), winners=("Ann",))
    assert solo_chances(table, TWO_TO_ONE) == [1.0, 0.0, 0.0]
