"""The rows of the hand form that say who got which point, what was turned up or given, and the counter for game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.core.choice import Choice
from scorekeeper.core.marks import Mark, player_marks
from scorekeeper.rules.deck import RANK_OF_TURNED, points_not_out
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.seats import left_of, side_of
from scorekeeper.rules.table import Table
from scorekeeper.sheets.grammar import number_text
from scorekeeper.sheets.phrases import has_own_name, point_name

LABELS = {
    "off_jack": ("Jick", ""),
    "high_joker": ("Joker", "high"),
    "low_joker": ("Joker", "low"),
    "off_five": ("Five", "off"),
    "off_ace": ("Ace", "off"),
    "off_ten": ("Ten", "off"),
    "off_three": ("Three", "off"),
    "off_two": ("Two", "off"),
    "last_trick": ("Last", "trick"),
    "high_spade": ("Spade", "high"),
}
CARDS = (("Ten", 10), ("Ace", 4), ("King", 3), ("Queen", 2), ("Jack", 1))
NONE, US, THEM = "none", "us", "them"
"""Values of a point besides a seat: nobody; with a called partner the bidder's side and the other one."""
TURNED_FIELDS = ("turned", "turned-2", "turned-3")
"""The first card turned up for trump, and those after it where the cards were run."""


@dataclass(frozen=True)
class Point:
    """One point of the hand and who may have got it."""

    key: str
    name: str
    note: str
    spoken: str
    choices: tuple[Choice, ...]
    start: str
    """The class of the choice that is checked on an untouched form; empty if it follows the bidder."""
    countable: bool = False
    worth: int = 0
    """What it counts, if that is not 1."""
    error: str = ""


@dataclass(frozen=True)
class Switch:
    """A row that is no point: the choices of one field, the first of which says that there was no such thing."""

    key: str
    name: str
    note: str
    spoken: str
    choices: tuple[Choice, ...]
    error: str = ""


@dataclass(frozen=True)
class Counter:
    """The counter for game: a pile a side."""

    piles: tuple[Choice, ...]
    cards: tuple[tuple[str, int], ...]
    rest: bool
    """Whether every card is played, so that the other pile is the rest."""
    used: bool
    buried: str | None
    error: str = ""


def marks_in_hand(table: Table, names: Mapping[str, str]) -> tuple[Mark, ...]:
    """Return everybody who may take something in the next hand: a dealer who sits it out may not."""
    marks = player_marks(table, names)
    return tuple(mark for mark in marks if mark.key != table.dealer) if table.rules.dealer_sits_out else marks


# ---------------------------------------------------------------- the points


def start_value(table: Table, key: str) -> str:
    """Return the value of a point before anybody taps it: the most likely one (rules/deck.py).

    That is nobody for a card that is more often left in the deck than dealt, else the bidder's side.  It is empty as
    long as the bidder's side is not known, and in games without bidding: then the person who scores has to choose.
    """
    if key in points_not_out(table.rules, len(table.players)):
        return NONE
    return US if table.rules.calls_partner else ""


def point_rows(
    table: Table, typed: Mapping[str, str], marks: tuple[Mark, ...], wrong: Mapping[str, str]
) -> tuple[Point, ...]:
    return tuple(_point(table, key, typed, marks, wrong) for key in table.rules.worth)


def _point(
    table: Table, key: str, typed: Mapping[str, str], marks: tuple[Mark, ...], wrong: Mapping[str, str]
) -> Point:
    name, note = _label(key, table.rules)
    worth = table.rules.worth[key]
    countable = key == "game" and is_counted(table.rules)
    if countable:
        note = "count"
    start = start_value(table, key)
    choices = _sides_of_bid() if table.rules.calls_partner else tuple(_choice_of(mark) for mark in marks)
    got = _taker(table, typed.get("bidder"), typed.get(f"point-{key}"), start)
    members = {mark.key: mark.members for mark in marks}
    return Point(
        key=key,
        name=name,
        note=note,
        worth=worth if worth != 1 else 0,
        spoken=point_name(key, table.rules.names),
        choices=tuple(
            _checked(choice, checked=got == choice.value or got in members.get(choice.value, ()), start=start)
            for choice in (*choices, Choice(NONE, "", css="no", note="nobody"))
        ),
        start={NONE: "no"}.get(start, start),
        countable=countable,
        error=wrong.get(f"point-{key}", ""),
    )


def _label(key: str, rules: Ruleset) -> tuple[str, str]:
    """Return the name of a row and what stands beside it: "Bauer", "left"."""
    called = point_name(key, rules.names)
    if has_own_name(key, rules.names):
        *which, name = called.split()
        return name.capitalize(), " ".join(which)
    return LABELS.get(key, (called.capitalize(), ""))


def _sides_of_bid() -> tuple[Choice, ...]:
    return Choice(US, "Us", css=US, note="the bidder's side"), Choice(THEM, "Them", css=THEM, note="the other side")


def _choice_of(mark: Mark) -> Choice:
    return Choice(mark.key, mark.initials, css=mark.css, note=mark.name)


def _checked(choice: Choice, *, checked: bool, start: str) -> Choice:
    return Choice(
        choice.value, choice.text, choice.css, choice.note, checked=checked, start=bool(start) and choice.value == start
    )


def _taker(table: Table, bidder: str | None, taker: str | None, start: str) -> str:
    """Return what is checked.  A point that follows the bidder is left open while its taker is on that side."""
    if not taker:
        return start
    follows = not start and bidder in table.players and bidder is not None
    return "" if follows and taker in side_of(bidder or "", table.teams) else taker


# ---------------------------------------------------------------- what was turned up, given, hung


def extra_rows(
    table: Table, names: Mapping[str, str], typed: Mapping[str, str], wrong: Mapping[str, str]
) -> tuple[Switch, ...]:
    """Return a row each for the card turned up, a gift and a hung jack, where the rules have them."""
    rules = table.rules
    left = names[left_of(table.dealer, table.players)]
    rows = []
    if turned_ranks(rules):
        rows.append(turned_row(rules, typed, TURNED_FIELDS[0], wrong))
    if rules.turn.gift:
        rows.append(_yes_or_no(typed, wrong, "gift", "Gift", f"to {left}"))
    if rules.points.jack.hung:
        rows.append(_yes_or_no(typed, wrong, "hung", "Hung", "jack caught"))
    return tuple(rows)


def turned_ranks(rules: Ruleset) -> tuple[str, ...]:
    """Return the cards that bring the dealer something when they are turned up."""
    return tuple(card for card in RANK_OF_TURNED if rules.value(f"turn.{card}"))


def turned_row(rules: Ruleset, typed: Mapping[str, str], key: str, wrong: Mapping[str, str]) -> Switch:
    """Return the row of a card turned up for trump: the first one, or one after the cards were run."""
    name, note = ("Turned", "for trump") if key == TURNED_FIELDS[0] else ("Then", "turned")
    said = typed.get(key, "")
    choices = (
        Choice("", "", css="no", note="another card", checked=not said, start=True),
        *(Choice(card, RANK_OF_TURNED[card], note=card, checked=said == card) for card in turned_ranks(rules)),
    )
    return Switch(key, name, note, f"{name} {note}", choices, wrong.get(key, ""))


def _yes_or_no(typed: Mapping[str, str], wrong: Mapping[str, str], key: str, name: str, note: str) -> Switch:
    said = typed.get(key) == "yes"
    choices = (
        Choice("", "no", css="no", note="no", checked=not said, start=True),
        Choice("yes", "yes", note="yes", checked=said),
    )
    return Switch(key, name, note, f"{name} {note}", choices, wrong.get(key, ""))


# ---------------------------------------------------------------- the counter


def is_counted(rules: Ruleset) -> bool:
    """Return whether the form has a counter for game."""
    return rules.counts_game and not rules.bid_is_all


def pile_counter(
    table: Table, typed: Mapping[str, str], marks: tuple[Mark, ...], wrong: Mapping[str, str]
) -> Counter | None:
    if not is_counted(table.rules):
        return None
    return Counter(
        piles=tuple(
            Choice(mark.key, mark.initials, css=mark.css, note=mark.name, typed=_pile(typed, mark)) for mark in marks
        ),
        cards=CARDS,
        rest=_all_cards_played(table),
        used=typed.get("counted") == "yes",
        buried=typed.get("buried", "") if table.rules.game.buried_to_bidder else None,
        error=wrong.get("counts", ""),
    )


def _pile(typed: Mapping[str, str], mark: Mark) -> str:
    given = [typed[f"count-{player}"] for player in mark.members if typed.get(f"count-{player}")]
    if len(given) > 1 and all(number.isdecimal() for number in given):
        return number_text(sum(map(int, given)))
    return given[0] if given else ""


def _all_cards_played(table: Table) -> bool:
    """Return whether the whole pack is dealt and kept, so that two piles are all there is."""
    deck, deal = table.rules.deck, table.rules.deal
    pack = 4 * len(deck.ranks.split()) + deck.jokers
    return bool(pack) and deal.hand * len(table.players) == pack
