"""The form of a new game, sent as one: who sits where, by which house rules, and what is played for."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from wtforms import BooleanField, Field, HiddenField, ValidationError

from scorekeeper.core.clock import today
from scorekeeper.core.forms import (
    AT_MOST_TWO_DECIMALS,
    NAME_TOO_LONG,
    SENT,
    ChoiceField,
    Filled,
    MoneyField,
    ScoreField,
    SubmissionForm,
    TextField,
)
from scorekeeper.core.money_text import currency_name, find_currency, money_text
from scorekeeper.core.text import NEGATIVE, TOO_LARGE, TOO_MANY_DECIMALS, UNREADABLE, parse_uint
from scorekeeper.money.ledger import LeagueStakes
from scorekeeper.rulebook.forms import SettingsForm, setting_fields
from scorekeeper.rules.documents import MAX_NAME, is_name, name_key
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.ruleset import GameKind
from scorekeeper.rules.sheet import (
    AMOUNT_KEYS,
    FORMAT,
    MAX_AMOUNT,
    TWO_DECIMALS,
    Document,
    Stakes,
    usual_sides,
    written_amount,
)
from scorekeeper.rules.values import MAX_NUMBER, Value
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.phrases import say_refusal

MAX_TITLE = 80
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


class SeatNameField(TextField):
    """The name of who sits at a seat; the fields are `name-1` and so on."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__("", [Filled("Who sits here?")], longest=MAX_NAME, too_long=NAME_TOO_LONG, **kwargs)


class NewGameForm(SettingsForm, SubmissionForm):
    """Names, the first dealer, the scores so far (`opening-1` and so on), house rules, and how both are called.

    For money an amount for each stake (`stake-game` and so on) in one currency; `known` is what the league plays for.
    """

    rules = HiddenField()
    league = HiddenField()
    league_name = TextField("What is the new league called?", longest=MAX_NAME, too_long=NAME_TOO_LONG)
    dealer = ChoiceField("deals first", coerce=parse_uint)
    title = TextField(
        "A name for the night", longest=MAX_TITLE, too_long=f"A title has at most {MAX_TITLE} characters."
    )
    save_as = TextField("Save as our house rules", longest=MAX_NAME, too_long=NAME_TOO_LONG)
    every = TextField("All house rules", name="all")
    """Whether a field for each setting is wanted, and the game not started yet."""
    example = TextField()
    """Whether only the example of the stakes is wanted."""
    doubted = HiddenField()
    """The settings that were questioned because this deck can't do what they say."""
    sit = TextField("Regulars", longest=MAX_NAME, too_long=NAME_TOO_LONG)
    """A regular who was tapped: they sit down, or get up again."""
    swap = ChoiceField("Swap seats", coerce=parse_uint)
    """A seat that was tapped to swap it."""
    swapping = HiddenField(filters=[parse_uint])
    """The seat that was tapped before that one."""
    currency = ChoiceField("Money")
    another = TextField("Another currency")
    usual = TextField("Usual stakes")
    handicap = BooleanField("Head start for the weaker side", default=False)

    def __init__(
        self, variant: Variant, size: int, base: Mapping[str, Value], known: LeagueStakes, formdata: Any = SENT
    ) -> None:
        self.known = known
        self.was_sent = formdata is not None
        last: dict[str, Any] = {}
        if known.current and not self.was_sent:
            last = {stake_field(key): getattr(known.current, key) or None for key in AMOUNT_KEYS}
            last["currency"] = known.current.currency
        last["handicap"] = known.handicap
        super().__init__(variant, size, base, formdata, **last)

    @property
    def seats(self) -> list[SeatNameField]:
        return [self[f"name-{seat}"] for seat in range(1, self.size + 1)]

    @property
    def names(self) -> list[str]:
        return [field.data for field in self.seats]

    @property
    def openings(self) -> dict[int, ScoreField]:
        """Return seat -> the field of its score so far."""
        return {seat: self[f"opening-{seat}"] for seat in range(1, self.size + 1)}

    @property
    def amounts(self) -> dict[str, MoneyField]:
        """Return stake -> its field."""
        return {key: self[stake_field(key)] for key in AMOUNT_KEYS}

    @property
    def stakes_wrong(self) -> bool:
        fields: list[Field] = [self.currency, self.another, self.usual, *self.amounts.values()]
        return any(field.errors for field in fields)

    @property
    def error_list(self) -> list[tuple[str, str]]:
        """Return (field id, sentence) for what is wrong, the seats before all else."""
        return sorted(super().error_list, key=lambda error: not error[0].startswith(("name-", "opening-")))

    def validate(self, extra_validators: Any = None) -> bool:
        """Return whether everybody has a name of their own, the rules go together, and the money can be played for."""
        super().validate(extra_validators)
        before = set()
        for field in self.seats:
            if field.errors:
                continue
            if not is_name(field.data):
                self.add_error(field.name, "That name has characters that can't be saved.")
            elif name_key(field.data) in before:
                self.add_error(field.name, f"Two players are named {field.data}. Add an initial.")
            before.add(name_key(field.data))
        if self.stakes or self.stakes_wrong:  # no amount needs no currency
            sentence = currency_error(self.currency_code)
            if sentence:
                self.add_error("another" if self.currency.data == OTHER else "currency", sentence)
        self.validate_settings()
        return not self.errors

    def add_errors(self, error: SheetError) -> None:
        for fault in error.faults:
            group, _, rest = fault.field.partition(".")
            name = "save_as" if fault.field == "name" else fault.field
            if group == "stakes":
                name = stake_field(rest) if rest in AMOUNT_KEYS else rest
            self.add_error(name, say_refusal(fault.refusal))

    # ---------------------------------------------------------------- while the game is not started yet

    @property
    def is_seating(self) -> bool:
        """Return whether somebody was tapped to sit down or to change seats."""
        return bool(self.sit.data or self.swap.data)

    def seat_people(self) -> None:
        """Seat the regular who was tapped, or get them up again; swap the two seats that were."""
        seats = self.seats
        if self.sit.data:
            found = [field for wanted in (self.sit.data, "") for field in seats if field.data == wanted]
            if found:
                found[0].data = "" if found[0].data == self.sit.data else self.sit.data
        first, second = self.swapping.data, self.swap.data
        if second and second <= len(seats):
            if first and first <= len(seats):
                one, other = seats[first - 1], seats[second - 1]
                one.data, other.data = other.data, one.data
                self.dealer.data = {first: second, second: first}.get(self.dealer.data, self.dealer.data)
                second = None
            self.swapping.data = second

    def fill_in_stakes(self) -> None:
        """Put the usual stakes that were tapped into the fields, and empty all others.

        They are named by their amounts in cents, "game.10-set.5"; "none" is no money.  Anything else changes nothing.
        """
        chosen = self.usual.data
        amounts = {} if chosen == NO_MONEY else dict(part.partition(".")[::2] for part in chosen.split("-"))
        if not all(key in AMOUNT_KEYS and cents.isascii() and cents.isdigit() for key, cents in amounts.items()):
            return
        for key, field in self.amounts.items():
            field.process_data(int(amounts[key][:15]) if key in amounts else None)
        if amounts and self.known.last and not self.currency.data:
            self.currency.data = self.known.last.currency

    # ---------------------------------------------------------------- what it says

    @property
    def currency_code(self) -> str:
        """Return the money that is played for: the league's, or the one chosen."""
        chosen = self.currency.data or ""
        return self.known.currency or (find_currency(self.another.data) if chosen == OTHER else chosen)

    @property
    def stakes(self) -> Stakes | None:
        """Return the stakes, None for no money; what cannot be read is left out."""
        stakes = Stakes(self.currency_code, **{key: field.data or 0 for key, field in self.amounts.items()})
        return stakes if stakes.some else None

    @property
    def document(self) -> Document:
        """Return the head of the scoresheet to start; the form must be valid."""
        stakes, size, dealer = self.stakes, self.size, self.dealer.data
        keys = [str(seat) for seat in range(1, size + 1)]
        sides = usual_sides(self.variant.ruleset(size, self.house).seating.sides, keys)
        asked = usual_sides(self.variant.ruleset(size).seating.sides, keys)
        opening = {str(seat): field.data for seat, field in self.openings.items() if field.data is not None}
        if sides != asked and set(opening) <= {side[0] for side in asked}:
            # The scores were asked for as the variant seats people, and a house rule seats them otherwise.
            opening = {key: opening[side[0]] for side in asked if side[0] in opening for key in side}
        amounts = {key: written_amount(getattr(stakes, key)) for key in AMOUNT_KEYS if getattr(stakes, key, 0)}
        said = {
            "title": self.title.data,
            "stakes": {"currency": stakes.currency, **amounts} if stakes else None,
        }
        return {
            "format": FORMAT,
            "variant": self.variant.key,
            "players": self.names,
            "dealer": self.names[dealer - 1 if dealer and dealer <= size else size - 1],
            "rules": self.house,
            "opening": {self.names[int(key) - 1]: score for key, score in opening.items()},
            "date": today(),
            **{key: value for key, value in said.items() if value},
        }


def stake_field(key: str) -> str:
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


def within_limit(form: NewGameForm, field: MoneyField) -> None:
    """Refuse more for a game than the league's limit."""
    limit, code = form.known.limit, form.currency_code
    if limit is not None and (field.data or 0) > limit and not currency_error(code):
        raise ValidationError(f"The house limit is {money_text(limit, code)} a game.")


@lru_cache
def _form_class(kind: GameKind, size: int) -> type[NewGameForm]:
    fields: dict[str, Any] = {}
    for key in AMOUNT_KEYS:
        fields[stake_field(key)] = MoneyField("", [within_limit] if key == "game" else [], sentences=AMOUNT_ERRORS)
    for seat in range(1, size + 1):
        fields[f"name-{seat}"] = SeatNameField()
    for seat in range(1, size + 1):
        unreadable = f"A score is a whole number from −{MAX_NUMBER} to {MAX_NUMBER}."
        fields[f"opening-{seat}"] = ScoreField(unreadable=unreadable)
    return type("NewGameFormOfSize", (NewGameForm,), fields | setting_fields(kind))


def new_game_form(
    variant: Variant, size: int, base: Mapping[str, Value], known: LeagueStakes, formdata: Any = SENT
) -> NewGameForm:
    """Return the form for a game that starts from the house rules `base`; `formdata` None for a page nobody sent."""
    return _form_class(variant.kind, size)(variant, size, base, known, formdata)
