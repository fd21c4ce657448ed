"""The fewest payments: where paying the largest debt to the largest claim is not good enough."""

from __future__ import annotations

import itertools

import pytest

from scorekeeper.rules import payments
from scorekeeper.rules.payments import _zero_groups, fewest_payments

# Eight and one make nine, seven and one … : 9 = 6 + 3 and 8 = 7 + 1 are two groups, four payments; greed needs five.
TWO_GROUPS = {"Ann": -9, "Bob": -8, "Cy": 1, "Dee": 3, "Eve": 6, "Fay": 7}


def settles(owed, paid):
    left = dict(owed)
    for payer, payee, cents in paid:
        left[payer] += cents
        left[payee] -= cents
    return not any(left.values())


def test_people_who_can_settle_among_themselves_do():
    paid = fewest_payments(TWO_GROUPS)
    assert settles(TWO_GROUPS, paid)
    assert sorted(paid) == [("Ann", "Dee", 3), ("Ann", "Eve", 6), ("Bob", "Cy", 1), ("Bob", "Fay", 7)]


@pytest.mark.parametrize(("most", "needed"), [(6, 4), (5, 5)])
def test_up_to_so_many_people_the_fewest_are_found_and_beyond_them_all_is_settled_still(monkeypatch, most, needed):
    monkeypatch.setattr(payments, "MAX_FOR_EXACT", most)
    paid = fewest_payments(TWO_GROUPS)
    assert settles(TWO_GROUPS, paid)
    assert len(paid) == needed


def test_who_owes_what_another_is_owed_pays_him_however_many_they_are(monkeypatch):
    # 5 and 5 are a pair, though the largest debt and the largest claim are other people's.
    monkeypatch.setattr(payments, "MAX_FOR_EXACT", 2)
    owed = {"Ann": 6, "Bob": 5, "Cy": -5, "Dee": -4, "Eve": -2}
    assert fewest_payments(owed) == [("Cy", "Bob", 5), ("Dee", "Ann", 4), ("Eve", "Ann", 2)]


def most_groups(amounts):
    """Return the most groups summing to zero, by trying every group that the first one could be in."""
    if not amounts:
        return 0
    first, *rest = amounts
    return max(
        1 + most_groups([amount for at, amount in enumerate(rest) if at not in chosen])
        for size in range(len(amounts))
        for chosen in itertools.combinations(range(len(rest)), size)
        if first + sum(rest[at] for at in chosen) == 0
    )


def test_the_most_groups_are_found_for_every_small_set_of_debts():
    for amounts in itertools.combinations_with_replacement([-4, -3, -2, -1, 1, 2, 3, 4], 5):
        if sum(amounts):
            continue
        for shuffled in (amounts, amounts[::-1], (*amounts[2:], *amounts[:2])):
            groups = _zero_groups(shuffled)
            assert sorted(itertools.chain(*groups)) == [0, 1, 2, 3, 4]
            assert all(sum(shuffled[i] for i in group) == 0 for group in groups)
            assert len(groups) == most_groups(shuffled)
