"""Smoke's tally as it is read out loud at the end of a hand, in the game's own words (source 002)."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.numbers import counted, number_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scorekeeper.rules.tally import TallyLine, Trend

ATTENTION = "Attention to tally:"
IN_THE_BOX, MUSTIE, NEVER_LAND = "in the box", "is a mustie", "never, never land"


def say_tally(line: TallyLine, name: str) -> str:
    """Return one line of the tally in words: "Whiz, 9 steady, 2 sits, is a mustie." [002]."""
    parts = [f"{name}, {number_text(line.score)} {say_trend(line.trend)}"]
    if line.sits:
        parts.append(counted(line.sits, "sit"))
    if line.in_box:
        parts.append(IN_THE_BOX)
    elif line.must_play:
        parts.append(MUSTIE)
    if line.never_land:
        parts.append(NEVER_LAND)
    return ", ".join(parts) + "."


def say_trend(trend: Trend) -> str:
    match trend:
        case "down":
            return "coming down"
        case "up":
            return "going up"
        case "steady":
            return "steady"
    assert_never(trend)


def read_out(lines: Iterable[TallyLine], name: Callable[[str], str] = str) -> list[str]:
    """Return the whole tally, a sentence each: "Attention to tally:", then every player from the reader on."""
    return [ATTENTION, *(say_tally(line, name(line.player)) for line in lines)]
