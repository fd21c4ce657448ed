"""The words, in text files that a card player can read: `text/*.txt`, a section of the rules sheet each.

    # The deal                                                  the heading of a section
    [deal.cards deal.hand]                                      a statement, after the settings it follows from
    Each player is dealt {{ deal.cards | n("card") }}.

The settings make a statement a link, mark it as this table's own and order what differs; `[]` follows from none,
`[offer]` from all points, and `[? smoke-vote]` answers that question (`text/questions.toml`).  A statement without
words is left out.  Lines are joined, and a space before a comma or a full stop goes.  A text may name every setting
by its key (`deal.cards`), what follows from them (fields of `Ruleset`, and the functions of `values.py`), `size`,
`changed` (the settings this table changed), and `say("deal.hand")`: the sentence of the setting's value
(`text/phrases.toml`).  A name that does not exist is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.values import Value
from scorekeeper.sheets.phrases import TEXT, capped, counted, listed, number_text, say_setting, with_article
from scorekeeper.sheets.values import VALUES, at_table

if TYPE_CHECKING:
    from jinja2 import Environment


NUMBERS = ("nobody", "one", "two", "three", "four", "five", "six", "seven", "eight")


FILTERS = {
    "n": counted,  # 3 | n("card"): "3 cards"
    "score": number_text,  # with a true minus
    "word": lambda number: NUMBERS[number],
    "listed": listed,
    "cap": capped,
    "a": with_article,
}


@cache
def environment() -> Environment:
    """Return what reads the text files; made when words are wanted, since scoring alone needs none."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: PLC0415

    found = Environment(
        loader=FileSystemLoader(TEXT), undefined=StrictUndefined, auto_reload=False,
        autoescape=False,  # noqa: S701 - plain text: a page escapes what it shows
    )  # fmt: skip
    found.filters |= FILTERS
    return found


def fill(name: str, values: Mapping[str, object]) -> str:
    """Return a text file with these values filled in."""
    return environment().get_template(name).render(values)


def one_line(text: str) -> str:
    """Join the lines of a text; no space stands before a comma, a full stop or a colon."""
    return re.sub(r"[ \n]+([.,:;]|$)", r"\1", re.sub(r"[ \n]+", " ", text)).strip()


def read_sections(page: SheetContext, *names: str) -> tuple[Section, ...]:
    """Return the sections of these text files, as they are at one table; those without a statement are left out."""
    found = []
    for name in names:
        for part in re.split(r"^# ", fill(f"{name}.txt", page.words), flags=re.MULTILINE)[1:]:
            title, _, text = part.partition("\n")
            found.append(Section(title, tuple(_statements(page, text))))
    return tuple(section for section in found if section.statements)


def _statements(page: SheetContext, text: str) -> Iterator[Statement]:
    before, *parts = re.split(r"^\[", text, flags=re.MULTILINE)
    if before.strip():
        raise ValueError(f"No settings in brackets before “{before.strip()}”.")
    for part in parts:
        about, _, words = part.partition("]")
        keys, _, questions = about.partition("?")
        if said := one_line(words):
            yield page.state(said, keys.split(), questions.split())


@dataclass(frozen=True)
class Statement:
    """One or two sentences, the settings behind them, and whether this table changed any of these."""

    text: str
    keys: tuple[str, ...] = ()
    changed: bool = False
    standard: str = ""
    """What the variant's own rules say about the changed settings; empty where none is changed."""
    answers: tuple[str, ...] = ()
    """The questions it answers that are about no setting."""


@dataclass(frozen=True)
class Section:
    """Statements under a heading."""

    title: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True)
class PointRow:
    """One point of the hand: its name, its card, its worth, who gets it."""

    title: str
    card: str
    worth: int
    owner: str
    changed: bool
    standard: str = ""
    key: str = ""


@dataclass(frozen=True)
class SheetContext:
    """What a rules sheet is written from: the rules in force, and the variant's own beside them."""

    rules: Ruleset
    own: Ruleset
    size: int
    changed: frozenset[str]
    """The settings in which the two differ."""
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Section -> what this one game does there, in words that no setting has."""

    @cached_property
    def words(self) -> dict[str, Any]:
        """Return what the text files say by name: settings and what follows from them, and the named values."""
        rules = self.rules
        return {
            **{it.name: getattr(rules, it.name) for it in fields(rules)},
            **{name: value(rules) for name, value in VALUES.items()},
            "size": self.size,
            "half": self.size // 2,
            **at_table(rules, self.size),
            "changed": self.changed,
            "points_dropped": [key for key in self.own.worth if key not in rules.worth],
            "say": self.say,
            "notes": lambda section: "\n".join(f"[] {' '.join(note.split())}" for note in self.notes.get(section, ())),
        }

    def say(self, key: str, value: Value | None = None) -> str:
        """Return the sentence of a setting, at this table's value or another."""
        return say_setting(key, self.rules.value(key) if value is None else value)

    def state(self, text: str, keys: Sequence[str], answers: Sequence[str] = ()) -> Statement:
        """Return a statement that follows from these settings.

        How many points there are follows from all of them: the table of points shows which of them this table changed.
        """
        if keys == ["offer"]:
            here, usual = self.rules.on_offer, self.own.on_offer
            points = tuple(f"points.{key}.worth" for key in self.rules.worth)
            return Statement(text, points, here != usual, say_setting("hand.points", usual) if here != usual else "")
        changed = not self.changed.isdisjoint(keys)
        return Statement(text, tuple(keys), changed, self.standard(keys), tuple(answers))

    def standard(self, keys: Iterable[str]) -> str:
        """Return what the variant's own rules say about those of the settings that were changed."""
        return " ".join(say_setting(key, self.own.value(key)) for key in keys if key in self.changed)
