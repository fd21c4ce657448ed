"""How a game is won: who may win, both over, holding, bust, with the numbers of one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.deck import TURNED
from scorekeeper.rules.finish import holds_everyone, points_short
from scorekeeper.rules.grammar import number_text
from scorekeeper.rules.scoring import GIVEN, ORDER
from scorekeeper.rules.trumps import point_name
from scorekeeper.sheets.explain.partners import has_two_sides, play_alone, say_bidders, say_others
from scorekeeper.sheets.phrases import say_setting

if TYPE_CHECKING:
    from scorekeeper.rules.ruleset import Ruleset


OF_BIDS = ", with the bid or without it"
"""Words that nobody needs where there is no bidding."""


def _there(rules: Ruleset) -> str:
    """Return where one must be to win: "21 or more", "0 or below"; nobody has to hit the target exactly."""
    target = rules.finish.target
    if target == "none":
        return "the target"
    if _stops_everyone(rules):
        return number_text(target)
    return f"{number_text(target)} or {'below' if rules.counts_down else 'more'}"


def _stops_everyone(rules: Ruleset) -> bool:
    """Return whether no score is written past the target."""
    match rules.finish.hold:
        case "at-target":
            return holds_everyone(rules.finish.hold_who)
        case "none" | "one-short":
            return False
    assert_never(rules.finish.hold)


def say_target(rules: Ruleset) -> str:
    """Return in words where everybody starts and what the game is to."""
    finish = rules.finish
    if finish.target == "none":
        return say_setting("finish.target", "none")
    start, target = number_text(finish.start), number_text(finish.target)
    if rules.counts_down:
        return f"Everybody starts at {start} and counts down; the game is to {target} or below."
    return f"Everybody starts at {start}; the game is to {target}." if finish.start else f"The game is to {target}."


def say_may_win(rules: Ruleset) -> str:
    """Return in words who can win at the end of a hand."""
    may_win, target = rules.finish.may_win, rules.finish.target
    if target == "none":
        return say_setting("finish.target", "none")
    there = _there(rules)
    match may_win:
        case "any":
            return f"Whoever reaches {there} wins{OF_BIDS if rules.has_bidding else ''}."
        case "bid-made":
            side = "side that" if rules.shares_scores else "player who"
            return (
                f"Only a {side} bids and makes it can win on that hand. Getting to {there} against somebody else's "
                f"bid, or standing there after a set, does not win: play on.{_example(rules, target)}"
            )
        case "bid-made-or-opponents-set":
            return (
                f"You can win only on a hand in which you make your bid or {_the_bidders_are(rules)} set. Against a "
                "made bid nobody else wins."
            )
    assert_never(may_win)


def _example(rules: Ruleset, target: int) -> str:
    """Return the example of the source with this table's numbers [003: 18 and 24 become 21 and 25]."""
    bid = 3
    if rules.counts_down or not (rules.shares_scores and rules.others_score) or rules.on_offer <= bid:
        return ""
    if not rules.auction.min <= bid <= rules.highest_bid:
        return ""
    if rules.finish.hold != "none" or rules.finish.must_stand_at_target or rules.finish.instant_win != "none":
        return ""
    us, them = target - bid, target + bid
    return (
        f" Example: you have {number_text(us)} and they have {number_text(them)} from hands against your bids. "
        f"You bid {bid} and take just that, and they take 1: you win, {number_text(target)} to {number_text(them + 1)}."
    )


# ---------------------------------------------------------------- both over


def _counting_order(rules: Ruleset) -> str:
    """Return in words what is counted in which order, of the things that can be scored at this table."""
    gains = {
        "sold": (rules.has_bidding and rules.auction.seller_scores, "the bid that was sold"),
        GIVEN: (rules.has_bidding and rules.gives_sets, "what a set brings the others"),
        "turned": (not rules.has_bidding and any(getattr(rules.turn, card) for card in TURNED), "the cards turned up"),
        "gift": (not rules.has_bidding and bool(rules.turn.gift), "the point for begging"),
    }
    at_once = [said for it in ORDER for happens, said in [gains.get(it, (False, ""))] if happens]
    in_hand = [point_name(key, rules) for key in ORDER if key in rules.worth]
    count = "The bidder's points count" if play_alone(rules) else "The bidders' points count"
    made = f" {count} only if the bid was made." if rules.has_bidding else ""
    return f"The points are counted in order: {', '.join([*at_once, *in_hand])}.{made}"


def _the_bidders_are(rules: Ruleset) -> str:
    return "the bidder is" if play_alone(rules) else "the bidders are"


def say_both_over(rules: Ruleset) -> str:
    """Return in words who wins when several sides are at the target after the same hand."""
    finish = rules.finish
    if finish.target == "none":
        return say_setting("finish.target", "none")
    there = _there(rules)
    match finish.may_win:
        case "any":
            return _crossing(rules)
        case "bid-made":
            bidders = _bidders_alone(rules, there)
            return (
                f"{bidders} If the bid is set, nobody wins on that hand, wherever the scores stand: play on until "
                "somebody makes a bid and is there."
            )
        case "bid-made-or-opponents-set":
            cannot = "the bidder" if play_alone(rules) else "the bidders"
            return f"{_bidders_alone(rules, there)} If the bid is set, {cannot} cannot win: {_others_first(rules)}"
    assert_never(finish.may_win)


def _bidders_alone(rules: Ruleset, there: str) -> str:
    if rules.calls_partner:
        return (
            f"If the bid is made, only the bidder and the partner can win, even if others are at {there} too. "
            f"{_of_the_two(rules)}"
        )
    stand = "" if not rules.finish.must_stand_at_target else " and stood there before the hand"
    are = "the bidder wins if" if play_alone(rules) else "the bidders win if they are"
    return f"If the bid is made, {are} at {there}{stand}, whatever the others have."


def _of_the_two(rules: Ruleset) -> str:
    """Return in words whether bidder or called partner wins when both are at the target."""
    crossing = rules.finish.crossing
    match crossing:
        case "higher-then-bidders" | "bidders-first":
            return "If both are there, the better score wins; of equal scores the bidder's."
        case "bidder-or-play-on":
            return "If both are there, the bidder wins."
        case "in-order":
            return f"If both are there, whoever got there first wins. {_counting_order(rules)}"
    assert_never(crossing)


def _others_first(rules: Ruleset) -> str:
    """Return in words who of those that did not bid wins when the bidders are set."""
    crossing = rules.finish.crossing
    if has_two_sides(rules):
        return f"the others win if they are at {_there(rules)}."
    match crossing:
        case "higher-then-bidders" | "bidders-first":
            return "whoever else is there wins, the best score first, and equal scores win together."
        case "bidder-or-play-on":
            return "one other side alone there wins; if there are several, play on until a bidder makes it."
        case "in-order":
            return f"of the others, whoever got there first wins. {_counting_order(rules)}"
    assert_never(crossing)


def _crossing(rules: Ruleset) -> str:
    crossing, there = rules.finish.crossing, _there(rules)
    several = f"If {'both sides' if has_two_sides(rules) else 'several'} are at {there} after the same hand"
    match crossing:
        case "in-order":
            return f"{several}, whoever got there first wins. {_counting_order(rules)}"
        case "higher-then-bidders" | "bidders-first" if not rules.has_bidding:
            return f"{several}, the best score wins. Equal scores win together."
        case "higher-then-bidders" if has_two_sides(rules):
            return f"{several}, the best score wins; if the scores are equal, the bidders win."
        case "higher-then-bidders":
            return (
                f"{several}, the best score wins; of equal scores the {'bidder' if play_alone(rules) else 'bidders'}'"
                f"{'s' if play_alone(rules) else ''}. Equal scores without the bid win together."
            )
        case "bidders-first":
            return f"{several}, {_bidders_first(rules)}"
        case "bidder-or-play-on":
            return (
                f"{several}, the bidder wins if the bid was made and the bidder is one of them. If not, nobody wins "
                f"yet: play on until somebody makes a bid and is at {there} after it."
            )
    assert_never(crossing)


def _bidders_first(rules: Ruleset) -> str:
    if has_two_sides(rules):
        return "the bidders win if they made the bid, whatever the scores; if they were set, the others win."
    made = "with a made bid, whatever the scores; if the bid was set, the best score of the others wins"
    return f"{say_bidders(rules)} {made}, and equal scores win together."


# ---------------------------------------------------------------- holding, bust, at once


def say_hold(rules: Ruleset) -> str:
    """Return in words at which score one stops: one short of the target is 1 where scores count down to zero."""
    finish = rules.finish
    stops_anybody = rules.has_bidding or holds_everyone(finish.hold_who)
    if finish.target == "none" or finish.hold == "none" or not stops_anybody:
        return say_setting("finish.hold", "none")
    short = points_short(finish.hold)
    stop = number_text(finish.target + short if rules.counts_down else finish.target - short)
    if holds_everyone(finish.hold_who):
        return f"Scores stop at {stop}: what you make beyond it is not written, even when you win."
    who, it = ("somebody who", "they") if play_alone(rules) else ("a side that", "it")
    past = f"reaches {_there(rules)} on a hand {it} cannot win"
    return f"If {who} did not bid {past}, write {stop} instead: that score stops there."


def say_instant_win(rules: Ruleset) -> str:
    """Return in words whether and how the game is won at once, whatever the score."""
    said = say_setting("finish.instant_win", rules.finish.instant_win)
    return said if rules.has_bidding else said.replace(OF_BIDS, "")


def say_bust(rules: Ruleset) -> str:
    """Return in words at which score the game is lost."""
    bust = rules.finish.bust
    if bust == "none":
        return say_setting("finish.bust", bust)
    return f"At {number_text(bust)} or worse you are bust and lose the game; the best of the others wins it."


RENEGE = "You renege when you play a card that you may not play, such as another suit when you could follow."


def say_renege(rules: Ruleset) -> str:
    """Return in words what a renege costs."""
    penalty = rules.penalty.renege
    match penalty:
        case "none":
            return say_setting("penalty.renege", penalty)
        case "zero-and-max":
            who = "Whoever reneges" if play_alone(rules) else "A side that reneges"
            said = f"{who} scores nothing on that hand, and {say_others(rules)} scores all {rules.on_offer}."
            return f"{said} {_reneged_bid(rules)}" if rules.has_bidding else said
    assert_never(penalty)


def _reneged_bid(rules: Ruleset) -> str:
    bidders, are, their = (
        ("bidder", "is", "the bidder's") if play_alone(rules) else ("bidders", "are", "their")
    )
    back = "goes back on" if rules.counts_down else "comes off"
    return (
        f"If the {bidders} reneged, the {bidders} {are} set, but nothing {back} {their} score. If somebody else "
        "reneged, the bid counts as made."
    )
