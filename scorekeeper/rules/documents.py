"""Text to document: TOML or JSON into plain dicts, lists, strings, numbers and dates, within bounds."""

from __future__ import annotations

import json
import re
import tomllib

from scorekeeper.rules.errors import UnreadableSheet

MAX_DEPTH = 20
A_KEY = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')[ \t]*"""
KEY_TOO_DEEP = re.compile(rf"(?:^|[\[{{,])[ \t]*(?:{A_KEY}\.[ \t]*){{{MAX_DEPTH}}}", re.MULTILINE)
"""A key like `a.a.a.a…`: tomllib needs minutes for one of some thousand parts."""
MAX_REASON = 120


def parse_document(text: str, *, is_json: bool) -> object:
    """Return the document written in `text`.  Raises UnreadableSheet (line 0, field `file`) with the reason."""
    try:
        document = _parse_json(text) if is_json else _parse_toml(text)
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
        raise UnreadableSheet.at("file", "file-unreadable", reason=str(error)[:MAX_REASON]) from error
    if _deeper_than(document, MAX_DEPTH):
        raise UnreadableSheet.at("file", "file-too-deep", deepest=MAX_DEPTH)
    if not _is_text(document):
        raise UnreadableSheet.at("file", "file-bad-character")
    return document


def _parse_toml(text: str) -> object:
    if KEY_TOO_DEEP.search(text):
        raise UnreadableSheet.at("file", "file-far-too-deep")
    return tomllib.loads(text)


def _parse_json(text: str) -> object:
    return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_refuse_twice)


def _refuse_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise UnreadableSheet.at("file", "json-key-twice")
    return table


def _refuse_constant(name: str) -> float:
    raise UnreadableSheet.at("file", "json-constant", name=name)


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
