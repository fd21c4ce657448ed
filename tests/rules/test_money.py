"""Money in whole cents: what a hand and a game cost, and the fewest payments that settle it."""

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import money
from scorekeeper.rules.facts import Bid, Contract
from scorekeeper.rules.money import fewest_payments, game_parts, hand_parts, point_parts, total_cents
from scorekeeper.rules.sheet import Stakes


def fewest(amounts):
    """Return the fewest payments that settle these amounts, by trying every order (an independent search)."""
    left = [amount for amount in amounts if amount]
    if not left:
        return 0
    first, *others = left
    return 1 + min(
        fewest([*others[:at], other + first, *others[at + 1 :]])
        for at, other in enumerate(others)
        if (other > 0) != (first > 0)
    )


@st.composite
def balances(draw, most=8):
    cents = draw(st.lists(st.integers(-8, 8), min_size=1, max_size=most - 1))
    return {f"P{i}": amount for i, amount in enumerate([*cents, -sum(cents)])}


@given(balances())
def test_payments_settle_everything_and_are_as_few_as_can_be(owed):
    payments = fewest_payments(owed)
    assert_settled(owed, payments)
    assert len(payments) < len(owed)
    assert len(payments) == fewest(owed.values())


def test_a_big_crowd_is_settled_too():
    owed = {f"P{i}": i - 10 for i in range(21)}
    payments = fewest_payments(owed)
    assert len(payments) < len(owed)
    assert sum(cents for _, _, cents in payments) == 55
    by_threes = {f"P{i}{at}": cents for i in range(1, 7) for at, cents in enumerate((3**i, 4**i, -(3**i) - 4**i))}
    assert len(fewest_payments(by_threes)) == 12, "of eighteen"


def test_cents_left_over_go_to_the_earlier_seats():
    # 6⅔, −3⅓ and −3⅓ are 6, −4 and −4 rounded down: the two cents left over go to Cy and Ann, who sit before Bob.
    parts = point_parts(Stakes("USD", point=10), {"Cy": 1, "Ann": 0, "Bob": 0}, counts_down=False)
    assert total_cents(parts) == {"Cy": 7, "Ann": -3, "Bob": -4}


@st.composite
def seatings(draw):
    """Draw players, how they fall into sides of one size (who wins, who bids), and everybody's sets."""
    size = draw(st.integers(2, 8))
    players = draw(st.permutations([f"P{i}" for i in range(size)]))
    a_side = draw(st.sampled_from([n for n in range(1, size) if size % n == 0]))
    sides = [tuple(players[i : i + a_side]) for i in range(0, size, a_side)]
    sets = dict.fromkeys(players, 0)
    for side in sides:
        sets |= dict.fromkeys(side, draw(st.integers(0, 9)))
    return players, sides, sets


@given(seatings(), st.integers(0, 999), st.integers(0, 999), st.data())
def test_a_game_is_paid_by_who_lost_it_and_split_by_who_won_whatever_the_seating(seating, game, a_set, data):
    players, sides, sets = seating
    won = data.draw(st.lists(st.sampled_from(sides), min_size=1, unique=True))
    winners = [player for side in won for player in side]
    money = total_cents(game_parts(Stakes("USD", game=game, set=a_set), players, winners, sets))
    assert sum(money.values()) == 0
    losers = [player for player in players if player not in winners]
    assert all(money.get(player, 0) == -(game + a_set * sets[player]) for player in losers)
    shares = [money.get(player, 0) for player in players if player in winners]
    assert shares == sorted(shares, reverse=True), "the odd cents belong to the earlier seats"
    assert max(shares) - min(shares) <= 1


@given(seatings(), st.integers(0, 999), st.integers(0, 999), st.integers(2, 14), st.booleans(), st.booleans())
def test_a_hand_is_between_the_bidder_and_who_is_not_on_his_side(seating, moon, point, rank, special, made):
    players, (bidders, *others), _ = seating
    contract = Contract(Bid(bidders[-1], rank, special=special), bidders, (bidders, *others), (0,) * (1 + len(others)))
    stakes = Stakes("USD", moon=moon, bid_point=point)
    money = total_cents(hand_parts(stakes, players, contract, "moon", made=made))
    each = (point * rank + (moon if special else 0)) * (1 if made else -1)
    assert {player: money.get(player, 0) for player in players} == {
        player: each * (len(players) - len(bidders)) if player == bidders[-1] else 0 if player in bidders else -each
        for player in players
    }


@given(st.lists(st.integers(-200, 200), min_size=1, max_size=8), st.integers(0, 500), st.booleans())
def test_points_come_to_zero_and_cents_left_over_go_one_each_to_the_earlier_seats(scores, point, down):
    """Largest fraction first, then seat; and a point being so many whole cents, all fractions are alike."""
    named = {f"P{i}": score for i, score in enumerate(scores)}
    money = total_cents(point_parts(Stakes("USD", point=point), named, counts_down=down))
    assert sum(money.values()) == 0
    average = Fraction(sum(scores), len(scores))
    exact = {who: (average - score if down else score - average) * point for who, score in named.items()}
    assert all(abs(money.get(who, 0) - share) < 1 for who, share in exact.items())
    raised = [who for who, share in exact.items() if money.get(who, 0) != floor(share)]
    assert raised == list(named)[: len(raised)]


# Eight and one make nine, seven and one … : 9 = 6 + 3 and 8 = 7 + 1 are two groups, four payments; greed needs five.
TWO_GROUPS = {"Ann": -9, "Bob": -8, "Cy": 1, "Dee": 3, "Eve": 6, "Fay": 7}


def assert_settled(owed, paid):
    left = dict(owed)
    for payer, payee, cents in paid:
        assert cents > 0
        left[payer] += cents
        left[payee] -= cents
    assert not any(left.values())


@pytest.mark.parametrize(("most", "threes", "needed"), [(6, 0, 4), (5, 6, 4), (5, 0, 5)])
def test_beyond_so_many_people_threes_are_found_and_all_is_settled_still(monkeypatch, most, threes, needed):
    monkeypatch.setattr(money, "MAX_FOR_EXACT", most)
    monkeypatch.setattr(money, "MAX_BY_THREES", threes)
    paid = fewest_payments(TWO_GROUPS)
    assert_settled(TWO_GROUPS, paid)
    assert len(paid) == needed


def test_who_owes_what_another_is_owed_pays_him_however_many_they_are(monkeypatch):
    # 5 and 5 are a pair, though the largest debt and the largest claim are other people's.
    monkeypatch.setattr(money, "MAX_FOR_EXACT", 2)
    owed = {"Ann": 6, "Bob": 5, "Cy": -5, "Dee": -4, "Eve": -2}
    assert fewest_payments(owed) == [("Cy", "Bob", 5), ("Dee", "Ann", 4), ("Eve", "Ann", 2)]
