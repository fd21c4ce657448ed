"""The rules of one table as a sheet to print: plain English made from the settings, with the changes marked.

Each statement names the settings it follows from, so that the screen can link them, says whether this table changed one
of them from the variant's own rules, and what the variant has instead.  Changed settings that no section mentions are
listed at the end.  Two sheets are shown side by side only where they differ, sentence against sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import assert_never

from scorekeeper.rules.ruleset import SMOKE, Ruleset
from scorekeeper.rules.setting_groups import PointTo
from scorekeeper.rules.stakes import Stakes, written_amount
from scorekeeper.rules.values import RANKS, Value
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.example import worked_hands
from scorekeeper.sheets.grammar import counted, words_of
from scorekeeper.sheets.money_words import Money, say_rules
from scorekeeper.sheets.phrases import has_own_name, point_name, point_words, setting_title
from scorekeeper.sheets.statements import PointRow, Section, SheetContext, Statement
from scorekeeper.sheets.templates import read_sections
from scorekeeper.sheets.values import OFF_CARDS, TRUMPS_WITH_NAMES, exchanges_cards, is_so, point_card

SCORING = "What a hand scores"
"""The section the table of points belongs to."""
CARDS = "The cards"
"""The section the order of trumps belongs to."""
OF_THE_TARGET = (
    "finish.may_win", "finish.hold", "finish.hold_who", "finish.crossing", "finish.must_stand_at_target",
    "finish.win_by",
)  # fmt: skip

__all__ = ["CARDS", "SCORING", "PointRow", "RulesSheet", "Section", "Statement", "changed_settings", "rules_sheet"]


@dataclass(frozen=True)
class RulesSheet:
    """The whole sheet, from top to bottom."""

    title: str
    summary: str
    sections: tuple[Section, ...]
    points: tuple[PointRow, ...]
    trumps: tuple[str, ...]
    """The trumps from best to worst, "jick (left bauer)"; empty for Smoke, where a turned card names the suit."""
    jargon: tuple[tuple[str, str], ...] = ()
    """What must not be said at the table, and what to say instead."""

    @property
    def changed(self) -> bool:
        """Return whether this table changed any of the variant's rules."""
        statements = any(statement.changed for part in self.sections for statement in part.statements)
        return statements or any(point.changed for point in self.points)


def rules_sheet(
    variant: Variant,
    size: int,
    house: Mapping[str, Value] | None = None,
    stakes: Stakes | None = None,
    money: Money | None = None,
) -> RulesSheet:
    """Return the sheet of a table of `size` playing `variant` under `house` rules, and its stakes if it has any.

    `money` writes cents the way the reader does; by default they are written as on a scoresheet.

    Raises SettingsError when the house rules contradict each other, KeyError for a size not played.
    """
    rules, own = variant.ruleset(size, house), variant.ruleset(size)
    page = SheetContext(rules, own, size, changed_settings(variant, size, house or {}), variant.notes)
    parts = sheet_sections(page)
    paid = _money(page, stakes, money)
    return RulesSheet(
        title=variant.name,
        summary=variant.summary,
        sections=(*parts, *_also_changed(page, parts), *_example(variant, size, house or {}), *paid),
        points=_points(page),
        trumps=_named_trumps(trump_order(variant, rules), rules),
        jargon=tuple(words_of("jargon").items()) if rules.kind == SMOKE else (),
    )


BIDDING_SHEET = (
    "who_plays", "cards", "deal", "bidding", "special", "trump", "play", "scoring", "winning", "mistakes",
)  # fmt: skip
"""The text files of a game of points, in the order a game happens: seats, cards, deal, bids, play, score, the end."""


def sheet_sections(page: SheetContext) -> tuple[Section, ...]:
    """Return the sections that the rules alone make."""
    match page.rules.kind:
        case "bidding":
            return read_sections(page, *BIDDING_SHEET)
        case "smoke":
            return read_sections(page, "smoke")
    assert_never(page.rules.kind)


def changed_settings(variant: Variant, size: int, house: Mapping[str, Value]) -> frozenset[str]:
    """Return the house rules that differ from the variant's own rules at this size."""
    own = variant.ruleset(size)
    return frozenset(key for key, value in house.items() if own.value(key) != value)


def _also_changed(page: SheetContext, parts: Iterable[Section]) -> tuple[Section, ...]:
    """Return a section of the changed settings that no other section mentions."""
    mentioned = {key for part in parts for statement in part.statements for key in statement.keys}
    mentioned |= {key for point in page.rules.worth for key in _point_keys(point)}
    mute = () if page.rules.has_bidding else ("auction.", "special.")
    left = sorted(key for key in page.changed - mentioned if not key.startswith(mute))
    return (Section("Also changed here", tuple(_also(page, key) for key in left)),) if left else ()


def _also(page: SheetContext, key: str) -> Statement:
    """Return what a change says, unless that means nothing here and would contradict the rest of the sheet."""
    if key.startswith(_without_effect(page.rules)):
        return page.state(f"{setting_title(key)}: changed, but it makes no difference at this table.", [key])
    return page.state(page.say(key), [key])


def _without_effect(rules: Ruleset) -> tuple[str, ...]:
    """Return the beginnings of settings that change nothing at this table."""
    none = [] if rules.calls_partner else ["call."]
    if rules.finish.target == "none":
        none += OF_THE_TARGET
    if rules.play.only_trumps:
        none += ["play.follow", "play.first_lead", "play.no_trump_first_trick"]
    if not (rules.counts_game and rules.has_bidding and exchanges_cards(rules)):
        none.append("game.buried_to_bidder")
    return tuple(none)


def _example(variant: Variant, size: int, house: Mapping[str, Value]) -> tuple[Section, ...]:
    told = worked_hands(variant, size, house)
    return (Section("For example", tuple(map(Statement, told))),) if told else ()


# ---------------------------------------------------------------- points


def _points(page: SheetContext) -> tuple[PointRow, ...]:
    return tuple(_point_row(page, key, worth) for key, worth in page.rules.worth.items())


def _point_keys(key: str) -> set[str]:
    return {f"points.{key}.worth", f"points.{key}.to"}


def _point_row(page: SheetContext, key: str, worth: int) -> PointRow:
    by_ten = key == "game" and not page.rules.counts_game
    names = page.rules.names
    own = f" ({point_name(key, names)})" if has_own_name(key, names) else ""
    title = f"{point_words()[key]['title']}{own}"
    card = point_card("ten" if by_ten else key, page.rules)
    owner = _owner(page.rules.points[key].to)
    if key == "game" and not by_ten:
        card, owner = "counted in card points", "whoever took the most"
    if key == "last_trick":
        owner = "whoever wins it"
    keys = sorted(_point_keys(key)) + (["game.by"] if key == "game" else [])
    changed = not page.changed.isdisjoint(keys)
    return PointRow(title, card, worth, owner, changed, page.standard(keys), key)


def _owner(to: PointTo) -> str:
    match to:
        case "taker":
            return "whoever wins its trick"
        case "holder":
            return "whoever plays it"
    assert_never(to)


# ---------------------------------------------------------------- the trumps from best to worst


def trump_order(variant: Variant, rules: Ruleset) -> tuple[str, ...]:
    """Return the trumps from best to worst: ranks, "jick", jokers, "off 3".  Empty for Smoke.

    Jokers stand below jack and jick unless the variant's file says they are the lowest trumps (`jokers_lowest`).
    """
    if rules.kind == SMOKE:
        return ()
    two = ["joker", "joker"] if is_so("jokers_are_equal", rules) else ["high joker", "low joker"]
    jokers = [[], ["joker"], two][rules.deck.jokers]
    order: list[str] = []
    for rank in rules.deck.ranks.split() or RANKS:
        order.append(rank)
        if rank == "J":
            order += ["jick"] if rules.deck.off_jack else []
            order += [] if variant.jokers_lowest else jokers
        order += [f"off {rank}" for key, card in OFF_CARDS.items() if card == rank and key in rules.worth]
    if rules.trumps_reversed:
        order.reverse()
    return (*order, *(jokers if variant.jokers_lowest else ()))


def _named_trumps(trumps: Iterable[str], rules: Ruleset) -> tuple[str, ...]:
    """Return an order of trumps with the names that cards have here: "J (right bauer)", "jick (off-jack)"."""
    named = {trump: key for trump, key in TRUMPS_WITH_NAMES.items() if has_own_name(key, rules.names)}
    return tuple(f"{it} ({point_name(named[it], rules.names)})" if it in named else it for it in trumps)


# ---------------------------------------------------------------- money


def _money(page: SheetContext, stakes: Stakes | None, money: Money | None) -> tuple[Section, ...]:
    if stakes is None or not stakes.some:
        return ()
    currency = stakes.currency
    sentences = say_rules(stakes, money or (lambda cents: f"{written_amount(cents)} {currency}"))
    return (Section("Money", tuple(map(Statement, (*sentences, *page.notes.get("money", ()))))),)


# ---------------------------------------------------------------- two rules sheets side by side

SPECIAL = "The special bid"
POINTS, TRUMPS = "The points", "Trumps, best first"


@dataclass(frozen=True)
class Contrast:
    """What the two sheets say about one thing; empty where a sheet does not mention it."""

    ours: str
    theirs: str


@dataclass(frozen=True)
class Difference:
    """One section of the sheets, with what is said differently."""

    title: str
    contrasts: tuple[Contrast, ...]


def differences(ours: RulesSheet, theirs: RulesSheet) -> tuple[Difference, ...]:
    """Return the sections in which two sheets differ, in their order; nothing where they say the same."""
    one, other = _by_section(ours), _by_section(theirs)
    found = (Difference(title, _contrasts(one.get(title, {}), other.get(title, {}))) for title in _in_order(one, other))
    return tuple(difference for difference in found if difference.contrasts)


def _by_section(sheet: RulesSheet) -> dict[str, dict[str, str]]:
    """Return section -> (what a sentence is about -> the sentence)."""
    sections: dict[str, dict[str, str]] = {}
    for part in sheet.sections:
        sections[_title(part.title)] = {it.keys[0] if it.keys else it.text: it.text for it in part.statements}
        if part.title == SCORING:
            sections[POINTS] = {
                it.key: f"{it.title}: {counted(it.worth, 'point')}, to {it.owner}." for it in sheet.points
            }
            sections[TRUMPS] = {TRUMPS: ", ".join(sheet.trumps) + "."}
    return sections


def _title(title: str) -> str:
    """Return one title for moon and smudge, two names of the same thing."""
    return SPECIAL if title in ("Moon", "Smudge") else title


def _contrasts(ours: Mapping[str, str], theirs: Mapping[str, str]) -> tuple[Contrast, ...]:
    pairs = (Contrast(ours.get(about, ""), theirs.get(about, "")) for about in _in_order(ours, theirs))
    return tuple(pair for pair in pairs if pair.ours != pair.theirs)


def _in_order(one: Iterable[str], other: Iterable[str]) -> list[str]:
    """Return the keys of both in order; a key that only the other has follows the key it follows there."""
    order = list(one)
    place = 0
    for key in other:
        if key in order:
            place = order.index(key) + 1
        else:
            order.insert(place, key)
            place += 1
    return order
