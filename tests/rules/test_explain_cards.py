"""The deck, trump, the deal and the play in whole sentences, at tables with one or two settings of their own."""

from __future__ import annotations

import pytest
from sheets import house_rules

from scorekeeper.sheets.explain.cards import (
    best_rank,
    lowest_rank,
    makes_trump_by_lead,
    say_deck,
    say_extra_trumps,
    say_jokers_together,
    say_plain_suits,
    say_trump_made,
    turns_up_trump,
)
from scorekeeper.sheets.explain.deal import say_first_lead, say_follow, say_play_out, say_trick

NO_BIDS = {"auction.rounds": "none"}
REVERSED = {"deck.trump_order": "reversed"}
SHORT = {"deck.ranks": "A K Q J 10 9"}
TWO_JOKERS = {"deck.jokers": 2}
ONLY_TRUMPS = {"play.only_trumps": True}
LEAD_MAKES_TRUMP = {"auction.trump": "first-lead"}
NO_TRUMP_FIRST = {"play.no_trump_first_trick": True}


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({}, "A full deck of 52, without jokers."),
        ({"deck.jokers": 1}, "A full deck with one joker: 53 cards."),
        (TWO_JOKERS, "A full deck with two jokers: 54 cards."),
        (SHORT, "A deck of 24: ace down to 9 in each suit, and no jokers."),
        (SHORT | {"deck.jokers": 1}, "A deck of 25: ace down to 9 in each suit, and one joker."),
        (SHORT | TWO_JOKERS, "A deck of 26: ace down to 9 in each suit, and two jokers."),
        ({"deck.ranks": "A K Q J 2"}, "A deck of 20: A K Q J 2 in each suit, and no jokers."),
    ],
)
def test_the_deck(house, sentence):
    assert say_deck(house_rules(house)) == sentence


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({}, ""),
        ({"deck.off_jack": True},
         "The other jack of the trump color is a trump too, just below the jack: the jick (hearts trump: J♦)."),
        ({"deck.off_jack": True, **REVERSED},
         "The other jack of the trump color is a trump too, just above the jack: the jick (hearts trump: J♦)."),
        ({"deck.off_jack": True, "names.off_jack": "left-bauer", "names.jack": "right-bauer"},
         ("The other jack of the trump color is a trump too, just below the jack: the left bauer, also called the jick "
         "(hearts trump: J♦). The jack of trumps is called the right bauer.")),
        ({"names.nine": "sancho"}, "The nine of trumps is called the sancho."),
        ({"names.five": "pedro"}, "The five of trumps is called the pedro."),
        ({"points.off_five.worth": 5}, "The other five of the trump color is a trump too, just below the five."),
        ({"points.off_five.worth": 5, "names.off_five": "left-pedro"},
         "The other five of the trump color is a trump too, just below the five: the left pedro."),
        ({"points.off_ace.worth": 1, **REVERSED},
         "The other ace of the trump color is a trump too, just above the ace."),
        ({"points.off_ten.worth": 1, "points.off_two.worth": 1},
         ("The other ten of the trump color is a trump too, just below the ten. "
         "The other two of the trump color is a trump too, just below the two.")),
        ({"points.off_three.worth": 1}, "The other three of the trump color is a trump too, just below the three."),
        ({"deck.jokers": 1}, "The joker is a trump."),
        (TWO_JOKERS, "Both jokers are trumps: agree before the deal which one is the high joker."),
        (TWO_JOKERS | {"names.high_joker": "big-joker"},
         "Both jokers are trumps: agree before the deal which one is the big joker."),
        (TWO_JOKERS | {"deck.joker_tie": "named-first"}, "Both jokers are trumps."),
        (TWO_JOKERS | {"deck.joker_tie": "named-first", "points.high_joker.worth": 1},
         "Both jokers are trumps: agree before the deal which one is the high joker."),
        (TWO_JOKERS | {"deck.joker_tie": "first"}, "Both jokers are trumps."),
        (TWO_JOKERS | {"deck.joker_tie": "second"}, "Both jokers are trumps."),
    ],
)  # fmt: skip
def test_the_trumps_beside_the_suit(house, sentence):
    assert say_extra_trumps(house_rules(house)) == sentence


@pytest.mark.parametrize(
    ("house", "best", "lowest"),
    [({}, "A", "2"), (REVERSED, "2", "A"), (SHORT, "A", "9"), (SHORT | REVERSED, "9", "A")],
)
def test_the_highest_and_the_lowest_trump(house, best, lowest):
    rules = house_rules(house)
    assert (best_rank(rules), lowest_rank(rules)) == (best, lowest)


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({}, "In a suit that is not trump the cards rank A K Q J 10 9 8 7 6 5 4 3 2, from high to low."),
        (SHORT, "In a suit that is not trump the cards rank A K Q J 10 9, from high to low."),
        (ONLY_TRUMPS, ""),
    ],
)
def test_the_cards_of_the_other_suits(house, sentence):
    assert say_plain_suits(house_rules(house)) == sentence


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({"deck.jokers": 0}, ""),
        ({"deck.jokers": 1}, ""),
        (TWO_JOKERS, "Of two jokers in one trick, the high joker beats the low joker."),
        (TWO_JOKERS | REVERSED, "Of two jokers in one trick, the low joker beats the high joker."),
        (TWO_JOKERS | {"deck.joker_tie": "named-first"},
         "Of two jokers in one trick, the first one played wins, even if it is the low joker."),
        (TWO_JOKERS | {"deck.joker_tie": "named-first", "names.low_joker": "little-joker"},
         "Of two jokers in one trick, the first one played wins, even if it is the little joker."),
        (TWO_JOKERS | {"deck.joker_tie": "first"}, "Of two jokers in one trick, the first one played wins."),
        (TWO_JOKERS | {"deck.joker_tie": "second"}, "Of two jokers in one trick, the second one played wins."),
    ],
)  # fmt: skip
def test_two_jokers_in_one_trick(house, sentence):
    assert say_jokers_together(house_rules(house)) == sentence


TURNED_UP = "The dealer turns up a card, and its suit is trump for this hand."
CUT_FOR = "Before the deal somebody cuts the deck, and the suit of the card shown is trump for this hand."


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({}, "Whoever wins the bid names the trump suit, before the first card is led."),
        ({"deal.exchange": "draw"}, "Whoever wins the bid names the trump suit, before any cards are exchanged."),
        *(({"auction.trump": "after-exchange", "deal.exchange": middle},
           f"Whoever wins the bid takes the {middle} first, and then names the trump suit.")
          for middle in ("kitty", "widow", "blinds")),
        *(({"auction.trump": "after-exchange", "deal.exchange": exchange},
           "Whoever wins the bid takes the extra cards first, and then names the trump suit.")
          for exchange in ("none", "discard", "draw", "refill", "dealer-takes-rest", "stock")),
        (LEAD_MAKES_TRUMP,
         "Nobody names trump: the suit of the first card that the bidder leads is trump for this hand."),
        (LEAD_MAKES_TRUMP | NO_TRUMP_FIRST,
         "Whoever wins the bid names the trump suit before leading, since the first lead need not be a trump."),
        ({"auction.trump": "turned"}, TURNED_UP),
        ({"auction.trump": "cut"}, CUT_FOR),
        (NO_BIDS, "Agree before the first deal on how trump is made: nobody bids for it."),
        (NO_BIDS | {"auction.trump": "after-exchange"},
         "Agree before the first deal on how trump is made: nobody bids for it."),
        (NO_BIDS | {"auction.trump": "turned"}, TURNED_UP),
        (NO_BIDS | {"auction.trump": "cut"}, CUT_FOR),
        (NO_BIDS | {"turn.jack": 1}, TURNED_UP),
        (NO_BIDS | LEAD_MAKES_TRUMP, "The suit of the first card led is trump for this hand."),
    ],
)  # fmt: skip
def test_how_trump_is_made(house, sentence):
    assert say_trump_made(house_rules(house)) == sentence


@pytest.mark.parametrize("what", ["ace", "jack", "six", "deuce", "gift"])
@pytest.mark.parametrize("how", ["named", "after-exchange", "first-lead", "cut"])
def test_a_card_is_turned_up_where_that_brings_points_and_nobody_bids(what, how):
    house = {f"turn.{what}": 1, "auction.trump": how}
    assert turns_up_trump(house_rules(house | NO_BIDS))
    assert not turns_up_trump(house_rules(house))
    assert not turns_up_trump(house_rules({"auction.trump": how, **NO_BIDS}))
    assert not makes_trump_by_lead(house_rules(house | NO_BIDS))


def test_the_first_card_led_makes_trump_only_by_that_rule():
    by_lead = {
        how: makes_trump_by_lead(house_rules({"auction.trump": how}))
        for how in ("named", "after-exchange", "first-lead", "turned", "cut")
    }
    assert by_lead == {
        "named": False, "after-exchange": False, "first-lead": True, "turned": False, "cut": False,
    }  # fmt: skip
    assert not makes_trump_by_lead(house_rules(LEAD_MAKES_TRUMP | NO_TRUMP_FIRST))


# ---------------------------------------------------------------- the play


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({}, "The bidder leads first, any card."),
        (NO_BIDS, "The player on the dealer's left leads first, any card."),
        ({"play.first_lead": "trump"}, "The bidder leads first, and must lead a trump."),
        (ONLY_TRUMPS, "The bidder leads first."),
        (LEAD_MAKES_TRUMP, "The bidder leads first: any card, and its suit is trump."),
        (NO_TRUMP_FIRST,
         ("The bidder leads first, any card. If it is not a trump, nobody may trump that first trick; after it trumps "
         "are played as usual.")),
    ],
)  # fmt: skip
def test_the_first_lead(house, sentence):
    assert say_first_lead(house_rules(house)) == sentence


TRUMP_LED = "When trump is led, play a trump if you have one."


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({}, "Follow suit or play a trump, as you like; only without a card of the suit led may you play anything. "
         + TRUMP_LED),
        ({"play.follow": "follow"},
         ("Follow suit if you can, and do not trump as long as you can follow. Without a card of the suit led, play "
         f"anything, trump or not. {TRUMP_LED}")),
        ({"play.follow": "must-trump-if-void"},
         f"Follow suit or play a trump; only if you can do neither may you play anything. {TRUMP_LED}"),
        (ONLY_TRUMPS,
         ("Only trumps are played; once you have none left you drop out of the hand. If you win a trick with your last "
         "trump, the player on your left leads.")),
    ],
)  # fmt: skip
def test_what_may_be_played(house, sentence):
    assert say_follow(house_rules(house)) == sentence


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({}, ("The highest trump wins the trick; if nobody trumped, the highest card of the suit led. Whoever wins a "
         "trick leads to the next, any card.")),
        (ONLY_TRUMPS, "The highest trump wins the trick, and whoever wins it leads to the next."),
    ],
)  # fmt: skip
def test_who_wins_a_trick(house, sentence):
    assert say_trick(house_rules(house)) == sentence


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({}, "Play the hand to the last card, even when the bid is made or lost already: every point counts."),
        (NO_BIDS, "Play the hand to the last card: every point counts."),
        ({"scoring.made": "bid", "scoring.others": "nothing"},
         "Play stops as soon as it is clear whether the bid is made, since only the bid counts."),
    ],
)  # fmt: skip
def test_how_long_a_hand_is_played(house, sentence):
    assert say_play_out(house_rules(house)) == sentence
