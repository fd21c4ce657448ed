"""The auction and the special bid, with the numbers of one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.grammar import counted, number_text
from scorekeeper.sheets.explain.partners import play_alone, say_others, say_you_take
from scorekeeper.sheets.explain.points import list_points
from scorekeeper.sheets.phrases import say_setting

if TYPE_CHECKING:
    from scorekeeper.rules.ruleset import Ruleset

NO_SPECIAL = "There is no moon or smudge at this table."


def say_rounds(rules: Ruleset) -> str:
    """Return in words how often the bidding goes around."""
    rounds = rules.auction.rounds
    match rounds:
        case "one" if rules.auction.seller_scores:
            return "Bidding goes around once, from the seller's left: each of the others bids or passes just once."
        case "one" | "none":
            return say_setting("auction.rounds", rounds)
        case "many":
            return (
                f"Bidding goes around, from the dealer's left, until all but one have passed or somebody bids "
                f"{_top(rules)}; once you pass you are out."
            )
    assert_never(rounds)


def _top(rules: Ruleset) -> str:
    return f"the {rules.special.name}" if rules.has_special else str(rules.highest_bid)


def say_lowest_bid(rules: Ruleset) -> str:
    return f"The lowest bid is {rules.auction.min}."


def say_highest_bid(rules: Ruleset) -> str:
    """Return in words what the highest bid is, the special bid above it included."""
    highest = rules.highest_bid
    every = f", all the points of a hand ({list_points(rules)})" if rules.auction.max == "all" else ""
    above = f" Above it is the {rules.special.name}." if rules.has_special else ""
    return f"The highest bid is {highest}{every}.{above}"


def say_bids(rules: Ruleset) -> str:
    """Return in words from where to where the bids go."""
    auction = rules.auction
    stealing = ", unless the dealer steals" if auction.dealer_steals else ""
    above = f". Above them all is the {rules.special.name}" if rules.has_special else ""
    bids = f"Bids go from {auction.min} to {rules.highest_bid}, each higher than the last{stealing}"
    only = f"The only bid is {auction.min}"
    return f"{only if auction.min == rules.highest_bid else bids}{above}."


def say_all_pass(rules: Ruleset) -> str:
    """Return in words what happens when nobody bids."""
    rule = rules.auction.all_pass
    match rule:
        case "redeal" | "next-dealer":
            return say_setting("auction.all_pass", rule)
        case "dealer-forced":
            return f"If everybody else passes, the dealer is stuck and must bid {rules.forced_bid} or more."
        case "dealer-set":
            lost = f"loses {rules.times_lost * rules.forced_bid}" if rules.times_lost else "loses nothing"
            others = say_others(rules)
            given = f" {others[0].upper()}{others[1:]} scores {rules.forced_bid}." if rules.gives_sets else ""
            dealer = "the dealer" if play_alone(rules) else "the dealer's side"
            return (
                f"If everybody passes, {dealer} {lost} without a card played, and that counts as a set."
                f"{given} The deal passes to the left."
            )
    assert_never(rule)


def say_stealing(rules: Ruleset) -> str:
    """Return in words whether the dealer may take the bid by equaling it; a dealer who sits out does not bid at all."""
    if rules.dealer_sits_out:
        return "The dealer sits the hand out and does not bid."
    return say_setting("auction.dealer_steals", rules.auction.dealer_steals)


def say_sold(rules: Ruleset) -> str:
    """Return in words whether the bid is sold, and what that brings the player on the dealer's left."""
    if rules.auction.seller_scores and play_alone(rules):
        return "The bid is sold: when somebody else buys it, the player on the dealer's left scores what was bid."
    return say_setting("auction.seller_scores", rules.auction.seller_scores)


def say_set(rules: Ruleset) -> str:
    """Return in words what a set costs, and what it brings the others."""
    costs = rules.scoring.set
    back = ", and what a set costs goes back on" if rules.times_lost else ""
    down = f" Scores count down: what you win comes off{back}." if rules.counts_down else ""
    match costs:
        case "bid" if rules.counts_down:
            return (
                "Scores count down: what you win comes off. Take less than you bid and you are set: your bid is added."
            )
        case "bid":
            return "Take less than you bid and you are set: your bid comes off your score, below zero if need be."
        case "double" | "given" | "both":
            said = say_setting("scoring.set", costs).replace("every other side", say_others(rules))
            if play_alone(rules):
                said = said.replace("what it took", "what they took")
            return f"Take less than you bid and you are set. {said}{down}"
    assert_never(costs)


def say_throw(rules: Ruleset) -> str:
    """Return in words whether a card may be thrown to bid, and who gets it back [003, "Pitching"]."""
    if not rules.auction.throw_card:
        return say_setting("auction.throw_card", value=False)
    special = f" or bidding the {rules.special.name}" if rules.has_special else ""
    return (
        "You may bid by throwing a card: that is a bid of 4 with its suit as trump. After it only the dealer may bid, "
        f"by throwing a card too{special}; then the first bidder takes the thrown card back."
    )


# ---------------------------------------------------------------- the special bid


def say_special(rules: Ruleset) -> str:
    """Return in words what the special bid ranks as and needs."""
    return (
        f"The {rules.special.name} is the highest bid and counts as a bid of {rules.special_rank}. {say_needs(rules)}"
    )


def say_needs(rules: Ruleset) -> str:
    """Return in words what makes the special bid: every point of the hand, each of which must be in play."""
    if not rules.has_special:
        return NO_SPECIAL
    tricks = " and every trick" if rules.special_needs_tricks else ""
    return (
        f"To make it {say_you_take(rules)} all {counted(rules.on_offer, 'point')} ({list_points(rules)}){tricks}. "
        f"If the card for one of these points is not in play, the {rules.special.name} fails."
    )


def say_when_special(rules: Ruleset) -> str:
    """Return in words over which bid the special bid may be bid, and whether the dealer may steal it."""
    if not rules.has_special:
        return NO_SPECIAL
    said = say_setting("special.over", rules.special.over)
    if rules.auction.dealer_steals:
        said += f" The dealer may steal it, bidding the {rules.special.name} as well."
    return said


def say_special_made(rules: Ruleset) -> str:
    """Return in words what a made special bid brings."""
    special = rules.special
    if not rules.has_special:
        return NO_SPECIAL
    match special.made:
        case "score":
            score = rules.special_rank if special.made_score == "bid" else special.made_score
            only = ""
            if score > rules.on_offer and not rules.made_scores_bid:
                only = f" You have to bid it: if you take everything on a lower bid, you score {rules.on_offer}."
            moved = f"takes {number_text(score)} off" if rules.counts_down else f"adds {number_text(score)} to"
            return f"Made, it {moved} your score.{only}"
        case "win-or-zero":
            from_zero = say_setting("special.zero_is_good", special.zero_is_good)
            return f"{say_setting('special.made', special.made)} {from_zero}"
        case "win-game" | "none":
            return say_setting("special.made", special.made)
    assert_never(special.made)


def say_no_score(rules: Ruleset) -> str:
    """Return in words what is scored where the special bid moves only money."""
    bidder = "the bidder's score" if play_alone(rules) else "the bidders' score"
    others = " The others score what they take." if rules.others_score else ""
    return f"Made or failed, it does not change {bidder}.{others}"


def say_special_failed(rules: Ruleset) -> str:
    """Return in words what a failed special bid costs, and that the others still score."""
    special, rank = rules.special, rules.special_rank
    if not rules.has_special:
        return NO_SPECIAL
    others = " Play the hand out all the same: the others score what they take." if rules.others_score else ""
    match special.failed:
        case "lose":
            cost = rank if special.failed_score == "bid" else special.failed_score
            lost = f"it costs {number_text(rules.times_lost * cost)}" if rules.times_lost else "it costs nothing"
            given = f", and {say_others(rules)} scores {number_text(cost)}" if rules.gives_sets else ""
            return f"Failed, {lost}{given}.{others}"
        case "score-becomes":
            score = -rank if special.failed_score == "bid" else special.failed_score
            return f"Failed, it puts your score at {number_text(score)}, whatever it was.{others}"
        case "lose-game" | "none":
            return say_setting("special.failed", special.failed)
    assert_never(special.failed)


def say_special_sets(rules: Ruleset) -> str:
    """Return in words how many sets a failed special bid is."""
    if not rules.has_special:
        return NO_SPECIAL
    sets = rules.special.counts_sets
    return f"A failed {rules.special.name} counts as {counted(sets, 'set') if sets else 'no set'}."


def say_from_below_zero(rules: Ruleset) -> str:
    """Return in words what a made special bid does from below zero, and from exactly zero."""
    special = rules.special
    if not rules.has_special:
        return NO_SPECIAL
    match special.made:
        case "win-or-zero":
            return say_special_made(rules)
        case "score" | "win-game" | "none":
            return f"{say_special_made(rules)} From below zero it is the same."
    assert_never(special.made)
