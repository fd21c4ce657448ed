"""Smoke in plain English."""

from __future__ import annotations

from scorekeeper.rules.phrases.phrase import Phrase, number

SMOKE: dict[str, Phrase] = {
    "tally.trick": number("A trick", "Each trick changes the score by {n}."),
    "tally.no_trick": number(
        "No trick", "Who stays and takes no trick goes up by {n}.", "Staying without a trick is free."
    ),
    "tally.infraction": number("An infraction", "Each infraction is a pickup of {n}.", "Infractions cost nothing."),
    "tally.max_sits": number("Sits in a row", "Sits in a row before you are a mustie and must play: {n}."),
    "tally.box_at": number("In the box", "At {n} or less you are in the box and must play every hand."),
    "tally.never_land_at": number("Never-never land", "From {n} upwards you are in never, never land."),
}
