"""Who plays together: what the sides are called in a sentence, and the called partner.

Nobody has a side where everybody plays alone.  A partner is called: what is called, when the partner is known, when the
bidder is alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.sheets.explain.deal import has_exchange
from scorekeeper.sheets.phrases import say_setting

if TYPE_CHECKING:
    from scorekeeper.rules.ruleset import Ruleset

# ---------------------------------------------------------------- sides


def play_alone(rules: Ruleset) -> bool:
    """Return whether nobody ever has a partner."""
    return not (rules.shares_scores or rules.calls_partner)


def has_two_sides(rules: Ruleset) -> bool:
    """Return whether there are two sides at every table size."""
    match rules.seating.sides:
        case "partners":
            return True
        case "pairs" | "solo" | "called-partner":
            return False
    assert_never(rules.seating.sides)


def say_you_take(rules: Ruleset) -> str:
    """Return who takes tricks together, with the verb: "you take", "your side takes"."""
    return "you take" if play_alone(rules) else "your side takes"


def say_bidders(rules: Ruleset) -> str:
    """Return the bidding side with its verb: "the bidder wins", "the bidders win"."""
    return "the bidder wins" if play_alone(rules) else "the bidders win"


def say_others(rules: Ruleset) -> str:
    """Return everybody else, as one who scores: "each of the others", "the other side"."""
    if play_alone(rules):
        return "each of the others"
    return "the other side" if has_two_sides(rules) else "every other side"


# ---------------------------------------------------------------- the called partner

NO_CALL = "Nobody calls a partner at this table."


def say_call(rules: Ruleset) -> str:
    """Return in words what the bidder calls, and what not."""
    if not rules.calls_partner:
        return NO_CALL
    return f"{say_setting('call.what', rules.call.what)} {say_setting('call.not', rules.call.not_)}"


def say_reveal(rules: Ruleset) -> str:
    return say_setting("call.reveal", rules.call.reveal) if rules.calls_partner else NO_CALL


def say_alone(rules: Ruleset) -> str:
    """Return in words when the bidder is alone: by choice, or because nobody else holds the called card [000]."""
    if not rules.calls_partner:
        return NO_CALL
    places = ["was not dealt", *_kept_away(rules)]
    where = places[0] if len(places) == 1 else f"{', '.join(places[:-1])} or {places[-1]}"
    choice = say_setting("call.alone_by_choice", rules.call.alone_by_choice)
    before = f"The bidder calls before taking the {rules.deal.exchange}. " if _calls_before_taking(rules) else ""
    alone = f"If the called card {where}, the bidder plays alone against all the others, who are one side."
    return f"{before}{alone} {choice}"


def _kept_away(rules: Ruleset) -> list[str]:
    """Return sentences on where else the called card may be, so that nobody but the bidder can play it."""
    said = []
    if _calls_before_taking(rules):
        said.append(f"turns up in the {rules.deal.exchange}")
    if has_exchange(rules) and _may_throw_called(rules):
        said.append("was discarded")
    if _may_call_own(rules) or _may_draw_called(rules):
        said.append("is in the bidder's own hand")
    return said


def _calls_before_taking(rules: Ruleset) -> bool:
    """Return whether the bidder names trump, and so calls, before taking the kitty or widow."""
    match rules.deal.exchange:
        case "kitty" | "widow":
            return not _names_trump_after_exchange(rules)
        case "none" | "discard" | "draw" | "refill" | "blinds" | "dealer-takes-rest" | "stock":
            return False
    assert_never(rules.deal.exchange)


def _names_trump_after_exchange(rules: Ruleset) -> bool:
    match rules.auction.trump:
        case "after-exchange":
            return True
        case "named" | "first-lead" | "turned" | "cut":
            return False
    assert_never(rules.auction.trump)


def _may_throw_called(rules: Ruleset) -> bool:
    """Return whether the called card may be thrown away: only "no-points" protects every called card."""
    match rules.deal.may_discard:
        case "no-points":
            return False
        case "any" | "no-trump":
            return True
    assert_never(rules.deal.may_discard)


def _may_draw_called(rules: Ruleset) -> bool:
    """Return whether the bidder gets other cards than a kitty's after the call."""
    match rules.deal.exchange:
        case "draw" | "refill" | "dealer-takes-rest":
            return True
        case "blinds":
            return has_exchange(rules)
        case "none" | "discard" | "kitty" | "widow" | "stock":
            return False
    assert_never(rules.deal.exchange)


def _may_call_own(rules: Ruleset) -> bool:
    match rules.call.not_:
        case "none":
            return True
        case "own" | "own-and-trey":
            return False
    assert_never(rules.call.not_)


def say_result(rules: Ruleset) -> str:
    """Return in words whose score a hand changes: each member of a side takes the whole result of the side."""
    if not rules.calls_partner:
        return NO_CALL
    sign = "goes onto" if rules.counts_down else "comes off"
    return (
        "Bidder and partner each score all the points of their side, and a set costs both of them: the bid "
        f"{sign} either's score. Each of the others scores what the others took together."
    )
