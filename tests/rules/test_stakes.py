"""What is played for, read to the cent, up to the largest stake that is read at all."""

from __future__ import annotations

import pytest

from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.stakes import Stakes, add_money, read_stakes


@pytest.mark.parametrize(
    ("written", "cents"),
    [
        (0, 0), (1, 100), (10**12, 10**14), ("0", 0), ("7", 700), ("0.1", 10), ("0.10", 10), ("0.01", 1),
        ("12.5", 1250), ("9999999999999.99", 999_999_999_999_999),
    ],
    ids=repr,
)  # fmt: skip
def test_an_amount_in_cents(written, cents):
    assert read_stakes({"currency": "CAD", "game": written}) == Stakes("CAD", game=cents)


@pytest.mark.parametrize(
    "written", [-1, 10**12 + 1, 0.1, True, None, "", "-1", "1.", ".5", "0.123", "1,5", "1" + "0" * 13], ids=repr
)
def test_what_is_no_amount(written):
    with pytest.raises(SheetError) as refused:
        read_stakes({"currency": "CAD", "game": written})
    assert refused.value.field == "stakes.game"


def test_who_is_new_starts_at_nothing():
    assert add_money({"Ann": 5}, {"Bob": 3, "Ann": -1}) == {"Ann": 4, "Bob": 3}
