"""The play of the cards: the first lead, following, who wins a trick and leads next, when it stops."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.explain.cards import makes_trump_by_lead

if TYPE_CHECKING:
    from scorekeeper.rules.ruleset import Ruleset

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
