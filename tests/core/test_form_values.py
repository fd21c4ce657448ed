"""What people type for an amount, and what no amount is."""

from __future__ import annotations

import pytest

from scorekeeper.core.text import InvalidAmount, parse_amount
from scorekeeper.rules.stakes import MAX_AMOUNT


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("0.10", 10),
        ("0,10", 10),
        (".1", 10),
        (",05", 5),
        ("1", 100),
        ("1.", 100),
        ("007", 700),
        ("0", 0),
        ("10¢", 10),
        ("10 ¢", 10),
        ("25 cents", 25),
        ("$2", 200),
        ("2,50 €", 250),
        ("£ 1.20", 120),
        (str(MAX_AMOUNT), MAX_AMOUNT * 100),
        ("0" * 50 + "1", 100),
    ],
)
def test_amounts(text, cents):
    assert parse_amount(text) == cents


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "unreadable"),
        (".", "unreadable"),
        ("$", "unreadable"),
        ("ten", "unreadable"),
        ("1.2.3", "unreadable"),
        ("1e3", "unreadable"),
        ("\N{ARABIC-INDIC DIGIT ONE}", "unreadable"),
        ("0x10", "unreadable"),
        ("-1", "below-zero"),
        ("−0.10", "below-zero"),
        ("$-5", "below-zero"),
        ("0.105", "past-the-cent"),
        ("1,000", "past-the-cent"),
        (f"{MAX_AMOUNT}.01", "too-much"),
        (f"{MAX_AMOUNT}01¢", "too-much"),
        ("9" * 200, "too-much"),
        ("9" * 200 + "¢", "too-much"),
    ],
)
def test_no_amounts(text, why):
    with pytest.raises(InvalidAmount) as refused:
        parse_amount(text)
    assert str(refused.value) == why
