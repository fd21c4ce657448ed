"""Smoke in plain English."""

from __future__ import annotations

from scorekeeper.rules.numbers import counted
from scorekeeper.rules.phrases.phrase import Phrase, number


def _moving(title: str, what: str) -> Phrase:
    def say(by: int) -> str:
        if not by:
            return f"{what} does nothing to your score."
        return f"{what} takes {-by} off your score." if by < 0 else f"{what} puts {by} on your score."

    return Phrase(title, {}, say)


def _sits(most: int) -> str:
    if not most:
        return "Nobody sits: everybody plays every hand."
    return f"After {counted(most, 'sit')} in a row you are a mustie: the next hand you must play."


SMOKE: dict[str, Phrase] = {
    "tally.trick": _moving("A trick", "Every trick"),
    "tally.no_trick": _moving("No trick", "Staying without taking a trick"),
    "tally.infraction": _moving("An infraction", "Every infraction"),
    "tally.max_sits": Phrase("Sits in a row", {}, _sits),
    "tally.box_at": number(
        "In the box", "At {n} or less you are in the box, and play every hand until you win or climb out of it."
    ),
    "tally.never_land_at": number("Never-never land", "From {n} upwards you are in never, never land."),
}
