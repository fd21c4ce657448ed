"""The deal, a misdeal and the cards that are changed; and the play of the cards.

Of the play: the first lead, following, who wins a trick and leads next, when it stops.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.deck import JOKERS_FOR_POINT, rank_of_point
from scorekeeper.rules.grammar import counted
from scorekeeper.rules.trumps import point_name
from scorekeeper.sheets.explain.cards import (
    makes_trump_by_lead,
)
from scorekeeper.sheets.phrases import say_setting

if TYPE_CHECKING:
    from scorekeeper.rules.ruleset import Ruleset

def has_exchange(rules: Ruleset) -> bool:
    """Return whether cards are exchanged; no blinds at all are no exchange [000: "zero to three"]."""
    match rules.deal.exchange:
        case "none" | "stock":
            return False
        case "blinds":
            return bool(rules.deal.exchange_size)
        case "discard" | "draw" | "refill" | "kitty" | "widow" | "dealer-takes-rest":
            return True
    assert_never(rules.deal.exchange)


def _throws_plain_cards(rules: Ruleset) -> bool:
    """Return whether everybody throws away just the cards that are not trumps."""
    match rules.deal.exchange:
        case "refill":
            return True
        case "none" | "discard" | "draw" | "blinds" | "kitty" | "widow" | "dealer-takes-rest" | "stock":
            return False
    assert_never(rules.deal.exchange)


def _hand(rules: Ruleset) -> str:
    deal = rules.deal
    return counted(deal.hand or deal.cards, "card") if deal.hand or deal.cards else "the hand that is played"


def say_exchange(rules: Ruleset) -> str:
    """Return in words who changes how many cards; without the number where none is fixed."""
    deal, hand = rules.deal, _hand(rules)
    size, unsized = counted(deal.exchange_size, "card"), say_setting("deal.exchange", deal.exchange)
    if not has_exchange(rules) and not rules.has_stock:
        return say_setting("deal.exchange", "none")
    match deal.exchange:
        case "none" | "stock":
            return unsized
        case "discard":
            return f"Then everybody discards down to {hand}, face down."
        case "refill":
            said = f"Then everybody discards all cards that are not trumps and draws back up to {hand}."
            if not deal.cards > deal.hand > 0:
                return said
            return f"{said} Whoever holds more than {deal.hand} trumps discards the extra ones{_but_no_points(rules)}."
        case "draw":
            down = f"; after that everybody discards down to {hand}" if deal.hand and deal.hand < deal.cards else ""
            sized = f"Then everybody may discard up to {size} and draw as many{down}."
        case "blinds":
            sized = f"The bidder takes the blinds, {size} from the undealt deck, and buries as many face down."
        case "kitty" | "widow":
            sized = f"The bidder takes the {deal.exchange} ({size}); then everybody discards down to {hand}."
        case "dealer-takes-rest":
            sized = (
                f"Then everybody but the dealer may discard up to {size} and draw as many. "
                f"The dealer takes all the cards left and discards down to {hand}."
            )
        case _:
            assert_never(deal.exchange)
    return sized if deal.exchange_size else unsized


def _but_no_points(rules: Ruleset) -> str:
    match rules.deal.may_discard:
        case "any":
            return ""
        case "no-points" | "no-trump":
            return ", but none that is worth a point"
    assert_never(rules.deal.may_discard)


def say_may_discard(rules: Ruleset) -> str:
    """Return in words what may not be thrown away; empty where no card is, or where the exchange itself says which."""
    if not has_exchange(rules) or _throws_plain_cards(rules):
        return ""
    match rules.deal.may_discard:
        case "any":
            return "You may discard any card."
        case "no-points":
            called = ", and neither may the called card" if rules.calls_partner else ""
            return f"A trump that is worth a point{_protected(rules)} may not be discarded{called}."
        case "no-trump":
            hand = rules.deal.hand or rules.deal.cards
            many = f"more than {hand}" if hand else "more than a hand of them"
            return (
                f"You may discard a trump only if you hold {many}: then just the extra ones, and none that is worth a "
                "point."
            )
    assert_never(rules.deal.may_discard)


def _protected(rules: Ruleset) -> str:
    """Return the points whose card is known before the play: " (jack, high joker and trey)"; empty where none is."""
    fixed = [key for key in rules.worth if rank_of_point(key, rules) or key in JOKERS_FOR_POINT]
    known = ["ten" if key == "game" else point_name(key, rules) for key in fixed]
    if not known:
        return ""
    return f" ({known[0]})" if len(known) == 1 else f" ({', '.join(known[:-1])} and {known[-1]})"


# ---------------------------------------------------------------- the play

TRUMP_LED = "When trump is led, play a trump if you have one."


def say_first_lead(rules: Ruleset) -> str:
    """Return in words who leads first, and what."""
    lead, leader = rules.play.first_lead, "The bidder" if rules.has_bidding else "The player on the dealer's left"
    if rules.play.only_trumps:
        return f"{leader} leads first."
    if makes_trump_by_lead(rules):
        return f"{leader} leads first: any card, and its suit is trump."
    if rules.play.no_trump_first_trick:
        return (
            f"{leader} leads first, any card. If it is not a trump, nobody may trump that first trick; after it "
            "trumps "
            "are played as usual."
        )
    match lead:
        case "any":
            return f"{leader} leads first, any card."
        case "trump":
            return f"{leader} leads first, and must lead a trump."
    assert_never(lead)


def say_follow(rules: Ruleset) -> str:
    """Return in words what may be played to a trick."""
    if rules.play.only_trumps:
        return (
            "Only trumps are played; once you have none left you drop out of the hand. If you win a trick with your "
            "last "
            "trump, the player on your left leads."
        )
    match rules.play.follow:
        case "follow-or-trump":
            return (
                "Follow suit or play a trump, as you like; only without a card of the suit led may you play anything. "
                f"{TRUMP_LED}"
            )
        case "follow":
            return (
                "Follow suit if you can, and do not trump as long as you can follow. Without a card of the suit led, "
                f"play anything, trump or not. {TRUMP_LED}"
            )
        case "must-trump-if-void":
            return f"Follow suit or play a trump; only if you can do neither may you play anything. {TRUMP_LED}"
    assert_never(rules.play.follow)


def say_trick(rules: Ruleset) -> str:
    """Return in words who wins a trick and who leads to the next [003] "The winner of each trick leads the next"."""
    if rules.play.only_trumps:
        return "The highest trump wins the trick, and whoever wins it leads to the next."
    return (
        "The highest trump wins the trick; if nobody trumped, the highest card of the suit led. Whoever wins a trick "
        "leads to the next, any card."
    )


def say_play_out(rules: Ruleset) -> str:
    """Return in words whether the hand is played to the end."""
    if rules.bid_is_all:
        return "Play stops as soon as it is clear whether the bid is made, since only the bid counts."
    if not rules.has_bidding:
        return "Play the hand to the last card: every point counts."
    return "Play the hand to the last card, even when the bid is made or lost already: every point counts."
