"""The forms of the seating page: who sits where, what is played for, and with the house rules all of them as one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from wtforms import HiddenField, ValidationError

from scorekeeper.core.form_values import NEGATIVE, TOO_LARGE, TOO_MANY_DECIMALS, UNREADABLE, parse_uint
from scorekeeper.core.forms import (
    AT_MOST_TWO_DECIMALS,
    SENT,
    ChoiceField,
    Filled,
    Form,
    MoneyField,
    ScoreField,
    SubmissionForm,
    TextField,
)
from scorekeeper.core.money_text import currency_name, find_currency, money_text
from scorekeeper.games.create import GameDraft
from scorekeeper.money.limits import LeagueLimits
from scorekeeper.rulebook.house_rules_forms import SettingsForm, settings_form
from scorekeeper.rulebook.questions import RulesFormState
from scorekeeper.rules.documents import MAX_NAME, is_name, name_key
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.seats import usual_sides
from scorekeeper.rules.stakes import AMOUNT_KEYS, MAX_AMOUNT, TWO_DECIMALS, Stakes, written_amount
from scorekeeper.rules.values import MAX_NUMBER, Value
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.refusals import say_refusal

MAX_TITLE = 80
LONG_NAME = f"A name has at most {MAX_NAME} characters."
BAD_SCORE = f"A score is a whole number from −{MAX_NUMBER} to {MAX_NUMBER}."
OTHER = "other"
"""The answer that leads to a field for a currency that isn't among the usual ones."""
NO_MONEY = "none"
"""The value of the button that removes all amounts."""
AMOUNT_ERRORS = {
    UNREADABLE: "Enter an amount like 0.10.",
    NEGATIVE: "A stake can't be below zero.",
    TOO_MANY_DECIMALS: AT_MOST_TWO_DECIMALS,
    TOO_LARGE: f"That is more than anybody plays for: {MAX_AMOUNT:,} at most.",
}


# ---------------------------------------------------------------- who sits where


class SeatNameField(TextField):
    """The name of who sits at a seat; the fields are `name-1` and so on."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("", [Filled("Who sits here?")], longest=MAX_NAME, too_long=LONG_NAME, **kwargs)


class SeatingForm(SubmissionForm):
    """Names, the first dealer, the scores so far (`opening-1` and so on), and how the game and its rules are called."""

    rules = HiddenField()
    league = HiddenField()
    league_name = TextField("What is the new league called?", longest=MAX_NAME, too_long=LONG_NAME)
    dealer = ChoiceField("deals first", coerce=parse_uint)
    title = TextField(
        "A name for the night", longest=MAX_TITLE, too_long=f"A title has at most {MAX_TITLE} characters."
    )
    save_as = TextField("Save as our house rules", longest=MAX_NAME, too_long=LONG_NAME)
    every = TextField("All house rules", name="all")
    """Whether a field for each setting is wanted, and the game not started yet."""
    example = TextField()
    """Whether only the example of the stakes is wanted."""
    doubted = HiddenField()
    """The settings that were questioned because this deck can't do what they say."""
    sit = TextField("Regulars", longest=MAX_NAME, too_long=LONG_NAME)
    """A regular who was tapped: they sit down, or get up again."""
    swap = ChoiceField("Swap seats", coerce=parse_uint)
    """A seat that was tapped to swap it."""
    swapping = HiddenField(filters=[parse_uint])
    """The seat that was tapped before that one."""

    @property
    def names(self) -> list[str]:
        return [field.data for field in self if isinstance(field, SeatNameField)]

    @property
    def is_seating(self) -> bool:
        """Return whether somebody was tapped to sit down or to change seats, and the game not started yet."""
        return bool(self.sit.data or self.swap.data)

    def seat_people(self) -> None:
        """Seat the regular who was tapped, or swap the two seats that were."""
        fields = [field for field in self if isinstance(field, SeatNameField)]
        if self.sit.data:
            _sit_down(fields, self.sit.data)
        if self.swap.data and self.swap.data <= len(fields):
            self._swap(fields)

    def _swap(self, fields: list[SeatNameField]) -> None:
        first, second = self.swapping.data, self.swap.data
        if first and first <= len(fields):
            one, other = fields[first - 1], fields[second - 1]
            one.data, other.data = other.data, one.data
            self.dealer.data = {first: second, second: first}.get(self.dealer.data, self.dealer.data)
            second = None
        self.swapping.data = second

    @property
    def openings(self) -> dict[str, int]:
        """Return seat key -> score so far, of those who have one."""
        scores = {field.name.removeprefix("opening-"): field.data for field in self if isinstance(field, ScoreField)}
        return {key: score for key, score in scores.items() if score is not None}

    @property
    def on_paper(self) -> bool:
        """Whether somebody typed a score so far, be it readable or not."""
        return any(field.typed for field in self if isinstance(field, ScoreField))

    def validate(self, extra_validators: Any = None) -> bool:
        """Return whether everybody has a name of their own, and the rest can be read."""
        valid, before = super().validate(extra_validators), set()
        for field in self:
            if not isinstance(field, SeatNameField) or field.errors:
                continue
            if not is_name(field.data):
                self.add_error(field.name, "That name has characters that can't be saved.")
            elif name_key(field.data) in before:
                self.add_error(field.name, f"Two players are named {field.data}. Add an initial.")
            before.add(name_key(field.data))
        return bool(valid) and not self.errors

    def draft(self, variant: Variant, house: Mapping[str, Value], kept: tuple[int, int] | None) -> GameDraft:
        """Return the game to start.  The form must be valid; `kept`: the league's saved rules it starts from."""
        names, dealer = self.names, self.dealer.data
        size = len(names)
        keys = [str(n) for n in range(1, size + 1)]
        sides = usual_sides(variant.ruleset(size, house).seating.sides, keys)
        asked = usual_sides(variant.ruleset(size).seating.sides, keys)
        opening = self.openings
        if sides != asked and set(opening) <= {side[0] for side in asked}:
            # The scores were asked for as the variant seats people, and a house rule seats them otherwise.
            opening = {key: opening[side[0]] for side in asked if side[0] in opening for key in side}
        return GameDraft(
            variant=variant.key,
            names=tuple(names),
            dealer=dealer - 1 if dealer and dealer <= size else size - 1,
            house=house,
            opening={int(key) - 1: score for key, score in opening.items()},
            title=self.title.data or None,
            date=dt.datetime.now().astimezone().date(),
            house_rules=kept,
            save_as=self.save_as.data or None,
        )


def _sit_down(fields: Sequence[SeatNameField], name: str) -> None:
    """Put a name on the first empty seat, or take it off the seat it is on."""
    found = [field for wanted in (name, "") for field in fields if field.data == wanted]
    if found:
        found[0].data = "" if found[0].data == name else name


@lru_cache
def _seating_class(size: int) -> type[SeatingForm]:
    seats = range(1, size + 1)
    fields = {f"name-{n}": SeatNameField() for n in seats} | {
        f"opening-{n}": ScoreField(unreadable=BAD_SCORE) for n in seats
    }
    return type("SeatingFormOfSize", (SeatingForm,), fields)


# ---------------------------------------------------------------- what is played for


class StakesForm(Form):
    """An amount for each stake (`stake-game` and so on) in one currency, as far as `limits` of the league allow."""

    currency = ChoiceField("Money")
    another = TextField("Another currency")
    usual = TextField("Usual stakes")

    def __init__(self, limits: LeagueLimits, formdata: Any = SENT) -> None:
        self.limits = limits
        self.was_sent = formdata is not None
        super().__init__(formdata)

    @property
    def amounts(self) -> dict[str, MoneyField]:
        """Return stake -> its field."""
        return {key: self[stake_field(key)] for key in AMOUNT_KEYS}

    @property
    def currency_code(self) -> str:
        """Return the money that is played for: the league's, or the one chosen."""
        chosen = self.currency.data or ""
        return self.limits.currency or (find_currency(self.another.data) if chosen == OTHER else chosen)

    @property
    def stakes(self) -> Stakes | None:
        """Return the stakes, None for no money; what cannot be read is left out."""
        stakes = Stakes(self.currency_code, **{key: field.data or 0 for key, field in self.amounts.items()})
        return stakes if stakes.some else None

    @property
    def document(self) -> Mapping[str, str | int] | None:
        """Return the stakes as `[stakes]` of a scoresheet, for a draft."""
        stakes = self.stakes
        if stakes is None:
            return None
        amounts = {key: getattr(stakes, key) for key in AMOUNT_KEYS}
        return {"currency": stakes.currency} | {key: written_amount(cents) for key, cents in amounts.items() if cents}

    def validate(self, extra_validators: Any = None) -> bool:
        """Return whether the amounts, their currency and the limit allow it.  No amount needs no currency."""
        readable = super().validate(extra_validators)
        if not readable or self.stakes:
            sentence = currency_error(self.currency_code)
            if sentence:
                self.add_error("another" if self.currency.data == OTHER else "currency", sentence)
        return bool(readable) and not self.errors

    def fill_in_last(self) -> None:
        """Put the stakes of the league's last game into the fields."""
        if self.limits.current:
            for key, field in self.amounts.items():
                field.process_data(getattr(self.limits.current, key) or None)
            self.currency.data = self.limits.current.currency

    def fill_in_usual(self) -> None:
        """Put the usual stakes that were tapped into the fields, and empty all others.

        They are named by their amounts in cents, "game.10-set.5"; "none" is no money.  Anything else changes nothing.
        """
        chosen = self.usual.data
        amounts = {} if chosen == NO_MONEY else dict(part.partition(".")[::2] for part in chosen.split("-"))
        if not all(key in AMOUNT_KEYS and cents.isascii() and cents.isdigit() for key, cents in amounts.items()):
            return
        for key, field in self.amounts.items():
            field.process_data(int(amounts[key][:15]) if key in amounts else None)
        if amounts and self.limits.last and not self.currency.data:
            self.currency.data = self.limits.last.currency


def stake_field(key: str) -> str:
    """Return the name of a stake's field."""
    return f"stake-{key}"


def currency_error(code: str) -> str:
    """Return in words why money of this code is not played for; empty if it is."""
    if code in TWO_DECIMALS:
        return ""
    if not code:
        return "Which currency?"
    name = currency_name(code)
    if name is None:
        return "Choose a currency from the list."
    return f"You can't play for {name}. Choose a currency that has cents, like dollars or euros."


def _within_limit(form: StakesForm, field: MoneyField) -> None:
    """Refuse more for a game than the league's limit."""
    limit, code = form.limits.limit, form.currency_code
    if limit is not None and (field.data or 0) > limit and not currency_error(code):
        raise ValidationError(f"The house limit is {money_text(limit, code)} a game.")


for _key in AMOUNT_KEYS:
    _validators = [_within_limit] if _key == "game" else []
    setattr(StakesForm, stake_field(_key), MoneyField("", _validators, sentences=AMOUNT_ERRORS))


# ---------------------------------------------------------------- all of the page


@dataclass(frozen=True)
class NewGameForms:
    """The forms of the seating page, which is sent as one."""

    seating: SeatingForm
    settings: SettingsForm
    stakes: StakesForm

    @property
    def every(self) -> tuple[SeatingForm, SettingsForm, StakesForm]:
        return self.seating, self.settings, self.stakes

    def validate(self) -> bool:
        """Return whether all is right; what is wrong is found in each of them."""
        valid = [form.validate() for form in self.every]
        return all(valid)

    @property
    def error_list(self) -> list[tuple[str, str]]:
        """Return (field id, sentence) for what is wrong, the seats before all else."""
        found = [error for form in (self.seating, self.stakes, self.settings) for error in form.error_list]
        return sorted(found, key=lambda error: not error[0].startswith(("name-", "opening-")))

    def add_errors(self, error: SheetError) -> None:
        """Put the objections of the services at their fields."""
        for fault in error.faults:
            group, _, rest = fault.field.partition(".")
            if group == "stakes":
                self.stakes.add_error(stake_field(rest) if rest in AMOUNT_KEYS else rest, say_refusal(fault.refusal))
            else:
                self.seating.add_error("save_as" if fault.field == "name" else fault.field, say_refusal(fault.refusal))

    def rules_state(self) -> RulesFormState:
        """Return the rules as they are chosen; the form of the settings must be validated."""
        settings = self.settings
        wrong = {field.name: field.errors[0] for form in (settings, self.seating) for field in form if field.errors}
        base = settings.base if settings.errors else settings.house
        return RulesFormState(settings.variant, settings.size, base, settings.typed, wrong)


def new_game_forms(
    variant: Variant, size: int, base: Mapping[str, Value], limits: LeagueLimits, formdata: Any = SENT
) -> NewGameForms:
    """Return the forms for a game that starts from the house rules `base`; `formdata` None for a page nobody sent."""
    return NewGameForms(
        _seating_class(size)(formdata), settings_form(variant, size, base, formdata), StakesForm(limits, formdata)
    )


def parse_rules_version(text: str | None) -> tuple[int, int | None] | None:
    """Return id and version of the league's saved rules that an address or a form names ("3", "3.2"), None for none."""
    house_id, _, number = (text or "").partition(".")
    found = parse_uint(house_id)
    return None if found is None else (found, parse_uint(number))
