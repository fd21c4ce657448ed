"""What the rulebook prints on small paper: what is new to somebody who knows another game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scorekeeper.rulebook.book import Place
from scorekeeper.rules.ruleset import SETTINGS
from scorekeeper.sheets.rules_sheet import differences_card
from scorekeeper.variants.catalogue import listings
from scorekeeper.variants.finder import by_popularity


def nearest_known(place: Place) -> str:
    """Return the key of the well-known game that has most settings in common with a place, never the very same."""
    rules, sizes = place.rules, {}
    for it in sorted((it for it in listings() if it.most_played), key=by_popularity):
        size = place.size if place.size in it.variant.sizes else it.variant.usual_size
        known = it.variant.ruleset(size)
        sizes[it.variant.key] = sum(rules.value(key) != known.value(key) for key in SETTINGS)
    return min((key for key, many in sizes.items() if many), key=sizes.__getitem__)


def differs_page(place: Place, known: Place, own: Iterable[tuple[int, str]]) -> dict[str, Any]:
    """Return what the card prints for who knows a game; `own` are the names of the league's rules, by number."""
    games = sorted(listings(), key=by_popularity)
    often = [(it.variant.key, it.variant.name) for it in games if it.most_played]
    others = [(it.variant.key, it.variant.name) for it in games if not it.most_played]
    return {
        "place": place,
        "known": known,
        "card": differences_card(known.sheet, place.sheet),
        "choice": (("Our own rules", own), ("Most played", often), ("More games", others)),
    }
