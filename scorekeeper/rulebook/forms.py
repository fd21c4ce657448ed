"""The forms of the rulebook, which an address fills in: a question, and other rules to replay a night under."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import request
from wtforms import Field, StringField

from scorekeeper.core.form_values import clean_text, is_integer, parse_integer
from scorekeeper.core.forms import Form
from scorekeeper.rulebook.questions import settings_in_words
from scorekeeper.rules.ruleset import GameKind, Ruleset
from scorekeeper.rules.settings import SETTINGS, belongs_to
from scorekeeper.rules.values import Allowed, Number, OneOf, Switch, Value

MAX_QUESTION = 100
YES, NO = "yes", "no"
FIXED_SETTINGS = ("seating.", "call.", "deck.", "names.", "deal.", "play.", "auction.trump", "dealing.", "table.")
"""Settings of the deck and the seats: with others, the recorded hands could not have been played."""


def replayable(kind: GameKind) -> tuple[str, ...]:
    """Return the settings under which a finished night can be replayed, in the contract's order."""
    return tuple(key for key in SETTINGS if belongs_to(key, kind) and not key.startswith(FIXED_SETTINGS))


def _shortened(text: str | None) -> str:
    return clean_text(text or "", MAX_QUESTION)


class AskForm(Form):
    """What an argument is about; a question that is too long is cut, not refused."""

    q = StringField("What is the argument about?", filters=[_shortened])

    def __init__(self) -> None:
        super().__init__(request.args)


# ---------------------------------------------------------------- other rules


class ReplayedSettingField(Field):
    """A setting as an address has it; `data` is the value, `typed` the text, both None for one it does not name."""

    data: Value | None
    typed: str | None

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Set text and value; a message for a value that the setting cannot have."""
        self.typed = valuelist[0].strip()[:MAX_QUESTION] if valuelist else None
        if self.typed is None:
            return
        allowed = SETTINGS[self.name][0]
        value = _parse_value(self.typed, allowed)
        if value is None or not allowed.accepts(value):
            raise ValueError(_refusal(allowed))
        self.data = value


class WhatIfForm(Form):
    """Other rules than those a night was begun under, `rules`."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        super().__init__(request.args)

    @property
    def typed(self) -> dict[str, str]:
        """Return setting -> text of all that the address names."""
        return {field.name: field.typed for field in self if field.typed is not None}

    @property
    def changes(self) -> dict[str, Value]:
        """Return setting -> value of all that differ from the rules of the night."""
        named = {field.name: field.data for field in self if field.data is not None}
        return {key: value for key, value in named.items() if value != self.rules.value(key)}

    @property
    def wrong(self) -> dict[str, str]:
        """Return setting -> error message."""
        return {field.name: field.errors[0] for field in self if field.errors}

    def add_error(self, name: str, message: str) -> None:
        """Put a message at its setting, named in words."""
        super().add_error(name.removeprefix("rules."), settings_in_words(message))


@lru_cache
def whatif_form_class(kind: GameKind) -> type[WhatIfForm]:
    """Return the form for a kind of game."""
    return type("WhatIfFormOfAKind", (WhatIfForm,), {key: ReplayedSettingField() for key in replayable(kind)})


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
            return f"Enter a whole number from {least} to {most}."
        case OneOf():
            return "Choose one of these."
    return "Yes or no?"
