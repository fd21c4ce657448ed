"""A game that was played for money."""

import pytest

from tests.money.games import ALMOST, FOUR
from tests.phones import Dealt


@pytest.fixture(scope="session")
def dealt(shared_app, blank_database, tmp_path_factory):
    """A game for a dollar and fifty cents a set, won by Ann; Bob was set once: 1.50, 1.00 and 1.00 to Ann."""
    return Dealt(shared_app, blank_database, tmp_path_factory, lambda phone: phone.bring_in(ALMOST + FOUR))
