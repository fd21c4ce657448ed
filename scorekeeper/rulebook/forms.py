"""The forms of the rulebook: house rules, a game of a league's own, a question, other rules to replay a night under."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

from flask import request
from flask_wtf.file import FileRequired
from wtforms import BooleanField, Field, HiddenField, SelectMultipleField, StringField, TextAreaField

from scorekeeper.core.forms import (
    NAME_TOO_LONG,
    SENT,
    TOO_LONG,
    Filled,
    Form,
    SubmissionForm,
    TextField,
    UploadField,
    tidy,
)
from scorekeeper.core.text import MAX_SEARCH, clean_text, parse_uint
from scorekeeper.rulebook.house_rules import playable_sizes
from scorekeeper.rulebook.questions import (
    MAX_ANSWER,
    RulesFormState,
    faults_by_setting,
    parse_answer,
    read_answer,
    rule_field,
    rules_summary,
    settings_in_words,
)
from scorekeeper.rules.documents import MAX_NAME, MAX_TEXT
from scorekeeper.rules.doubts import settings_doubts
from scorekeeper.rules.errors import SettingsError, SheetError
from scorekeeper.rules.ruleset import SETTINGS, GameKind, Ruleset, belongs_to
from scorekeeper.rules.values import Number, Value
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.phrases import say_doubt, say_refusal, setting_title
from scorekeeper.variants.catalogue import (
    differing,
    over_base,
    variant_faults,
    with_changes,
    with_every_size,
)

MAX_SUMMARY, MAX_QUESTION = 200, 100
FIXED_SETTINGS = ("seating.", "call.", "deck.", "names.", "deal.", "play.", "auction.trump", "dealing.", "table.")
"""Settings of the deck and the seats: with others, the recorded hands could not have been played."""


# ---------------------------------------------------------------- house rules


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
        controls = (self.name, f"{self.name}-n") if formdata else ()
        typed = {control: clean_text(formdata.get(control, ""), MAX_ANSWER) for control in controls}
        self.typed = {control: text for control, text in typed.items() if text}
        super().process(formdata, *args, **kwargs)

    def process_formdata(self, _valuelist: list[Any]) -> None:
        self.data = read_answer(self.key, self.typed)


class SettingsForm(Form):
    """House rules for a game of `variant` and `size`; a setting that is not asked stays as `base` has it."""

    def __init__(
        self, variant: Variant, size: int, base: Mapping[str, Value], formdata: Any = SENT, **data: Any
    ) -> None:
        self.variant, self.size, self.base = variant, size, base
        super().__init__(formdata, **data)

    @property
    def settings(self) -> Iterator[SettingField]:
        return (field for field in self if isinstance(field, SettingField))

    @property
    def wrong(self) -> dict[str, str]:
        """Return field -> error message, of the settings."""
        return {field.name: field.errors[0] for field in self.settings if field.errors}

    @property
    def house(self) -> dict[str, Value]:
        """Return the house rules: what the variant says itself is none."""
        own = self.variant.settings_at(self.size)
        chosen = {field.key: field.data for field in self.settings}
        chosen |= {key: self.base.get(key) for key, value in chosen.items() if value is None}
        return {
            key: value for key, value in chosen.items() if value is not None and value != own.get(key, SETTINGS[key][1])
        }

    @property
    def typed(self) -> dict[str, str]:
        """Return control -> text of all that is filled in."""
        return {control: text for field in self.settings for control, text in field.typed.items()}

    def rules_state(self, **more: Any) -> RulesFormState:
        """Return the rules as they are chosen, for their questions; the settings must be validated."""
        base = self.base if self.wrong else self.house
        return RulesFormState(self.variant, self.size, base, **{"typed": self.typed, "wrong": self.wrong} | more)

    def validate_settings(self) -> bool:
        """Return whether each setting can be, and all of them together."""
        valid = [field.validate(self) for field in self.settings]
        if not all(valid):
            return False
        try:
            self.variant.ruleset(self.size, self.house)
        except SettingsError as error:
            for key, sentence in faults_by_setting(error).items():
                self.add_error(rule_field(key), sentence)
            return False
        return True


def setting_fields(kind: GameKind) -> dict[str, SettingField]:
    """Return the fields of all settings that have a meaning in that kind of game, for the class of a form."""
    return {rule_field(key): SettingField(key) for key in SETTINGS if belongs_to(key, kind)}


class SaveRulesForm(SubmissionForm):
    """The name to save the rules of a game under, as it was typed: whether it can be is seen when it is saved."""

    save_as = StringField("Save as our house rules", default="")


# ---------------------------------------------------------------- a game of a league's own


class OwnGameForm(SettingsForm, SubmissionForm):
    """House rules with a name, where they come from and how many play them: a game of the league's own.

    It is written from `start` at a table of `size`; `variant` is the game its changes are counted from, `rules` the
    league's stored rules it is written from, None for a game of the catalogue.
    """

    name = TextField(
        "What do you call it?", [Filled("Give the game a name.")], longest=MAX_NAME, too_long=NAME_TOO_LONG
    )
    summary = TextField("The game in a sentence", longest=MAX_SUMMARY)
    sources = TextAreaField("Where does it come from?", default="")
    family = TextField("Based on", [Filled("Say what kind of game it is.")], longest=MAX_NAME)
    sizes = SelectMultipleField("How many play it?", coerce=parse_uint, choices=[], validate_choice=False)
    sure = BooleanField("Save anyway", default=False)
    find = TextField("Find a rule", longest=MAX_SEARCH)
    show = TextField()
    """Which part is wanted, while nothing is to be saved: the sheet or the settings."""
    told = HiddenField(default="")
    """The settings at which the page says something now, in a row."""

    def __init__(
        self, variant: Variant, house: Mapping[str, Value], size: int, known_as: str = "", rules: int | None = None
    ) -> None:
        """Fill the form from what was sent, else from a variant with house rules over it.

        `known_as` is the name they have already, empty for a game that has none.
        """
        shown, start = variant, variant
        if variant.is_own and not house:
            shown, house = over_base(variant, size)
        else:
            start = with_changes(variant, None, house, playable_sizes(variant, house))
        self.start, self.known_as, self.rules = start, known_as, rules
        super().__init__(
            shown,
            size,
            house,
            name=known_as,
            family=start.family,
            summary=start.summary if known_as else "",
            sources="\n".join(start.sources if start.is_own else ()),
            sizes=[str(each) for each in start.sizes],
        )

    @property
    def written_from(self) -> dict[str, str]:
        """Return the fields in which the form says what its game is written from."""
        source = {"from": self.start.key} if self.rules is None else {"rules": str(self.rules)}
        return {**source, "size": str(self.size)}

    @property
    def known_sizes(self) -> dict[int, Mapping[str, Value]]:
        """Return the settings at the sizes that have any, those of the game it was made from too."""
        return dict(sorted({**self.variant.sizes, **self.start.sizes}.items()))

    @cached_property
    def written(self) -> Variant:
        """The game as it is written, whether it can be played or not; its key is that of the starting point."""
        start, size, known = self.start, self.size, self.known_sizes
        changes = differing({**self.variant.settings_at(size), **self.house}, start.settings_at(size))
        every = with_every_size(with_changes(replace(start, sizes=known), size, changes, known), size)
        return replace(
            every,
            sizes={each: settings for each, settings in every.sizes.items() if each in (self.sizes.data or ())},
            key=start.key if self.known_as else "",
            name=self.name.data,
            family=self.family.data or start.family,
            summary=self.summary.data,
            sources=tuple(line for line in map(tidy, self.sources.data.splitlines()) if line),
            extends=start.extends if start.is_own else start.key,
        )

    @cached_property
    def doubts(self) -> dict[str, str]:
        """Setting -> what is doubtful about it; only of settings that go together."""
        found: dict[str, str] = {}
        for size in self.written.sizes:
            for doubt in settings_doubts(self.written.ruleset(size), size):
                key = "deal.cards" if doubt.code == "too-few-cards" else "deck.ranks"
                if doubt.code == "turned-without-card":
                    key = f"turn.{doubt.facts['card']}"
                found.setdefault(key, say_doubt(doubt))
        return found

    @property
    def to_save(self) -> Variant:
        """Return the game of a valid form; without a sentence about it, what differs in it is said."""
        said = self.written.summary or rules_summary(self.variant, self.size, self.house)
        return replace(self.written, summary=said[:MAX_SUMMARY])

    @property
    def error_list(self) -> list[tuple[str, str]]:
        return sorted(super().error_list, key=lambda error: not error[0].startswith("rule-"))

    def validate_settings(self) -> bool:
        """Return whether the settings go together at this size and at every other; what is wrong is at its control."""
        if not super().validate_settings():
            return False
        for fault in self.variant.faults_at(self.size, self.house):
            self.add_fault(fault.key, say_refusal(fault.refusal))
        for size, faults in variant_faults(self.written).items():
            for fault in faults if size != self.size else ():
                self.add_fault(fault.key, f"With {size} players: {say_refusal(fault.refusal)}")
        return not self.wrong and not self.sizes.errors

    def validate(self, extra_validators: object = None) -> bool:
        """Return whether the game can be saved: its texts stored, somebody plays it, what is doubtful is wanted."""
        super().validate(extra_validators)
        if not any(self.sizes.data or ()):
            self.add_error("sizes", "Choose at least one number of players.")
        if len(self.sources.data) > MAX_TEXT:
            self.add_error("sources", TOO_LONG.format(longest=MAX_TEXT))
        told = bool(self.errors)
        if self.validate_settings() and not told and self.doubts and not self.sure.data:
            self.add_error("sure", "Check what looks doubtful, or save anyway.")
        return not self.errors

    def add_errors(self, error: SheetError | SettingsError) -> None:
        if isinstance(error, SheetError):
            super().add_errors(error)
            return
        for fault in error.faults:
            self.add_fault(fault.key, say_refusal(fault.refusal))

    def add_fault(self, key: str, message: str) -> None:
        """Put a message at its setting; at the sizes if it has none here."""
        self.add_error(rule_field(key) if rule_field(key) in self else "sizes", settings_in_words(message))


@lru_cache
def _own_game_class(kind: GameKind) -> type[OwnGameForm]:
    return type("OwnGameFormOfAKind", (OwnGameForm,), setting_fields(kind))


def own_game_form(
    variant: Variant, house: Mapping[str, Value], size: int, known_as: str = "", rules: int | None = None
) -> OwnGameForm:
    return _own_game_class(variant.kind)(variant, house, size, known_as, rules)


class GameFileForm(SubmissionForm):
    """A file of a game to bring in."""

    file = UploadField("Game file", [FileRequired("Choose a game file first.")])


# ---------------------------------------------------------------- what an address asks


class AskForm(Form):
    """What an argument is about; a question that is too long is cut, not refused."""

    q = StringField("What is the argument about?", filters=[lambda text: clean_text(text or "", MAX_QUESTION)])

    def __init__(self) -> None:
        super().__init__(request.args)


class ReplayedSettingField(Field):
    """A setting as an address has it; `data` is the value, `typed` the text, both None for one it does not name."""

    data: Value | None
    typed: str | None

    def process_formdata(self, valuelist: list[Any]) -> None:
        self.typed = valuelist[0].strip()[:MAX_QUESTION] if valuelist else None
        if self.typed is not None:
            # An empty number is the word a number may be instead ("none", "all").
            allowed = SETTINGS[self.name][0]
            word = next(iter(allowed.words), "") if isinstance(allowed, Number) else ""
            self.data = parse_answer(self.name, self.typed or word)


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


def replayable(kind: GameKind) -> tuple[str, ...]:
    """Return the settings under which a finished night can be replayed, in the contract's order."""
    return tuple(key for key in SETTINGS if belongs_to(key, kind) and not key.startswith(FIXED_SETTINGS))


@lru_cache
def whatif_form_class(kind: GameKind) -> type[WhatIfForm]:
    return type("WhatIfFormOfAKind", (WhatIfForm,), {key: ReplayedSettingField() for key in replayable(kind)})
