"""Prizes: the pot paid out to the cent, in whole dollars, ties split."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.tournaments.maths.places import Total, places_by
from scorekeeper.tournaments.maths.prizes import PayoutError, cash_and_ledger, payouts, side_prize_winners, weighted


def total(side, points, sets=0, moons=0):
    return Total(side, points, 0, 0, 0, sets, moons, high_game=points, strength=0, last_round=1)


def places(*points, pairs=False):
    """Return the places of players 1, 2, … with those points; of pairs (1, 2), (3, 4), … where pairs play."""
    sides = [(2 * n + 1, 2 * n + 2) if pairs else (n + 1,) for n in range(len(points))]
    return places_by([total(side, one) for side, one in zip(sides, points, strict=True)], ["points"])


@pytest.mark.parametrize(
    ("pot", "shares", "points", "side_pots", "paid"),
    [
        (13_000, [50, 30, 20], (40, 30, 20, 10), {}, {1: 6500, 2: 3900, 3: 2600}),
        # Second and third place bring 30 and 20 dollars; the odd dollar goes to the one named first.
        (10_000, [50, 30, 20], (40, 30, 30), {}, {1: 5000, 2: 2500, 3: 2500}),
        (10_100, [50, 31, 20], (40, 30, 30), {}, {1: 5000, 2: 2600, 3: 2500}),
        (10_000, [60, 40], (9, 5, 5, 5), {}, {1: 6000, 2: 1400, 3: 1300, 4: 1300}),
        (9000, [50, 30, 20], (9, 5), {}, {1: 5600, 2: 3400}),
        (10_000, [70, 30], (40, 30, 20, 10), {"high_game": 1000}, {1: 6300 + 1000, 2: 2700}),
        (10_000, [70, 30], (40, 30, 20), {"moons": 1000}, {1: 7000, 2: 3000}),  # nobody shot one
        (3250, [50, 50], (9, 5), {}, {1: 1650, 2: 1600}),
    ],
)
def test_the_pot_is_shared_by_place_and_side_pots_are_taken_first(pot, shares, points, side_pots, paid):
    assert payouts(pot, shares, places(*points), side_pots) == paid


def test_partners_share_what_their_side_is_paid():
    assert payouts(8500, [60, 40], places(9, 5, pairs=True)) == {1: 2600, 2: 2500, 3: 1700, 4: 1700}


def test_a_side_prize_goes_to_all_who_are_level():
    standing = [total((1,), 9, sets=3), total((2,), 8, sets=3), total((3,), 7)]
    assert side_prize_winners("sets", standing) == ((1,), (2,))
    assert side_prize_winners("moons", standing) == ()
    paid = payouts(5000, [1], places_by(standing, ["points"]), {"sets": 500})
    assert paid == {1: 4500 + 300, 2: 200}


NO_SHARE = "At least one place needs a share of the pot."


@pytest.mark.parametrize(
    ("pot", "shares", "points", "side_pots", "message"),
    [
        (1000, [1], [], {}, NO_SHARE),
        (100, [0, 1], [5], {}, NO_SHARE),
        (100, [1], [5], {"sets": 200}, "The side pots are more than the whole pot."),
    ],
)
def test_what_cannot_be_paid_is_refused_in_one_sentence(pot, shares, points, side_pots, message):
    with pytest.raises(PayoutError) as refused:
        payouts(pot, shares, places(*points), side_pots)
    assert str(refused.value) == message


@settings(max_examples=100)
@given(
    points=st.lists(st.integers(0, 6), min_size=1, max_size=40),
    pairs=st.booleans(),
    fee=st.integers(0, 40),
    shares=st.lists(st.integers(0, 60), min_size=1, max_size=8).filter(lambda shares: shares[0] > 0),
    aside=st.integers(0, 10),
)
def test_payouts_are_whole_dollars_that_sum_to_the_pot(points, pairs, fee, shares, aside):
    pot = 100 * fee * len(points)
    side_pots = {"high_game": min(100 * aside, pot)}
    standing = places(*points, pairs=pairs)
    paid = payouts(pot, shares, standing, side_pots)
    assert sum(paid.values()) == pot
    assert all(cents % 100 == 0 and cents > 0 for cents in paid.values())
    assert set(paid) <= {player for place in standing for player in place.total.side}


@given(weights=st.lists(st.integers(0, 99), min_size=1, max_size=12).filter(any), amount=st.integers(0, 99_999))
def test_parts_by_weight_are_exact_to_a_dollar_and_never_more_for_less(weights, amount):
    weights = sorted(weights, reverse=True)
    parts = weighted(weights, amount)
    assert sum(parts) == amount
    assert parts == sorted(parts, reverse=True)
    for part, weight in zip(parts[1:], weights[1:], strict=True):
        assert abs(part - amount * weight / sum(weights)) < 200
    assert all(part == 0 for part, weight in zip(parts, weights, strict=True) if not weight)


@given(
    fee=st.integers(1, 5000),
    paid=st.lists(st.booleans(), min_size=1, max_size=40),
    weights=st.lists(st.integers(0, 9), min_size=1, max_size=40),
)
def test_cash_and_ledger_come_to_all_fees_and_prizes(fee, paid, weights):
    players = len(paid)
    weights = (weights * players)[:players]
    weights[0] += 1
    prizes = dict(enumerate(weighted(weights, fee * players)))
    cash, ledger = cash_and_ledger(fee, dict(enumerate(paid)), prizes)
    assert sum(ledger.values()) == 0
    assert sum(cash.values()) <= fee * sum(paid)
    for player in range(players):
        owed = 0 if paid[player] else fee
        assert cash.get(player, 0) + ledger[player] == prizes[player] - owed
        assert cash.get(player, 0) >= 0
    if any(cents > 0 for cents in ledger.values()):
        assert sum(cash.values()) == fee * sum(paid), "the box is empty before anybody waits for money"


def test_who_did_not_pay_owes_it_to_whom_the_box_does_not_reach():
    assert cash_and_ledger(10, {1: True, 2: True, 3: False}, {1: 20, 2: 10}) == ({1: 20}, {1: 0, 2: 10, 3: -10})
