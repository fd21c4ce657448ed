"""A PostgreSQL server for tests about what only it does, whatever database the others run on."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def postgres_url():
    """Return the address of a migrated database on a server that is gone with the module."""
    pytest.importorskip("psycopg")
    from tests.databases import engine_at, migrate
    from tests.needs import miss
    from tests.postgres import NoPostgres, started

    try:
        with started() as url:
            engine = engine_at(url)
            migrate(engine)
            engine.dispose()
            yield url
    except NoPostgres as reason:
        miss("postgres", str(reason))


@pytest.fixture
def postgres_engine(postgres_url):
    from tests.databases import engine_at

    engine = engine_at(postgres_url)
    yield engine
    engine.dispose()
