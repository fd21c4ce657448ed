"""What can be scored but is most likely a mistake: a card the deck does not have, more card points than there are.

A doubt changes no score.  It stands where its cause does: settings at the head or on their `rules` line, facts on their
line (docs/scoresheet.md, "scorekeeper score").
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.rules.contradictions import exchange_before_trump
from scorekeeper.rules.deck import RANK_OF_TURNED, SUITS, deck_size, missing_cards
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.facts import Contract, check_hand, goes_to_taker
from scorekeeper.rules.finish import FOUR_BID
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.sheet import Hand, Line, Sheet, side_of
from scorekeeper.rules.table import Table, open_table
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
        return tuple(_hand_doubts(before.rules, line, contract)) if contract else ()
    if after.rules is before.rules:
        return ()
    known = settings_doubts(before.rules, len(before.players))
    return tuple(doubt for doubt in settings_doubts(after.rules, len(after.players)) if doubt not in known)


def settings_doubts(rules: Ruleset, size: int) -> tuple[Doubt, ...]:
    """Return what is doubtful about the rules of a table of that size: each value makes sense, but not all together."""
    ranks, cards = rules.deck.ranks.split() or RANKS, deck_size(rules)
    beside = rules.deal.exchange_size if rules.bidder_takes_cards else 0
    dealt = rules.deal.cards * (size - rules.dealer_sits_out) + beside
    target, start = rules.finish.target, rules.finish.start
    found = [
        *(Doubt("point-without-card", facts={"point": it.refusal.facts["point"]}) for it in missing_cards(rules)),
        *(
            Doubt("turned-without-card", facts={"card": card})
            for card, rank in RANK_OF_TURNED.items()
            if rules.value(f"turn.{card}") and rank not in ranks
        ),
    ]
    if dealt > cards:
        found.append(Doubt("too-few-cards", facts={"dealt": dealt, "cards": cards}))
    if exchange_before_trump(rules):
        found.append(Doubt("exchange-before-trump"))
    if target != "none" and (start <= target if rules.counts_down else start >= target):
        found.append(Doubt("target-at-start", facts={"start": start, "target": target}))
    if rules.wins_with_four and not rules.auction.min <= FOUR_BID <= rules.highest_bid:
        found.append(Doubt("no-four-bid"))
    if {"game", "ten"} <= rules.worth.keys() and not rules.counts_game:
        found.append(Doubt("ten-twice"))
    if "joker" in rules.worth and rules.deck.jokers > 1:
        found.append(Doubt("which-joker"))
    return tuple(found)


def _hand_doubts(rules: Ruleset, hand: Hand, contract: Contract) -> Iterable[Doubt]:
    points = hand.points or {}
    for code, key, other, same in (
        ("deuce-is-low", "low", "deuce", not rules.trumps_reversed),
        ("high-is-a-spade", "high", "high_spade", hand.trump == "spades" and not rules.trumps_reversed),
    ):  # one card that brings two points, which went to different sides
        if not same or rules.points[key].to != rules.points[other].to or not {key, other} <= points.keys():
            continue
        if side_of(points[key], contract.sides) != side_of(points[other], contract.sides):
            yield Doubt(code, (points[key], points[other]))
    if hand.counts is not None:
        yield from _count_doubts(rules, hand, hand.counts, contract)


def _count_doubts(rules: Ruleset, hand: Hand, counts: Mapping[str, int], contract: Contract) -> Iterable[Doubt]:
    """Yield what is doubtful about card points: more than there can be, or at odds with who took what."""
    played = rules.deal.hand or rules.deal.cards
    # The bidder puts away as many cards as the bidder took, and those above a hand.
    away = max(0, rules.deal.cards - played) + rules.deal.exchange_size
    buried = hand.buried or 0
    if buried > (most := most_card_points(rules, away)):
        yield Doubt("too-much-buried", facts={"total": buried, "cards": away, "most": most})
    cards = deck_size(rules) if rules.has_stock else played * sum(map(len, contract.sides))
    cards += 0 if hand.buried is None else away
    total, most = sum(counts.values()) + buried, most_card_points(rules, cards)
    if played and total > most:
        yield Doubt("too-many-card-points", facts={"total": total, "cards": cards, "most": most})
    for player, points in counts.items():
        if hand.all_tricks and points and player not in contract.bidders:
            yield Doubt("all-tricks-and-card-points", (player,), {"points": points})
    for key in COUNTING:
        taker = (hand.points or {}).get(key)
        if taker is None or not goes_to_taker(rules.points[key]):
            continue
        if not any(counts.get(member) for member in side_of(taker, contract.sides)):
            yield Doubt("card-without-card-points", (taker,), {"point": key})


def most_card_points(rules: Ruleset, cards: int) -> int:
    """Return the most card points that so many cards of this deck can count."""
    ranks = rules.deck.ranks.split() or RANKS
    worth = sorted(
        (points for rank, points in CARD_POINTS.items() if rank in ranks for _ in range(SUITS)), reverse=True
    )
    return sum(worth[:cards])
