from __future__ import annotations

import pytest

from tests.cast import FIVE, FOUR, SIX
from tests.phones import TEN_POINT

PATH = f"/new/{TEN_POINT}/4"
NAMES = {f"name-{seat}": name for seat, name in enumerate(FOUR, start=1)}


def test_rules_are_filtered_by_how_many_sit_there(phone):
    assert "Racehorse" in phone.page("/new?size=5").text
    assert "Racehorse" not in phone.page("/new?size=4").text


def test_what_was_played_before_comes_first(phone, code):
    text = phone.page("/new").text
    assert "Played here before" in text
    assert text.index("Minnesota ten-point Smear") < text.index("Double-joker Smear")
    assert code


def test_a_game_begins(phone):
    code = phone.sit_down()
    page = phone.page(f"/t/{code}")
    assert "Ann & Cy" in page.text
    assert "Dee deals" in page.text
    assert "Ann bids first" in page.text
    assert phone.scores(code) == ["0", "0"]


def test_where_nobody_bids_the_player_on_the_dealers_left_leads(phone):
    code = phone.sit_down("seven-up")
    for path in (f"/t/{code}", f"/t/{code}/watch"):
        text = phone.page(path).text
        assert "Dee deals · Ann leads first" in text
        assert "Bids start" not in text


def test_the_first_dealer_may_be_anybody(phone):
    code = phone.sit_down(dealer="2")
    assert "Bob deals" in phone.page(f"/t/{code}").text


def test_scores_are_carried_over_from_paper(phone):
    code = phone.sit_down(opening_1="38", opening_2="−6")
    assert phone.scores(code) == ["38", "−6"]
    assert "Carried over from paper: Ann & Cy 38, Bob & Dee −6" in phone.page(f"/t/{code}/log").text


def test_where_everybody_has_a_score_so_does_the_paper(phone):
    code = phone.sit_down(names=FIVE, opening_3="20")
    assert phone.scores(code) == ["0", "0", "20", "0", "0"]


def test_pairs_face_each_other(phone):
    code = phone.sit_down("partnership-pitch", SIX)
    assert "Ann & Dee" in phone.page(f"/t/{code}").text


def test_open_questions_have_their_place(phone):
    text = phone.page(PATH).text
    assert "What do you play to?" in text
    assert "If card points are tied, nobody gets game." in text, "the answer that holds, to be tapped"
    assert "What if card points are tied?" in text


def test_regulars_can_be_tapped(phone, code):
    assert 'data-regular="Ann"' in phone.get(PATH).text
    assert code


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name-2": ""}, "Who sits here?"),
        ({"name-2": "Ann"}, "Two players are named Ann. Add an initial."),
        ({"name-2": "  Ann "}, "Two players are named Ann. Add an initial."),
        ({"name-2": "x" * 61}, "A name has at most 60 characters."),
        ({"name-2": "Bob\N{RIGHT-TO-LEFT OVERRIDE}"}, "characters that can&#39;t be saved"),
        ({"opening-1": "many"}, "A score is a whole number"),
        ({"opening-1": "10001"}, "A score is a whole number"),
        ({"title": "x" * 81}, "A title has at most 80 characters."),
    ],
)
def test_what_cannot_be_is_said_and_the_rest_kept(phone, fields, sentence):
    answer = phone.send(PATH, PATH, NAMES | {"opening-2": "7"} | fields)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert 'value="Cy"' in answer.text
    assert 'value="7"' in answer.text


def test_a_table_for_thousands_is_refused_before_its_form_is_read(phone, monkeypatch):
    path = f"/new/{TEN_POINT}/4"
    form = phone.form(path, path)
    monkeypatch.setattr("scorekeeper.games.new_game_views.new_game_form", None)  # one field a seat: it took minutes
    assert phone.client.post(f"/new/{TEN_POINT}/9000000", data=form).status_code == 404


@pytest.mark.parametrize("path", ["/new/no-such-game/4", f"/new/{TEN_POINT}/7", f"/new/{TEN_POINT}/0", "/new/x/y"])
def test_a_game_that_is_not_in_the_book(phone, path):
    answer = phone.get(path)
    assert answer.status_code == 404
    assert "Scorekeeper" in answer.text or "Page not found" in answer.text
