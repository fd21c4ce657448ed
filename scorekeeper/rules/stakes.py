"""What is played for: `[stakes]` of a sheet in whole cents (docs/scoresheet.md, "Stakes").

`money.py` works out who owes what.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.currencies import TWO_DECIMALS
from scorekeeper.rules.errors import UnreadableSheet

if TYPE_CHECKING:
    from collections.abc import Mapping

Cents = dict[str, int]
"""By player: a positive amount is to receive, a negative one to pay."""

AMOUNT = re.compile(r"([0-9]+)(?:\.([0-9]{1,2}))?")
MAX_AMOUNT = 10**12
"""Whole units; more than any table plays for, and small enough for every database."""
AMOUNT_KEYS = ("game", "set", "point", "moon", "bid_point")


@dataclass(frozen=True)
class Stakes:
    """What is played for, in cents; 0 means there is no such stake."""

    currency: str
    game: int = 0
    set: int = 0
    point: int = 0
    moon: int = 0
    bid_point: int = 0

    @property
    def some(self) -> bool:
        """Return whether anything is played for at all."""
        return any(getattr(self, key) for key in AMOUNT_KEYS)


def read_stakes(value: object) -> Stakes:
    """Read `[stakes]` of a sheet.  Raises UnreadableSheet with the field `stakes.KEY`."""
    if not isinstance(value, dict):
        raise UnreadableSheet.at("stakes", "stakes-not-a-table")
    for key in value:
        if key != "currency" and key not in AMOUNT_KEYS:
            raise UnreadableSheet.at(f"stakes.{key}", "stake-unknown", key=key)
    currency = value.get("currency")
    if not isinstance(currency, str) or currency not in TWO_DECIMALS:
        raise UnreadableSheet.at("stakes.currency", "currency-unknown")
    return Stakes(currency, **{key: _cents(value[key], f"stakes.{key}") for key in AMOUNT_KEYS if key in value})


def _cents(value: object, field: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_AMOUNT:
        return value * 100
    written = AMOUNT.fullmatch(value) if isinstance(value, str) else None
    if written is None:
        raise UnreadableSheet.at(field, "not-an-amount", field=field)
    if len(written[1]) > len(str(MAX_AMOUNT)):
        raise UnreadableSheet.at(field, "amount-too-large", field=field)
    return int(written[1]) * 100 + int((written[2] or "").ljust(2, "0"))


def written_amount(cents: int) -> str:
    """Write cents the way sheets do: "-0.05", "12.00"."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def add_money(balances: Mapping[str, int], change: Mapping[str, int]) -> Cents:
    """Return the balances after a change; a new player starts at 0."""
    sums = dict(balances)
    for who, cents in change.items():
        sums[who] = sums.get(who, 0) + cents
    return sums
