"""Two rules sheets side by side: only where they differ, sentence against sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.numbers import counted
from scorekeeper.rules.rules_sheet import SCORING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorekeeper.rules.rules_sheet import RulesSheet

SPECIAL = "The special bid"
POINTS, TRUMPS = "The points", "Trumps, best first"


@dataclass(frozen=True)
class Contrast:
    """What the two sheets say about one thing; empty where a sheet does not mention it."""

    ours: str
    theirs: str


@dataclass(frozen=True)
class Difference:
    """One section of the sheets, with what is said differently."""

    title: str
    contrasts: tuple[Contrast, ...]


def differences(ours: RulesSheet, theirs: RulesSheet) -> tuple[Difference, ...]:
    """Return the sections in which two sheets differ, in their order; nothing where they say the same."""
    one, other = _by_section(ours), _by_section(theirs)
    found = (Difference(title, _contrasts(one.get(title, {}), other.get(title, {}))) for title in _in_order(one, other))
    return tuple(difference for difference in found if difference.contrasts)


def _by_section(sheet: RulesSheet) -> dict[str, dict[str, str]]:
    """Return section -> (what a sentence is about -> the sentence)."""
    sections: dict[str, dict[str, str]] = {}
    for part in sheet.sections:
        sections[_title(part.title)] = {it.keys[0] if it.keys else it.text: it.text for it in part.statements}
        if part.title == SCORING:
            sections[POINTS] = {
                it.key: f"{it.title}: {counted(it.worth, 'point')}, to {it.owner}." for it in sheet.points
            }
            sections[TRUMPS] = {TRUMPS: ", ".join(sheet.trumps) + "."}
    return sections


def _title(title: str) -> str:
    """Return one title for moon and smudge, two names of the same thing."""
    return SPECIAL if title in ("Moon", "Smudge") else title


def _contrasts(ours: Mapping[str, str], theirs: Mapping[str, str]) -> tuple[Contrast, ...]:
    pairs = (Contrast(ours.get(about, ""), theirs.get(about, "")) for about in _in_order(ours, theirs))
    return tuple(pair for pair in pairs if pair.ours != pair.theirs)


def _in_order(one: Iterable[str], other: Iterable[str]) -> list[str]:
    """Return the keys of both in order; a key that only the other has follows the key it follows there."""
    order = list(one)
    place = 0
    for key in other:
        if key in order:
            place = order.index(key) + 1
        else:
            order.insert(place, key)
            place += 1
    return order
