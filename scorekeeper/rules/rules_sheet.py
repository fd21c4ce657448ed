"""The rules of one table as a sheet to print: plain English made of the settings, what was changed marked.

Each statement names the settings it rests on, so that the screen can link them, says whether this table changed one
of them from the variant's own rules, and what the variant has instead.  No change is ever missing: what no section
speaks of is said at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.jargon import JARGON
from scorekeeper.rules.numbers import counted, number_text
from scorekeeper.rules.phrases import say_setting
from scorekeeper.rules.phrases.points import POINT_CARDS, POINT_TITLES
from scorekeeper.rules.ruleset import SMOKE
from scorekeeper.rules.smoke_sheet import smoke_sections
from scorekeeper.rules.stakes import written_amount
from scorekeeper.rules.stakes_words import say_rules
from scorekeeper.rules.statements import PointRow, Section, SheetContext, Statement, section
from scorekeeper.rules.trumps import trump_order
from scorekeeper.rules.values import RANKS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorekeeper.rules.ruleset import Deal, Ruleset
    from scorekeeper.rules.stakes import Stakes
    from scorekeeper.rules.stakes_words import Money
    from scorekeeper.rules.values import Value
    from scorekeeper.rules.variant import Variant

__all__ = ["PointRow", "RulesSheet", "Section", "Statement", "changed_settings", "rules_sheet"]

SCORING = "What a hand scores"
"""The section the table of points belongs to."""

EXCHANGES = {
    "discard": "Once trump is named everybody throws away down to {hand}.",
    "draw": "Once trump is named everybody may throw up to {n} and draw as many.",
    "refill": "Once trump is named everybody throws the cards that are no trump and draws up to {hand} again.",
    "blinds": "The bidder takes the blinds, {n}, and buries as many.",
    "kitty": "The bidder takes the kitty of {n}; then everybody throws away down to {hand}.",
    "widow": "The bidder takes the widow of {n}; then everybody throws away down to {hand}.",
    "dealer-takes-rest": "Once trump is named everybody but the dealer may change up to {n}, but no trumps. "
    "The dealer takes all that is left and throws away down to {hand}.",
}
"""How cards are changed: `{n}` is `deal.exchange_size`, `{hand}` what is played with."""

NUMBERS = ("nobody", "one", "two", "three", "four", "five", "six", "seven", "eight")


@dataclass(frozen=True)
class RulesSheet:
    """The whole sheet, from top to bottom."""

    title: str
    summary: str
    sections: tuple[Section, ...]
    points: tuple[PointRow, ...]
    trumps: tuple[str, ...]
    """The trumps from best to worst, as they are drawn; empty for Smoke, where a turned card names the suit."""
    jargon: tuple[tuple[str, str], ...] = ()
    """What must not be said at the table, and what is said instead."""

    @property
    def changed(self) -> bool:
        """Tell whether this table plays anything otherwise than the variant does."""
        said = any(statement.changed for part in self.sections for statement in part.statements)
        return said or any(point.changed for point in self.points)


def rules_sheet(
    variant: Variant,
    size: int,
    house: Mapping[str, Value] | None = None,
    stakes: Stakes | None = None,
    money: Money | None = None,
) -> RulesSheet:
    """Give the sheet of a table of `size` playing `variant` under `house` rules, and its stakes if it has any.

    `money` writes cents the way the reader does; without it they are written as on a scoresheet.

    Raises SettingsError when the house rules contradict each other, KeyError for a size not played.
    """
    rules, own = variant.ruleset(size, house), variant.ruleset(size)
    page = SheetContext(rules, own, size, changed_settings(variant, size, house or {}))
    smoke = rules.kind == SMOKE
    parts = smoke_sections(page, _players(page)) if smoke else _bidding_sections(page)
    points = _points(page)
    return RulesSheet(
        title=variant.name,
        summary=variant.summary,
        sections=(*parts, *_unsaid(page, parts), *_money(stakes, money)),
        points=points,
        trumps=trump_order(variant, rules),
        jargon=JARGON if smoke else (),
    )


def changed_settings(variant: Variant, size: int, house: Mapping[str, Value]) -> frozenset[str]:
    """Give the house rules that say something else than the variant itself does at this size."""
    own = variant.ruleset(size)
    return frozenset(key for key, value in house.items() if own.value(key) != value)


def _unsaid(page: SheetContext, parts: Iterable[Section]) -> tuple[Section, ...]:
    """Say the changed settings that no section speaks of, so that no change goes unseen."""
    said = {key for part in parts for statement in part.statements for key in statement.keys}
    said |= {key for point in page.rules.worth for key in _point_keys(point)}
    left = sorted(page.changed - said)
    return (section("Also changed here", [page.say(key) for key in left]),) if left else ()


# ---------------------------------------------------------------- who plays, the deal, bidding, play


def _bidding_sections(page: SheetContext) -> tuple[Section, ...]:
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


def _players(page: SheetContext) -> Statement:
    many, size = NUMBERS[page.size], page.size
    sides = {
        "partners": f"For {many}, {NUMBERS[size // 2]} against {NUMBERS[size // 2]}, in alternate seats. "
        "Partners share one score.",
        "pairs": f"For {many}, in {NUMBERS[size // 2]} pairs; partners sit across from each other and share one score.",
        "solo": f"For {many}. Everybody plays alone.",
        "called-partner": f"For {many}. The bidder calls a card, and whoever holds it is his partner against the other "
        f"{NUMBERS[size - 2]}. Everybody keeps a score of his own.",
    }
    return page.state(sides[page.rules.seating.sides], "seating.sides")


def _who(page: SheetContext) -> Iterable[Statement | None]:
    yield _players(page)
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
        yield page.state(_exchange(deal), "deal.exchange", "deal.exchange_size")
    yield page.say("dealing.next")


def _exchange(deal: Deal) -> str:
    said = EXCHANGES[deal.exchange]
    if "{n}" in said and not deal.exchange_size:  # how many is not fixed
        return say_setting("deal.exchange", deal.exchange)
    hand = counted(deal.hand or deal.cards, "card") if deal.hand or deal.cards else "the hand that is played"
    return said.format(n=counted(deal.exchange_size, "card"), hand=hand)


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
    if auction.all_pass == "dealer-forced":  # noqa: S105 - a pass, no password
        stuck = f"If everybody else passes, the dealer is stuck: he must bid {auction.min} or more."
        yield page.state(stuck, "auction.all_pass")
    else:
        yield page.say("auction.all_pass")
    if auction.throw_card:
        yield page.say("auction.throw_card", "auction.double_if_over_throw_set")


def _play(page: SheetContext) -> Iterable[Statement | None]:
    play = page.rules.play
    if page.rules.deck.trump_order == "reversed":
        yield page.say("deck.trump_order")
    yield page.say("play.first_lead")
    if play.only_trumps:
        yield page.say("play.only_trumps")
    else:
        yield page.say("play.follow")
    if play.no_trump_first_trick:
        yield page.say("play.no_trump_first_trick")


# ---------------------------------------------------------------- points


def _points(page: SheetContext) -> tuple[PointRow, ...]:
    return tuple(_point_row(page, key, worth) for key, worth in page.rules.worth.items())


def _point_keys(key: str) -> set[str]:
    return {f"points.{key}.worth", f"points.{key}.to"}


def _point_row(page: SheetContext, key: str, worth: int) -> PointRow:
    point = getattr(page.rules.points, key)
    by_ten = key == "game" and page.rules.game.by == "ten-of-trumps"
    title = POINT_TITLES[key]
    card = (POINT_CARDS["ten"] if by_ten else POINT_CARDS[key]).removeprefix(f"the {title.lower()}, ")
    owner = "whoever wins its trick" if point.to == "taker" else "whoever plays it"
    if key == "game" and not by_ten:
        card, owner = "counted in card points", "whoever took the most"
    if key == "last_trick":
        owner = "whoever wins it"
    keys = sorted(_point_keys(key)) + (["game.by"] if key == "game" else [])
    changed = not page.changed.isdisjoint(keys)
    return PointRow(title, card, worth, owner, changed, page.standard(keys), key)


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
        if rules.game.by == "count":
            yield page.say("game.tie")
            yield page.say("game.buried_to_bidder") if rules.game.buried_to_bidder else None
    yield page.say("scoring.made")
    yield _set(page)
    yield page.say("scoring.others")


def _offer(page: SheetContext) -> Statement:
    """Say how many points there are; which of them were changed is said in the table of points."""
    purpose = "; they only decide whether the bid is made. " if page.rules.bid_is_all else ". "
    here, own = _in_a_hand(page.rules), _in_a_hand(page.own)
    said = f"{here}{purpose}A card that was not dealt is nobody's point."
    keys = tuple(f"points.{key}.worth" for key in page.rules.worth)
    return Statement(said, keys, here != own, f"{own}." if here != own else "")


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
    if special.made == "score":
        score = page.rules.special_rank if isinstance(special.made_score, str) else special.made_score
        return page.state(f"Made, it scores {number_text(score)}.", "special.made", "special.made_score")
    if special.made == "win-or-zero":
        return page.say("special.made", "special.zero_is_good")
    return page.say("special.made")


def _special_failed(page: SheetContext) -> Statement:
    special, rank = page.rules.special, page.rules.special_rank
    keys = ("special.failed", "special.failed_score")
    if special.failed == "lose":
        cost = rank if isinstance(special.failed_score, str) else special.failed_score
        return page.state(f"Failed, it costs {number_text(cost)}.", *keys)
    if special.failed == "score-becomes":
        score = -rank if isinstance(special.failed_score, str) else special.failed_score
        return page.state(f"Failed, it puts your score at {number_text(score)}, whatever it was.", *keys)
    return page.say("special.failed")


# ---------------------------------------------------------------- winning


def _winning(page: SheetContext) -> Iterable[Statement | None]:
    finish = page.rules.finish
    yield _target(page)
    if isinstance(finish.target, str):
        return
    yield page.say("finish.may_win")
    if finish.must_stand_at_target:
        yield page.say("finish.must_stand_at_target")
    if finish.may_win != "bid-made" or page.rules.calls_partner:
        yield page.say("finish.crossing")
    if finish.hold != "none":
        yield _hold(page, finish.target)
    if finish.instant_win != "none":
        yield page.say("finish.instant_win")
    if finish.bust != "none":
        yield page.say("finish.bust")


def _target(page: SheetContext) -> Statement:
    finish = page.rules.finish
    if isinstance(finish.target, str):
        return page.say("finish.target")
    start, target = number_text(finish.start), number_text(finish.target)
    if page.rules.counts_down:
        said = f"Everybody starts at {start} and counts down; the game is to {target}."
    elif finish.start:
        said = f"Everybody starts at {start}; the game is to {target}."
    else:
        said = f"The game is to {target}."
    return page.state(said, "finish.target", "finish.start")


def _hold(page: SheetContext, target: int) -> Statement:
    """Say where a score stops, by its number: "one short of the target" is 1 where one counts down to zero."""
    finish = page.rules.finish
    short = 1 if finish.hold == "one-short" else 0
    stop = number_text(target + short if page.rules.counts_down else target - short)
    keys = ("finish.hold", "finish.hold_who")
    if finish.hold_who == "everyone":
        said = f"Scores stop at {stop}: what you make beyond it is not written, even when you win."
    else:
        said = f"Whoever did not bid, and would get there without being allowed to win, stops at {stop}."
    return page.state(said, *keys)


# ---------------------------------------------------------------- money


def _money(stakes: Stakes | None, money: Money | None) -> tuple[Section, ...]:
    if stakes is None or not stakes.some:
        return ()
    currency = stakes.currency
    said = say_rules(stakes, money or (lambda cents: f"{written_amount(cents)} {currency}"))
    return (Section("Money", tuple(map(Statement, said))),)
