"""A table of Smoke."""

from __future__ import annotations

import pytest

from tests.web.smoke.plays import PEOPLE


@pytest.fixture
def code(phone):
    """Five at the mesa; Puresome deals, so Jim is under the gun."""
    return phone.sit_down("smoke", names=PEOPLE)
