"""Lines that are not hands, from their forms: a new rule, a vote, somebody sitting down or leaving."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import request

from scorekeeper.rules.values import LARGEST
from scorekeeper.web.form_values import clean_text, is_integer, parse_integer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.errors import SheetError
    from scorekeeper.rules.sheet import Document
    from scorekeeper.rules.values import Value

STEP_BUTTON = re.compile(r"([0-9]{1,4})([-+])")
MAX_LENGTH = 400


def read_fields(names: Sequence[str]) -> dict[str, str]:
    """Return the named fields of a form that are filled in, and `op_id`, `seen` and `note`."""
    found = {name: request.form.get(name, "") for name in ("op_id", "seen", "note", *names)}
    typed = {name: clean_text(text, MAX_LENGTH) for name, text in found.items()}
    return {name: text for name, text in typed.items() if text}


def with_note(facts: Document, typed: Mapping[str, str]) -> Document:
    return facts | ({"note": typed["note"]} if "note" in typed else {})


# ---------------------------------------------------------------- a new rule


def rule_facts(key: str, value: Value, typed: Mapping[str, str]) -> Document:
    return with_note({"rules": {key: value}}, typed)


# ---------------------------------------------------------------- the table voted


def vote_fields(keys: Sequence[str]) -> list[str]:
    return ["reason", "step", *(f"by-{key}" for key in keys)]


def apply_step(typed: Mapping[str, str]) -> dict[str, str] | None:
    """Return the form after a minus or a plus was tapped ("3+" for the third seat), None where none was."""
    step = STEP_BUTTON.fullmatch(typed.get("step", ""))
    if step is None:
        return None
    name = f"by-{step[1]}"
    now = _number(typed.get(name, "0")) or 0
    then = max(-LARGEST, min(LARGEST, now + (1 if step[2] == "+" else -1)))
    return {**typed, name: str(then)}


def vote_errors(typed: Mapping[str, str], keys: Sequence[str]) -> dict[str, str]:
    """Return control -> error message."""
    wrong = {}
    for key in keys:
        by = _number(typed.get(f"by-{key}", "0"))
        if by is None or abs(by) > LARGEST:
            wrong[f"by-{key}"] = f"By how much? A whole number from −{LARGEST} to {LARGEST}."
    if not wrong and not _changes(typed, keys):
        wrong[f"by-{keys[0]}"] = "Say whose score changes, and by how much."
    if "reason" not in typed:
        wrong["reason"] = "Say why: the log keeps it."
    return wrong


def vote_facts(typed: Mapping[str, str], keys: Sequence[str]) -> Document:
    """Return the line; `typed` must have no errors."""
    return with_note({"adjust": _changes(typed, keys), "reason": typed["reason"]}, typed)


def _changes(typed: Mapping[str, str], keys: Sequence[str]) -> dict[str, int]:
    changes = {key: _number(typed.get(f"by-{key}", "0")) for key in keys}
    return {key: by for key, by in changes.items() if by}


def _number(text: str) -> int | None:
    plain = text.removeprefix("+")
    return parse_integer(plain) if is_integer(plain) else None


def vote_as_form(facts: Document) -> dict[str, str]:
    """Return a recorded vote as form values."""
    typed = {f"by-{key}": str(by) for key, by in facts["adjust"].items()}
    return typed | {key: str(facts[key]) for key in ("reason", "note") if key in facts}


# ---------------------------------------------------------------- coming and going

JOIN, LEAVE, SETTLE = "join", "leave", "settle"
NAME_MISSING = {JOIN: "Who sits down? Write a name.", LEAVE: "Who leaves? Tap a name."}


def seat_facts(typed: Mapping[str, str]) -> Document:
    """Return the line of somebody who sits down or leaves, or of settling."""
    match typed.get("what"):
        case "leave":
            facts: Document = {"leave": typed.get("leave", "")}
        case "settle":
            facts = {"settle": True}
        case _:
            facts = {"join": typed.get("join", "")} | ({"after": typed["after"]} if "after" in typed else {})
    return with_note(facts, typed)


def errors_by_control(error: SheetError) -> dict[str, str]:
    """Return control -> error message of a refused line: `adjust.3` is the control `by-3`."""
    return {_control(fault.field): fault.message for fault in reversed(error.faults)}


def seat_errors(typed: Mapping[str, str], error: SheetError) -> dict[str, str]:
    """Return control -> error message for somebody who may not sit down or leave."""
    what = typed.get("what", JOIN)
    if what in NAME_MISSING and not typed.get(what):
        return {what: NAME_MISSING[what]}
    return errors_by_control(error)


def _control(field: str) -> str:
    first, _, rest = field.partition(".")
    return f"by-{rest}" if first == "adjust" and rest else first
