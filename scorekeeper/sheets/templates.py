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
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from scorekeeper.sheets.grammar import TEXT, counted, listed, number_text
from scorekeeper.sheets.statements import Section, SheetContext, Statement

if TYPE_CHECKING:
    from jinja2 import Environment


NUMBERS = ("nobody", "one", "two", "three", "four", "five", "six", "seven", "eight")


FILTERS = {
    "n": counted,  # 3 | n("card"): "3 cards"
    "score": number_text,  # with a true minus
    "word": lambda number: NUMBERS[number],
    "listed": listed,
    "cap": lambda text: text[:1].upper() + text[1:],
    "a": lambda word: f"an {word}" if word.startswith(("a", "e")) else f"a {word}",
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
