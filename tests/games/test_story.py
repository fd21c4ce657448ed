"""The story on the winner's card: the hand that turned the game."""

import pytest


@pytest.mark.parametrize(
    ("bidders", "says"),
    [
        ("1112221", "It turned on hand 7, when Ann made 4."),  # of hands that bring as much the last one counts
        ("1111", "Ahead from the first hand to the last."),
    ],
)
def test_the_card_tells_the_hand_that_turned_the_game(phone, bidders, says):
    """Whoever bids 4 makes it; to 15."""
    code = phone.sit_down("fort-frances-sneak-out")
    for bidder in bidders:
        phone.hand(code, bidder=bidder, bid="4", point_jack=bidder)
    assert says in phone.page(f"/t/{code}").text
    assert ('class="ring' in phone.get(f"/t/{code}").text) == ("turned" in says)
