"""The deal, a misdeal and the exchange in whole sentences, at tables with one or two settings of their own."""

from __future__ import annotations

import pytest
from sheets import house_rules

from scorekeeper.sheets.explain.deal import (
    has_exchange,
    say_exchange,
    say_may_discard,
)

NINE_FOR_SIX = {"deal.cards": 9, "deal.hand": 6}
OTHER_EXCHANGES = ("none", "discard", "draw", "refill", "blinds", "dealer-takes-rest", "stock")


@pytest.mark.parametrize(
    ("exchange", "size", "exchanged"),
    [
        ("none", 3, False),
        ("stock", 3, False),
        ("blinds", 0, False),
        *((exchange, 0, True) for exchange in ("discard", "draw", "refill", "kitty", "widow", "dealer-takes-rest")),
        ("blinds", 3, True),
    ],
)
def test_whether_cards_are_exchanged(exchange, size, exchanged):
    assert has_exchange(house_rules({"deal.exchange": exchange, "deal.exchange_size": size})) is exchanged


REFILLED = "Then everybody discards all cards that are not trumps and draws back up to"


@pytest.mark.parametrize(
    ("exchange", "house", "sentence"),
    [
        ("none", {"deal.exchange_size": 3}, "No cards are exchanged."),
        ("blinds", {}, "No cards are exchanged."),
        ("stock", {}, ("The cards that are not dealt are the stock: after every trick everybody draws one, the winner "
                      "of the trick first, and once it is used up the last cards are played without drawing.")),
        ("discard", NINE_FOR_SIX, "Then everybody discards down to 6 cards, face down."),
        ("discard", {"deal.cards": 9}, "Then everybody discards down to 9 cards, face down."),
        ("discard", {"deal.hand": 6}, "Then everybody discards down to 6 cards, face down."),
        ("discard", {}, "Then everybody discards down to the hand that is played, face down."),
        ("refill", {"deal.cards": 6}, f"{REFILLED} 6 cards."),
        ("refill", {"deal.cards": 6, "deal.hand": 6}, f"{REFILLED} 6 cards."),
        ("refill", NINE_FOR_SIX,
         f"{REFILLED} 6 cards. Whoever holds more than 6 trumps discards the extra ones."),
        *(("refill", NINE_FOR_SIX | {"deal.may_discard": kept},
           (f"{REFILLED} 6 cards. Whoever holds more than 6 trumps discards the extra ones, but none that is worth a "
           "point.")) for kept in ("no-points", "no-trump")),
        ("draw", {}, "Once trump is named everybody may discard and draw as many cards."),
        ("draw", {"deal.exchange_size": 3, "deal.cards": 6},
         "Then everybody may discard up to 3 cards and draw as many."),
        ("draw", {"deal.exchange_size": 3, "deal.cards": 6, "deal.hand": 6},
         "Then everybody may discard up to 3 cards and draw as many."),
        ("draw", {"deal.exchange_size": 3, **NINE_FOR_SIX},
         "Then everybody may discard up to 3 cards and draw as many; after that everybody discards down to 6 cards."),
        ("blinds", {"deal.exchange_size": 3},
         "The bidder takes the blinds, 3 cards from the undealt deck, and buries as many face down."),
        ("kitty", {}, "The bidder takes the kitty; then everybody discards down to the hand that is played."),
        ("widow", {}, "The bidder takes the widow; then everybody discards down to the hand that is played."),
        ("kitty", {"deal.exchange_size": 3, "deal.cards": 6},
         "The bidder takes the kitty (3 cards); then everybody discards down to 6 cards."),
        ("widow", {"deal.exchange_size": 1, "deal.cards": 6},
         "The bidder takes the widow (1 card); then everybody discards down to 6 cards."),
        ("dealer-takes-rest", {},
         "Everybody may exchange cards; the dealer takes all the cards left and discards down to a hand."),
        ("dealer-takes-rest", {"deal.exchange_size": 3, "deal.cards": 6},
         ("Then everybody but the dealer may discard up to 3 cards and draw as many. The dealer takes all the cards "
         "left and discards down to 6 cards.")),
    ],
)  # fmt: skip
def test_the_exchange(exchange, house, sentence):
    assert say_exchange(house_rules({"deal.exchange": exchange, **house})) == sentence


NO_POINTS = {"deal.may_discard": "no-points"}
NO_TRUMP = {"deal.may_discard": "no-trump"}


@pytest.mark.parametrize(
    ("exchange", "house", "sentence"),
    [
        ("none", NO_POINTS, ""),
        ("stock", NO_POINTS, ""),
        ("refill", NO_POINTS, ""),
        *((exchange, {}, "You may discard any card.")
          for exchange in ("discard", "draw", "kitty", "widow", "dealer-takes-rest")),
        ("blinds", {"deal.exchange_size": 3}, "You may discard any card."),
        ("blinds", {}, ""),
        ("draw", NO_POINTS, "A trump that is worth a point (jack) may not be discarded."),
        ("draw", NO_POINTS | {"points.jack.worth": 0}, "A trump that is worth a point may not be discarded."),
        ("draw", NO_POINTS | {"seating.sides": "called-partner"},
         "A trump that is worth a point (jack) may not be discarded, and neither may the called card."),
        # Game is a card of its own where the ten of trumps brings it.
        ("draw", NO_POINTS | {"game.by": "ten-of-trumps"},
         "A trump that is worth a point (jack and ten) may not be discarded."),
        ("draw", NO_POINTS | {"points.high_joker.worth": 1, "points.trey.worth": 3, "names.high_joker": "big-joker"},
         "A trump that is worth a point (jack, big joker and trey) may not be discarded."),
        ("draw", NO_TRUMP | NINE_FOR_SIX,
         ("You may discard a trump only if you hold more than 6: then just the extra ones, and none that is worth a "
         "point.")),
        ("draw", NO_TRUMP | {"deal.cards": 9},
         ("You may discard a trump only if you hold more than 9: then just the extra ones, and none that is worth a "
         "point.")),
        ("draw", NO_TRUMP,
         ("You may discard a trump only if you hold more than a hand of them: then just the extra ones, and none that "
         "is worth a point.")),
    ],
)  # fmt: skip
def test_what_may_be_discarded(exchange, house, sentence):
    assert say_may_discard(house_rules({"deal.exchange": exchange, **house})) == sentence
