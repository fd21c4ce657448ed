"""The forms of a variant a league writes: its settings with its name and where it comes from, and a file of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from flask_wtf.file import FileRequired
from wtforms import BooleanField, HiddenField, SelectMultipleField, TextAreaField

from scorekeeper.core.form_values import parse_uint
from scorekeeper.core.forms import (
    NAME_TOO_LONG,
    TOO_LONG,
    Filled,
    SubmissionForm,
    TextField,
    UploadField,
    tidy,
)
from scorekeeper.rulebook.house_rules import playable_sizes
from scorekeeper.rulebook.house_rules_forms import SettingsForm, settings_form
from scorekeeper.rulebook.questions import RulesFormState, rule_field, rules_summary, settings_in_words
from scorekeeper.rules.documents import MAX_NAME, MAX_TEXT
from scorekeeper.rules.doubts import Doubt, settings_doubts
from scorekeeper.rules.errors import SettingsError, SheetError
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.refusals import say_doubt, say_refusal
from scorekeeper.variants.own import (
    differing,
    over_base,
    variant_faults,
    with_changes,
    with_every_size,
    with_house_rules,
)

MAX_SUMMARY, MAX_SEARCH = 200, 60
NO_SIZE = "Choose at least one number of players."
CONTROL_OF_DOUBT = {"too-few-cards": "deal.cards"}
"""Doubt -> the setting it stands at, where it names none itself."""


class AboutVariantForm(SubmissionForm):
    """What a variant is called, what it is in a sentence, where it comes from, and how many play it."""

    name = TextField(
        "What do you call it?", [Filled("Give the game a name.")], longest=MAX_NAME,
        too_long=NAME_TOO_LONG.format(longest=MAX_NAME),
    )  # fmt: skip
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

    @property
    def source_lines(self) -> tuple[str, ...]:
        return tuple(line for line in map(tidy, self.sources.data.splitlines()) if line)

    def validate(self, extra_validators: object = None) -> bool:
        """Return whether every text can be stored, and somebody plays the game."""
        valid = super().validate(extra_validators)
        if not any(self.sizes.data or ()):
            self.add_error("sizes", NO_SIZE)
        if len(self.sources.data) > MAX_TEXT:
            self.add_error("sources", TOO_LONG.format(longest=MAX_TEXT))
        return bool(valid) and not self.errors


class VariantFileForm(SubmissionForm):
    """A variant file to bring in."""

    file = UploadField("Game file", [FileRequired("Choose a game file first.")])


@dataclass(frozen=True)
class StartingPoint:
    """What a variant is written from, at a table of `size`; `shown` is the game its changes are counted from."""

    start: Variant
    shown: Variant
    changes: Mapping[str, Value]
    size: int
    name: str = ""
    """The name it has already; empty for a new variant."""
    rules: int | None = None
    """The league's stored rules it is written from; None for a game of the catalogue."""

    @property
    def named(self) -> dict[str, str]:
        """Return the fields in which a form says what its variant is written from."""
        source = {"from": self.start.key} if self.rules is None else {"rules": str(self.rules)}
        return {**source, "size": str(self.size)}

    @property
    def sizes(self) -> dict[int, Mapping[str, Value]]:
        """Return the settings at the sizes that have any, those of the game it was made from too."""
        return dict(sorted({**self.shown.sizes, **self.start.sizes}.items()))


def starting_point(
    variant: Variant, house: Mapping[str, Value], size: int, name: str = "", *, rules: int | None = None
) -> StartingPoint:
    """Return the point to start from: a variant, with the settings of house rules over it."""
    if variant.is_own and not house:
        shown, changes = over_base(variant, size)
        return StartingPoint(variant, shown, changes, size, name, rules)
    start = with_house_rules(variant, house, playable_sizes(variant, house))
    return StartingPoint(start, variant, house, size, name, rules)


@dataclass(frozen=True)
class VariantForms:
    """The forms of the page on which a variant is written, which is sent as one."""

    at: StartingPoint
    about: AboutVariantForm
    settings: SettingsForm

    @cached_property
    def variant(self) -> Variant:
        """The variant as it is written, whether it can be played or not; its key is that of the starting point."""
        at, about = self.at, self.about
        chosen = {**at.shown.settings_at(at.size), **self.settings.house}
        changes = differing(chosen, at.start.settings_at(at.size))
        sizes = [size for size in about.sizes.data or () if size is not None]
        changed = with_changes(replace(at.start, sizes=at.sizes), at.size, changes, at.sizes)
        every = with_every_size(changed, at.size)
        return replace(
            every,
            sizes={size: settings for size, settings in every.sizes.items() if size in sizes},
            key=at.start.key if at.name else "",
            name=about.name.data,
            family=about.family.data or at.start.family,
            summary=about.summary.data,
            sources=about.source_lines,
            extends=at.start.extends if at.start.is_own else at.start.key,
        )

    def validate_settings(self) -> bool:
        """Return whether the settings go together at this size and at every other; what is wrong is at its control."""
        if not self.settings.validate():
            return False
        for fault in self.at.shown.faults_at(self.at.size, self.settings.house):
            self._at_control(fault.key, say_refusal(fault.refusal))
        for size, faults in variant_faults(self.variant).items():
            for fault in faults if size != self.at.size else ():
                self._at_control(fault.key, f"With {size} players: {say_refusal(fault.refusal)}")
        return not self.settings.errors and not self.about.sizes.errors

    def _at_control(self, key: str, message: str) -> None:
        sentence = settings_in_words(message)
        if rule_field(key) in self.settings:
            self.settings.add_error(rule_field(key), sentence)
        else:
            self.about.add_error("sizes", sentence)

    def validate(self) -> bool:
        """Return whether the variant can be saved: what is doubtful has to be wanted."""
        valid = [self.about.validate(), self.validate_settings()]
        if all(valid) and self.doubts and not self.about.sure.data:
            self.about.add_error("sure", "Check what looks doubtful, or save anyway.")
        return all(valid) and not self.about.errors

    @cached_property
    def doubts(self) -> dict[str, str]:
        """Setting -> what is doubtful about it; only of settings that go together."""
        found: dict[str, str] = {}
        for size in self.variant.sizes:
            for doubt in settings_doubts(self.variant.ruleset(size), size):
                found.setdefault(_doubted_setting(doubt), say_doubt(doubt))
        return found

    @property
    def to_save(self) -> Variant:
        """Return the variant of valid forms; without a sentence about it, what differs in it is said."""
        at, variant = self.at, self.variant
        said = variant.summary or rules_summary(at.shown, at.size, self.settings.house)
        return replace(variant, summary=said[:MAX_SUMMARY])

    @property
    def wrong(self) -> dict[str, str]:
        """Return field -> error message, of the settings."""
        return {field.name: field.errors[0] for field in self.settings if field.errors}

    @property
    def error_list(self) -> list[tuple[str, str]]:
        return [*self.settings.error_list, *self.about.error_list]

    def add_errors(self, error: SheetError | SettingsError) -> None:
        """Put the objections of the services at their fields."""
        if isinstance(error, SettingsError):
            for fault in error.faults:
                self._at_control(fault.key, say_refusal(fault.refusal))
        else:
            self.about.add_errors(error)

    def rules_state(self) -> RulesFormState:
        """Return the rules as they are chosen, for their questions; the settings must be validated."""
        at, settings = self.at, self.settings
        base = at.changes if settings.errors else settings.house
        return RulesFormState(at.shown, at.size, base, settings.typed, self.wrong)


def variant_forms(at: StartingPoint) -> VariantForms:
    """Return the forms, filled from what was sent, else from the starting point."""
    start = at.start
    about = AboutVariantForm(
        name=at.name,
        family=start.family,
        summary=start.summary if at.name else "",
        sources="\n".join(start.sources if start.is_own else ()),
        sizes=[str(size) for size in start.sizes],
    )
    return VariantForms(at, about, settings_form(at.shown, at.size, at.changes))


def _doubted_setting(doubt: Doubt) -> str:
    if doubt.code == "turned-without-card":
        return f"turn.{doubt.facts['card']}"
    return CONTROL_OF_DOUBT.get(doubt.code, "deck.ranks")
