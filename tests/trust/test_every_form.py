"""Every form there is (tests/trust/ways.py), sent as it must not be: it writes once, and wholly, or nothing.

Twice; with a number that said something else; printed before somebody else saved; from every phone that may not; from
another league's owner; and, row 3, with every call of the database failing in turn.
"""

import pytest

from scorekeeper.access.roles import Role
from scorekeeper.core import transaction
from scorekeeper.core.extensions import db
from tests.databases import everything, failing_at, without_transactions
from tests.phones import Page, Phone
from tests.trust.scoring import faults_in
from tests.trust.ways import SMOKE, WAYS, Copy, route_of

WRITING = [rule for rule, way in WAYS.items() if way.writes]
RENAMES = "/l/<league>/name"
HANDS, UNDO = "/t/<code>/hands", "/t/<code>/undo"
LINES = [
    HANDS, UNDO, "/t/<code>/lines/<int:seq>", "/t/<code>/rule/<key>", "/t/<code>/vote",
    "/t/<code>/vote/<int:seq>", "/t/<code>/seats", "/t/<code>/exits",
]  # fmt: skip
"""The forms that write a line of a game, each of a game that others write in as well."""
ROLES = {"viewer": Role.VIEWER, "asking": Role.VIEWER, "scorer": Role.SCORER}


OTHER_ANSWER = {"/l/<league>/delete": (410, None)}


def sent_twice(copy, rule, **other):
    """Send a form twice; return both answers (status, location), and whether the second one wrote."""
    form = copy.ready(rule)
    first, after = form.send(), everything(copy.path)
    again = form.send(form.fields | other)
    answers = [(answer.status_code, answer.location) for answer in (first, again)]
    return answers, everything(copy.path) != after


@pytest.mark.sampled(12)
@pytest.mark.parametrize("rule", WRITING)
def test_a_form_sent_twice_writes_once_and_is_answered_alike(copy, rule):
    [first, again], wrote = sent_twice(copy, rule)
    assert not wrote
    assert again == OTHER_ANSWER.get(rule, first)


def test_control_with_an_op_id_of_its_own_it_writes_again(copy):
    [_, again], wrote = sent_twice(copy, "/t/<code>/settle/pay", op_id="0" * 32)
    assert (again[0], wrote) == (303, True)


def sent_with_the_number_of_another(copy, rule):
    """Send a form with the number of one that said something else; return its answer, and whether it wrote."""
    another, form = copy.ready(RENAMES), copy.ready(rule)
    assert another.send().status_code == 303
    before = everything(copy.path)
    answer = form.send(form.fields | {"op_id": another.fields["op_id"]})
    return answer, everything(copy.path) != before


LEADS_BACK = "/l/<league>/seasons/<int(max=999999999):season>/archive"
"""Its answer shows the seasons as they are."""
OTHERS = [rule for rule in WRITING if WAYS[rule].who != "stranger" and rule != RENAMES]


@pytest.mark.sampled(12)
@pytest.mark.parametrize("rule", OTHERS)
def test_a_number_that_said_something_else_is_refused(copy, rule):
    answer, wrote = sent_with_the_number_of_another(copy, rule)
    assert (400 <= answer.status_code < 500 or rule == LEADS_BACK, wrote) == (True, False)


def test_control_without_a_look_at_what_it_said_it_is_answered_for_the_other(copy, monkeypatch):
    monkeypatch.setattr(transaction.Write, "answered", lambda *_: True)
    assert sent_with_the_number_of_another(copy, "/l/<league>/seasons/new")[0].status_code == 303


def sent_stale(copy, rule):
    """Send a form that was printed before somebody else saved a hand; return it, its answer, and whether it wrote."""
    form, other = copy.ready(rule), copy.ready(HANDS)
    other.phone = copy.phone("scorer")
    assert form.fields["seen"] == other.fields["seen"]
    answer = other.send(other.printed() | other.filled_in() | {"note": "Somebody was first"})
    assert answer.status_code == 303, answer.text
    before = everything(copy.path)
    return form, form.send(), everything(copy.path) != before


@pytest.mark.sampled(4)
@pytest.mark.parametrize("rule", LINES)
def test_a_form_printed_before_somebody_saved_is_told_so(copy, rule):
    form, answer, wrote = sent_stale(copy, rule)
    assert (answer.status_code, wrote) == (409, False)
    anyway = [each["fields"] for each in Page(answer.text).forms if each["action"] == form.address]
    assert [form.send(fields).status_code for fields in anyway] == [303] * (rule != UNDO)


def least_role(app, rule):
    return next(it.role for it in app.url_map.iter_rules() if it.rule == route_of(rule) and "POST" in it.methods)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("rule", [rule for rule in WAYS if not rule.startswith(("/c/", "/n/", "/d/"))])  # open to all
def test_from_a_phone_that_may_not_it_is_refused(copy, rule):
    least, form, elsewhere = least_role(copy.app, rule), copy.ready(rule), Phone(copy.app)
    if least is None:  # anybody may
        return
    elsewhere.bring_in(SMOKE)
    before = everything(copy.path)
    for who in ("elsewhere", "stranger", "gone", "viewer", "asking", "scorer"):
        role = ROLES.get(who)
        if role is None or role < least:
            form.phone = elsewhere if who == "elsewhere" else copy.phone(who)
            token = form.phone.form("/screen", "/screen")["csrf_token"]
            answer = form.send(form.fields | {"csrf_token": token})
            assert (who, answer.status_code) == (who, 404 if role is None else 403)
    assert everything(copy.path) == before


MOST_CALLS = 100
COUNTED = {"/join": ("failures",), "/claim": ("failures",)}
"""What a way in counts before it looks, in a transaction of its own: many tries at once are many failures."""


def states_of(copy, rule, *, once=False, headers=None):
    """Send a route's form with every call failing in turn, until none is left to fail.

    Give the states there were, from that before to that after, and those between.
    """
    form = copy.ready(rule)
    with copy.app.app_context():
        engine = db.engine
    left_out = COUNTED.get(rule, ())
    states = [everything(copy.path, without=left_out)]
    for nth in range(1, MOST_CALLS):
        with failing_at(engine, nth, once=once):
            answer = form.send(**headers or {})
        states.append(everything(copy.path, without=left_out))
        if answer.status_code < 400:
            break
        assert answer.status_code == 500, f"{answer.status_code} {answer.text}"
        assert "nothing was saved halfway" in answer.text
    return states, [state for state in states if state not in (states[0], states[-1])]


@pytest.mark.sampled(12)
@pytest.mark.parametrize("rule", list(WAYS))
def test_it_is_as_before_or_as_after_and_never_between(world, shared_app, rule, size, record_property):
    ways = [(once, headers) for once in (False, True) for headers in ({}, {"HX-Request": "true"})]
    failed, between = 0, []
    for once, headers in size(ways, ways[:1]):
        copy = Copy(world, shared_app.on(world.path), shared_app.database)
        states, found = states_of(copy, rule, once=once, headers=headers)
        failed += len(states) - 2
        between += found
        assert (states[0] != states[-1]) == WAYS[rule].writes
        assert faults_in(copy.path) == []
        assert len(states) < MOST_CALLS
    record_property("row 3: forms, calls made to fail, states between", [1, failed, len(between)])
    assert between == []


def test_every_route_that_takes_a_form_is_among_them(copy):
    """A new POST route wants an entry in tests/trust/ways.py."""
    assert set(copy.routes("POST")) == set(map(route_of, WAYS))


def test_the_control_without_a_transaction_a_hand_is_left_half(own_copy, record_property):
    with own_copy.app.app_context():
        without_transactions(db.engine)
    states_of(own_copy, "/t/<code>/hands")
    faults = faults_in(own_copy.path)
    record_property("row 3, control without a transaction: faults the doctor finds", len(faults))
    assert faults
