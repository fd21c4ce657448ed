"""Smoke's hand form: a row a player (sits, or how many tricks), first trick and pickups; what it says, as facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.core.form_values import is_integer, parse_integer
from scorekeeper.rules.errors import Fault
from scorekeeper.rules.sheet import Document
from scorekeeper.rules.table import LineResult, Table
from scorekeeper.rules.tally import ALL_TRICKS
from scorekeeper.sheets.grammar import counted, join_names, signed
from scorekeeper.sheets.words import sentences, tally_words

Names = Mapping[str, str]

SAT = "sat"
TRICKS = tuple(str(tricks) for tricks in range(ALL_TRICKS + 1))
NOBODY, REST_SAT = "nobody", "rest"
"""Buttons that save: nobody stayed; everybody not tapped sat out."""
MUSTIE = "mustie"
MAX_NAMED = 2
"""The most players still to be tapped who are named."""


def why_forced(table: Table, player: str) -> str:
    """Return why a player may not sit out the next hand; of two reasons (A38) the box.  Empty when they may."""
    if player not in table.must_play():
        return ""
    return tally_words()["in-box"] if table.scores[player] <= table.rules.tally.box_at else MUSTIE


# ---------------------------------------------------------------- what the form says while it is filled in


def missing_players(typed: Mapping[str, str], players: Sequence[str]) -> tuple[str, ...]:
    """Return who has neither tricks nor a sit yet."""
    return tuple(player for player in players if f"play-{player}" not in typed)


def tricks_so_far(typed: Mapping[str, str], players: Sequence[str]) -> int:
    """Add up the tricks tapped up to now."""
    said = (typed.get(f"play-{player}") for player in players)
    return sum(int(tricks) for tricks in said if tricks and tricks in TRICKS)


def say_so_far(typed: Mapping[str, str], table: Table, names: Names) -> str:
    """Return how many tricks are tapped and who is missing: "Tricks so far: 3 of 5. Still missing: Dee & Eve."."""
    tricks, missing = tricks_so_far(typed, table.players), missing_players(typed, table.players)
    said = f"Tricks so far: {tricks} of {ALL_TRICKS}."
    if tricks > ALL_TRICKS:
        return f"{said} That is too many."
    if not missing:
        return said
    if tricks == ALL_TRICKS:
        return f"All {ALL_TRICKS} tricks are in. If nobody else stayed, tap “Save, the rest sat”."
    who = (
        join_names([names[player] for player in missing])
        if len(missing) <= MAX_NAMED
        else counted(len(missing), "player")
    )
    return f"{said} Still missing: {who}."


def say_hand(entry: LineResult, names: Names) -> str:
    """Return in a few words what a hand does, for the foot: "All 5 tricks. Ann −2, Bob +5."."""
    whys, changes = entry.whys, entry.changes
    moved = ", ".join(f"{names[player]} {signed(change)}" for player, change in changes.items() if change)
    ends = {why.what: said for why, said in zip(whys, sentences(whys, names.__getitem__), strict=True)}
    said = [
        ends.get("nobody-stayed", f"All {ALL_TRICKS} tricks."),
        f"{moved}." if moved else "",
        ends.get("smoke-won", ""),
    ]
    return " ".join(filter(None, said))


# ---------------------------------------------------------------- from the form to facts


def smoke_fields(players: Sequence[str]) -> list[str]:
    """Return the fields a table of these players has, beside those of every hand form."""
    return ["first_trick", *(f"play-{player}" for player in players), *(f"pickup-{player}" for player in players)]


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
    given = {who: parse_integer(text) for who in players if is_integer(text := typed.get(f"pickup-{who}", ""))}
    if pickups := {player: count for player, count in given.items() if count}:
        facts["pickups"] = pickups
    return facts


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
        what, usual = typed.get("what"), SAT if typed.get("what") == REST_SAT else ""
        sits = {player for player in table.players if what == NOBODY or typed.get(f"play-{player}", usual) == SAT}
        return f"play-{next((player for player in table.must_play() if player in sits), table.players[0])}"
    return f"pickup-{player}" if first == "pickups" and player else first
