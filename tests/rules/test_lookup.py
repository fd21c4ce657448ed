"""Finding a question by its words, the best first, and by the reason whose rule it answers."""

from __future__ import annotations

import pytest

from scorekeeper.sheets.grammar import words_of
from scorekeeper.sheets.questions import (
    QUESTION_OF,
    QUESTIONS,
    content_words,
    likeness,
    look_up,
    question_about,
    questions_for,
)
from scorekeeper.variants.catalogue import find_variant

RULES = find_variant("partnership-pitch").ruleset(4)


def test_a_question_typed_in_capitals_and_without_its_mark_is_the_first():
    stakes = next(question for question in questions_for(RULES) if question.key == "stakes")
    for typed in (stakes.asked, f" {stakes.asked.upper().rstrip('?')} ", stakes.asked.replace("?", "!")):
        assert look_up(typed, RULES)[0].key == "stakes"


def test_the_off_jack_is_the_jick_and_no_jack():
    assert content_words("Off-Jacks") == content_words("off jack") == ["jick"]


def test_what_fits_half_as_well_is_offered_and_less_is_not():
    """"first lead": 6 for the question that asks for both, 3 for one of them; 2 for another word of one, too little."""
    fits = {question.key: likeness(content_words("first lead"), question) for question in questions_for(RULES)}
    best = max(fits.values())
    offered = {question.key for question in look_up("first lead", RULES)}
    assert offered == {key for key, fit in fits.items() if 2 * fit >= best}
    assert {fits[key] for key in offered} >= {best}


def test_three_letters_are_a_beginning_and_two_are_none():
    renege = next(question for question in questions_for(RULES) if question.key == "renege")
    assert likeness(["mis"], renege) == 1
    assert likeness(["mi"], renege) == 0


NO_RULE = {
    "adjusted", "deals-next", "ended-leaders", "ended-nobody", "joined", "left", "misdeal", "restarted", "rule-changed",
    "settled", "substituted", "swapped", "tricks",
}  # fmt: skip
"""Facts of the table, and what it voted: there is nothing to look up."""


@pytest.mark.parametrize("reason", sorted(words_of("reasons")["reason"]))
def test_a_reason_has_its_question_or_needs_none(reason):
    assert (reason in QUESTION_OF) != (reason in NO_RULE)


@pytest.mark.parametrize("reason", sorted(QUESTION_OF))
def test_the_question_is_one_that_people_can_ask(reason):
    assert question_about(reason) in {question.asked for question in QUESTIONS}


def test_a_vote_was_decided_by_no_rule():
    assert question_about("adjusted") == ""
