"""The phones of a league: who holds them, what they may do, and making another phone the owner's."""

import re

import pytest

from tests.access.conftest import shown_code
from tests.cast import FOUR
from tests.phones import Page, Phone


def test_the_log_and_the_rules_name_who_holds_the_phone(other_phone, phone, code):
    other_phone.send(f"/t/{code}/who", f"/t/{code}/who", {"name": "Pat", "phone": "Pat's old phone"})
    other_phone.hand(code)
    log = phone.page(f"/t/{code}/log").text
    assert "Pat, Pat's old phone" in log
    phone.send(f"/t/{code}/lines/1", f"/t/{code}/lines/1", {"bid": "6", "reason": "Six, said all."})
    assert "iPhone Six, said all." in phone.page(f"/t/{code}/log").text, "of this one nobody said who holds it"
    rule = f"/t/{code}/rule/game.tie"
    other_phone.send(rule, rule, {"rule-game.tie": "bidders"})
    asked = phone.page(f"/t/{code}/rules/ask?q=tie for game").text
    assert "Changed during this game, by Pat." in asked


def test_a_regular_is_tapped(viewer, code):
    page = viewer.get(f"/t/{code}/who").text
    assert re.findall(r'name="who" value="(\d+)" formnovalidate>.*?<span>([^<]+)</span></button>', page) == [
        (str(number), name) for number, name in enumerate(FOUR, start=1)
    ]
    viewer.send(f"/t/{code}/who", f"/t/{code}/who", {"who": "2"})
    page = viewer.get(f"/t/{code}/who").text
    assert re.search(r'value="2" formnovalidate aria-pressed="true">.*?<span>Bob</span></button>', page)


def test_a_phone_does_not_fill_the_league_with_names(viewer, phone, code):
    where = f"/t/{code}/who"
    named = [viewer.send(where, where, {"who": "", "name": f"Zed {number}"}).status_code for number in range(12)]
    assert named == [303] * 10 + [429] * 2
    assert phone.send(where, where, {"who": "", "name": "Al"}).status_code == 303, "another phone is not held up"


def test_who_sits_at_this_table_is_asked_first(viewer, phone, code):
    sheet = 'format = "scoresheet/1"\nvariant = "cutthroat-pitch"\nplayers = ["Ann", "Zoe"]\n'
    assert phone.send("/import", "/import", {"sheet": sheet}).status_code == 303
    page = viewer.get(f"/t/{code}/who").text
    first, _, more = page.partition("<details")
    assert all(f"{name}</span></button>" in first for name in FOUR)
    assert "Zoe</span></button>" in more
    assert "Zoe</span></button>" not in first


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [({}, "name"), ({"who": "99"}, "name"), ({"name": " "}, "name"), ({"who": "x", "name": ""}, "name"),
     ({"name": "y" * 61}, "name"), ({"name": "Pat", "phone": "x" * 61}, "phone")],
)  # fmt: skip
def test_who_is_nobody_is_asked_again(viewer, code, fields, wrong):
    answer = viewer.send(f"/t/{code}/who", f"/t/{code}/who", fields)
    assert (answer.status_code, f'id="{wrong}-wrong"' in answer.text) == (422, True)


def last_device(owner, code):
    """Return the number the phones page has for the phone that joined last."""
    return re.findall(r'id="phone-(\d+)"', owner.get(f"/t/{code}/phones").text)[-1]


def test_the_phones_page_lists_who_may_what_and_wrote_when(other_phone, phone, code):
    other_phone.hand(code)
    text = phone.page(f"/t/{code}/phones").text
    for said in ("owner This device · no entries yet", "keeps score last entry"):
        assert said in text
    shown = re.findall(r'name="role" value="(\w+)" checked', phone.get(f"/t/{code}/phones").text)
    assert sorted(shown) == ["owner", "scorer"], "the role that each has"


@pytest.mark.parametrize("name", ["Scorekeeper's server", "0", "owner"])
def test_no_name_hides_a_phone_from_its_owner(other_phone, phone, code, name):
    assert other_phone.send(f"/t/{code}/who", f"/t/{code}/who", {"name": "Pat", "phone": name}).status_code == 303
    page = phone.get(f"/t/{code}/phones").text
    assert page.count('id="phone-') == 2
    assert name in Page(page.split('id="phone-')[-1]).text


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
        assert (answer.status_code, "This is the league's only owner." in Page(answer.text).text) == (422, True)


def test_a_keeper_keeps_and_an_owner_owns(other_phone, phone, code):
    device = last_device(phone, code)
    phone.send(f"/t/{code}/phones", f"/t/{code}/phones/{device}/role", {"role": "keeper"})
    assert "New code (the old one stops working)" in other_phone.page(f"/t/{code}/phones").text
    answer = other_phone.get(f"/t/{code}/passphrase")
    assert (answer.status_code, "Only the league admin can do this" in answer.text) == (403, True)
    assert not Page(answer.text).forms, "there is nobody at the table to ask for that"


def test_the_phone_that_began_is_asked_where_it_invites_others_and_where_it_looks_for_itself(viewer, phone, code):
    begs = "The log doesn't know your name yet."
    assert begs in phone.page(f"/t/{code}/invite").text
    assert begs not in viewer.page(f"/t/{code}/invite").text, "it keeps no score"
    asked = f'href="/t/{code}/who"'
    assert asked in phone.get(f"/t/{code}").text.partition('id="this-phone"')[2]
    assert asked in viewer.get(f"/screen?table={code}").text
    phone.send(f"/t/{code}/who", f"/t/{code}/who", {"who": "", "name": "Ann"})
    assert begs not in phone.page(f"/t/{code}/invite").text


PHRASE = "felt chalk pencil"


@pytest.fixture
def printed(phone, code):
    """The codes on the page that shows them."""
    path = f"/t/{code}/passphrase"
    form = phone.form(path, path) | {"passphrase": PHRASE}
    answers = [phone.client.post(path, data=form) for _ in range(2)]
    assert [(answer.status_code, answer.headers["Cache-Control"]) for answer in answers] == [(200, "no-store")] * 2
    codes, again = (re.findall(r"<code>([^<]+)</code>", answer.text) for answer in answers)
    assert codes == again
    return codes


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


def test_wrong_codes_of_one_phone_hold_up_nobody_who_claims(stranger, phone, code):
    for _ in range(11):
        assert stranger.send("/join", "/join", {"code": "2222222"}).status_code == 422
    assert stranger.send("/claim", "/claim", {"printed": "none"}).status_code == 422
    assert stranger.join(phone, code).status_code == 303
