"""A database that does not answer: 503 with words for the player, one line in the log, and all is well afterwards."""

import logging
import sqlite3
from contextlib import closing

import psycopg
import pytest
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from scorekeeper.core.extensions import db
from scorekeeper.models import engine as database_engine
from scorekeeper.models.engine import is_away
from tests.apps import app_on
from tests.databases import SERVER, closing_engine
from tests.phones import HTMX, Phone


@pytest.fixture
def locked(database):
    """Hold a lock on the whole database, as a foreign program may, while the block runs."""

    def locked():
        other = closing(sqlite3.connect(database, isolation_level=None))
        other.thing.execute("BEGIN EXCLUSIVE")
        return other

    return locked


@pytest.fixture
def _impatient(monkeypatch):
    monkeypatch.setattr(database_engine, "BUSY_TIMEOUT", 20)


@pytest.mark.sqlite("a file that somebody else locks")
@pytest.mark.usefixtures("_impatient")
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_a_hand_that_cannot_be_saved_is_to_be_sent_again(phone, code, locked, caplog, headers):
    form = phone.form(f"/t/{code}", f"/t/{code}/hands") | {"what": "hand", "bidder": "2", "bid": "5"}
    with locked():
        answers = [phone.client.post(f"/t/{code}/hands", data=form, headers=headers) for _ in range(3)]
    for answer in answers:
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "5"
        assert "Scorekeeper can&#39;t reach its data. Try again. Nothing is counted twice." in answer.text
    assert phone.client.post(f"/t/{code}/hands", data=form, headers=headers).status_code in (200, 303)
    lines = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert [(line.levelname, line.exc_info) for line in lines] == [("ERROR", None), ("WARNING", None)]
    assert lines[1].message == "The database is available again."


def of_postgresql(kind):
    return OperationalError("SELECT", {}, kind())


@pytest.mark.parametrize(
    "kind",
    [
        psycopg.errors.AdminShutdown, psycopg.errors.CannotConnectNow, psycopg.errors.TooManyConnections,
        psycopg.errors.ConnectionFailure, psycopg.errors.DeadlockDetected, psycopg.OperationalError,
        psycopg.errors.ReadOnlySqlTransaction,
    ],
)  # fmt: skip
def test_what_postgresql_says_when_it_is_away(kind):
    assert is_away(of_postgresql(kind))


@pytest.mark.parametrize("kind", [psycopg.errors.DiskFull, psycopg.errors.UniqueViolation, psycopg.errors.SyntaxError])
def test_what_postgresql_says_when_it_is_there(kind):
    assert not is_away(of_postgresql(kind))


@pytest.mark.skipif(not SERVER, reason="An SQLite file has no standby: make test-postgres tries this.")
def test_a_server_that_was_a_standby_is_asked_anew(database, tmp_path):
    """What a standby says to a write stays true of a connection when the server is promoted."""
    app = app_on(database, tmp_path)
    phone = Phone(app)
    code = phone.sit_down()
    form = phone.form(f"/t/{code}", f"/t/{code}/hands") | {"what": "hand", "bidder": "2", "bid": "5"}

    def from_now_on(how):
        with closing_engine(database) as engine, engine.connect() as connection:
            connection.exec_driver_sql("SET TRANSACTION READ WRITE")
            connection.exec_driver_sql(f'ALTER DATABASE "{database.name}" {how}')
            connection.commit()

    from_now_on("SET default_transaction_read_only = on")
    with app.app_context():
        db.engine.dispose()
    assert phone.client.post(f"/t/{code}/hands", data=form).status_code == 503
    from_now_on("RESET default_transaction_read_only")
    assert phone.client.post(f"/t/{code}/hands", data=form).status_code == 303


def test_too_few_connections_of_our_own_are_no_fault_of_the_program():
    assert is_away(PoolTimeoutError("QueuePool limit of size 32 overflow 10 reached"))
    assert not is_away(DBAPIError("SELECT", {}, ValueError()))


def test_a_page_that_is_ready_is_shown_though_the_database_is_gone_by_then(database, tmp_path):
    app = app_on(database, tmp_path)
    phone = Phone(app)
    code = phone.sit_down()

    def is_gone(_connection):
        raise of_postgresql(psycopg.OperationalError)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "rollback", is_gone)
    assert phone.get(f"/t/{code}").status_code == 200
    event.remove(engine, "rollback", is_gone)
    assert phone.get(f"/t/{code}").status_code == 200
