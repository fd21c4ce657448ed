"""The rules sheet of a game with bids: who plays, the deal, bidding, play, scoring, winning."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.finish import holds_everyone, points_short
from scorekeeper.rules.numbers import counted, number_text
from scorekeeper.rules.phrases import say_setting
from scorekeeper.rules.statements import Section, SheetContext, Statement, section
from scorekeeper.rules.trumps import is_reversed
from scorekeeper.rules.values import RANKS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.rules.ruleset import Deal, Exchange, Ruleset

SCORING = "What a hand scores"
"""The section the table of points belongs to."""

NUMBERS = ("nobody", "one", "two", "three", "four", "five", "six", "seven", "eight")


# ---------------------------------------------------------------- who plays, the deal, bidding, play


def bidding_sections(page: SheetContext) -> tuple[Section, ...]:
    """Return the sections of a table with bids."""
    sections = (
        section("Who plays", _who(page)),
        section("The deal", _deal(page)),
        section("Bidding", _bidding(page)),
        section("Play", _play(page)),
        section(SCORING, _scoring(page)),
        section(page.rules.special.name.capitalize(), _special(page)),
        section("Winning the game", _winning(page)),
        section("When something goes wrong", (page.say("penalty.renege"),)),
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
        stuck = f"If everybody else passes, the dealer is stuck and must bid {auction.min} or more."
        yield page.state(stuck, "auction.all_pass")
    else:
        yield page.say("auction.all_pass")
    if auction.throw_card:
        yield page.say("auction.throw_card", "auction.double_if_over_throw_set")


def _play(page: SheetContext) -> Iterable[Statement | None]:
    play = page.rules.play
    if is_reversed(page.rules):
        yield page.say("deck.trump_order")
    yield page.say("play.first_lead")
    if play.only_trumps:
        yield page.say("play.only_trumps")
    else:
        yield page.say("play.follow")
    if play.no_trump_first_trick:
        yield page.say("play.no_trump_first_trick")


# ---------------------------------------------------------------- what a hand scores


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
    yield page.say("scoring.made")
    yield _set(page)
    yield page.say("scoring.others")


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


# ---------------------------------------------------------------- winning


def _winning(page: SheetContext) -> Iterable[Statement | None]:
    finish = page.rules.finish
    yield _target(page)
    if finish.target == "none":
        return
    yield page.say("finish.may_win")
    if finish.must_stand_at_target:
        yield page.say("finish.must_stand_at_target")
    if _several_may_cross(page.rules):
        yield page.say("finish.crossing")
    if finish.hold != "none":
        yield _hold(page, finish.target, points_short(finish.hold))
    if finish.instant_win != "none":
        yield page.say("finish.instant_win")
    if finish.bust != "none":
        yield page.say("finish.bust")


def _several_may_cross(rules: Ruleset) -> bool:
    """Tell whether several who may win can be at the target: with `bid-made` only a bidder and the called partner."""
    may_win = rules.finish.may_win
    match may_win:
        case "bid-made":
            return rules.calls_partner
        case "any" | "bid-made-or-opponents-set":
            return True
    assert_never(may_win)


def _target(page: SheetContext) -> Statement:
    finish = page.rules.finish
    if finish.target == "none":
        return page.say("finish.target")
    start, target = number_text(finish.start), number_text(finish.target)
    if page.rules.counts_down:
        text = f"Everybody starts at {start} and counts down; the game is to {target}."
    elif finish.start:
        text = f"Everybody starts at {start}; the game is to {target}."
    else:
        text = f"The game is to {target}."
    return page.state(text, "finish.target", "finish.start")


def _hold(page: SheetContext, target: int, short: int) -> Statement:
    """Say at which score one stops: one short of the target is 1 where scores count down to zero."""
    stop = number_text(target + short if page.rules.counts_down else target - short)
    if holds_everyone(page.rules.finish.hold_who):
        text = f"Scores stop at {stop}: what you make beyond it is not written, even when you win."
    else:
        text = f"Whoever did not bid, and would get there without being allowed to win, stops at {stop}."
    return page.state(text, "finish.hold", "finish.hold_who")
