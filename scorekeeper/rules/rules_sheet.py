"""The rules of one table as a sheet to print: plain English made of the settings, what was changed marked.

Each statement names the settings it rests on, so that the screen can link them, and says whether this table changed one
of them from the variant's own rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import counted, number_text
from scorekeeper.rules.phrases import say_setting
from scorekeeper.rules.phrases.points import POINT_CARDS, POINT_TITLES
from scorekeeper.rules.ruleset import SMOKE
from scorekeeper.rules.stakes import written_amount
from scorekeeper.rules.trumps import trump_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.stakes import Stakes
    from scorekeeper.rules.values import Value
    from scorekeeper.rules.variant import Variant

EXCHANGES = {
    "discard": "Once trump is named everybody throws away down to the hand that is played.",
    "draw": "Once trump is named everybody may throw cards and draw as many: {n} at the most.",
    "refill": "Once trump is named everybody throws the cards that are no trump and fills up the hand.",
    "blinds": "The bidder takes the blinds, {n} cards, and buries as many.",
    "kitty": "The bidder takes the kitty of {n}; then everybody throws away down to the hand that is played.",
    "widow": "The bidder takes the widow of {n}; then everybody throws away down to the hand that is played.",
    "dealer-takes-rest": "Once trump is named everybody may change cards: {n} at the most, and no trumps. "
    "The dealer takes what is left and throws down to a hand.",
}
"""How cards are changed, the number among the words; `{n}` is `deal.exchange_size`."""

NUMBERS = ("nobody", "one", "two", "three", "four", "five", "six", "seven", "eight")


@dataclass(frozen=True)
class Statement:
    """One sentence, the settings behind it, and whether this table changed any of them."""

    text: str
    keys: tuple[str, ...] = ()
    changed: bool = False


@dataclass(frozen=True)
class Section:
    title: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True)
class PointRow:
    """One point of the hand: its name, its card, its worth, who gets it."""

    title: str
    card: str
    worth: int
    owner: str
    changed: bool


@dataclass(frozen=True)
class RulesSheet:
    title: str
    summary: str
    sections: tuple[Section, ...]
    points: tuple[PointRow, ...]
    trumps: tuple[str, ...]
    """The trumps from best to worst, as they are drawn; empty for Smoke, where a turned card names the suit."""


def rules_sheet(
    variant: Variant, size: int, house: Mapping[str, Value] | None = None, stakes: Stakes | None = None
) -> RulesSheet:
    """Give the sheet of a table of `size` playing `variant` under `house` rules, and its stakes if it has any.

    Raises SettingsError when the house rules contradict each other, KeyError for a size not played.
    """
    rules = variant.ruleset(size, house)
    page = _Page(variant, rules, size, changed_settings(variant, size, house or {}))
    parts = _smoke_sections(page) if rules.kind == SMOKE else _bidding_sections(page)
    return RulesSheet(
        title=variant.name,
        summary=variant.summary,
        sections=(*parts, *_money(stakes)),
        points=_points(page),
        trumps=trump_order(variant, rules),
    )


def changed_settings(variant: Variant, size: int, house: Mapping[str, Value]) -> frozenset[str]:
    """Give the house rules that say something else than the variant itself does at this size."""
    own = variant.settings_at(size)
    return frozenset(key for key, value in house.items() if key not in own or own[key] != value)


@dataclass(frozen=True)
class _Page:
    variant: Variant
    rules: Ruleset
    size: int
    changed: frozenset[str]

    def value(self, key: str) -> Value:
        return self.rules.value(key)

    def say(self, *keys: str) -> Statement:
        """Say several settings in a row, as one statement."""
        return self.state(" ".join(say_setting(key, self.value(key)) for key in keys), *keys)

    def state(self, text: str, *keys: str) -> Statement:
        return Statement(text, keys, not self.changed.isdisjoint(keys))


def _section(title: str, statements: Iterable[Statement | None]) -> Section:
    return Section(title, tuple(statement for statement in statements if statement is not None))


# ---------------------------------------------------------------- games with bids


def _bidding_sections(page: _Page) -> tuple[Section, ...]:
    sections = (
        _section("Who plays", _who(page)),
        _section("The deal", _deal(page)),
        _section("Bidding", _bidding(page)),
        _section("Play", _play(page)),
        _section("What a hand scores", _scoring(page)),
        _section(page.rules.special.name.capitalize(), _special(page)),
        _section("Winning the game", _winning(page)),
        _section("When something goes wrong", (page.say("penalty.renege"),)),
    )
    return tuple(section for section in sections if section.statements)


def _who(page: _Page) -> Iterable[Statement | None]:
    yield page.state(
        f"For {NUMBERS[page.size]}. {say_setting('seating.sides', page.value('seating.sides'))}", "seating.sides"
    )
    if page.rules.calls_partner:
        yield page.say("call.what", "call.not")
        yield page.say("call.reveal", "call.alone_by_choice")
    if page.rules.table.open:
        yield page.say("table.open")


def _deal(page: _Page) -> Iterable[Statement | None]:
    deck, deal = page.rules.deck, page.rules.deal
    jokers = {0: "no jokers", 1: "one joker", 2: "two jokers"}[deck.jokers]
    ranks = deck.ranks or "the usual ranks"
    yield page.state(f"The deck has {ranks} in each suit, and {jokers}.", "deck.ranks", "deck.jokers")
    if deal.cards:
        hand = f" and plays with {deal.hand}" if deal.hand and deal.hand != deal.cards else ""
        yield page.state(f"Each player is dealt {deal.cards} cards{hand}.", "deal.cards", "deal.hand")
    if deal.exchange != "none":
        text = EXCHANGES[deal.exchange].format(n=deal.exchange_size or "as many as you like")
        yield page.state(text, "deal.exchange", "deal.exchange_size")
    yield page.say("dealing.next")


def _bidding(page: _Page) -> Iterable[Statement | None]:
    rules, auction = page.rules, page.rules.auction
    yield page.say("auction.rounds")
    yield page.state(
        f"Bids go from {auction.min} to {rules.highest_bid}, each higher than the last.", "auction.min", "auction.max"
    )
    yield page.say("auction.dealer_steals")
    yield page.say("auction.all_pass")
    if auction.throw_card:
        yield page.say("auction.throw_card", "auction.double_if_over_throw_set")


def _play(page: _Page) -> Iterable[Statement | None]:
    yield page.say("play.first_lead", "play.follow")
    if page.rules.play.only_trumps:
        yield page.say("play.only_trumps")
    if page.rules.play.no_trump_first_trick:
        yield page.say("play.no_trump_first_trick")


def _points(page: _Page) -> tuple[PointRow, ...]:
    return tuple(_point_row(page, key, worth) for key, worth in page.rules.worth.items())


def _point_row(page: _Page, key: str, worth: int) -> PointRow:
    point = getattr(page.rules.points, key)
    by_ten = key == "game" and page.rules.game.by == "ten-of-trumps"
    card = POINT_CARDS["ten"] if by_ten else POINT_CARDS[key]
    owner = "whoever wins its trick" if point.to == "taker" else "whoever was dealt it"
    if key == "game" and not by_ten:
        owner = "the side with the most"
    keys = {f"points.{key}.worth", f"points.{key}.to"} | ({"game.by"} if key == "game" else set())
    return PointRow(POINT_TITLES[key], card, worth, owner, not page.changed.isdisjoint(keys))


def _scoring(page: _Page) -> Iterable[Statement | None]:
    rules = page.rules
    yield page.state(
        f"There are {counted(rules.on_offer, 'point')} to win in a hand; a card that was not dealt is nobody's point.",
        *(f"points.{key}.worth" for key in rules.worth),
    )
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
    if rules.counts_down:
        yield page.say("finish.direction")
    else:
        yield page.state("A side that takes less than it bid is set: it loses what it bid, and may go below zero.")
    yield page.say("scoring.others")


def _special(page: _Page) -> Iterable[Statement | None]:
    rules, special = page.rules, page.rules.special
    if not rules.has_special:
        return
    yield page.state(
        f"The {special.name} is the highest bid and ranks as {rules.special_rank}. "
        f"{say_setting('special.needs', special.needs)}",
        "special.name",
        "special.bid",
        "special.needs",
    )
    if special.over != "none":
        yield page.say("special.over")
    yield _special_made(page)
    yield _special_failed(page)
    if special.counts_sets != 1:
        yield page.say("special.counts_sets")


def _special_made(page: _Page) -> Statement:
    special = page.rules.special
    if special.made == "score":
        score = page.rules.special_rank if isinstance(special.made_score, str) else special.made_score
        return page.state(f"Made, it scores {score}.", "special.made", "special.made_score")
    if special.made == "win-or-zero":
        return page.say("special.made", "special.zero_is_good")
    return page.say("special.made")


def _special_failed(page: _Page) -> Statement:
    special, rank = page.rules.special, page.rules.special_rank
    keys = ("special.failed", "special.failed_score")
    if special.failed == "lose":
        cost = rank if isinstance(special.failed_score, str) else special.failed_score
        return page.state(f"Failed, it costs {cost}.", *keys)
    if special.failed == "score-becomes":
        score = -rank if isinstance(special.failed_score, str) else special.failed_score
        return page.state(f"Failed, the score becomes {number_text(score)}, whatever it was.", *keys)
    return page.say("special.failed")


def _winning(page: _Page) -> Iterable[Statement | None]:
    finish = page.rules.finish
    if finish.start:
        yield page.say("finish.start")
    yield page.say("finish.target")
    if finish.target == "none":
        return
    yield page.say("finish.may_win")
    if finish.must_stand_at_target:
        yield page.say("finish.must_stand_at_target")
    if finish.may_win != "bid-made" or page.rules.calls_partner:
        yield page.say("finish.crossing")
    if finish.hold != "none":
        yield page.say("finish.hold", "finish.hold_who")
    if finish.instant_win != "none":
        yield page.say("finish.instant_win")
    if finish.bust != "none":
        yield page.say("finish.bust")


# ---------------------------------------------------------------- Smoke


def _smoke_sections(page: _Page) -> tuple[Section, ...]:
    who = page.state(f"For {NUMBERS[page.size]}. Everybody plays alone.", "seating.sides")
    deal = page.state(
        "Each participant is dealt five tickets, one at a time; a ticket turned over names the smoke. "
        "From the distributor's left everybody draws as many as he likes, or sits.",
        "deal.cards",
        "deal.exchange",
    )
    lead = page.state(
        "The first to stay leads his highest smoke. Follow suit on the first round; after it smoke may be played at "
        "any time."
    )
    return (
        _section("Who plays", (who, page.say("table.open") if page.rules.table.open else None)),
        _section("The deal", (deal,)),
        _section("Play", (lead,)),
        _section(
            "The tally",
            (page.say("finish.start"), page.say("tally.trick", "tally.no_trick"), page.say("tally.infraction")),
        ),
        _section(
            "Sitting out", (page.say("tally.max_sits"), page.say("tally.box_at"), page.say("tally.never_land_at"))
        ),
        _section("Winning the game", (_smoke_ending(page),)),
    )


def _smoke_ending(page: _Page) -> Statement:
    target = page.rules.finish.target
    if isinstance(target, str):
        return page.say("finish.target")
    return page.state(
        f"Who is at {number_text(target)} or below at the end of a hand has won; of several the lowest, and equal "
        "scores together.",
        "finish.target",
    )


# ---------------------------------------------------------------- money


def _money(stakes: Stakes | None) -> tuple[Section, ...]:
    if stakes is None:
        return ()
    said = {
        "game": "Each loser pays the winners {} for the game.",
        "set": "Each loser also pays {} for every time he was set; the winners' own sets are free.",
        "point": "Each point above or below the table's average is worth {}.",
        "moon": "A special bid made brings the bidder {} from every player of the other sides, and failed it costs him "
        "as much.",
        "bid_point": "Every point of the bid is worth {} from each player of the other sides, made or set.",
    }
    statements = [
        Statement(sentence.format(f"{written_amount(getattr(stakes, key))} {stakes.currency}"))
        for key, sentence in said.items()
        if getattr(stakes, key)
    ]
    return (Section("Money", tuple(statements)),) if statements else ()
