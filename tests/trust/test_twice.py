"""Every form that writes, sent twice, writes once and is answered the same way."""

from __future__ import annotations

import pytest

from tests.databases import everything
from tests.trust.ways import WAYS

OTHER_ANSWER = {
    "/join": lambda first: (303, first[1].removesuffix("/who")),  # who they are was asked the first time
    "/l/<league>/delete": lambda _first: (410, None),
}


def sent_twice(copy, rule, **other):
    """Send a form twice; return both answers (status, location), and whether the second one wrote."""
    form = copy.ready(rule)
    first, after = form.send(), everything(copy.path)
    again = form.send(form.fields | other)
    answers = [(answer.status_code, answer.location) for answer in (first, again)]
    return answers, everything(copy.path) != after


@pytest.mark.sampled(12)
@pytest.mark.parametrize("rule", [rule for rule, way in WAYS.items() if way.writes])
def test_a_form_sent_twice_writes_once_and_is_answered_alike(copy, rule):
    [first, again], wrote = sent_twice(copy, rule)
    assert not wrote
    assert again == OTHER_ANSWER.get(rule, lambda answer: answer)(first)


def test_control_with_an_op_id_of_its_own_it_writes_again(copy):
    [_, again], wrote = sent_twice(copy, "/t/<code>/settle/pay", op_id="0" * 32)
    assert (again[0], wrote) == (303, True)
