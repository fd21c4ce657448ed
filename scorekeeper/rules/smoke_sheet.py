"""The rules sheet of Smoke (catalogue V48): nobody bids, everybody comes down from ten."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.numbers import counted, number_text
from scorekeeper.rules.statements import Section, SheetContext, Statement, section

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.rules.choices import FirstLead


def smoke_sections(page: SheetContext, who: Statement) -> tuple[Section, ...]:
    """Return the sections of a Smoke table; `who` says for how many it is."""
    return (
        section("Who plays", (who, page.say("table.open") if page.rules.table.open else None)),
        section("The deal", _deal(page)),
        section("Play", _play(page)),
        section("The tally", _tally(page)),
        section("Staying and sitting", _sitting(page)),
        section("Winning the game", (_ending(page),)),
    )


def _usual(page: SheetContext, text: str, *keys: str) -> Statement:
    """Return Smoke's own sentence, or the settings' where this table changed one of them."""
    return page.state(text, *keys) if page.changed.isdisjoint(keys) else page.say(*keys)


def _deal(page: SheetContext) -> Iterable[Statement]:
    dealt = page.rules.deal.cards
    tickets = counted(dealt, "ticket") if dealt else "their tickets"
    yield _usual(page, "A full deck of 52, without jokers.", "deck.ranks")
    yield page.state(
        f"Everybody gets {tickets}, one at a time, and touches none before the last is dealt. Somewhere on the way the "
        "distributor turns one over: its suit is smoke.",
        "deal.cards",
    )
    yield _drawing(page)


def _drawing(page: SheetContext) -> Statement:
    keys = ("deal.exchange", "deal.exchange_size", "deal.hand")
    if page.rules.deal.exchange == "none":
        staying = "From the distributor's left everybody says whether they stay or sit; nobody draws."
        return page.state(f"{staying} Whoever sits lays their mitt down.", *keys)
    drawing = "From the distributor's left everybody says how many tickets they draw, up to all of them."
    return _usual(page, f"{drawing} Whoever draws stays; whoever sits lays their mitt down.", *keys)


def _play(page: SheetContext) -> Iterable[Statement]:
    yield page.state(
        f"The first to stay, from the distributor's left, leads {_lead(page.rules.play.first_lead)}.", "play.first_lead"
    )
    yield _usual(
        page,
        "In the first round you must follow suit. After that you may play smoke at any time, and throw off what you "
        "like when you are out of the suit.",
        "play.follow",
        "play.no_trump_first_trick",
    )


def _lead(lead: FirstLead) -> str:
    match lead:
        case "trump":
            return "their highest smoke; a player who has none says so, and the next one leads"
        case "any":
            return "any ticket"
    assert_never(lead)


def _tally(page: SheetContext) -> Iterable[Statement]:
    yield page.state(f"Everybody starts at {number_text(page.rules.finish.start)} and comes down.", "finish.start")
    yield page.say("tally.trick", "tally.no_trick")
    yield page.say("tally.infraction")
    yield page.state(
        "An infraction is a renege, a play out of turn, an exposed ticket, or a card called by its own name instead of "
        "the jargon. When it is marginal all vote: thumbs up or thumbs down. Talking across the table is encouraged."
    )
    yield page.state(
        "Whoever takes the first trick reads the tally out loud and clear after the hand: “Attention to tally”, then "
        "clockwise everybody's score, whether it is coming down, going up or steady, the sits, and who must play."
    )


def _sitting(page: SheetContext) -> Iterable[Statement]:
    yield page.state("Before the first ticket is played everybody says whether they stay or sit.")
    yield page.say("tally.max_sits")
    yield page.say("tally.box_at")
    yield page.say("tally.never_land_at")


def _ending(page: SheetContext) -> Statement:
    target = page.rules.finish.target
    if target == "none":
        return page.say("finish.target")
    return page.state(
        f"Whoever is at {number_text(target)} or below at the end of a hand has won: of several the lowest, and equal "
        "scores win together.",
        "finish.target",
    )
