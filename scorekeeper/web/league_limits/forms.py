"""The form of the house limit: one amount, or empty for no limit."""

from __future__ import annotations

from scorekeeper.web.form_values import NEGATIVE, TOO_LARGE, TOO_MANY_DECIMALS, UNREADABLE
from scorekeeper.web.forms import Form, MoneyField

LIMIT_ERRORS = {
    UNREADABLE: "Enter an amount like 1.00, or leave it empty for no limit.",
    NEGATIVE: "Enter an amount above zero, or leave it empty for no limit.",
    TOO_MANY_DECIMALS: "Use at most two decimals, and no comma for thousands.",
    TOO_LARGE: "That is more than anybody plays for. Leave it empty for no limit.",
}


class LimitForm(Form):
    """The most a game may be played for, empty for no limit."""

    limit = MoneyField("A game", sentences=LIMIT_ERRORS)
