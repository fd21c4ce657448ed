"""The stakes of the new-game form: amounts as people type them, a currency, usual kinds to tap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.currencies import TWO_DECIMALS
from scorekeeper.rules.stakes import AMOUNT_KEYS, LARGEST, Stakes, written_amount
from scorekeeper.web.amounts import BELOW_ZERO, PAST_THE_CENT, TOO_MUCH, UNREADABLE, NoAmount, cents_in
from scorekeeper.web.money_text import currency_name, money_text
from scorekeeper.web.views.stakes_step import CURRENCY, USUAL, field_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.services.money.league_limits import LeagueLimits

STAKE_FIELDS = (CURRENCY, USUAL, *(field_of(key) for key in AMOUNT_KEYS))
NOTHING = "none"
"""What the button sends that takes all amounts away."""

SENTENCES = {
    UNREADABLE: "Write an amount like 0.10 or 0,10.",
    BELOW_ZERO: "A stake is not below zero.",
    PAST_THE_CENT: "Money ends at the cent: two decimals at most, and nothing between thousands.",
    TOO_MUCH: f"That is more than anybody plays for: {LARGEST:,} at most.",
}


def filled_in(typed: Mapping[str, str], terms: LeagueLimits) -> dict[str, str]:
    """Give the form after a usual kind was tapped: its amounts stand in the fields, all others are empty.

    A kind is named by its amounts in cents, "game.10-set.5"; "none" is no money.  Anything else changes nothing.
    """
    rest = {name: text for name, text in typed.items() if name not in STAKE_FIELDS or name == CURRENCY}
    chosen = typed.get(USUAL, "")
    if chosen == NOTHING:
        return rest
    amounts = dict(part.partition(".")[::2] for part in chosen.split("-"))
    if not all(key in AMOUNT_KEYS and cents.isascii() and cents.isdigit() for key, cents in amounts.items()):
        return {name: text for name, text in typed.items() if name != USUAL}
    currency = {CURRENCY: terms.last.currency} if terms.last and CURRENCY not in rest else {}
    return rest | currency | {field_of(key): written_amount(int(cents[:15])) for key, cents in amounts.items()}


def wrong_stakes(typed: Mapping[str, str], terms: LeagueLimits) -> dict[str, str]:
    """Give field -> sentence for what cannot be.  Without an amount the currency does not matter."""
    wrong, stakes = {}, {}
    for key in AMOUNT_KEYS:
        try:
            stakes[key] = cents_in(typed.get(field_of(key), "0"))
        except NoAmount as fault:
            wrong[field_of(key)] = SENTENCES[fault.why]
    if any(stakes.values()) or wrong:
        currency = terms.currency or typed.get(CURRENCY, "")
        sentence = _wrong_currency(currency)
        if sentence:
            wrong[CURRENCY] = sentence
        elif terms.limit is not None and stakes.get("game", 0) > terms.limit:
            most = money_text(terms.limit, currency)
            wrong[field_of("game")] = f"The house limit is {most}: a game is played for that at most."
    return wrong


def _wrong_currency(code: str) -> str:
    if code in TWO_DECIMALS:
        return ""
    if not code:
        return "Which money is it?"
    name = currency_name(code)
    if name is None:
        return "There is no such currency: choose one from the list."
    return f"{name} cannot be played for: only money in use that has cents, like dollars or euros."


def stakes_of(typed: Mapping[str, str], terms: LeagueLimits) -> Stakes | None:
    """Give what is played for, None for no money; what cannot be read is left out, as if it were not there yet."""
    stakes = Stakes(terms.currency or typed.get(CURRENCY, ""), **{key: _or_nothing(typed, key) for key in AMOUNT_KEYS})
    return stakes if stakes.some else None


def _or_nothing(typed: Mapping[str, str], key: str) -> int:
    try:
        return cents_in(typed.get(field_of(key), "0"))
    except NoAmount:
        return 0


def as_on_a_sheet(stakes: Stakes | None) -> Mapping[str, str | int] | None:
    """Give stakes the way a draft carries them: `[stakes]` of a scoresheet."""
    if stakes is None:
        return None
    amounts = {key: getattr(stakes, key) for key in AMOUNT_KEYS}
    return {"currency": stakes.currency} | {key: written_amount(cents) for key, cents in amounts.items() if cents}
