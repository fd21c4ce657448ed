"""A game in which nobody bids: its sheet brought in, a hand written, and the pages that lead on from its table."""

import pytest

from tests.golden import cases

PLAIN = "X1100-unbid-everybody-scores-what-he-took"
TOOK = {"point_high": "2", "point_low": "1", "point_game": "2"}
TURNED = "X1110-turned-moves-with-the-deal"


@pytest.fixture
def brought_in(phone, request):
    """The code of a game whose sheet, that of a worked case, was brought in."""
    return phone.bring_in(cases()[getattr(request, "param", PLAIN)]["sheet"])


def test_the_hand_form_asks_for_no_bid(phone, brought_in):
    form = phone.form(f"/t/{brought_in}", f"/t/{brought_in}/hands")
    assert not {"bidder", "bid"} & form.keys()
    page = phone.page(f"/t/{brought_in}").text
    assert "Who got which point?" in page
    assert "All passed" not in page
    assert "Bob leads first" in page
    assert "bids first" not in page


def test_a_point_that_every_hand_has_wants_a_taker(phone, brought_in):
    """High, low and game are out in every hand; the jack mostly is not."""
    answer = phone.hand(brought_in, bidder=None, bid=None, point_high="2", point_game="none")
    assert answer.status_code == 422
    assert "Who got low?" in answer.text
    assert "Who got the jack?" not in answer.text
    assert "Who got game?" not in answer.text, "nobody is an answer"


def test_everybody_scores_what_they_took(phone, brought_in):
    assert phone.scores(brought_in) == ["2", "2"]
    answer = phone.hand(brought_in, bidder=None, bid=None, **TOOK)
    assert answer.status_code == 303
    assert phone.scores(brought_in) == ["3", "4"]
    assert "A hand without bidding" in phone.page(f"/t/{brought_in}/log").text


@pytest.mark.parametrize("brought_in", [TURNED], indirect=True)
def test_a_correction_keeps_what_was_turned_up(phone, brought_in):
    before = phone.scores(brought_in)
    form = phone.form(f"/t/{brought_in}/lines/1", f"/t/{brought_in}/lines/1")
    answer = phone.client.post(f"/t/{brought_in}/lines/1", data=form | {"point-high": "none", "reason": "Misread"})
    assert answer.status_code == 303
    after = phone.scores(brought_in)
    assert sum(map(int, before)) - sum(map(int, after)) == 1, "high alone went to nobody"
