"""Single values of a league's document: whether one will do, and a sentence where it will not."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, Any

from scorekeeper.models.types import written_moment
from scorekeeper.rules.currencies import TWO_DECIMALS
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.plain import LONGEST_NAME, LONGEST_TEXT, is_printable
from scorekeeper.services.text import refuse_unwritable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    Check = Callable[[Any], None]
    """Raises Wrong, its field left open, for a value that will not do."""

HIGHEST_ID = 2**31 - 1
MOST_CENTS = 10**15
"""More than all games of a league together move; and far from what a database can count to."""
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Wrong(ValueError):
    """What is wrong with a row: the key at fault, and a sentence."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.message, self.field = message, field


def maybe(check: Check) -> Check:
    """Let nothing (null) pass too."""
    return lambda value: None if value is None else check(value)


def a_number(least: int = 1, most: int = HIGHEST_ID) -> Check:
    def check(value: Any) -> None:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise Wrong(f"a whole number from {least} to {most} belongs here.")

    return check


def a_choice(*words: object) -> Check:
    def check(value: Any) -> None:
        if isinstance(value, bool | float | list | dict) or value not in words:
            raise Wrong(f"one of {', '.join(map(str, words))} belongs here.")

    return check


def a_switch(value: Any) -> None:
    if not isinstance(value, bool):
        raise Wrong("true or false belongs here.")


def a_text(value: Any, most: int = LONGEST_TEXT) -> None:
    if not isinstance(value, str) or len(value) > most:
        raise Wrong(f"a text of at most {most} characters belongs here.")
    try:
        refuse_unwritable(value)
    except SheetError:
        raise Wrong("there are characters in it that cannot be written down.") from None


def a_title(value: Any) -> None:
    """Let pass a text that stands on a page by itself: no control characters, none that turns the writing round."""
    a_text(value)
    if not is_printable(value, also="\n\t"):
        raise Wrong("there is a character in it that cannot be written.")


def a_name(value: Any) -> None:
    """Let pass what somebody or something is called."""
    a_text(value, LONGEST_NAME)
    if not value.strip() or not is_printable(value):
        raise Wrong("a name belongs here.")


def a_moment(value: Any) -> None:
    """Let pass a moment in UTC as `written_moment` writes it."""
    try:
        moment = dt.datetime.fromisoformat(value)
        sound = written_moment(moment) == value
    except (TypeError, ValueError, OverflowError):
        sound = False
    if not sound:
        raise Wrong('a moment in UTC belongs here, like "2026-11-19T20:15:00.000000Z".')


def a_day(value: Any) -> None:
    try:
        sound = DAY.fullmatch(value) is not None and bool(dt.date.fromisoformat(value))
    except (TypeError, ValueError):
        sound = False
    if not sound:
        raise Wrong('a day belongs here, like "2026-11-19".')


def a_currency(value: Any) -> None:
    if not isinstance(value, str) or value not in TWO_DECIMALS:
        raise Wrong("a currency belongs here by its three letters, one that has cents, like USD.")


def a_table(value: Any) -> None:
    if not isinstance(value, dict):
        raise Wrong("a table of keys belongs here.")


def a_list_of(check: Check) -> Check:
    def every(value: Any) -> None:
        if not isinstance(value, list):
            raise Wrong("a list belongs here.")
        for item in value:
            check(item)

    return every


def check_keys(row: Any, keys: Collection[str]) -> dict[str, Any]:
    """Give a row that has these keys and no other.  Raises Wrong."""
    if not isinstance(row, dict):
        raise Wrong("this is no table of keys.")
    for key in keys:
        if key not in row:
            raise Wrong("it is missing.", key)
    for key in row:
        if key not in keys:
            raise Wrong("there is no such key.", key)
    return row


def check_values(row: dict[str, Any], checks: dict[str, Check]) -> None:
    """Hold every value against its check.  Raises Wrong with the key."""
    for key, check in checks.items():
        try:
            check(row[key])
        except Wrong as wrong:
            raise Wrong(wrong.message, key) from None
