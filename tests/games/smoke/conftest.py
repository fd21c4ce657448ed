"""A table of Smoke."""

from __future__ import annotations

import pytest

from tests.games.smoke.hands import PEOPLE
from tests.phones import Dealt


@pytest.fixture(scope="session")
def dealt(shared_app, blank_database, tmp_path_factory):
    """Five at the mesa; Puresome deals, so Jim is under the gun."""
    return Dealt(shared_app, blank_database, tmp_path_factory, lambda phone: phone.sit_down("smoke", names=PEOPLE))
