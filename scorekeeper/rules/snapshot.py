"""A table as plain JSON and back, so that the next hand can be scored without reading the earlier ones.

A snapshot is a cache: it can be thrown away and made again by folding the lines.  A variant is written in full, because
the rules of a game stay with it when a variant's file changes.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.table import Table
from scorekeeper.rules.tally import TallyReading
from scorekeeper.rules.variant import Variant

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.sheet import Head

Plain = dict[str, Any]


def table_to_json(table: Table) -> Plain:
    """Give the changing part of a table: what `thaw_table` needs beside the head."""
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
    }


def table_from_json(head: Head, frozen: Mapping[str, Any]) -> Table:
    """Give the table that `freeze_table` wrote, for a game with that head."""
    players, house = tuple(frozen["players"]), frozen["house"]
    as_begun = len(players) == len(head.players) and house == head.rules
    reading = frozen["reading"]
    return Table(
        variant=head.variant,
        rules=head.ruleset if as_begun else head.variant.ruleset(len(players), house),
        house=house,
        stakes=head.stakes,
        players=players,
        teams=tuple(tuple(team) for team in frozen["teams"]),
        dealer=frozen["dealer"],
        scores=frozen["scores"],
        sets=frozen["sets"],
        balances=frozen["balances"],
        sits=frozen["sits"],
        reading=TallyReading(reading["first"], reading["trends"]) if reading else None,
        play_on=frozen["play_on"],
        winners=tuple(frozen["winners"]),
    )


def variant_to_json(variant: Variant) -> Plain:
    """Give a variant as plain JSON, sizes as text."""
    return {**asdict(variant), "sizes": {str(size): dict(settings) for size, settings in variant.sizes.items()}}


def variant_from_json(frozen: Mapping[str, Any]) -> Variant:
    """Give the variant that `freeze_variant` wrote."""
    return Variant(
        **{
            **frozen,
            "sources": tuple(frozen["sources"]),
            "asks": tuple(frozen["asks"]),
            "sizes": {int(size): settings for size, settings in frozen["sizes"].items()},
        }
    )
