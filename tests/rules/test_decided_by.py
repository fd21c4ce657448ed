"""Every reason leads to the question whose answer is the rule that decided."""

from __future__ import annotations

import pytest

from scorekeeper.rules.decided_by import QUESTION_OF, question_about
from scorekeeper.rules.disputes import QUESTIONS
from scorekeeper.rules.words import SENTENCES

NO_RULE = {
    "adjusted", "deals-next", "ended-leaders", "ended-nobody", "joined", "left", "misdeal", "restarted", "rule-changed",
    "settled", "substituted", "swapped", "tricks",
}  # fmt: skip
"""Facts of the table, and what it voted: there is nothing to look up."""


@pytest.mark.parametrize("reason", sorted(SENTENCES))
def test_a_reason_has_its_question_or_needs_none(reason):
    assert (reason in QUESTION_OF) != (reason in NO_RULE)


@pytest.mark.parametrize("reason", sorted(QUESTION_OF))
def test_the_question_is_one_that_people_can_ask(reason):
    assert question_about(reason) in {question.asked for question in QUESTIONS}


def test_a_vote_was_decided_by_no_rule():
    assert question_about("adjusted") == ""
