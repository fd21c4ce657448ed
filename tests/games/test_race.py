"""The race: the score so far, drawn on the board of a wide screen, which asks for it."""

from __future__ import annotations

from tests.phones import Page


def test_the_race_is_drawn_after_the_first_hand(phone, code):
    assert phone.get(f"/t/{code}/race", hx_request="true").status_code == 204
    phone.hand(code, point_low="1")
    answer = phone.get(f"/t/{code}/race", hx_request="true")
    assert answer.status_code == 200
    assert "HX-Request" in answer.headers["Vary"]
    assert "Ann & Cy went from 0 to 1. Bob & Dee went from 0 to 9." in Page(answer.text).text


def test_in_the_address_bar_the_race_is_the_table(phone, code):
    answer = phone.get(f"/t/{code}/race")
    assert (answer.status_code, answer.location) == (303, f"/t/{code}")


def test_each_side_has_its_way_to_the_target_and_its_sets_in_sight(phone, code):
    phone.hand(code, bidder="2", bid="10", point_low="1")  # 10 of 52 backwards, and Ann a point
    page = phone.get(f"/t/{code}").text
    assert page.count("<progress ") == 2
    assert '<progress value=".02" aria-hidden="true">' in page
    assert '<progress value=".00" aria-hidden="true">' in page
    assert "1 set" in Page(page).text
