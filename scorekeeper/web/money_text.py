"""Money as the reader writes it: by the language of his browser, a true minus, two decimals whatever the currency."""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.numbers import format_currency
from flask import has_request_context, request

from scorekeeper.rules.numbers import MINUS

USUAL = Locale("en")
SAMPLED = 8
"""Languages of a browser that are looked at; nobody reads more."""


def money_text(cents: int, currency: str, *, signed: bool = False, locale: Locale | None = None) -> str:
    """Write cents of a currency: "$0.20", "−$0.20"; `signed` puts a plus before what is to come in ("+$0.20").

    `locale` is the reader's own by default.  Two decimals always: an amount that is rounded would not add up to zero.
    """
    locale = locale or reader_locale()
    if signed and cents > 0:  # the plus stands where this language puts its minus
        return money_text(-cents, currency, locale=locale).replace(MINUS, "+")
    amount = Decimal(cents).scaleb(-2)
    return format_currency(amount, currency, locale=locale, currency_digits=False).replace("-", MINUS)


def reader_locale() -> Locale:
    """Give the language (and country) the browser asks for first that Babel knows, English otherwise."""
    if not has_request_context():
        return USUAL
    asked = (_locale(tag) for tag, _ in list(request.accept_languages)[:SAMPLED])
    return next((locale for locale in asked if locale is not None), USUAL)


@lru_cache(maxsize=256)
def _locale(tag: str) -> Locale | None:
    try:
        return Locale.parse(tag, sep="-")
    except (UnknownLocaleError, ValueError):
        return None
