"""Hands from paper: several at once, each as if it had been saved alone, all of them or none."""

import re

from scorekeeper.games.forms import fields_of
from scorekeeper.games.hand_form import HandForm
from tests.games.test_reckon import tables

TWO = {"1-bidder": "2", "1-bid": "5", "2-bidder": "3", "2-bid": "4", "2-point-low": "2", "4-bidder": "passed"}
"""Bob bids five and takes all, Cy four and all but low; a row is left empty, and all pass."""


def paper(phone, code, fields):
    return phone.send(f"/t/{code}/paper", f"/t/{code}/paper", fields)


def test_hands_from_paper_are_hands(phone, code):
    alone = phone.sit_down()
    for fields in ({"bid": "5"}, {"bidder": "3", "bid": "4", "point_low": "2"}, {"what": "passed"}):
        assert phone.hand(alone, **fields).status_code == 303
    answer = paper(phone, code, TWO)
    assert (answer.status_code, answer.location) == (303, f"/t/{code}")
    assert phone.scores(code) == phone.scores(alone)
    lines = [phone.get(f"/t/{it}/sheet.toml").text.partition("[[lines]]")[2] for it in (code, alone)]
    assert lines[0] == lines[1]
    assert f'href="/t/{code}/paper"' in phone.get(f"/t/{code}").text


def test_one_wrong_hand_saves_none_and_is_said_at_its_row(phone, code):
    before = phone.scores(code)
    answer = paper(phone, code, TWO | {"2-bid": "", "5-bid": "11", "5-bidder": "1"})
    assert answer.status_code == 422
    assert re.findall(r'class="wrong" id="wrong-(\d+)"', answer.text) == ["2", "5"]
    assert 'name="2-bidder" value="3" class="s1" checked><span><i class="shape"></i>Cy</span>' in answer.text
    assert '<a href="#hand-2">Hand 2: ' in answer.text
    assert phone.scores(code) == before
    for it in (code, phone.sit_down("partnership-pitch")):
        assert "No hand is filled in." in paper(phone, it, {}).text


def test_no_hand_comes_after_the_last(phone, code):
    rows = {f"{row}-{field}": value for row in range(1, 8) for field, value in (("bidder", "1"), ("bid", "10"))}
    answer = paper(phone, code, rows)
    assert answer.status_code == 422
    assert re.findall(r'id="wrong-(\d+)"', answer.text) == ["7"]
    assert paper(phone, code, {key: value for key, value in rows.items() if key[0] != "7"}).status_code == 303
    assert "won" in phone.page(f"/t/{code}").text
    assert "This game is over." in phone.get(f"/t/{code}/paper").text


def test_what_another_phone_saved_meanwhile_is_looked_at_first(phone, other_phone, code):
    form = phone.form(f"/t/{code}/paper", f"/t/{code}/paper") | TWO
    other_phone.hand(code)
    answer = phone.client.post(f"/t/{code}/paper", data=form)
    assert answer.status_code == 422
    assert "Another phone saved something meanwhile." in answer.text
    assert 'name="2-bidder" value="3" class="s1" checked><span><i class="shape"></i>Cy</span>' in answer.text
    assert "Hand 2</legend>" in answer.text


def test_every_game_asks_for_what_its_hand_form_reads():
    for table in tables():
        rules, variant = table.rules, table.variant.key
        columns = HandForm(table, dict.fromkeys(table.players, "Ann"), {}).columns
        assert all(hasattr(fields_of(rules, table.players), name) for name, _, _ in columns), variant
        may_pass = rules.has_bidding and not rules.dealer_is_forced
        assert any(("passed", "All passed") in options for *_, options in columns) == may_pass, variant
        assert len({title for _, title, _ in columns}) == len(columns), variant
