"""A game that was played for money."""

from __future__ import annotations

import pytest

from tests.web.money.purse import (
    ALMOST,
    FOUR,
    bring_in,
)


@pytest.fixture
def code(phone):
    """A game for a dollar and fifty cents a set, won by Ann; Bob was set once: 1.50, 1.00 and 1.00 to Ann."""
    return bring_in(phone, ALMOST + FOUR)
