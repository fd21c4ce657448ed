"""How pages look on one phone, and what it does: its preferences, kept in a cookie."""

from dataclasses import dataclass

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse
from wtforms import BooleanField, HiddenField, RadioField

from scorekeeper.access.permissions import ANYONE, set_cookie
from scorekeeper.core.forms import Form
from scorekeeper.core.pages import no_content, see_other, wants_fragment

AUTO = ""
THEMES = (
    (AUTO, "Match phone"),
    ("light", "Light"),
    ("dark", "Dark"),
    ("bar", "Bar light"),
)
SLEEPS, NO_VIBRATION, VOICE, SOUNDS = "sleeps", "still", "voice", "sounds"


@dataclass(frozen=True)
class Preferences:
    """A phone's own choices.  `theme` is AUTO or one of THEMES."""

    theme: str = AUTO
    awake: bool = True
    """Keep the screen on during a game."""
    buzzes: bool = True
    """The phone vibrates when a hand is saved."""
    says: bool = False
    """A voice says the score."""
    sounds: bool = False
    """A hand saved, a set and a win have a sound each."""

    @property
    def written(self) -> str:
        """Return the value of the cookie: words with dots between them."""
        words = {SLEEPS: not self.awake, NO_VIBRATION: not self.buzzes, VOICE: self.says, SOUNDS: self.sounds}
        return ".".join(filter(None, (self.theme, *(word for word, holds in words.items() if holds))))


def parse_cookie(cookie: str) -> Preferences:
    """Return the preferences in a cookie, with the defaults of a new phone for the rest."""
    words = set(cookie.split("."))
    theme = next((theme for theme, _ in THEMES if theme in words), AUTO)
    return Preferences(theme, SLEEPS not in words, NO_VIBRATION not in words, VOICE in words, SOUNDS in words)


class PreferencesForm(Form):
    """The form of a phone's preferences: a theme, four switches, and the table it came from."""

    theme = RadioField(choices=list(dict(THEMES)), default=AUTO)
    awake = BooleanField()
    buzzes = BooleanField()
    says = BooleanField()
    sounds = BooleanField()
    table = HiddenField()

    @property
    def chosen(self) -> Preferences:
        """Return what was chosen; an unknown theme counts as the phone's own."""
        theme = self.theme.data if self.theme.validate(self) else AUTO
        return Preferences(theme, self.awake.data, self.buzzes.data, self.says.data, self.sounds.data)


bp = Blueprint("preferences", __name__, url_prefix="/screen")
COOKIE = "screen"


@bp.app_context_processor
def inject_preferences() -> dict[str, object]:
    """Add the phone's preferences to every template."""
    return {"preferences": current_preferences(), "themes": THEMES}


def current_preferences() -> Preferences:
    """Return the preferences of the current phone."""
    return parse_cookie(request.cookies.get(COOKIE, ""))


@bp.get("", role=ANYONE)
def show() -> str:
    return render_template("preferences/show.html", code=request.args.get("table"))


@bp.post("", role=ANYONE)
def save() -> AnyResponse:
    form = PreferencesForm()
    back = url_for("preferences.show", table=form.table.data or None)
    answer = no_content() if wants_fragment() else see_other(back)
    set_cookie(answer, COOKIE, form.chosen.written)
    return answer
