"""What can be scored but is most likely a mistake: worked by hand from docs/scoresheet.md, "scorekeeper score"."""

import pytest
from sheets import hand, sheet

from scorekeeper.rules.doubts import sheet_doubts
from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.sheets.phrases import say_doubt
from scorekeeper.sheets.report import print_game
from scorekeeper.variants.catalogue import catalogue, find_variant

TOO_MANY = "That is 69 card points, but 12 cards can count 68 at the most."


def doubts(document):
    found = sheet_doubts(read_sheet(document, find_variant))
    return {number: [say_doubt(doubt) for doubt in told] for number, told in found.items()}


def test_a_variants_own_tables_raise_no_doubt():
    for variant in catalogue().values():
        for size in variant.sizes:
            assert doubts(sheet(variant.key, size=size)) == {}


def test_a_doubt_stands_on_the_rules_line_that_brought_it():
    night = sheet("partnership-pitch", {"rules": {"points.joker.worth": 1}}, {"rules": {"finish.target": 11}})
    assert doubts(night) == {1: ["There is a point for joker, but the joker is not in this deck."]}


@pytest.mark.parametrize(
    ("house", "ann", "most", "others", "told"),
    [
        # Six cards are dealt each: four tens, aces and kings are 68.
        ({}, 40, 28, {}, TOO_MANY),
        # How many cards are dealt is said, and not how many are played.
        ({"deal.cards": 6, "deal.hand": 0}, 48, 20, {}, TOO_MANY),
        # Only the cards that are kept are counted.
        ({"deal.cards": 9, "deal.hand": 6, "deal.exchange": "discard", "auction.trump": "named"}, 40, 28, {}, TOO_MANY),
        # A deck without tens: four aces, kings and queens are 16, 12 and 8.
        ({"deck.ranks": "A K Q J 9 8 7"}, 20, 16, {}, "That is 37 card points, but 12 cards can count 36 at the most."),
        # What was buried counts too: four tens, four aces, four kings and a queen.
        ({"deal.exchange": "blinds", "deal.exchange_size": 1, "auction.trump": "named"}, 40, 29, {"buried": 1},
         "That is 71 card points, but 13 cards can count 70 at the most."),
    ],
)  # fmt: skip
def test_more_card_points_than_the_cards_can_count(house, ann, most, others, told):
    for bob, said in ((most, []), (most + 1, [told])):
        line = hand("Ann", 2, "high low jack", counts={"Ann": ann, "Bob": bob}, **others)
        assert doubts(sheet("cutthroat-pitch", line, size=2, rules=house)).get(1, []) == said


@pytest.mark.parametrize(
    ("key", "size", "facts", "told"),
    [
        ("cutthroat-pitch", 2, {"points": {"high": "Ann", "jack": "Ann"}, "counts": {"Bob": 20}},
         ["Ann's side took the jack of trumps, but counted no card points."]),
        ("cutthroat-pitch", 2, {"points": {"high": "Ann"}, "counts": {"Ann": 20, "Bob": 1}, "all_tricks": True},
         ["Every trick was won by the bidders, but Bob counted 1 card point."]),
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


@pytest.mark.parametrize(
    ("buried", "told"), [(21, ["21 card points were buried, but 2 cards can count 20 at the most."]), (20, [])]
)
def test_the_cards_above_a_hand_are_buried(buried, told):
    """Eight are dealt and six are played: two are put away, at the most two tens."""
    line = hand("Ann", 2, "high", counts={"Ann": 20, "Bob": 8}, buried=buried)
    house = {"deal.cards": 8, "deal.hand": 6, "deal.exchange": "discard", "auction.trump": "named"}
    assert doubts(sheet("cutthroat-pitch", line, size=2, rules=house)).get(1, []) == told


def test_a_printed_night_says_its_doubts_at_the_head_and_under_their_line():
    line = hand("Ann", 2, "high", counts={"Ann": 40, "Bob": 29})
    night = read_sheet(sheet("cutthroat-pitch", line, size=2, rules={"points.joker.worth": 1}), find_variant)
    _, doubt, *rest = print_game("night.toml", night, *fold(night), sheet_doubts(night)).splitlines()
    assert doubt == "Doubtful: There is a point for joker, but the joker is not in this deck."
    assert f"Doubtful: {TOO_MANY}" in map(str.strip, rest)
