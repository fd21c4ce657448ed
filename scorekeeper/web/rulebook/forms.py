"""Arguments of the rulebook's addresses: a question, another game, other rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.settings import SETTINGS
from scorekeeper.rules.values import Number, OneOf, Switch
from scorekeeper.web.form_values import clean_text, is_integer, parse_integer
from scorekeeper.web.rulebook.whatif_page import NO, YES, replayable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.errors import SheetError
    from scorekeeper.rules.ruleset import GameKind, Ruleset
    from scorekeeper.rules.values import Allowed, Value

MAX_QUESTION = 100


def read_question(args: Mapping[str, str]) -> str:
    """Return the question in the address, cleaned."""
    return clean_text(args.get("q", ""), MAX_QUESTION)


# ---------------------------------------------------------------- other rules


def read_rules(args: Mapping[str, str], kind: GameKind) -> dict[str, str]:
    """Return the settings in an address, as they are written there."""
    return {key: args[key].strip()[:MAX_QUESTION] for key in replayable(kind) if key in args}


def changed_rules(typed: Mapping[str, str], rules: Ruleset) -> tuple[dict[str, Value], dict[str, str]]:
    """Return setting -> value of all that differ from `rules`, and setting -> error message."""
    wanted: dict[str, Value] = {}
    wrong: dict[str, str] = {}
    for key, text in typed.items():
        allowed = SETTINGS[key][0]
        value = _parse_value(text, allowed)
        if value is None or not allowed.accepts(value):
            wrong[key] = _refusal(allowed)
        elif value != rules.value(key):
            wanted[key] = value
    return wanted, wrong


def _parse_value(text: str, allowed: Allowed) -> Value | None:
    """Return the value a text stands for.  An empty number is the word a number may be instead ("none", "all")."""
    if isinstance(allowed, Switch):
        return {YES: True, NO: False}.get(text)
    if isinstance(allowed, Number):
        if is_integer(text):
            return parse_integer(text)
        return text or next(iter(allowed.words), None)
    return text


def _refusal(allowed: Allowed) -> str:
    match allowed:
        case Number(least, most):
            return f"A whole number from {least} to {most}, please."
        case OneOf():
            return "Choose one of these."
    return "Yes or no?"


def errors_by_setting(error: SheetError) -> dict[str, str]:
    """Return setting -> error message for rules that contradict each other."""
    return {fault.field.removeprefix("rules."): fault.message for fault in reversed(error.faults)}
