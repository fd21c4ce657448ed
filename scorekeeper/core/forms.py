"""The parts of forms: a base class, fields that several rooms use, and the fields of every form that writes.

The app-wide `CSRFProtect` checks the token of each POST before a view runs; a form does not check it again.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, ClassVar

from flask import g, request
from flask_wtf import FlaskForm
from flask_wtf.file import FileField
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as AnyResponse
from wtforms import FieldList, FormField, HiddenField, SelectField, StringField
from wtforms.validators import Length, StopValidation
from wtforms.widgets import DateInput, TimeInput

from scorekeeper.access.permissions import current_or_new_device, current_person
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.pages import see_other
from scorekeeper.core.text import (
    YEARS,
    InvalidAmount,
    clean_text,
    is_integer,
    new_op_id,
    parse_amount,
    parse_integer,
    parse_uint,
)
from scorekeeper.core.transaction import OpIdReused, ReasonRequired, Submission
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.sheet import written_amount
from scorekeeper.rules.values import MAX_NUMBER
from scorekeeper.sheets.phrases import say_refusal

MAX_TYPED = 200
"""Of a field of a form that says nothing else; what is stored may have `MAX_TEXT` characters."""
TOO_LONG = "Use at most {longest} characters."
AT_MOST_TWO_DECIMALS = "Use at most two decimals, and no comma for thousands."
NAME_TOO_LONG = "A name has at most {longest} characters."
FORM_REUSED = (
    "This form was already saved with different entries. Check what is there now, and save again if you still want to."
)
"""Shown for an old form that Back leads to without scripts, filled in again.  What was typed is kept."""
SENT = object()
"""Stands for the form data of this request, if it has any."""
ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
CLOCK = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")


class Form(FlaskForm):
    """A form: filled from the body of a POST, else from the keywords given, else from its defaults."""

    anchor: ClassVar[str] = ""
    """The id on the page that the errors of the form itself lead to."""

    class Meta:
        csrf = False

        def get_translations(self, _form: Any) -> None:
            """Return None: every sentence that a form shows is our own, none is WTForms'."""

    def __init__(self, formdata: Any = SENT, **kwargs: Any) -> None:
        """Fill the form from `formdata`: `request.args` for a link, None for no data.

        Default: use this request's form data.
        """
        if formdata is SENT:
            formdata = request.form if self.is_submitted() else None  # Flask-WTF would read a body of JSON as well
        super().__init__(formdata=formdata, **kwargs)

    def add_errors(self, error: SheetError) -> None:
        """Put each fault of a refused form at the field it names, those that name no field at the form itself."""
        for fault in error.faults:
            self.add_error(fault.field, say_refusal(fault.refusal))

    def add_error(self, name: str, message: str) -> None:
        """Put a message at the field of that name; at the form if it has none, or one that nobody sees."""
        field = self._fields.get(name)
        if field is None or isinstance(field, HiddenField):
            self.form_errors.append(message)
        else:
            field.errors = [*field.errors, message]

    @contextmanager
    def refusals(self, at: str, reused: str = FORM_REUSED) -> Iterator[None]:
        """Put what a write refuses at its fields; `reused` at the field `at` if the form came before with other values.

        What comes after the block is for a form that was refused: the block itself returns.
        """
        try:
            yield
        except SheetError as error:
            self.add_errors(error)
        except OpIdReused:
            self.add_error(at, reused)

    def save(
        self, act: Callable[[], object], to: Callable[[], str], page: Callable[[Any], str], *, at: str = "name"
    ) -> AnyResponse | tuple[str, int]:
        """Do what the form asks for and lead on; or return the page of the form, with what was refused (422)."""
        if self.validate():
            with self.refusals(at):
                act()
                return see_other(to())
        return page(self), 422

    @property
    def error_list(self) -> list[tuple[str, str]]:
        """Return (field id, sentence) for the first error of each field, then those of the form."""
        at_fields = [(field.id, field.errors[0]) for field in single_fields(self) if field.errors]
        return [*at_fields, *((self.anchor, sentence) for sentence in self.form_errors)]


def single_fields(fields: Iterable[Any]) -> Iterator[Any]:
    for field in fields:
        if isinstance(field, FieldList | FormField):
            yield from single_fields(field)
        else:
            yield field


# ---------------------------------------------------------------- fields


class Filled:
    """Refuse a field that nobody filled in; unlike with `DataRequired`, 0 is an answer and the browser says nothing."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence

    def __call__(self, _form: Form, field: Any) -> None:
        """Raise StopValidation with the sentence, unless the field is filled in or wrong already."""
        if field.data in {None, ""} and not field.errors:
            raise StopValidation(self.sentence)


class ChoiceField(SelectField):
    """A select; a value that isn't among its options is refused where it is stored, which knows them."""

    def __init__(self, label: str = "", validators: Iterable[Callable[..., None]] = (), **kwargs: Any) -> None:
        super().__init__(label, [*validators], choices=kwargs.pop("choices", []), validate_choice=False, **kwargs)


def tidy(text: str | None) -> str:
    return clean_text(text or "", len(text or ""))


class TextField(StringField):
    """Text without control characters or repeated blanks; one longer than `longest` is refused, not cut."""

    data: str

    def __init__(
        self,
        label: str = "",
        validators: Iterable[Callable[..., None]] = (),
        *,
        longest: int = MAX_TYPED,
        too_long: str = TOO_LONG,
        filters: Sequence[Callable[[str | None], str]] = (tidy,),
        **kwargs: Any,
    ) -> None:
        length = Length(max=longest, message=too_long.format(longest=longest))
        super().__init__(label, [*validators, length], filters=filters, default="", **kwargs)


class SecretField(TextField):
    """A passphrase or a printed code: taken as it is typed, and never printed into a page again."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, filters=[], **kwargs)

    def _value(self) -> str:
        return ""


class _ParsedField(StringField):
    """Text that stands for a value: `data` is the value, None if empty or unreadable; `typed` is printed again."""

    typed = ""

    def __init__(self, label: str = "", *args: Any, unreadable: str = "", **kwargs: Any) -> None:
        self.unreadable = unreadable
        super().__init__(label, *args, **kwargs)

    def process_data(self, value: Any) -> None:
        self.data = value
        self.typed = "" if value is None else self.as_text(value)

    def process_formdata(self, valuelist: list[Any]) -> None:
        if valuelist:
            self.typed, self.data = tidy(valuelist[0]), None
            if self.typed:
                self.data = self.parse(self.typed)

    def parse(self, text: str) -> Any:
        """Return the value.  Raises ValueError with the sentence for what cannot be read."""
        raise NotImplementedError

    def as_text(self, value: Any) -> str:
        return str(value)

    def _value(self) -> str:
        return self.typed


class UnsignedIntegerField(_ParsedField):
    """A number from 0 in plain digits; `unreadable` is the sentence for anything else."""

    data: int | None

    def parse(self, text: str) -> int:
        number = parse_uint(text)
        if number is None:
            raise ValueError(self.unreadable)
        return number


class ScoreField(UnsignedIntegerField):
    """A score, or what is added to one: as large as a sheet may have it, below zero with a hyphen or a true minus."""

    def parse(self, text: str) -> int:
        if not is_integer(text) or abs(parse_integer(text)) > MAX_NUMBER:
            raise ValueError(self.unreadable)
        return parse_integer(text)


class MoneyField(_ParsedField):
    """An amount of money; `data` is in cents, `sentences` has one for each text of an `InvalidAmount`."""

    data: int | None

    def __init__(self, label: str = "", *args: Any, sentences: Mapping[str, str], **kwargs: Any) -> None:
        self.sentences = sentences
        super().__init__(label, *args, **kwargs)

    def parse(self, text: str) -> int:
        try:
            return parse_amount(text)
        except InvalidAmount as fault:
            raise ValueError(self.sentences[str(fault)]) from None

    def as_text(self, value: int) -> str:
        return written_amount(value)


class DateField(_ParsedField):
    """A day as `2026-09-01`; `unreadable` is the sentence for anything else."""

    widget = DateInput()
    data: dt.date | None

    def parse(self, text: str) -> dt.date:
        with suppress(ValueError):
            if ISO_DATE.fullmatch(text) and (day := dt.date.fromisoformat(text)).year in YEARS:
                return day
        raise ValueError(self.unreadable)


class TimeField(_ParsedField):
    """A time of day as `19:30`; `unreadable` is the sentence for anything else."""

    widget = TimeInput()
    data: dt.time | None

    def parse(self, text: str) -> dt.time:
        found = CLOCK.fullmatch(text)
        if found is None:
            raise ValueError(self.unreadable)
        return dt.time(int(found[1]), int(found[2]))

    def as_text(self, value: dt.time) -> str:
        return f"{value:%H:%M}"


class UploadField(FileField):
    data: FileStorage | None

    def process_formdata(self, _valuelist: list[Any]) -> None:
        # a form has only texts: a file is never taken for one, nor a text for a file
        super().process_formdata(request.files.getlist(self.name))


class OpIdField(HiddenField):
    """The number that makes a form count once.  Printed again, a form has a new one: it may say something else."""

    data: str

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default="", **kwargs)

    def _value(self) -> str:
        return new_op_id()


class HiddenNumberField(HiddenField):
    """A number that a page printed, of a row or a person; 0 for anything else."""

    data: int

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default=0, **kwargs)

    def process_formdata(self, valuelist: list[Any]) -> None:
        if valuelist:
            self.data = parse_uint(valuelist[0]) or 0


# ---------------------------------------------------------------- forms that write


class SubmissionForm(Form):
    """A form that writes: `op_id` lets it count once, however often it is sent."""

    op_id = OpIdField()

    def submission(self, *, reason: str | None = None) -> Submission:
        """Return the form as what it writes takes it; its league is that of the address, if it names one."""
        return Submission(
            db.session,
            wall_clock,
            current_or_new_device(),
            league_id=g.access.league_id if "access" in g else 0,
            actor=current_person(),
            op_id=self.op_id.data,
            seen=self.seen.data if "seen" in self else 0,
            reason=reason,
        )


class LineForm(SubmissionForm):
    """A form that writes a row of a game's log: the last row its phone knew, and why it comes after the close."""

    seen = HiddenNumberField()
    late = TextField("Why change it now?")

    def submission(self, *, reason: str | None = None) -> Submission:
        """Return the same; its reason is the one given, else the one for coming late.

        Raises ReasonRequired if the latter is too long: the page that asks for it shows it again.
        """
        if not self.late.validate(self):
            raise ReasonRequired(self.late.errors[0])
        return super().submission(reason=reason or self.late.data or None)
