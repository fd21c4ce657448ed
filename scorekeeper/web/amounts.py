"""Amounts of money as people type them: "0.10", "0,10", ".5", "10¢", "$2", "2,50 €"."""

from __future__ import annotations

import re

from scorekeeper.rules.stakes import LARGEST

SIGNS = "$€£¤ \N{NO-BREAK SPACE}"
WRITTEN = re.compile(r"([0-9]*)(?:[.,]([0-9]*))?")
IN_CENTS = re.compile(r"([0-9]+) ?(?:¢|[Cc]ents?)")

UNREADABLE, BELOW_ZERO, PAST_THE_CENT, TOO_MUCH = "unreadable", "below-zero", "past-the-cent", "too-much"


class NoAmount(ValueError):
    """What was typed is no amount; `why` is one of the four words above."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def cents_in(text: str) -> int:
    """Give the cents somebody typed; comma or point before the decimals, two of them at most.  Raises NoAmount."""
    plain = text.strip(SIGNS)
    if plain[:1] in {"-", "\N{MINUS SIGN}"}:
        raise NoAmount(BELOW_ZERO)
    if in_cents := IN_CENTS.fullmatch(plain):
        return _bounded(int(in_cents[1][: len(str(LARGEST)) + 3]))
    written = WRITTEN.fullmatch(plain)
    if written is None or not any(written.groups()):
        raise NoAmount(UNREADABLE)
    units, decimals = written[1].lstrip("0"), written[2] or ""
    if len(decimals) > len("00"):
        raise NoAmount(PAST_THE_CENT)
    return _bounded(int(units[: len(str(LARGEST)) + 1] or "0") * 100 + int(decimals.ljust(2, "0")))


def _bounded(cents: int) -> int:
    if cents > LARGEST * 100:
        raise NoAmount(TOO_MUCH)
    return cents
