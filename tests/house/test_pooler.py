"""A pooler of transactions in front of PostgreSQL is refused at the start; one of sessions works."""

from __future__ import annotations

import subprocess
import sys
import uuid

import pytest
from sqlalchemy import create_engine, inspect, make_url
from sqlalchemy.pool import NullPool

from scorekeeper import migrating
from scorekeeper.extensions import db
from tests.apps import app_on
from tests.needs import has_pgbouncer, miss
from tests.pooler import pooled
from tests.postgres import NoPostgres, started
from tests.trust.hosts import OnServer
from tests.trust.scoring import faults_in
from tests.trust.servers import PATIENCE
from tests.web.conftest import Phone

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def own_server():
    """Return the address of a server of this module's own."""
    if not has_pgbouncer():
        miss("pgbouncer", "There is no PgBouncer on this machine (make test-all takes it from Debian's package).")
    try:
        with started() as url:
            yield url
    except NoPostgres as reason:
        miss("postgres", str(reason))


@pytest.fixture
def server(own_server):
    """Return the address of an empty database on it."""
    name = f"test_{uuid.uuid4().hex}"
    engine = create_engine(own_server, poolclass=NullPool, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    return make_url(own_server).set(database=name).render_as_string(hide_password=False)


def tables_in(url):
    engine = create_engine(url, poolclass=NullPool)
    return inspect(engine).get_table_names()


def start_with(url, folder):
    how = {"cwd": folder, "env": {"DATABASE_URL": url, "PORT": "0"}, "capture_output": True, "text": True}
    return subprocess.run([sys.executable, "-m", "scorekeeper", "run"], check=False, timeout=PATIENCE, **how)


def test_behind_a_pooler_of_transactions_it_does_not_start(server, tmp_path):
    with pooled(server, "transaction") as url:
        done = start_with(url, tmp_path)
    assert done.returncode != 0
    assert "pool_mode=session" in done.stderr
    assert "Traceback" not in done.stderr
    assert tables_in(server) == []


def test_nor_behind_one_of_statements(server, tmp_path):
    with pooled(server, "statement") as url:
        done = start_with(url, tmp_path)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert tables_in(server) == []


def test_behind_a_pooler_of_sessions_a_hand_is_saved(server, tmp_path):
    with pooled(server, "session") as url:
        app = app_on(OnServer("postgres", url), tmp_path)
        migrating.prepare_database(app)
        phone = Phone(app)
        code = phone.sit_down()
        form = phone.form(f"/t/{code}", f"/t/{code}/hands") | {"what": "hand", "bidder": "2", "bid": "5"}
        assert phone.client.post(f"/t/{code}/hands", data=form).status_code == 303
        assert faults_in(OnServer("postgres", url)) == []
        with app.app_context():
            db.engine.dispose()
