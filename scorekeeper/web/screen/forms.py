"""How a phone wants its screen: kept in a cookie of its own, so that every page is printed that way from the start."""

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
SLEEPS, STILL = "sleeps", "still"


@dataclass(frozen=True)
class Screen:
    """A phone's own choices.  `theme` is AUTO or one of THEMES."""

    theme: str = AUTO
    awake: bool = True
    """The screen stays on while a game is open."""
    buzzes: bool = True
    """A saved hand is felt."""

    @property
    def written(self) -> str:
        """Give it as the cookie keeps it, in words with dots between."""
        words = (self.theme, "" if self.awake else SLEEPS, "" if self.buzzes else STILL)
        return ".".join(word for word in words if word)


def screen_in(cookie: str) -> Screen:
    """Give what a cookie says; whatever it does not say plainly is as it is on a new phone."""
    words = set(cookie.split("."))
    theme = next((theme for theme, _ in THEMES if theme in words), AUTO)
    return Screen(theme, SLEEPS not in words, STILL not in words)


def screen_of(form: Mapping[str, str]) -> Screen:
    """Give what somebody chose."""
    theme = form.get("theme", AUTO)
    return Screen(theme if theme in dict(THEMES) else AUTO, "awake" in form, "buzzes" in form)
