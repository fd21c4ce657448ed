"""Who sits where, who deals first, what was scored on paper: the new-game form as a draft."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache
from typing import TYPE_CHECKING

from flask_wtf import FlaskForm
from wtforms import StringField

from scorekeeper.rules.plain import LONGEST_NAME, is_printable
from scorekeeper.rules.seats import usual_sides
from scorekeeper.rules.values import LARGEST
from scorekeeper.services.games.create import GameDraft
from scorekeeper.web.form_values import clean_text, is_integer, parse_integer, parse_uint
from scorekeeper.web.new_game.stakes import STAKE_FIELDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.errors import SheetError
    from scorekeeper.rules.values import Value
    from scorekeeper.rules.variant import Variant

MAX_TITLE = 80
CONTROLS = {"name": "save_as", "league_name": "league_name", "stakes.currency": "currency", "stakes.game": "stake-game"}
"""Fields of the services whose control has another name."""


def read_fields(size: int) -> dict[str, str]:
    """Return what the form sent: only the fields of a table of `size`, only those filled in, blanks tidied."""
    form = _form_class(size)()
    typed = {field.name: clean_text(field.data, 4 * LONGEST_NAME) for field in form if isinstance(field.data, str)}
    return {name: text for name, text in typed.items() if text and name != "csrf_token"}


@lru_cache(maxsize=16)
def _form_class(size: int) -> type[FlaskForm]:
    seats = range(1, size + 1)
    names = [
        "op_id",
        "dealer",
        "title",
        "rules",
        "save_as",
        "league",
        "league_name",
        "all",
        "example",
        *STAKE_FIELDS,
        *(f"name-{n}" for n in seats),
        *(f"opening-{n}" for n in seats),
    ]
    return type("SeatingFields", (FlaskForm,), {name: StringField() for name in names})


def find_errors(typed: Mapping[str, str], size: int) -> dict[str, str]:
    """Return field -> error message."""
    names = [typed.get(f"name-{n}", "") for n in range(1, size + 1)]
    faults = {f"name-{n}": _name_error(name, names[: n - 1]) for n, name in enumerate(names, start=1)}
    faults |= {name: _score_error(text) for name, text in typed.items() if name.startswith("opening-")}
    if len(typed.get("title", "")) > MAX_TITLE:
        faults["title"] = f"A title has at most {MAX_TITLE} characters."
    for name in ("save_as", "league_name"):
        if len(typed.get(name, "")) > LONGEST_NAME:
            faults[name] = f"A name has at most {LONGEST_NAME} characters."
    return {name: sentence for name, sentence in faults.items() if sentence}


def _name_error(name: str, before: list[str]) -> str:
    if not name:
        return "Who sits here?"
    if len(name) > LONGEST_NAME:
        return f"A name has at most {LONGEST_NAME} characters."
    if not is_printable(name):
        return "That name has characters in it that cannot be written down."
    if name in before:
        return f"There is another {name}: add a letter."
    return ""


def _score_error(text: str) -> str:
    if not is_integer(text) or abs(parse_integer(text)) > LARGEST:
        return f"A score is a whole number from −{LARGEST} to {LARGEST}."
    return ""


def build_draft(
    typed: Mapping[str, str],
    variant: Variant,
    size: int,
    house: Mapping[str, Value],
    kept: tuple[int, int] | None = None,
) -> GameDraft:
    """Return the game to start.  `typed` must have no errors; `kept`: the league's saved rules it starts from."""
    dealer = parse_uint(typed.get("dealer"))
    keys = [str(n) for n in range(1, size + 1)]
    sides = usual_sides(variant.ruleset(size, house).seating.sides, keys)
    opening = {key: parse_integer(typed[f"opening-{key}"]) for key in keys if f"opening-{key}" in typed}
    asked = usual_sides(variant.ruleset(size).seating.sides, keys)
    if sides != asked and set(opening) <= {side[0] for side in asked}:
        # The scores were asked for as the variant seats people, and a house rule seats them otherwise.
        opening = {key: opening[side[0]] for side in asked if side[0] in opening for key in side}
    return GameDraft(
        variant=variant.key,
        names=tuple(typed[f"name-{key}"] for key in keys),
        dealer=dealer - 1 if dealer and dealer <= size else size - 1,
        house=house,
        opening={int(key) - 1: score for key, score in opening.items()},
        title=typed.get("title"),
        date=dt.datetime.now().astimezone().date(),
        house_rules=kept,
        save_as=typed.get("save_as"),
    )


def parse_rules_version(text: str | None) -> tuple[int, int | None] | None:
    """Return id and version of the league's saved rules that an address or a form names ("3", "3.2"), None for none."""
    house_id, _, number = (text or "").partition(".")
    found = parse_uint(house_id)
    return None if found is None else (found, parse_uint(number))


def errors_by_control(error: SheetError) -> dict[str, str]:
    """Return the services' objections by control, the rest to be shown above the form."""
    return {CONTROLS.get(fault.field, f"refused-{fault.field}"): fault.message for fault in error.faults}
