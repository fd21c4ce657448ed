"""Rows 1 and 11: gunicorn as `scorekeeper run` starts it, with our app and with the yardsticks' on its settings."""

from __future__ import annotations

import http.client
import os
import re
import socket
import subprocess
import threading
import time
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from urllib.parse import urlencode

from scorekeeper import serving
from scorekeeper.models.engine import set_journal_mode
from tests.bench import yardsticks
from tests.bench.measure import PAIRS, Row, pairs
from tests.bench.nights import Caller, Saver, our_app, play_hands
from tests.databases import open_engine

OURS, THEIRS = "scorekeeper.app:create_app()", "tests.bench.yardsticks:create_app()"
PATIENCE = 60  # seconds
CONNECTIONS = 8
BEGUN, ENOUGH = 25, 35
"""A table is saved at from its 26th hand to its 35th: the 30th in the middle."""
PSS = re.compile(r"^Pss:\s+(\d+) kB", re.MULTILINE)
HEADERS = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true", "Accept-Encoding": "gzip"}


@contextmanager
def serve(app, folder, url):
    """Serve an app factory on a free port of this machine; give the port and gunicorn's process id."""
    environ = {**os.environ, "DATABASE_URL": url, "SECRET_KEY": "x" * 64}
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:
        listener.set_inheritable(True)
        command = serving.gunicorn_command(listener)
        command[-1] = app
        if app != OURS:  # what gunicorn_config.py sets up is ours alone
            del command[command.index("--config") : command.index("--config") + 2]
        command[-1:-1] = ["--pythonpath", str(Path(__file__).parents[2])]
        process = subprocess.Popen(command, env=environ, cwd=folder, pass_fds=[listener.fileno()])
        try:
            yield listener.getsockname()[1], process.pid
        finally:
            process.terminate()
            process.wait(20)


def rows(folder, quick):
    ours, theirs = Path(folder) / "ours", Path(folder) / "theirs"
    ours.mkdir()
    theirs.mkdir()
    tables = (1 if quick else 2) * CONNECTIONS * PAIRS
    cookies, forms = prepared_tables(ours, tables)
    url = f"sqlite:///{theirs}/bench.db"
    prepare_yardstick(url)
    mine = serve(OURS, ours, f"sqlite:///{ours}/games.db")
    with mine as (port, pid), serve(THEIRS, theirs, url) as (other, its_pid):
        many = len(forms) // PAIRS // CONNECTIONS
        waiting = iter(forms)
        inserts = [("/insert", {"game": "1", "who": "Ann & Cy", "amount": "5", "note": ""})] * many * CONNECTIONS

        def next_forms():
            return list(islice(waiting, many * CONNECTIONS))

        warm = [("/", None)] * 40
        a_second(port, warm, cookies)
        a_second(other, [("/bare", None)] * 40, {})
        found = pairs(lambda: a_second(port, next_forms(), cookies), lambda: a_second(other, inserts, {}))
        ratio = found[0] / found[1]
        yield Row("1", "a recorded hand / an ORM insert, 8 lines", *found, "a second", ratio, 0.7, at_least=True)
        memory = [sum(map(pss_of, processes_of(each))) / 1024 for each in (pid, its_pid)]
        yield Row("11", "memory of 2 workers / bare Flask+SQLAlchemy", *memory, "MB", memory[0] / memory[1], 1.4)


def prepared_tables(folder, many):
    """Make tables with 25 hands each; give the cookies of their phone and the forms of the next hands of all of them.

    The first hands of all tables come first, then all the second ones: no two of a table are ever sent at once.
    """
    app = our_app(folder)
    phone, savers = Caller(app), []
    app.config["SECRET_KEY"] = "x" * 64
    for _ in range(many):
        code = phone.sit_down()
        play_hands(folder, phone, code, BEGUN)
        savers.append(Saver(phone, code, BEGUN))
    per_pair = many // PAIRS
    forms = []
    for pair in range(PAIRS):
        chosen = savers[pair * per_pair : (pair + 1) * per_pair]
        # A connection sends every CONNECTIONS-th form: so each keeps to its own tables, hand after hand.
        for _ in range(ENOUGH - BEGUN):
            forms += [(saver.action, saver.hand()) for saver in chosen]
    return phone.cookies, forms


def prepare_yardstick(url):
    path = url.removeprefix("sqlite:///")
    os.environ["DATABASE_URL"] = url
    engine = open_engine(path)
    set_journal_mode(engine)
    engine.dispose()
    yardsticks.make_tables(yardsticks.create_app())
    del os.environ["DATABASE_URL"]


def a_second(port, asked, cookies):
    """Send forms (or GETs) over 8 lines at once; give how many were answered a second.  Raises for a refused one."""
    cookie = "; ".join(f"{name}={text}" for name, text in cookies.items())
    failed = []

    def send(mine):
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        for path, form in mine:
            body = urlencode(form) if form else None
            line.request("POST" if form else "GET", path, body, {**HEADERS, "Cookie": cookie})
            answer = line.getresponse()
            text = answer.read()
            if answer.status != http.client.OK:
                failed.append(f"{answer.status} {text[:300]!r}")
        line.close()

    threads = [threading.Thread(target=send, args=(asked[nth::CONNECTIONS],)) for nth in range(CONNECTIONS)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - began
    if failed:
        raise RuntimeError(f"{len(failed)} were refused: {failed[0]}")
    return len(asked) / took


def processes_of(pid):
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [pid, *map(int, children)]


def pss_of(pid):
    """Return the kilobytes of a process, what it shares counted in parts."""
    return int(PSS.search(Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii"))[1])
