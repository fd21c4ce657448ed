"""The app as gunicorn serves it in these tests: its workers die by SIGKILL at random points.

Before and after a statement and before a commit, at one of ODDS such points; after it, before a form is answered, at
one of ANSWERED (0: never).  DEATHS: a file that gets a byte for each.  PLANT: what is broken on purpose (see PLANTS).
"""

import os
import random
import select
import signal
import time
from functools import lru_cache
from pathlib import Path

from flask import request
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper import app as real
from scorekeeper.core.extensions import db

_dice = random.SystemRandom()  # each worker its own
_master = os.getpid()

if "faketime" in os.environ.get("LD_PRELOAD", ""):  # libfaketime 0.9.10 does not know how Python 3.11 sleeps
    time.sleep = lambda seconds: select.select([], [], [], seconds)


def create_app():
    """Make the app; called once, before gunicorn starts its workers."""
    app = real.create_app()
    PLANTS[os.environ.get("PLANT", "")](app)
    let_die(app, int(os.environ.get("ODDS", "0")), int(os.environ.get("ANSWERED", "0")))
    return app


def let_die(app, odds, answered):
    with app.app_context():
        for point in ("before_cursor_execute", "after_cursor_execute", "commit"):
            event.listen(db.engine, point, lambda *_: perhaps(odds))

    @app.after_request
    def before_it_is_sent(response):
        if request.method == "POST":
            perhaps(answered)
        return response


def perhaps(odds):
    """Die, once in so many times."""
    if odds and os.getpid() != _master and _dice.randrange(odds) == 0:
        with Path(os.environ["DEATHS"]).open("ab") as file:
            file.write(b"x")
        os.kill(os.getpid(), signal.SIGKILL)


def skip_the_checks(app):
    """A race: on SQLite nobody queues and nothing is one transaction; nobody looks what the phone had seen."""
    from contextlib import nullcontext

    from scorekeeper.core import transaction
    from scorekeeper.games import lines
    from scorekeeper.models import engine

    said_before = lines.check_duplicate_or_stale
    transaction.write_lock = lambda _engine: nullcontext()

    def unlooked(write, game, row):
        write.seen = game.seq
        return said_before(write, game, row)

    lines.check_duplicate_or_stale = unlooked
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            event.remove(db.engine, "begin", engine._begin)


def remember_too_long(_app):
    """Each worker shows a game as it saw it first."""
    from scorekeeper.transfer import views as routes

    export = routes.export_sheet
    seen = lru_cache(lambda code: export(db.session, code))
    routes.export_sheet = lambda _session, code: seen(code)


def keep_no_journal(app):
    """What a write that fails had written stays."""
    with app.app_context():
        event.listen(db.engine, "connect", lambda connection, _: connection.execute("PRAGMA journal_mode = OFF"))


def do_not_listen(_app):
    """A commit that fails is as good as any."""
    commit = Session.commit

    def commit_anyway(session):
        try:
            commit(session)
        except OperationalError:
            session.rollback()

    Session.commit = commit_anyway


def answer_at_length(app):
    """Serve two megabytes at /large."""
    inside = app.wsgi_app

    def large(environ, start_response):
        if environ["PATH_INFO"] != "/large":
            return inside(environ, start_response)
        start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(2 * 2**20))])
        return [2 * 2**20 * b"x"]

    app.wsgi_app = large


def believe_headers(app):
    """Believe any request that says where the app is mounted."""
    app.wsgi_app = ProxyFix(app.wsgi_app, x_prefix=1)


PLANTS = {
    "": lambda _app: None, "race": skip_the_checks, "memory": remember_too_long,
    "no journal": keep_no_journal, "deaf": do_not_listen, "large": answer_at_length,
    "gullible": believe_headers,
}  # fmt: skip
