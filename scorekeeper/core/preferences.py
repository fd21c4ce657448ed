"""How pages look on one phone, and what it does: its preferences, kept in a cookie."""

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse
from wtforms import BooleanField, HiddenField, RadioField

from scorekeeper.access.permissions import ANYONE, with_cookie
from scorekeeper.core.forms import Form
from scorekeeper.core.pages import no_content, see_other, wants_fragment

AUTO = ""
THEMES = (
    (AUTO, "Match phone"),
    ("light", "Light"),
    ("dark", "Dark"),
    ("bar", "Bar light"),
)
SWITCHES = {"awake": True, "buzzes": True, "says": False, "sounds": False}
"""Whether a new phone keeps the screen on in a game, vibrates when a hand is saved, says the score, makes sounds."""


class PreferencesForm(Form):
    theme = RadioField(choices=list(dict(THEMES)), default=AUTO)
    awake = BooleanField()
    buzzes = BooleanField()
    says = BooleanField()
    sounds = BooleanField()
    table = HiddenField()


bp = Blueprint("preferences", __name__, url_prefix="/screen")
COOKIE = "screen"


@bp.app_context_processor
def inject_preferences() -> dict[str, object]:
    return {"preferences": current_preferences(), "themes": THEMES}


def current_preferences() -> dict[str, str | bool]:
    """Return the preferences of the current phone: its theme, and what is switched on; anything odd is left out.

    The cookie has a word for each switch that is not as on a new phone.
    """
    words = request.cookies.get(COOKIE, "").split(".")
    theme = next((theme for theme, _ in THEMES if theme in words), AUTO)
    return {"theme": theme, **{switch: usual != (switch in words) for switch, usual in SWITCHES.items()}}


@bp.get("", role=ANYONE)
def show() -> str:
    return render_template("preferences/show.html", code=request.args.get("table"))


@bp.post("", role=ANYONE)
def save() -> AnyResponse:
    form = PreferencesForm()
    back = url_for("preferences.show", table=form.table.data or None)
    answer = no_content() if wants_fragment() else see_other(back)
    theme = form.theme.data if form.theme.validate(form) else AUTO
    words = [theme, *(switch for switch, usual in SWITCHES.items() if form[switch].data != usual)]
    return with_cookie(answer, COOKIE, ".".join(filter(None, words)))
