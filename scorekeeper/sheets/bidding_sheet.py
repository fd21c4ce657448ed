"""The rules sheet of a game of points, in the order a game happens: seats, cards, deal, bids, play, score, the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.deck import TURNED
from scorekeeper.rules.trumps import NAMED, OFF_CARDS, is_reversed
from scorekeeper.sheets.explain import bidding, cards, deal, ending, partners, points
from scorekeeper.sheets.statements import Section, SheetContext, Statement, section
from scorekeeper.sheets.templates import read_sections

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.rules.ruleset import Ruleset

SCORING = "What a hand scores"
"""The section the table of points belongs to."""

CARDS = "The cards"
"""The section the order of trumps belongs to."""

BY_HAND = "Scorekeeper only notes a renege: enter what it costs under “The table voted”."
"""What a table does about a renege that the game's own file says the price of."""

def bidding_sections(page: SheetContext) -> tuple[Section, ...]:
    """Return the sections of a table with bids."""
    sections = (
        *read_sections(page, "who_plays"),
        section(CARDS, _cards(page)),
        *read_sections(page, "deal"),
        section("Bidding", _bidding(page) if page.rules.has_bidding else ()),
        section(page.rules.special.name.capitalize(), _special(page)),
        section("Trump", _trump(page) if page.rules.has_bidding else _trump_without_bids(page)),
        section("Play", _play(page)),
        section(SCORING, _scoring(page)),
        section("Winning the game", _winning(page)),
        section("When something goes wrong", _mistakes(page)),
    )
    return tuple(part for part in sections if part.statements)


# ---------------------------------------------------------------- the cards


def _cards(page: SheetContext) -> Iterable[Statement | None]:
    yield page.tell(cards.say_deck, "deck.ranks", "deck.jokers")
    if is_reversed(page.rules) or is_reversed(page.own):
        yield page.say("deck.trump_order")
    off_cards = [f"points.{point}.worth" for point in OFF_CARDS if point in page.rules.worth]
    yield page.tell(cards.say_extra_trumps, "deck.off_jack", "deck.jokers", *_names(page.rules), *off_cards)
    yield page.tell(cards.say_jokers_together, "deck.joker_tie")
    yield page.tell(cards.say_plain_suits, "deck.ranks")
    yield from page.note("cards")


def _names(rules: Ruleset) -> Iterable[str]:
    """Return the settings that name cards of this deck: the two jacks always, other cards where they score."""
    return (f"names.{point}" for point in NAMED.values() if point in ("jack", "off_jack") or point in rules.worth)


# ---------------------------------------------------------------- bidding, the special bid, trump, play


def _bidding(page: SheetContext) -> Iterable[Statement | None]:
    auction = page.rules.auction
    yield page.tell(bidding.say_rounds, "auction.rounds")
    yield page.tell(bidding.say_bids, "auction.min", "auction.max")
    yield page.tell(bidding.say_stealing, "auction.dealer_steals")
    fixed = (page.value("auction.forced_bid"), page.own.value("auction.forced_bid")) != ("lowest", "lowest")
    yield page.tell(bidding.say_all_pass, "auction.all_pass", *(("auction.forced_bid",) if fixed else ()))
    if auction.seller_scores:
        yield page.tell(bidding.say_sold, "auction.seller_scores")
    if auction.throw_card:
        yield page.tell(bidding.say_throw, "auction.throw_card")
        yield page.say("auction.double_if_over_throw_set")
    yield from page.note("bidding")


def _special(page: SheetContext) -> Iterable[Statement | None]:
    rules, special = page.rules, page.rules.special
    if not rules.has_special:
        return
    yield page.tell(bidding.say_special, "special.name", "special.bid", "special.needs")
    if special.over != "none" or rules.auction.dealer_steals:
        yield page.tell(bidding.say_when_special, "special.over", "auction.dealer_steals")
    if special.made == special.failed == "none":
        yield page.tell(bidding.say_no_score, "special.made", "special.failed")
    else:
        yield page.tell(bidding.say_special_made, "special.made", "special.made_score", "special.zero_is_good")
        yield page.tell(bidding.say_special_failed, "special.failed", "special.failed_score")
    if special.counts_sets != 1:
        yield page.tell(bidding.say_special_sets, "special.counts_sets")


def _trump(page: SheetContext) -> Iterable[Statement | None]:
    by_lead = cards.makes_trump_by_lead(page.rules)
    if not by_lead:
        yield page.tell(cards.say_trump_made, "auction.trump", "play.no_trump_first_trick")
    if page.rules.calls_partner:
        yield page.tell(partners.say_call, "call.what", "call.not")
        yield page.tell(partners.say_reveal, "call.reveal")
        yield page.tell(partners.say_alone, "call.alone_by_choice")
    if page.rules.deal.exchange != "none" and not page.rules.has_stock:
        yield page.tell(deal.say_exchange, "deal.exchange", "deal.exchange_size")
        yield page.tell(deal.say_may_discard, "deal.may_discard")
    if by_lead:
        yield page.tell(cards.say_trump_made, "auction.trump", "play.no_trump_first_trick")
    yield from page.note("trump")


def _trump_without_bids(page: SheetContext) -> Iterable[Statement | None]:
    """Return how trump is made where nobody bids for it, and what that brings."""
    yield page.say("auction.rounds")
    yield page.tell(cards.say_trump_made, "auction.trump")
    yield page.tell(points.say_turned, *(f"turn.{card}" for card in TURNED))
    if page.rules.turn.gift:
        yield page.say("turn.gift")
    if page.rules.deal.exchange != "none" and not page.rules.has_stock:
        yield page.tell(deal.say_exchange, "deal.exchange", "deal.exchange_size")
        yield page.tell(deal.say_may_discard, "deal.may_discard")
    yield from page.note("trump")


def _play(page: SheetContext) -> Iterable[Statement | None]:
    yield page.tell(deal.say_first_lead, "play.first_lead", "play.no_trump_first_trick")
    yield page.tell(deal.say_follow, "play.follow", "play.only_trumps")
    yield page.tell(deal.say_trick, "play.only_trumps")
    if page.rules.has_stock:
        yield page.tell(deal.say_exchange, "deal.exchange", "deal.exchange_size")
    yield page.tell(deal.say_play_out)
    yield from page.note("play")


# ---------------------------------------------------------------- what a hand scores


def _scoring(page: SheetContext) -> Iterable[Statement | None]:
    rules = page.rules
    yield _offer(page)
    for key in page.own.worth:
        if key not in rules.worth:
            yield page.say(f"points.{key}.worth")
    if "high" in rules.worth:
        yield page.tell(points.say_high, "points.high.card")
    if "low" in rules.worth:
        yield page.tell(points.say_low, "points.low.card")
    if "game" in rules.worth:
        yield page.tell(points.say_game, "game.by")
        if rules.counts_game:
            yield page.say("game.tie")
            yield page.tell(points.say_buried, "game.buried_to_bidder")
    if rules.points.jack.hung:
        yield page.say("points.jack.hung")
    yield from _made_or_set(page) if rules.has_bidding else _counting(page)
    yield from page.note("scoring")


def _made_or_set(page: SheetContext) -> Iterable[Statement | None]:
    yield page.say("scoring.made")
    only_bid = (page.value("scoring.set"), page.own.value("scoring.set")) == ("bid", "bid")
    yield page.tell(bidding.say_set, "finish.direction", *(() if only_bid else ("scoring.set",)))
    yield page.say("scoring.others")
    if page.rules.calls_partner:
        yield page.tell(partners.say_result)


def _counting(page: SheetContext) -> Iterable[Statement | None]:
    if page.rules.counts_down:
        yield page.state("Scores count down: what you win comes off.", ["finish.direction"])


def _offer(page: SheetContext) -> Statement:
    """Return how many points there are; the table of points shows which of them were changed."""
    purpose = "; they only decide whether the bid is made. " if page.rules.bid_is_all else ". "
    here, own = points.say_offer(page.rules), points.say_offer(page.own)
    text = f"{here}{purpose}Nobody gets the point for a card that is not played."
    keys = tuple(f"points.{key}.worth" for key in page.rules.worth)
    return Statement(text, keys, here != own, f"{own}." if here != own else "")


# ---------------------------------------------------------------- winning the game


def _winning(page: SheetContext) -> Iterable[Statement | None]:
    """Yield who wins, and when."""
    finish = page.rules.finish
    yield page.tell(ending.say_target, "finish.target", "finish.start")
    if finish.target != "none":
        yield from _at_the_target(page)
    if finish.instant_win != "none":
        yield page.tell(ending.say_instant_win, "finish.instant_win")
    if finish.bust != "none":
        yield page.tell(ending.say_bust, "finish.bust")
    if page.rules.has_limit:
        yield page.say("finish.hands" if finish.hands else "finish.rounds", "finish.equal")
    yield from page.note("winning")


def _at_the_target(page: SheetContext) -> Iterable[Statement | None]:
    finish = page.rules.finish
    yield page.tell(ending.say_may_win, "finish.may_win")
    if finish.win_by:
        yield page.say("finish.win_by")
    if finish.must_stand_at_target:
        yield page.say("finish.must_stand_at_target")
    if _several_may_cross(page.rules):
        yield page.tell(ending.say_both_over, "finish.crossing")
    if finish.hold != "none":
        yield page.tell(ending.say_hold, "finish.hold", "finish.hold_who")


def _several_may_cross(rules: Ruleset) -> bool:
    """Return whether several who may win can be at the target: with `bid-made` only a bidder and the called partner."""
    may_win = rules.finish.may_win
    match may_win:
        case "bid-made":
            return rules.calls_partner
        case "any" | "bid-made-or-opponents-set":
            return True
    assert_never(may_win)


# ---------------------------------------------------------------- when something goes wrong


def _mistakes(page: SheetContext) -> Iterable[Statement | None]:
    """Return what a renege costs: what the game's own file says about it, unless this table has a rule of its own."""
    yield Statement(ending.RENEGE)
    own = tuple(page.note("mistakes"))
    if own and "penalty.renege" not in page.changed:
        yield from own
        yield page.state(BY_HAND, ["penalty.renege"])
    else:
        yield page.tell(ending.say_renege, "penalty.renege")
