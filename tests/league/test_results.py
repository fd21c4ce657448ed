"""What games come to, counted by hand."""

import pytest

from scorekeeper.league.totals import with_prefix
from tests.league.games import FOUR_POINTS, TEN, moon_made, played, points

THREE_HANDS = (
    # 2 and 4 bid five and take eight: 8 to 2
    {"bidder": "2", "bid": 5, "points": points(TEN, "2", low="1", game="1")},
    # 1 and 3 bid six and take two: six off, −4 to 16
    {"bidder": "1", "bid": 6, "points": points(TEN, "2", high="3", low="3")},
    # 2 and 4 take it all: −4 to 26, and 20 was the target
    {"bidder": "4", "bid": 4, "points": points(TEN, "4")},
)


@pytest.fixture
def three_hands():
    return played("minnesota-ten-point", 4, *THREE_HANDS, rules={"finish.target": 20})


def test_all_that_is_counted_of_a_winner(three_hands):
    counts = three_hands.people[12]
    assert {key: number for key, number in counts.items() if ".at." not in key and ".got." not in key} == {
        "games": 1, "won": 1, "for": 26, "against": -4, "hands": 3,
        "bids": 1, "made": 1, "bid.5": 1, "made.5": 1, "bid_sum": 5, "bid_permille": 500,
        "counted": 1, "counted_bid_sum": 5, "took_sum": 8, "over": 3, "over_of": 1,
        "side_bids": 2, "side_made": 2, "defended": 1, "defended_set": 1, "with.14": 2, "with_made.14": 2,
    }  # fmt: skip
    assert with_prefix(counts, "b.at.") == dict.fromkeys(TEN, 2)
    assert with_prefix(counts, "b.got.") == {**dict.fromkeys(TEN, 2), "low": 1, "game": 1}
    assert with_prefix(counts, "d.at.") == dict.fromkeys(TEN, 1)
    assert with_prefix(counts, "d.got.") == {key: 1 for key in TEN if key not in ("high", "low")}


def partners(result):
    """Two people, and the hands bid by either of them, and how many were made: each of the two has the same of them."""
    both = {
        (one, int(other)): (bids, counts.get(f"with_made.{other}", 0))
        for one, counts in result.people.items()
        for other, bids in with_prefix(counts, "with.").items()
    }
    assert all(both[other, one] == tried for (one, other), tried in both.items())
    return {pair: tried for pair, tried in both.items() if pair[0] < pair[1]}


def test_a_game_that_goes_on_counts_not():
    assert played("minnesota-ten-point", 4, *THREE_HANDS) is None


def test_a_game_the_table_ended_counts_as_one_that_was_won():
    result = played("minnesota-ten-point", 4, *THREE_HANDS[:1], {"dealer": "2"}, {"end": "leaders"})
    assert (result.sides, result.places) == (((11, 13), (12, 14)), (2, 1))
    assert {key: result.people[11][key] for key in ("games", "lost", "for", "against", "hands")} == {
        "games": 1, "lost": 1, "for": 2, "against": 8, "hands": 1,
    }  # fmt: skip


def test_a_game_without_a_winner_counts_its_hands_and_is_neither_won_nor_lost():
    result = played("minnesota-ten-point", 4, *THREE_HANDS[:1], {"end": "nobody"})
    assert (result.sides, result.places) == ((), ())
    counts = result.people[12]
    assert (counts["games"], counts["hands"], counts["bids"], counts["made"]) == (1, 1, 1, 1)
    assert not counts.keys() & {"won", "lost", "for", "against"}


def test_each_hand_counts_for_who_played_it():
    """5 takes over seat 1 after the second hand: 1 played two hands and bid one, 5 lost the game in the third."""
    two, last = THREE_HANDS[:2], THREE_HANDS[2]
    result = played("minnesota-ten-point", 4, *two, {"substitute": "5", "replaces": "1"}, last, joined=1,
                    rules={"finish.target": 20})  # fmt: skip
    assert (result.sides, result.places) == (((15, 13), (12, 14)), (2, 1))
    old, new, partner = result.people[11], result.people[15], result.people[13]
    assert (old["hands"], old["bids"], old["set"], old["games"]) == (2, 1, 1, 1)
    assert not old.keys() & {"won", "lost"}
    assert (new["hands"], new["games"], new["lost"]) == (1, 1, 1)
    assert "bids" not in new
    assert partner["hands"] == 3
    assert partners(result) == {(11, 13): (1, 0), (12, 14): (2, 2)}


def test_a_substitute_who_pays_without_a_hand_is_counted_so_that_the_money_adds_up_to_zero():
    """2 and 4 lead; 5, who took 1's seat after the hand, pays a dollar as 3 does."""
    result = played("minnesota-ten-point", 4, THREE_HANDS[0], {"substitute": "5", "replaces": "1"}, {"end": "leaders"},
                    joined=1, stakes={"currency": "USD", "game": "1.00"})  # fmt: skip
    assert result.cents == {12: 100, 13: -100, 14: 100, 15: -100}
    assert (result.people[15]["games"], result.people[15]["cents.USD"]) == (1, -100)
    assert 15 not in {person for side in result.sides for person in side}, "who played no hand is not rated"


def test_everybody_who_won_is_first_whatever_their_scores():
    """A moon wins for Ann at 3 and her partner Cy at −2; Bob, at 41, is third, and the two at nought share the rest."""
    moon = {"bidder": "1", "bid": "moon", "partner": "3", "points": points(TEN, "1", game="3")}
    scores = {"1": 3, "2": 41, "3": -2, "4": 0, "5": 0}
    result = played("pawnee-call-partner", 5, moon, opening=scores, rules={"special.made": "win-game"})
    assert result.sides == ((11,), (12,), (13,), (14,), (15,))
    assert result.places == (1, 3, 1, 4, 4)


def test_a_moon_is_a_bid_of_its_own():
    counts = moon_made().people[12]
    assert (counts["bid.moon"], counts["made.moon"], counts["bid_sum"], counts["took_sum"]) == (1, 1, 11, 10)
    assert "over" not in counts, "it asks for everything, so nothing is left on the table"


WIN_FOR_2 = {"bidder": "2", "bid": "moon", "points": points(TEN, "2")}


@pytest.mark.parametrize(
    ("variant", "hand", "stuck"),
    [
        # Charbonneau: the dealer, 4, had to bid; nobody steals, so whoever buys the four had nobody to beat.
        ("charbonneau-ten-point", {"bidder": "4", "bid": 4, "points": points(TEN, "4")}, 1),
        ("charbonneau-ten-point", {"bidder": "3", "bid": 4, "points": points(TEN, "4")}, None),
        ("charbonneau-ten-point", {"bidder": "4", "bid": 5, "points": points(TEN, "4")}, None),
        ("charbonneau-ten-point", {"auction": [["1", "pass"], ["2", "pass"], ["3", "pass"], ["4", 5]],
                                   "points": points(TEN, "4")}, 1),
        ("charbonneau-ten-point", {"auction": [["1", "pass"], ["2", 4], ["3", "pass"], ["4", 5]],
                                   "points": points(TEN, "4")}, None),
        # Here nobody has to bid.
        ("minnesota-ten-point", {"bidder": "4", "bid": 4, "points": points(TEN, "4")}, None),
    ],
)  # fmt: skip
def test_a_dealer_is_stuck(variant, hand, stuck):
    lines = [hand, {**WIN_FOR_2, "bid": "moon"}] if variant.startswith("charb") else [hand]
    rules = {} if len(lines) == 2 else {"finish.target": 5}
    result = played(variant, 4, *lines, rules=rules)
    counts = {key: number for counts in result.people.values() for key, number in counts.items() if "stuck" in key}
    assert counts.get("stuck") == stuck
    assert counts.get("stuck_made") == stuck


def test_a_dealer_set_for_not_bidding():
    rules = {"finish.target": 5, "auction.all_pass": "dealer-set"}
    result = played("minnesota-ten-point", 4, {"passed_out": True}, {**THREE_HANDS[2], "bidder": "2"}, rules=rules)
    assert result.people[14]["dealer_set"] == 1
    assert (result.people[14]["hands"], result.people[14].get("bids")) == (1, None)


def test_a_called_partner_is_one_for_the_hand():
    hand = {"bidder": "1", "bid": 5, "partner": "4", "points": points(TEN, "1", game="2")}
    result = played("minnesota-ten-point", 5, hand, rules={"finish.target": 9})
    assert result.sides == ((11,), (12,), (13,), (14,), (15,))
    assert result.places == (1, 3, 3, 2, 3), "nine each, and of the two the bidder wins; the other three have one"
    assert partners(result) == {(11, 14): (1, 1)}
    assert (result.people[14]["called"], result.people[14]["side_bids"]) == (1, 1)
    assert (result.people[12]["defended"], result.people[12].get("defended_set")) == (1, None)
    assert "called" not in result.people[11]


def test_hands_without_bids_are_hands_and_nobody_bid():
    """1 and 3 take 2 + 3; 2 and 4 turn a jack and take low, then are given a point and take low: 2 + 2."""
    first = {"points": {"high": "1", "low": "2", "game": "3"}, "turned": ["jack"]}
    second = {"points": {"high": "1", "low": "2", "jack": "3", "game": "1"}, "gift": True}
    result = played("seven-up", 4, first, second, rules={"finish.target": 5})
    assert (result.sides, result.places) == (((11, 13), (12, 14)), (1, 2))
    counts = {"games": 1, "hands": 2}
    assert result.people[13] == counts | {"won": 1, "for": 5, "against": 4}
    assert result.people[14] == counts | {"lost": 1, "for": 4, "against": 5}
    assert partners(result) == {}


def test_smoke():
    """From 3, down to nought: three players, the middle one sits, then is back and takes nothing."""
    result = played(
        "smoke", 3,
        {"tricks": {"1": 3, "3": 2}, "sat": ["2"], "first_trick": "3"},
        {"tricks": {"1": 4, "2": 0, "3": 1}, "pickups": {"2": 2}, "first_trick": "1"},
        rules={"tally.box_at": 7}, opening={"1": 7},
    )  # fmt: skip
    # 1: 7 − 3 − 4 = 0 and wins; 2: 10 + 5 + 10 = 25; 3: 10 − 2 − 1 = 7
    assert (result.places, result.sides) == ((1, 3, 2), ((11,), (12,), (13,)))
    assert result.people[11] == {
        "games": 1, "won": 1, "for": 10, "against": 3, "hands": 2, "stayed": 2, "tricks": 7, "firsts": 1, "boxes": 2,
    }  # fmt: skip
    assert result.people[12] == {
        "games": 1, "lost": 1, "for": -15, "against": 10, "hands": 2, "stayed": 1, "sat": 1, "blanks": 1, "pickups": 2,
    }  # fmt: skip
    assert result.people[13]["for"] == 3


MONEY = {"stakes": {"currency": "USD", "point": "0.10"}}
PITCH = {"bidder": "2", "bid": 3, "points": points(FOUR_POINTS, "2", low="1")}


def test_an_open_table_counts_as_far_as_it_is_settled():
    """Scores 1, 3, 0: their average is 4/3, so at a dime a point 2 has 17 cents to come, 1 pays 3 and 3 pays 14."""
    assert played("money-pitch", 3, PITCH, **MONEY) is None
    result = played("money-pitch", 3, PITCH, {"settle": True}, PITCH, **MONEY)
    assert (result.sides, result.places) == ((), ())
    assert result.cents == {11: -3, 12: 17, 13: -14}
    assert result.people[12]["hands"] == 1
    assert "won" not in result.people[12]
