"""The base of forms: what fields read, what they refuse, and where an error is shown."""

import datetime as dt
import re

import pytest
from flask import render_template_string

from scorekeeper.core.forms import (
    DateField,
    HiddenNumberField,
    MoneyField,
    ScoreField,
    SecretField,
    SubmissionForm,
    TextField,
    UnsignedIntegerField,
    UploadField,
)
from scorekeeper.core.text import NEGATIVE, TOO_LARGE, TOO_MANY_DECIMALS, UNREADABLE

WHY = {UNREADABLE: "no amount", NEGATIVE: "below zero", TOO_MANY_DECIMALS: "decimals", TOO_LARGE: "too much"}
PRINTED = """{% from "_macros/forms.html" import errors, field, hidden_fields %}{{ hidden_fields(form) }}
{{ errors(form) }}{{ field(form.name, hint="As friends say it.", class_="wide") }}"""


class Everything(SubmissionForm):
    """One field of each kind."""

    name = TextField("Its name", longest=5, too_long="At most {longest}.")
    secret = SecretField(longest=400)
    games = UnsignedIntegerField(unreadable="no number")
    points = ScoreField(unreadable="no number")
    stake = MoneyField(sentences=WHY)
    day = DateField(unreadable="no day")
    row = HiddenNumberField()
    file = UploadField()


@pytest.fixture
def sent(app):
    """Return a function that sends a form's fields."""
    contexts = []

    def sent(json=None, **fields):
        contexts.append(app.test_request_context("/", method="POST", data=fields or None, json=json))
        contexts[-1].push()
        return Everything()

    yield sent
    for context in reversed(contexts):
        context.pop()


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("name", " a \0\t b ", "a b"), ("secret", " a  b ", " a  b "), ("games", "07", 7), ("games", "", None),
        ("points", "\N{MINUS SIGN}3", -3), ("points", "-3", -3), ("stake", "2,50 €", 250), ("stake", "", None),
        ("day", "2026-02-28", dt.date(2026, 2, 28)), ("row", "12", 12), ("row", "x", 0),
        ("file", "a text of that name", None),
    ],
)  # fmt: skip
def test_what_a_field_reads(sent, name, typed, value):
    form = sent(**{name: typed})
    assert form.validate()
    assert form[name].data == value


@pytest.mark.parametrize(
    ("name", "typed", "sentence"),
    [
        ("name", "abcdef", "At most 5."), ("secret", "x" * 401, "Use at most 400 characters."),
        ("games", "-1", "no number"), ("games", "1" * 10, "no number"), ("points", "1.5", "no number"),
        ("stake", "a dollar", "no amount"), ("stake", "-1", "below zero"), ("day", "2026-02-29", "no day"),
        ("day", "1.2.2026", "no day"),
    ],
)  # fmt: skip
def test_what_a_field_refuses_is_said_at_it_and_printed_again(sent, name, typed, sentence):
    form = sent(**{name: typed})
    assert not form.validate()
    assert form.error_list == [(name, sentence)]
    assert form[name].data is None or name in {"name", "secret"}
    assert form[name]._value() == ("" if name == "secret" else typed)


def test_a_body_of_json_is_no_form(sent):
    form = sent(json=["name"])
    assert (form.name.data, form.games.data) == ("", None)


def test_a_field_is_printed_with_its_label_hint_and_error(sent):
    form = sent(name="<abcdef>", op_id="0" * 32)
    form.validate()
    form.add_error("row", "No such row.")
    html = render_template_string(PRINTED, form=form)
    assert '<label for="name">Its name</label>' in html
    [control] = re.findall(r'<input[^>]*id="name"[^>]*>', html)
    assert 'value="&lt;abcdef&gt;"' in control
    assert 'class="wide"' in control
    assert 'aria-invalid="true"' in control
    assert 'aria-describedby="name-hint name-wrong"' in control
    assert '<p class="wrong" id="name-wrong">At most 5.</p>' in html
    assert '<p class="hint" id="name-hint">As friends say it.</p>' in html
    assert '<a href="#name">At most 5.</a>' in html
    assert "<p>No such row.</p>" in html, "it leads to no field that nobody sees"


def test_a_form_printed_again_has_another_number(sent):
    html = render_template_string(PRINTED, form=sent(op_id="0" * 32))
    [number] = re.findall(r'name="op_id" value="(\w+)"', html)
    assert re.fullmatch(r"[0-9a-f]{32}", number)
    assert number != "0" * 32
    assert re.search(r'name="csrf_token" value="[^"]+"', html)
