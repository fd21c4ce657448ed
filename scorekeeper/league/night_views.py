"""The next night: its plan, for a league's keepers; outside of the league, by the code of its door, who comes.

And check-in at the door, for the night or a tournament of today.
"""

import datetime as dt
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.access.codes import short_code_of
from scorekeeper.access.forms import LinkForm
from scorekeeper.access.permissions import (
    KEEPER,
    READER,
    SCORER,
    current_access,
    ensure_device_cookie,
    qr_code,
    spend_budget,
)
from scorekeeper.access.phones import replace_short_code
from scorekeeper.access.rate_limits import ANSWERS, is_local
from scorekeeper.core.clock import wall_clock
from scorekeeper.core.extensions import db
from scorekeeper.core.pages import see_other
from scorekeeper.core.text import parse_uint
from scorekeeper.league.forms import AnswerForm, CallOffForm, PlanForm
from scorekeeper.league.leagues import read_league
from scorekeeper.league.next_night import (
    GONE,
    HERE,
    announced,
    answer_night,
    calendar_of,
    call_off,
    next_night,
    people_for,
    plan_night,
)
from scorekeeper.league.nights import IDLE_LIMIT
from scorekeeper.league.roster import offered_people
from scorekeeper.league.views import Refused, bp, current_league
from scorekeeper.models import COMES, DOOR, STAYS_AWAY
from scorekeeper.tournaments.actions import check_in, read_names
from scorekeeper.tournaments.maths.rounds import flattened
from scorekeeper.tournaments.pages import read_tournament, tournaments_of

public = Blueprint("door", __name__)


# ---------------------------------------------------------------- its plan


@bp.get("/next", role=KEEPER)
def plan(form: PlanForm | CallOffForm | None = None) -> str:
    """Show the plan; `form` is the refused one, of the plan or of a button."""
    league = current_league()
    found = announced(db.session, league.id, wall_clock()) | {"at_home": is_local(request.host)}
    planned = form if isinstance(form, PlanForm) else PlanForm.of(found["night"])
    return render_template("league/plan.html", league=league, form=planned, refused=form, **found)


@bp.post("/next", endpoint="save_plan", role=KEEPER)
def save_plan() -> AnyResponse | Refused:
    form = PlanForm()
    return form.save(
        lambda: plan_night(
            form.submission(),
            form.starts_at,
            form.place.data,
            weekly=form.weekly.data and not form.once.data,
            once=form.once.data,
            names=[name for (name,) in read_names(form.names.data or "", pairs=False)],
        ),
        lambda: url_for("league.plan"),
        plan,
        at="day",
    )


@bp.post("/next/off", role=KEEPER)
def set_off() -> AnyResponse | Refused:
    """Call the next night off, or with `back` put it on again; doing it twice does it once."""
    form = CallOffForm()
    return form.save(
        lambda: call_off(form.submission(), form.day.data, off=not form.back.data),
        lambda: url_for("league.plan"),
        plan,
        at="",
    )


# ---------------------------------------------------------------- who comes


@public.get("/n/<door>", role=READER)
def night(door: str, form: AnswerForm | None = None) -> str:
    """Show the next night and who comes; `form` is one that was refused."""
    ensure_device_cookie()
    league, now = read_league(db.session, current_access().league_id), wall_clock()
    found = {**announced(db.session, league.id, now), "door": door}
    is_open = found["night"] and found["night"].is_open(now)
    return render_template("league/coming.html", league=league, form=form, is_open=is_open, **found)


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


# ---------------------------------------------------------------- the door


@bp.get("/door", role=SCORER)
def door_sheet() -> str:
    """Show the page to print and pin up at the door, or offer to make its code."""
    league = current_league()
    door = short_code_of(db.session.connection(), league.id, DOOR) or ""
    link = url_for("door.arrivals", door=door, _external=True) if door else ""
    return render_template("league/door_sheet.html", league=league, door=door, link=link, qr=link and qr_code(link))


@bp.post("/door", role=KEEPER)
def replace_door() -> AnyResponse:
    """Make the code of the door, or another one instead of `old`; what was printed before no longer works."""
    form = LinkForm()
    replace_short_code(form.submission(), form.old.data, DOOR)
    return see_other(url_for("league.door_sheet"))


@public.get("/d/<door>", role=READER)
def arrivals(door: str, form: AnswerForm | None = None) -> str:
    """Show who is expected and who is here; `person` in the address is the row that was tapped, to be confirmed."""
    ensure_device_cookie()
    league = read_league(db.session, current_access().league_id)
    asked = parse_uint(request.args.get("person"))
    return render_template(
        "league/door.html", door=door, league=league, form=form, asked=asked, tonight=_tonight(league.id, wall_clock())
    )


@public.post("/d/<door>", role=READER)
def arrive(door: str) -> AnyResponse | Refused:
    """Check somebody in, or take that back."""
    form, league_id = AnswerForm(), current_access().league_id
    person, says = form.said
    tonight = _tonight(league_id, wall_clock())
    if says not in {HERE, GONE} or tonight is None or tonight["on"] != form.on.data:
        form.form_errors.append("This list has changed. Find your name again.")
        return arrivals(door, form), 422
    spend_budget(ANSWERS, league=league_id)
    save = partial(answer_night, day=form.on.data, person_id=person, says=says)
    if tonight["tournament"]:
        save = partial(check_in, tournament_id=int(form.on.data), player=person, here=says == HERE)
    return form.save(
        lambda: save(form.submission()),
        lambda: url_for("door.arrivals", door=door, person=person),
        lambda form: arrivals(door, form),
        at="",
    )


def _tonight(league_id: int, now: dt.datetime) -> dict[str, Any] | None:
    """Return what one checks in to now, a tournament of today or else the night; None if there is neither.

    Each row is a person, or the first of a pair, with their name: who is expected, who else may come, who is here.
    """
    days = {(now - late).astimezone().date().isoformat() for late in (dt.timedelta(), IDLE_LIMIT)}
    found = next((it for it in tournaments_of(db.session, league_id) if it.day in days and not it.over), None)
    if found:
        view = read_tournament(db.session, league_id, found.id)
        state = view.state
        expected, here = ([(side[0], view.side_name(side)) for side in sides]
                          for sides in ((*state.expected, *state.left), state.present))  # fmt: skip
        inside = set(flattened((*state.sides, *state.expected)))
        singles = offered_people(db.session, league_id) if view.setup.its_format.entrants == "players" else {}
        others = [it for it in singles.items() if it[0] not in inside]
        about = {"on": str(found.id), "tournament": view.setup.name}
        return {**about, "expected": expected, "others": others, "here": here}
    night = next_night(db.session, league_id, now)
    if night is None or not night.is_open(now):
        return None
    rows: dict[str, list[tuple[int, str]]] = {"expected": [], "others": [], "here": []}
    for it in people_for(db.session, night):
        rows["here" if it.here else "expected" if it.says == COMES else "others"].append((it.id, it.name))
    return {"on": night.day, "tournament": "", **rows}
