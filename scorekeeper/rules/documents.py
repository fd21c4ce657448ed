"""Text to document, TOML or JSON, within bounds; and the smallest values in it: a table, a name, a number, a text.

A document is plain dicts, lists, strings, numbers and dates.  Errors are UnreadableSheet: of a text as a whole with the
field `file`, of a value with the dotted path of the key that was read.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Any
from unicodedata import normalize

from scorekeeper.rules.errors import UnreadableSheet
from scorekeeper.rules.values import MAX_NUMBER

MAX_DEPTH = 20
A_KEY = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*"""
KEY_TOO_DEEP = re.compile(rf"(?:^|[\[{{,])[ \t]*(?:{A_KEY}\.[ \t]*){{{MAX_DEPTH}}}", re.MULTILINE)
"""A key like `a.a.a.a…`: tomllib needs minutes for one of some thousand parts."""
MAX_QUOTED = 120


def parse_document(text: str, *, is_json: bool, fractions: bool = True) -> object:
    """Return the document written in `text`; without `fractions` every number of a JSON is a whole one.

    Raises UnreadableSheet (line 0, field `file`) with the reason.
    """
    try:
        document = _parse(text, is_json=is_json, fractions=fractions)
    except UnreadableSheet:
        raise
    except tomllib.TOMLDecodeError as error:
        raise UnreadableSheet.at("file", "not-toml", reason=str(error)) from error
    except json.JSONDecodeError as error:
        place = {"line": error.lineno, "column": error.colno}
        raise UnreadableSheet.at("file", "not-json", reason=error.msg, **place) from error
    except RecursionError as error:
        raise UnreadableSheet.at("file", "file-far-too-deep") from error
    except ValueError as error:  # a number of thousands of digits
        raise UnreadableSheet.at("file", "file-unreadable", reason=str(error)[:MAX_QUOTED]) from error
    if _deeper_than(document, MAX_DEPTH):
        raise UnreadableSheet.at("file", "file-too-deep", deepest=MAX_DEPTH)
    if not _is_text(document):
        raise UnreadableSheet.at("file", "file-bad-character")
    return document


def _parse(text: str, *, is_json: bool, fractions: bool) -> object:
    if is_json:
        number = float if fractions else _refuse_fraction
        return json.loads(text, parse_float=number, parse_constant=_refuse_constant, object_pairs_hook=_refuse_twice)
    if KEY_TOO_DEEP.search(text):
        raise UnreadableSheet.at("file", "file-far-too-deep")
    return tomllib.loads(text)


def _refuse_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise UnreadableSheet.at("file", "json-key-twice")
    return table


def _refuse_constant(name: str) -> float:
    raise UnreadableSheet.at("file", "json-constant", name=name)


def _refuse_fraction(number: str) -> float:
    raise UnreadableSheet.at("file", "json-fraction", number=number[:MAX_QUOTED])


def _is_text(document: object) -> bool:
    """Return whether every text in a document can be written: JSON can name one half of a pair of surrogates."""
    if isinstance(document, dict):
        return all(_is_text(key) and _is_text(value) for key, value in document.items())
    if isinstance(document, list):
        return all(_is_text(value) for value in document)
    return not isinstance(document, str) or not any("\ud800" <= character <= "\udfff" for character in document)


def _deeper_than(document: object, depth: int) -> bool:
    if isinstance(document, dict):
        children: list[object] = list(document.values())
    elif isinstance(document, list):
        children = document
    else:
        return False
    return depth == 0 or any(_deeper_than(child, depth - 1) for child in children)


def decode(data: bytes) -> str:
    """Return the text of a file.  Raises UnreadableSheet when it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableSheet.at("file", "file-not-utf8") from error


def looks_like_json(text: str) -> bool:
    """Return whether pasted text is JSON rather than TOML: a scoresheet in JSON begins with a brace."""
    return text.lstrip().startswith("{")


# ---------------------------------------------------------------- the smallest values, and their schema

MAX_NAME, MAX_TEXT = 60, 2_000
"""Characters of a name, and of any other text: what is written down may have no more."""
JOINERS = "\u200c\u200d"
"""Zero-width joiners: invisible, but Persian names and family emoji are spelt with them."""

Schema = dict[str, Any]

NAME: Schema = {"type": "string", "minLength": 1, "maxLength": MAX_NAME}
TEXT: Schema = {"type": "string", "maxLength": MAX_TEXT}
SCORE: Schema = {"type": "integer", "minimum": -MAX_NUMBER, "maximum": MAX_NUMBER}
COUNT: Schema = {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}
FLAG: Schema = {"type": "boolean"}


def table_schema(properties: Mapping[str, Schema], required: tuple[str, ...] = ()) -> Schema:
    """Return the schema of a table with these keys and no others."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def map_schema(values: Schema) -> Schema:
    """Return the schema of a table from players to such values."""
    return {"type": "object", "additionalProperties": values}


def read_table(
    value: object, field: str, code: str, usual: AbstractSet[str] = frozenset(), /, **facts: object
) -> dict[str, Any]:
    """Return a table whose keys are texts, as the `usual` ones are; `code` and `facts` refuse anything else."""
    if isinstance(value, dict) and (value.keys() <= usual or all(isinstance(key, str) for key in value)):
        return value
    raise UnreadableSheet.at(field, code, **facts)


def read_name(value: object, field: str) -> str:
    if isinstance(value, str) and len(value) <= MAX_NAME and is_name(value):
        return value
    if isinstance(value, str) and name_key(value) and is_printable(value):
        raise UnreadableSheet.at(field, "name-too-long", most=MAX_NAME)
    raise UnreadableSheet.at(field, "not-a-name", field=field)


def read_names(names: dict[str, Any], field: str) -> dict[str, str]:
    """Return a table whose values are all names."""
    try:
        if _are_names(frozenset(names.values())):
            return names
    except TypeError:  # a list or a table, which no set takes
        pass
    for key, name in names.items():
        read_name(name, f"{field}.{key}")
    return names


@lru_cache(maxsize=4096)
def _are_names(names: frozenset[object]) -> bool:
    """Return whether all of these are names.  A game repeats the same few in every line, so the answer is kept."""
    return all(isinstance(name, str) and len(name) <= MAX_NAME and is_name(name) for name in names)


@lru_cache(maxsize=4096)
def is_name(text: str) -> bool:
    """Return whether a short text can be a name.  A game repeats the same few in every line, so the answer is kept."""
    return bool(name_key(text)) and is_printable(text)


def read_flag(value: object, field: str) -> bool:
    if isinstance(value, bool):
        return value
    raise UnreadableSheet.at(field, "not-a-flag", field=field)


def read_integer(value: object, field: str, least: int, player: str | None = None) -> int:
    """Read a whole number from `least` to MAX_NUMBER; `player` is whose it is in a table from players to numbers."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= MAX_NUMBER:
        who = () if player is None else (player,)
        place = ".".join((field, *who))
        code = "not-an-integer-of" if who else "not-an-integer"
        raise UnreadableSheet.at(place, code, *who, field=field, least=least, most=MAX_NUMBER)
    return value


def read_count(value: object, field: str) -> int:
    return read_integer(value, field, 0)


def read_text(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise UnreadableSheet.at(field, "not-text", field=field)
    if len(value) > MAX_TEXT:
        raise UnreadableSheet.at(field, "text-too-long", field=field, most=MAX_TEXT)
    if not is_printable(value, also="\n\t"):
        raise UnreadableSheet.at(field, "text-unprintable", field=field)
    return value


def is_printable(text: str, also: str = "") -> bool:
    """Return whether a text can stand on a page: no control characters, none that reverses the writing direction."""
    return all(character.isprintable() or character in JOINERS + also for character in text)


# ---------------------------------------------------------------- when two names are one

INVISIBLE = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""First and last code points of Unicode's Default_Ignorable_Code_Point, which `unicodedata` doesn't have."""
BLANK = {0x2800: " "}
"""A braille pattern without a dot: it counts as visible, and shows nothing."""
_TABLE = dict.fromkeys(code for first, last in INVISIBLE for code in range(first, last + 1)) | BLANK


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """Return what a name is found by: without invisible characters, width, case and superfluous spaces.

    Unicode's compatibility caseless match (Unicode 3.13, D146).  Empty for a name of which nothing can be seen.
    """
    text = normalize("NFD", name.translate(_TABLE))
    for _ in range(2):
        text = normalize("NFKC", text.casefold())
    return " ".join(text.split())
