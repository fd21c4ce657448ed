"""Smoke in sentences: the deal, the play, sitting, the tally and the vote [002]."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.numbers import counted, number_text
from scorekeeper.rules.phrases import say_setting

if TYPE_CHECKING:
    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.setting_groups import FirstLead

AGREED = "Whatever this table changes, everybody agrees on it before the first deal."
INFRACTIONS = (
    "An infraction is a renege, a misplay, a play out of turn, an exposed ticket, or an ordinary card word where the "
    "jargon has its own: for a card, a suit, the deal, the score. There are no exceptions."
)
VOTE = "When it is marginal whether somebody broke a rule, everybody votes, thumbs up or thumbs down."
READER = (
    "Whoever takes the first trick reads the tally after the hand, loud and clear: “Attention to tally”, then "
    "clockwise everybody's name and score, whether it is coming down, going up or steady, their sits, and whether they "
    "are a mustie, who must play the next hand, or in the box."
)
SAYING = "Whether you stay or sit is settled before the first ticket is played; after that nobody may change it."
TRICKS = (
    "The highest smoke wins the trick; without smoke, the highest ticket of the suit led. Whoever wins a trick leads "
    "to the next. There are five tricks, so with six or more staying somebody takes none."
)
TALK = (
    "Talk across the table is encouraged, and so are lies about who will get a trick. Everybody teams up against the "
    "lowest scores."
)
ONE_STAYS = "If only one player stays, that player takes all five tricks."
NOBODY_STAYS = "If nobody stays, the same distributor deals again, and the sits count."
MISDEAL = (
    "If the deal itself goes wrong, it is void, and the same distributor deals again. A ticket that a player exposes "
    "is an infraction."
)
DEALER = "The deal passes to the left after every hand that is played."
JARGON_LIST = "The jargon is listed at the end of this sheet; three coarse words of the 1968 list are left out."
TRUMP = "The distributor turns a ticket over during the deal: its suit is smoke, the trump."


def say_first_lead(rules: Ruleset) -> str:
    """Return in words who leads first, and what."""
    return f"The first to stay, from the distributor's left, leads {_lead(rules.play.first_lead)}."


def _lead(lead: FirstLead) -> str:
    match lead:
        case "trump":
            return "their highest smoke; a player who has none says so, and the next one leads"
        case "any":
            return "any ticket"
    assert_never(lead)


def say_ending(rules: Ruleset) -> str:
    """Return in words who wins, also when several are there."""
    target = rules.finish.target
    if target == "none":
        return say_setting("finish.target", "none")
    return (
        f"Whoever is at {number_text(target)} or below at the end of a hand has won: of several the lowest, and equal "
        "scores win together."
    )


def say_start(rules: Ruleset) -> str:
    return f"Everybody starts at {number_text(rules.finish.start)} and comes down."


def say_tickets(rules: Ruleset) -> str:
    """Return in words how the tickets are dealt and smoke is made."""
    dealt = rules.deal.cards
    tickets = counted(dealt, "ticket") if dealt else "their tickets"
    return (
        f"Everybody gets {tickets}, one at a time, and touches none before the last is dealt. Somewhere on the way the "
        "distributor turns one over: its suit is smoke."
    )
