"""The deck, trump and the ranking of cards, in the names and numbers of one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.deck import TURNED, deck_size
from scorekeeper.rules.trumps import OFF_CARDS, has_own_name, is_reversed, point_name
from scorekeeper.rules.values import RANKS
from scorekeeper.sheets.phrases import say_setting

if TYPE_CHECKING:
    from scorekeeper.rules.ruleset import Ruleset

RANK_NAMES = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "10": "ten", "9": "nine", "8": "eight", "7": "seven",
    "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
}  # fmt: skip
SCORING_RANKS = {"jack": "J", "trey": "3", "deuce": "2", "five": "5", "nine": "9", "ten": "10", "king": "K"}
"""Point -> the rank of the trump that carries it."""
CARD_POINTS = ("A", "K", "Q", "J", "10")
TURNED_UP = "The dealer turns up a card, and its suit is trump for this hand."
CUT_FOR = "Before the deal somebody cuts the deck, and the suit of the card shown is trump for this hand."


def ranks(rules: Ruleset) -> tuple[str, ...]:
    """Return the ranks of a suit, best first."""
    return tuple(rules.deck.ranks.split()) or RANKS


def best_rank(rules: Ruleset) -> str:
    """Return the rank of the highest trump: the ace, or the deck's lowest rank where trumps are turned around."""
    return ranks(rules)[-1 if is_reversed(rules) else 0]


def lowest_rank(rules: Ruleset) -> str:
    """Return the rank of the lowest trump that is not a joker."""
    return ranks(rules)[0 if is_reversed(rules) else -1]


def say_deck(rules: Ruleset) -> str:
    """Return in words which cards are in the deck."""
    cards, jokers = deck_size(rules), rules.deck.jokers
    if set(ranks(rules)) == set(RANKS):
        with_jokers = {0: "A full deck of 52, without jokers", 1: "A full deck with one joker: 53 cards"}
        return with_jokers.get(jokers, "A full deck with two jokers: 54 cards") + "."
    said = {0: "and no jokers", 1: "and one joker"}.get(jokers, "and two jokers")
    in_a_row = ranks(rules) == RANKS[: len(ranks(rules))]
    suits = f"ace down to {ranks(rules)[-1]}" if in_a_row else " ".join(ranks(rules))
    return f"A deck of {cards}: {suits} in each suit, {said}."


def say_extra_trumps(rules: Ruleset) -> str:
    """Return in words which cards of other suits, and which jokers, are trumps; empty where there are none."""
    said = []
    if rules.deck.off_jack:
        also = ", also called the jick" if has_own_name("off_jack", rules) else ""
        said.append(
            f"The other jack of the trump color is a trump too, {beside_the_jack(rules)}: the "
            f"{point_name('off_jack', rules)}{also} (hearts trump: J♦)."
        )
    for point, card in (("jack", "jack"), ("nine", "nine"), ("five", "five")):
        if has_own_name(point, rules):
            said.append(f"The {card} of trumps is called the {point_name(point, rules)}.")
    for point, rank in OFF_CARDS.items():
        if point in rules.worth:
            card, beside = RANK_NAMES[rank], "above" if is_reversed(rules) else "below"
            named = f": the {point_name(point, rules)}" if has_own_name(point, rules) else ""
            said.append(f"The other {card} of the trump color is a trump too, just {beside} the {card}{named}.")
    if rules.deck.jokers:
        said.append("The joker is a trump." if rules.deck.jokers == 1 else _say_two_jokers(rules))
    return " ".join(said)


def _say_two_jokers(rules: Ruleset) -> str:
    if not _tells_jokers_apart(rules):
        return "Both jokers are trumps."
    return f"Both jokers are trumps: agree before the deal which one is the {point_name('high_joker', rules)}."


def _tells_jokers_apart(rules: Ruleset) -> bool:
    """Return whether it matters which of two jokers is the high one."""
    match rules.deck.joker_tie:
        case "ranked":
            return True
        case "named-first":
            return "high_joker" in rules.worth
        case "first" | "second":
            return False
    assert_never(rules.deck.joker_tie)


def beside_the_jack(rules: Ruleset) -> str:
    """Return in words where the other jack ranks: just above the jack where trumps are turned around."""
    return f"just {'above' if is_reversed(rules) else 'below'} the jack"


def say_plain_suits(rules: Ruleset) -> str:
    """Return in words how the cards of the other suits rank; empty where only trumps are played."""
    if rules.play.only_trumps:
        return ""
    order = " ".join(ranks(rules))
    return f"In a suit that is not trump the cards rank {order}, from high to low."


def say_jokers_together(rules: Ruleset) -> str:
    """Return in words which of two jokers wins; empty where there are not two."""
    if rules.deck.jokers <= 1:
        return ""
    tie = rules.deck.joker_tie
    match tie:
        case "ranked":
            high, low = point_name("high_joker", rules), point_name("low_joker", rules)
            best, other = (low, high) if is_reversed(rules) else (high, low)
            return f"Of two jokers in one trick, the {best} beats the {other}."
        case "named-first":
            low = point_name("low_joker", rules)
            return f"Of two jokers in one trick, the first one played wins, even if it is the {low}."
        case "first" | "second":
            return say_setting("deck.joker_tie", tie)
    assert_never(tie)


def say_trump_made(rules: Ruleset) -> str:
    """Return in words how trump is made, and when.

    Where the first lead need not be a trump it cannot make trump either, so the bidder names it [003, "No trump in the
    first trick"].
    """
    if not rules.has_bidding:
        return _say_trump_without_bids(rules)
    how, changes = rules.auction.trump, rules.deal.exchange != "none"
    match how:
        case "named":
            before = ", before any cards are exchanged" if changes else ", before the first card is led"
            return f"Whoever wins the bid names the trump suit{before}."
        case "after-exchange":
            return f"Whoever wins the bid takes the {_extra_cards(rules)} first, and then names the trump suit."
        case "first-lead" if rules.play.no_trump_first_trick:
            return "Whoever wins the bid names the trump suit before leading, since the first lead need not be a trump."
        case "first-lead":
            return "Nobody names trump: the suit of the first card that the bidder leads is trump for this hand."
        case "turned" | "cut":
            return CUT_FOR if _is_cut_for(rules) else TURNED_UP
    assert_never(how)


def _say_trump_without_bids(rules: Ruleset) -> str:
    if turns_up_trump(rules):
        return TURNED_UP
    if _is_cut_for(rules):
        return CUT_FOR
    if makes_trump_by_lead(rules):
        return "The suit of the first card led is trump for this hand."
    return "Agree before the first deal on how trump is made: nobody bids for it."


def turns_up_trump(rules: Ruleset) -> bool:
    """Return whether a card is turned up for trump: as `auction.trump` says, or since that or begging brings points."""
    match rules.auction.trump:
        case "turned":
            return True
        case "named" | "after-exchange" | "first-lead" | "cut":
            return not rules.has_bidding and any(getattr(rules.turn, what) for what in (*TURNED, "gift"))
    assert_never(rules.auction.trump)


def _is_cut_for(rules: Ruleset) -> bool:
    match rules.auction.trump:
        case "cut":
            return True
        case "named" | "after-exchange" | "first-lead" | "turned":
            return False
    assert_never(rules.auction.trump)


def _extra_cards(rules: Ruleset) -> str:
    match rules.deal.exchange:
        case "kitty" | "widow" | "blinds":
            return rules.deal.exchange
        case "none" | "discard" | "draw" | "refill" | "dealer-takes-rest" | "stock":
            return "extra cards"
    assert_never(rules.deal.exchange)


def makes_trump_by_lead(rules: Ruleset) -> bool:
    """Return whether the first card led makes its suit trump."""
    match rules.auction.trump:
        case "first-lead":
            return not rules.play.no_trump_first_trick and not turns_up_trump(rules)
        case "named" | "after-exchange" | "turned" | "cut":
            return False
    assert_never(rules.auction.trump)
