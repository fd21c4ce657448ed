"""What every amount is for, in the words of a card table: "Set in hands 3 and 7, $0.05 each time".

`MoneyArgs.money` writes an amount the way the reader does.  The words follow from the parts and their facts alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.numbers import MINUS, counted
from scorekeeper.rules.sentence_args import join_names

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scorekeeper.rules.money import Part

    Name = Callable[[str], str]
    Money = Callable[[int], str]


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
