"""What follows from a value, asked of every value a setting may have."""

import pytest
from sheets import house_rules

from scorekeeper.rules.ruleset import ANSWERS, SETTINGS, TIMES_LOST, Ruleset, build_ruleset
from scorekeeper.sheets.values import ANSWERS as SAID

TRUE_FOR = {
    "shares_scores": ("seating.sides", "partners pairs"), "calls_partner": ("seating.sides", "called-partner"),
    "made_scores_bid": ("scoring.made", "bid"), "others_score": ("scoring.others", "taken"),
    "counts_game": ("game.by", "count"), "counts_down": ("finish.direction", "down"),
    "dealer_is_forced": ("auction.all_pass", "dealer-forced"),
    "special_needs_tricks": ("special.needs", "all-points-and-tricks"), "bidder_deals": ("dealing.next", "racehorse"),
    "has_bidding": ("auction.rounds", "one many"), "gives_sets": ("scoring.set", "given both"),
    "counts_in_order": ("finish.crossing", "in-order"), "dealer_sits_out": ("dealing.sits_out", "dealer"),
    "plays_on_equal": ("finish.equal", "play-on"), "trumps_reversed": ("deck.trump_order", "reversed"),
    "has_stock": ("deal.exchange", "stock"), "bids_many_rounds": ("auction.rounds", "many"),
    "special_may_win": ("special.made", "win-game win-or-zero"), "special_may_lose": ("special.failed", "lose-game"),
    "scores_renege": ("penalty.renege", "zero-and-max"), "waits_for_bidder": ("finish.crossing", "bidder-or-play-on"),
    "set_lets_others_win": ("finish.may_win", "bid-made-or-opponents-set"), "holds_short": ("finish.hold", "one-short"),
    "holds_everyone": ("finish.hold_who", "everyone"), "wins_with_four": ("finish.instant_win", "four-bid"),
    "high_is_fixed": ("points.high.card", "fixed"), "low_is_fixed": ("points.low.card", "fixed"),
    "bidder_takes_cards": ("deal.exchange", "blinds kitty widow"), "lead_makes_trump": ("auction.trump", "first-lead"),
    "everybody_exchanges": ("deal.exchange", "discard draw refill kitty widow dealer-takes-rest"),
}  # fmt: skip
"""Field -> the setting it follows from, and the values for which it is true (docs/settings.md)."""


@pytest.mark.parametrize("name", ANSWERS)
def test_it_is_true_for_these_values_and_for_no_others(name):
    key, yes = TRUE_FOR[name]
    every = SETTINGS[key][0].words
    told = {word for word in every if getattr(build_ruleset("bidding", {"points.game.worth": 1, key: word}), name)}
    assert told == set(yes.split())


@pytest.mark.parametrize("name", SAID)
def test_what_the_sheet_alone_asks_is_answered_for_every_value(name):
    key, yes, no = SAID[name]
    assert sorted([*yes.split(), *no.split()]) == sorted(SETTINGS[key][0].words)


def test_no_game_is_counted_where_there_is_no_point_for_it():
    assert not Ruleset().counts_game


@pytest.mark.parametrize(("scoring", "times"), [("bid", 1), ("both", 1), ("double", 2), ("given", 0)])
def test_a_set_costs_the_bid_so_many_times(scoring, times):
    assert build_ruleset("bidding", {"scoring.set": scoring}).times_lost == times
    assert set(TIMES_LOST) == set(SETTINGS["scoring.set"][0].words)


@pytest.mark.parametrize(
    ("house", "ends"),
    [
        ({}, False), ({"finish.target": 21}, False), ({"finish.bust": -10}, True),
        ({"finish.instant_win": "four-bid"}, True), ({"finish.hands": 8}, True), ({"finish.rounds": 2}, True),
    ],
)  # fmt: skip
def test_whether_a_game_can_end_with_nobody_at_the_target(house, ends):
    assert house_rules(house).ends_without_target is ends


def test_rules_are_the_same_by_their_settings():
    rules = house_rules({"finish.target": 21})
    assert hash(rules) == hash(house_rules({"finish.target": 21}))
    assert hash(rules) != hash(house_rules({"finish.target": 22}))
