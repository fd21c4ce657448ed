"""Lines that are no hands: a rule changed in the middle of a night, a vote, coming and going."""

import re

import pytest

from scorekeeper.sheets.phrases import say_setting
from tests.games.exit_forms import log
from tests.phones import Page

TIE = say_setting("game.tie", "low")


@pytest.fixture
def money(phone):
    """Everybody alone, and people come and go."""
    return phone.sit_down("money-pitch", ("Ann", "Bob", "Cy"))


def change(phone, code, key, value, **fields):
    path = f"/t/{code}/rule/{key}"
    return phone.send(path, path, {f"rule-{key}": value, **fields})


def vote(phone, code, path="vote", **fields):
    path = f"/t/{code}/{path}"
    return phone.send(path, path, {name.replace("_", "-", 1): value for name, value in fields.items()})


def move(phone, code, what, **fields):
    """Send one of the three forms of coming and going."""
    path = f"/t/{code}/seats"
    form = next(form["fields"] for form in phone.page(path).forms if form["fields"].get("what") == what)
    return phone.client.post(path, data=form | fields)


def test_a_changed_rule_stands_in_the_log(phone, pitch):
    answer = change(phone, pitch, "game.tie", "low", note="After the tie in hand 3")
    assert (answer.status_code, answer.location) == (303, f"/t/{pitch}")
    text = log(phone, pitch)
    assert text.count(f"From here on: {TIE}") == 1
    assert "“After the tie in hand 3”" in text
    assert all(re.search(it, phone.get(f"/t/{pitch}").text) for it in ('/rule"[^/]*>Change a rule', "Undo <.* rule ch"))
    assert f"Now: {TIE}" in phone.page(re.search("/t/[^/]*/rule/game.tie", phone.get(f"/t/{pitch}/rule").text)[0]).text


@pytest.mark.parametrize(
    ("key", "value", "number", "sentence"),
    [
        ("finish.target", "other", "lots", "Enter a whole number from −10000 to 10000"),
        ("finish.target", "other", "", "Enter a whole number"),
        ("finish.target", "21", "", "That is already the rule."),
        ("game.tie", "nonsense", "", "Tap one of the answers."),
        ("auction.min", "other", "9", "the lowest bid is 9, above the highest, 4 (“Highest bid”)"),
    ],
)
def test_a_rule_that_cannot_be(phone, pitch, key, value, number, sentence):
    answer = change(phone, pitch, key, value, **{f"rule-{key}-n": number, "note": "We said so"})
    assert answer.status_code == 422
    page = Page(answer.text)
    assert sentence in page.text
    assert f"rule-{key}-wrong" in page.ids
    assert page.forms[0]["fields"]["note"] == "We said so"
    assert page.forms[0]["fields"].get(f"rule-{key}-n", "") == number
    assert "No hands yet" in log(phone, pitch)


def test_after_the_end_no_rule_changes(phone):
    code = phone.sit_down(opening_1="51", opening_2="51")
    stale = phone.form(f"/t/{code}/rule/game.tie", f"/t/{code}/rule/game.tie")
    phone.hand(code)
    assert phone.get(f"/t/{code}/rule").status_code == 303
    for path in ("rule/game.tie", "vote"):
        refused = phone.get(f"/t/{code}/{path}")
        assert refused.status_code == 409
        assert "The game is over" in refused.text
    answer = phone.client.post(f"/t/{code}/rule/game.tie", data=stale | {"rule-game.tie": "low", "seen": "1"})
    assert answer.status_code == 422
    assert "The game is over" in answer.text


def test_the_table_voted(phone, pitch):
    answer = vote(phone, pitch, by_1="−2", by_2="+3", reason="Looked at the kitty")
    assert answer.status_code == 303
    assert phone.scores(pitch) == ["−2", "3"]
    text = log(phone, pitch)
    assert "The table voted −2 for Ann & Cy: Looked at the kitty." in text
    assert text.count("The table voted +3 for Bob & Dee") == 1
    assert all(re.search(it, phone.get(f"/t/{pitch}").text) for it in ('/vote"[^/]*>Adjust score', "Undo <.* score ch"))


def test_steppers_work_without_scripts(phone, pitch):
    path = f"/t/{pitch}/vote"
    form = phone.form(path, path)
    for step, shown in (("1-", "−1"), ("1-", "−2"), ("1+", "−1"), ("1+", "0"), ("1+", "+1")):
        answer = phone.client.post(path, data=form | {"step": step, "reason": "Because"})
        assert answer.status_code == 200
        form = Page(answer.text).forms[0]["fields"]
        assert (form["by-1"], form["by-2"], form["reason"]) == (shown, "0", "Because")
    assert phone.scores(pitch) == ["0", "0"]
    assert phone.client.post(path, data=form).status_code == 303
    assert phone.scores(pitch) == ["1", "0"]


@pytest.mark.parametrize(
    ("fields", "control", "sentence"),
    [
        ({"by_1": "2"}, "reason", "Say why"),
        ({"reason": "Why not"}, "by-1", "Say whose score changes"),
        ({"by_2": "−10001", "reason": "Why not"}, "by-2", "Enter a whole number"),
    ],
)
def test_a_vote_that_cannot_be(phone, pitch, fields, control, sentence):
    answer = vote(phone, pitch, **fields)
    assert answer.status_code == 422
    page = Page(answer.text)
    assert sentence in page.text
    assert f"{control}-wrong" in page.ids
    kept = page.forms[0]["fields"]
    assert kept["by-2"] == fields.get("by_2", "0")
    assert kept["reason"] == fields.get("reason", "").strip()
    assert phone.scores(pitch) == ["0", "0"]


def test_it_was_another_number(phone, pitch):
    vote(phone, pitch, by_1="−2", reason="Played out of turn")
    phone.hand(pitch, bid="3", point_low="1", point_jack="2")
    line = phone.get(f"/t/{pitch}/lines/1").text
    assert f"/t/{pitch}/vote/1" in line
    fields = phone.form(f"/t/{pitch}/vote/1", f"/t/{pitch}/vote/1")
    assert (fields["by-1"], fields["by-2"], fields["reason"]) == ("−2", "0", "Played out of turn")
    answer = vote(phone, pitch, "vote/1", by_1="−1")
    assert (answer.status_code, answer.location) == (303, f"/t/{pitch}/log?line=1#line-1")
    assert phone.scores(pitch) == ["0", "3"]
    assert "Corrected" in log(phone, pitch)


def test_an_open_table_has_its_forms(phone, money, pitch):
    assert "Somebody sits down" in phone.page(f"/t/{money}").text
    assert "Somebody sits down" not in phone.page(f"/t/{pitch}").text
    assert phone.get(f"/t/{pitch}/seats").status_code == 404
    token = phone.form(f"/t/{pitch}/vote", f"/t/{pitch}/vote")["csrf_token"]
    assert phone.client.post(f"/t/{pitch}/seats", data={"csrf_token": token, "what": "settle"}).status_code == 404


def test_somebody_sits_down_leaves_and_the_table_settles(phone, money):
    phone.hand(money, bid="2", point_low="1", point_jack="2")
    assert phone.scores(money) == ["1", "3", "0"]
    assert move(phone, money, "join", join="Gus", after="1", note="").status_code == 303
    assert phone.scores(money) == ["0", "0", "0", "0"]
    board = phone.page(f"/t/{money}").text
    assert board.index("Ann") < board.index("Gus") < board.index("Bob")
    assert move(phone, money, "leave", leave="3").status_code == 303
    assert move(phone, money, "settle").status_code == 303
    text = log(phone, money)
    for said in ("Gus sits down.", "Cy leaves the table.", "Scores start again."):
        assert said in text
    assert "Undo the settle-up" in phone.page(f"/t/{money}").text
    path = f"/t/{money}/lines/4"
    assert phone.send(path, path, {"what": "never"}).status_code == 303


def test_a_name_that_looks_like_a_seat_key_is_a_name(phone, money):
    assert move(phone, money, "join", join="1", after="").status_code == 303
    assert phone.get(f"/t/{money}/sheet.json").json["lines"] == [{"join": "1"}]
    assert phone.scores(money) == ["0", "0", "0", "0"]


def test_a_settled_table_is_over_with_the_night(phone, money):
    phone.hand(money, bid="2", point_low="1", point_jack="2")
    move(phone, money, "settle")
    page = phone.page("/").text
    assert "Finished" not in page, "it may go on any minute"
    league = re.search(r'href="(/l/[\w-]{22})"', phone.get("/").text)[1]
    assert "Settled Hand" in phone.page(league).text
    phone.send(f"/t/{money}/log", f"/t/{money}/night/close", {})
    page = phone.page("/").text
    assert "Tables on this phone" not in page
    assert "settled" in page[page.index("Finished") :]
    page = phone.page(league).text
    assert "Settled Hand" not in page
    assert "not finished" not in page
    assert "3 people 1 game" in phone.page(f"{league}/nights").text, "more than nobody is everybody"
    night = phone.page(f"{league}/nights/1").text
    assert "Players (3)" in night, "nobody won"
    assert "settled" in night


@pytest.mark.parametrize(
    ("what", "fields", "control"),
    [
        ("join", {"join": ""}, "join"),
        ("join", {"join": "Ann"}, "join"),
        ("join", {"join": "Gus", "after": "9"}, "after"),
        ("leave", {}, "leave"),
        ("leave", {"leave": "9"}, "leave"),
    ],
)
def test_who_cannot_come_or_go(phone, money, what, fields, control):
    answer = move(phone, money, what, **fields)
    assert answer.status_code == 422
    assert 'class="wrong"' in answer.text
    assert f'href="#{control}"' in answer.text
    assert phone.scores(money) == ["0", "0", "0"]
