"""The page on which a variant is written: its questions, what differs first, and the sheet it makes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from scorekeeper.models import League
from scorekeeper.rulebook.own_game_forms import VariantForms
from scorekeeper.rulebook.questions import changes_in_words, question, rule_field, split_questions, usual_values
from scorekeeper.rules.ruleset import GameKind
from scorekeeper.rules.settings import SETTINGS, belongs_to
from scorekeeper.sheets.example import three_hands
from scorekeeper.sheets.lookup import SHORTEST_BEGINNING, content_words
from scorekeeper.sheets.phrases import say_setting, setting_title
from scorekeeper.sheets.rules_sheet import rules_sheet
from scorekeeper.variants.catalogue import FAMILIES
from scorekeeper.variants.own import TABLE_SIZES

OFTEN = (
    "finish.target", "auction.min", "auction.max", "auction.dealer_steals", "auction.all_pass", "deck.off_jack",
    "points.off_jack.worth", "deck.jokers", "game.tie", "finish.may_win",
)  # fmt: skip
"""What tables play differently most often: asked first while nothing differs yet."""
MOST_FOUND = 12
EXAMPLE = "For example"
"""The section of a sheet whose hands stand apart here."""


def variant_page(forms: VariantForms, league: League | None, url: str) -> dict[str, Any]:
    """Return what the page prints; the settings must be validated."""
    state, kind, find = forms.rules_state(), forms.at.shown.kind, forms.about.find.data
    changed = [key for key in SETTINGS if key in state.base and state.base[key] != state.usual(key)]
    changed += [name.removeprefix("rule-") for name in forms.wrong]
    found = find_settings(find, kind) if find else []
    often = [*OFTEN, *forms.at.shown.asks] if not (find or changed) else []
    first, groups = split_questions(state, [*found, *changed, *often])
    if find:
        title = f"Found for “{find}”, and what's different" if changed else f"Found for “{find}”"
    else:
        title = "What's different" if changed else "Often played differently"
    stands = not (forms.settings.errors or forms.about.sizes.errors)
    doubts = {rule_field(key): sentence for key, sentence in forms.doubts.items()} if stands else {}
    return {
        "league": league,
        "url": url,
        "at": forms.at,
        "sizes": sorted({*TABLE_SIZES, *forms.at.sizes}),
        "form": forms.about,
        "families": FAMILIES,
        "first_title": title,
        "first": first,
        "groups": groups,
        "nothing_found": bool(find) and not found,
        "doubts": doubts,
        "preview": _preview(forms, {**forms.wrong, **doubts}),
        "errors": [(name, _summary_text(name, sentence)) for name, sentence in forms.error_list],
    }


def _preview(forms: VariantForms, said: dict[str, str]) -> dict[str, Any]:
    """Return the sheet and example hands of the rules as they are chosen; without a sheet while they do not fit.

    `said` is what is wrong or doubtful by its control; what was said before and is no more is told too.
    """
    at = forms.at
    before = [name for name in forms.about.told.data.split() if name.removeprefix("rule-") in SETTINGS]
    playable = not forms.wrong
    house = forms.settings.house if playable else {}
    return {
        "sheet": rules_sheet(at.shown, at.size, house) if playable else None,
        "hands": three_hands(at.shown, at.size, house) if playable else (),
        "changes": changes_in_words(at.shown, at.size, house),
        "wrong": [(name, _summary_text(name, sentence)) for name, sentence in said.items()],
        "notes": [(name, said.get(name, "")) for name in dict.fromkeys([*before, *said])],
        "told": " ".join(said),
    }


def _summary_text(name: str, sentence: str) -> str:
    """Return an error as it reads in a list: "Target: A whole number …"."""
    key = name.removeprefix("rule-")
    return f"{setting_title(key)}: {sentence}" if key in SETTINGS else sentence


# ---------------------------------------------------------------- find a rule


def find_settings(text: str, kind: GameKind) -> list[str]:
    """Return the settings that `text` may mean, the likeliest first: those with the most of its words."""
    wanted = dict.fromkeys(content_words(text))
    scored = [(_likeness(wanted, key), key) for key in SETTINGS if belongs_to(key, kind)]
    best = max((score for score, _ in scored), default=0)
    likely = sorted((pair for pair in scored if pair[0] and 2 * pair[0] >= best), key=lambda pair: -pair[0])
    return [key for _, key in likely[:MOST_FOUND]]


def _likeness(wanted: Iterable[str], key: str) -> int:
    """Return how well words fit a setting: 3 for a word of its question, 2 for one of an answer, 1 for a beginning."""
    asked, answers = _vocabulary(key)
    score = 0
    for word in wanted:
        begins = len(word) >= SHORTEST_BEGINNING and any(other.startswith(word) for other in asked | answers)
        score += 3 if word in asked else 2 if word in answers else int(begins)
    return score


@cache
def _vocabulary(key: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of a setting's question and title, and of its answers."""
    answers = " ".join(say_setting(key, value) for value in usual_values(key, SETTINGS[key][1]))
    asked = f"{question(key)} {setting_title(key)}"
    return frozenset(content_words(asked)), frozenset(content_words(answers))
