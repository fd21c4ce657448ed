"""Who wins, worked by hand from the source texts: every crossing, hold, bust and instant win."""

from __future__ import annotations

import pytest
from sheets import hand, play

TEN = "high low jack off_jack high_joker low_joker game trey"


def winners(variant, *lines, **head):
    table, _ = play(variant, *lines, **head)
    return table.winners


def test_higher_score_wins_though_the_bidders_are_there():
    # V06 [000: "whoever has the highest score wins"]: 46 + 6 = 52 against 50 + 4 = 54.
    line = hand("Ann", 6, "high jack game trey low=Bob off_jack=Bob high_joker=Bob low_joker=Bob")
    assert winners("minnesota-ten-point", line, opening={"Ann": 46, "Bob": 50}) == ("Bob", "Dee")


def test_equal_scores_go_to_the_bidders():
    # V06 [000: "in case of a tie the bidding side wins"]: 46 + 6 = 48 + 4 = 52.
    line = hand("Ann", 6, "high jack game trey low=Bob off_jack=Bob high_joker=Bob low_joker=Bob")
    assert winners("minnesota-ten-point", line, opening={"Ann": 46, "Bob": 48}) == ("Ann", "Cy")


def test_bidders_first_whatever_the_scores():
    # V13 [000: "the bidding team wins, regardless of who has the most points"]: 15 beats 16.
    line = hand("Ann", 2, "high game low=Bob jack=Bob")
    assert winners("fort-frances-sneak-out", line, opening={"Ann": 13, "Bob": 14}) == ("Ann", "Cy")


def test_a_defender_at_the_target_has_not_won_a_bid_out_game():
    # V24 [003: "only win at the end of a hand in which they made their offer"].
    line = hand("Ann", 2, "high jack low=Bob game=Bob")
    table, entries = play("partnership-pitch", line, opening={"Bob": 20})
    assert table.scores["Bob"] == 22
    assert not table.finished
    assert entries[0].outcome == "made"


def test_the_moon_from_below_zero_goes_back_to_zero():
    # V05 [004: "then their score is reset to zero"]; the others keep what they have.
    line = hand("Ann", "moon", "high low jack game")
    table, _ = play("minnesota-smear-kitty", line, opening={"Ann": -7, "Bob": 18})
    assert (table.scores["Cy"], table.scores["Bob"], table.finished) == (0, 18, False)


def test_a_missed_moon_loses_the_game():
    # V05 [004: "If any point is missed, the team loses the game"]; the losers' score stays as it was.
    line = hand("Ann", "moon", "high low game jack=Bob")
    table, _ = play("minnesota-smear-kitty", line, opening={"Ann": 20})
    assert table.winners == ("Bob", "Dee")
    assert (table.scores["Ann"], table.scores["Bob"]) == (20, 1)


def test_a_smudge_needs_every_trick():
    # V24: all four points but not all six tricks: set back five [003].
    made = hand("Ann", "smudge", "high low jack game", all_tricks=True)
    failed = hand("Ann", "smudge", "high low jack game")
    assert play("partnership-pitch", made)[0].scores["Ann"] == 5
    assert play("partnership-pitch", failed)[0].scores["Ann"] == -5


def test_going_bust_loses_to_the_best_of_the_others():
    # V22 [001: "Some groups stop the match when any team falls to -21"].
    line = hand("Ann", 5, "high low=Bob")
    table, _ = play("ten-point-smear", line, opening={"Ann": -16}, rules={"finish.bust": -21})
    assert (table.scores["Ann"], table.winners) == (-21, ("Bob", "Dee"))


def test_winners_are_named_in_seat_order_whoever_bid():
    house = {"special.name": "moon", "special.made": "win-game", "special.bid": "above"}
    moon = hand("Dee", "moon", TEN, partner="Bob")
    assert winners("minnesota-ten-point", moon, size=5, rules=house) == ("Bob", "Dee")


def test_only_sweeping_every_point_wins_at_once():
    house = {"finish.instant_win": "all-points-by-anyone"}
    assert winners("minnesota-smear", hand("Ann", 2, "high=Bob low=Bob jack=Bob game=Dee"), rules=house) == (
        "Bob",
        "Dee",
    )
    assert winners("minnesota-smear", hand("Ann", 2, "high=Bob low=Bob jack=Bob"), rules=house) == ()


@pytest.mark.parametrize(("before", "wins"), [(0, False), (1, True), (6, True)])
def test_four_bid_and_made_from_one_point_wins(before, wins):
    # V14 [000: "If a player who has at least one point bids four and makes it"].
    table, _ = play("fort-frances-bid-out", hand("Bob", 4, "high low jack game"), size=2, opening={"Bob": before})
    assert table.finished is wins


SEVERAL = hand("Ann", 7, "high jack game trey low=Bob off_jack=Bob high_joker=Dee low_joker=Eve", partner="Cy")
"""V39: Ann is set; with 40 and 39 before, Bob and Dee are past 42 together, and nobody wins."""


@pytest.mark.parametrize(
    ("line", "won"),
    [
        # Ann makes it and is nowhere near; Bob stands past the target and did not bid.
        (hand("Ann", 5, "high jack game trey low=Bob", partner="Cy"), ()),
        # Bob bids and is set, though even then he stands past the target.
        (hand("Bob", 5, "high low=Ann", partner="Cy"), ()),
        (hand("Bob", 5, "high jack game trey low=Ann", partner="Cy"), ("Bob",)),
    ],
)
def test_once_several_were_there_only_a_bidder_who_makes_it_wins(line, won):
    table, _ = play("pawnee-call-partner", SEVERAL, line, size=5, opening={"Bob": 50, "Dee": 50})
    assert table.winners == won
    assert table.play_on is not bool(won)


@pytest.mark.parametrize("rule", ["higher-then-bidders", "bidders-first", "in-order"])
def test_play_on_is_forgotten_when_the_table_changes_the_rule(rule):
    # V39, then a vote: from then on the best of those who are there simply wins.
    table, _ = play("pawnee-call-partner", SEVERAL, size=5, opening={"Bob": 40, "Dee": 39})
    assert table.play_on
    vote = {"rules": {"finish.crossing": rule}}
    after = hand("Ann", 5, "high jack game off_jack trey low=Bob", partner="Cy")
    table, _ = play("pawnee-call-partner", SEVERAL, vote, after, size=5, opening={"Bob": 40, "Dee": 39})
    assert table.winners == ("Bob",)


@pytest.mark.parametrize(("hands", "won", "play_on"), [(2, (), True), (1, ("Bob", "Cy"), False)])
def test_several_who_are_there_without_the_bid_play_on_until_the_hands_are_over(hands, won, play_on):
    """Ann's set takes Bob and Cy to 21 together, and nobody wins (V39): after the last hand both do, being equal."""
    rules = {
        "finish.target": 21, "finish.may_win": "any", "finish.crossing": "bidder-or-play-on", "finish.hands": hands,
    }  # fmt: skip
    line = hand("Ann", 4, "high low=Bob jack=Cy")
    table, entries = play("cutthroat-pitch", line, size=3, rules=rules, opening={"Bob": 20, "Cy": 20})
    assert (table.scores["Bob"], table.scores["Cy"]) == (21, 21)
    assert (table.winners, table.play_on) == (won, play_on)
    reasons = [why.what for why in entries[0].whys]
    assert reasons[reasons.index("play-on") + 1 :] == (["limit"] if won else [])


@pytest.mark.parametrize(("bob", "cy", "winner"), [(18, 20, "Cy"), (20, 17, "Bob")])
def test_all_the_points_for_a_renege_come_at_once_in_order_too(bob, cy, winner):
    # Ann's side scores nothing, every other one all four points: both are there at the same moment, the better wins.
    rules = {"finish.target": 21, "finish.crossing": "in-order", "finish.may_win": "any"}
    rules["penalty.renege"] = "zero-and-max"
    line = {"bidder": "Ann", "bid": 2, "renege": "Ann"}
    table, _ = play("cutthroat-pitch", line, size=3, rules=rules, opening={"Bob": bob, "Cy": cy})
    assert table.scores == {"Ann": 0, "Bob": bob + 4, "Cy": cy + 4}
    assert table.winners == (winner,)
