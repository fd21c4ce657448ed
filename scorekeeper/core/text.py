"""Text as people type it: numbers, amounts and names, and what cannot be stored; what a phone is called.

Lone surrogates, which UTF-8 can't encode, and NULs are refused.
"""

import re
import secrets
from typing import Any

from scorekeeper.rules.documents import MAX_NAME, MAX_TEXT, is_printable, name_key
from scorekeeper.rules.errors import unreadable
from scorekeeper.rules.sheet import MAX_AMOUNT

MAX_OP_ID, MAX_SEARCH = 64, 60
YEARS = range(1900, 2100)
"""Years of days and times that are accepted: far enough from the limits of `datetime` to change zones and add days."""
UNWRITABLE = re.compile("[\0\ud800-\udfff]")


def refuse_unwritable(value: Any, field: str = "") -> None:
    """Raise for lone surrogates and NULs anywhere in a document.

    Raises UnreadableSheet (line 0) with the dotted path of the first.
    """
    if isinstance(value, str):
        if UNWRITABLE.search(value):
            raise unreadable(field or "file", f"{field or 'This file'} has characters that can't be saved.")
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


def check_text(text: str | None, field: str) -> None:
    """Raise UnreadableSheet with that field for a note or a reason that is too long or can't be saved."""
    refuse_unwritable(text, field)
    if text is not None and len(text) > MAX_TEXT:
        raise unreadable(field, f"{field} has at most {MAX_TEXT} characters.")


def name_columns(name: str) -> dict[str, str]:
    return {"name": name, "name_key": name_key(name)}


def new_op_id() -> str:
    """Return 128 random bits that identify one form; the same form sent twice is saved once."""
    return secrets.token_hex(16)


def checked_op_id(op_id: str) -> str:
    """Return the op_id of a form.  Raises UnreadableSheet when it is invalid."""
    if not 0 < len(op_id) <= MAX_OP_ID:
        raise unreadable("op_id", "This form is out of date. Reload the page.")
    refuse_unwritable(op_id, "op_id")
    return op_id


def phone_and_person(phone: str, person: str | None) -> str:
    return f"{person}, {phone}" if person else phone


# ---------------------------------------------------------------- numbers and amounts

INVISIBLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
INTEGER = re.compile(r"[-\N{MINUS SIGN}]?[0-9]{1,6}")
DECIMAL_AMOUNT = re.compile(r"([0-9]*)(?:[.,]([0-9]*))?")
CENTS_AMOUNT = re.compile(r"([0-9]+) ?(?:¢|[Cc](?:ents?)?)")
UNREADABLE, NEGATIVE, TOO_MANY_DECIMALS, TOO_LARGE = "unreadable", "below-zero", "past-the-cent", "too-much"


def clean_text(text: str, longest: int) -> str:
    """Return a text of at most `longest` characters without control characters or repeated blanks."""
    return " ".join(INVISIBLE.sub(" ", text[:longest]).split())


def is_integer(text: str) -> bool:
    return bool(INTEGER.fullmatch(text))


def parse_integer(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-"))


def integer_or_text(text: str) -> int | str:
    """Return an integer if it is one, else the text; the engine checks it."""
    return parse_integer(text) if is_integer(text) else text


def parse_uint(text: str | None) -> int | None:
    """Return a number from 0 written in plain digits, None for anything else."""
    return int(text) if text and re.fullmatch(r"[0-9]{1,9}", text) else None


class InvalidAmount(ValueError):
    """What was typed is not an amount; its text is one of the four words above."""


def parse_amount(text: str) -> int:
    """Return the cents somebody typed; a comma or point, then at most two decimals.  Raises InvalidAmount."""
    plain = text.strip("$€£¤ \N{NO-BREAK SPACE}")
    if plain[:1] in {"-", "\N{MINUS SIGN}"}:
        raise InvalidAmount(NEGATIVE)
    if in_cents := CENTS_AMOUNT.fullmatch(plain):
        cents = int(in_cents[1][: len(str(MAX_AMOUNT)) + 3])
    else:
        written = DECIMAL_AMOUNT.fullmatch(plain)
        if written is None or not any(written.groups()):
            raise InvalidAmount(UNREADABLE)
        units, decimals = written[1].lstrip("0"), written[2] or ""
        if len(decimals) > len("00"):
            raise InvalidAmount(TOO_MANY_DECIMALS)
        cents = int(units[: len(str(MAX_AMOUNT)) + 1] or "0") * 100 + int(decimals.ljust(2, "0"))
    if cents > MAX_AMOUNT * 100:
        raise InvalidAmount(TOO_LARGE)
    return cents
