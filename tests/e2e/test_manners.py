"""Double taps, the Back button, a laptop: what was tapped is kept, and saved once."""

import pytest

from tests.e2e.hands import Thumb
from tests.e2e.nights import read_hand, read_night

NIGHT = read_night("minnesota-ten-point-4")
FIVE = read_hand("Bob 5 : low=Ann game=Ann")


def lines(thumb):
    """Return how many lines the exported sheet has."""
    return len(thumb.page.request.get(f"/t/{thumb.code}/sheet.json").json()["lines"])


@pytest.mark.deep
def test_a_double_tap_saves_once(new_phone, wire):
    thumb = Thumb.dealt(new_phone(at=wire.address), NIGHT)
    thumb.tell(FIVE)
    wire.hold("POST .*/hands$")
    thumb.page.locator("#save").dblclick()
    wire.mend()
    thumb.wait_for(1)
    assert len(wire.asked("POST .*/hands$")) == 1
    assert lines(thumb) == 1


@pytest.mark.deep
def test_the_back_button_asks_at_once_what_became_of_the_table(thumb):
    thumb.page.add_init_script("window.setInterval = () => 0")  # no poll comes by itself
    thumb.play(FIVE)
    thumb.page.goto(f"/t/{thumb.code}/log")
    thumb.page.go_back()
    thumb.wait_for(1)
    assert thumb.scores()["Bob"] == 8


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
