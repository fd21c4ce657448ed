"""Checks of text to be stored, and what a phone is called.

Lone surrogates, which UTF-8 can't encode, and NULs are refused.
"""

from __future__ import annotations

import re
from typing import Any

from scorekeeper.rules.documents import MAX_NAME, is_printable, name_key
from scorekeeper.rules.errors import unreadable

MAX_OP_ID = 64
YEARS = range(1900, 2100)
"""Years of days and times that are accepted: far enough from the limits of `datetime` to change zones and add days."""
UNWRITABLE = re.compile("[\0\ud800-\udfff]")
NOT_SAVED = "{field} has characters that can't be saved."


def refuse_unwritable(value: Any, field: str = "") -> None:
    """Raise for lone surrogates and NULs anywhere in a document.

    Raises UnreadableSheet (line 0) with the dotted path of the first.
    """
    if isinstance(value, str):
        if UNWRITABLE.search(value):
            raise unreadable(field or "file", NOT_SAVED.format(field=field or "This file"))
    elif isinstance(value, dict):
        for key, item in value.items():
            refuse_unwritable(key, field)
            refuse_unwritable(item, f"{field}.{key}" if field else str(key))
    elif isinstance(value, list):
        for item in value:
            refuse_unwritable(item, field)


def checked_name(name: str, ask: str, field: str = "name") -> str:
    """Return a name with its white space normalized.

    Raises UnreadableSheet with that field: the sentence `ask` for an empty name, or one that cannot be printed.
    """
    refuse_unwritable(name, field)
    tidy = " ".join(name.split())
    if not name_key(tidy) or not is_printable(tidy):
        raise unreadable(field, ask)
    if len(tidy) > MAX_NAME:
        raise unreadable(field, f"A name has at most {MAX_NAME} characters.")
    return tidy


def name_columns(name: str) -> dict[str, str]:
    """Return the columns of `people` that a name fills."""
    return {"name": name, "name_key": name_key(name)}


def checked_op_id(op_id: str) -> str:
    """Return the op_id of a form.  Raises UnreadableSheet when it is invalid."""
    if not 0 < len(op_id) <= MAX_OP_ID:
        raise unreadable("op_id", "This form is out of date. Reload the page.")
    refuse_unwritable(op_id, "op_id")
    return op_id


def phone_and_person(phone: str, person: str | None) -> str:
    """Return in words whose phone it is: "Pat, iPhone"."""
    return f"{person}, {phone}" if person else phone
