"""What can be scored but is most likely a mistake: a card the deck does not have, more card points than there are.

A doubt changes no score.  It stands where its cause does: settings at the head or on their `rules` line, facts on their
line (docs/scoresheet.md, "scorekeeper score").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, assert_never

from scorekeeper.rules.contradictions import exchange_before_trump
from scorekeeper.rules.deck import RANK_OF_TURNED, SUITS, deck_size, missing_cards
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.facts import Contract, check_hand
from scorekeeper.rules.finish import FOUR_BID
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.seats import side_of
from scorekeeper.rules.sheet import Hand, Line, Sheet
from scorekeeper.rules.table import Table, open_table
from scorekeeper.rules.taken import goes_to_taker
from scorekeeper.rules.values import RANKS

CARD_POINTS = {"10": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
"""What a card counts for game; the other ranks count nothing."""

COUNTING = ("jack", "off_jack", "ten", "king", "off_ace", "off_ten")
"""The points whose card counts for game, so that whoever took it has counted something."""


@dataclass(frozen=True)
class Doubt:
    """One thing that is doubtful: `code` names its sentence (sheets/text/doubts.toml), `who` are its players."""

    code: str
    who: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


def sheet_doubts(sheet: Sheet) -> dict[int, tuple[Doubt, ...]]:
    """Return line number -> its doubts, 0 for the head.  Raises SheetError when the sheet cannot be scored."""
    table = open_table(sheet.head)
    doubts = {0: settings_doubts(table.rules, len(table.players))}
    for number, document in enumerate(sheet.lines, start=1):
        before, line = table, read_line(document, table.variant.kind)
        try:
            table, _entry = play(before, line)
        except SheetError as error:
            raise error.at_line(number) from error
        doubts[number] = line_doubts(before, line, table)
    return {number: found for number, found in doubts.items() if found}


def line_doubts(before: Table, line: Line, after: Table) -> tuple[Doubt, ...]:
    """Return what is doubtful about a line between the table before it and the table after it."""
    if isinstance(line, Hand):
        contract = check_hand(line, before.rules, before)
        return tuple(_hand_doubts(before, line, contract)) if contract else ()
    if after.rules is before.rules:
        return ()
    known = settings_doubts(before.rules, len(before.players))
    return tuple(doubt for doubt in settings_doubts(after.rules, len(after.players)) if doubt not in known)


# ---------------------------------------------------------------- settings


def settings_doubts(rules: Ruleset, size: int) -> tuple[Doubt, ...]:
    """Return what is doubtful about the rules of a table of that size."""
    return (
        *_missing_points(rules),
        *_missing_turned(rules),
        *_too_few_cards(rules, size),
        *_exchange_before_trump(rules),
        *_without_effect(rules),
    )


def _missing_points(rules: Ruleset) -> Iterable[Doubt]:
    for fault in missing_cards(rules):
        yield Doubt("point-without-card", facts={"point": fault.refusal.facts["point"]})


def _missing_turned(rules: Ruleset) -> Iterable[Doubt]:
    ranks = rules.deck.ranks.split() or RANKS
    for card, rank in RANK_OF_TURNED.items():
        if rules.value(f"turn.{card}") and rank not in ranks:
            yield Doubt("turned-without-card", facts={"card": card})


def _too_few_cards(rules: Ruleset, size: int) -> Iterable[Doubt]:
    dealt = rules.deal.cards * (size - rules.dealer_sits_out) + _cards_beside(rules)
    cards = deck_size(rules)
    if dealt > cards:
        yield Doubt("too-few-cards", facts={"dealt": dealt, "cards": cards})


def _exchange_before_trump(rules: Ruleset) -> Iterable[Doubt]:
    if exchange_before_trump(rules):
        yield Doubt("exchange-before-trump")


def _without_effect(rules: Ruleset) -> Iterable[Doubt]:
    """Yield a doubt for values that each make sense, and none beside each other."""
    target, start = rules.finish.target, rules.finish.start
    if target != "none" and (start <= target if rules.counts_down else start >= target):
        yield Doubt("target-at-start", facts={"start": start, "target": target})
    if _four_wins(rules) and not rules.auction.min <= FOUR_BID <= rules.highest_bid:
        yield Doubt("no-four-bid")
    if {"game", "ten"} <= rules.worth.keys() and not rules.counts_game:
        yield Doubt("ten-twice")
    if "joker" in rules.worth and rules.deck.jokers > 1:
        yield Doubt("which-joker")


def _four_wins(rules: Ruleset) -> bool:
    """Return whether a made bid of four wins the game at once."""
    match rules.finish.instant_win:
        case "four-bid":
            return True
        case "none" | "all-points-by-anyone":
            return False
    assert_never(rules.finish.instant_win)


def _cards_beside(rules: Ruleset) -> int:
    """Return how many cards are laid beside the hands for the bidder."""
    match rules.deal.exchange:
        case "blinds" | "kitty" | "widow":
            return rules.deal.exchange_size
        case "none" | "discard" | "draw" | "refill" | "dealer-takes-rest" | "stock":
            return 0
    assert_never(rules.deal.exchange)


# ---------------------------------------------------------------- a hand


def _hand_doubts(table: Table, hand: Hand, contract: Contract) -> Iterable[Doubt]:
    yield from _one_card_to_two_sides(table.rules, hand, contract)
    if hand.counts is None:
        return
    yield from _too_much_buried(table.rules, hand.buried or 0)
    yield from _too_many_card_points(table.rules, hand, hand.counts, sum(map(len, contract.sides)))
    yield from _all_tricks_beside_counts(hand, hand.counts, contract)
    yield from _card_without_card_points(table.rules, hand, hand.counts, contract)


def _too_many_card_points(rules: Ruleset, hand: Hand, counts: Mapping[str, int], players: int) -> Iterable[Doubt]:
    """Yield a doubt where more was counted than there can be in the cards that were played."""
    played = rules.deal.hand or rules.deal.cards
    cards = deck_size(rules) if rules.has_stock else played * players
    total = sum(counts.values()) + (hand.buried or 0)
    if hand.buried is not None:
        cards += _cards_buried(rules)
    most = most_card_points(rules, cards)
    if played and total > most:
        yield Doubt("too-many-card-points", facts={"total": total, "cards": cards, "most": most})


def _cards_buried(rules: Ruleset) -> int:
    """Return how many cards the bidder puts away: as many as the bidder took, and those above a hand."""
    return max(0, rules.deal.cards - (rules.deal.hand or rules.deal.cards)) + rules.deal.exchange_size


def _too_much_buried(rules: Ruleset, buried: int) -> Iterable[Doubt]:
    cards = _cards_buried(rules)
    most = most_card_points(rules, cards)
    if buried > most:
        yield Doubt("too-much-buried", facts={"total": buried, "cards": cards, "most": most})


def _one_card_to_two_sides(rules: Ruleset, hand: Hand, contract: Contract) -> Iterable[Doubt]:
    """Yield a doubt where one card brings two points, which went to different sides."""
    points = hand.points or {}
    for code, key, other, same in (
        ("deuce-is-low", "low", "deuce", not rules.trumps_reversed),
        ("high-is-a-spade", "high", "high_spade", hand.trump == "spades" and not rules.trumps_reversed),
    ):
        if not same or rules.points[key].to != rules.points[other].to or not {key, other} <= points.keys():
            continue
        if side_of(points[key], contract.sides) != side_of(points[other], contract.sides):
            yield Doubt(code, (points[key], points[other]))


def most_card_points(rules: Ruleset, cards: int) -> int:
    """Return the most card points that so many cards of this deck can count."""
    ranks = rules.deck.ranks.split() or RANKS
    worth = sorted(
        (points for rank, points in CARD_POINTS.items() if rank in ranks for _ in range(SUITS)), reverse=True
    )
    return sum(worth[:cards])


def _all_tricks_beside_counts(hand: Hand, counts: Mapping[str, int], contract: Contract) -> Iterable[Doubt]:
    for player, points in counts.items():
        if hand.all_tricks and points and player not in contract.bidders:
            yield Doubt("all-tricks-and-card-points", (player,), {"points": points})


def _card_without_card_points(
    rules: Ruleset, hand: Hand, counts: Mapping[str, int], contract: Contract
) -> Iterable[Doubt]:
    takers = {key: player for key, player in (hand.points or {}).items() if goes_to_taker(rules.points[key])}
    for key in COUNTING:
        player = takers.get(key)
        if player is not None and not any(counts.get(member) for member in side_of(player, contract.sides)):
            yield Doubt("card-without-card-points", (player,), {"point": key})
