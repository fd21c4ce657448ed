"""What people type for a name or an amount, and what is none; money as readers of different languages write it."""

import re

import pytest
from babel import Locale, localedata
from flask import Flask

from scorekeeper.core.money_text import money_text, stake_text
from scorekeeper.core.text import InvalidAmount, checked_name, parse_amount
from scorekeeper.rules.documents import MAX_NAME
from scorekeeper.rules.errors import UnreadableSheet
from scorekeeper.rules.sheet import MAX_AMOUNT
from scorekeeper.sheets.phrases import say_refusal

ASK = "What is the league called?"


@pytest.mark.parametrize(
    ("name", "tidy"),
    [
        ("  Thursday \t night ", "Thursday night"),
        ("\N{ARABIC LETTER AIN}\u200c\N{ARABIC LETTER REH}", "\N{ARABIC LETTER AIN}\u200c\N{ARABIC LETTER REH}"),
        ("\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}", "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"),
        ("x" * MAX_NAME + " ", "x" * MAX_NAME),
    ],
    ids=["blanks", "letters that are held apart", "a family", "the longest"],
)
def test_a_name_is_tidied_and_keeps_its_letters(name, tidy):
    assert checked_name(name, ASK) == tidy


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", ASK), (" \t ", ASK), ("Thursday\N{RIGHT-TO-LEFT OVERRIDE}night", ASK), ("Thursday\x07", ASK),
        ("half a \ud800", "called has characters that can't be saved."),
        ("\0", "called has characters that can't be saved."),
        ("x" * (MAX_NAME + 1), "A name has at most 60 characters."),
    ],
)  # fmt: skip
def test_what_is_no_name_is_asked_for_again(name, said):
    with pytest.raises(UnreadableSheet) as refused:
        checked_name(name, ASK, "called")
    assert (refused.value.field, say_refusal(refused.value.refusal)) == ("called", said)


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("0.10", 10), ("0,10", 10), (".1", 10), (",05", 5), ("1", 100), ("1.", 100), ("007", 700), ("0", 0),
        ("10¢", 10), ("10 ¢", 10), ("25c", 25), ("25 cents", 25), ("$2", 200), ("2,50 €", 250), ("£ 1.20", 120),
        (str(MAX_AMOUNT), MAX_AMOUNT * 100), ("0" * 50 + "1", 100),
    ],
)  # fmt: skip
def test_amounts(text, cents):
    assert parse_amount(text) == cents


@pytest.mark.parametrize(
    ("why", "texts"),
    [
        ("unreadable", ["", ".", "$", "ten", "1.2.3", "1e3", "\N{ARABIC-INDIC DIGIT ONE}", "0x10"]),
        ("below-zero", ["-1", "−0.10", "$-5"]),
        ("past-the-cent", ["0.105", "1,000"]),
        ("too-much", [f"{MAX_AMOUNT}.01", f"{MAX_AMOUNT}01¢", "9" * 200, "9" * 200 + "¢"]),
    ],
)
def test_no_amounts(why, texts):
    for text in texts:
        with pytest.raises(InvalidAmount, match=f"^{why}$"):
            parse_amount(text)


NBSP = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("cents", "signed", "told"),
    [
        (20, False, "$0.20"), (-20, False, "−$0.20"), (20, True, "+$0.20"), (-20, True, "−$0.20"), (0, True, "$0.00"),
        (123_456_789, False, "$1,234,567.89"), (10**15 + 1, False, "$10,000,000,000,000.01"),
    ],
)  # fmt: skip
def test_english(cents, signed, told):
    assert money_text(cents, "USD", signed=signed) == told


@pytest.mark.parametrize(("currency", "told"), [("USD", "20¢"), ("GBP", "20p"), ("EUR", "€0.20")])
def test_small_stakes_are_said_as_at_the_table(currency, told):
    assert stake_text(20, currency) == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("de", f"−12,50{NBSP}$"), ("fr-CA,en;q=0.5", f"−12,50{NBSP}${NBSP}US"), ("en-CA", "−US$12.50"),
        ("tlh, sv;q=0.9, en;q=0.1", f"−12,50{NBSP}US$"), ("*", "−$12.50"), ("../../etc/passwd", "−$12.50"),
        ("x" * 5000, "−$12.50"), ("", "−$12.50"),
    ],
)  # fmt: skip
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
