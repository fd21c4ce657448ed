"""Double taps, the Back button, an answer that got lost, a screen of any width: a hand is saved once."""

from __future__ import annotations

import pytest

from tests.e2e.hands import Thumb, all_posts_answered, wait_for_all_scripts
from tests.e2e.nights import Night, Told, read_hand, read_night

NIGHT = read_night("minnesota-ten-point-4")
FIVE = read_hand("Bob 5 : low=Ann game=Ann")
SIX = read_hand("Cy 6 : low=Bob")


@pytest.fixture
def thumb(page):
    thumb = Thumb(page, NIGHT)
    thumb.sit_down()
    return thumb


def lines(thumb):
    """Return how many lines the exported sheet has."""
    return len(thumb.page.request.get(f"/t/{thumb.code}/sheet.json").json()["lines"])


@pytest.mark.deep
def test_a_double_tap_saves_once(thumb):
    thumb.tell(FIVE)
    with all_posts_answered(thumb.page):
        thumb.page.locator("#save").dblclick()
        thumb.wait_for(1)
    assert lines(thumb) == 1
    assert thumb.scores() == {"Ann": 2, "Bob": 8, "Cy": 2, "Dee": 8}


@pytest.mark.deep
def test_the_back_button_asks_at_once_what_became_of_the_table(thumb):
    thumb.page.add_init_script("window.setInterval = () => 0")  # no poll comes by itself
    thumb.play(FIVE)
    thumb.page.goto(f"/t/{thumb.code}/log")
    thumb.page.go_back()
    thumb.wait_for(1)
    assert thumb.scores()["Bob"] == 8


@pytest.mark.deep
def test_a_hand_whose_answer_got_lost_waits_and_is_said_to_be_sent(thumb):
    answers_come = []

    def lose(route):
        if answers_come:
            route.continue_()
        else:
            route.fetch()
            route.abort()

    wait_for_all_scripts(thumb.page)
    thumb.page.route("**/hands", lose)
    thumb.tell(FIVE)
    thumb.page.locator("#save").tap()
    thumb.page.locator("#outbox b:text('1 waiting to send')").wait_for()
    answers_come.append(True)  # without unroute: that would let go of a hand that is sent just now
    thumb.wait_for(1)
    thumb.page.locator("#outbox .line:has-text('Sent: Bob bid 5.')").wait_for()
    assert thumb.page.locator("#alarm").is_hidden()
    assert not thumb.page.locator("#bidder :checked").count()
    assert lines(thumb) == 1


@pytest.mark.deep
@pytest.mark.parametrize("larger", [False, True])
def test_nothing_is_wider_than_the_screen(page, larger):
    names = ("Wolfeschlegelsteinhausenbergerdorffwelch", "Bartholomew Featherstonehaugh-Cholmondel", "Cy", "Dee")
    if larger:
        names = NIGHT.players
        page.route("**/css/scorekeeper*.css*", enlarge)
    thumb = Thumb(page, Night("minnesota-ten-point", names, ()))
    thumb.sit_down()
    thumb.play(Told("hand", names[0], "5"))
    smoke = Thumb(page, Night("smoke", ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay"), ()))
    smoke.sit_down()
    assert page.evaluate("getComputedStyle(document.body).fontSize") == ("32px" if larger else "16px")
    codes = [thumb.code, smoke.code]
    for path in ("/", "/new/minnesota-ten-point/4", *(f"/t/{code}{part}" for code in codes for part in ("", "/log"))):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") == 360, path


def enlarge(route):
    """Answer with a style sheet for somebody whose phone has its text twice as large."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text() + "html { font-size: 200% } body { font-size: 1rem }")


@pytest.mark.deep
def test_on_a_laptop_the_scores_stand_beside_a_hand_that_is_whole(thumb):
    thumb.page.set_viewport_size({"width": 1440, "height": 900})
    thumb.play(FIVE)
    board, hand, save, last = (
        thumb.page.locator(where).bounding_box() for where in (".board", "#hand", "#save", "#table > .last")
    )
    assert board["x"] + board["width"] <= hand["x"], "beside one another"
    assert abs(board["y"] - hand["y"]) < 1
    assert last["x"] == board["x"], "the last hands are under the scores"
    assert save["y"] + save["height"] <= 900, "and Save is in sight without scrolling"
    assert thumb.page.evaluate("document.documentElement.scrollHeight") <= 900
    assert 1200 <= hand["x"] + hand["width"] - board["x"] <= 1440


def test_an_impossible_hand_keeps_what_was_tapped(thumb):
    thumb.choose("bid", "7")
    thumb.tap("#save")
    wrong = thumb.page.locator("#bidder-wrong")
    wrong.wait_for()
    assert wrong.inner_text() == "Who won the bid?"
    assert thumb.page.locator("#bid-7").is_checked()
    assert lines(thumb) == 0
