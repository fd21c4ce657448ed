"""The hand form's fields, made from the table's rules, and what they say as one line of a scoresheet.

What is Smoke's is in hand_form.py.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from wtforms import HiddenField, StringField

from scorekeeper.core.forms import HiddenNumberField, LineForm, TextField
from scorekeeper.core.text import clean_text, integer_or_text, is_integer, parse_integer
from scorekeeper.games.hand_form import (
    NONE,
    THEM,
    TURNED_FIELDS,
    US,
    smoke_as_form,
    smoke_control,
    smoke_errors,
    smoke_facts,
    smoke_fields,
    start_value,
)
from scorekeeper.games.lines import play_line
from scorekeeper.games.log import contract_in
from scorekeeper.games.store import OpenGame
from scorekeeper.rules.errors import Fault, SheetError
from scorekeeper.rules.facts import ALL_CARD_POINTS
from scorekeeper.rules.fold import play
from scorekeeper.rules.hand import MADE
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.ruleset import SMOKE, Ruleset
from scorekeeper.rules.sheet import Document, side_of
from scorekeeper.rules.table import Table
from scorekeeper.sheets.phrases import point_name, say_refusal

PASSED, MISDEAL, NEVER = "passed", "misdeal", "never"
MAX_LENGTH = 400
"""No field is longer; a note may have 200 characters."""
THROWN_BID = "4"

SHEET_FIELDS = ("counted", "buried", "renege", "trump", "note", *TURNED_FIELDS[1:])
OWN_FIELDS = ("op_id", "seen", "late")
"""Fields of the form itself, which say nothing of the hand."""


class HandField(StringField):
    """What was tapped or typed for one thing, without control characters or repeated blanks."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = clean_text(valuelist[0], MAX_LENGTH) if valuelist else ""


class HandFields(LineForm):
    """A hand as it was sent, new or corrected: `fields_of` adds the fields that a table has."""

    what, line, note, trump = HandField(), HandField(), HandField(), HandField()
    reason = TextField("Why correct it?")

    @property
    def typed(self) -> dict[str, str]:
        """Return what is filled in, field by field."""
        return {it.short_name: it.data for it in self if it.data and it.short_name not in OWN_FIELDS}


@lru_cache(maxsize=256)
def fields_of(rules: Ruleset, players: tuple[str, ...]) -> type[HandFields]:
    """Return the form of a hand at a table; what is not among its fields is not read.

    It takes 6 % of the processor time of a saved hand more than reading `request.form` would (7.04 against 6.66 ms,
    medians of 300 hands each way, in turns in one process).
    """
    names = ["bidder", "bid"] if rules.has_bidding else []
    if rules.kind == SMOKE:
        names += smoke_fields(players)
    elif rules.bid_is_all:
        names.append("made")
    else:
        names += [f"point-{key}" for key in rules.worth]
        names += ["counted", "buried", *(f"count-{player}" for player in players)]
        names += ["sure", "tapped", *TURNED_FIELDS, "gift", "hung"]
    if rules.calls_partner:
        names.append("partner")
    if rules.has_special:
        names.append("all_tricks")
    if rules.auction.throw_card:
        names.append("throw")
    if rules.penalty.renege != "none":
        names.append("renege")
    return type("HandFields", (HandFields,), {name: HandField() for name in names})


def read_hand(table: Table) -> HandFields:
    """Return what this request sent of a hand at `table`."""
    return fields_of(table.rules, table.players)()


HANDS_ON_PAPER = 24
"""Rows of the form for a paper night; more hands take it once more."""


def read_hands(table: Table) -> dict[int, dict[str, str]]:
    """Return what this request sent of hands from paper: row -> field -> value, without the rows left empty."""
    form = fields_of(table.rules, table.players)
    rows = {row: form(prefix=f"{row}-").typed for row in range(1, HANDS_ON_PAPER + 1)}
    return {row: typed for row, typed in rows.items() if typed}


def check_hands(
    rows: Mapping[int, Mapping[str, str]], game: OpenGame, table: Table
) -> tuple[list[Document], dict[int, str]]:
    """Return hands from paper as lines, each played after those before it; and row -> what is wrong with it."""
    hands, wrong = [], {}
    for row, sent in rows.items():
        typed = {"what": PASSED} if sent.get("bidder") == PASSED else sent
        said = form_errors(typed, table)
        hands.append(build_facts(typed, table))
        try:
            table = table if said else play_line(game, table, hands[-1])[0]
        except SheetError as error:
            said = errors_by_control(error, typed, table)
        if said:
            wrong[row] = " ".join(said.values())
    return hands, wrong


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

    A point left alone is as `start_value` has it.  The engine checks whether it can have happened.
    """
    facts: Document = {"note": typed["note"]} if typed.get("note") else {}
    match typed.get("what"):
        case "passed":
            return {"passed_out": True, **facts}
        case "misdeal":
            return {"misdeal": True, **facts}
    if table.is_smoke:
        return smoke_facts(typed, table) | facts
    rules = table.rules
    facts |= _contract(typed, table)
    if "renege" in typed and rules.scores_renege:
        return facts
    if rules.bid_is_all:
        return facts | {"made": typed.get("made") == "yes"}
    points = _points(typed, table)
    facts |= {"points": points} | _counts(typed, table)
    if "hung" in typed and "jack" in points:
        facts["hung"] = True
    if _took_all_tricks(typed, table, points):
        facts["all_tricks"] = True
    return facts


def _contract(typed: Mapping[str, str], table: Table) -> Document:
    """Return the bid, and what was said and turned up before the points.

    A thrown card counts where its switch was visible: at a bid of four, or for the dealer's special bid.
    """
    facts: Document = {key: typed[key] for key in ("bidder", "renege", "trump") if key in typed}
    bid, throw, partner = typed.get("bid"), typed.get("throw"), typed.get("partner")
    if bid is not None:
        facts["bid"] = integer_or_text(bid)
    if partner is not None:
        facts |= {"alone": True} if partner == "alone" else {"partner": partner}
    over = throw == "over" and typed.get("bidder") == table.dealer
    if bid == THROWN_BID and (throw == "thrown" or over):
        facts["thrown"] = True
    if over and bid in (THROWN_BID, table.rules.special.name):
        facts["over_throw"] = True
    if turned := [typed[key] for key in TURNED_FIELDS if key in typed]:
        facts["turned"] = turned
    return facts | ({"gift": True} if "gift" in typed else {})


def _points(typed: Mapping[str, str], table: Table) -> dict[str, str]:
    """Return who got each point, by seat; with a called partner a seat stands for each side."""
    counted = typed.get("counted") == "yes"
    takers = {key: point_value(typed, table, key) for key in table.rules.worth if not (counted and key == "game")}
    if table.rules.calls_partner:
        bidder = typed.get("bidder", table.players[0])
        others = (player for player in table.players if player not in (bidder, typed.get("partner")))
        seats = {US: bidder, THEM: next(others, bidder)}
        takers = {key: seats.get(taker, taker) for key, taker in takers.items()}
    return {key: taker for key, taker in takers.items() if taker not in (NONE, "")}


def point_value(typed: Mapping[str, str], table: Table, key: str) -> str:
    """Return who got a point as the form says it; "" if nobody bids and nobody said it."""
    start = start_value(table, key)
    usual = start or (typed.get("bidder", table.players[0]) if table.rules.has_bidding else "")
    return typed.get(f"point-{key}", usual)


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
    return rules.special_needs_tricks and all(points.get(key) in own for key in rules.worth)


# ---------------------------------------------------------------- a form that nobody has touched


def is_untouched(typed: Mapping[str, str], table: Table) -> bool:
    """Return whether a whole hand is sent with every point as it starts, and nobody has said yet that this is meant."""
    rules = table.rules
    if table.is_smoke or not rules.has_bidding or rules.bid_is_all or typed.get("what", "hand") != "hand":
        return False
    if {"sure", "tapped", "counted"} & typed.keys() or ("renege" in typed and rules.scores_renege):
        return False
    bidder = typed.get("bidder")
    if bidder not in table.players or "bid" not in typed:
        return False
    own = side_of(bidder, table.teams)
    said = ((typed.get(f"point-{key}"), start_value(table, key)) for key in rules.worth)
    return all(value == start or (not start and value in own) for value, start in said if value is not None)


# ---------------------------------------------------------------- from facts to the form


def line_as_form(facts: Document, table: Table) -> dict[str, str]:
    typed = facts_as_form(facts, table, *contract_in(facts, table))
    if table.rules.bid_is_all and "points" in facts:
        _, entry = play(table, read_line(facts, table.variant.kind))
        typed["made"] = "yes" if entry.outcome == MADE else "no"
    return typed


def facts_as_form(facts: Document, table: Table, bidder: str | None, bid: int | str | None) -> dict[str, str]:
    """Return a recorded line as form values; `bidder` and `bid` may come from its auction."""
    if table.is_smoke:
        return smoke_as_form(facts)
    typed: dict[str, Any] = {key: facts[key] for key in ("note", "trump", "renege", "partner") if key in facts}
    typed |= {"bidder": bidder, "bid": bid}
    typed |= {"partner": "alone"} if facts.get("alone") else {}
    typed |= {"throw": "over"} if facts.get("over_throw") else {"throw": "thrown"} if facts.get("thrown") else {}
    typed |= dict(zip(TURNED_FIELDS, facts.get("turned", ()), strict=False))
    typed |= {key: "yes" for key in ("gift", "hung") if facts.get(key)}
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
    takers = {key: points.get(key, NONE) for key in table.rules.worth if key not in left_out}
    if table.rules.calls_partner:
        own = (contract_in(facts, table)[0], facts.get("partner"))
        takers = {key: who if who == NONE else US if who in own else THEM for key, who in takers.items()}
    return {f"point-{key}": taker for key, taker in takers.items()}


# ---------------------------------------------------------------- what is wrong, at its control


def form_errors(typed: Mapping[str, str], table: Table) -> dict[str, str]:
    """Return the errors that the engine does not see: what is no number, and what nobody has said yet."""
    if typed.get("what") in (PASSED, MISDEAL):
        return {}
    if table.is_smoke:
        return smoke_errors(typed, table.players)
    if "renege" in typed and table.rules.scores_renege:
        return {}
    return _unsaid(typed, table) or _pile_errors(typed)


def _unsaid(typed: Mapping[str, str], table: Table) -> dict[str, str]:
    """Return an error for what is neither tapped nor likely enough to be assumed."""
    rules = table.rules
    if rules.bid_is_all:
        return {} if "made" in typed or not {"bidder", "bid"} <= typed.keys() else {"made": "Was it made or set?"}
    if rules.has_bidding:
        return {}
    counted = typed.get("counted") == "yes"
    missing = [key for key in rules.worth if not point_value(typed, table, key) and not (counted and key == "game")]
    return {f"point-{key}": f"Who got {point_name(key, rules.names)}?" for key in missing}


def _pile_errors(typed: Mapping[str, str]) -> dict[str, str]:
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
    "thrown": "throw",
    "over_throw": "throw",
}


def errors_by_control(error: SheetError, typed: Mapping[str, str], table: Table) -> dict[str, str]:
    """Return control -> error message of a refused line."""
    return {_control(fault, typed, table): say_refusal(fault.refusal) for fault in reversed(error.faults)}


def _control(fault: Fault, typed: Mapping[str, str], table: Table) -> str:
    first, _, rest = fault.field.partition(".")
    if first == "points" and rest:
        return f"point-{rest}"
    if first in CONTROLS:
        return CONTROLS[first]
    return smoke_control(fault, typed, table) if table.is_smoke else first
