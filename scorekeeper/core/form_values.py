"""Values of forms and addresses: text, integers and amounts as people type them; what every form carries besides."""

from __future__ import annotations

import re
import secrets

from flask import g

from scorekeeper.rules.stakes import MAX_AMOUNT

INVISIBLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
INTEGER = re.compile(r"[-\N{MINUS SIGN}]?[0-9]{1,6}")
UINT = re.compile(r"[0-9]{1,9}")
CURRENCY_SIGNS = "$€£¤ \N{NO-BREAK SPACE}"
DECIMAL_AMOUNT = re.compile(r"([0-9]*)(?:[.,]([0-9]*))?")
CENTS_AMOUNT = re.compile(r"([0-9]+) ?(?:¢|[Cc]ents?)")
UNREADABLE, NEGATIVE, TOO_MANY_DECIMALS, TOO_LARGE = "unreadable", "below-zero", "past-the-cent", "too-much"


def clean_text(text: str, longest: int) -> str:
    """Return a text of at most `longest` characters without control characters or repeated blanks."""
    return " ".join(INVISIBLE.sub(" ", text[:longest]).split())


def is_integer(text: str) -> bool:
    return bool(INTEGER.fullmatch(text))


def parse_integer(text: str) -> int:
    """Return the number that `is_integer` accepted."""
    return int(text.replace("\N{MINUS SIGN}", "-"))


def integer_or_text(text: str) -> int | str:
    """Return an integer if it is one, else the text; the engine checks it."""
    return parse_integer(text) if is_integer(text) else text


def parse_uint(text: str | None) -> int | None:
    """Return a number from 0 written in plain digits, None for anything else."""
    return int(text) if text and UINT.fullmatch(text) else None


class InvalidAmount(ValueError):
    """What was typed is not an amount; `why` is one of the four words above."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def parse_amount(text: str) -> int:
    """Return the cents somebody typed; a comma or point, then at most two decimals.  Raises InvalidAmount."""
    plain = text.strip(CURRENCY_SIGNS)
    if plain[:1] in {"-", "\N{MINUS SIGN}"}:
        raise InvalidAmount(NEGATIVE)
    if in_cents := CENTS_AMOUNT.fullmatch(plain):
        return _check_amount(int(in_cents[1][: len(str(MAX_AMOUNT)) + 3]))
    written = DECIMAL_AMOUNT.fullmatch(plain)
    if written is None or not any(written.groups()):
        raise InvalidAmount(UNREADABLE)
    units, decimals = written[1].lstrip("0"), written[2] or ""
    if len(decimals) > len("00"):
        raise InvalidAmount(TOO_MANY_DECIMALS)
    return _check_amount(int(units[: len(str(MAX_AMOUNT)) + 1] or "0") * 100 + int(decimals.ljust(2, "0")))


def _check_amount(cents: int) -> int:
    if cents > MAX_AMOUNT * 100:
        raise InvalidAmount(TOO_LARGE)
    return cents


# ---------------------------------------------------------------- which form, and what its phone knew


def new_op_id() -> str:
    """Return 128 random bits that identify one form; the same form sent twice is saved once."""
    return secrets.token_hex(16)


def remember_saved_row(seq: int) -> None:
    """Set `Saved-As` of the response: which row a form was saved as."""
    g.saved_as = seq
