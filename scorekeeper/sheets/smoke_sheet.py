"""The rules sheet of Smoke (catalogue V48): nobody bids, everybody comes down from ten.

The sentences [002] are there for the answers to questions, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.grammar import counted, number_text
from scorekeeper.sheets.phrases import say_setting
from scorekeeper.sheets.statements import Section, SheetContext, Statement, section
from scorekeeper.sheets.templates import read_sections

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.setting_groups import FirstLead

# ---------------------------------------------------------------- the sentences

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


# ---------------------------------------------------------------- the sheet

JARGON: tuple[tuple[str, str], ...] = (
    ("Hearts", "bleeders, thumpers"),
    ("Spades", "diggers"),
    ("Clubs", "puppyfeet"),
    ("Diamonds", "sparklers"),
    ("Ace", "pin, boss, big one"),
    ("Two", "wee one"),
    ("Three", "trey, one above the wee one"),
    ("Four", "Little Joe"),
    ("Five", "nickel, fever, one above Little Joe"),
    ("Six", "bottom loop, lower bubble"),
    ("Seven", "buggy top, whip"),
    ("Eight", "double bubble, double nuts"),
    ("Nine", "upper loop, upper bubble"),
    ("Ten", "tracks"),
    ("Jack", "hook"),
    ("Queen", "old lady"),
    ("King", "kack, big boy"),
    ("Cards", "tickets, papes, paper"),
    ("Card table", "mesa, felt, slab, board"),
    ("Score", "tally"),
    ("Dealer", "distributor"),
    ("Players", "participants"),
    ("Hand", "mitt, glove"),
    ("Trump", "smoke"),
)
"""What must not be said -> what is said instead: who names a card by its own name picks up five points.

The list is that of 1968 (source 002, "TERMS"), all 24 entries in its order.  Three coarse synonyms are left out; every
card keeps at least one of its words.
"""


def smoke_sections(page: SheetContext) -> tuple[Section, ...]:
    """Return the sections of a Smoke table."""
    [who] = read_sections(page, "who_plays")
    return (
        section("Who plays", (*who.statements, Statement(AGREED))),
        section("The deal", _deal(page)),
        section("Play", _play(page)),
        section("The tally", _tally(page)),
        section("Staying and sitting", _sitting(page)),
        section("Winning the game", (page.tell(say_ending, "finish.target"),)),
    )


def _usual(page: SheetContext, text: str, *keys: str) -> Statement:
    """Return Smoke's own sentence, or the settings' where this table changed one of them."""
    return page.state(text, keys) if page.changed.isdisjoint(keys) else page.say(*keys)


def _deal(page: SheetContext) -> Iterable[Statement | None]:
    yield _usual(page, "A full deck of 52, without jokers.", "deck.ranks")
    yield page.tell(say_tickets, "deal.cards")
    yield Statement(MISDEAL)
    yield Statement(DEALER)
    yield _drawing(page)


def _drawing(page: SheetContext) -> Statement:
    keys = ("deal.exchange", "deal.exchange_size", "deal.hand")
    if page.rules.deal.exchange == "none":
        staying = "From the distributor's left everybody says whether they stay or sit; nobody draws."
        return page.state(f"{staying} Whoever sits lays their mitt down.", keys)
    drawing = (
        "From the distributor's left everybody in turn says whether they stay or sit. Whoever stays may discard any "
        "number of tickets, even all of them, and draw as many; players who sit lay their mitts down."
    )
    return _usual(page, drawing, *keys)


def _play(page: SheetContext) -> Iterable[Statement | None]:
    yield page.tell(say_first_lead, "play.first_lead")
    yield _following(page)
    yield Statement(TRICKS)
    yield Statement(TALK)


def _following(page: SheetContext) -> Statement:
    if page.rules.play.only_trumps:
        return page.say("play.only_trumps")
    first = "In the first round, the first trick, you must follow suit."
    later = "After that you may play smoke at any time, and throw off what you like when you are out of the suit."
    return _usual(page, f"{first} {later}", "play.follow", "play.no_trump_first_trick")


def _tally(page: SheetContext) -> Iterable[Statement | None]:
    yield page.tell(say_start, "finish.start")
    yield page.say("tally.trick", "tally.no_trick")
    yield page.say("tally.infraction")
    yield Statement(INFRACTIONS)
    yield Statement(JARGON_LIST)
    yield Statement(VOTE)
    yield Statement(READER)


def _sitting(page: SheetContext) -> Iterable[Statement | None]:
    yield Statement(SAYING)
    yield page.say("tally.max_sits")
    yield page.say("tally.box_at")
    yield page.say("tally.never_land_at")
    yield Statement(NOBODY_STAYS)
    yield Statement(ONE_STAYS)
