"""The parts behind every balance of a game, line by line; `sheets.money_words` says what each is for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rules.money import OWN_SETS, SO_FAR, Part
from scorekeeper.rules.table import LineResult, Table, leaders, settle_game


@dataclass(frozen=True)
class LinePart:
    """One part of a player's balance and the line that moved it (from 1); `hands` are the lines that set their side."""

    line: int
    part: Part
    hands: tuple[int, ...] = ()


def money_story(tables: Sequence[Table], entries: Sequence[LineResult]) -> dict[str, tuple[LinePart, ...]]:
    """Return the parts of everybody's balance, in the order of the lines.  They add up to the balances to the cent.

    `entries` is what each line did; `tables` the table before each, and last the one after all of them.
    """
    story: dict[str, tuple[LinePart, ...]] = dict.fromkeys(tables[-1].balances, ())
    for line, entry in enumerate(entries, start=1):
        for part in entry.money:
            story[part.player] += (_line_part(line, part, tables),)
    return story


def story_to_now(tables: Sequence[Table], entries: Sequence[LineResult]) -> dict[str, tuple[LinePart, ...]]:
    """Return the same with what would be added if the game ended now (line: the next one)."""
    story = money_story(tables, entries)
    for part in if_it_ended_now(tables[-1]):
        if part.what != SO_FAR:  # the earlier parts are in the story already
            story[part.player] += (_line_part(len(tables), part, tables),)
    return story


def _line_part(line: int, part: Part, tables: Sequence[Table]) -> LinePart:
    return LinePart(line, part, _set_in(part.player, tables[: line + 1]) if part.what == OWN_SETS else ())


def _set_in(player: str, tables: Sequence[Table]) -> tuple[int, ...]:
    """Return the lines in which a player's side was set, under everyone who had the seat before, too."""
    lines: list[int] = []
    for line in range(len(tables) - 1, 0, -1):
        before, after = tables[line - 1], tables[line]
        new = player in after.players and player not in before.players
        if new and len(before.players) == len(after.players):  # took over somebody's seat
            player = before.players[after.players.index(player)]
        elif after.sets.get(player, 0) > before.sets.get(player, 0):
            lines.append(line)
    return tuple(reversed(lines))


def if_it_ended_now(table: Table) -> tuple[Part, ...]:
    """Return the money of the game if nobody played another hand.

    The side with the best score now wins (the lowest where scores count down), with the bid or without it; sides with
    the same score share, as if they had gone out together.  What was moved already (special bids, bids, points settled
    before) is one part each.  Empty for a game without stakes, or one that is over.
    """
    if table.stakes is None or table.finished:
        return ()
    so_far = (Part(player, SO_FAR, cents) for player, cents in table.balances.items() if cents)
    return (*so_far, *settle_game(table, leaders(table)))
