"""Money as the reader writes it: by the language of their browser, a true minus, two decimals whatever the currency."""

from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.core import get_global, parse_locale
from babel.numbers import format_currency, get_territory_currencies, list_currencies
from flask import has_request_context, request

from scorekeeper.rules.sheet import TWO_DECIMALS
from scorekeeper.sheets.phrases import MINUS

DEFAULT_LOCALE = Locale("en")


def money_text(cents: int, currency: str, *, signed: bool = False, locale: Locale | None = None) -> str:
    """Write cents of a currency: "$0.20", "−$0.20"; `signed` puts a plus before what is to come in ("+$0.20").

    `locale` is the reader's own by default.  Two decimals always: an amount that is rounded would not add up to zero.
    """
    locale = locale or reader_locale()
    if signed and cents > 0:  # the plus stands where this language puts its minus
        return _format_cents(-cents, currency, locale).replace(MINUS, "+")
    return _format_cents(cents, currency, locale)


@lru_cache(maxsize=4096)
def _format_cents(cents: int, currency: str, locale: Locale) -> str:
    """Write cents.  A page has about a hundred amounts, mostly the same few, and Babel is slow with each."""
    amount = Decimal(cents).scaleb(-2)
    return format_currency(amount, currency, locale=locale, currency_digits=False).replace("-", MINUS)


def reader_locale() -> Locale:
    """Return the language (and country) the browser asks for first that Babel knows, English otherwise."""
    if not has_request_context():
        return DEFAULT_LOCALE
    asked = (_locale(tag) for tag, _ in list(request.accept_languages)[:8])
    return next((locale for locale in asked if locale is not None), DEFAULT_LOCALE)


@lru_cache(maxsize=256)
def _locale(tag: str) -> Locale | None:
    try:
        return Locale.parse(tag, sep="-")
    except (UnknownLocaleError, ValueError):
        return None


CENT_SIGNS = {"USD": "¢", "CAD": "¢", "AUD": "¢", "NZD": "¢", "GBP": "p"}
"""How English readers write less than one of these."""
HUNDRED = 100


def stake_text(cents: int, currency: str) -> str:
    """Write an amount as the table says it: "10¢", "$1", "$1.25"; in other languages and currencies in full."""
    locale = reader_locale()
    if locale.language == "en" and 0 < cents < HUNDRED and currency in CENT_SIGNS:
        return f"{cents}{CENT_SIGNS[currency]}"
    if locale.language == "en" and cents % HUNDRED == 0:
        return money_text(cents, currency, locale=locale).removesuffix(".00")
    return money_text(cents, currency, locale=locale)


# ---------------------------------------------------------------- currencies


def currency_name(code: str) -> str | None:
    names: Mapping[str, str] = reader_locale().currencies
    return (names.get(code) or DEFAULT_LOCALE.currencies.get(code)) if code in list_currencies() else None


def find_currency(text: str) -> str:
    """Return the code of the currency somebody typed: its code, its name, or both; what they typed if it is none."""
    wanted = text.casefold()
    for code in TWO_DECIMALS:
        name = (currency_name(code) or "").casefold()
        if wanted in {code.casefold(), name, f"{name} ({code.casefold()})"}:
            return code
    return text


def likely_currencies() -> tuple[str, ...]:
    """Return the currencies a reader most likely plays for: their own country's, then the usual ones."""
    locale = reader_locale()
    likely = get_global("likely_subtags").get(locale.language)  # where most speakers live: de_Latn_DE
    territory = locale.territory or (parse_locale(likely)[1] if likely else None)
    own = get_territory_currencies(territory) if territory else []
    return tuple(dict.fromkeys([code for code in own if code in TWO_DECIMALS] + ["USD", "CAD", "EUR", "GBP"]))
