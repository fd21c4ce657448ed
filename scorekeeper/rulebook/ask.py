"""Ask about a rule: what this table says, the settings behind it, who set them, and what other games do."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from scorekeeper.games.history import PlayedLine
from scorekeeper.rulebook.book import Place
from scorekeeper.rulebook.forms import AskForm
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.ruleset import BIDDING
from scorekeeper.rules.sheet import RulesChange
from scorekeeper.sheets.phrases import say_setting, setting_title
from scorekeeper.sheets.questions import QUESTIONS, answer, comes_up, look_up, questions_for, what_others_do
from scorekeeper.variants.catalogue import catalogue

MAX_ANSWERS = 1
"""Answers given in full; what else was found is named below, to open."""
SUGGESTIONS = {
    "bidding": (
        "tie for game", "both over", "who gets low", "dealer steal", "everybody passed", "joker", "renege",
        "moon from the hole", "sneak out",
    ),
    "smoke": ("how often may I sit", "in the box", "no trick", "infraction", "never, never land"),
}  # fmt: skip
"""What people argue about most, in their words."""


SECTIONS = (
    ("Points", ("points.", "game.")),
    ("Bidding and trump", ("auction.", "turn.")),
    ("Moon and smudge", ("special.",)),
    ("Scoring a hand", ("scoring.", "penalty.", "tally.", "finish.direction")),
    ("Going out", ("finish.",)),
    ("Cards, deal and play", ("deck.", "deal.", "play.")),
    ("Partners and seats", ("call.", "seating.", "dealing.", "table.")),
)
"""Heading -> the beginnings of the settings its questions are about."""
OTHERS = {"bidding": "What you play for", "smoke": "At the table"}
"""Heading of the questions that no setting answers, by the kind of game; they come last."""


def ask_page(place: Place, form: AskForm) -> dict[str, Any]:
    """Return what the look-up page of a place prints: answers to what was typed, else every question by its section."""
    rules = place.rules
    typed: str = form.q.data
    found = look_up(typed, rules) if typed else []
    exact = [question for question in found if question.asked.casefold() == typed.casefold()]
    shown = exact or found[:MAX_ANSWERS]
    rest = [question for question in found if question not in shown]
    every = questions_for(rules) if not found else ()
    sections: dict[str, list[tuple[str, str]]] = {}
    for question in every:
        key = next(iter(question.settings), "")
        title = next((title for title, prefixes in SECTIONS if key.startswith(prefixes)), OTHERS[rules.kind])
        sections.setdefault(title, []).append((question.asked, answer(question, rules)))
    answers = []
    for question in shown:
        behind = []  # each setting an answer rests on: its title, who set it, the line that did, what other games do
        for key in question.settings:
            here = say_setting(key, rules.value(key)) if comes_up(question, rules) else ""
            others = [(said, games, said == here) for said, games in _others(question.key)[key]]
            behind.append((setting_title(key), *_set_by(place, key), others))
        answers.append((question.key, question.asked, answer(question, rules), behind))
    return {
        "place": place,
        "form": form,
        "chips": SUGGESTIONS[rules.kind],
        "answers": answers,
        "also": [(it.asked, answer(it, rules)) for it in rest],
        "sections": sorted(sections.items(), key=lambda section: section[0] == OTHERS[rules.kind]),
        "nothing": bool(typed) and not found,
    }


@cache
def _others(question_key: str) -> Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """Return setting -> what the games do in which the question arises: sentence and names, the commonest first."""
    question = next(it for it in QUESTIONS if it.key == question_key)
    games = [
        variant
        for variant in catalogue().values()
        if question.kind in (variant.kind, "") and comes_up(question, variant.ruleset(variant.usual_size))
    ]
    return {
        key: tuple((said, tuple(names)) for said, names in what_others_do(key, games).items())
        for key in question.settings
    }


def _set_by(place: Place, key: str) -> tuple[str, PlayedLine | None]:
    """Return in words who set a setting, and the last line that stands and changed it, if one did."""
    for line in reversed(place.view.lines) if place.view else ():
        if line.entry is None or "rules" not in line.facts:
            continue
        with suppress(SheetError):
            read = read_line(line.facts, line.before.variant.kind if line.before else BIDDING)
            if isinstance(read, RulesChange) and key in read.changes:
                by = f"by {line.row.who}" if line.row.who else f"on {line.row.device}"
                return f"Changed during this game, {by}.", line
    own = place.variant.ruleset(place.size).value(key)
    if key in place.house and place.house[key] != own:
        return f"A house rule since the start of this game. Standard: {say_setting(key, own)}", None
    return f"Standard {place.variant.name}.", None
