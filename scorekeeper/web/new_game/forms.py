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
from scorekeeper.web.new_game.stakes import STAKE_FIELDS
from scorekeeper.web.stamps import whole
from scorekeeper.web.typed import is_number, number, tidy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.errors import SheetError
    from scorekeeper.rules.values import Value
    from scorekeeper.rules.variant import Variant

LONGEST_TITLE = 80
PLACES = {"name": "save_as", "league_name": "league_name", "stakes.currency": "currency", "stakes.game": "stake-game"}
"""Fields of the services that have a control of another name."""


def typed_in(size: int) -> dict[str, str]:
    """Give what the form sent: only the fields of a table of `size`, only those filled in, blanks tidied."""
    form = _form_class(size)()
    typed = {field.name: tidy(field.data, 4 * LONGEST_NAME) for field in form if isinstance(field.data, str)}
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


def wrong_in(typed: Mapping[str, str], size: int) -> dict[str, str]:
    """Give field -> sentence for what cannot be."""
    names = [typed.get(f"name-{n}", "") for n in range(1, size + 1)]
    faults = {f"name-{n}": _wrong_name(name, names[: n - 1]) for n, name in enumerate(names, start=1)}
    faults |= {name: _wrong_score(text) for name, text in typed.items() if name.startswith("opening-")}
    if len(typed.get("title", "")) > LONGEST_TITLE:
        faults["title"] = f"A title has at most {LONGEST_TITLE} characters."
    for name in ("save_as", "league_name"):
        if len(typed.get(name, "")) > LONGEST_NAME:
            faults[name] = f"A name has at most {LONGEST_NAME} characters."
    return {name: sentence for name, sentence in faults.items() if sentence}


def _wrong_name(name: str, before: list[str]) -> str:
    if not name:
        return "Who sits here?"
    if len(name) > LONGEST_NAME:
        return f"A name has at most {LONGEST_NAME} characters."
    if not is_printable(name):
        return "That name has characters in it that cannot be written down."
    if name in before:
        return f"There is another {name}: add a letter."
    return ""


def _wrong_score(text: str) -> str:
    if not is_number(text) or abs(number(text)) > LARGEST:
        return f"A score is a whole number from −{LARGEST} to {LARGEST}."
    return ""


def draft_of(
    typed: Mapping[str, str],
    variant: Variant,
    size: int,
    house: Mapping[str, Value],
    kept: tuple[int, int] | None = None,
) -> GameDraft:
    """Give the game to begin.  `typed` must have nothing wrong in it; `kept`: the league's own rules it starts from."""
    dealer = whole(typed.get("dealer"))
    keys = [str(n) for n in range(1, size + 1)]
    sides = usual_sides(variant.ruleset(size, house).seating.sides, keys)
    opening = {key: number(typed[f"opening-{key}"]) for key in keys if f"opening-{key}" in typed}
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


def kept_in(text: str | None) -> tuple[int, int | None] | None:
    """Give id and number of the league's own rules an address or a form names ("3", "3.2"), None for none."""
    house_id, _, number = (text or "").partition(".")
    found = whole(house_id)
    return None if found is None else (found, whole(number))


def placed(error: SheetError) -> dict[str, str]:
    """Give the engine's own objections as something to show above the form."""
    return {PLACES.get(fault.field, f"refused-{fault.field}"): fault.message for fault in error.faults}
