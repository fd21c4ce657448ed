"""Money in whole cents: what a hand and a game cost, and the fewest payments that settle it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.payments import fewest_payments
from scorekeeper.rules.stakes import Stakes, game_money, point_money, written_amount


def groups(amounts):
    """Give the most groups summing to zero that the people fall into, by trying every way (an independent search)."""
    if not amounts:
        return 0
    first, rest = amounts[0], amounts[1:]
    best = 0
    for mask in range(1 << len(rest)):
        inside = [amount for i, amount in enumerate(rest) if mask >> i & 1]
        if first + sum(inside) == 0:
            outside = [amount for i, amount in enumerate(rest) if not mask >> i & 1]
            best = max(best, 1 + groups(outside))
    return best


@st.composite
def balances(draw):
    cents = draw(st.lists(st.integers(-8, 8), min_size=1, max_size=6))
    return {f"P{i}": amount for i, amount in enumerate([*cents, -sum(cents)])}


@given(balances())
def test_payments_settle_everything_and_are_as_few_as_can_be(owed):
    payments = fewest_payments(owed)
    left = dict(owed)
    for payer, payee, cents in payments:
        assert cents > 0
        left[payer] += cents
        left[payee] -= cents
    assert not any(left.values())
    concerned = [amount for amount in owed.values() if amount]
    assert len(payments) == len(concerned) - groups(concerned)


def test_a_big_crowd_is_settled_too():
    owed = {f"P{i}": i - 10 for i in range(21)}
    payments = fewest_payments(owed)
    assert len(payments) < len(owed)
    assert sum(pay.cents for pay in payments) == 55


def test_ten_and_five():
    # V13 [000: "plus a set stake for each time you were set"]: losers set three times pay 10 + 15 each.
    stakes = Stakes("USD", game=10, set=5)
    sets = {"Ann": 2, "Bob": 3, "Cy": 2, "Dee": 3}
    assert game_money(stakes, "Ann Bob Cy Dee".split(), ["Ann", "Cy"], sets) == {
        "Ann": 25, "Bob": -25, "Cy": 25, "Dee": -25,
    }  # fmt: skip


def test_an_odd_cent_goes_to_the_earlier_seat():
    stakes = Stakes("USD", game=25)
    money = game_money(stakes, "Ann Bob Cy".split(), ["Ann", "Bob"], dict.fromkeys(["Ann", "Bob", "Cy"], 0))
    assert money == {"Ann": 13, "Bob": 12, "Cy": -25}


def test_shares_of_a_cent_go_to_the_largest_fractions():
    # A50: 16.67, -3.33 and -13.33 cents become 17, -3 and -14.
    assert point_money(Stakes("USD", point=10), {"Ann": 5, "Bob": 3, "Cy": 2}, counts_down=False) == {
        "Ann": 17, "Bob": -3, "Cy": -14,
    }  # fmt: skip


@given(
    st.lists(st.integers(-200, 200), min_size=1, max_size=8),
    st.integers(0, 500),
    st.booleans(),
)
def test_points_against_the_average_come_to_exactly_zero(scores, point, down):
    named = {f"P{i}": score for i, score in enumerate(scores)}
    money = point_money(Stakes("USD", point=point), named, counts_down=down)
    assert sum(money.values()) == 0
    for player, cents in money.items():
        exact = (named[player] - sum(scores) / len(scores)) * point * (-1 if down else 1)
        assert abs(cents - exact) < 1


def test_amounts_are_written_with_two_decimals():
    assert [written_amount(cents) for cents in (0, 5, -5, 1234, -100)] == ["0.00", "0.05", "-0.05", "12.34", "-1.00"]
