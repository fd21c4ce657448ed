"""The story on the winner's card: sets, changes of the lead, the hand that turned the game."""

from __future__ import annotations

import pytest

from scorekeeper.games.finish import ahead_after, count_lead_changes


@pytest.mark.parametrize(
    ("scores", "changes"),
    [
        ([], 0),
        ([(5, 3), (9, 8)], 0),
        ([(5, 3), (6, 8), (9, 8)], 2),
        ([(5, 3), (6, 6), (9, 8)], 0),  # level in between: nobody took the lead
        ([(5, 3), (6, 6), (8, 9)], 1),
        ([(0, 0), (8, 9)], 0),  # the first lead is taken from nobody
    ],
)
def test_the_lead_changes_when_somebody_else_is_ahead(scores, changes):
    played = [{"1": ours, "2": theirs} for ours, theirs in scores]
    assert count_lead_changes(ahead_after(played, counts_down=False)) == changes


def test_who_counts_down_leads_with_less():
    played = [{"1": 10, "2": 12}, {"1": 9, "2": 12}, {"1": 9, "2": 4}]
    assert count_lead_changes(ahead_after(played, counts_down=True)) == 1


def test_the_card_tells_sets_leads_and_the_hand_that_turned_the_game(phone):
    """Each side bids 4 and makes it three times: 12 to 12 of 15.  Of hands that bring as much the last one counts."""
    code = phone.sit_down("fort-frances-sneak-out")
    for bidder in ("1", "1", "1", "2", "2", "2", "1"):
        phone.hand(code, bidder=bidder, bid="4", point_jack=bidder)
    text = phone.page(f"/t/{code}").text
    assert "0 sets" in text
    assert "0 lead changes" in text
    assert "Hand 7 turned it: Ann bid 4, made" in text


def test_a_game_led_from_the_first_hand_to_the_last_was_turned_by_none(phone):
    code = phone.sit_down("fort-frances-sneak-out")
    for _ in range(4):
        phone.hand(code, bidder="1", bid="4", point_jack="1")
    text = phone.page(f"/t/{code}").text
    assert "0 lead changes" in text
    assert "turned it" not in text
    assert "Hand 1 biggest bid: Ann 4, made" in text
