"""The small builders that run once at import, called again here: settings, phrases, points."""

from dataclasses import fields
from typing import Annotated, Literal

import pytest

from scorekeeper.rules.reading import KINDS, READERS
from scorekeeper.rules.sheet import (
    Hand,
    SmokeHand,
    from_left_of,
    left_of,
    right_of,
    side_of,
    starting_with,
    usual_sides,
)
from scorekeeper.rules.values import CardRanks, Number, OneOf, Span, Switch, allowed_by
from scorekeeper.sheets.phrases import counted, say_allowed, signed


def test_the_type_of_a_field_says_what_it_may_be():
    small = Annotated[int, Span(2, 5)]
    assert allowed_by(bool) == Switch()
    assert allowed_by(Literal["up", "down"]) == OneOf(("up", "down"))
    assert allowed_by(small) == Number(2, 5)
    assert allowed_by(small | Literal["all", "none"]) == Number(2, 5, ("all", "none"))
    assert allowed_by(Annotated[str, CardRanks()]) == CardRanks()


@pytest.mark.parametrize(
    ("allowed", "good", "bad", "told"),
    [
        (OneOf(("up", "down")), ["up", "down"], ["left", 1, None, ["up"]], "one of up, down"),
        (Number(2, 5), [2, 3, 5], [1, 6, 2.0, True, "2", None], "a whole number from 2 to 5"),
        (Number(0, 1, ("all", "none")), [0, 1, "all", "none"], [2, False, "some"],
         'a whole number from 0 to 1 or "all" or "none"'),
        (Switch(), [True, False], [0, 1, "true", None], "true or false"),
        (CardRanks(), ["", "A", "A K 10 2"], ["A A", "1", "A,K", 3, None], 'ranks separated by spaces, like "A K Q J 10 9"'),  # noqa: E501
    ],
)  # fmt: skip
def test_what_a_setting_takes(allowed, good, bad, told):
    assert all(allowed.accepts(value) for value in good)
    assert not any(allowed.accepts(value) for value in bad)
    assert say_allowed(allowed) == told


def test_numbers_as_people_write_them():
    assert [signed(n) for n in (3, 0, -3)] == ["+3", "0", "−3"]
    assert [counted(n, "point") for n in (0, 1, 2, -1)] == ["0 points", "1 point", "2 points", "−1 points"]


def test_seats_go_clockwise():
    table = ("Ann", "Bob", "Cy", "Dee")
    assert [left_of(name, table) for name in table] == ["Bob", "Cy", "Dee", "Ann"]
    assert [right_of(name, table) for name in table] == ["Dee", "Ann", "Bob", "Cy"]
    assert from_left_of("Bob", table) == ("Cy", "Dee", "Ann", "Bob")
    assert starting_with("Cy", table) == ("Cy", "Dee", "Ann", "Bob")


def test_who_sits_with_whom():
    six = tuple("abcdef")
    assert usual_sides("partners", six) == (("a", "c", "e"), ("b", "d", "f"))
    assert usual_sides("pairs", six) == (("a", "d"), ("b", "e"), ("c", "f"))
    assert usual_sides("solo", six) == usual_sides("called-partner", six) == tuple((name,) for name in six)
    assert side_of("e", usual_sides("pairs", six)) == ("b", "e")
    with pytest.raises(LookupError, match="z is on no side"):
        side_of("z", usual_sides("pairs", six))


@pytest.mark.parametrize(("kind", "hand"), [("bidding", Hand), ("smoke", SmokeHand)])
def test_the_keys_of_a_hand_are_the_fields_of_its_record(kind, hand):
    assert KINDS[kind][0] is hand
    assert list(READERS[kind]) == [field.name for field in fields(hand)]
