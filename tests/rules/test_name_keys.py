"""Spellings that nobody can tell apart are one name; what nobody can see is none."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.documents import INVISIBLE, is_name, name_key

SAME = [
    ("Ann", "ANN"), ("Ann", "\uff21nn"), ("Ann", "A\u200dnn"), ("Ann", "Ann\ufe0f"), ("Ann", "Ann\u3164"),
    ("Ann", "\u00adAnn"), ("Jos\u00e9", "Jose\u0301"), ("Stra\u00dfe", "STRASSE"), ("Big Bob", " big\u2003 bob"),
    ("Big Bob", "Big\u2800Bob"), ("\u00c5se", "\u212bse"),
    ("\u03a3\u03af\u03c3\u03c5\u03c6\u03bf\u03c2", "\u03a3\u038a\u03a3\u03a5\u03a6\u039f\u03a3"),
    ("o\u034f\u0308", "\u00f6"), ("fi", "\ufb01"),
]  # fmt: skip
OTHER = [("Ann", "Anna"), ("Jos\u00e9", "Jose"), ("Bob", "Bo b"), ("Ann", "Ann (2)"), ("\u0430nn", "ann")]
NOTHING = ["", " ", "\u200d", "\u3164", "\u2800", "\ufe0f", "\u115f\u1160", "\u00ad", " \u2800 \u200b"]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_name(one, other):
    assert name_key(one) == name_key(other) != ""


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_two_names(one, other):
    assert name_key(one) != name_key(other)


@pytest.mark.parametrize("text", NOTHING)
def test_what_nobody_sees_is_no_name(text):
    assert name_key(text) == ""
    assert not is_name(text)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_a_key_is_its_own_key(text):
    assert name_key(name_key(text)) == name_key(text)
    for form in ("NFC", "NFD"):
        assert name_key(unicodedata.normalize(form, text)) == name_key(text)


def test_every_format_character_that_shows_nothing_is_invisible():
    """What shows of Unicode's general category Cf stands before a number or a verse, or joins hieroglyphs."""
    invisible = {code for first, last in INVISIBLE for code in range(first, last + 1)}
    shown = {code for code in range(0x110000) if unicodedata.category(chr(code)) == "Cf"} - invisible
    assert {unicodedata.name(chr(code)).split()[0] for code in shown} <= {
        "ARABIC", "SYRIAC", "KAITHI", "EGYPTIAN", "INTERLINEAR",
    }  # fmt: skip
