"""Row 2 on PostgreSQL: statements of a request beside SQLite's, and how often it waits for the server.

Across a network each wait costs the way there and back.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from sqlalchemy import event

from scorekeeper.app import create_app
from scorekeeper.extensions import db
from scorekeeper.settings import from_environment
from tests.bench.measure import Row
from tests.bench.nights import Caller, Saver, our_app
from tests.databases import engine_at, migrate
from tests.postgres import NoPostgres, started

WARM = 8
"""Times that a request is sent before it is counted: after five the driver has its statements prepared."""
EXECUTED, WAITED = re.compile(r"\tF\t\d+\tExecute\b"), re.compile(r"\tF\t\d+\t(?:Sync|Query)\b")
"""In libpq's trace: a statement, and what is sent last before libpq waits for the server."""
HTMX = {"HTTP_HX_REQUEST": "true"}
TURNS = ("BEGIN", "COMMIT", "ROLLBACK", "PRAGMA")
MOST_TRIPS = {"a recorded hand": 10, "a preview": 7, "a look": 6, "an idle poll": 4}


def rows(folder, _quick):
    try:
        with started() as url:
            ours = counts_on_server(url, Path(folder))
    except NoPostgres as reason:
        sys.stdout.write(f"     {reason} Round trips were not counted.\n")
        return
    theirs = counts_on_file(folder)
    for task, (statements, _) in ours.items():
        both = statements, theirs[task]
        yield Row("2", f"statements of {task}, PostgreSQL / SQLite", *both, "", statements / theirs[task], 1)
    for task, (_, trips) in ours.items():
        yield Row("2", f"round trips of {task}, PostgreSQL", trips, None, "", trips, MOST_TRIPS[task])


def counts_on_server(url, folder):
    """Return the number of statements and of round trips of each request."""
    engine = engine_at(url)
    migrate(engine)
    engine.dispose()
    app = create_app(from_environment({"DATABASE_URL": url, "SECRET_KEY": "x" * 64}, folder))
    found, traced = {}, folder / "trace"
    with app.app_context():
        server = db.engine
    with traced.open("ab") as trace:
        event.listen(server, "connect", lambda raw, _: raw.pgconn.trace(trace.fileno()))
        server.dispose()  # what was open is not traced
        for name, ask in requests_at(app):
            before = traced.stat().st_size
            ask()
            text = traced.read_bytes()[before:].decode()
            found[name] = len(EXECUTED.findall(text)), len(WAITED.findall(text))
        server.dispose()
    return found


def counts_on_file(folder):
    """Return the number of statements of each request."""
    app, sent, found = our_app(folder), [], {}
    with app.app_context():
        event.listen(db.engine, "connect", lambda raw, _: raw.set_trace_callback(sent.append))
        db.engine.dispose()
    for name, ask in requests_at(app):
        sent.clear()
        ask()
        found[name] = sum(not statement.startswith(TURNS) for statement in sent)
    return found


def requests_at(app):
    """Yield the requests that are counted, by name, each when it is warm."""
    phone = Caller(app)
    code = phone.sit_down()
    saver = Saver(phone, code, 0)
    board = f"/t/{code}/board?seen="
    for name, ask in (
        ("a recorded hand", saver.save),
        ("a preview", lambda: _answered(200, phone.ask("POST", f"/t/{code}/preview", saver.hand(), **HTMX))),
        ("a look", lambda: _answered(200, phone.get(f"{board}0", **HTMX))),
        ("an idle poll", lambda: _answered(204, phone.get(f"{board}{WARM + 1}", **HTMX))),
    ):
        for _ in range(WARM):
            ask()
        yield name, ask


def _answered(status, answer):
    if answer[0] != status:
        raise RuntimeError(f"{answer[0]}: {answer[2][:300]!r}")
