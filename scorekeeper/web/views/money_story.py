"""What stands behind an amount: the parts of every settlement of a game, each with the hands it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.money_story import money_story, story_to_now
from scorekeeper.rules.money_words import say_part
from scorekeeper.services.money.ledger import is_settlement
from scorekeeper.web.money_text import money_text
from scorekeeper.web.views.lines import noun

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scorekeeper.rules.money_story import LinePart
    from scorekeeper.rules.table import Entry, Table
    from scorekeeper.services.games.replay import PlayedLine
    from scorekeeper.services.games.view import GameView


@dataclass(frozen=True)
class Hand:
    """A line of the log to look at: its name ("hand 3") and its row."""

    name: str
    seq: int


@dataclass(frozen=True)
class Part:
    """One reason for money: in words, how much, and the hands behind it."""

    says: str
    cents: int
    hands: tuple[Hand, ...]


@dataclass(frozen=True)
class Share:
    """What one person won or lost in a settlement, and why."""

    person: int
    name: str
    cents: int
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Settlement:
    """One time a game was settled: an open table between two hands, any game at its end."""

    heading: str
    currency: str
    shares: tuple[Share, ...]
    """Who won most first."""

    def of(self, person: int) -> Share | None:
        return next((share for share in self.shares if share.person == person), None)


def settlements_told(view: GameView, people: Mapping[str, int]) -> tuple[Settlement, ...]:
    """Give the settlements of a game, oldest first; `people` says which person a seat key is.

    They are those the ledger posts: what was played since the last one is not among them, nor one that moves nothing.
    """
    if view.table.stakes is None:
        return ()
    live = [line for line in view.lines if line.entry is not None]
    story = _story(view, live)
    told = [
        _settlement(_heading(view, live, last), view, people, live, _between(story, first, last))
        for first, last in _spans(view, live)
    ]
    return tuple(settlement for settlement in told if settlement.shares)


def to_be_settled(view: GameView, people: Mapping[str, int]) -> Settlement | None:
    """Give what would be settled if a game ended now; None where that is nothing, and for one that is over."""
    if view.table.stakes is None or view.table.finished:
        return None
    live = [line for line in view.lines if line.entry is not None]
    story = story_to_now(*_played(view, live))
    settled = max((last for _, last in _spans(view, live)), default=0)
    told = _settlement("If it ended now", view, people, live, _between(story, settled, len(live) + 1))
    return told if told.shares else None


def _between(story: Mapping[str, Sequence[LinePart]], first: int, last: int) -> dict[str, list[LinePart]]:
    """Give what was moved after line `first`, up to line `last`."""
    return {key: [it for it in parts if first < it.line <= last] for key, parts in story.items()}


def _story(view: GameView, live: Sequence[PlayedLine]) -> dict[str, tuple[LinePart, ...]]:
    return money_story(*_played(view, live))


def _played(view: GameView, live: Sequence[PlayedLine]) -> tuple[list[Table], list[Entry]]:
    """Give the table before each line and the one now, and what each line did."""
    tables = [*(line.before for line in live if line.before), view.table]
    return tables, [line.entry for line in live if line.entry]


def _spans(view: GameView, live: Sequence[PlayedLine]) -> Iterator[tuple[int, int]]:
    """Give from after which line to which line each settlement goes, lines from 1."""
    first = 0
    for last, line in enumerate(live, start=1):
        if is_settlement(line.facts) or (view.table.finished and last == len(live)):
            yield first, last
            first = last


def _settlement(
    heading: str,
    view: GameView,
    people: Mapping[str, int],
    live: Sequence[PlayedLine],
    parts: Mapping[str, Sequence[LinePart]],
) -> Settlement:
    currency = view.table.stakes.currency if view.table.stakes else ""
    shares = [
        Share(people[key], view.names[key], sum(it.part.cents for it in told),
              tuple(_part(view, live, it, currency) for it in told))
        for key, told in parts.items()
    ]  # fmt: skip
    moved = sorted((share for share in shares if share.cents), key=lambda share: -share.cents)
    return Settlement(heading, currency, tuple(moved))


def _heading(view: GameView, live: Sequence[PlayedLine], last: int) -> str:
    """Say at what a game was settled after its line `last`."""
    if view.table.finished and last == len(live):
        return "At the end of the game"
    line, names = live[last - 1], view.names
    if "join" in line.facts:
        return f"When {names[line.facts['join']]} sat down"
    return f"When {names[line.facts['leave']]} left" if "leave" in line.facts else "When the table settled"


def _part(view: GameView, live: Sequence[PlayedLine], told: LinePart, currency: str) -> Part:
    def money(cents: int) -> str:
        return money_text(cents, currency)

    says = say_part(told.part, view.names.__getitem__, money, told.hands)
    played = [line for line in told.hands or (told.line,) if line <= len(live)]
    return Part(says, told.part.cents, tuple(_hand(live[line - 1]) for line in played))


def _hand(line: PlayedLine) -> Hand:
    return Hand(noun(line), line.seq)


def why_posted(view: GameView, seq: int | None) -> str:
    """Say after which line an entry of a game was posted, or which change of an earlier line it follows from."""
    line = next((line for line in view.lines if seq in (line.seq, line.changed_seq)), None)
    if line is None:
        return "An earlier line was changed"
    if line.seq == seq:
        return f"After {noun(line)}"
    what = noun(line)
    done = "taken back" if line.struck else "corrected"
    return f"{what[:1].upper()}{what[1:]} was {done}" + (f": {line.reason}" if line.reason else "")
