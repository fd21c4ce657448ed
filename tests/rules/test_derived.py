"""What follows from a value, asked of every value a setting may have."""

from __future__ import annotations

from typing import get_args

import pytest

from scorekeeper.rules import derived, setting_groups

TRUE_FOR = {
    "share_scores": ("Sides", "partners pairs"),
    "call_partner": ("Sides", "called-partner"),
    "scores_the_bid": ("ScoringMade", "bid"),
    "others_score": ("ScoringOthers", "taken"),
    "is_counted": ("GameBy", "count"),
    "counts_down": ("Direction", "down"),
    "forces_dealer": ("AllPass", "dealer-forced"),
    "wins_from_some_scores": ("InstantWin", "four-bid"),
    "needs_tricks": ("SpecialNeeds", "all-points-and-tricks"),
    "lets_bidder_deal": ("NextDealer", "racehorse"),
    "have_bids": ("Rounds", "one many"),
    "is_given": ("ScoringSet", "given both"),
    "counts_in_order": ("Crossing", "in-order"),
    "dealer_sits_out": ("SitsOut", "dealer"),
    "plays_on_equal": ("Equal", "play-on"),
    "has_stock": ("Exchange", "stock"),
    "lead_makes_trump": ("TrumpMade", "first-lead"),
    "everybody_exchanges": ("Exchange", "discard draw refill kitty widow dealer-takes-rest"),
}
"""Question -> the kind of value it is asked of, and those for which the answer is yes (docs/settings.md)."""


@pytest.mark.parametrize("question", TRUE_FOR)
def test_the_answer_is_yes_for_these_values_and_no_for_all_others(question):
    kind, yes = TRUE_FOR[question]
    values, ask = get_args(getattr(setting_groups, kind)), getattr(derived, question)
    assert {value for value in values if ask(value)} == set(yes.split())


@pytest.mark.parametrize(("scoring", "times"), [("bid", 1), ("both", 1), ("double", 2), ("given", 0)])
def test_a_set_costs_the_bid_so_many_times(scoring, times):
    assert derived.times_lost(scoring) == times


def test_every_question_is_asked_here():
    asked = {name for name, it in vars(derived).items() if getattr(it, "__module__", "") == derived.__name__}
    assert asked - {name for name in asked if name.startswith(("x_", "mutants_"))} == {*TRUE_FOR, "times_lost"}
