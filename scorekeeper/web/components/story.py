"""The story of a finished game in three figures: sets, changes of the lead, the hand that turned it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.services.games.naming import last_players, scores_by_seat
from scorekeeper.web.components.lines import contract_in, line_kind
from scorekeeper.web.components.marks import player_marks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scorekeeper.services.games.history import PlayedLine
    from scorekeeper.services.games.view import GameView

PLAYED = ("hand", "tricks")
NO_BID = (False, 0)


@dataclass(frozen=True)
class StoryFact:
    """One figure and what it says: "4", "lead changes"."""

    figure: str
    says: str


def game_story(view: GameView, turning: int | None) -> tuple[StoryFact, ...]:
    """Return three figures of a game: sets, changes of the lead, and the hand that turned it, by its row.

    Where that is not known, the biggest bid, if anybody bids; where nobody does, the number of hands for the sets.
    """
    hands = [line for line in view.lines if line.entry is not None and line_kind(line.facts) in PLAYED]
    keys = [mark.key for mark in player_marks(view.table, view.names)]
    last = last_players(view.lines)
    after = (scores_by_seat(line.entry.scores, last[line.seq]) for line in hands if line.entry)
    scores = [{key: score for key, score in each.items() if key in keys} for each in after]
    lead = _counted(count_lead_changes(scores, counts_down=view.table.rules.counts_down), "lead change")
    biggest = _biggest_bid(hands)
    first = _counted(len(hands), "hand") if biggest is None else _sets(view, hands)
    turned = next((line for line in hands if line.seq == turning), None)
    if turned is not None:
        return (first, lead, _turn_text(view, turned))
    return (first, lead) if biggest is None else (first, lead, _bid_text(view, biggest))


def count_lead_changes(scores: Iterable[Mapping[str, int]], *, counts_down: bool) -> int:
    """Return how often the lead went from one score to another; a tie alone takes it from nobody."""
    best = min if counts_down else max
    leader, changes = "", 0
    for after in scores:
        top = best(after.values(), default=0)
        ahead = [key for key, score in after.items() if score == top]
        if len(ahead) == 1:
            changes += leader not in {"", ahead[0]}
            leader = ahead[0]
    return changes


def _biggest_bid(hands: Sequence[PlayedLine]) -> PlayedLine | None:
    """Return the hand of the highest bid, the first of several: a special bid is above every number."""
    return max((line for line in hands if _rank(line) > NO_BID), key=_rank, default=None)


def _rank(line: PlayedLine) -> tuple[bool, int]:
    """Return how high the bid of a hand was, to compare it; `NO_BID` where nobody bid."""
    bid = contract_in(line.facts, line.before)[1] if line.before else None
    return (isinstance(bid, str), bid if isinstance(bid, int) else 0)


def _turn_text(view: GameView, line: PlayedLine) -> StoryFact:
    if _rank(line) == NO_BID:
        return StoryFact(f"Hand {line.number}", "turned it")
    bid = _bid_text(view, line)
    return StoryFact(bid.figure, f"turned it: {bid.says}")


def _bid_text(view: GameView, line: PlayedLine) -> StoryFact:
    bidder, bid = contract_in(line.facts, line.before or view.table)
    outcome = line.entry.outcome if line.entry else ""
    return StoryFact(f"Hand {line.number}", f"{view.names.get(bidder or '', '')} bid {bid}, {outcome}")


def _sets(view: GameView, hands: Sequence[PlayedLine]) -> StoryFact:
    """Return how often a bid was set; where it was always the same side, on whom."""
    last = last_players(view.lines)
    bids = ((line, contract_in(line.facts, line.before or view.table)[0] or "") for line in hands if _is_set(line))
    bidders = [last[line.seq].get(bidder, bidder) for line, bidder in bids]
    sides = [mark for mark in player_marks(view.table, view.names) if set(mark.members) & set(bidders)]
    total = _counted(len(bidders), "set")
    on = f" on {sides[0].name}" if len(sides) == 1 else ""
    return StoryFact(total.figure, total.says + on)


def _is_set(line: PlayedLine) -> bool:
    return line.entry is not None and line.entry.outcome == "set"


def _counted(number: int, what: str) -> StoryFact:
    return StoryFact(str(number), what if number == 1 else f"{what}s")
