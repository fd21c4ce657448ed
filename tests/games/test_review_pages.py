"""Agree, dispute: by another phone, in the log and on the table, without scripts."""

import re

import pytest

from scorekeeper.games import reviews
from tests.phones import HTMX, Page, Phone

STAKES = {"currency": "USD", "stake_game": "0.10"}


@pytest.fixture
def code(phone):
    """One hand from Alice's phone."""
    code = phone.sit_down()
    phone.hand(code)
    return code


@pytest.fixture
def viewer(app, phone, code):
    viewer = Phone(app)
    assert viewer.join(phone, code).status_code == 303
    return viewer


def say(phone, code, says, seq=1, **fields):
    return phone.send(f"/t/{code}/log", f"/t/{code}/lines/{seq}/says", {"says": says, **fields})


def actions(page):
    return [form["action"] for form in page.forms]


def test_who_looks_on_disputes_and_everybody_sees_it(phone, viewer, code):
    answer = say(viewer, code, "dispute", note="Dee had the trey")
    assert (answer.status_code, answer.location) == (303, f"/t/{code}/log?line=1#line-1")
    for seen_by in (phone, viewer):
        for path in (f"/t/{code}", f"/t/{code}/log"):
            assert "“Dee had the trey”" in seen_by.page(path).text
    assert phone.scores(code) == ["0", "10"], "it changes no score"


def test_the_phone_that_entered_it_is_not_asked(phone, viewer, code):
    assert f"/t/{code}/lines/1/says" not in actions(phone.page(f"/t/{code}/log"))
    fields = viewer.form(f"/t/{code}/log", f"/t/{code}/lines/1/says")
    token = phone.form(f"/t/{code}", f"/t/{code}/hands")["csrf_token"]
    answer = phone.client.post(
        f"/t/{code}/lines/1/says", data={"op_id": fields["op_id"], "csrf_token": token, "says": "agree"}
    )
    assert (answer.status_code, "This phone entered it," in answer.text) == (422, True)


def test_a_table_with_stakes_asks_what_was_said_and_one_without_does_not(phone, viewer):
    assert "/said?" not in phone.get(f"/t/{phone.sit_down()}").text
    code = phone.sit_down(**STAKES)
    phone.hand(code)
    asks = re.search(r'hx-get="([^"]+/said[^"]+)"', phone.get(f"/t/{code}").text)[1]
    assert phone.get(asks, **HTMX).status_code == 204
    say(viewer, code, "dispute", note="Dee had the trey")
    told = phone.get(asks, **HTMX).text
    assert "“Dee had the trey”" in Page(told).text
    asks = re.search(r'hx-get="([^"]+/said[^"]+)"', told)[1]
    assert phone.get(asks, **HTMX).status_code == 204


def test_nobody_changes_their_mind_without_end(phone, viewer, code, monkeypatch):
    monkeypatch.setattr(reviews, "MAX_REVIEWS", 2)
    said = [say(viewer, code, what).status_code for what in ("dispute", "agree", "dispute")]
    assert said == [303, 303, 422]
    assert phone.hand(code).status_code == 303


def test_a_dispute_is_over_when_the_same_phone_agrees(phone, viewer, code):
    say(viewer, code, "dispute")
    assert "Disputed" in phone.page(f"/t/{code}").text
    say(viewer, code, "agree")
    assert "Disputed" not in phone.page(f"/t/{code}").text
    log = phone.page(f"/t/{code}/log").text
    assert "Disputed" in log, "the log forgets nothing"
    assert "Confirmed by iPhone." in log


def test_a_dispute_is_over_when_the_line_is_corrected(phone, viewer, code):
    say(viewer, code, "dispute", note="I bid six")
    phone.send(f"/t/{code}/lines/1", f"/t/{code}/lines/1", {"bid": "6"})
    assert "Disputed" not in phone.page(f"/t/{code}").text
    assert "Disputed (earlier version)" in phone.page(f"/t/{code}/log").text
    assert f"/t/{code}/lines/2/says" in actions(viewer.page(f"/t/{code}/log")), "what it says now may be disputed"
    phone.send(f"/t/{code}", f"/t/{code}/undo", {})
    assert "Disputed" in phone.page(f"/t/{code}").text, "with the correction undone it stands again"


def test_who_entered_a_hand_may_dispute_its_correction(phone, other_phone, code):
    other_phone.send(f"/t/{code}/lines/1", f"/t/{code}/lines/1", {"bid": "6"})
    assert say(phone, code, "dispute", seq=2).status_code == 303
    assert "Disputed" in phone.page(f"/t/{code}").text


def test_what_was_read_is_what_is_agreed_with(phone, viewer, code):
    """The phone has the page of before the correction: its agreement is with what stood there."""
    form = viewer.form(f"/t/{code}/log", f"/t/{code}/lines/1/says") | {"says": "agree"}
    phone.send(f"/t/{code}/lines/1", f"/t/{code}/lines/1", {"bid": "6"})
    assert viewer.client.post(f"/t/{code}/lines/1/says", data=form).location == f"/t/{code}/log?line=1#line-1"
    log = phone.page(f"/t/{code}/log").text
    assert "Confirmed (earlier version)" in log
    assert "Confirmed by" not in log


def test_with_stakes_it_asks_of_the_last_hand(app, phone):
    code = phone.sit_down(**STAKES)
    phone.hand(code)
    viewer = Phone(app)
    viewer.join(phone, code)
    assert "Not confirmed yet." in phone.page(f"/t/{code}").text
    assert f"/t/{code}/lines/1/says" not in actions(phone.page(f"/t/{code}"))
    answer = viewer.send(f"/t/{code}", f"/t/{code}/lines/1/says", {"says": "agree"}, HTMX)
    assert "Confirmed by iPhone." in answer.text
    assert Page(answer.text).ids >= {"last"}
    assert "hand" not in Page(answer.text).ids, "a hand somebody is filling in is left alone"
    assert "Confirmed by iPhone." in phone.page(f"/t/{code}").text
    phone.hand(code, bidder="1", bid="4")
    text = phone.page(f"/t/{code}").text
    assert "Not confirmed yet." in text, "of the hand before nobody is asked any more"
