"""The fields of Smoke's hand form, and what they say as one line of a scoresheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.tally import ALL_TRICKS
from scorekeeper.web.components.smoke_form import SAT, TRICKS, missing_players, tricks_so_far
from scorekeeper.web.form_values import is_integer, parse_integer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.errors import Fault
    from scorekeeper.rules.sheet import Document
    from scorekeeper.rules.table import Table

NOBODY, REST_SAT = "nobody", "rest"
"""Buttons that save: nobody stayed; whoever is not tapped sat out."""


def smoke_fields(players: Sequence[str]) -> list[str]:
    """Return the fields a table of these players has, beside those of every hand form."""
    return ["first_trick", *(f"play-{player}" for player in players), *(f"pickup-{player}" for player in players)]


# ---------------------------------------------------------------- from the form to facts


def smoke_facts(typed: Mapping[str, str], table: Table) -> Document:
    """Return the line of a hand; fields nobody filled in are left out, and the engine says what is missing."""
    players = table.players
    nobody = typed.get("what") == NOBODY
    usual = SAT if typed.get("what") == REST_SAT else None
    said = dict.fromkeys(players, SAT) if nobody else {who: typed.get(f"play-{who}", usual) for who in players}
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
    counts = {player: parse_integer(text) for player, text in given.items() if is_integer(text)}
    return {player: count for player, count in counts.items() if count}


# ---------------------------------------------------------------- from facts to the form


def smoke_as_form(facts: Document) -> dict[str, str]:
    """Return a recorded hand as form values."""
    typed = {f"play-{player}": str(tricks) for player, tricks in facts.get("tricks", {}).items()}
    typed |= {f"play-{player}": SAT for player in facts.get("sat", ())}
    typed |= {f"pickup-{player}": str(count) for player, count in facts.get("pickups", {}).items() if count}
    return typed | {key: facts[key] for key in ("first_trick", "note") if facts.get(key)}


# ---------------------------------------------------------------- what is wrong, at its control


def smoke_errors(typed: Mapping[str, str], players: Sequence[str]) -> dict[str, str]:
    """Return the errors that the engine does not see: values it does not offer, pickups that are not numbers."""
    wrong = {}
    for player in players:
        if typed.get(f"play-{player}", SAT) not in (SAT, *TRICKS):
            wrong[f"play-{player}"] = f"Tap sits, or how many tricks: from 0 to {ALL_TRICKS}."
        pickups = typed.get(f"pickup-{player}", "0")
        if not is_integer(pickups) or parse_integer(pickups) < 0:
            wrong[f"pickup-{player}"] = "Pickups are counted: 0, 1, 2 and so on."
    return wrong


def is_incomplete(typed: Mapping[str, str], players: Sequence[str]) -> bool:
    """Return whether the form is not yet a hand: somebody is missing, or the tricks are not five."""
    tricks, nobody = tricks_so_far(typed, players), all(typed.get(f"play-{player}") == SAT for player in players)
    return bool(missing_players(typed, players)) or (tricks != ALL_TRICKS and not nobody)


def smoke_control(fault: Fault, typed: Mapping[str, str], table: Table) -> str:
    """Return the control a fault of the engine belongs to: the row of the first player it can be about."""
    first, _, player = fault.field.partition(".")
    if first == "tricks":
        missing = missing_players(typed, table.players)
        return f"play-{missing[0]}" if missing else "tricks"
    if first == "sat":
        forced = (player for player in table.must_play() if _sits(typed, player))
        return f"play-{next(forced, table.players[0])}"
    return f"pickup-{player}" if first == "pickups" and player else first


def _sits(typed: Mapping[str, str], player: str) -> bool:
    usual = SAT if typed.get("what") == REST_SAT else ""
    return typed.get("what") == NOBODY or typed.get(f"play-{player}", usual) == SAT
