"""The table screen, with and without htmx."""

import re

import pytest

from tests.phones import HTMX, Page


def test_a_hand_is_saved_by_a_plain_form(phone, code):
    answer = phone.hand(code, point_low="1", point_game="1", point_high_joker="none")
    assert answer.status_code == 303
    assert answer.location == f"/t/{code}"
    assert phone.scores(code) == ["2", "7"]
    assert "Bob bid 5: made" in phone.page(f"/t/{code}").text


def test_htmx_gets_the_changed_table_only(phone, code):
    assert f'hx-post="/t/{code}/hands" hx-target="#table"' in phone.get(f"/t/{code}").text
    answer = phone.hand(code, headers=HTMX)
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith('<main id="table"')
    assert "<html" not in answer.text
    assert "HX-Request" in answer.headers["Vary"]
    assert 'id="said"' in answer.text
    assert "Made. Bob and Dee up 10, 10 to 0. Ann deals." in answer.text
    assert "Saved: Bob made 5: +10." in answer.text


def test_what_lay_in_the_sheets_is_emptied(phone, code):
    assert 'id="sheets"' not in phone.hand(code, headers=HTMX).text
    assert 'id="sheets"' in phone.hand(code, headers=HTMX, note="late").text


def test_after_back_htmx_gets_the_whole_page(phone, code):
    answer = phone.get(f"/t/{code}", HX_Request="true", HX_History_Restore_Request="true")
    assert "<html" in answer.text
    assert "HX-Request" in answer.headers["Vary"]


@pytest.mark.parametrize(
    ("fields", "control", "sentence"),
    [
        ({"bidder": None}, "bidder", "Who won the bid?"),
        ({"bid": None}, "bid", "How much did Bob bid?"),
        ({"bid": "3"}, "bid", "3 is too low: the lowest bid here is 4."),
        ({"bid": "11"}, "bid", "11 is too high: the highest bid here is 10."),
        ({"counted": "yes", "count_1": "99"}, "point-game", "A pile has from 0 to 80 card points."),
        ({"trump": "stars"}, "trump", "trump is one of hearts"),
    ],
)
def test_what_cannot_have_happened_is_said_at_its_control(phone, code, fields, control, sentence):
    answer = phone.hand(code, **{"bid": "7", "point_jack": "1", "trump": "hearts", "note": "kept"} | fields)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert f'<a href="#{control}"' in answer.text
    assert control in Page(answer.text).ids
    assert 'id="point-jack-1" value="1" aria-label="Ann &amp; Cy" checked' in answer.text
    assert 'value="kept"' in answer.text
    assert "trump" in fields or re.search(r'name="trump"[^>]* value="hearts"[^>]* checked', answer.text)
    assert phone.scores(code) == ["0", "0"]


def test_a_point_that_went_where_the_bid_went_follows_a_new_bidder(phone, code):
    """Only exceptions are printed as chosen: what went to the bidders goes along when the bidder is changed."""
    answer = phone.hand(code, bid="3", point_jack="2", point_low="1")
    page = Page(answer.text)
    hand = next(form for form in page.forms if form["action"].endswith("/hands"))
    assert "point-jack" not in hand["fields"]
    assert hand["fields"]["point-low"] == "1"


def test_all_pass_only_where_the_dealer_is_not_forced(phone, code):
    assert phone.hand(code, what="passed").status_code == 303
    assert phone.hand(code, what="misdeal").status_code == 303
    assert "All passed" in phone.page(f"/t/{code}/log").text
    assert "Dee deals" in phone.page(f"/t/{code}").text
    code = phone.sit_down("partnership-pitch")
    assert 'value="passed"' not in phone.get(f"/t/{code}").text
    answer = phone.hand(code, what="passed")
    assert answer.status_code == 422
    assert "The dealer may not pass" in answer.text


def test_the_special_bid_comes_last_and_takes_its_tricks_along(phone):
    code = phone.sit_down("partnership-pitch")
    html = phone.get(f"/t/{code}").text
    assert re.findall(r'id="bid-(\w+)"', html) == ["2", "3", "4", "smudge"]
    assert "Jack not out, rest to the bidder." in html
    phone.hand(code, bidder="1", bid="smudge", point_jack="1")
    assert phone.scores(code) == ["5", "0"]
    phone.hand(code, bidder="1", bid="smudge", all_tricks="no", point_jack="1")
    assert phone.scores(code) == ["0", "0"]


def test_everybody_alone_is_named_at_each_point(phone):
    code = phone.sit_down("cutthroat-pitch", ("Ann", "Amy", "Bob"))
    html = phone.get(f"/t/{code}").text
    for point, nobody in {"high": "not out", "low": "not out", "jack": "not out", "game": "no one"}.items():
        taps = re.findall(rf'name="point-{point}"[^>]* aria-label="([\w ]+)"[^>]*><b>([^<]+)</b>', html)
        assert taps == [("Ann", "Ann"), ("Amy", "Amy"), ("Bob", "Bob"), (nobody, nobody.capitalize())], point
    phone.hand(code, bidder="3", bid="2", point_low="1", point_jack="3", point_game="none")
    assert phone.scores(code) == ["1", "0", "2"]


def test_the_preview_says_what_will_happen_and_saves_nothing(phone, code):
    action = f"/t/{code}/preview"
    form = phone.form(f"/t/{code}", f"/t/{code}/hands") | {"bidder": "2", "bid": "5"}
    assert "took 10?<" in phone.client.post(action, data=form | {"sure": None}, headers=HTMX).text  # nothing is tapped
    answer = phone.client.post(action, data=(form := form | {"point-low": "1"}), headers=HTMX)
    assert answer.text.startswith('Bob makes 5 · took 9<div id="scores"')
    seen = " ".join(Page(answer.text).text.split())
    assert seen == "Bob makes 5 · took 9 Ann & Cy 0 then 1 52 to go Bob & Dee 0 then 9 52 to go"
    whole = phone.client.post(action, data=form)
    assert "Bob makes 5 · took 9" in whole.text
    assert 'id="point-low-1" value="1" aria-label="Ann &amp; Cy" checked' in whole.text
    assert phone.scores(code) == ["0", "0"]


def test_the_preview_asks_for_what_is_missing(phone, code):
    form = phone.form(f"/t/{code}", f"/t/{code}/hands") | {"bid": "5"}
    answer = phone.client.post(f"/t/{code}/preview", data=form, headers=HTMX)
    assert answer.text.startswith("Who won the bid?<div")
    assert "then" not in answer.text


def test_undo_takes_back_and_can_be_put_back(phone, code):
    phone.hand(code)
    answer = phone.send(f"/t/{code}", f"/t/{code}/undo", {})
    assert answer.status_code == 303
    assert phone.scores(code) == ["0", "0"]
    after = phone.page(answer.location)
    assert "Taken back: Bob bid 5." in after.text
    assert phone.send(answer.location, f"/t/{code}/undo", {}).status_code == 303
    assert phone.scores(code) == ["0", "10"]
    phone.hand(code)
    for scores in (["0", "10"], ["0", "0"]):
        phone.send(f"/t/{code}", f"/t/{code}/undo", {})
        assert phone.scores(code) == scores, "what stands last, whatever was undone since"


def finish(phone):
    """Play Fort Frances to its end; give the code."""
    code = phone.sit_down("fort-frances-sneak-out")
    for _ in range(4):
        phone.hand(code, bidder="1", bid="4", point_jack="1")
    return code


def test_a_finished_game_names_its_winners_and_draws_the_score(phone):
    code = finish(phone)
    page = phone.page(f"/t/{code}")
    assert "Ann & Cy won" in page.text
    html = phone.get(f"/t/{code}").text
    assert "<title id=" in html
    assert "<desc id=" in html
    assert re.findall('<polyline [^>]*stroke-dasharray="([^"]+)"', html) == ["none", "10 4"]
    assert "Hand Ann & Cy Bob & Dee 0 0 0 1 4 0 2 8 0" in page.text
    assert 'name="what"' not in html


def test_a_rematch_in_one_tap_once_the_game_is_over(phone, code):
    early = phone.form(f"/t/{code}", f"/t/{code}/hands")
    assert "This game isn&#39;t over yet" in phone.client.post(f"/t/{code}/rematch", data=early).text
    over = finish(phone)
    answer = phone.send(f"/t/{over}", f"/t/{over}/rematch", {})
    assert answer.status_code == 303
    assert answer.location != f"/t/{over}"
    assert "Ann & Cy" in phone.page(answer.location).text
    assert f"/t/{over}/rematch" not in [form["action"] for form in phone.page(f"/t/{over}").forms], "there is one now"


def test_every_seat_stands_in_bidding_order(phone, code):
    phone.hand(code)
    html = phone.get(f"/t/{code}").text
    order = sorted("1234", key=lambda key: html.index(f'id="bidder-{key}"'))
    assert order == ["2", "3", "4", "1"]


def test_the_race_is_drawn_after_the_first_hand(phone, code):
    assert phone.get(f"/t/{code}/race", hx_request="true").status_code == 204
    phone.hand(code, point_low="1")
    answer = phone.get(f"/t/{code}/race", hx_request="true")
    assert answer.status_code == 200
    assert "HX-Request" in answer.headers["Vary"]
    assert "Ann & Cy went from 0 to 1. Bob & Dee went from 0 to 9." in Page(answer.text).text


def test_each_side_has_its_way_to_the_target_and_its_sets_in_sight(phone, code):
    phone.hand(code, bidder="2", bid="10", point_low="1")  # 10 of 52 backwards, and Ann a point
    page = phone.get(f"/t/{code}").text
    assert page.count("<progress ") == 2
    assert '<progress value=".02" aria-hidden="true">' in page
    assert '<progress value=".00" aria-hidden="true">' in page
    assert "1 set" in Page(page).text
