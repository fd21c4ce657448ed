"""A finished night replayed under other rules: which lines differ, who would have won, and when."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorekeeper.rules.contradictions import stake_without_bids
from scorekeeper.rules.errors import SettingsError, SheetError, UnreadableSheet
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.refusals import Refusal, say_refusal
from scorekeeper.rules.table import fold, open_table, play

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.sheet import Head, Sheet
    from scorekeeper.rules.table import Entry, Table
    from scorekeeper.rules.values import Value


@dataclass(frozen=True)
class ReplayedLine:
    """One line under both rules.  `theirs` is None when it cannot be played there: `because` says why."""

    number: int
    ours: Entry
    theirs: Entry | None
    refusal: Refusal | None = None
    ends_otherwise: bool = False
    """Whether it ends the game under one set of rules and not under the other."""

    @property
    def because(self) -> str:
        """Return why the line cannot be played under the other rules; empty where it can."""
        return say_refusal(self.refusal) if self.refusal else ""

    @property
    def differs(self) -> bool:
        """Tell whether the line did something else: another outcome, other changes, or an end of the game."""
        theirs = self.theirs
        if theirs is None or self.ends_otherwise:
            return True
        return (theirs.outcome, theirs.changes) != (self.ours.outcome, self.ours.changes)


@dataclass(frozen=True)
class WhatIf:
    """A night under its own rules (`ours`) and under others (`theirs`); line numbers count from 1."""

    ours: Table
    theirs: Table
    lines: tuple[ReplayedLine, ...]
    won_at: int | None
    """The line that ends the game under the other rules; None when it goes on."""


def what_if(sheet: Sheet, other: Mapping[str, Value]) -> WhatIf:
    """Replay a sheet with the house rules `other` laid over its own.

    A line that is impossible under the other rules is left out, with the reason; nothing after the end counts.
    Raises SheetError when the sheet itself cannot be scored, or (field `rules.KEY`) when the rules do not go together.
    """
    ours, entries = fold(sheet)
    theirs = open_table(_under(sheet.head, other))
    lines, won_at = [], None
    for number, (document, entry) in enumerate(zip(sheet.lines, entries, strict=True), start=1):
        if theirs.finished:
            lines.append(ReplayedLine(number, entry, None, Refusal("game-was-over")))
            continue
        try:
            theirs, replayed = play(theirs, read_line(document, theirs.variant.kind))
        except SheetError as error:
            lines.append(ReplayedLine(number, entry, None, error.faults[0].refusal))
            continue
        ends = ours.finished and number == len(entries)
        lines.append(ReplayedLine(number, entry, replayed, ends_otherwise=ends != theirs.finished))
        won_at = number if theirs.finished else None
    return WhatIf(ours, theirs, tuple(lines), won_at)


def _under(head: Head, other: Mapping[str, Value]) -> Head:
    house = {**head.rules, **other}
    try:
        rules = head.variant.ruleset(len(head.players), house)
    except SettingsError as error:
        raise error.in_sheet() from error
    if by_bid := stake_without_bids(rules, head.stakes):
        raise UnreadableSheet.at("rules.auction.rounds", "stake-needs-bidding", key=by_bid)
    return replace(head, rules=house)
