"""The close of a night on the pages: a button, half an hour, then a reason or a sentence whom to ask."""

import datetime as dt

import pytest
from sqlalchemy import update

from scorekeeper.core.extensions import db
from scorekeeper.core.transaction import write_transaction
from scorekeeper.models import Night
from tests.phones import HTMX, Page


@pytest.fixture
def played(phone, code):
    phone.hand(code)
    return code


@pytest.fixture
def close(app, phone, played):
    """Call it a night, and let so many minutes go by."""
    assert phone.send(f"/t/{played}/log", f"/t/{played}/night/close", {}).status_code == 303

    def close(ago):
        at = dt.datetime.now(dt.UTC) - dt.timedelta(minutes=ago)
        with app.app_context(), write_transaction(db.session) as connection:
            connection.execute(update(Night).values(closed_at=at))

    return close


def actions(page):
    return [form["action"].rsplit("/", 1)[1] for form in page.forms]


@pytest.mark.parametrize(("path", "back"), [("/log", "/log#night"), ("/settle", "/settle#night")])
def test_it_is_closed_and_opened_again_where_the_button_stands(phone, played, path, back):
    page = f"/t/{played}{path}"
    answer = phone.send(page, f"/t/{played}/night/close", {})
    assert (answer.status_code, answer.location) == (303, f"/t/{played}{back}")
    assert "The night ended" in phone.page(page).text
    assert phone.send(page, f"/t/{played}/night/open", {}).location == f"/t/{played}{back}"
    assert "close" in actions(phone.page(page))


def test_a_scorer_is_refused_in_words_and_keeps_what_was_typed(phone, other_phone, played, close):
    close(29)
    assert other_phone.hand(played, what="misdeal").status_code == 303, "half an hour it may go on"
    close(31)
    answer = other_phone.hand(played, bidder="3", bid="7", note="Cy was sure")
    assert answer.status_code == 422
    assert "This night ended" in answer.text
    assert "Ask the league owner" in answer.text
    assert 'id="bidder-3" value="3" class="s1" checked' in answer.text
    assert "Cy was sure" in answer.text
    answer = other_phone.send(f"/t/{played}/lines/1", f"/t/{played}/lines/1", {"bid": "6", "reason": "Six"})
    assert (answer.status_code, 'value="Six"' in answer.text) == (422, True)
    assert phone.scores(played) == ["0", "10"]


@pytest.mark.parametrize("headers", [None, HTMX])
def test_the_owner_is_asked_why_and_nothing_is_lost(phone, played, close, headers):
    close(31)
    answer = phone.hand(played, headers, bidder="3", bid="7", note="Cy was sure")
    assert answer.status_code == 422
    form = forms(answer)[f"/t/{played}/hands"]
    assert (form["bidder"], form["bid"], form["note"]) == ("3", "7", "Cy was sure")
    assert phone.client.post(f"/t/{played}/hands", data=form | {"late": " "}).status_code == 422
    too_long = phone.client.post(f"/t/{played}/hands", data=form | {"late": "x" * 201})
    assert "Use at most 200 characters." in too_long.text
    assert forms(too_long)[f"/t/{played}/hands"]["late"] == "x" * 201, "what was typed is still there"
    assert phone.client.post(f"/t/{played}/hands", data=form | {"late": "It was on paper"}).status_code == 303
    assert phone.scores(played) == ["10", "10"]
    log = phone.page(f"/t/{played}/log").text
    assert "After the night ended: It was on paper" in log
    assert "open" in actions(phone.page(f"/t/{played}/log")), "it is still closed"


def test_an_undo_asks_why_too(phone, played, close):
    close(31)
    answer = phone.send(f"/t/{played}", f"/t/{played}/undo", {})
    assert answer.status_code == 422
    form = forms(answer)[f"/t/{played}/undo"]
    phone.client.post(f"/t/{played}/undo", data=form | {"late": "Never played"})
    assert phone.scores(played) == ["0", "0"]
    assert "Never played" in phone.page(f"/t/{played}/log").text


def test_a_correction_says_why_itself_or_is_asked_too(phone, played, close):
    close(31)
    path = f"/t/{played}/lines/1"
    assert phone.send(path, path, {"bid": "6", "reason": "Six, says the paper"}).status_code == 303
    asked = phone.send(path, path, {"bid": "7"})
    assert asked.status_code == 422
    assert forms(asked)[path]["bid"] == "7"
    assert phone.client.post(path, data=forms(asked)[path] | {"late": "It was on paper"}).status_code == 303
    text = phone.page(f"/t/{played}/log").text
    assert "Before: Bob bid 6" in text
    assert "It was on paper" in text


def test_what_was_put_right_on_another_day_bears_its_date(phone, played, monkeypatch):
    tomorrow = dt.datetime.now(dt.UTC) + dt.timedelta(days=1)
    monkeypatch.setattr("scorekeeper.core.forms.wall_clock", lambda: tomorrow)
    page = f"/t/{played}/lines/1"
    phone.send(page, page, {"what": "hand", "bidder": "2", "bid": "6", "reason": "Slept on it"})
    assert f"Corrected {tomorrow:%b} {tomorrow.day}, " in phone.page(f"/t/{played}/log").text


def test_or_the_night_goes_on_and_the_hand_with_it(phone, other_phone, played, close):
    close(31)
    form = forms(phone.hand(played, bidder="3", bid="7"))[f"/t/{played}/night/open"]
    answer = phone.client.post(f"/t/{played}/night/open", data=form)
    assert (answer.status_code, answer.location) == (307, f"/t/{played}/hands")
    assert phone.client.post(answer.location, data=form).status_code == 303
    assert phone.scores(played) == ["10", "10"]
    assert other_phone.hand(played).status_code == 303


@pytest.mark.parametrize("then", ["https://example.org/", "//example.org", "/t/{code}/night/close", ""])
def test_it_goes_on_to_a_form_of_this_table_and_nowhere_else(phone, played, close, then):
    close(31)
    form = forms(phone.hand(played))[f"/t/{played}/night/open"] | {"then": then.format(code=played)}
    assert phone.client.post(f"/t/{played}/night/open", data=form).status_code == 404
    assert "open" in actions(phone.page(f"/t/{played}/log")), "and what was refused opened nothing"


def forms(answer):
    return {form["action"]: form["fields"] for form in Page(answer.text).forms}
