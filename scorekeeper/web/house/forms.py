"""House rules as a form sends them: a field a setting, `rule-finish.target`, and `…-n` for a number of one's own."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from flask_wtf import FlaskForm
from wtforms import StringField

from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.settings import SETTINGS, belongs_to
from scorekeeper.rules.values import Number, Switch, Value
from scorekeeper.web.typed import is_number, number, tidy
from scorekeeper.web.views.questions import faults_by_setting

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorekeeper.rules.variant import Variant

OTHER = "other"
LONGEST = 80


class NoAnswer(ValueError):
    """What was sent for a setting is none of its values; the sentence says what would be."""


def field_of(key: str) -> str:
    """Give the name of a setting's field."""
    return f"rule-{key}"


def rules_typed() -> dict[str, str]:
    """Give the house rules a form sent, field by field; only settings, only those filled in."""
    form = _form_class()()
    typed = {field.name: tidy(field.data, LONGEST) for field in form if isinstance(field.data, str)}
    return {name: text for name, text in typed.items() if text and name != "csrf_token"}


@lru_cache(maxsize=1)
def _form_class() -> type[FlaskForm]:
    names = [name for key in SETTINGS for name in (field_of(key), f"{field_of(key)}-n")]
    return type("HouseRulesFields", (FlaskForm,), {name: StringField() for name in names})


def answer_to(key: str, typed: Mapping[str, str]) -> Value | None:
    """Give the value that was chosen for a setting, None for none.  Raises NoAnswer for anything it cannot be."""
    chosen, own = typed.get(field_of(key)), typed.get(f"{field_of(key)}-n")
    if chosen == OTHER or (chosen is None and own):
        chosen = own or ""
    return None if chosen is None else _value(key, chosen)


def _value(key: str, text: str) -> Value:
    allowed = SETTINGS[key][0]
    value: Value = text
    if isinstance(allowed, Switch):
        value = {"yes": True, "no": False}.get(text, text)
    elif isinstance(allowed, Number) and is_number(text):
        value = number(text)
    if allowed.accepts(value):
        return value
    if isinstance(allowed, Number):
        raise NoAnswer(f"A whole number from {allowed.least} to {allowed.most}, please.".replace("-", "−"))
    raise NoAnswer("Tap one of the answers.")


def house_of(
    typed: Mapping[str, str], variant: Variant, size: int, base: Mapping[str, Value]
) -> tuple[dict[str, Value], dict[str, str]]:
    """Give the house rules that were chosen, and field -> sentence for what cannot be.

    A setting that was not asked stays as `base` has it; what the variant says itself is no house rule.
    """
    own = variant.settings_at(size)
    house, wrong = {}, {}
    for key in asked_about(variant):
        try:
            value = answer_to(key, typed)
        except NoAnswer as fault:
            wrong[field_of(key)] = str(fault)
            continue
        value = base.get(key) if value is None else value
        if value is not None and value != own.get(key, SETTINGS[key][1]):
            house[key] = value
    if not wrong:
        try:
            variant.ruleset(size, house)
        except SettingsError as error:
            wrong = {field_of(key): sentence for key, sentence in faults_by_setting(error).items()}
    return house, wrong


def asked_about(variant: Variant) -> Iterable[str]:
    """Give every setting that means something in that kind of game."""
    return (key for key in SETTINGS if belongs_to(key, variant.kind))
