"""A PostgreSQL server for tests about what only it does, whatever database the others run on."""

from __future__ import annotations

import uuid

import pytest


@pytest.fixture(scope="session")
def postgres_server():
    """Return the address of a server that is gone with the session."""
    pytest.importorskip("psycopg")
    from tests.needs import miss
    from tests.postgres import NoPostgres, started

    try:
        with started() as url:
            yield url
    except NoPostgres as reason:
        miss("postgres", str(reason))


@pytest.fixture(scope="module")
def postgres_url(postgres_server):
    """Return the address of a migrated database of the module's own."""
    from sqlalchemy import create_engine, make_url

    from tests.databases import engine_at, migrate

    name = f"module_{uuid.uuid4().hex}"
    server = create_engine(postgres_server, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    server.dispose()
    url = make_url(postgres_server).set(database=name).render_as_string(hide_password=False)
    engine = engine_at(url)
    migrate(engine)
    engine.dispose()
    return url


@pytest.fixture
def postgres_engine(postgres_url):
    from tests.databases import engine_at

    engine = engine_at(postgres_url)
    yield engine
    engine.dispose()
