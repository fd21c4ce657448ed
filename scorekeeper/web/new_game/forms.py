"""Who sits where, who deals first, what was scored on paper: the new-game form as a draft."""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from flask_wtf import FlaskForm
from wtforms import StringField

from scorekeeper.rules.reading import LARGEST, LONGEST_NAME
from scorekeeper.rules.seats import usual_sides
from scorekeeper.services.drafts import GameDraft
from scorekeeper.web.stamps import whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.errors import SheetError
    from scorekeeper.rules.variant import Variant

SCORE = re.compile(r"[-\N{MINUS SIGN}]?[0-9]{1,6}")
UNSEEN = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
LONGEST_TITLE = 80


def typed_in(size: int) -> dict[str, str]:
    """Give what the form sent: only the fields of a table of `size`, only those filled in, blanks tidied."""
    form = _form_class(size)()
    typed = {field.name: _tidy(field.data) for field in form if isinstance(field.data, str)}
    return {name: text for name, text in typed.items() if text and name != "csrf_token"}


@lru_cache(maxsize=16)
def _form_class(size: int) -> type[FlaskForm]:
    seats = range(1, size + 1)
    names = ["op_id", "dealer", "title", *(f"name-{n}" for n in seats), *(f"opening-{n}" for n in seats)]
    return type("SeatingFields", (FlaskForm,), {name: StringField() for name in names})


def _tidy(text: str) -> str:
    return " ".join(UNSEEN.sub(" ", text[: 4 * LONGEST_NAME]).split())


def wrong_in(typed: Mapping[str, str], size: int) -> dict[str, str]:
    """Give field -> sentence for what cannot be."""
    names = [typed.get(f"name-{n}", "") for n in range(1, size + 1)]
    faults = {f"name-{n}": _wrong_name(name, names[: n - 1]) for n, name in enumerate(names, start=1)}
    faults |= {name: _wrong_score(text) for name, text in typed.items() if name.startswith("opening-")}
    if len(typed.get("title", "")) > LONGEST_TITLE:
        faults["title"] = f"A title has at most {LONGEST_TITLE} characters."
    return {name: sentence for name, sentence in faults.items() if sentence}


def _wrong_name(name: str, before: list[str]) -> str:
    if not name:
        return "Who sits here?"
    if len(name) > LONGEST_NAME:
        return f"A name has at most {LONGEST_NAME} characters."
    if not name.isprintable():
        return "That name has characters in it that cannot be written down."
    if name in before:
        return f"There is another {name}: add a letter."
    return ""


def _wrong_score(text: str) -> str:
    if not SCORE.fullmatch(text) or abs(_score(text)) > LARGEST:
        return f"A score is a whole number from −{LARGEST} to {LARGEST}."
    return ""


def _score(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-"))


def draft_of(typed: Mapping[str, str], variant: Variant, size: int) -> GameDraft:
    """Give the game to begin.  `typed` must have nothing wrong in it."""
    dealer = whole(typed.get("dealer"))
    keys = [str(n) for n in range(1, size + 1)]
    sides = usual_sides(variant.ruleset(size).seating.sides, keys)
    return GameDraft(
        variant=variant.key,
        names=tuple(typed[f"name-{key}"] for key in keys),
        dealer=dealer - 1 if dealer and dealer <= size else size - 1,
        opening={
            int(side[0]) - 1: _score(typed[f"opening-{side[0]}"]) for side in sides if f"opening-{side[0]}" in typed
        },
        title=typed.get("title"),
        date=dt.datetime.now().astimezone().date(),
    )


def placed(error: SheetError) -> dict[str, str]:
    """Give the engine's own objections as something to show above the form."""
    return {f"refused-{fault.field}": fault.message for fault in error.faults}
