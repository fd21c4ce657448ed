"""Codes people read to each other: the seven characters that let a phone watch, an owner's printed recovery codes.

Thirty symbols, none of which is easily taken for another: no 0 O, no 1 I L, no U beside V.
"""

from __future__ import annotations

import secrets
import unicodedata
from hashlib import sha256

SYMBOLS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
LOOKS_LIKE = {"0": "Q", "O": "Q", "1": "7", "I": "J", "L": "J", "U": "V"}
"""What is in no code, and was read for what it looks most like."""

JOIN_LENGTH = 7
SHOWN_FIRST = 3
RECOVERY_LENGTH = 27
"""Symbols of a recovery code after its league: 132 bits."""
RECOVERY_GROUP = 4
LONGEST_TYPED = 100


def new_join_code() -> str:
    """Give seven symbols, one of 21,870,000,000: ten wrong guesses in ten minutes are all an address has."""
    return "".join(secrets.choice(SYMBOLS) for _ in range(JOIN_LENGTH))


def format_join_code(code: str) -> str:
    """Write a join code as it is read aloud: "K7P-4RWX"."""
    return f"{code[:SHOWN_FIRST]}-{code[SHOWN_FIRST:]}"


def normalize_code(text: str) -> str:
    """Give the symbols somebody meant: case, dashes, blanks and look-alikes do not matter."""
    plain = unicodedata.normalize("NFKC", text[:LONGEST_TYPED]).upper()
    meant = (LOOKS_LIKE.get(character, character) for character in plain)
    return "".join(symbol for symbol in meant if symbol in SYMBOLS)


def recovery_code(league_id: int, seed: bytes) -> str:
    """Give a league's recovery code made of a seed of 256 bits, in symbols alone: the league, then 132 bits."""
    return _in_symbols(league_id) + _in_symbols(int.from_bytes(sha256(seed).digest()))[-RECOVERY_LENGTH:]


def recovery_league(code: str) -> int | None:
    """Give the league a typed recovery code names, None for what is no recovery code."""
    head = code[:-RECOVERY_LENGTH]
    number = 0
    for symbol in head:
        number = number * len(SYMBOLS) + SYMBOLS.index(symbol)
    return number if head and number < 2**31 else None


def format_recovery_code(code: str) -> str:
    """Write a recovery code in groups: what names the league, then fours."""
    head, rest = code[:-RECOVERY_LENGTH], code[-RECOVERY_LENGTH:]
    return "-".join([head, *(rest[at : at + RECOVERY_GROUP] for at in range(0, len(rest), RECOVERY_GROUP))])


def hash_secret(secret: str) -> str:
    """Give what is kept of a secret too long to guess."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _in_symbols(number: int) -> str:
    written = ""
    while number:
        number, rest = divmod(number, len(SYMBOLS))
        written = SYMBOLS[rest] + written
    return written or SYMBOLS[0]
