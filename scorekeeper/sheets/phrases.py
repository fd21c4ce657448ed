"""Every setting in plain English: a short title, and a sentence for each of its values, from `text/phrases.toml`.

The rules sheet, the house-rules form, the log and the answers to questions are all made from these sentences.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from scorekeeper.rules.grammar import number_text
from scorekeeper.rules.point_names import POINT_CARDS, POINT_TITLES, written_name
from scorekeeper.rules.values import Value

FILE = Path(__file__).with_name("text") / "phrases.toml"


@cache
def phrases() -> Mapping[str, Mapping[str, str]]:
    """Return setting -> its title and its sentences; `points.*.worth` stands for every point's."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def setting_title(key: str) -> str:
    """Return the short name of a setting: "Lowest bid".  Raises KeyError for a setting without a phrase."""
    phrase, point = _phrase(key)
    return phrase["title"].format(title=POINT_TITLES.get(point))


def say_setting(key: str, value: Value) -> str:
    """Return a setting's value as a sentence.  Raises KeyError for a setting or a word without one."""
    phrase, point = _phrase(key)
    word = {True: "yes", False: "no"}[value] if isinstance(value, bool) else " ".join(str(value).split())
    if isinstance(value, int) and not isinstance(value, bool) and word not in phrase:
        word = "-" if value < 0 and "-" in phrase else "n"
    sentence = phrase.get(word, phrase.get("any"))
    if sentence is None or word == "title":
        raise KeyError(f"{key} = {word!r} has no sentence; add one in {FILE.name}")
    number = number_text(abs(value) if word == "-" else value) if isinstance(value, int) else ""
    named = {"title": POINT_TITLES.get(point), "card": POINT_CARDS.get(point)}
    return sentence.format(n=number, word=written_name(word), **named)


def _phrase(key: str) -> tuple[Mapping[str, str], str]:
    """Return the title and sentences of a setting, and the point it is about, if any."""
    group, *_, part = key.split(".")
    point = key.split(".")[1] if group == "points" else ""
    for known in (key, f"points.*.{part}" if point else key):
        if known in phrases():
            return phrases()[known], point
    raise KeyError(f"{key} has no title and no sentences; add them in {FILE.name}")


def say_untold(key: str) -> str:
    """Return the sentence that a sheet does not tell what a setting would have changed."""
    return (
        f"What “{setting_title(key)}” would have changed, the scoresheet does not say: the points stay where they are."
    )
