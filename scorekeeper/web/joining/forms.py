"""What the forms of joining send: a code as people type it, who holds the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.web.stamps import whole
from scorekeeper.web.typed import tidy

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_CODE, LONGEST_NAME = 40, 200


def code_in(typed: Mapping[str, str]) -> str:
    return tidy(typed.get("code", ""), LONGEST_CODE)


def who_in(typed: Mapping[str, str]) -> int | str | None:
    """Give the regular that was tapped, the name that was typed, or None for who just watches."""
    who = typed.get("who", "")
    if who == "nobody":
        return None
    return whole(who) or tidy(typed.get("name", ""), LONGEST_NAME)


def phone_name_in(typed: Mapping[str, str]) -> str:
    return tidy(typed.get("phone", ""), LONGEST_NAME)
