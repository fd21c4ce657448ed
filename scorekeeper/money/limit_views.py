"""The money of a league, and the most a game may be played for."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.permissions import KEEPER, current_access
from scorekeeper.core.extensions import db
from scorekeeper.core.form_values import NEGATIVE, TOO_LARGE, TOO_MANY_DECIMALS, UNREADABLE
from scorekeeper.core.forms import AT_MOST_TWO_DECIMALS, Form, MoneyField
from scorekeeper.core.htmx import see_other
from scorekeeper.core.money_text import currency_name, money_text
from scorekeeper.money.limits import LeagueLimits, read_limits, set_limit
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.stakes import written_amount
from scorekeeper.sheets.refusals import say_refusal


@dataclass(frozen=True)
class LimitsPage:
    """The league's money and its house limit."""

    code: str
    money: str
    """The name of its currency; empty while it has none."""
    limit: str
    """As an amount in the reader's language, empty if there is none."""


def limits_page(code: str, terms: LeagueLimits) -> LimitsPage:
    """Return the page; a limit without a currency is shown as a plain amount."""
    now = "" if terms.limit is None else written_amount(terms.limit)
    return LimitsPage(
        code=code,
        money=f"{currency_name(terms.currency)} ({terms.currency})" if terms.currency else "",
        limit=money_text(terms.limit, terms.currency) if terms.limit is not None and terms.currency else now,
    )


LIMIT_ERRORS = {
    UNREADABLE: "Enter an amount like 1.00, or leave it empty for no limit.",
    NEGATIVE: "Enter an amount above zero, or leave it empty for no limit.",
    TOO_MANY_DECIMALS: AT_MOST_TWO_DECIMALS,
    TOO_LARGE: "That is more than anybody plays for. Leave it empty for no limit.",
}


class LimitForm(Form):
    """The most a game may be played for, empty for no limit."""

    limit = MoneyField("A game", sentences=LIMIT_ERRORS)


bp = Blueprint("league_limits", __name__, url_prefix="/t/<code>/limit")


@bp.get("", role=KEEPER)
def show(code: str) -> str:
    known = read_limits(db.session, current_access().league_id)
    return render_template("league_limits/show.html", page=limits_page(code, known), form=LimitForm(limit=known.limit))


@bp.post("", role=KEEPER)
def save(code: str) -> AnyResponse | tuple[str, int]:
    form, league_id = LimitForm(), current_access().league_id
    if form.validate():
        try:
            set_limit(db.session, league_id, form.limit.data)
        except SheetError as error:
            form.add_error("limit", say_refusal(error.refusal))
        else:
            return see_other(url_for("league_limits.show", code=code))
    page = limits_page(code, read_limits(db.session, league_id))
    return render_template("league_limits/show.html", page=page, form=form), 422
