"""Preferences of one phone, as a form and as the cookie that keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


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
    """A saved hand is felt."""

    @property
    def written(self) -> str:
        """Give it as the cookie keeps it, in words with dots between."""
        words = (self.theme, "" if self.awake else SLEEPS, "" if self.buzzes else NO_VIBRATION)
        return ".".join(word for word in words if word)


def parse_cookie(cookie: str) -> Preferences:
    """Give what a cookie says; whatever it does not say plainly is as it is on a new phone."""
    words = set(cookie.split("."))
    theme = next((theme for theme, _ in THEMES if theme in words), AUTO)
    return Preferences(theme, SLEEPS not in words, NO_VIBRATION not in words)


def read_preferences(form: Mapping[str, str]) -> Preferences:
    """Give what somebody chose."""
    theme = form.get("theme", AUTO)
    return Preferences(theme if theme in dict(THEMES) else AUTO, "awake" in form, "buzzes" in form)
