"""The hand form: everything that may be tapped for one hand at this table, with what was tapped already."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import number_text
from scorekeeper.rules.phrases.points import POINT_NAMES
from scorekeeper.rules.seats import from_left_of, side_of
from scorekeeper.web.components.marks import player_marks

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from scorekeeper.rules.table import Table
    from scorekeeper.web.components.marks import Mark
    from scorekeeper.web.form_meta import FormMeta

MAX_IN_A_ROW = 7
CROWDED = 6
"""From this many players on, names are written smaller."""
LONG_WORD = 7
"""From this many letters on, a name is written smaller, so that it fits its chip."""
MAX_WORD = 11
"""From this many letters on, smaller still."""
FOUR = 4

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
NO_SUIT = ("", "Not said")
SUITS = (NO_SUIT, ("spades", "Spades"), ("hearts", "Hearts"), ("diamonds", "Diamonds"), ("clubs", "Clubs"))
CARDS = (("Ten", 10), ("Ace", 4), ("King", 3), ("Queen", 2), ("Jack", 1))


@dataclass(frozen=True)
class Choice:
    """One thing to tap: a radio button or a checkbox."""

    value: str
    text: str
    css: str = ""
    note: str = ""
    checked: bool = False
    typed: str = ""
    """For a number: what stands in it."""

    @property
    def long(self) -> bool:
        return self._longest_word >= LONG_WORD

    @property
    def longest(self) -> bool:
        return self._longest_word >= MAX_WORD

    @property
    def _longest_word(self) -> int:
        return max(map(len, self.text.split()), default=0)


@dataclass(frozen=True)
class Point:
    """One point of the hand and who may have got it."""

    key: str
    name: str
    note: str
    spoken: str
    choices: tuple[Choice, ...]
    countable: bool = False
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


@dataclass(frozen=True)
class HandForm:
    """The whole form."""

    meta: FormMeta
    lowest: str
    may_pass: bool
    bidders: tuple[Choice, ...]
    """Nobody where nobody bids; the bids are empty then too."""
    crowded: bool
    bids: tuple[Choice, ...]
    columns: int
    partners: tuple[Choice, ...]
    points: tuple[Point, ...]
    shaped: bool
    made: tuple[Choice, ...]
    tricks: tuple[Choice, ...]
    throws: bool
    thrown: bool
    over_throw: bool
    reneges: tuple[Choice, ...]
    trumps: tuple[Choice, ...]
    counter: Counter | None
    note: str
    reason: str
    errors: tuple[tuple[str, str], ...] = ()
    """(id of the control, sentence) in the order of the form."""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """The same by control."""
    cache_key: Hashable | None = None
    """Equal for two forms that look the same except for their metadata; None where something was tapped."""


def hand_form(
    table: Table,
    names: Mapping[str, str],
    meta: FormMeta,
    typed: Mapping[str, str],
    wrong: Mapping[str, str] | None = None,
) -> HandForm:
    """Return the form for the next hand of `table`.

    `typed`: field name -> what was sent or is corrected; `wrong`: field name -> what is wrong with it.
    """
    rules, marks, wrong = table.rules, player_marks(table, names), wrong or {}
    bids = _bids(table, typed) if rules.has_bidding else ()
    return HandForm(
        meta=meta,
        lowest=str(rules.auction.min),
        may_pass=rules.has_bidding and not rules.dealer_is_forced,
        bidders=_bidders(table, names, typed, marks) if rules.has_bidding else (),
        crowded=len(table.players) >= CROWDED,
        bids=bids,
        columns=len(bids) if len(bids) <= MAX_IN_A_ROW else -(-len(bids) // 2),
        partners=_partners(table, names, typed, marks) if rules.calls_partner else (),
        points=() if rules.bid_is_all else _points(table, typed, marks, wrong),
        shaped=not marks[0].initials,
        made=_pair(typed, "made", "Made", "Set") if rules.bid_is_all else (),
        tricks=_pair(typed, "all_tricks", "All", "Not all") if _asks_tricks(table) else (),
        throws=rules.auction.throw_card,
        thrown="thrown" in typed,
        over_throw="over_throw" in typed,
        reneges=_reneges(table, names, typed) if rules.penalty.renege != "none" else (),
        trumps=tuple(Choice(key, name, checked=typed.get("trump", "") == key) for key, name in SUITS),
        counter=_counter(table, typed, marks, wrong) if _is_counted(table) else None,
        note=typed.get("note", ""),
        reason=typed.get("reason", ""),
        errors=tuple((ERROR_ANCHORS.get(key, key), sentence) for key, sentence in wrong.items()),
        wrong=wrong,
        cache_key=None if typed or wrong else (rules, table.players, table.teams, table.dealer, tuple(names.items())),
    )


ERROR_ANCHORS = {"counts": "point-game", "buried": "point-game", "points": "points", "": "hand"}
"""Where the summary of errors links to, for fields without a visible control of that name."""


# ---------------------------------------------------------------- who, how much, with whom


def _css_of(player: str, marks: tuple[Mark, ...]) -> str:
    return next(mark.css for mark in marks if player in mark.members)


def _bidders(
    table: Table, names: Mapping[str, str], typed: Mapping[str, str], marks: tuple[Mark, ...]
) -> tuple[Choice, ...]:
    """Return everybody in bidding order, the dealer last."""
    return tuple(
        Choice(
            player,
            names[player],
            css=_css_of(player, marks) + (" dealer" if player == table.dealer else ""),
            note="deals" if player == table.dealer else "",
            checked=typed.get("bidder") == player,
        )
        for player in from_left_of(table.dealer, table.players)
    )


def _bids(table: Table, typed: Mapping[str, str]) -> tuple[Choice, ...]:
    rules, said = table.rules, typed.get("bid")
    bids = [
        Choice(str(bid), str(bid), css="four" if bid == FOUR else "", checked=said == str(bid))
        for bid in range(rules.auction.min, rules.highest_bid + 1)
    ]
    if rules.has_special:
        name = rules.special.name
        bids.append(Choice(name, name.capitalize(), css="special", checked=said == name))
    return tuple(bids)


def _partners(
    table: Table, names: Mapping[str, str], typed: Mapping[str, str], marks: tuple[Mark, ...]
) -> tuple[Choice, ...]:
    said = typed.get("partner")
    alone = Choice("alone", "Alone", css="alone", checked=said == "alone")
    return *(
        Choice(player, names[player], css=_css_of(player, marks), checked=said == player)
        for player in from_left_of(table.dealer, table.players)
    ), alone


def _reneges(table: Table, names: Mapping[str, str], typed: Mapping[str, str]) -> tuple[Choice, ...]:
    said = typed.get("renege", "")
    everybody = (Choice(player, names[player], checked=said == player) for player in table.players)
    return Choice("", "Nobody", checked=not said), *everybody


def _pair(typed: Mapping[str, str], key: str, yes: str, no: str) -> tuple[Choice, ...]:
    """Return a switch of two; neither is checked until it is touched, and that means yes."""
    return (
        Choice("yes", yes, css="yes", checked=typed.get(key) == "yes"),
        Choice("no", no, css="no", checked=typed.get(key) == "no"),
    )


# ---------------------------------------------------------------- the points


def _points(
    table: Table, typed: Mapping[str, str], marks: tuple[Mark, ...], wrong: Mapping[str, str]
) -> tuple[Point, ...]:
    return tuple(_point(table, key, typed, marks, wrong) for key in table.rules.worth)


def _point(
    table: Table, key: str, typed: Mapping[str, str], marks: tuple[Mark, ...], wrong: Mapping[str, str]
) -> Point:
    name, note = LABELS.get(key, (POINT_NAMES[key].capitalize(), ""))
    worth = table.rules.worth[key]
    countable = key == "game" and _is_counted(table)
    if worth != 1:
        note = f"{note}, worth {worth}" if note else f"worth {worth}"
    elif countable:
        note = "count it"
    got = _exception(table, typed.get("bidder"), typed.get(f"point-{key}"))
    choices = [
        Choice(mark.key, mark.initials, css=mark.css, note=mark.name, checked=got in mark.members) for mark in marks
    ]
    choices.append(Choice("none", "", css="no", note="nobody", checked=got == "none"))
    return Point(key, name, note, POINT_NAMES[key], tuple(choices), countable, wrong.get(f"point-{key}", ""))


def _exception(table: Table, bidder: str | None, taker: str | None) -> str:
    """Return who got a point if not the bidding side: a point left alone goes to whoever is the bidder.

    Where nobody bids it goes to nobody.
    """
    if not taker or (bidder in table.players and taker in side_of(bidder, table.teams)):
        return ""
    return taker


def _asks_tricks(table: Table) -> bool:
    rules = table.rules
    return rules.has_special and rules.special_needs_tricks and not rules.bid_is_all


# ---------------------------------------------------------------- the counter


def _is_counted(table: Table) -> bool:
    rules = table.rules
    return rules.counts_game and not rules.bid_is_all


def _counter(table: Table, typed: Mapping[str, str], marks: tuple[Mark, ...], wrong: Mapping[str, str]) -> Counter:
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
