"""Compare two games: two columns of sentences, only where they differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.compare import differences
from scorekeeper.rules.rules_sheet import rules_sheet
from scorekeeper.web.views.rulebook import book

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.rules.compare import Difference
    from scorekeeper.rules.variant import Variant
    from scorekeeper.web.views.rulebook import Book, Place


@dataclass(frozen=True)
class Comparison:
    """Ours against another game."""

    ours: str
    theirs: str
    key: str
    size: int
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class ComparePage:
    """What is compared, if another game was named, and the book to take another from."""

    place: Place
    comparison: Comparison | None
    book: Book
    own: str
    """The variant's name where this table plays it otherwise: the first thing to compare with; else nothing."""


def compare_page(place: Place, other: Variant | None, size: int | None, catalogue: Iterable[Variant]) -> ComparePage:
    """Give the page that compares a place with `other` at a table of `size` (its own size, or the nearest to ours)."""
    house = bool(place.sheet.changed)
    games = [it for it in catalogue if it.key != place.variant.key or len(it.sizes) > 1]
    return ComparePage(
        place=place,
        comparison=_comparison(place, other, size) if other else None,
        book=book(games, None, place.size),
        own=place.variant.name if house else "",
    )


def _comparison(place: Place, other: Variant, size: int | None) -> Comparison:
    size = size or (place.size if place.size in other.sizes else min(other.sizes, key=lambda it: abs(it - place.size)))
    same = other.key == place.variant.key
    ours = f"{place.variant.name}, {place.size} players" if same else place.variant.name
    theirs = f"{other.name}, {size} players" if same else other.name
    if place.view is not None:
        ours = f"This table: {place.variant.name}"
        theirs = f"The standard: {other.name}" if same and size == place.size else theirs
    return Comparison(ours, theirs, other.key, size, differences(place.sheet, rules_sheet(other, size)))
