"""A game of one's own, written from Partnership Pitch."""

from __future__ import annotations

import re

import pytest

PLAIN = "/variants/new"
FIRST = f"{PLAIN}?from=partnership-pitch"
CHANGES = {
    "rule-finish.target": "31",
    "rule-auction.dealer_steals": "no",
    "rule-deck.off_jack": "yes",
    "rule-points.off_jack.worth": "other",
    "rule-points.off_jack.worth-n": "5",
}
ABOUT = {"name": "Legion Pitch", "sources": "Uncle Ray\n  at the   Legion", "sizes": ["4", "6"]}
PLAYERS = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cy", "Dee"), start=1)}


def write(phone, path=FIRST, headers=None, **fields):
    return phone.send(path, path.partition("?")[0], ABOUT | CHANGES | fields, headers=headers)


@pytest.fixture
def league(phone):
    """The address of the league that the first game of its own made."""
    return re.match(r"/l/[\w-]+", write(phone).location)[0]
