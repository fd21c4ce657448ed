"""Points, game, partners and Smoke in whole sentences, at tables with one or two settings of their own."""

from __future__ import annotations

import pytest
from sheets import house_rules

from scorekeeper.rules.settings import build_ruleset
from scorekeeper.sheets import smoke_sheet
from scorekeeper.sheets.explain import partners, points
from scorekeeper.sheets.explain.partners import has_two_sides, play_alone, say_bidders, say_others, say_you_take

PARTNERS = {"seating.sides": "partners"}
PAIRS = {"seating.sides": "pairs"}
CALLED = {"seating.sides": "called-partner"}
NO_BIDS = {"auction.rounds": "none"}
NO_POINTS = {f"points.{key}.worth": 0 for key in ("high", "low", "jack", "game")}
TWO_JOKERS = {"deck.jokers": 2}


@pytest.mark.parametrize(
    ("house", "words"),
    [
        ({}, "high, low, jack and game"),
        ({"points.trey.worth": 3}, "high, low, jack, game and trey 3"),
        (NO_POINTS | {"points.five.worth": 5}, "five 5"),
        (NO_POINTS | {"points.jack.worth": 1, "points.off_jack.worth": 2, "names.off_jack": "left-bauer"},
         "jack and left bauer 2"),
    ],
)  # fmt: skip
def test_the_points_of_a_hand(house, words):
    assert points.list_points(house_rules(house)) == words


@pytest.mark.parametrize(
    ("key", "house", "card"),
    [
        ("high", {}, "the highest trump played"),
        ("high", {"points.high.card": "fixed"}, "the ace of trumps"),
        ("high", {"points.high.card": "fixed", "deck.trump_order": "reversed"}, "the two of trumps"),
        ("low", {}, "the lowest trump played"),
        ("low", {"points.low.card": "fixed"}, "the two of trumps"),
        ("low", {"points.low.card": "fixed", "deck.ranks": "A K Q J 10 9"}, "the nine of trumps"),
        ("low", {"points.low.card": "lowest-natural"}, "the lowest trump played"),
        ("low", {"points.low.card": "lowest-natural", "deck.jokers": 1}, "the lowest trump played that is not a joker"),
        ("off_jack", {}, "the other jack of the trump color (hearts trump: J♦)"),
        ("joker", {}, "the joker"),
        ("high_joker", {"names.high_joker": "big-joker"}, "the big joker"),
        ("low_joker", {}, "the low joker"),
        *(("high_joker", {"deck.joker_tie": tie}, "one of the two jokers") for tie in ("first", "second")),
        ("low_joker", {"deck.joker_tie": "first"}, "the other joker"),
        ("low_joker", {"deck.joker_tie": "named-first"}, "the low joker"),
        ("trey", {}, "the three of trumps"),
    ],
)
def test_which_card_a_point_is(key, house, card):
    assert points.point_card(key, house_rules(house)) == card


@pytest.mark.parametrize(
    ("say", "house", "sentence"),
    [
        (points.say_high, {}, "High is the highest trump played, whichever it is in this hand."),
        (points.say_high, {"points.high.card": "fixed"},
         "High is the ace of trumps and no other card; if it is not played, nobody has high."),
        (points.say_high, NO_POINTS, "There is no point for the highest trump."),
        (points.say_low, {}, "Low is the lowest trump played, whichever it is in this hand."),
        (points.say_low, {"points.low.card": "lowest-natural", "deck.jokers": 1},
         "Low is the lowest trump played that is not a joker, whichever it is in this hand."),
        (points.say_low, {"points.low.card": "fixed"},
         "Low is the two of trumps and no other card; if it is not played, nobody has low."),
        (points.say_low, NO_POINTS, "There is no point for the lowest trump."),
    ],
)  # fmt: skip
def test_high_and_low(say, house, sentence):
    assert say(house_rules(house)) == sentence


@pytest.mark.parametrize(
    ("key", "house", "sentence"),
    [
        ("jack", {}, "The jack is the jack of trumps, worth 1 point. Jack goes to whoever wins its trick."),
        ("jack", {"names.jack": "right-bower", "points.jack.to": "holder"},
         ("The right bower is the jack of trumps, worth 1 point. Right bower goes to whoever plays it, even if the "
         "trick is lost.")),
        ("trey", {"points.trey.worth": 3},
         "The trey is the three of trumps, worth 3 points. Trey goes to whoever wins its trick."),
        ("low", {"points.low.card": "fixed"},
         "The low is the two of trumps, worth 1 point. Low goes to whoever wins its trick."),
        ("trey", {}, "There is no point for the three of trumps."),
    ],
)  # fmt: skip
def test_a_point(key, house, sentence):
    assert points.say_point(key, house_rules(house)) == sentence


def test_who_gets_a_point():
    assert points.say_owner("low", house_rules({})) == "Low goes to whoever wins its trick."
    holder = house_rules({"points.low.to": "holder"})
    assert points.say_owner("low", holder) == "Low goes to whoever plays it, even if the trick is lost."
    assert points.say_owner("low", house_rules(NO_POINTS)) == "There is no point for the lowest trump."


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({}, "There are no jokers in the deck, and none scores."),
        (TWO_JOKERS, "Jokers score nothing."),
        ({"deck.jokers": 1, "points.joker.worth": 1},
         "Joker is worth 1 point. Joker goes to whoever wins its trick."),
        (TWO_JOKERS | {"points.high_joker.worth": 2, "points.low_joker.worth": 1, "names.low_joker": "little-joker",
                       "points.high_joker.to": "holder"},
         ("High joker is worth 2 points. High joker goes to whoever plays it, even if the trick is lost. "
         "Little joker is worth 1 point. Little joker goes to whoever wins its trick.")),
    ],
)  # fmt: skip
def test_what_jokers_are_worth(house, sentence):
    assert points.say_jokers(house_rules(house)) == sentence


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({}, "The other jack of the trump color is not a trump. It is worth no point."),
        ({"deck.off_jack": True},
         "The jick, the other jack of the trump color, is a trump just below the jack. It is worth no point."),
        ({"deck.off_jack": True, "points.off_jack.worth": 1, "names.off_jack": "left"},
         "The left, the other jack of the trump color, is a trump just below the jack. It is worth 1 point."),
    ],
)  # fmt: skip
def test_the_jick(house, sentence):
    assert points.say_off_jack(house_rules(house)) == sentence


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({}, ("Game goes to whoever has the most card points in their tricks, in all suits: each ace 4, king 3, queen 2, "  # noqa: E501
         "jack 1, ten 10.")),
        (PARTNERS | {"deck.off_jack": True, "deck.jokers": 1},
         ("Game goes to the side with the most card points in its tricks, in all suits: each ace 4, king 3, queen 2, "
         "jack 1 (the jick too), ten 10, jokers nothing.")),
        ({"game.by": "ten-of-trumps"}, "Game goes to whoever wins the ten of trumps; nothing is counted."),
        (NO_POINTS, "There is no point for the most card points in tricks."),
    ],
)  # fmt: skip
def test_game(house, sentence):
    assert points.say_game(house_rules(house)) == sentence


TO_BIDDER = {"game.buried_to_bidder": True, "deal.exchange": "draw"}


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({}, "Cards left in the deck (sleepers) count for nobody."),
        ({"deal.exchange": "stock"}, "Every card of the deck is played, so no card points are left over."),
        ({"deal.exchange": "draw"}, "Cards that were discarded or left in the deck (sleepers) count for nobody."),
        (TO_BIDDER, ("Card points that the bidder buried count for the bidder; cards left in the deck (sleepers) count "
                    "for nobody.")),
        (TO_BIDDER | PARTNERS,
         ("Card points that the bidder buried count for the bidder's side; cards left in the deck "
                               "(sleepers) count for nobody.")),
        (TO_BIDDER | NO_BIDS, "Cards that were discarded or left in the deck (sleepers) count for nobody."),
        ({"game.by": "ten-of-trumps"}, "Game goes to whoever wins the ten of trumps; nothing is counted."),
        (NO_POINTS, "There is no point for the most card points in tricks."),
    ],
)  # fmt: skip
def test_buried_cards(house, sentence):
    assert points.say_buried(house_rules(house)) == sentence


def test_cards_turned_up():
    turned = {"turn.ace": 1, "turn.jack": 2, "turn.six": 1, "turn.gift": 3}
    assert points.say_turned(house_rules(NO_BIDS | turned)) == (
        "The dealer scores at once for certain cards turned up for trump: 1 point for an ace, 2 points for a jack, "
        "1 point for a six."
    )
    assert points.say_turned(house_rules(turned)) == ""
    assert points.say_turned(house_rules(NO_BIDS | {"turn.gift": 1})) == ""
    assert [points.a_card(card) for card in ("ace", "deuce", "eight")] == ["an ace", "a deuce", "an eight"]


def test_how_many_points_there_are():
    assert points.say_offer(house_rules({})) == "There are 4 points in a hand"
    assert points.say_offer(house_rules(NO_POINTS | {"points.high.worth": 1})) == "There is 1 point in a hand"


# ---------------------------------------------------------------- sides


@pytest.mark.parametrize(
    ("house", "said"),
    [
        ({}, (True, False, "you take", "the bidder wins", "each of the others")),
        (PARTNERS, (False, True, "your side takes", "the bidders win", "the other side")),
        (PAIRS, (False, False, "your side takes", "the bidders win", "every other side")),
        (CALLED, (False, False, "your side takes", "the bidders win", "every other side")),
    ],
)
def test_what_sides_are_called(house, said):
    rules = house_rules(house)
    asked = (play_alone, has_two_sides, say_you_take, say_bidders, say_others)
    assert tuple(ask(rules) for ask in asked) == said


# ---------------------------------------------------------------- the called partner

NO_CALL = "Nobody calls a partner at this table."
IF_THE_CARD = "If the called card"
ALONE = "the bidder plays alone against all the others, who are one side."
NO_CHOICE = "The bidder may not choose to play alone."
OWN, KEPT = {"call.not": "own"}, {"deal.may_discard": "no-points"}


def test_where_nobody_calls_a_partner_there_is_nothing_to_say():
    says = (partners.say_call, partners.say_reveal, partners.say_alone, partners.say_result)
    assert {say(house_rules({})) for say in says} == {NO_CALL}


def test_what_may_be_called_and_when_it_is_known():
    rules = house_rules(CALLED | {"call.what": "trump-by-rank", "call.not": "own-and-trey", "call.reveal": "at-once"})
    assert partners.say_call(rules) == (
        "The bidder calls a trump by its rank; whoever holds it is the bidder's partner. "
        "The bidder may call neither a card they hold nor the three of trumps."
    )
    shown = "Whoever holds the called card shows it at once and plays it to the first trick."
    assert partners.say_reveal(rules) == shown


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        (OWN, f"{IF_THE_CARD} was not dealt, {ALONE} {NO_CHOICE}"),
        (OWN | {"call.alone_by_choice": True},
         f"{IF_THE_CARD} was not dealt, {ALONE} The bidder may choose to play alone instead of calling."),
        ({"call.not": "own-and-trey"}, f"{IF_THE_CARD} was not dealt, {ALONE} {NO_CHOICE}"),
        ({}, f"{IF_THE_CARD} was not dealt or is in the bidder's own hand, {ALONE} {NO_CHOICE}"),
        *((OWN | {"deal.exchange": exchange},
           f"{IF_THE_CARD} was not dealt, was discarded or is in the bidder's own hand, {ALONE} {NO_CHOICE}")
          for exchange in ("draw", "refill", "dealer-takes-rest")),
        (OWN | {"deal.exchange": "draw", "deal.may_discard": "no-trump"},
         f"{IF_THE_CARD} was not dealt, was discarded or is in the bidder's own hand, {ALONE} {NO_CHOICE}"),
        (OWN | KEPT | {"deal.exchange": "draw"},
         f"{IF_THE_CARD} was not dealt or is in the bidder's own hand, {ALONE} {NO_CHOICE}"),
        (OWN | {"deal.exchange": "discard"}, f"{IF_THE_CARD} was not dealt or was discarded, {ALONE} {NO_CHOICE}"),
        (OWN | {"deal.exchange": "stock"}, f"{IF_THE_CARD} was not dealt, {ALONE} {NO_CHOICE}"),
        (OWN | KEPT | {"deal.exchange": "blinds"}, f"{IF_THE_CARD} was not dealt, {ALONE} {NO_CHOICE}"),
        (OWN | KEPT | {"deal.exchange": "blinds", "deal.exchange_size": 3},
         f"{IF_THE_CARD} was not dealt or is in the bidder's own hand, {ALONE} {NO_CHOICE}"),
        *((OWN | KEPT | {"deal.exchange": middle, "auction.trump": how},
           (f"The bidder calls before taking the {middle}. {IF_THE_CARD} was not dealt or turns up in the {middle}, "
           f"{ALONE} {NO_CHOICE}"))
          for middle in ("kitty", "widow") for how in ("named", "first-lead", "turned", "cut")),
        *((OWN | KEPT | {"deal.exchange": middle, "auction.trump": "after-exchange"},
           f"{IF_THE_CARD} was not dealt, {ALONE} {NO_CHOICE}") for middle in ("kitty", "widow")),
        (OWN | KEPT | {"deal.exchange": "discard", "auction.trump": "named"},
         f"{IF_THE_CARD} was not dealt, {ALONE} {NO_CHOICE}"),
    ],
)  # fmt: skip
def test_when_the_bidder_is_alone(house, sentence):
    assert partners.say_alone(house_rules(CALLED | house)) == sentence


@pytest.mark.parametrize(("direction", "sign"), [("up", "comes off"), ("down", "goes onto")])
def test_what_bidder_and_partner_score(direction, sign):
    assert partners.say_result(house_rules(CALLED | {"finish.direction": direction})) == (
        "Bidder and partner each score all the points of their side, and a set costs both of them: the bid "
        f"{sign} either's score. Each of the others scores what the others took together."
    )


# ---------------------------------------------------------------- Smoke


def smoke_rules(**settings):
    return build_ruleset("smoke", {key.replace("_", ".", 1): value for key, value in settings.items()})


def test_smoke():
    leads = "The first to stay, from the distributor's left, leads"
    assert smoke_sheet.say_first_lead(smoke_rules()) == f"{leads} any ticket."
    assert smoke_sheet.say_first_lead(smoke_rules(play_first_lead="trump")) == (
        f"{leads} their highest smoke; a player who has none says so, and the next one leads."
    )
    assert smoke_sheet.say_ending(smoke_rules()) == "There is no target: play as long as you like, then settle up."
    assert smoke_sheet.say_ending(smoke_rules(finish_target=-3)) == (
        "Whoever is at −3 or below at the end of a hand has won: of several the lowest, and equal scores win together."
    )
    assert smoke_sheet.say_start(smoke_rules(finish_start=10)) == "Everybody starts at 10 and comes down."
    around = (
        ", one at a time, and touches none before the last is dealt. Somewhere on the way the distributor turns one "
        "over: its suit is smoke."
    )
    assert smoke_sheet.say_tickets(smoke_rules()) == f"Everybody gets their tickets{around}"
    assert smoke_sheet.say_tickets(smoke_rules(deal_cards=5)) == f"Everybody gets 5 tickets{around}"
