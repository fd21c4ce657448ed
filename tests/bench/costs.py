"""What each request of a hand costs the server, through gunicorn, on SQLite and on PostgreSQL: docs/capacity.md.

    .venv/bin/python -m tests.bench.costs [--times 300] [--postgresql]

CPU of gunicorn and its workers, and of PostgreSQL, in milliseconds a request; beside it that of a bare Flask view on
the same gunicorn in the same run, which says how fast the machine is just now.
"""

from __future__ import annotations

import argparse
import http.client
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlencode

from scorekeeper.app import create_app
from scorekeeper.settings import from_environment
from tests.bench.__main__ import machine
from tests.bench.live import cpu_seconds
from tests.bench.nights import Caller, Saver
from tests.bench.server import HEADERS, OURS, THEIRS, prepare_yardstick, processes_of, serve
from tests.databases import engine_at, migrate
from tests.load.town import cpu_of_server
from tests.postgres import NoPostgres, started

POLLS_FOR_ONE = 5
"""A poll is so quick that it is asked more often."""
HANDS = 12
"""Of the table where nothing is saved."""
SECRET = "x" * 64


def main():
    words = argparse.ArgumentParser(prog="python -m tests.bench.costs", description=__doc__.split("\n", maxsplit=1)[0])
    words.add_argument("--times", type=int, default=300)
    words.add_argument("--postgresql", action="store_true", help="that alone")
    asked = words.parse_args()
    times = asked.times
    sys.stdout.write(f"{machine()}\n{'ms of CPU':36}{'workers':>10}{'database':>10}\n")
    with tempfile.TemporaryDirectory() as folder:
        bare(Path(folder), times)
        if not asked.postgresql:
            measure("SQLite", f"sqlite:///{folder}/games.db", Path(folder), times)
    try:
        with tempfile.TemporaryDirectory() as folder, started(on_disk=True) as url:
            measure("PostgreSQL", url, Path(folder), times)
    except NoPostgres as reason:
        sys.stdout.write(f"{reason}\n")


def bare(folder, times):
    """Print what a view costs that does nothing."""
    url = f"sqlite:///{folder}/bare.db"
    prepare_yardstick(url)
    with serve(THEIRS, folder, url) as (port, pid):
        ask = asker(port, {})
        ask("GET", "/bare")
        before = cpu_seconds(processes_of(pid))
        for _ in range(POLLS_FOR_ONE * times):
            ask("GET", "/bare")
        say("a bare view", (cpu_seconds(processes_of(pid)) - before) / POLLS_FOR_ONE / times)


def measure(name, url, folder, times):
    """Print what each request costs on a database."""
    engine = engine_at(url)
    migrate(engine)
    phone = Caller(create_app(from_environment({"DATABASE_URL": url, "SECRET_KEY": SECRET}, folder)))
    code, usual = phone.sit_down(), phone.sit_down()
    saver, other = Saver(phone, code, 0), Saver(phone, usual, 0)
    for _ in range(HANDS):
        other.save()
    with serve(OURS, folder, url) as (port, pid):
        ask = asker(port, phone.cookies)
        board, preview = f"/t/{usual}/board?seen=", other.hand()
        for task, do, many in (
            ("a hand saved", lambda: ask("POST", f"/t/{code}/hands", saver.hand()), times),
            ("a preview", lambda: ask("POST", f"/t/{usual}/preview", preview), times),
            ("a look at what is new", lambda: ask("GET", f"{board}0"), times),
            ("a poll, nothing new", lambda: ask("GET", f"{board}{HANDS}", None, 204), POLLS_FOR_ONE * times),
        ):
            do()
            before, server = cpu_seconds(processes_of(pid)), cpu_of_server(engine)
            for _ in range(many):
                do()
            workers, database = cpu_seconds(processes_of(pid)) - before, cpu_of_server(engine) - server
            say(f"{name}: {task}", workers / many, database / many)
    engine.dispose()


def asker(port, cookies):
    """Return a function that asks over one connection.  Raises RuntimeError for another status than the wanted."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {**HEADERS, "Cookie": "; ".join(f"{name}={text}" for name, text in cookies.items())}

    def ask(method, path, form=None, wanted=200):
        line.request(method, path, urlencode(form) if form else None, headers)
        answer = line.getresponse()
        text = answer.read()
        if answer.status != wanted:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:300]!r}")

    return ask


def say(what, workers, database=0.0):
    sys.stdout.write(f"{what:36}{1000 * workers:10.2f}{1000 * database:10.2f}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
