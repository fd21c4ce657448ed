"""What people, leagues, seasons, phones and rules are called: tidied, or asked for in the form's own words."""

from __future__ import annotations

import pytest

from scorekeeper.core.text import checked_name
from scorekeeper.rules.documents import MAX_NAME
from scorekeeper.rules.errors import UnreadableSheet
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
