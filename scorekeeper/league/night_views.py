"""The next night: its plan, for a league's keepers; outside of the league, by the code of its door, who comes."""

from __future__ import annotations

from flask import Blueprint, Response, abort, render_template, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.codes import short_code_of
from scorekeeper.access.permissions import KEEPER, READER, current_access, ensure_device_cookie, spend_budget
from scorekeeper.access.rate_limits import ANSWERS
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.league.forms import AnswerForm, CallOffForm, NightForm
from scorekeeper.league.leagues import read_league
from scorekeeper.league.next_night import (
    answer_night,
    calendar_of,
    call_off,
    coming_words,
    next_night,
    people_for,
    plan_night,
)
from scorekeeper.league.views import Refused, bp, current_league
from scorekeeper.models import COMES, DOOR, STAYS_AWAY

public = Blueprint("door", __name__)


# ---------------------------------------------------------------- its plan


@bp.get("/next", role=KEEPER)
def plan() -> str:
    league, now = current_league(), wall_clock()
    return _render_plan(NightForm.of(next_night(db.session, league.id, now)))


@bp.post("/next", endpoint="save_plan", role=KEEPER)
def save_plan() -> AnyResponse | Refused:
    form = NightForm()
    return form.save(
        lambda: plan_night(form.submission(), form.starts_at, form.place.data, weekly=form.weekly.data),
        lambda: url_for("league.plan"),
        _render_plan,
        at="day",
    )


@bp.post("/next/off", role=KEEPER)
def set_off() -> AnyResponse | Refused:
    """Call the next night off, or with `back` put it on again; doing it twice does it once."""
    form = CallOffForm()
    return form.save(
        lambda: call_off(form.submission(), form.day.data, off=not form.back.data),
        lambda: url_for("league.plan"),
        _render_plan,
        at="",
    )


def _render_plan(form: NightForm | CallOffForm) -> str:
    """Return the page of the plan; `form` is the refused one, of the plan or of a button."""
    league, now = current_league(), wall_clock()
    night = next_night(db.session, league.id, now)
    return render_template(
        "league/plan.html",
        league=league,
        night=night,
        form=form if isinstance(form, NightForm) else NightForm.of(night),
        refused=form,
        words=coming_words(db.session, night) if night else "",
        door=short_code_of(db.session.connection(), league.id, DOOR),
    )


# ---------------------------------------------------------------- who comes


@public.get("/n/<door>", role=READER)
def night(door: str, form: AnswerForm | None = None) -> str:
    """Show the next night and who comes; `form` is one that was refused."""
    ensure_device_cookie()
    league, now = read_league(db.session, current_access().league_id), wall_clock()
    coming = next_night(db.session, league.id, now)
    return render_template(
        "league/coming.html",
        door=door,
        league=league,
        night=coming,
        form=form,
        people=people_for(db.session, coming) if coming else [],
        words=coming_words(db.session, coming) if coming else "",
    )


@public.post("/n/<door>", role=READER)
def answer(door: str) -> AnyResponse | Refused:
    """Save whether somebody comes; the same tap again takes it back."""
    form = AnswerForm()
    person, says = form.said
    if says not in {COMES, STAYS_AWAY, ""}:
        form.form_errors.append("Tap one of the buttons beside a name.")
        return night(door, form), 422
    spend_budget(ANSWERS, league=current_access().league_id)
    return form.save(
        lambda: answer_night(form.submission(), form.on.data, person, says),
        lambda: url_for("door.night", door=door, _anchor=f"person-{person}"),
        lambda form: night(door, form),
        at="",
    )


@public.get("/n/<door>/night.ics", role=READER)
def calendar(door: str) -> Response:
    """Return the plan for calendars, to take once or to follow."""
    league = read_league(db.session, current_access().league_id)
    found = calendar_of(db.session, league, url_for("door.night", door=door, _external=True)) or abort(404)
    return Response(found, mimetype="text/calendar")
