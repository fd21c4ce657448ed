"""The hand form's fields, made from the table's rules, and what they say as one line of a scoresheet."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flask import request
from wtforms import HiddenField

from scorekeeper.rules.ruleset import SMOKE
from scorekeeper.rules.seats import side_of
from scorekeeper.rules.sheet import Hand
from scorekeeper.rules.taken import ALL_CARD_POINTS, is_scored_renege
from scorekeeper.rules.tally import ALL_TRICKS
from scorekeeper.web.components.smoke_form import SAT, TRICKS, missing_players, tricks_so_far
from scorekeeper.web.form_values import clean_text, integer_or_text, is_integer, parse_integer
from scorekeeper.web.forms import HiddenNumberField, LineForm

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.errors import Fault, SheetError
    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.sheet import Document
    from scorekeeper.rules.table import Table

PASSED, MISDEAL, NEVER = "passed", "misdeal", "never"
MAX_LENGTH = 400
"""No field is longer; a note may have 200 characters."""
THROWN_BID = "4"

SHEET_FIELDS = ("counted", "buried", "renege", "trump", "note")
BASE_FIELDS = ("what", "op_id", "seen", "line", "bidder", "bid", "note", "reason", "trump")
NOBODY = "nobody"


def read_hand_form(table: Table) -> dict[str, str]:
    """Return what the hand form sent, field by field: only the fields this table has, only those filled in.

    It is read by hand: with WTForms, the fields as plain texts, the processor time of a saved hand grew from 7.46 to
    7.94 ms (6 %; medians of 300 hands each way, in turns in one process).  Row 1 of the quick bench is too coarse to
    tell on a busy machine: ratios of 0.75 to 1.11 by hand, of 0.82 to 0.99 with WTForms.
    """
    sent = request.form
    typed = {name: clean_text(sent.get(name, ""), MAX_LENGTH) for name in _field_names(table.rules, table.players)}
    return {name: text for name, text in typed.items() if text}


@lru_cache(maxsize=256)
def _field_names(rules: Ruleset, players: tuple[str, ...]) -> tuple[str, ...]:
    """Return the fields of the form of a table; what is not among them is not read."""
    names = [name for name in BASE_FIELDS if rules.has_bidding or name not in ("bidder", "bid")]
    if rules.kind == SMOKE:
        return (*names, *smoke_fields(players))
    if rules.bid_is_all:
        names.append("made")
    else:
        names += [f"point-{key}" for key in rules.worth]
        names += ["counted", "buried", *(f"count-{player}" for player in players)]
    if rules.calls_partner:
        names.append("partner")
    if rules.has_special:
        names.append("all_tricks")
    if rules.auction.throw_card:
        names += ["thrown", "over_throw"]
    if rules.penalty.renege != "none":
        names.append("renege")
    return tuple(names)


def used_sheets(typed: Mapping[str, str]) -> bool:
    """Return whether a field of the dialogs over the form (counter, pickups, note …) is filled in, to be emptied."""
    return any(name in SHEET_FIELDS or name.startswith(("count-", "pickup-")) for name in typed)


class UndoForm(LineForm):
    """Take the line `target` back, or with `back` undo that."""

    target = HiddenNumberField()
    back = HiddenField()


# ---------------------------------------------------------------- from the form to facts


def build_facts(typed: Mapping[str, str], table: Table) -> Document:
    """Return one line of a scoresheet, players as seat keys.

    A point left alone goes to the bidding side, where nobody bids to nobody.  Whether it can have been so is for the
    engine to say.
    """
    facts: Document = {"note": typed["note"]} if typed.get("note") else {}
    match typed.get("what"):
        case "passed":
            return {"passed_out": True, **facts}
        case "misdeal":
            return {"misdeal": True, **facts}
    if table.is_smoke:
        return smoke_facts(typed, table) | facts
    rules, bidder = table.rules, typed.get("bidder")
    facts |= {key: typed[key] for key in ("bidder", "renege", "trump") if key in typed}
    if "bid" in typed:
        facts["bid"] = integer_or_text(typed["bid"])
    facts |= _partner(typed) | _throws(typed, table)
    if is_scored_renege(Hand(renege=typed.get("renege")), rules):
        return facts
    if rules.bid_is_all:
        return facts | {"made": typed.get("made", "yes") != "no"}
    points = _points(typed, table, (bidder or table.players[0]) if rules.has_bidding else "none")
    facts |= {"points": points} | _counts(typed, table)
    if _took_all_tricks(typed, table, points):
        facts["all_tricks"] = True
    return facts


def _partner(typed: Mapping[str, str]) -> Document:
    partner = typed.get("partner")
    if partner is None:
        return {}
    return {"alone": True} if partner == "alone" else {"partner": partner}


def _throws(typed: Mapping[str, str], table: Table) -> Document:
    """Return the thrown card where its switch was visible: at a bid of four, or for the dealer's special bid."""
    bid, thrown = typed.get("bid"), "thrown" in typed
    over = "over_throw" in typed and typed.get("bidder") == table.dealer
    if bid == THROWN_BID:
        return ({"thrown": True} if thrown or over else {}) | ({"over_throw": True} if over else {})
    return {"over_throw": True} if over and bid == table.rules.special.name else {}


def _points(typed: Mapping[str, str], table: Table, usual: str) -> dict[str, str]:
    """Return who got each point; `usual` gets those that were left alone."""
    counted = typed.get("counted") == "yes"
    takers = {key: typed.get(f"point-{key}", usual) for key in table.rules.worth if not (counted and key == "game")}
    return {key: taker for key, taker in takers.items() if taker != "none"}


def _counts(typed: Mapping[str, str], table: Table) -> Document:
    if typed.get("counted") != "yes":
        return {}
    given = {player: typed[f"count-{player}"] for player in table.players if f"count-{player}" in typed}
    facts: Document = {"counts": {player: integer_or_text(text) for player, text in given.items()}}
    if "buried" in typed:
        facts["buried"] = integer_or_text(typed["buried"])
    return facts


def _took_all_tricks(typed: Mapping[str, str], table: Table, points: Mapping[str, str]) -> bool:
    """Return whether a special bid came with every trick; left alone, it did when every point did."""
    rules, bidder = table.rules, typed.get("bidder")
    if not rules.has_special or typed.get("bid") != rules.special.name or bidder not in table.players:
        return False
    if "all_tricks" in typed:
        return typed["all_tricks"] == "yes"
    own = {bidder, typed.get("partner")} if rules.calls_partner else set(side_of(bidder, table.teams))
    every = all(points.get(key) in own for key in rules.worth)
    return every and rules.special_needs_tricks


# ---------------------------------------------------------------- from facts to the form


def facts_as_form(facts: Document, table: Table, bidder: str | None, bid: int | str | None) -> dict[str, str]:
    """Return a recorded line as form values; `bidder` and `bid` may come from its auction."""
    if table.is_smoke:
        return smoke_as_form(facts)
    typed: dict[str, Any] = {key: facts[key] for key in ("note", "trump", "renege", "partner") if key in facts}
    typed |= {"bidder": bidder, "bid": bid}
    typed |= {"partner": "alone"} if facts.get("alone") else {}
    typed |= {key: "yes" for key in ("thrown", "over_throw") if facts.get(key)}
    typed |= {key: "yes" if facts[key] else "no" for key in ("all_tricks", "made") if key in facts}
    if "counts" in facts:
        typed |= {"counted": "yes", "buried": facts.get("buried")}
        typed |= {f"count-{player}": number for player, number in facts["counts"].items()}
    return {key: str(value) for key, value in typed.items() if value not in (None, "")} | _points_as_form(facts, table)


def _points_as_form(facts: Document, table: Table) -> dict[str, str]:
    """Return who got each point; one that nobody got is said, not left alone."""
    points = facts.get("points")
    if points is None:
        return {}
    left_out = {"game"} if "counts" in facts else set()
    return {f"point-{key}": points.get(key, "none") for key in table.rules.worth if key not in left_out}


# ---------------------------------------------------------------- what is wrong, at its control


def number_errors(typed: Mapping[str, str], table: Table) -> dict[str, str]:
    """Return the errors that the engine does not see: piles or pickups that are not numbers, or too large."""
    if table.is_smoke:
        return {} if typed.get("what") == MISDEAL else smoke_errors(typed, table.players)
    if typed.get("counted") != "yes":
        return {}
    piles = [text for name, text in typed.items() if name.startswith("count-") or name == "buried"]
    if not piles:
        return {"counts": "Count at least one pile, or let the switch say who got game."}
    if any(not is_integer(text) or not 0 <= parse_integer(text) <= ALL_CARD_POINTS for text in piles):
        return {"counts": f"A pile has from 0 to {ALL_CARD_POINTS} card points."}
    return {}


CONTROLS = {
    "alone": "partner",
    "passed_out": "",
    "misdeal": "",
    "line": "",
    "target": "",
    "op_id": "",
    "auction": "bidder",
    "buried": "counts",
}


def errors_by_control(error: SheetError, typed: Mapping[str, str], table: Table) -> dict[str, str]:
    """Return control -> error message of a refused line."""
    return {_control(fault, typed, table): fault.message for fault in reversed(error.faults)}


def _control(fault: Fault, typed: Mapping[str, str], table: Table) -> str:
    first, _, rest = fault.field.partition(".")
    if first == "points" and rest:
        return f"point-{rest}"
    if first in CONTROLS:
        return CONTROLS[first]
    return smoke_control(fault, typed, table) if table.is_smoke else first


def smoke_fields(players: Sequence[str]) -> list[str]:
    """Return the fields a table of these players has, beside those of every hand form."""
    return ["first_trick", *(f"play-{player}" for player in players), *(f"pickup-{player}" for player in players)]


# ---------------------------------------------------------------- from the form to facts


def smoke_facts(typed: Mapping[str, str], table: Table) -> Document:
    """Return the line of a hand; fields nobody filled in are left out, and the engine says what is missing."""
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
    return typed.get("what") == NOBODY or typed.get(f"play-{player}") == SAT
