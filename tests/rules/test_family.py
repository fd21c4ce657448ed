"""Games that nobody bids for, sold bids, counting out in order, limits of hands: worked by hand from the contract."""

from __future__ import annotations

import pytest
from games import games
from hypothesis import given, settings
from sheets import hand, play, sheet

from scorekeeper.rules.doubts import say_doubt, sheet_doubts
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.facts import check_hand
from scorekeeper.rules.fold import fold
from scorekeeper.rules.fold import play as play_line
from scorekeeper.rules.hand import score_hand
from scorekeeper.rules.moments import standings
from scorekeeper.rules.printed import print_game
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.sheet import Hand
from scorekeeper.rules.table import open_table
from scorekeeper.rules.words import sentences
from scorekeeper.variants.catalogue import catalogue, find_variant

NO_BIDS = {
    "auction.rounds": "none", "special.name": "none", "auction.dealer_steals": False, "finish.may_win": "any",
}  # fmt: skip
ALL_FOURS = {
    **NO_BIDS, "turn.ace": 1, "turn.six": 2, "turn.jack": 1, "turn.gift": 1, "points.jack.hung": 3,
    "finish.crossing": "in-order",
}  # fmt: skip


def taken(points, **facts):
    """Return a hand without bidding: "high=Ann low=Bob"."""
    return {"points": dict(word.split("=") for word in points.split()), **facts}


def said(variant, line, **head):
    return sentences(play(variant, line, **head)[1][-1].whys)


def test_what_is_turned_up_and_given_is_told_before_the_points():
    line = taken("high=Ann low=Bob jack=Cy game=Dee", turned=["six", "ace"], gift=True, hung=True)
    assert said("partnership-pitch", line, rules=ALL_FOURS) == [
        "Dee turned up a six and an ace for trump: +3 for Bob & Dee.",
        "Ann begged, and the dealer gave 1 point: +1 for Ann & Cy.",
        "Ann & Cy hang the jack: 3 points in place of 1.",
        "Ann & Cy took 4 (high, jack 3): +4.",
        "Bob & Dee took 2 (low, game): +2.",
    ]


def test_who_was_first_there_is_told_with_what():
    line = taken("high=Ann low=Bob jack=Bob game=Ann")
    told = said("partnership-pitch", line, rules={**ALL_FOURS, "finish.target": 7}, opening={"Ann": 5, "Bob": 6})
    assert told[-1] == (
        "Both sides are at 7 (Bob & Dee 8, Ann & Cy 7), and the first there wins: Bob & Dee, with low. "
        "Bob & Dee win the game."
    )


def test_who_was_there_at_the_same_moment_is_decided_by_score():
    rules = {**NO_BIDS, "finish.target": 7, "finish.crossing": "in-order", "game.tie": "each"}
    line = taken("high=Cy", counts={"Ann": 30, "Bob": 30})
    told = said("cutthroat-pitch", line, size=3, rules=rules, opening={"Ann": 6, "Bob": 6})
    assert told[-1] == (
        "Several are at 7 (Ann 7, Bob 7), the first of them with game: the scores are equal, so they win together. "
        "Ann & Bob win the game."
    )


def test_what_a_set_brings_the_others_is_told():
    assert said("cutthroat-pitch", hand("Ann", 3, "high low=Bob"), size=3, rules={"scoring.set": "given"}) == [
        "Ann bid 3, took 1 (high): set, nothing off for Ann.",
        "Bob took 1 (low): +1.",
        "The others score what was bid: +3 for Bob & Cy.",
    ]


def test_a_set_that_costs_twice_is_told():
    told = said("cutthroat-pitch", hand("Ann", 3, "high"), size=3, rules={"scoring.set": "double"})
    assert told == ["Ann bid 3, took 1 (high): set, −6 for Ann. A set costs the bid twice here."]


def test_a_dealer_who_is_set_for_passing_gives_too():
    rules = {"auction.all_pass": "dealer-set", "auction.forced_bid": 1, "scoring.set": "both"}
    table, entries = play("cutthroat-pitch", {"passed_out": True}, size=3, rules=rules)
    assert table.scores == {"Ann": 1, "Bob": 1, "Cy": -1}
    assert sentences(entries[0].whys) == [
        "Nobody bid, so the dealer's side is set: −1 for Cy.",
        "The others score what was bid: +1 for Ann & Bob.",
    ]


def test_a_sold_bid_is_told():
    told = said("partnership-pitch", hand("Bob", 2, "high low"), rules={"auction.seller_scores": True})
    assert told[0] == "Ann sold the bid for 2: +2 for Ann & Cy."


def test_the_last_hand_is_told_and_so_is_a_tie_that_is_played_on():
    rules = {**NO_BIDS, "finish.hands": 1, "finish.equal": "play-on"}
    tied, decided = taken("high=Ann low=Bob"), taken("high=Ann")
    table, entries = play("cutthroat-pitch", tied, decided, size=2, rules=rules)
    assert sentences(entries[0].whys)[-1] == (
        "That was hand 1, and Ann & Bob are equal and best: play on until one is best alone."
    )
    assert sentences(entries[1].whys)[-1] == "That was hand 2, the last: Ann has the best score and wins."
    assert table.hands_left == 0


def test_after_a_tie_one_more_hand_is_left():
    rules = {**NO_BIDS, "finish.hands": 1, "finish.equal": "play-on"}
    table, _ = play("cutthroat-pitch", taken("high=Ann low=Bob"), size=2, rules=rules)
    assert (table.hands_left, table.finished) == (1, False)


def test_without_a_limit_no_hands_are_left():
    assert play("cutthroat-pitch", size=2)[0].hands_left is None


def test_a_play_on_for_the_bidder_does_not_outlast_the_limit():
    # V39: several there and none of them the bidder, so the target decides nothing; the limit of hands does.
    rules = {"finish.hands": 1}
    line = hand("Eve", 7, "high=Ann low=Bob jack=Cy off_jack=Dee", alone=True)
    table, _ = play("pawnee-call-partner", line, size=5, opening={"Ann": 41, "Bob": 39}, rules=rules)
    assert table.winners == ("Ann",)


def test_why_a_lead_is_too_small_is_told():
    told = said(
        "partnership-pitch", hand("Ann", 2, "high low"), rules={"finish.win_by": 2}, opening={"Ann": 19, "Bob": 20}
    )
    assert (
        told[-1] == "Ann & Cy are at the target but do not win: whoever wins must be further ahead of everybody else."
    )


def test_a_misdeal_names_whoever_called_it():
    assert said("smoke", {"misdeal": True, "claimed_by": "Ann"}, size=3) == ["Misdeal, called by Ann: Cy deals again."]


def test_a_hidden_hand_of_the_dealer_who_sits_out_pays_nobody():
    rules = {"dealing.sits_out": "dealer", "auction.dealer_steals": False, "auction.all_pass": "redeal"}
    stakes = {"currency": "USD", "bid_point": "1.00"}
    table, _ = play("cutthroat-pitch", hand("Ann", 2, "high low"), size=3, rules=rules, stakes=stakes)
    assert table.balances == {"Ann": 200, "Bob": -200, "Cy": 0}


REFUSED = [
    ("cutthroat-pitch", ALL_FOURS, taken("high=Ann", turned=["deuce"]), "turned",
     "Turning up deuce brings nothing at this table."),
    ("cutthroat-pitch", {}, hand("Ann", 2, turned=["jack"]), "turned", "Turning up jack brings nothing at this table."),
    ("cutthroat-pitch", NO_BIDS, taken("high=Ann", gift=True), "gift",
     "Nobody begs and is given a point at this table."),
    ("cutthroat-pitch", ALL_FOURS, taken("high=Ann", hung=True), "hung",
     "A jack that was hung was taken by somebody: say who got it."),
    ("cutthroat-pitch", NO_BIDS, taken("jack=Ann", hung=True), "hung",
     "There is nothing extra for hanging the jack at this table."),
    ("cutthroat-pitch", NO_BIDS, taken("high=Ann", alone=False), "alone",
     "alone means nothing here: there is no bidding at this table."),
    ("cutthroat-pitch", NO_BIDS, {"turned": []}, "points", "Who got the points?"),
    ("cutthroat-pitch", NO_BIDS, {"auction": [["Ann", "pass"]]}, "auction",
     "auction means nothing here: there is no bidding at this table."),
    ("cutthroat-pitch", {}, hand("Ann", 2, "high", claimed_by="Ann"), "claimed_by",
     "claimed_by says who called a misdeal; this line has none."),
    ("cutthroat-pitch", {}, {"passed_out": True, "claimed_by": "Ann"}, "claimed_by",
     "Nothing goes with passed_out but a note."),
    ("cutthroat-pitch", {}, hand("Ann", 2, turned="jack"), "turned",
     "turned is a list of ace, jack, six or deuce, in order."),
    ("cutthroat-pitch", {}, hand("Ann", 2, turned=["ten"]), "turned",
     "turned is a list of ace, jack, six or deuce, in order."),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "rules", "line", "field", "sentence"), REFUSED)
def test_what_cannot_have_happened_is_refused(variant, rules, line, field, sentence):
    with pytest.raises(SheetError) as refused:
        play(variant, line, size=3, rules=rules)
    assert (refused.value.line, refused.value.field, refused.value.message) == (1, field, sentence)


SITS_OUT = {"dealing.sits_out": "dealer", "auction.dealer_steals": False, "auction.all_pass": "redeal"}


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (hand("Cy", 2, "high=Ann"), "bidder"),
        (hand("Ann", 2, "high=Cy"), "points.high"),
        (hand("Ann", 2, "high", counts={"Cy": 3}), "counts.Cy"),
        (hand("Ann", 2, "high", renege="Cy"), "renege"),
        ({"auction": [["Ann", 2], ["Bob", "pass"], ["Cy", "pass"]], "points": {}}, "auction"),
        ({"auction": [["Cy", "pass"]], "points": {}}, "auction"),
    ],
)
def test_a_dealer_who_sits_out_is_in_no_fact_of_the_hand(line, field):
    with pytest.raises(SheetError) as refused:
        play("cutthroat-pitch", line, size=3, rules=SITS_OUT)
    assert (refused.value.field, refused.value.message) == (field, "Cy deals and sits this hand out.")


def test_the_auction_without_the_dealer_ends_on_the_dealers_right():
    line = {"auction": [["Ann", 2], ["Bob", 3]], "points": {"high": "Bob", "low": "Bob", "jack": "Bob"}}
    table, _ = play("cutthroat-pitch", line, size=3, rules=SITS_OUT)
    assert table.scores == {"Ann": 0, "Bob": 3, "Cy": 0}


# ---------------------------------------------------------------- doubts


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
    house = {**ALL_FOURS, "deck.ranks": "A K Q J 10 9"}
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


# ---------------------------------------------------------------- counting in order


@pytest.mark.deep
@settings(max_examples=60)
@given(games())
def test_what_is_counted_in_order_comes_to_the_scores_of_the_hand(document):
    night = read_sheet(document, find_variant)
    table = open_table(night.head)
    for line in night.lines:
        read = read_line(line, table.variant.kind)
        if (
            isinstance(read, Hand)
            and table.rules.counts_in_order
            and (contract := check_hand(read, table.rules, table))
        ):
            scored = score_hand(read, contract, table.rules, table.scores)
            assert [dict(scores) for _, scores in standings(table.scores, scored.moments, table.rules)][
                -1
            ] == scored.scores
        table, _ = play_line(table, read)
