"""Who had a substitute's seat at the start of a game, and who has it at the end: score and side stay with the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.services.games.history import PlayedLine

START, END = 0, -1
"""Keys beside the rows of the lines: before the first, and after the last."""


def last_players(lines: Sequence[PlayedLine]) -> dict[int, Mapping[str, str]]:
    """Return for each line (by its row, and START for the beginning) who has a player's seat at the end of the game.

    Each value maps a player to the one who has their seat at the end, if that is somebody else.  It differs from line
    to line, because a player may leave one seat and later take over another.
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


def first_players(lines: Sequence[PlayedLine]) -> dict[int, Mapping[str, str]]:
    """Return for each line (by its row, and END for the end) who had the seat of a substitute at the start."""
    first: dict[str, str] = {}
    by_line: dict[int, Mapping[str, str]] = {}
    for line in lines:
        by_line[line.seq] = first
        if line.entry is not None and line.entry.outcome == "substitute":
            new, old = str(line.facts["substitute"]), str(line.facts["replaces"])
            others = {player: seat for player, seat in first.items() if player != old}
            first = {**others, new: first.get(old, old)}
    return {**by_line, END: first}


def scores_by_seat(scores: Mapping[str, int], last: Mapping[str, str]) -> dict[str, int]:
    """Return scores under the players who have the seats at the end."""
    return {last.get(player, player): score for player, score in scores.items()}
