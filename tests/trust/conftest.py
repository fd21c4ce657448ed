"""The promises of docs/trust.md: each test shows one, and its control that it would notice.

`make test-all` runs them short, `make test` some of them, `make prove` (pytest --prove) with the figures of the table
there.
"""

from dataclasses import replace

import pytest


@pytest.fixture(scope="session")
def size(request):
    """Return a function that says how large a test is: its full figure under --prove, else the short one."""
    return lambda full, short: full if request.config.getoption("prove") else short


@pytest.fixture(scope="session")
def world(shared_app, blank_database, tmp_path_factory):
    """A league in which every form can be sent; nobody writes in it, only in copies."""
    from tests.databases import copied
    from tests.trust import ways

    app = shared_app.on(blank_database)
    found = ways.found(shared_app.database, app)
    return replace(found, path=copied(found.path, tmp_path_factory.mktemp("world") / "world.db"))


@pytest.fixture
def database(blank_database, tmp_path):
    """A database of the test's own."""
    from tests.databases import copied

    return copied(blank_database, tmp_path / "games.db")


@pytest.fixture
def app(database, tmp_path):
    """An app of the test's own, on an empty database."""
    from tests.apps import app_on

    return app_on(database, tmp_path)


@pytest.fixture
def copy(world, shared_app):
    """A copy of the world under the app that all tests share."""
    from tests.trust import ways

    return ways.Copy(world, shared_app.on(world.path), shared_app.database)


@pytest.fixture
def own_copy(world, tmp_path):
    """A copy of the world under an app that the test may change for good."""
    from tests.apps import app_on
    from tests.databases import copied
    from tests.trust import ways

    path = copied(world.path, tmp_path / "world.db")
    return ways.Copy(world, app_on(path, tmp_path), path)
