"""Joining on the screen: by code, who holds the phone, asking and being let, phones, links, the owner's claim."""

from __future__ import annotations

import re

import pytest

from scorekeeper.services.access import joining
from tests.cast import FOUR
from tests.databases import asked, by_hand, url_of
from tests.web.conftest import HTMX, TEN_POINT, Page, Phone

IPHONE = "iPhone"


def shown_code(phone, code):
    return re.search(r'class="code num">([^<]+)<', phone.get(f"/t/{code}/invite").text)[1]


def rows(database, table):
    statement = f"SELECT count(*) FROM {table}"  # noqa: S608 - the names are this test's own
    return asked(database, statement)[0][0]


@pytest.fixture
def viewer(app, phone, code):
    """A phone that watches."""
    viewer = Phone(app)
    assert viewer.join(phone, code).location == f"/t/{code}/who"
    return viewer


# ---------------------------------------------------------------- by code


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
def test_a_wrong_code_says_so_and_enrols_nobody(stranger, database, typed):
    answer = stranger.send("/join", "/join", {"code": typed})
    assert answer.status_code == 422
    assert "No table has this code" in answer.text
    assert rows(database, "devices") == 1


@pytest.fixture
def _ten_at_most(monkeypatch):
    monkeypatch.setattr(joining, "MAX_WRONG_JOINS", 10)


@pytest.mark.usefixtures("_ten_at_most")
def test_wrong_codes_and_it_says_when_to_try_again(stranger, phone, code):
    answers = [stranger.send("/join", "/join", {"code": "2222222"}) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [422] * 10 + [429]
    assert "Try again in 10 minutes" in answers[-1].text
    assert 500 < int(answers[-1].headers["Retry-After"]) <= 600
    assert stranger.join(phone, code).status_code == 429, "a right one waits too"
    assert phone.get(f"/t/{code}").status_code == 200, "who is in is not held up"
    assert phone.hand(code).status_code == 303


def test_the_same_answer_for_a_code_that_was_replaced_as_for_none(app, phone, code):
    old = shown_code(phone, code)
    assert phone.send(f"/t/{code}/invite", f"/t/{code}/invite/replace", {}).status_code == 303
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
    assert phone.send(f"/t/{code}/invite", f"/t/{code}/invite/replace", {}).status_code == 303
    assert re.fullmatch(r"[2-9A-Z]{3}-[2-9A-Z]{4}", shown_code(phone, code))
    assert other_phone.send(f"/t/{code}/invite", f"/t/{code}/share", {}).status_code == 303
    assert "/s/" in other_phone.get(f"/t/{code}/invite").text


# ---------------------------------------------------------------- a refused write leaves nothing


@pytest.mark.parametrize(
    ("path", "fields"),
    [(f"/new/{TEN_POINT}/4", {}), ("/import", {"sheet": "no sheet"}), ("/join", {"code": "no code"}),
     ("/claim", {"passphrase": "no passphrase"})],
)  # fmt: skip
def test_a_refused_write_of_an_unknown_phone_leaves_no_row(stranger, database, path, fields):
    assert stranger.send(path, path, fields).status_code == 422
    assert rows(database, "devices") == rows(database, "members") == rows(database, "leagues") == 0


# ---------------------------------------------------------------- watching, asking, being let


def test_who_watches_has_no_form_and_a_way_to_ask(viewer, phone, code):
    phone.hand(code)
    page = viewer.page(f"/t/{code}")
    assert "You are watching." in page.text
    assert [form["action"] for form in page.forms] == [f"/t/{code}/ask"]
    assert "hand" not in page.ids
    assert viewer.scores(code) == ["0", "10"]
    assert f'href="/t/{code}/lines/1"' not in viewer.get(f"/t/{code}/log").text


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
    assert f"{IPHONE} wants to keep score" in quiet.text
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


def test_not_now_leaves_it_watching_and_able_to_ask_again(viewer, phone, code):
    viewer.send(f"/t/{code}", f"/t/{code}/ask", {})
    admit = next(form["action"] for form in phone.page(f"/t/{code}").forms if "/admit" in form["action"])
    later = admit.replace("/admit", "/later")
    fields = phone.form(f"/t/{code}", admit)
    assert phone.client.post(later, data=fields).location == f"/t/{code}"
    assert viewer.send(f"/t/{code}", f"/t/{code}/ask", {}).status_code == 303


def test_the_board_shows_the_code_until_somebody_joins(app, phone, code):
    assert f'href="/t/{code}/invite"' in phone.get(f"/t/{code}").text
    phone.hand(code)
    assert shown_code(phone, code) in phone.page(f"/t/{code}").text
    Phone(app).join(phone, code)
    assert shown_code(phone, code) not in phone.page(f"/t/{code}").text


# ---------------------------------------------------------------- who holds the phone


def test_the_log_and_the_rules_name_who_holds_the_phone(other_phone, phone, code):
    other_phone.send(f"/t/{code}/who", f"/t/{code}/who", {"name": "Pat", "phone": "Pat's old phone"})
    other_phone.hand(code)
    log = phone.page(f"/t/{code}/log").text
    assert "Pat, Pat's old phone" in log
    phone.send(f"/t/{code}/lines/1", f"/t/{code}/lines/1", {"bid": "6", "reason": "Six, said all."})
    assert f"{IPHONE} Six, said all." in phone.page(f"/t/{code}/log").text, "of this one nobody said who holds it"
    rule = f"/t/{code}/rule/game.tie"
    other_phone.send(rule, rule, {"rule-game.tie": "bidders"})
    asked = phone.page(f"/t/{code}/rules/ask?q=tie for game").text
    assert "Changed during this game, by Pat." in asked


def test_a_regular_is_tapped(viewer, code):
    page = viewer.get(f"/t/{code}/who").text
    assert re.findall(r'name="who" value="(\d+)" formnovalidate>([^<]+)<', page) == [
        (str(number), name) for number, name in enumerate(FOUR, start=1)
    ]
    viewer.send(f"/t/{code}/who", f"/t/{code}/who", {"who": "2"})
    assert 'value="2" formnovalidate aria-pressed="true">Bob' in viewer.get(f"/t/{code}/who").text


@pytest.mark.parametrize("fields", [{}, {"who": "99"}, {"name": " "}, {"who": "x", "name": ""}, {"name": "y" * 61}])
def test_who_is_nobody_is_asked_again(viewer, code, fields):
    answer = viewer.send(f"/t/{code}/who", f"/t/{code}/who", fields)
    assert answer.status_code == 422
    assert 'id="name-wrong"' in answer.text


# ---------------------------------------------------------------- phones


def last_device(owner, code):
    """Return the number the phones page has for the phone that joined last."""
    return re.findall(r'id="phone-(\d+)"', owner.get(f"/t/{code}/phones").text)[-1]


def test_the_phones_page_lists_who_may_what_and_wrote_when(other_phone, phone, code):
    other_phone.hand(code)
    text = phone.page(f"/t/{code}/phones").text
    assert "owner since" in text
    assert "keeps score since" in text
    assert "no entries yet" in text
    assert "last entry" in text


def test_shut_out_means_at_once(other_phone, phone, code):
    form = other_phone.form(f"/t/{code}", f"/t/{code}/hands") | {"bidder": "2", "bid": "5"}
    device = last_device(phone, code)
    phone.send(f"/t/{code}/phones", f"/t/{code}/phones/{device}/out", {})
    assert other_phone.client.post(f"/t/{code}/hands", data=form).status_code == 404
    assert other_phone.get(f"/t/{code}").status_code == 404
    assert code not in other_phone.get("/").text
    assert phone.scores(code) == ["0", "0"]
    assert other_phone.join(phone, code).status_code == 422, "the code alone does not let it in again"
    phone.send(f"/t/{code}/phones", f"/t/{code}/phones/{device}/back", {})
    assert "You are watching." in other_phone.page(f"/t/{code}").text


def test_the_last_owner_is_told_why_not(phone, code):
    device = last_device(phone, code)
    for what, fields in (("out", {}), ("role", {"role": "viewer"})):
        answer = phone.send(f"/t/{code}/phones", f"/t/{code}/phones/{device}/{what}", fields)
        assert answer.status_code == 422
        assert "This is the league's only owner." in Page(answer.text).text


def test_a_keeper_keeps_and_an_owner_owns(other_phone, phone, code):
    device = last_device(phone, code)
    phone.send(f"/t/{code}/phones", f"/t/{code}/phones/{device}/role", {"role": "keeper"})
    assert "New code (the old one stops working)" in other_phone.page(f"/t/{code}/invite").text
    answer = other_phone.get(f"/t/{code}/passphrase")
    assert answer.status_code == 403
    assert "Only the league admin can do this" in answer.text
    assert not Page(answer.text).forms, "there is nobody at the table to ask for that"


def test_the_phone_that_began_is_asked_where_it_invites_others_and_where_it_looks_for_itself(viewer, phone, code):
    begs = "The log doesn't know yet who keeps score on this phone."
    assert begs in phone.page(f"/t/{code}/invite").text
    assert begs not in viewer.page(f"/t/{code}/invite").text, "it keeps no score"
    asked = f'href="/t/{code}/who"'
    assert asked in phone.get(f"/t/{code}").text.partition('id="this-phone"')[2]
    assert asked in viewer.get(f"/screen?table={code}").text
    phone.send(f"/t/{code}/who", f"/t/{code}/who", {"who": "", "name": "Ann"})
    assert begs not in phone.page(f"/t/{code}/invite").text


# ---------------------------------------------------------------- links that show


def test_a_link_shows_a_game_to_anybody_and_lets_nobody_write(phone, stranger, code):
    phone.hand(code)
    look = re.search(r'href="http://localhost(/s/[\w-]{22})"', phone.get(f"/t/{code}/invite").text)[1]
    page = stranger.page(look)
    assert "You are watching." in page.text
    assert not page.forms
    assert stranger.get(f"{look}/board?seen=0", **HTMX).status_code == 200
    assert stranger.get(f"{look}/board?seen=1", **HTMX).status_code == 204
    assert "Bob bid 5" in stranger.page(f"{look}/log").text
    for path in (look, f"{look}/log", f"{look}/rules", f"{look}/watch"):
        html = stranger.get(path).text
        assert code not in html, f"{path} leads on to where its reader may not go"
        for away in set(re.findall(rf'(?:href|hx-get)="({look}[^"#]*)', html)):
            assert stranger.get(away.replace("&amp;", "&")).status_code in (200, 204), away


def test_a_closed_link_shows_nothing_and_a_new_one_does(phone, stranger, code):
    def look():
        found = re.search(r'href="http://localhost(/s/[\w-]{22})"', phone.get(f"/t/{code}/invite").text)
        return found[1] if found else None

    old = look()
    phone.send(f"/t/{code}/phones", f"/t/{code}/share/close", {})
    assert look() is None
    assert stranger.get(old).status_code == 404
    assert "data:image/svg+xml;" not in phone.get(f"/t/{code}/rules").text.split("<article")[1]
    assert phone.send(f"/t/{code}/rules", f"/t/{code}/share", {}).location == f"/t/{code}/rules"
    assert stranger.get(look()).status_code == 200
    assert look() != old


def test_the_end_is_shared_by_its_link(phone, code):
    for _ in range(6):
        phone.hand(code, bid="10")
    shared = re.search(r'data-share="([^"]+)"', phone.get(f"/t/{code}").text)[1]
    assert re.search(r"Bob &amp; Dee won\. .* http://localhost/s/[\w-]{22}$", shared)


def test_whoever_watched_the_end_is_led_to_the_rematch_and_who_looks_through_a_link_is_not(viewer, phone, code):
    look = re.search(r'href="http://localhost(/s/[\w-]{22})"', phone.get(f"/t/{code}/invite").text)[1]
    for _ in range(6):
        phone.hand(code, bid="10")
    asked = f"/t/{code}/watch?next="
    assert f"{asked}table" in viewer.get(f"/t/{code}").text
    assert f"{asked}watch" in viewer.get(f"/t/{code}/watch").text
    assert viewer.get(f"{asked}table", **HTMX).status_code == 204
    new = phone.send(f"/t/{code}", f"/t/{code}/rematch", {}).location
    assert f'href="{new}"' in viewer.get(f"{asked}table", **HTMX).text
    assert viewer.get(f"{asked}watch", **HTMX).headers["HX-Redirect"] == f"{new}/watch"
    for page in ("", "/watch"):
        html = viewer.get(f"/t/{code}{page}").text
        assert "On to the next game" in html
        assert "?next=" not in html, "it is not asked for what is known"
    assert "/rematch" not in phone.get(f"/t/{code}").text
    assert phone.get(f"{look}/watch?next=table", **HTMX).status_code == 204
    assert "On to the next game" not in phone.get(look).text


# ---------------------------------------------------------------- the owner


PHRASE = "felt chalk pencil"


@pytest.fixture
def printed(phone, code):
    """The codes on the page that shows them."""
    path = f"/t/{code}/passphrase"
    answer = phone.send(path, path, {"passphrase": PHRASE})
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    return re.findall(r"<code>([^<]+)</code>", answer.text)


def test_ten_codes_are_shown_once(printed, phone, code):
    assert len(set(printed)) == 10
    page = phone.page(f"/t/{code}/passphrase").text
    assert "10 printed codes are left." in page
    assert printed[0] not in page


def test_the_passphrase_or_a_printed_code_makes_another_phone_the_owners(app, phone, code, printed):
    for fields in ({"code": shown_code(phone, code), "passphrase": PHRASE}, {"printed": printed[0].lower()}):
        other = Phone(app)
        assert other.send("/claim", "/claim", fields).location == f"/t/{code}/phones"
        assert other.get(f"/t/{code}/passphrase").status_code == 200


def test_what_proves_nothing_says_so_and_is_counted(stranger, printed):
    answers = [stranger.send("/claim", "/claim", {"passphrase": "x", "code": "K7P-4RWX"}) for _ in range(11)]
    assert [answer.status_code for answer in answers] == [422] * 10 + [429]
    assert "That didn&#39;t work." in answers[0].text
    assert stranger.send("/claim", "/claim", {"printed": printed[0]}).status_code == 429


@pytest.mark.parametrize("weak", ["", "weak"])
def test_a_weak_passphrase_is_refused_at_its_field(phone, code, weak):
    path = f"/t/{code}/passphrase"
    answer = phone.send(path, path, {"passphrase": weak})
    assert answer.status_code == 422
    assert "easy to guess" in answer.text


def test_a_resent_form_shows_the_same_codes(phone, code):
    path = f"/t/{code}/passphrase"
    form = phone.form(path, path) | {"passphrase": PHRASE}
    first, second = (phone.client.post(path, data=form).text for _ in range(2))
    assert re.findall(r"<code>([^<]+)</code>", first) == re.findall(r"<code>([^<]+)</code>", second)


def test_wrong_codes_of_one_phone_hold_up_nobody_who_claims(stranger, phone, code):
    for _ in range(11):
        assert stranger.send("/join", "/join", {"code": "2222222"}).status_code == 422
    assert stranger.send("/claim", "/claim", {"printed": "none"}).status_code == 422
    assert stranger.join(phone, code).status_code == 303


# ---------------------------------------------------------------- behind a proxy


@pytest.mark.parametrize(("proxies", "status"), [("", 429), ("1", 422)])
@pytest.mark.usefixtures("_ten_at_most")
def test_addresses_are_told_apart_behind_a_proxy_that_is_ours(database, tmp_path, proxies, status):
    from scorekeeper.app import create_app
    from scorekeeper.settings import from_environment

    environ = {"DATABASE_URL": url_of(database), "TRUSTED_PROXIES": proxies}
    phone = Phone(create_app(from_environment(environ, tmp_path)))
    for number in range(11):
        answer = phone.send("/join", "/join", {"code": "2222222"}, {"X-Forwarded-For": f"203.0.113.{number}"})
    assert answer.status_code == status
