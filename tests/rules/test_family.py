"""Games that nobody bids for, sold bids, counting out in order, limits of hands: worked by hand from the contract."""

from __future__ import annotations

import pytest
from games import games
from hypothesis import given, settings
from sheets import hand, play

from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.facts import check_hand
from scorekeeper.rules.fold import play as play_line
from scorekeeper.rules.hand import score_hand
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.scoring import standings
from scorekeeper.rules.sheet import Hand
from scorekeeper.rules.table import open_table
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.sheets.words import sentences
from scorekeeper.variants.catalogue import find_variant

NO_BIDS = {
    "auction.rounds": "none", "special.name": "none", "auction.dealer_steals": False, "finish.may_win": "any",
}  # fmt: skip
ALL_FOURS = {
    **NO_BIDS, "turn.ace": 1, "turn.six": 2, "turn.jack": 1, "turn.gift": 1, "points.jack.hung": 3,
    "finish.crossing": "in-order",
}  # fmt: skip


def taken(points, **facts):
    """Return a hand without bidding: "high=Ann low=Bob"."""
    return {"points": dict(word.split("=") for word in points.split()), **facts}


def said(variant, line, **head):
    return sentences(play(variant, line, **head)[1][-1].whys)


def test_what_is_turned_up_and_given_is_told_before_the_points():
    line = taken("high=Ann low=Bob jack=Cy game=Dee", turned=["six", "ace"], gift=True, hung=True)
    assert said("partnership-pitch", line, rules=ALL_FOURS) == [
        "Dee turned up a six and an ace for trump: +3 for Bob & Dee.",
        "Ann begged, and the dealer gave 1 point: +1 for Ann & Cy.",
        "Ann & Cy hang the jack: 3 points in place of 1.",
        "Ann & Cy took 4 (high, jack 3): +4.",
        "Bob & Dee took 2 (low, game): +2.",
    ]


def test_who_was_first_there_is_told_with_what():
    line = taken("high=Ann low=Bob jack=Bob game=Ann")
    told = said("partnership-pitch", line, rules={**ALL_FOURS, "finish.target": 7}, opening={"Ann": 5, "Bob": 6})
    assert told[-1] == (
        "Both sides are at 7 (Bob & Dee 8, Ann & Cy 7), and the first there wins: Bob & Dee, with low. "
        "Bob & Dee win the game."
    )


def test_who_was_there_at_the_same_moment_is_decided_by_score():
    rules = {**NO_BIDS, "finish.target": 7, "finish.crossing": "in-order", "game.tie": "each"}
    line = taken("high=Cy", counts={"Ann": 30, "Bob": 30})
    told = said("cutthroat-pitch", line, size=3, rules=rules, opening={"Ann": 6, "Bob": 6})
    assert told[-1] == (
        "Several are at 7 (Ann 7, Bob 7), the first of them with game: the scores are equal, so they win together. "
        "Ann & Bob win the game."
    )


def test_what_a_set_brings_the_others_is_told():
    assert said("cutthroat-pitch", hand("Ann", 3, "high low=Bob"), size=3, rules={"scoring.set": "given"}) == [
        "Ann bid 3, took 1 (high): set, nothing off for Ann.",
        "Bob took 1 (low): +1.",
        "The others score what was bid: +3 for Bob & Cy.",
    ]


def test_a_set_that_costs_twice_is_told():
    told = said("cutthroat-pitch", hand("Ann", 3, "high"), size=3, rules={"scoring.set": "double"})
    assert told == ["Ann bid 3, took 1 (high): set, −6 for Ann. A set costs the bid twice here."]


def test_a_dealer_who_is_set_for_passing_gives_too():
    rules = {"auction.all_pass": "dealer-set", "auction.forced_bid": 1, "scoring.set": "both"}
    table, entries = play("cutthroat-pitch", {"passed_out": True}, size=3, rules=rules)
    assert table.scores == {"Ann": 1, "Bob": 1, "Cy": -1}
    assert sentences(entries[0].whys) == [
        "Nobody bid, so the dealer's side is set: −1 for Cy.",
        "The others score what was bid: +1 for Ann & Bob.",
    ]


def test_a_sold_bid_is_told():
    told = said("partnership-pitch", hand("Bob", 2, "high low"), rules={"auction.seller_scores": True})
    assert told[0] == "Ann sold the bid for 2: +2 for Ann & Cy."


def test_the_last_hand_is_told_and_so_is_a_tie_that_is_played_on():
    rules = {**NO_BIDS, "finish.hands": 1, "finish.equal": "play-on"}
    tied, decided = taken("high=Ann low=Bob"), taken("high=Ann")
    table, entries = play("cutthroat-pitch", tied, decided, size=2, rules=rules)
    assert sentences(entries[0].whys)[-1] == (
        "That was hand 1, and Ann & Bob are equal and best: play on until one is best alone."
    )
    assert sentences(entries[1].whys)[-1] == "That was hand 2, the last: Ann has the best score and wins."
    assert table.hands_left == 0


def test_after_a_tie_one_more_hand_is_left():
    rules = {**NO_BIDS, "finish.hands": 1, "finish.equal": "play-on"}
    table, _ = play("cutthroat-pitch", taken("high=Ann low=Bob"), size=2, rules=rules)
    assert (table.hands_left, table.finished) == (1, False)


def test_without_a_limit_no_hands_are_left():
    assert play("cutthroat-pitch", size=2)[0].hands_left is None


def test_a_play_on_for_the_bidder_does_not_outlast_the_limit():
    # V39: several there and none of them the bidder, so the target decides nothing; the limit of hands does.
    rules = {"finish.hands": 1}
    line = hand("Eve", 7, "high=Ann low=Bob jack=Cy off_jack=Dee", alone=True)
    table, _ = play("pawnee-call-partner", line, size=5, opening={"Ann": 41, "Bob": 39}, rules=rules)
    assert table.winners == ("Ann",)


def test_why_a_lead_is_too_small_is_told():
    told = said(
        "partnership-pitch", hand("Ann", 2, "high low"), rules={"finish.win_by": 2}, opening={"Ann": 19, "Bob": 20}
    )
    assert (
        told[-1] == "Ann & Cy are at the target but do not win: whoever wins must be further ahead of everybody else."
    )


def test_a_misdeal_names_whoever_called_it():
    assert said("smoke", {"misdeal": True, "claimed_by": "Ann"}, size=3) == ["Misdeal, called by Ann: Cy deals again."]


def test_a_hidden_hand_of_the_dealer_who_sits_out_pays_nobody():
    rules = {"dealing.sits_out": "dealer", "auction.dealer_steals": False, "auction.all_pass": "redeal"}
    stakes = {"currency": "USD", "bid_point": "1.00"}
    table, _ = play("cutthroat-pitch", hand("Ann", 2, "high low"), size=3, rules=rules, stakes=stakes)
    assert table.balances == {"Ann": 200, "Bob": -200, "Cy": 0}


REFUSED = [
    ("cutthroat-pitch", ALL_FOURS, taken("high=Ann", turned=["deuce"]), "turned",
     "Turning up deuce brings nothing at this table."),
    ("cutthroat-pitch", {}, hand("Ann", 2, turned=["jack"]), "turned", "Turning up jack brings nothing at this table."),
    ("cutthroat-pitch", NO_BIDS, taken("high=Ann", gift=True), "gift",
     "Nobody begs and is given a point at this table."),
    ("cutthroat-pitch", ALL_FOURS, taken("high=Ann", hung=True), "hung",
     "A jack that was hung was taken by somebody: say who got it."),
    ("cutthroat-pitch", NO_BIDS, taken("jack=Ann", hung=True), "hung",
     "There is nothing extra for hanging the jack at this table."),
    ("cutthroat-pitch", NO_BIDS, taken("high=Ann", alone=False), "alone",
     "alone means nothing here: there is no bidding at this table."),
    ("cutthroat-pitch", NO_BIDS, {"turned": []}, "points", "Who got the points?"),
    ("cutthroat-pitch", NO_BIDS, {"auction": [["Ann", "pass"]]}, "auction",
     "auction means nothing here: there is no bidding at this table."),
    ("cutthroat-pitch", {}, hand("Ann", 2, "high", claimed_by="Ann"), "claimed_by",
     "claimed_by says who called a misdeal; this line has none."),
    ("cutthroat-pitch", {}, {"passed_out": True, "claimed_by": "Ann"}, "claimed_by",
     "Nothing goes with passed_out but a note."),
    ("cutthroat-pitch", {}, hand("Ann", 2, turned="jack"), "turned",
     "turned is a list of ace, jack, six or deuce, in order."),
    ("cutthroat-pitch", {}, hand("Ann", 2, turned=["ten"]), "turned",
     "turned is a list of ace, jack, six or deuce, in order."),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "rules", "line", "field", "sentence"), REFUSED)
def test_what_cannot_have_happened_is_refused(variant, rules, line, field, sentence):
    with pytest.raises(SheetError) as refused:
        play(variant, line, size=3, rules=rules)
    assert (refused.value.line, refused.value.field, say_refusal(refused.value.refusal)) == (1, field, sentence)


SITS_OUT = {"dealing.sits_out": "dealer", "auction.dealer_steals": False, "auction.all_pass": "redeal"}


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (hand("Cy", 2, "high=Ann"), "bidder"),
        (hand("Ann", 2, "high=Cy"), "points.high"),
        (hand("Ann", 2, "high", counts={"Cy": 3}), "counts.Cy"),
        (hand("Ann", 2, "high", renege="Cy"), "renege"),
        ({"auction": [["Ann", 2], ["Bob", "pass"], ["Cy", "pass"]], "points": {}}, "auction"),
        ({"auction": [["Cy", "pass"]], "points": {}}, "auction"),
    ],
)
def test_a_dealer_who_sits_out_is_in_no_fact_of_the_hand(line, field):
    with pytest.raises(SheetError) as refused:
        play("cutthroat-pitch", line, size=3, rules=SITS_OUT)
    assert (refused.value.field, say_refusal(refused.value.refusal)) == (field, "Cy deals and sits this hand out.")


def test_the_auction_without_the_dealer_ends_on_the_dealers_right():
    line = {"auction": [["Ann", 2], ["Bob", 3]], "points": {"high": "Bob", "low": "Bob", "jack": "Bob"}}
    table, _ = play("cutthroat-pitch", line, size=3, rules=SITS_OUT)
    assert table.scores == {"Ann": 0, "Bob": 3, "Cy": 0}


# ---------------------------------------------------------------- counting in order


@pytest.mark.deep
@settings(max_examples=60)
@given(games())
def test_what_is_counted_in_order_comes_to_the_scores_of_the_hand(document):
    night = read_sheet(document, find_variant)
    table = open_table(night.head)
    for line in night.lines:
        read = read_line(line, table.variant.kind)
        if (
            isinstance(read, Hand)
            and table.rules.counts_in_order
            and (contract := check_hand(read, table.rules, table))
        ):
            scored = score_hand(read, contract, table.rules, table.scores)
            assert [dict(scores) for _, scores in standings(table.scores, scored.moments, table.rules)][
                -1
            ] == scored.scores
        table, _ = play_line(table, read)
