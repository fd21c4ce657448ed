"""The forms of the settle pages: mark a due payment as paid, record another, take one back; of pots; of the limit."""

from collections.abc import Iterable, Mapping
from typing import Any

from wtforms import HiddenField, ValidationError
from wtforms.fields import SelectChoice
from wtforms.validators import AnyOf, NumberRange

from scorekeeper.core.forms import (
    AT_MOST_TWO_DECIMALS,
    NAME_TOO_LONG,
    ChoiceField,
    Filled,
    HiddenNumberField,
    MoneyField,
    ScoreField,
    SubmissionForm,
    TextField,
    UnsignedIntegerField,
)
from scorekeeper.core.text import NEGATIVE, TOO_LARGE, TOO_MANY_DECIMALS, UNREADABLE, parse_uint
from scorekeeper.core.transaction import Submission
from scorekeeper.models import ATTENDANCE, BACK, CARRIED, HIGH_GAME, MOON, PER_GAME, PER_NIGHT, SKUNK, SPLIT
from scorekeeper.rules.documents import MAX_NAME

FINISH = "finish"
"""The origin of a form on the table page, at the end of a game."""
NO_PAYER, NO_PAYEE = "Who paid? Choose somebody.", "Paid to whom? Choose somebody."
AMOUNT_ERRORS = {
    UNREADABLE: "Enter an amount like 2.35.",
    NEGATIVE: "Enter an amount above zero. If the money went the other way, swap the two names.",
    TOO_MANY_DECIMALS: AT_MOST_TWO_DECIMALS,
    TOO_LARGE: "That is more than anybody plays for.",
}
ABOVE_ZERO = [Filled(AMOUNT_ERRORS[UNREADABLE]), NumberRange(min=1, message="Enter an amount above zero.")]


class SettlingForm(SubmissionForm):
    """What every form of the settle pages carries: the accounts it is shown with (`of`, `via`), and its page."""

    of = HiddenField()
    via = HiddenField()
    origin = HiddenField(name="from")

    @property
    def banker(self) -> int | None:
        """Return the person everything goes through on that page, None for the fewest payments."""
        return parse_uint(self.via.data)

    @property
    def at_finish(self) -> bool:
        """Whether the form stood on the table page, at the end of a game."""
        return bool(self.origin.data == FINISH)

    def payment(self) -> dict[str, Any] | None:
        """Return a payment as `ledger.pay` takes it, None if something is missing or cannot be read."""
        said = {name: self[name].data for name in ("payer", "payee", "amount")}
        return None if not self.validate() or None in said.values() else {**said, "currency": self.currency.data or ""}


class MarkPaidForm(SettlingForm):
    """A button at a due payment; `amount` is in cents."""

    payer = UnsignedIntegerField(unreadable=NO_PAYER)
    payee = UnsignedIntegerField(unreadable=NO_PAYEE)
    amount = UnsignedIntegerField(unreadable=AMOUNT_ERRORS[UNREADABLE])
    currency = HiddenField()


class TakeBackForm(SettlingForm):
    """A button at a payment that stands."""

    entry = HiddenNumberField()


class PaymentForm(SettlingForm):
    """A payment that was not due: who paid whom, how much, what for."""

    payer = ChoiceField("Who paid?", [Filled(NO_PAYER)], coerce=parse_uint)
    payee = ChoiceField("Paid to", [Filled(NO_PAYEE)], coerce=parse_uint)
    amount = MoneyField("How much?", ABOVE_ZERO, sentences=AMOUNT_ERRORS)
    currency = ChoiceField("Currency")
    note = TextField("Note")

    def submission(self, **_: Any) -> Submission:
        """Return the form as what it writes takes it; the reason of a payment is its note."""
        return super().submission(reason=self.note.data or None)

    def offer(self, people: Mapping[int, str], currencies: Iterable[str]) -> None:
        """Set what the lists show: the people of the league and the money it plays for."""
        nobody = SelectChoice("", "\N{EN DASH}")
        self.payer.choices = self.payee.choices = [nobody, *(SelectChoice(str(id_), it) for id_, it in people.items())]
        self.currency.choices = [SelectChoice(code, code) for code in currencies]


PER = {PER_NIGHT: "Every night", PER_GAME: "Every game"}
WON_BY = {
    MOON: "The first moon or smudge",
    SKUNK: "A skunk",
    HIGH_GAME: "The night's high game",
    ATTENDANCE: "Coming several nights in a row",
}
NOBODY = {
    CARRIED: "It stays in for the next night",
    SPLIT: "Split evenly among those who paid in",
    BACK: "Each gets back what they paid in",
}
MAX_IN_A_ROW = 100


def _one_of(label: str, words: Mapping[str, str]) -> ChoiceField:
    """Return the field to choose one of these values in, given with their words."""
    return ChoiceField(label, [AnyOf(words, "Choose one.")], choices=[SelectChoice(*it) for it in words.items()])


class PotForm(SubmissionForm):
    """A pot to be opened: who pays in how much, what wins it, and what becomes of it if nobody does."""

    name = TextField("Name", [Filled("A pot needs a name.")], longest=MAX_NAME, too_long=NAME_TOO_LONG)
    amount = MoneyField("Each pays in", ABOVE_ZERO, sentences=AMOUNT_ERRORS)
    per = _one_of("How often", PER)
    won_by = _one_of("What wins it?", WON_BY)
    skunk = ScoreField("A skunk is this score or less", default=0, unreadable="Enter a score, like 0.")
    nights = UnsignedIntegerField("Nights in a row", default=5, unreadable="Enter a number of nights, like 5.")
    nobody = _one_of("If nobody wins it that night", NOBODY)
    currency = ChoiceField("Currency")

    def validate_nights(self, field: UnsignedIntegerField) -> None:
        if self.won_by.data == ATTENDANCE and not 0 < (field.data or 0) <= MAX_IN_A_ROW:
            raise ValidationError(f"Enter a number of nights from 1 to {MAX_IN_A_ROW}.")

    def pot(self) -> dict[str, Any]:
        """Return the pot of a form that was validated, as its columns."""
        number = {SKUNK: self.skunk.data, ATTENDANCE: self.nights.data}.get(self.won_by.data) or 0
        chosen = {name: self[name].data for name in ("name", "per", "won_by", "nobody")}
        return {**chosen, "cents": self.amount.data, "number": number}


class PotButtonForm(SubmissionForm):
    """A button at a pot; `says` is what it was to be paid out for, `origin` the page the button stood on."""

    says = HiddenField()
    origin = HiddenField(name="from")


LIMIT_ERRORS = {
    UNREADABLE: "Enter an amount like 1.00, or leave it empty for no limit.",
    NEGATIVE: "Enter an amount above zero, or leave it empty for no limit.",
    TOO_MANY_DECIMALS: AT_MOST_TWO_DECIMALS,
    TOO_LARGE: "That is more than anybody plays for. Leave it empty for no limit.",
}


class LimitForm(SubmissionForm):
    """The most a game may be played for, empty for no limit."""

    limit = MoneyField("A game", sentences=LIMIT_ERRORS)
