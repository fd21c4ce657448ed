"""The hand form: everything that may be tapped for one hand at this table, with what was tapped already."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace

from scorekeeper.core.choice import Choice
from scorekeeper.core.form_values import FormMeta
from scorekeeper.core.marks import Mark, player_marks
from scorekeeper.games.point_rows import (
    TURNED_FIELDS,
    Counter,
    Point,
    Switch,
    extra_rows,
    marks_in_hand,
    pile_counter,
    point_rows,
    turned_ranks,
    turned_row,
)
from scorekeeper.rules.seats import from_left_of
from scorekeeper.rules.table import Table

MAX_IN_A_ROW = 10
CROWDED = 6
"""From this many players on, names are written smaller."""
FOUR = 4

SUITS = (
    ("", "Not said", "none"),
    ("spades", "\N{BLACK SPADE SUIT}", "black"),
    ("hearts", "\N{BLACK HEART SUIT}", "red"),
    ("diamonds", "\N{BLACK DIAMOND SUIT}", "red"),
    ("clubs", "\N{BLACK CLUB SUIT}", "black"),
)


MAX_POINTS, MAX_CHOICES, MAX_BIDDERS = 8, 3, 7
"""Points, who may get one, and bidders that fit on a small phone."""


@dataclass(frozen=True)
class HandForm:
    """The whole form."""

    meta: FormMeta
    may_pass: bool
    bidders: tuple[Choice, ...]
    """Nobody where nobody bids; the bids are empty then too."""
    crowded: bool
    bids: tuple[Choice, ...]
    columns: int
    throws: tuple[Choice, ...]
    partners: tuple[Choice, ...]
    points: tuple[Point, ...]
    layout: str
    """How a point says who got it: by the shapes of two to four "sides", by "called" sides, or by "players"."""
    made: tuple[Choice, ...]
    tricks: tuple[Choice, ...]
    extras: tuple[Switch, ...]
    """What was turned up, given or hung."""
    more_turned: tuple[Switch, ...]
    """Cards turned up after the first."""
    reneges: tuple[Choice, ...]
    trumps: tuple[Choice, ...]
    counter: Counter | None
    note: str
    reason: str
    sure: bool
    """Whether the form already asked if untouched points are meant."""
    errors: tuple[tuple[str, str], ...] = ()
    """(id of the control, sentence) in the order of the form."""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """The same by control."""
    cache_key: Hashable | None = None
    """Equal for two forms that look the same except for their metadata; None where something was tapped."""

    @property
    def is_large(self) -> bool:
        """Return whether it needs a closer layout on a small phone (static/css/columns.css)."""
        choices = max((len(point.choices) for point in self.points), default=0)
        many = len(self.points) > MAX_POINTS or choices > MAX_CHOICES or len(self.bidders) > MAX_BIDDERS
        return many or len(self.bids) > MAX_IN_A_ROW


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
    if typed or wrong:
        return _new_form(table, names, meta, typed, wrong or {})
    key = (table.rules, table.players, table.teams, table.dealer, tuple(names.items()))
    found = _untouched.get(key)
    if found is None:
        if len(_untouched) >= MAX_UNTOUCHED:
            _untouched.clear()
        found = _untouched[key] = replace(_new_form(table, names, meta, {}, {}), cache_key=key)
    return replace(found, meta=meta)


MAX_UNTOUCHED = 200
_untouched: dict[Hashable, HandForm] = {}
"""Forms in which nothing is tapped yet, by all that they depend on: a table shows the same few again and again."""


def _new_form(
    table: Table, names: Mapping[str, str], meta: FormMeta, typed: Mapping[str, str], wrong: Mapping[str, str]
) -> HandForm:
    rules = table.rules
    marks, everybody = marks_in_hand(table, names), player_marks(table, names)
    bids = _bids(table, typed) if rules.has_bidding else ()
    more_turned = TURNED_FIELDS[1:] if turned_ranks(rules) else ()
    return HandForm(
        meta=meta,
        may_pass=rules.has_bidding and not rules.dealer_is_forced,
        bidders=_bidders(table, names, typed, marks) if rules.has_bidding else (),
        crowded=len(table.players) >= CROWDED,
        bids=bids,
        columns=len(bids) if len(bids) <= MAX_IN_A_ROW else -(-len(bids) // 2),
        throws=_throws(typed) if rules.auction.throw_card else (),
        partners=_partners(table, names, typed, marks) if rules.calls_partner else (),
        points=() if rules.bid_is_all else point_rows(table, typed, marks, wrong),
        layout="called" if rules.calls_partner else "players" if everybody[0].initials else "sides",
        made=_pair(typed, "made", "Made", "Set") if rules.bid_is_all else (),
        tricks=_pair(typed, "all_tricks", "All", "Not all") if _asks_tricks(table) else (),
        extras=extra_rows(table, names, typed, wrong),
        more_turned=tuple(turned_row(rules, typed, key, wrong) for key in more_turned),
        reneges=_reneges(names, typed, marks) if rules.penalty.renege != "none" else (),
        trumps=tuple(
            Choice(key, sign, css=color, note=key, checked=typed.get("trump", "") == key) for key, sign, color in SUITS
        ),
        counter=pile_counter(table, typed, marks, wrong),
        note=typed.get("note", ""),
        reason=typed.get("reason", ""),
        sure="sure" in typed or "sure" in wrong,
        errors=tuple((ERROR_ANCHORS.get(key, key), sentence) for key, sentence in wrong.items()),
        wrong=wrong,
    )


ERROR_ANCHORS = {"counts": "point-game", "buried": "point-game", "points": "points", "sure": "points", "": "hand"}
"""Where the summary of errors links to, for fields without a visible control of that name."""


# ---------------------------------------------------------------- who, how much, with whom


def _players(table: Table, marks: tuple[Mark, ...]) -> tuple[tuple[str, str], ...]:
    """Return everybody in the hand with the class of their side, in bidding order, the dealer last."""
    css = {player: mark.css for mark in marks for player in mark.members}
    return tuple((player, css[player]) for player in from_left_of(table.dealer, table.players) if player in css)


def _bidders(
    table: Table, names: Mapping[str, str], typed: Mapping[str, str], marks: tuple[Mark, ...]
) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            player,
            names[player],
            css=css + (" dealer" if player == table.dealer else ""),
            note="deals" if player == table.dealer else "",
            checked=typed.get("bidder") == player,
        )
        for player, css in _players(table, marks)
    )


def _bids(table: Table, typed: Mapping[str, str]) -> tuple[Choice, ...]:
    rules, said = table.rules, typed.get("bid")
    lowest = min(rules.auction.min, rules.forced_bid) if rules.dealer_is_forced else rules.auction.min
    bids = [
        Choice(str(bid), str(bid), css="four" if bid == FOUR else "", checked=said == str(bid))
        for bid in range(lowest, rules.highest_bid + 1)
    ]
    if rules.has_special:
        name = rules.special.name
        bids.append(Choice(name, name.capitalize(), css="special", checked=said == name))
    return tuple(bids)


def _throws(typed: Mapping[str, str]) -> tuple[Choice, ...]:
    """Return how the bid was made: in words, by a thrown card, or by the dealer over one."""
    said = typed.get("throw", "")
    return (
        Choice("", "Said", css="said", checked=not said),
        Choice("thrown", "Thrown card", css="thrown", checked=said == "thrown"),
        Choice("over", "Over a throw", css="over", checked=said == "over"),
    )


def _partners(
    table: Table, names: Mapping[str, str], typed: Mapping[str, str], marks: tuple[Mark, ...]
) -> tuple[Choice, ...]:
    said = typed.get("partner")
    alone = Choice("alone", "Alone", css="alone", checked=said == "alone")
    others = (Choice(player, names[player], css=css, checked=said == player) for player, css in _players(table, marks))
    return *others, alone


def _reneges(names: Mapping[str, str], typed: Mapping[str, str], marks: tuple[Mark, ...]) -> tuple[Choice, ...]:
    said = typed.get("renege", "")
    everybody = sorted((player for mark in marks for player in mark.members), key=list(names).index)
    return Choice("", "Nobody", checked=not said), *(
        Choice(player, names[player], checked=said == player) for player in everybody
    )


def _pair(typed: Mapping[str, str], key: str, yes: str, no: str) -> tuple[Choice, ...]:
    """Return a switch of two; neither is checked until somebody taps it."""
    return (
        Choice("yes", yes, css="yes", checked=typed.get(key) == "yes"),
        Choice("no", no, css="no", checked=typed.get(key) == "no"),
    )


def _asks_tricks(table: Table) -> bool:
    rules = table.rules
    return rules.has_special and rules.special_needs_tricks and not rules.bid_is_all
