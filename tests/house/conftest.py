from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper.app import create_app
from scorekeeper.settings import from_environment
from tests.databases import environ_in

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root():
    """The checkout."""
    return ROOT


@pytest.fixture
def app(tmp_path):
    """An app as `scorekeeper run` would make it in an empty folder."""
    return create_app(from_environment(environ_in(tmp_path), tmp_path))


@pytest.fixture
def client(app):
    return app.test_client()
