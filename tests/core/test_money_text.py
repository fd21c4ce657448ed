"""Money as readers of different languages write it."""

import re

import pytest
from babel import Locale, localedata
from flask import Flask

from scorekeeper.core.money_text import money_text, stake_text

NBSP = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("cents", "signed", "told"),
    [
        (20, False, "$0.20"),
        (-20, False, "−$0.20"),
        (20, True, "+$0.20"),
        (-20, True, "−$0.20"),
        (0, True, "$0.00"),
        (123_456_789, False, "$1,234,567.89"),
        (10**15 + 1, False, "$10,000,000,000,000.01"),
    ],
)
def test_english(cents, signed, told):
    assert money_text(cents, "USD", signed=signed) == told


@pytest.mark.parametrize(("currency", "told"), [("USD", "20¢"), ("GBP", "20p"), ("EUR", "€0.20")])
def test_small_stakes_are_said_as_at_the_table(currency, told):
    assert stake_text(20, currency) == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("de", f"−12,50{NBSP}$"),
        ("fr-CA,en;q=0.5", f"−12,50{NBSP}${NBSP}US"),
        ("en-CA", "−US$12.50"),
        ("tlh, sv;q=0.9, en;q=0.1", f"−12,50{NBSP}US$"),
        ("*", "−$12.50"),
        ("../../etc/passwd", "−$12.50"),
        ("x" * 5000, "−$12.50"),
        ("", "−$12.50"),
    ],
)
def test_the_browser_says_how_the_reader_writes_it(language, told):
    app = Flask("readers")
    with app.test_request_context(headers={"Accept-Language": language}):
        assert money_text(-1250, "USD") == told


@pytest.mark.parametrize("currency", ["LBP", "HUF", "CHF"])
def test_every_language_writes_every_cent_and_a_true_minus(currency):
    """Babel would round pounds of Lebanon to whole ones, and then a night would not end at zero."""
    for name in localedata.locale_identifiers():
        locale = Locale.parse(name)
        assert re.search(r"34\D56(\D|$)|34\D56", money_text(123_456, currency, locale=locale)), name
        assert "−" in money_text(-5, currency, locale=locale), name
        told = money_text(5, currency, signed=True, locale=locale)
        assert {"+", "−"} & set(told) == {"+"}, name
