"""What people type for a name, tidied or asked for in the form's own words; and for an amount, and what none is."""

import pytest

from scorekeeper.core.text import InvalidAmount, checked_name, parse_amount
from scorekeeper.rules.documents import MAX_NAME
from scorekeeper.rules.errors import UnreadableSheet
from scorekeeper.rules.stakes import MAX_AMOUNT
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
        ("", ASK),
        (" \t ", ASK),
        ("Thursday\N{RIGHT-TO-LEFT OVERRIDE}night", ASK),
        ("Thursday\x07", ASK),
        ("half a \ud800", "called has characters that can't be saved."),
        ("\0", "called has characters that can't be saved."),
        ("x" * (MAX_NAME + 1), "A name has at most 60 characters."),
    ],
)
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
