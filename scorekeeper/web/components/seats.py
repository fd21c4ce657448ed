"""Who has a seat at the end of a game that somebody else had before: a substitute takes over score and side."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.services.games.history import PlayedLine

START = 0


def last_players(lines: Sequence[PlayedLine]) -> dict[int, Mapping[str, str]]:
    """Return by a line's row, and for START: player -> who has their seat at the end, where that is somebody else.

    It is asked for each line, because a player may leave one seat and take over another.
    """
    last: dict[str, str] = {}
    by_line: dict[int, Mapping[str, str]] = {}
    for line in reversed(lines):
        by_line[line.seq] = last
        if line.entry is not None and line.entry.outcome == "substitute":
            new, old = str(line.facts["substitute"]), str(line.facts["replaces"])
            others = {player: other for player, other in last.items() if player != new}
            last = {**others, old: last.get(new, new)}
    return {**by_line, START: last}


def scores_by_seat(scores: Mapping[str, int], last: Mapping[str, str]) -> dict[str, int]:
    """Return scores under the players who have the seats at the end."""
    return {last.get(player, player): score for player, score in scores.items()}
