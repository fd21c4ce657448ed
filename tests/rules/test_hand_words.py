"""Sentences of hands that few tables see: three tied for game, a smudge that lacked several cards, one who pays one."""

from __future__ import annotations

import pytest
from sheets import hand, play

from scorekeeper.sheets.words import sentences

PITCH, ALONE, MONEY = "partnership-pitch", "cutthroat-pitch", "money-pitch"
NO_BIDS = {
    "auction.rounds": "none", "special.name": "none", "auction.dealer_steals": False, "finish.may_win": "any",
}  # fmt: skip


def said(variant, *lines, **head):
    return sentences(play(variant, *lines, **head)[1][-1].whys)


@pytest.mark.parametrize(
    ("counts", "tie", "sentence"),
    [
        ({"Ann": 20, "Bob": 20, "Cy": 20}, "nobody",
         "Ann and Bob and Cy all have 20 card points: nobody has game."),
        ({"Ann": 20, "Bob": 20, "Cy": 5}, "nobody",
         "Ann and Bob both have 20 card points (Ann 20, Bob 20, Cy 5): nobody has game."),
        ({"Ann": 5, "Bob": 20, "Cy": 20}, "bidders",
         ("Bob and Cy both have 20 card points (Bob 20, Cy 20, Ann 5): the bidders are not among them, so nobody has "
         "game.")),
    ],
)  # fmt: skip
def test_a_tie_for_game_that_nobody_gets(counts, tie, sentence):
    line = hand("Ann", 2, "high low", counts=counts)
    assert said(ALONE, line, size=3, rules={"game.tie": tie})[0] == sentence


@pytest.mark.parametrize(
    ("line", "lacked"),
    [
        (hand("Ann", "smudge", "high low jack"), "Nobody had game, and the smudge needs every point."),
        (hand("Ann", "smudge", "high game=Bob"),
         "Game was lost. Low and the jack were not in play, and the smudge needs every point."),
        (hand("Ann", "smudge", "high=Bob low=Bob jack=Bob game"), "High, low and the jack were lost."),
        (hand("Ann", "smudge", "high low jack", counts={"Ann": 10, "Bob": 20}), "Game was lost."),
        (hand("Ann", "smudge", "high low", counts={"Ann": 10, "Bob": 20}),
         "Game was lost. The jack was not in play, and the smudge needs every point."),
        (hand("Ann", "smudge", "high low jack=Bob", counts={"Ann": 20, "Bob": 20}),
         "The jack was lost. Nobody had game, and the smudge needs every point."),
    ],
)  # fmt: skip
def test_what_a_smudge_lacked(line, lacked):
    told = next(sentence for sentence in said(PITCH, line) if "failed" in sentence)
    assert told.endswith(f"failed, −5 for Ann & Cy. {lacked}")


def test_a_special_bid_where_only_the_bid_is_known_says_nothing_of_points():
    line = {"bidder": "Ann", "bid": "smudge", "made": False}
    told = said("racehorse-pitch", line, size=5, rules={"special.name": "smudge"})
    # The highest bid there is all the points, four, so the smudge ranks as five.
    assert told == ["Ann bid the smudge: failed, −5 for Ann."]


def test_one_who_pays_one_pays_not_each():
    moon = hand("Ann", "moon", "high low jack game", all_tricks=True)
    dollar = {"currency": "USD", "moon": 1}
    assert said(MONEY, moon, size=2, stakes=dollar)[-1] == "★ Bob pays Ann 1.00 USD for it."
    failed = hand("Ann", "moon", "high low jack game")
    assert said(MONEY, failed, size=2, stakes=dollar)[-1] == "Ann pays Bob 1.00 USD for it."


def test_a_renege_without_bids_decides_no_bid():
    line = {"renege": "Ann"}
    told = said(PITCH, line, rules=NO_BIDS | {"penalty.renege": "zero-and-max"})
    assert told[0] == "Ann reneged: nothing for that side, +4 for everybody else."


def test_who_is_at_the_target_while_it_is_played_on():
    """Bob and Cy pass 11 together while Ann is set; from then on only a bidder would win."""
    house = {"finish.crossing": "bidder-or-play-on", "finish.may_win": "any", "finish.target": 11}
    several = hand("Ann", 4, "high low=Bob jack=Cy")
    told = said(ALONE, several, several, size=3, opening={"Bob": 10, "Cy": 10}, rules=house)
    because = "since several were there, only a bidder who makes it wins"
    assert [sentence for sentence in told if because in sentence] == [
        f"Bob is at the target but does not win: {because}.",
        f"Cy is at the target but does not win: {because}.",
    ]


def test_a_dealer_set_where_scores_count_down_gives_the_others_a_minus():
    house = {
        "auction.all_pass": "dealer-set", "scoring.set": "both", "finish.direction": "down", "finish.start": 21,
        "finish.target": 0,
    }  # fmt: skip
    table, entries = play(PITCH, {"passed_out": True}, rules=house)
    assert table.scores == {"Ann": 19, "Bob": 23, "Cy": 19, "Dee": 23}
    assert sentences(entries[0].whys)[-1] == "The others score what was bid: −2 for Ann & Cy."


# ---------------------------------------------------------------- counting in order


def test_a_score_that_a_failed_smudge_puts_there_was_there_by_the_set():
    """From −10 a failed smudge puts our score at 25; game takes them from 20 to 21 after it."""
    house = {
        "finish.crossing": "in-order", "finish.may_win": "any", "finish.target": 21, "special.made": "score",
        "special.failed": "score-becomes", "special.failed_score": 25,
    }  # fmt: skip
    failed = hand("Ann", "smudge", "high low jack game=Bob")
    table, entries = play(PITCH, failed, rules=house, opening={"Ann": -10, "Bob": 20})
    assert table.scores == {"Ann": 25, "Bob": 21, "Cy": 25, "Dee": 21}
    assert table.winners == ("Ann", "Cy")
    assert sentences(entries[0].whys)[-1] == (
        "Both sides are at 21 (Ann & Cy 25, Bob & Dee 21), and the first there wins: Ann & Cy, by the set. "
        "Ann & Cy win the game."
    )


def test_counting_down_in_order_takes_off_one_point_at_a_time():
    """At 3 and 1: high and low leave us at 1, then the jack takes them to 0, and game us after them."""
    house = NO_BIDS | {
        "finish.crossing": "in-order", "finish.direction": "down", "finish.start": 11, "finish.target": 0,
    }  # fmt: skip
    line = {"points": {"high": "Ann", "low": "Ann", "jack": "Bob", "game": "Ann"}}
    table, _ = play(PITCH, line, rules=house, opening={"Ann": 3, "Bob": 1})
    assert table.scores == {"Ann": 0, "Bob": 0, "Cy": 0, "Dee": 0}
    assert table.winners == ("Bob", "Dee")


# ---------------------------------------------------------------- the limit of hands


def test_equal_at_the_limit_and_both_at_the_target_play_on_for_a_bidder():
    """Ann is set at 0; Bob and Cy, both at 10, get the point that takes each to 11, in the last of one hand."""
    house = {
        "finish.crossing": "bidder-or-play-on", "finish.may_win": "any", "finish.target": 11, "finish.hands": 1,
        "finish.equal": "play-on",
    }  # fmt: skip
    several = hand("Ann", 4, "high low=Bob jack=Cy")
    table, entries = play(ALONE, several, size=3, opening={"Bob": 10, "Cy": 10}, rules=house)
    assert (table.winners, table.play_on) == ((), True)
    told = [why.what for why in entries[0].whys]
    assert told[-2:] == ["play-on", "limit-equal"]
