"""Joining on the screen: by code, asking to keep score and being let."""

import re

import pytest

from scorekeeper.access import phones
from scorekeeper.access.permissions import qr_code
from tests.access.conftest import shown_code
from tests.databases import asked, by_hand
from tests.phones import HTMX, Page, Phone


def rows(database, table):
    statement = f"SELECT count(*) FROM {table}"  # noqa: S608 - the names are this test's own
    return asked(database, statement)[0][0]


def test_the_link_of_the_code_joins_nobody_until_the_form_is_sent(phone, stranger, code, database):
    spoken = shown_code(phone, code)
    page = stranger.page(f"/join?code={spoken}")
    assert page.forms[0]["fields"]["code"] == spoken
    assert rows(database, "members") == rows(database, "devices") == 1
    assert stranger.get(f"/t/{code}").status_code == 404


def test_the_code_leads_to_the_table_and_asks_once_who_holds_the_phone(viewer, phone, code):
    answer = viewer.send(f"/t/{code}/who", f"/t/{code}/who", {"who": "nobody"})
    assert answer.location == f"/t/{code}"
    assert viewer.join(phone, code).location == f"/t/{code}", "who is in already is not asked again"
    assert code in viewer.get("/").text


@pytest.mark.parametrize("typed", ["", "nonsense", "K7P-4RWX", "\0", "x" * 500, "<b>"])
@pytest.mark.usefixtures("code")
def test_a_wrong_code_says_so_and_enrolls_nobody(stranger, database, typed):
    answer = stranger.send("/join", "/join", {"code": typed})
    assert answer.status_code == 422
    assert "No table has this code" in answer.text
    assert rows(database, "devices") == 1


def test_wrong_codes_and_it_says_when_to_try_again(stranger, phone, code, monkeypatch):
    monkeypatch.setattr(phones, "MAX_WRONG_JOINS", 10)
    answers = [stranger.send("/join", "/join", {"code": "2222222"}) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [422] * 10 + [429]
    assert "Try again in 10 minutes" in answers[-1].text
    assert 500 < int(answers[-1].headers["Retry-After"]) <= 600
    assert stranger.join(phone, code).status_code == 429, "a right one waits too"
    assert phone.get(f"/t/{code}").status_code == 200, "who is in is not held up"
    assert phone.hand(code).status_code == 303


def test_the_same_answer_for_a_code_that_was_replaced_as_for_none(app, phone, code):
    old = shown_code(phone, code)
    assert phone.send(f"/t/{code}/phones", f"/t/{code}/invite/replace", {}).status_code == 303
    assert shown_code(phone, code) != old

    def tried(spoken):
        answer = Phone(app).send("/join", "/join", {"code": spoken})
        return answer.status_code, re.sub(r'value="[^"]*"', "", answer.text.replace(spoken, "…"))

    assert tried(old) == tried("222-2222")


def test_a_league_from_before_codes_gets_one_when_it_is_asked_for(other_phone, phone, code, database):
    by_hand(database, "DELETE FROM links")
    page = other_phone.page(f"/t/{code}/invite")
    assert "This table has no code yet." in page.text
    assert [form["action"] for form in page.forms] == [f"/t/{code}/share"], "who keeps score makes no code"
    assert phone.send(f"/t/{code}/phones", f"/t/{code}/invite/replace", {}).status_code == 303
    assert re.fullmatch(r"[2-9A-Z]{3}-[2-9A-Z]{4}", shown_code(phone, code))
    assert other_phone.send(f"/t/{code}/invite", f"/t/{code}/share", {}).status_code == 303
    assert "/s/" in other_phone.get(f"/t/{code}/invite").text


def test_what_a_viewer_may_not_he_is_told_and_may_ask_for(viewer, phone, code):
    form = phone.form(f"/t/{code}", f"/t/{code}/hands") | {"bidder": "2", "bid": "5"}
    form["csrf_token"] = viewer.form(f"/t/{code}", f"/t/{code}/ask")["csrf_token"]
    answer = viewer.client.post(f"/t/{code}/hands", data=form)
    assert answer.status_code == 403
    assert "Ask someone who keeps score to let you in." in answer.text
    assert [form["action"] for form in Page(answer.text).forms] == [f"/t/{code}/ask"]
    assert phone.scores(code) == ["0", "0"]


def test_asking_shows_on_a_scorers_table_and_is_answered_there(viewer, phone, code):
    assert viewer.send(f"/t/{code}", f"/t/{code}/ask", {}).status_code == 303
    assert "You asked to keep score." in viewer.page(f"/t/{code}").text
    quiet = phone.get(f"/t/{code}/asking?mark=owner:", **HTMX)
    assert "iPhone wants to keep score" in quiet.text
    mark = re.search(r"asking\?mark=([\w:,]+)", quiet.text)[1]
    assert phone.get(f"/t/{code}/asking?mark={mark}", **HTMX).status_code == 204
    admit = next(form["action"] for form in phone.page(f"/t/{code}").forms if "/admit" in form["action"])
    answer = phone.send(f"/t/{code}", admit, {}, HTMX)
    assert "wants to keep score" not in answer.text
    assert 'id="asking"' in answer.text
    assert viewer.hand(code).status_code == 303


def test_a_waiting_page_turns_into_a_scorers_by_itself(viewer, phone, code):
    viewer.send(f"/t/{code}", f"/t/{code}/ask", {})
    path = f"/t/{code}/asking?mark=viewer:asked"
    assert viewer.get(path, **HTMX).status_code == 204
    admit = next(form["action"] for form in phone.page(f"/t/{code}").forms if "/admit" in form["action"])
    phone.send(f"/t/{code}", admit, {})
    answer = viewer.get(path, **HTMX)
    assert answer.status_code == 200
    assert 'id="hand"' in answer.text
    assert answer.text.count("hx-swap-oob") == 2, "the table and the sheets over it"
    assert viewer.get(path).location == f"/t/{code}", "without htmx it is the table"


@pytest.mark.parametrize(("host", "warned"), [("127.0.0.1:81", True), ("localhost", True), ("10.1.1.20:81", False)])
def test_an_address_that_no_other_phone_reaches_is_called_that(app, phone, code, host, warned, monkeypatch):
    monkeypatch.setitem(app.config, "TRUSTED_HOSTS", [host.partition(":")[0]])
    phone.client.set_cookie("phone", phone.client.get_cookie("phone").value, domain=host.partition(":")[0])
    answer = phone.client.get(f"/t/{code}/invite", headers={"Host": host})
    [spoken] = re.findall(r'class="code num">([^<]+)<', answer.text)
    square = qr_code(f"http://{host}/join?code={spoken}") in answer.text
    assert ("Other phones can't open this yet" in answer.text, square) == (warned, not warned)


@pytest.mark.parametrize(("page", "attribute"), [("", "formaction"), ("", "hx-post"), ("/phones", "formaction")])
def test_not_now_leaves_it_watching_and_able_to_ask_again(viewer, phone, code, page, attribute):
    viewer.send(f"/t/{code}", f"/t/{code}/ask", {})
    html = phone.get(f"/t/{code}{page}").text
    [button] = re.findall(r"<button ([^>]*)>Not now</button>", html)
    fields = next(form["fields"] for form in Page(html).forms if form["action"].endswith("/admit"))
    scripts = attribute == "hx-post"
    answer = phone.client.post(
        re.search(rf'{attribute}="([^"]+)"', button)[1], data=fields, headers=HTMX if scripts else {}
    )
    assert answer.status_code == (200 if scripts else 303)
    assert "Not now" not in answer.text
    assert "wants to keep score" not in phone.get(f"/t/{code}").text
    assert viewer.get(f"/t/{code}/phones").status_code == 403
    assert viewer.send(f"/t/{code}", f"/t/{code}/ask", {}).status_code == 303
