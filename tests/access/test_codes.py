"""Codes people read to each other, and what they type."""

import re

import pytest

from scorekeeper.access.codes import (
    SYMBOLS,
    format_join_code,
    format_recovery_code,
    new_short_code,
    normalize_code,
    recovery_code,
    recovery_league,
)
from scorekeeper.models import JOIN


def test_thirty_symbols_and_none_that_is_read_for_another():
    assert len(set(SYMBOLS)) == len(SYMBOLS) == 30
    assert not set(SYMBOLS) & set("0O1ILU")


def test_a_join_code_is_seven_of_them_and_never_the_same():
    codes = {new_short_code(JOIN) for _ in range(500)}
    assert len(codes) == 500
    assert all(len(code) == 7 and set(code) <= set(SYMBOLS) for code in codes)
    assert set("".join(codes)) == set(SYMBOLS)


@pytest.mark.parametrize(
    "typed", ["K7P-4RWX", "k7p4rwx", " K7P 4RWX ", "K7P\N{EN DASH}4RWX", "k7p.4rwx", "\uff2b7P-4RWX"]
)
def test_typing_is_forgiving(typed):
    assert normalize_code(typed) == "K7P4RWX"
    assert format_join_code("K7P4RWX") == "K7P-4RWX"


def test_look_alikes_are_read_as_what_they_look_like():
    assert normalize_code("0O 1 I L U") == "QQ7JJV"


@pytest.mark.parametrize("league", [1, 29, 30, 31, 12_345, 2**31 - 1])
def test_a_recovery_code_names_its_league(league):
    code = recovery_code(league, b"seed")
    assert recovery_league(code) == recovery_league(normalize_code(format_recovery_code(code).lower())) == league
    assert re.fullmatch(r"[2-9A-Z]{1,7}(-[2-9A-Z]{4}){6}-[2-9A-Z]{3}", format_recovery_code(code))


@pytest.mark.parametrize("typed", ["", "K7P4RWX", "2" * 27, "Z" * 60])
def test_what_is_no_recovery_code_names_no_league(typed):
    assert recovery_league(typed) is None
