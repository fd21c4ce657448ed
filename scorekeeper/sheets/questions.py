"""The questions that are argued about at a table (`text/questions.toml`), and this table's answer to each.

An answer is what the rules sheet says, or is made of the same text and settings; so it always agrees with the sheet.
`lookup.py` finds a question.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from scorekeeper.rules.ruleset import BIDDING, SETTINGS, Ruleset, belongs_to
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.grammar import words_of
from scorekeeper.sheets.phrases import say_setting
from scorekeeper.sheets.rules_sheet import sheet_sections
from scorekeeper.sheets.templates import SheetContext, environment, one_line


@dataclass(frozen=True)
class Question:
    """Something people argue about: the question, other words for it, the settings that decide it."""

    key: str
    asked: str
    words: str
    settings: tuple[str, ...]
    kind: str
    """The kind of game in which people ask it; empty for every kind."""
    text: str
    """The answer, to be filled in."""
    unless: str = "false"
    """When the question does not come up, as the text files say it: "not has_special"."""


def _read_questions() -> tuple[Question, ...]:
    read = words_of("questions")
    found = []
    for key, row in read["questions"].items():
        settings = tuple(row.get("settings", "").split())
        usual = f'{{{{ said("{key}") or said("{settings[0] if settings else ""}") }}}}'
        text = read["answers"].get(key, usual)
        reason = read["not-asked"].get(row.get("not-asked"), {"if": "false"})
        if "answer" in reason:
            text = f"{{% if {reason['if']} %}}{reason['answer']}{{% else %}}{text}{{% endif %}}"
        kind = "" if row.get("game") == "any" else row.get("game", BIDDING)
        found.append(Question(key, row["asked"], row["words"], settings, kind, text, reason["if"]))
    return tuple(found)


QUESTIONS = _read_questions()

OF_BIDS = ("auction.", "scoring.", "finish.must_stand_at_target")
"""The settings that mean nothing where nobody bids."""
ASKED_WITHOUT_BIDS = frozenset({"trump", "play-out"})
"""Questions about such settings that are asked where nobody bids all the same."""


def answer(question: Question, rules: Ruleset) -> str:
    """Return the table's answer to a question."""
    of_bids = any(key.startswith(OF_BIDS) for key in question.settings) and question.key not in ASKED_WITHOUT_BIDS
    if of_bids and not rules.has_bidding:
        return say_setting("auction.rounds", rules.auction.rounds)
    return one_line(_template(question.text).render(_sheet_words(rules)))


def comes_up(question: Question, rules: Ruleset) -> bool:
    """Return whether a question makes sense at a table."""
    return not _template(f"{{% if {question.unless} %}}no{{% endif %}}").render(_sheet_words(rules))


_template = cache(lambda text: environment().from_string(text))


@lru_cache(maxsize=16)
def _sheet_words(rules: Ruleset) -> dict[str, Any]:
    """Return what an answer may say: as any text, and `said`, what the sheet says about a setting or under a name."""
    page = SheetContext(rules, rules, 0, frozenset())

    @cache
    def named() -> dict[str, str]:
        every = [it for part in sheet_sections(page) for it in part.statements]
        return {name: it.text for it in reversed(every) for name in (*it.keys[:1], *it.answers)}

    def said(name: str) -> str:
        return named().get(name) or (page.say(name) if name in SETTINGS else "")

    return page.words | {"said": said}


def questions_for(rules: Ruleset) -> tuple[Question, ...]:
    """Return the questions that make sense in this kind of game, in the order people ask them."""
    return tuple(question for question in QUESTIONS if question.kind in (rules.kind, ""))


def what_others_do(key: str, variants: Iterable[Variant]) -> dict[str, list[str]]:
    """Return how other games answer a setting: sentence -> the names of the games, the commonest sentence first."""
    by_sentence: Mapping[str, list[str]] = defaultdict(list)
    for variant in variants:
        size = variant.usual_size
        if belongs_to(key, variant.kind):
            by_sentence[say_setting(key, variant.ruleset(size).value(key))].append(variant.name)
    return dict(sorted(by_sentence.items(), key=lambda pair: -len(pair[1])))
