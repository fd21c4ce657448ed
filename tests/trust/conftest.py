"""The promises of docs/trust.md: each test shows one, and its control that it would notice.

`make test` runs them short, `make prove` (pytest --prove) with the figures of the table there.
"""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def size(request):
    """Give a function that says how large a test is: its full figure under --prove, else the short one."""
    return lambda full, short: full if request.config.getoption("prove") else short


@pytest.fixture(scope="session")
def world(blank_database, tmp_path_factory):
    """A league in which every form can be sent; nobody writes in it, only in copies."""
    from scorekeeper.app import create_app
    from scorekeeper.settings import from_environment
    from tests.databases import copied, url_of
    from tests.trust import ways

    folder = tmp_path_factory.mktemp("world")
    path = copied(blank_database, folder / "world.db")
    return ways.found(path, create_app(from_environment({"DATABASE_URL": url_of(path)}, folder)))


@pytest.fixture
def app(database, tmp_path):
    """The app on an empty database."""
    from scorekeeper.app import create_app
    from scorekeeper.settings import from_environment
    from tests.databases import url_of

    return create_app(from_environment({"DATABASE_URL": url_of(database)}, tmp_path))


@pytest.fixture
def copy(world, tmp_path):
    from tests.trust import ways

    return ways.Copy(world, tmp_path)
