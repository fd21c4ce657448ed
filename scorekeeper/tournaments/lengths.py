"""How long a round is: a number of hands, deals each, the target, the clock, or the hands of the head table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

RoundEnd: TypeAlias = Literal["hands", "deals", "target", "clock", "head"]
"""What ends a round."""

SENTENCES: dict[RoundEnd, str] = {
    "hands": "A round is {number} hands; a tied table plays one more.",
    "deals": "A round is {number} deals by each player; a tied table plays one more hand.",
    "target": "A round is one game to the target.",
    "clock": "A round lasts {number} minutes; when the time is up, finish the hand.",
    "head": "A round ends when the head table has played {number} hands; the other tables finish the hand.",
}
"""A sentence for each end of a round."""


@dataclass(frozen=True, slots=True)
class RoundLength:
    """What ends a round, and its number: hands, deals by each player, minutes, or hands of the head table."""

    end: RoundEnd
    number: int = 0

    def words(self) -> str:
        """Return the rule as a sentence for the wall."""
        return SENTENCES[self.end].format(number=self.number)

    def hands_left(self, played: int, players: int, *, tied: bool = False) -> int | None:
        """Return how many hands a table still plays; None where no number of hands ends the round at every table.

        A table that is tied after its last hand plays one more.
        """
        if self.end not in {"hands", "deals"}:
            return None
        whole = self.number * (players if self.end == "deals" else 1)
        return max(whole - played, int(tied))
