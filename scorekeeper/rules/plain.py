"""The smallest things a document says, each read into what it must be: a table, a name, a number, a text, yes or no.

Errors are UnreadableSheet with the dotted path of the key that was read, `field`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.errors import unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from scorekeeper.rules.errors import UnreadableSheet

LARGEST = 10_000
LONGEST_NAME, LONGEST_TEXT = 60, 2_000
JOINERS = "\u200c\u200d"
"""Zero-width joiners: invisible, but Persian names and family emoji are spelt with them."""


def read_table(value: object, field: str, message: str, usual: AbstractSet[str] = frozenset()) -> dict[str, Any]:
    """Give a table, the keys of which are texts, as the `usual` ones are."""
    if isinstance(value, dict) and (value.keys() <= usual or all(isinstance(key, str) for key in value)):
        return value
    raise unreadable(field, message)


def read_name(value: object, field: str) -> str:
    if isinstance(value, str) and len(value) <= LONGEST_NAME and is_name(value):
        return value
    raise nameless(value, field)


def nameless(value: object, field: str) -> UnreadableSheet:
    if isinstance(value, str) and value.strip() and is_printable(value):
        return unreadable(field, f"A name has at most {LONGEST_NAME} characters.")
    return unreadable(field, f"{field} needs the name of a player.")


@lru_cache(maxsize=4096)
def is_name(text: str) -> bool:
    """Tell whether a short text can be a name.  A night says the same few in every line, so the answer is kept."""
    return bool(text.strip()) and is_printable(text)


def read_optional_name(line: Mapping[str, Any], key: str) -> str | None:
    return read_name(line[key], key) if key in line else None


def read_flag(value: object, field: str) -> bool:
    if isinstance(value, bool):
        return value
    raise unreadable(field, f"{field} is true or false.")


def read_integer(value: object, field: str, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= LARGEST:
        raise unreadable(field, f"{field} is a whole number from {least} to {LARGEST}.")
    return value


def read_text(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise unreadable(field, f"{field} is a piece of text.")
    if len(value) > LONGEST_TEXT:
        raise unreadable(field, f"{field} has at most {LONGEST_TEXT} characters.")
    if not is_printable(value, also="\n\t"):
        raise unreadable(field, f"{field} has a character in it that cannot be written.")
    return value


def is_printable(text: str, also: str = "") -> bool:
    """Tell whether a text can stand on a page: no control characters, none that turns the writing round."""
    return all(character.isprintable() or character in JOINERS + also for character in text)


def listed(words: Sequence[str], joint: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joint} {words[-1]}"
