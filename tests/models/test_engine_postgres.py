"""How connections to a PostgreSQL server are fitted out: neither end waits for long for one that is gone."""

import pytest
from sqlalchemy import make_url
from sqlalchemy.exc import InternalError

from scorekeeper.models.engine import CONNECTION_OPTIONS
from tests.databases import SERVER, engine_at

pytestmark = pytest.mark.skipif(not SERVER, reason="These are connections to a PostgreSQL server.")

TIMEOUT = "SHOW idle_in_transaction_session_timeout"


@pytest.fixture
def hasty(database):
    """An engine whose transactions are given a moment only."""
    moment = {"options": "-c idle_in_transaction_session_timeout=100"}
    engine = engine_at(make_url(database.url).update_query_dict(moment).render_as_string(hide_password=False))
    yield engine
    engine.dispose()


def test_the_wire_is_watched_from_both_ends(engine):
    with engine.connect() as connection:
        asked = connection.connection.dbapi_connection.info.get_parameters()
        assert {name: int(asked[name]) for name in CONNECTION_OPTIONS} == CONNECTION_OPTIONS
        assert connection.exec_driver_sql(TIMEOUT).scalar() == "10s"


def test_what_somebody_chose_stands(hasty):
    with hasty.connect() as connection:
        assert connection.exec_driver_sql(TIMEOUT).scalar() == "100ms"


def test_who_falls_silent_in_a_transaction_holds_up_nobody(engine, hasty):
    table = "SELECT pg_advisory_xact_lock(1)"
    with hasty.connect() as silent, engine.connect() as other:
        silent.exec_driver_sql(table)
        other.exec_driver_sql(table)
        with pytest.raises(InternalError, match="idle-in-transaction timeout"):
            silent.exec_driver_sql(table)
