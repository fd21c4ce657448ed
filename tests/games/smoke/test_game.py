"""What becomes of a hand of Smoke: from two phones, corrected, and the end."""

from __future__ import annotations

import pytest

from tests.games.smoke.hands import SAT, correct, hand, played
from tests.phones import Page

# ---------------------------------------------------------------- sent twice, and two phones


def two_forms(phone, other_phone, code, mine, theirs):
    """Let two phones fill in the same hand; return the second's answer."""
    path = f"/t/{code}/hands"
    first, second = (one.form(f"/t/{code}", path) for one in (phone, other_phone))
    assert phone.client.post(path, data=first | mine).status_code == 303
    return other_phone.client.post(path, data=second | theirs)


@pytest.fixture
def clash(phone, other_phone, code):
    mine = played("2 3 0 sat sat", first_trick="2", pickup_5="1")
    answer = two_forms(phone, other_phone, code, played("3 2 0 sat sat"), mine)
    assert answer.status_code == 409
    return Page(answer.text)


def test_two_phones_that_differ_see_both(clash):
    assert "Jim 3, Bud 2, Whiz 0; Tom & Puresome sat" in clash.text
    assert "Jim 2, Bud 3, Whiz 0; Tom & Puresome sat" in clash.text
    assert "First trick: Bud. Pickups: Puresome 1." in clash.text


# ---------------------------------------------------------------- taken back, corrected


def test_a_hand_opens_filled_in_and_is_corrected(phone, code):
    hand(phone, code, "3 2 0 sat sat", first_trick="2", pickup_4="1", note="Tom talked")
    hand(phone, code, "1 2 2 sat 0")
    page = phone.page(f"/t/{code}/lines/1")
    fields = page.forms[0]["fields"]
    assert [fields[f"play-{seat}"] for seat in range(1, 6)] == ["3", "2", "0", SAT, SAT]
    assert (fields["first_trick"], fields["pickup-4"], fields["note"]) == ("2", "1", "Tom talked")
    assert not page.inline
    assert correct(phone, code, 1, "2 2 1 sat sat", pickup_4="", reason="Whiz had one").status_code == 303
    assert phone.scores(code) == ["7", "6", "7", "10", "15"]
    text = phone.page(f"/t/{code}/log").text
    assert "Before: Jim 3, Bud 2, Whiz 0; Tom & Puresome sat. First trick: Bud. Pickups: Tom 1." in text
    assert "Whiz had one" in text


# ---------------------------------------------------------------- the end, and the sheet


@pytest.fixture
def won(phone):
    """Two at the mesa: Whiz is at nothing after three hands (4, 3 and 3 tricks), Tom at five."""
    code = phone.sit_down("smoke", names=("Whiz", "Tom"))
    for said in ("4 1", "3 2", "3 2"):
        assert hand(phone, code, said).status_code == 303
    return code


def test_the_finish(phone, won):
    page = phone.page(f"/t/{won}")
    assert phone.scores(won) == ["0", "5"]
    assert "Whiz won" in page.text
    assert "Smoke down to 0" in page.text
    assert "Whiz went from 10 to 0. Tom went from 10 to 5." in page.text
    assert 'class="target" d="M52,268' in phone.get(f"/t/{won}").text  # nothing lies at the foot of the chart
    assert "Attention to tally: Whiz reads it out. Read it aloud Whiz, 0 coming down. Tom, 5 coming down." in page.text
    assert "must play" not in page.text
    answer = hand_after_the_end(phone, won)
    assert answer.status_code == 422
    assert "The game is over" in answer.text


def hand_after_the_end(phone, code):
    form = phone.form(f"/t/{code}", f"/t/{code}/undo") | played("4 1") | {"op_id": "f" * 32}
    return phone.client.post(f"/t/{code}/hands", data=form)
