"""What is played for: `[stakes]` of a sheet in whole cents (docs/scoresheet.md, "Stakes").

`money.py` works out who owes what.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.rules.errors import UnreadableSheet
from scorekeeper.rules.ruleset import BIDDING, Ruleset

Cents = dict[str, int]
"""By player: a positive amount is to receive, a negative one to pay."""

AMOUNT = re.compile(r"([0-9]+)(?:\.([0-9]{1,2}))?")
MAX_AMOUNT = 10**9
"""Whole units; more than any table plays for, and sums over all games of a league fit in 64 bits."""
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


def stakes_for(rules: Ruleset) -> tuple[str, ...]:
    """Return the keys of `[stakes]` that can move money under these rules (docs/scoresheet.md, "Stakes")."""
    bids = rules.kind == BIDDING
    can = {
        "game": not bids or _can_end(rules),
        "set": bids and _can_end(rules),
        "point": True,
        "moon": rules.has_special,
        "bid_point": bids and (rules.bid_is_all or rules.bidder_deals),
    }
    return tuple(key for key in AMOUNT_KEYS if can[key])


def _can_end(rules: Ruleset) -> bool:
    finish = rules.finish
    by_score = finish.target != "none" or finish.bust != "none" or finish.instant_win != "none"
    return by_score or (rules.has_special and (rules.special_may_win or rules.special_may_lose))


# ---------------------------------------------------------------- currencies

_CODES = """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC
    CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD
    KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO
    NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL
    THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD YER ZAR ZMW ZWG
"""

TWO_DECIMALS = frozenset(_CODES.split())
"""The currencies of ISO 4217 that have two decimals.

A constant rather than a library's list because this package imports nothing but the standard library; a test holds it
against Babel's.
"""
