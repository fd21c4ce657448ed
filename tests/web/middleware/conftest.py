from __future__ import annotations

import pytest

from tests.apps import app_on


@pytest.fixture
def client_with(database, tmp_path):
    """Return a function that returns a client of an app with these settings."""

    def client_with(**settings):
        return app_on(database, tmp_path, **settings).test_client()

    return client_with
