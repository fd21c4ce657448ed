"""The forms of house rules: a field for each setting, and the name that rules are kept under."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from wtforms import Field, StringField

from scorekeeper.core.form_values import clean_text
from scorekeeper.core.forms import SENT, Form, SubmissionForm
from scorekeeper.rulebook.questions import MAX_ANSWER, faults_by_setting, read_answer, rule_field
from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.ruleset import GameKind
from scorekeeper.rules.settings import SETTINGS, belongs_to
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.phrases import setting_title


class SettingField(Field):
    """A setting: one of the answers, or another number beside them, whose control has the field's name and "-n".

    `data` is the value, None if nothing was answered; `typed` is what its controls say.
    """

    data: Value | None
    typed: Mapping[str, str]

    def __init__(self, key: str, *args: Any, **kwargs: Any) -> None:
        self.key = key
        super().__init__(setting_title(key), *args, **kwargs)

    def process(self, formdata: Any, *args: Any, **kwargs: Any) -> None:
        """Read both controls."""
        controls = (self.name, f"{self.name}-n") if formdata else ()
        typed = {control: clean_text(formdata.get(control, ""), MAX_ANSWER) for control in controls}
        self.typed = {control: text for control, text in typed.items() if text}
        super().process(formdata, *args, **kwargs)

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Set the value; a message for one that the setting cannot have."""
        del valuelist
        self.data = read_answer(self.key, self.typed)


class SettingsForm(Form):
    """House rules for a game of `variant` and `size`; a setting that is not asked stays as `base` has it."""

    def __init__(self, variant: Variant, size: int, base: Mapping[str, Value], formdata: Any = SENT) -> None:
        self.variant, self.size, self.base = variant, size, base
        super().__init__(formdata)

    @property
    def settings(self) -> Iterator[SettingField]:
        return (field for field in self if isinstance(field, SettingField))

    @property
    def typed(self) -> dict[str, str]:
        """Return control -> text of all that is filled in."""
        return {control: text for field in self.settings for control, text in field.typed.items()}

    @property
    def house(self) -> dict[str, Value]:
        """Return the house rules: what the variant says itself is none."""
        own = self.variant.settings_at(self.size)
        chosen = {field.key: field.data for field in self.settings}
        chosen |= {key: self.base.get(key) for key, value in chosen.items() if value is None}
        return {
            key: value for key, value in chosen.items() if value is not None and value != own.get(key, SETTINGS[key][1])
        }

    def clear_errors(self) -> None:
        """Remove the errors: the form is not sent for good yet."""
        for field in self.settings:
            field.errors = ()

    def validate(self, extra_validators: Any = None) -> bool:
        """Return whether each setting can be, and all of them together."""
        if not super().validate(extra_validators):
            return False
        try:
            self.variant.ruleset(self.size, self.house)
        except SettingsError as error:
            for key, sentence in faults_by_setting(error).items():
                self.add_error(rule_field(key), sentence)
            return False
        return True


def settings_form(variant: Variant, size: int, base: Mapping[str, Value], formdata: Any = SENT) -> SettingsForm:
    """Return the form of all settings that have a meaning in that kind of game."""
    return _form_class(variant.kind)(variant, size, base, formdata)


@lru_cache
def _form_class(kind: GameKind) -> type[SettingsForm]:
    fields = {rule_field(key): SettingField(key) for key in SETTINGS if belongs_to(key, kind)}
    return type("SettingsFormOfAKind", (SettingsForm,), fields)


class KeepRulesForm(SubmissionForm):
    """The name to keep the rules of a game under, as it was typed: the service knows which can be."""

    save_as = StringField("Save as our house rules", default="")
