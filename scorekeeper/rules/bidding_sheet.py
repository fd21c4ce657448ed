"""The rules sheet of a game of points: who plays, the deal, bidding or the card turned up, play, scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.deck import TURNED
from scorekeeper.rules.numbers import counted, number_text
from scorekeeper.rules.phrases import say_setting
from scorekeeper.rules.statements import Section, SheetContext, Statement, section
from scorekeeper.rules.trumps import is_reversed
from scorekeeper.rules.values import RANKS
from scorekeeper.rules.winning_sheet import winning

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.rules.choices import Exchange
    from scorekeeper.rules.ruleset import Deal, Ruleset

SCORING = "What a hand scores"
"""The section the table of points belongs to."""

NUMBERS = ("nobody", "one", "two", "three", "four", "five", "six", "seven", "eight")


# ---------------------------------------------------------------- who plays, the deal, bidding, play


def bidding_sections(page: SheetContext) -> tuple[Section, ...]:
    """Return the sections of a table with bids."""
    sections = (
        section("Who plays", _who(page)),
        section("The deal", _deal(page)),
        section(
            "Bidding" if page.rules.has_bidding else "Trump", _bidding(page) if page.rules.has_bidding else _trump(page)
        ),
        section("Play", _play(page)),
        section(SCORING, _scoring(page)),
        section(page.rules.special.name.capitalize(), _special(page)),
        section("Winning the game", winning(page)),
        section("When something goes wrong", (_renege(page),)),
    )
    return tuple(part for part in sections if part.statements)


def say_players(page: SheetContext) -> Statement:
    """Say how many play, and who with whom."""
    return page.state(f"For {NUMBERS[page.size]}{_who_against_whom(page)}", "seating.sides")


def _who_against_whom(page: SheetContext) -> str:
    half = NUMBERS[page.size // 2]
    match page.rules.seating.sides:
        case "partners":
            return f", {half} against {half}, in alternate seats. Partners share one score."
        case "pairs":
            return f", in {half} pairs; partners sit across from each other and share one score."
        case "solo":
            return ". Everybody plays alone."
        case "called-partner":
            others = NUMBERS[page.size - 2]
            return (
                ". The bidder calls a card, and whoever holds it is the bidder's partner against the other "
                f"{others}. Everybody keeps their own score."
            )
    assert_never(page.rules.seating.sides)


def _who(page: SheetContext) -> Iterable[Statement | None]:
    yield say_players(page)
    if page.rules.calls_partner:
        yield page.say("call.what", "call.not")
        yield page.say("call.reveal", "call.alone_by_choice")
    if page.rules.table.open:
        yield page.say("table.open")


def _deal(page: SheetContext) -> Iterable[Statement | None]:
    deal = page.rules.deal
    yield page.state(_deck(page), "deck.ranks", "deck.jokers")
    if deal.cards:
        hand = f" and plays with {deal.hand}" if deal.hand and deal.hand != deal.cards else ""
        yield page.state(f"Each player is dealt {counted(deal.cards, 'card')}{hand}.", "deal.cards", "deal.hand")
    if deal.exchange != "none":
        yield page.state(_exchange(deal, deal.exchange), "deal.exchange", "deal.exchange_size")
    yield page.say("dealing.next")
    if page.rules.dealer_sits_out:
        yield page.say("dealing.sits_out")


def _exchange(deal: Deal, exchange: Exchange) -> str:
    """Say how cards are changed; without the size where it is not fixed."""
    hand = counted(deal.hand or deal.cards, "card") if deal.hand or deal.cards else "the hand that is played"
    size, unsized = counted(deal.exchange_size, "card"), say_setting("deal.exchange", exchange)
    match exchange:
        case "none":
            return unsized
        case "discard":
            return f"Once trump is named everybody throws away down to {hand}."
        case "refill":
            return f"Once trump is named everybody throws the cards that are no trump and draws up to {hand} again."
        case "draw":
            sized = f"Once trump is named everybody may throw up to {size} and draw as many."
        case "blinds":
            sized = f"The bidder takes the blinds, {size}, and buries as many."
        case "kitty" | "widow":
            sized = f"The bidder takes the {exchange} of {size}; then everybody throws away down to {hand}."
        case "dealer-takes-rest":
            sized = (
                f"Once trump is named everybody but the dealer may change up to {size}, but no trumps. "
                f"The dealer takes all that is left and throws away down to {hand}."
            )
        case _:
            assert_never(exchange)
    return sized if deal.exchange_size else unsized


def _deck(page: SheetContext) -> str:
    deck = page.rules.deck
    ranks = deck.ranks.split()
    cards = 4 * len(ranks) + deck.jokers
    if not ranks or set(ranks) == set(RANKS):
        with_jokers = {0: "A full deck of 52, without jokers", 1: "A full deck with one joker: 53 cards"}
        return with_jokers.get(deck.jokers, "A full deck with two jokers: 54 cards") + "."
    jokers = {0: "and no jokers", 1: "and one joker"}.get(deck.jokers, "and two jokers")
    in_a_row = ranks == list(RANKS[: len(ranks)])
    suits = f"ace down to {ranks[-1]}" if in_a_row else " ".join(ranks)
    return f"A deck of {cards}: {suits} in each suit, {jokers}."


def _bidding(page: SheetContext) -> Iterable[Statement | None]:
    rules, auction = page.rules, page.rules.auction
    yield page.say("auction.rounds")
    stealing = ", unless the dealer steals" if auction.dealer_steals else ""
    above = f". Above them all is the {rules.special.name}" if rules.has_special else ""
    bids = f"Bids go from {auction.min} to {rules.highest_bid}, each higher than the last{stealing}"
    only = f"The only bid is {auction.min}"
    yield page.state(f"{only if auction.min == rules.highest_bid else bids}{above}.", "auction.min", "auction.max")
    yield page.say("auction.dealer_steals")
    if rules.dealer_is_forced:
        stuck = f"If everybody else passes, the dealer is stuck and must bid {rules.forced_bid} or more."
        yield page.state(stuck, "auction.all_pass", "auction.forced_bid")
    else:
        yield _all_pass(page)
    if auction.seller_scores:
        yield page.say("auction.seller_scores")
    if auction.throw_card:
        yield page.say("auction.throw_card", "auction.double_if_over_throw_set")


def _all_pass(page: SheetContext) -> Statement:
    said = say_setting("auction.all_pass", page.value("auction.all_pass"))
    forced = page.value("auction.forced_bid")
    if forced == "lowest":
        return page.state(said, "auction.all_pass")
    return page.state(said.replace("the lowest bid", f"a bid of {forced}"), "auction.all_pass", "auction.forced_bid")


def _trump(page: SheetContext) -> Iterable[Statement | None]:
    """Say how trump is made where nobody bids for it, and what that brings."""
    yield page.say("auction.rounds")
    keys = tuple(f"turn.{card}" for card in TURNED if page.rules.value(f"turn.{card}"))
    if keys:
        brings = [f"{counted(int(page.value(key)), 'point')} for {_a(key.removeprefix('turn.'))}" for key in keys]
        text = f"The dealer turns up a card for trump, and scores at once for certain cards: {', '.join(brings)}."
        yield page.state(text, *keys)
    if page.rules.turn.gift:
        yield page.say("turn.gift")


def _a(card: str) -> str:
    return f"an {card}" if card[0] in "ae" else f"a {card}"


def _play(page: SheetContext) -> Iterable[Statement | None]:
    play = page.rules.play
    if is_reversed(page.rules):
        yield page.say("deck.trump_order")
    yield _first_lead(page)
    if play.only_trumps:
        yield page.say("play.only_trumps")
    else:
        yield page.say("play.follow")
    if play.no_trump_first_trick:
        yield page.say("play.no_trump_first_trick")


def _first_lead(page: SheetContext) -> Statement:
    said = say_setting("play.first_lead", page.value("play.first_lead"))
    who = "The bidder" if page.rules.has_bidding else "The player on the dealer's left"
    return page.state(said.replace("The bidder", who), "play.first_lead")


# ---------------------------------------------------------------- what a hand scores


def _renege(page: SheetContext) -> Statement:
    penalty = say_setting("penalty.renege", page.value("penalty.renege"))
    if page.rules.has_bidding:
        return page.state(penalty, "penalty.renege")
    return page.state(penalty.replace("; bidders who renege are set", ""), "penalty.renege")


def _scoring(page: SheetContext) -> Iterable[Statement | None]:
    rules = page.rules
    yield _offer(page)
    for key in page.own.worth:
        if key not in rules.worth:
            yield page.say(f"points.{key}.worth")
    if "high" in rules.worth:
        yield page.say("points.high.card")
    if "low" in rules.worth:
        yield page.say("points.low.card")
    if "game" in rules.worth:
        yield page.say("game.by")
        if rules.counts_game:
            yield page.say("game.tie")
            yield page.say("game.buried_to_bidder") if rules.game.buried_to_bidder else None
    if rules.points.jack.hung:
        yield page.say("points.jack.hung")
    if rules.has_bidding:
        yield page.say("scoring.made")
        yield _set(page)
        yield page.say("scoring.others")
    elif rules.counts_down:
        yield page.state("Scores count down: what you win comes off.", "finish.direction")


def _offer(page: SheetContext) -> Statement:
    """Say how many points there are; the table of points shows which of them were changed."""
    purpose = "; they only decide whether the bid is made. " if page.rules.bid_is_all else ". "
    here, own = _in_a_hand(page.rules), _in_a_hand(page.own)
    text = f"{here}{purpose}Nobody gets the point for a card that was not dealt."
    keys = tuple(f"points.{key}.worth" for key in page.rules.worth)
    return Statement(text, keys, here != own, f"{own}." if here != own else "")


def _in_a_hand(rules: Ruleset) -> str:
    return f"There {'is' if rules.on_offer == 1 else 'are'} {counted(rules.on_offer, 'point')} in a hand"


def _set(page: SheetContext) -> Statement:
    if page.value("scoring.set") != "bid":
        costs = say_setting("scoring.set", page.value("scoring.set"))
        back = ", and what a set costs goes back on" if page.rules.times_lost else ""
        down = f" Scores count down: what you win comes off{back}." if page.rules.counts_down else ""
        text = f"Take less than you bid and you are set. {costs}{down}"
        return page.state(text, "scoring.set", "finish.direction")
    if page.rules.counts_down:
        return page.say("finish.direction")
    return page.state(
        "Take less than you bid and you are set: your bid comes off your score, below zero if need be.",
        "finish.direction",
    )


# ---------------------------------------------------------------- the special bid


def _special(page: SheetContext) -> Iterable[Statement | None]:
    rules, special = page.rules, page.rules.special
    if not rules.has_special:
        return
    yield page.state(
        f"The {special.name} is the highest bid and counts as a bid of {rules.special_rank}. "
        f"{say_setting('special.needs', special.needs)}",
        "special.name",
        "special.bid",
        "special.needs",
    )
    if special.over != "none":
        yield page.say("special.over")
    if special.made == special.failed == "none":
        yield page.state("Made or failed, it moves no score.", "special.made", "special.failed")
    else:
        yield _special_made(page)
        yield _special_failed(page)
    if special.counts_sets != 1:
        sets = counted(special.counts_sets, "set") if special.counts_sets else "no set"
        yield page.state(f"A failed {special.name} counts as {sets}.", "special.counts_sets")


def _special_made(page: SheetContext) -> Statement:
    special = page.rules.special
    match special.made:
        case "score":
            score = page.rules.special_rank if special.made_score == "bid" else special.made_score
            return page.state(f"Made, it scores {number_text(score)}.", "special.made", "special.made_score")
        case "win-or-zero":
            return page.say("special.made", "special.zero_is_good")
        case "win-game" | "none":
            return page.say("special.made")
    assert_never(special.made)


def _special_failed(page: SheetContext) -> Statement:
    special, rank = page.rules.special, page.rules.special_rank
    keys = ("special.failed", "special.failed_score")
    match special.failed:
        case "lose":
            cost = rank if special.failed_score == "bid" else special.failed_score
            return page.state(f"Failed, it costs {number_text(cost)}.", *keys)
        case "score-becomes":
            score = -rank if special.failed_score == "bid" else special.failed_score
            return page.state(f"Failed, it puts your score at {number_text(score)}, whatever it was.", *keys)
        case "lose-game" | "none":
            return page.say("special.failed")
    assert_never(special.failed)
