"""Preferences of one phone, as a form and as the cookie that keeps them."""

from __future__ import annotations

from dataclasses import dataclass

from wtforms import BooleanField, HiddenField, RadioField

from scorekeeper.web.forms import Form

AUTO = ""
THEMES = (
    (AUTO, "As the phone"),
    ("light", "Light"),
    ("dark", "Dark"),
    ("bar", "Bar light"),
)
SLEEPS, NO_VIBRATION = "sleeps", "still"


@dataclass(frozen=True)
class Preferences:
    """A phone's own choices.  `theme` is AUTO or one of THEMES."""

    theme: str = AUTO
    awake: bool = True
    """The screen stays on while a game is open."""
    buzzes: bool = True
    """The phone vibrates when a hand is saved."""

    @property
    def written(self) -> str:
        """Return the value of the cookie: words with dots between them."""
        words = (self.theme, "" if self.awake else SLEEPS, "" if self.buzzes else NO_VIBRATION)
        return ".".join(word for word in words if word)


def parse_cookie(cookie: str) -> Preferences:
    """Return the preferences in a cookie; anything it does not say is as on a new phone."""
    words = set(cookie.split("."))
    theme = next((theme for theme, _ in THEMES if theme in words), AUTO)
    return Preferences(theme, SLEEPS not in words, NO_VIBRATION not in words)


class PreferencesForm(Form):
    """What a phone's page sends: a theme, two switches, and the table it came from."""

    theme = RadioField(choices=list(dict(THEMES)), default=AUTO)
    awake = BooleanField()
    buzzes = BooleanField()
    table = HiddenField()

    @property
    def chosen(self) -> Preferences:
        """Return what was chosen; a theme that there is not is that of the phone."""
        theme = self.theme.data if self.theme.validate(self) else AUTO
        return Preferences(theme, self.awake.data, self.buzzes.data)
