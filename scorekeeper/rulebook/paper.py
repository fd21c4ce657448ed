"""What the rulebook prints to take to the table: what is new to who knows another game, and a blank pad of this one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scorekeeper.access.permissions import qr_code
from scorekeeper.core.marks import player_marks
from scorekeeper.games.hand_form import HandForm
from scorekeeper.rulebook.book import Place, nearest_size
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.ruleset import SETTINGS
from scorekeeper.rules.table import open_table
from scorekeeper.sheets.grammar import number_text
from scorekeeper.sheets.rules_sheet import differences_card, headlines
from scorekeeper.variants.catalogue import listings
from scorekeeper.variants.finder import by_popularity

HANDS = 22
"""Rows of a pad: so many fit above the rules on the shorter of the papers, letter."""
MOST_BIDS = 8
"""More bids than these are written, not circled."""


def nearest_known(place: Place) -> str:
    """Return the key of the well-known game that has most settings in common with a place, never the very same."""
    rules, differing = place.rules, {}
    for it in sorted((it for it in listings() if it.most_played), key=by_popularity):
        known = it.variant.ruleset(nearest_size(place.size, it.variant.sizes))
        differing[it.variant.key] = sum(rules.value(key) != known.value(key) for key in SETTINGS)
    return min((key for key, many in differing.items() if many), key=differing.__getitem__)


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


def pad_page(place: Place, address: str) -> dict[str, Any]:
    """Return what a blank pad prints: its columns, the score it begins with, its rules in a few lines, and a code."""
    view, sheet = place.view, place.sheet
    seats = [str(seat) for seat in range(1, place.size + 1)]
    document = {"format": "scoresheet/1", "variant": place.variant.key, "players": seats, "rules": dict(place.house)}
    table = view.table if view else open_table(read_sheet(document, lambda _key: place.variant).head)
    names = view.names if view else dict.fromkeys(seats, "")
    form = HandForm(table, names, {})
    bids = [choice.text for choice in form.bids]
    return {
        "place": place,
        "rules": table.rules,
        "sides": [(it.name if view else "", number_text(table.scores[it.key])) for it in player_marks(table, names)],
        "asks_bid": bool(bids),
        "bids": bids if len(bids) <= MOST_BIDS else [""],
        "points": [] if table.is_smoke or table.rules.bid_is_all else [(it.title, it.worth) for it in sheet.points],
        "lines": headlines(sheet),
        "hands": range(1, HANDS + 1),
        "address": address,
        "qr": qr_code(address) if address else "",
    }
