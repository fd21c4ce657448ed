"""Smoke's tally as it is read out loud at the end of a hand, in the game's own words (source 002)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import counted, number_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scorekeeper.rules.tally import TallyLine

ATTENTION = "Attention to tally:"
TRENDS = {"down": "coming down", "up": "going up", "steady": "steady"}
IN_THE_BOX, MUSTIE, NEVER_LAND = "in the box", "is a mustie", "never, never land"


def say_tally(line: TallyLine, name: str) -> str:
    """Say one line of the tally: "Whiz, 9 steady, 2 sits, is a mustie." [002]."""
    said = [f"{name}, {number_text(line.score)} {TRENDS[line.trend]}"]
    if line.sits:
        said.append(counted(line.sits, "sit"))
    if line.in_box:
        said.append(IN_THE_BOX)
    elif line.must_play:
        said.append(MUSTIE)
    if line.never_land:
        said.append(NEVER_LAND)
    return ", ".join(said) + "."


def read_out(lines: Iterable[TallyLine], name: Callable[[str], str] = str) -> list[str]:
    """Give all that is read, a sentence each: "Attention to tally:", then every player from the reader on."""
    return [ATTENTION, *(say_tally(line, name(line.player)) for line in lines)]
