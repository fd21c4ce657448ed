"""A table as JSON and back, so that the next hand can be scored without reading the earlier ones.

A snapshot is a cache: folding the lines makes it again.  A variant is written in full, because
the rules of a game stay with it when a variant's file changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from scorekeeper.rules.sheet import Head
from scorekeeper.rules.table import Table, TallyReading
from scorekeeper.rules.variant import Variant

Json = dict[str, Any]


def table_to_json(table: Table) -> Json:
    """Return the changing part of a table: what `table_from_json` needs beside the head."""
    return {
        "house": dict(table.house),
        "players": list(table.players),
        "teams": [list(team) for team in table.teams],
        "dealer": table.dealer,
        "scores": dict(table.scores),
        "sets": dict(table.sets),
        "balances": dict(table.balances),
        "sits": dict(table.sits),
        "reading": asdict(table.reading) if table.reading else None,
        "play_on": table.play_on,
        "winners": list(table.winners),
        "hands": table.hands,
        **({"ended": True} if table.ended else {}),  # older snapshots have no such key
    }


def table_from_json(head: Head, state: Mapping[str, Any]) -> Table:
    """Return the table that `table_to_json` wrote, for a game with that head."""
    players, house = tuple(state["players"]), state["house"]
    as_begun = len(players) == len(head.players) and house == head.rules
    reading = state["reading"]
    return Table(
        variant=head.variant,
        rules=head.ruleset if as_begun else head.variant.ruleset(len(players), house),
        house=house,
        stakes=head.stakes,
        players=players,
        teams=tuple(tuple(team) for team in state["teams"]),
        dealer=state["dealer"],
        scores=state["scores"],
        sets=state["sets"],
        balances=state["balances"],
        sits=state["sits"],
        reading=TallyReading(reading["first"], reading["trends"]) if reading else None,
        play_on=state["play_on"],
        winners=tuple(state["winners"]),
        hands=state["hands"],
        ended=state.get("ended", False),
    )


def variant_to_json(variant: Variant) -> Json:
    """Return a variant as JSON, sizes as text.

    Notes and what it extends are left out where there are none, as earlier versions did not write them.
    """
    text = {**asdict(variant), "sizes": {str(size): dict(settings) for size, settings in variant.sizes.items()}}
    notes = {part: list(sentences) for part, sentences in text.pop("notes").items()}
    extends = text.pop("extends")
    return text | ({"notes": notes} if notes else {}) | ({} if extends is None else {"extends": extends})


def variant_from_json(state: Mapping[str, Any]) -> Variant:
    """Return the variant that `variant_to_json` wrote."""
    return Variant(
        **{
            **state,
            "sources": tuple(state["sources"]),
            "asks": tuple(state["asks"]),
            "notes": {part: tuple(sentences) for part, sentences in state.get("notes", {}).items()},
            "sizes": {int(size): settings for size, settings in state["sizes"].items()},
        }
    )
