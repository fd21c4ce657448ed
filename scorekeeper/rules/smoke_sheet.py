"""The rules sheet of Smoke (catalogue V48): nobody bids, everybody comes down from ten."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.explain import smoke
from scorekeeper.rules.statements import Section, SheetContext, Statement, section

if TYPE_CHECKING:
    from collections.abc import Iterable

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


def smoke_sections(page: SheetContext, who: Statement) -> tuple[Section, ...]:
    """Return the sections of a Smoke table; `who` says for how many it is."""
    opened = page.say("table.open") if page.rules.table.open else None
    return (
        section("Who plays", (who, opened, Statement(smoke.AGREED))),
        section("The deal", _deal(page)),
        section("Play", _play(page)),
        section("The tally", _tally(page)),
        section("Staying and sitting", _sitting(page)),
        section("Winning the game", (page.tell(smoke.say_ending, "finish.target"),)),
    )


def _usual(page: SheetContext, text: str, *keys: str) -> Statement:
    """Return Smoke's own sentence, or the settings' where this table changed one of them."""
    return page.state(text, *keys) if page.changed.isdisjoint(keys) else page.say(*keys)


def _deal(page: SheetContext) -> Iterable[Statement | None]:
    yield _usual(page, "A full deck of 52, without jokers.", "deck.ranks")
    yield page.tell(smoke.say_tickets, "deal.cards")
    yield Statement(smoke.MISDEAL)
    yield Statement(smoke.DEALER)
    yield _drawing(page)


def _drawing(page: SheetContext) -> Statement:
    keys = ("deal.exchange", "deal.exchange_size", "deal.hand")
    if page.rules.deal.exchange == "none":
        staying = "From the distributor's left everybody says whether they stay or sit; nobody draws."
        return page.state(f"{staying} Whoever sits lays their mitt down.", *keys)
    drawing = (
        "From the distributor's left everybody in turn says whether they stay or sit. Whoever stays may discard any "
        "number of tickets, even all of them, and draw as many; players who sit lay their mitts down."
    )
    return _usual(page, drawing, *keys)


def _play(page: SheetContext) -> Iterable[Statement | None]:
    yield page.tell(smoke.say_first_lead, "play.first_lead")
    yield _following(page)
    yield Statement(smoke.TRICKS)
    yield Statement(smoke.TALK)


def _following(page: SheetContext) -> Statement:
    if page.rules.play.only_trumps:
        return page.say("play.only_trumps")
    first = "In the first round, the first trick, you must follow suit."
    later = "After that you may play smoke at any time, and throw off what you like when you are out of the suit."
    return _usual(page, f"{first} {later}", "play.follow", "play.no_trump_first_trick")


def _tally(page: SheetContext) -> Iterable[Statement | None]:
    yield page.tell(smoke.say_start, "finish.start")
    yield page.say("tally.trick", "tally.no_trick")
    yield page.say("tally.infraction")
    yield Statement(smoke.INFRACTIONS)
    yield Statement(smoke.JARGON_LIST)
    yield Statement(smoke.VOTE)
    yield Statement(smoke.READER)


def _sitting(page: SheetContext) -> Iterable[Statement | None]:
    yield Statement(smoke.SAYING)
    yield page.say("tally.max_sits")
    yield page.say("tally.box_at")
    yield page.say("tally.never_land_at")
    yield Statement(smoke.NOBODY_STAYS)
    yield Statement(smoke.ONE_STAYS)
