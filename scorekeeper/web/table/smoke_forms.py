"""Smoke's hand form: its fields, what they say as one line of a scoresheet, and where a refusal belongs.

A player has one field, `play-SEAT`: "sat", or the tricks he took.  Nothing is taken for granted: who was not tapped is
asked for, because staying without a trick costs five.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.tally import ALL_TRICKS
from scorekeeper.web.typed import is_number, number
from scorekeeper.web.views.smoke import SAT, TRICKS, tricks_so_far, unsaid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.errors import Fault
    from scorekeeper.rules.sheet import Document
    from scorekeeper.rules.table import Table

NOBODY = "nobody"


def field_names(players: Sequence[str]) -> list[str]:
    """Give the fields a table of these players has, beside those of every hand form."""
    return ["first_trick", *(f"play-{player}" for player in players), *(f"pickup-{player}" for player in players)]


# ---------------------------------------------------------------- from the form to facts


def smoke_facts(typed: Mapping[str, str], table: Table) -> Document:
    """Give the line of a hand; fields nobody filled in are left out, and the engine says what is missing."""
    players = table.players
    nobody = typed.get("what") == NOBODY
    said = dict.fromkeys(players, SAT) if nobody else {player: typed.get(f"play-{player}") for player in players}
    tricks = {player: int(took) for player, took in said.items() if took and took in TRICKS}
    facts: Document = {"tricks": tricks}
    if sat := [player for player in players if said[player] == SAT]:
        facts["sat"] = sat
    if "first_trick" in typed and not nobody:
        facts["first_trick"] = typed["first_trick"]
    if pickups := _pickups(typed, players):
        facts["pickups"] = pickups
    return facts


def _pickups(typed: Mapping[str, str], players: Sequence[str]) -> dict[str, int]:
    given = {player: typed.get(f"pickup-{player}", "") for player in players}
    counts = {player: number(text) for player, text in given.items() if is_number(text)}
    return {player: count for player, count in counts.items() if count}


# ---------------------------------------------------------------- from facts to the form


def smoke_typed(facts: Document) -> dict[str, str]:
    """Give a stored hand as the form would have sent it."""
    typed = {f"play-{player}": str(tricks) for player, tricks in facts.get("tricks", {}).items()}
    typed |= {f"play-{player}": SAT for player in facts.get("sat", ())}
    typed |= {f"pickup-{player}": str(count) for player, count in facts.get("pickups", {}).items() if count}
    return typed | {key: facts[key] for key in ("first_trick", "note") if facts.get(key)}


# ---------------------------------------------------------------- what is wrong, at its control


def wrong_in_smoke(typed: Mapping[str, str], players: Sequence[str]) -> dict[str, str]:
    """Give what no thumb can have sent, and pickups that are no number, before the engine sees them."""
    wrong = {}
    for player in players:
        if typed.get(f"play-{player}", SAT) not in (SAT, *TRICKS):
            wrong[f"play-{player}"] = f"Tap sits, or how many tricks: from 0 to {ALL_TRICKS}."
        pickups = typed.get(f"pickup-{player}", "0")
        if not is_number(pickups) or number(pickups) < 0:
            wrong[f"pickup-{player}"] = "Pickups are counted: 0, 1, 2 and so on."
    return wrong


def is_under_way(typed: Mapping[str, str], players: Sequence[str]) -> bool:
    """Tell whether the form is not yet a hand: somebody is missing, or the tricks are not five."""
    tricks, nobody = tricks_so_far(typed, players), all(typed.get(f"play-{player}") == SAT for player in players)
    return bool(unsaid(typed, players)) or (tricks != ALL_TRICKS and not nobody)


def smoke_control(fault: Fault, typed: Mapping[str, str], table: Table) -> str:
    """Give the control a fault of the engine belongs to: the row of the first player it can be about."""
    first, _, player = fault.field.partition(".")
    if first == "tricks":
        missing = unsaid(typed, table.players)
        return f"play-{missing[0]}" if missing else "tricks"
    if first == "sat":
        forced = (player for player in table.must_play() if _sits(typed, player))
        return f"play-{next(forced, table.players[0])}"
    return f"pickup-{player}" if first == "pickups" and player else first


def _sits(typed: Mapping[str, str], player: str) -> bool:
    return typed.get("what") == NOBODY or typed.get(f"play-{player}") == SAT
