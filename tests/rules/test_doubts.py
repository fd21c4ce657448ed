"""What can be scored but is most likely a mistake: worked by hand from docs/scoresheet.md, "scorekeeper score"."""

from __future__ import annotations

import pytest
from sheets import hand, sheet

from scorekeeper.rules.doubts import sheet_doubts
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.sheets.phrases import say_doubt
from scorekeeper.sheets.report import print_game
from scorekeeper.variants.catalogue import catalogue, find_variant

NO_BIDS = {
    "auction.rounds": "none", "special.name": "none", "auction.dealer_steals": False, "finish.may_win": "any",
}  # fmt: skip


def doubts(document):
    found = sheet_doubts(read_sheet(document, find_variant))
    return {number: [say_doubt(doubt) for doubt in told] for number, told in found.items()}


def test_a_variants_own_tables_raise_no_doubt():
    for variant in catalogue().values():
        for size in variant.sizes:
            assert doubts(sheet(variant.key, size=size)) == {}


def test_more_cards_than_there_are():
    assert doubts(sheet("cutthroat-pitch", size=8, rules={"deal.cards": 7})) == {
        0: ["56 cards are dealt, but the deck has only 52 cards."]
    }
    assert doubts(sheet("cutthroat-pitch", size=8, rules={"deal.cards": 6})) == {}


def test_cards_thrown_away_before_trump_is_known():
    house = {"auction.trump": "first-lead", "deal.exchange": "discard"}
    assert doubts(sheet("cutthroat-pitch", size=3, rules=house)) == {
        0: ["The first card led makes trump, but everybody throws cards away before it is led."]
    }
    assert doubts(sheet("cutthroat-pitch", size=3, rules=house | {"deal.exchange": "blinds"})) == {}
    assert doubts(sheet("cutthroat-pitch", size=3, rules=house | {"auction.trump": "named"})) == {}


@pytest.mark.parametrize(
    ("key", "house", "told"),
    [
        ("partnership-pitch", {"finish.start": 21},
         "Everybody starts at 21, and the game is to 21: everybody is there at once."),
        ("nine-card-pitch", {"finish.start": 0},
         "Everybody starts at 0, and the game is to 0: everybody is there at once."),
        ("pedro", {"finish.instant_win": "four-bid"}, "Making a bid of four wins at once, but nobody can bid four."),
        ("pedro", {"points.ten.worth": 1}, "The ten of trumps brings two points, one for itself and one for game."),
        ("partnership-pitch", {"deck.jokers": 2, "points.joker.worth": 1},
         "There is a point for the joker, but this deck has two jokers."),
    ],
)  # fmt: skip
def test_rules_that_make_no_sense_beside_each_other(key, house, told):
    assert doubts(sheet(key, rules=house)) == {0: [told]}


def test_a_card_that_cannot_be_turned_up():
    house = {**NO_BIDS, "turn.ace": 1, "turn.six": 2, "turn.jack": 1, "deck.ranks": "A K Q J 10 9"}
    assert doubts(sheet("cutthroat-pitch", size=3, rules=house)) == {
        0: ["Turning up six brings something, but this deck has none."]
    }


def test_a_doubt_stands_on_the_rules_line_that_brought_it():
    night = sheet("partnership-pitch", {"rules": {"points.joker.worth": 1}}, {"rules": {"finish.target": 11}})
    assert doubts(night) == {1: ["There is a point for joker, but the joker is not in this deck."]}


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"counts": {"Ann": 40, "Bob": 29}}, ["That is 69 card points, but 12 cards can count 68 at the most."]),
        ({"counts": {"Ann": 40, "Bob": 28}}, []),
        ({"counts": {"Bob": 20}}, ["Ann's side took the jack of trumps, but counted no card points."]),
        ({"counts": {"Ann": 20, "Bob": 1}, "all_tricks": True},
         ["Every trick was won by the bidders, but Bob counted 1 card point."]),
    ],
)  # fmt: skip
def test_facts_that_are_doubtful(facts, told):
    line = {"auction": [["Ann", 2], ["Bob", "pass"]], "points": {"high": "Ann", "jack": "Ann"}, **facts}
    assert doubts(sheet("cutthroat-pitch", line, size=2)).get(1, []) == told


def test_a_printed_night_says_its_doubts_at_the_head_and_under_their_line():
    line = hand("Ann", 2, "high", counts={"Ann": 40, "Bob": 29})
    night = read_sheet(sheet("cutthroat-pitch", line, size=2, rules={"points.joker.worth": 1}), find_variant)
    printed = print_game("night.toml", night, *fold(night), sheet_doubts(night))
    title, doubt, *rest = printed.splitlines()
    assert title == "night.toml: Cutthroat Pitch"
    assert doubt == "Doubtful: There is a point for joker, but the joker is not in this deck."
    assert "Doubtful: That is 69 card points, but 12 cards can count 68 at the most." in map(str.strip, rest)


@pytest.mark.parametrize(
    ("buried", "told"), [(21, ["21 card points were buried, but 2 cards can count 20 at the most."]), (20, [])]
)
def test_the_cards_above_a_hand_are_buried(buried, told):
    """Eight are dealt and six are played: two are put away, at the most two tens."""
    line = hand("Ann", 2, "high", counts={"Ann": 20, "Bob": 8}, buried=buried)
    house = {"deal.cards": 8, "deal.hand": 6, "deal.exchange": "discard", "auction.trump": "named"}
    assert doubts(sheet("cutthroat-pitch", line, size=2, rules=house)).get(1, []) == told


@pytest.mark.parametrize(
    ("buried", "told"), [(2, ["That is 71 card points, but 13 cards can count 70 at the most."]), (1, [])]
)
def test_what_was_buried_counts_too(buried, told):
    """Four tens, four aces, four kings and a queen: 40, 16, 12 and 2."""
    line = hand("Ann", 2, "high", counts={"Ann": 40, "Bob": 29}, buried=buried)
    house = {"deal.exchange": "blinds", "deal.exchange_size": 1, "auction.trump": "named"}
    assert doubts(sheet("cutthroat-pitch", line, size=2, rules=house)).get(1, []) == told


@pytest.mark.parametrize(
    ("key", "size", "facts", "told"),
    [
        ("wisconsin-four-point", 4, {"counts": {"Ann": 20, "Bob": 8}, "buried": 31},
         ["31 card points were buried, but 3 cards can count 30 at the most."]),
        ("wisconsin-four-point", 4, {"counts": {"Ann": 20, "Bob": 8}, "buried": 30}, []),
        ("widow-smear", 4, {"points": {"low": "Bob", "deuce": "Ann"}},
         ["Bob took low and Ann the deuce, but when the two of trumps is played it is both."]),
        ("widow-smear", 4, {"points": {"low": "Cy", "deuce": "Ann"}}, []),
        ("tunkhannock-pitch", 4, {"points": {"high": "Ann", "high_spade": "Bob"}, "trump": "spades"},
         ["Ann took high and Bob the high spade, but with spades as trump that is one card."]),
        ("tunkhannock-pitch", 4, {"points": {"high": "Ann", "high_spade": "Bob"}, "trump": "clubs"}, []),
    ],
)  # fmt: skip
def test_one_card_cannot_go_to_two_sides_nor_count_for_more_than_it_does(key, size, facts, told):
    line = {"bidder": "Ann", "bid": 4, "points": {}, **facts}
    assert doubts(sheet(key, line, size=size)).get(1, []) == told


def test_a_dealer_who_sits_out_is_dealt_no_cards():
    """Eight at the table, seven with seven cards each: 49, and 53 with four blinds beside them."""
    sits_out = {"dealing.sits_out": "dealer", "auction.dealer_steals": False, "auction.all_pass": "redeal"}
    house = {"deal.cards": 7, **sits_out}
    assert doubts(sheet("cutthroat-pitch", size=8, rules=house)) == {}
    blinds = {"deal.exchange": "blinds", "deal.exchange_size": 4}
    assert doubts(sheet("cutthroat-pitch", size=8, rules=house | blinds)) == {
        0: ["53 cards are dealt, but the deck has only 52 cards."]
    }


@pytest.mark.parametrize(
    ("counted", "told"), [(29, ["That is 69 card points, but 12 cards can count 68 at the most."]), (28, [])]
)
def test_only_the_cards_that_are_kept_are_counted(counted, told):
    """Nine are dealt and six of them are played: four tens, aces and kings are 68."""
    line = hand("Ann", 2, "high", counts={"Ann": 40, "Bob": counted})
    house = {"deal.cards": 9, "deal.hand": 6, "deal.exchange": "discard", "auction.trump": "named"}
    assert doubts(sheet("cutthroat-pitch", line, size=2, rules=house)).get(1, []) == told


@pytest.mark.parametrize(
    ("counted", "told"), [(17, ["That is 37 card points, but 12 cards can count 36 at the most."]), (16, [])]
)
def test_a_deck_without_tens_counts_less(counted, told):
    """Four aces, kings and queens: 16, 12 and 8."""
    line = hand("Ann", 2, "high", counts={"Ann": 20, "Bob": counted})
    assert doubts(sheet("cutthroat-pitch", line, size=2, rules={"deck.ranks": "A K Q J 9 8 7"})).get(1, []) == told


def test_who_must_bid_four_at_least_can_bid_four():
    house = {"auction.min": 4, "finish.instant_win": "four-bid"}
    assert doubts(sheet("partnership-pitch", rules=house)) == {}


def test_a_sheet_that_cannot_be_scored_is_refused_with_its_line():
    with pytest.raises(SheetError) as refused:
        sheet_doubts(read_sheet(sheet("cutthroat-pitch", {"misdeal": True}, hand("Zoe", 2), size=2), find_variant))
    assert refused.value.line == 2
