from __future__ import annotations

import pytest

from scorekeeper.app import create_app
from scorekeeper.settings import from_environment
from tests.databases import url_of


@pytest.fixture
def client_with(database, tmp_path):
    """Give a function that gives a client of an app with these settings."""

    def client_with(**settings):
        environ = {"DATABASE_URL": url_of(database), **settings}
        return create_app(from_environment(environ, tmp_path)).test_client()

    return client_with
