"""The parts behind every balance of a game, line by line, and what each is for in the words of a card table.

`MoneyArgs.money` writes an amount the way the reader does.  The words follow from the parts and their facts alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.grammar import MINUS, counted, join_names
from scorekeeper.rules.money import OWN_SETS, SO_FAR, Part
from scorekeeper.rules.table import leaders, settle_game

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scorekeeper.rules.table import LineResult, Table

    Name = Callable[[str], str]
    Money = Callable[[int], str]


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
        if _took_over(player, before, after):
            player = before.players[after.players.index(player)]
        elif after.sets.get(player, 0) > before.sets.get(player, 0):
            lines.append(line)
    return tuple(reversed(lines))


def _took_over(player: str, before: Table, after: Table) -> bool:
    """Return whether a player took over somebody's seat between two tables: as many sit there, and they are new."""
    return player in after.players and player not in before.players and len(before.players) == len(after.players)


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


# ---------------------------------------------------------------- in words: "Set in hands 3 and 7, $0.05 each time"


@dataclass(frozen=True)
class MoneyArgs:
    """What a sentence is made of: who pays or is paid, the facts, the hands a side was set in."""

    who: tuple[str, ...]
    facts: Mapping[str, Any]
    hands: Sequence[int]
    money: Money

    @property
    def each(self) -> str:
        return self.money(self.facts["each"])

    @property
    def bid(self) -> str:
        """Name what was bid: "moon", "bid of 3"."""
        return str(self.facts.get("name") or f"bid of {self.facts['bid']}")

    @property
    def end(self) -> str:
        return "made" if self.facts["made"] else ("failed" if "name" in self.facts else "set")

    @property
    def ways(self) -> str:
        """Return in words from whom or to whom: "from each of Bob & Dee"."""
        each = "each of " if len(self.who) > 1 else ""
        return f"{'from' if self.facts['made'] else 'to'} {each}{join_names(self.who)}"


def say_part(part: Part, name: Name, money: Money, hands: Sequence[int] = ()) -> str:
    """Return what one amount is for, without the amount itself; `money` writes cents, `hands` are those of the sets."""
    who = tuple(name(player) for player in part.who)
    return SENTENCES[part.what](MoneyArgs(who, part.facts, hands, money))


def _sets(args: MoneyArgs) -> str:
    sets = args.facts["sets"]
    if sets > len(args.hands):  # a failed special bid may count two, and now no hand is named
        when = counted(sets, "set") + (f" ({_hands(args.hands)})" if args.hands else "")
    else:
        when = f"Set in {_hands(args.hands)}"
    return f"{when}, {args.each}{' each time' if sets > 1 else ''}"


def _hands(numbers: Sequence[int]) -> str:
    first, last = numbers[:-1], numbers[-1]
    return f"hands {', '.join(map(str, first))} and {last}" if first else f"hand {last}"


def _winnings(args: MoneyArgs) -> str:
    shared = f", shared by {args.facts['shared']}" if args.facts["shared"] > 1 else ""
    odd = "; odd cents go to the earlier seat" if args.facts["odd"] else ""
    return f"Won the game: {args.money(args.facts['paid_in'])} from {join_names(args.who)}{shared}{odd}"


def _points(args: MoneyArgs) -> str:
    facts = args.facts
    total, size = facts["total"], facts["size"]
    off = facts["score"] * size - total
    way = "above" if off > 0 else "below"
    rounded = ", in whole cents" if facts["rounded"] else ""
    where = f"{_share(abs(off), size)} {way} the average of {_share(total, size)}"
    return f"{counted(facts['score'], 'point')}, {where}, at {args.each}{rounded}"


def _share(total: int, size: int) -> str:
    """Write a fraction with two decimals at most, halves away from zero: 8.25, 3.33, −4."""
    hundredths = (abs(total) * 200 + size) // (2 * size)
    whole, rest = divmod(hundredths, 100)
    decimals = f".{rest:02d}".rstrip("0") if rest else ""
    return f"{MINUS if total < 0 and hundredths else ''}{whole}{decimals}"


SENTENCES: dict[str, Callable[[MoneyArgs], str]] = {
    "game": lambda args: f"Lost the game to {join_names(args.who)}",
    "set": _sets,
    "winnings": _winnings,
    "point": _points,
    "moon": lambda args: f"{args.bid.capitalize()} {args.end}: {args.each} {args.ways}",
    "against-moon": lambda args: f"{args.who[0]}'s {args.bid} {args.end}",
    "bid": lambda args: f"{args.bid.capitalize()} {args.end}: {args.facts['bid']} × {args.each} {args.ways}",
    "against-bid": lambda args: f"{args.who[0]}'s {args.bid} {args.end}: {args.facts['bid']} × {args.each}",
    "so-far": lambda _args: "Moved already",
}
