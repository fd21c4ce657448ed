"""What cards and points are called at a table (`names.*`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.phrases.points import POINT_NAMES, name_of

if TYPE_CHECKING:
    from scorekeeper.rules.ruleset import Ruleset


def point_name(key: str, rules: Ruleset) -> str:
    """Return what a point is called here: "left bauer", "trey"; "off-jack" keeps its hyphen."""
    return name_of(key, rules.names)


def has_own_name(key: str, rules: Ruleset) -> bool:
    """Return whether a point is called something else here than in most games."""
    return point_name(key, rules) != POINT_NAMES[key]
