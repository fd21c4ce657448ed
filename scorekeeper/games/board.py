"""The board: scores, dealer, first bidder, what each side still needs; in Smoke the tally with its trends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.core.marks import Mark, player_marks
from scorekeeper.games.game_view import GameView, LastLine
from scorekeeper.games.history import PlayedLine
from scorekeeper.games.smoke_form import why_forced
from scorekeeper.rules.outlook import outlooks
from scorekeeper.rules.seats import left_of
from scorekeeper.rules.tally import read_tally, trend_of
from scorekeeper.sheets.grammar import counted, join_names, number_text
from scorekeeper.sheets.words import read_out, say_to_go, say_way_out, tally_words

MAX_ROOMY = 3
"""Up to this many scores there is room below each to say how it goes out."""
IN_A_ROW, SHORT_NAME = (5, 6), 6
"""This many scores fit in one row of a small phone if no name has more letters than this."""
ARROWS = {"down": "\N{DOWNWARDS ARROW}", "up": "\N{UPWARDS ARROW}", "steady": "\N{RIGHTWARDS ARROW}"}


class Board:
    """The board of a table about to play its next hand.

    `lines` are the last ones that stand, in Smoke back to the last tally; `fresh`: the score has just changed, and the
    change is to be seen.
    """

    def __init__(
        self, view: GameView, lines: Sequence[LastLine | PlayedLine], *, fresh: bool = False
    ) -> None:
        self.table, self.names, self.fresh = view.table, view.names, fresh
        self.marks = player_marks(view.table, view.names)
        self.hand = (lines[-1].number or 0) + 1 if lines else 1
        entries = [line.entry for line in lines if line.entry is not None]
        self.changes: Mapping[str, int] = entries[-1].changes if entries else {}
        told = (entry.changes for entry in reversed(entries) if entry.outcome == "tally")
        self._told: Mapping[str, int] = next(told, {})
        self._roomy = len(self.marks) <= MAX_ROOMY
        self._ways = {way.team[0]: way for way in outlooks(view.table)}

    @property
    def css(self) -> str:
        """Return the classes of the scores: how many there are, and whether five or six short names share one row."""
        count = len(self.marks)
        in_a_row = count in IN_A_ROW and all(len(mark.name) <= SHORT_NAME for mark in self.marks)
        return f"n{count} row" if in_a_row else f"n{count}"

    @property
    def longest(self) -> int:
        """Return how long the longest score is, which sets the size of all on a large screen."""
        return max(len(number_text(self.table.scores[mark.key])) for mark in self.marks)

    @property
    def ends(self) -> str:
        """Return what ends the game: the score, and how many hands are left."""
        target, left = self.table.rules.finish.target, self.table.hands_left
        to = "" if isinstance(target, str) else f"{'down ' if self.table.is_smoke else ''}to {number_text(target)}"
        to_go = f"{counted(left, 'hand')} to go" if left and not self.table.is_smoke else ""
        return " \N{MIDDLE DOT} ".join(filter(None, (to, to_go)))

    @property
    def eldest(self) -> str:
        """Return who begins, on the dealer's left."""
        return self.names[left_of(self.table.dealer, self.table.players)]

    def need(self, mark: Mark) -> str:
        """Return the line below a score: how it can go out, "out with 3 points", or how far it is."""
        if self.table.finished:
            return ""
        way = self._ways[mark.key]
        _, out, how = say_way_out(way, "").partition(" out")
        return ((out + how).strip() if self._roomy else "") or say_to_go(way)

    @property
    def way(self) -> str:
        """Return how each can go out, where there is no room below the scores."""
        if self._roomy or self.table.finished or self.table.is_smoke:
            return ""
        told = [say_way_out(self._ways[mark.key], mark.name) for mark in self.marks]
        return " ".join(f"{sentence}." for sentence in told if sentence)

    def track(self, mark: Mark) -> str:
        """Return how much of the way to the target a score has come, 0 to 1; empty if the game ends otherwise."""
        start, target = self.table.rules.finish.start, self.table.rules.finish.target
        if isinstance(target, str) or target == start or self.table.is_smoke:
            return ""
        return f"{min(1, max(0, (self.table.scores[mark.key] - start) / (target - start))):.2f}".removeprefix("0")

    # ------------------------------------------------------------ Smoke

    def trend(self, mark: Mark) -> tuple[str, str]:
        """Return the trend of a score and its arrow; both are empty before the first hand."""
        if mark.key not in self._told:
            return "", ""
        trend = trend_of(self._told[mark.key])
        return tally_words()[trend], ARROWS[trend]

    def must(self, mark: Mark) -> str:
        """Return why a player may not sit, in short: "in the box", or "must play" of a mustie; "" if they may."""
        why = why_forced(self.table, mark.key)
        return why if why in ("", tally_words()["in-box"]) else "must play"

    def sits(self, mark: Mark) -> str:
        """Return how often a player has sat out: "2 sits"; empty for never, and at the end."""
        sits = self.table.sits.get(mark.key, 0)
        return "" if self.table.finished or not sits else counted(sits, "sit")

    def far(self, mark: Mark) -> str:
        """Return "never, never land", where a score is there."""
        far = self.table.scores[mark.key] >= self.table.rules.tally.never_land_at
        return tally_words()["never-land"] if far else ""


def tally_reading(view: GameView) -> tuple[str, list[str]] | None:
    """Return who reads the tally of the last hand, and what is read, sentence by sentence; None if it isn't a hand."""
    table, name = view.table, view.names.__getitem__
    if table.reading is None:
        return None
    return name(table.reading.first), read_out(read_tally(table), name)


def game_title(view: GameView) -> str:
    """Return a game's own title, or who plays against whom."""
    return view.title or " \N{EN DASH} ".join(mark.name for mark in player_marks(view.table, view.names))


def scores_text(view: GameView) -> str:
    """Return the scores in words: "Ann & Cy 40, Bob & Dee −6.", and who won."""
    marks, scores = player_marks(view.table, view.names), view.table.scores
    told = ", ".join(f"{mark.name} {number_text(scores[mark.key])}" for mark in marks) + "."
    return f"{winner_names(view)} won. {told}" if view.table.finished else told


def winner_names(view: GameView) -> str:
    """Name who won; a game that the table ended may have no winner."""
    return join_names([view.names[key] for key in view.table.winners]) or "Nobody"
