"""Row 14: a save's p99 while the server exports, imports, backs up or rebuilds a league, or holds slow connections.

The league has 5,000 hands; what is saved at is a table of its own.
"""

from __future__ import annotations

import itertools
import os
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from tests.bench.league import League, made, served
from tests.bench.live import Scorer
from tests.bench.measure import Row, p99
from tests.bench.server import OURS, serve

HANDS, FEW = 5_000, 1_000
SAVES, SOME = 600, 60
"""Saves beside each task, one right after another, and as many without it: the p99 of fewer than 200 is the longest."""
TURNS = 3
SLOW = 200
TRICKLE = 0.25
"""Seconds between two bytes of a slow connection."""
TARGET, LONGEST = 5, 1.0


class Place(NamedTuple):
    """A server, its folder, and a league on it."""

    folder: Path
    port: int
    league: League

    def scorekeeper(self, *words):
        """Return a function that runs a command on the same database."""
        environ = {**os.environ, "DATABASE_URL": f"sqlite:///{self.folder}/games.db"}
        command = [sys.executable, "-m", "scorekeeper", *words]
        quiet = {"stdout": subprocess.DEVNULL, "cwd": self.folder}
        return lambda: subprocess.run(command, env=environ, check=True, **quiet)


def rows(folder, quick):
    folder = Path(folder)
    league = served(made(folder / "games.db", FEW if quick else HANDS), folder)
    with serve(OURS, folder, f"sqlite:///{folder}/games.db") as (port, _):
        place, scorer = Place(folder, port, league), Scorer(port)
        scorer.sit_down()
        for name, busy in tasks_at(place).items():
            alone, beside = measure(scorer, busy, SOME if quick else SAVES)
            ours, theirs = 1000 * p99(beside), 1000 * p99(alone)
            yield Row("14", f"a save's p99 beside {name} / alone", ours, theirs, "ms", ours / theirs, TARGET)
            yield Row("14", f"the longest save beside {name}", max(beside), None, "s", max(beside), LONGEST)


def tasks_at(place):
    """Return what goes on beside the saves: context managers, by name."""
    code, document = place.league.values["league"], place.folder / "league.json"
    place.scorekeeper("export", code, str(document))()
    copies = (str(place.folder / f"copy-{number}.db") for number in itertools.count())
    return {
        "an export": lambda: repeated(lambda: download(place, f"/l/{code}/files/league.json")),
        "an import": lambda: repeated(place.scorekeeper("import", str(document))),
        "a backup": lambda: repeated(lambda: back_up(place, next(copies))),
        "a rebuild": lambda: repeated(place.scorekeeper("rebuild", code)),
        f"{SLOW} slow connections": lambda: trickling(place.port),
    }


def measure(scorer, busy, saves):
    """Return the seconds of saves alone and beside a task, in turn."""
    alone, beside = [], []
    for _ in range(TURNS):
        alone += [scorer.save()[1] for _ in range(saves // TURNS)]
        with busy():
            beside += [scorer.save()[1] for _ in range(saves // TURNS)]
    return alone, beside


@contextmanager
def repeated(task):
    """Do it again and again in a thread until the block ends, and wait for the last to be done."""
    over, failed = threading.Event(), []

    def work():
        while not over.is_set():
            try:
                task()
            except Exception as error:  # noqa: BLE001 - it is raised below
                failed.append(error)
                return

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
    if failed:
        raise failed[0]


def back_up(place, copy):
    place.scorekeeper("backup", copy)()


def download(place, path):
    line = Scorer(place.port)
    line.cookies["phone"] = place.league.phone.client.get_cookie("phone").value
    answer, text = line.ask("GET", path)
    if answer.status != 200:
        raise RuntimeError(f"{answer.status}: {text[:300]}")


@contextmanager
def trickling(port):
    """Hold connections that send a request byte by byte."""
    with ExitStack() as stack:
        lines = [stack.enter_context(socket.create_connection(("127.0.0.1", port))) for _ in range(SLOW)]
        for line in lines:
            line.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")

        def send():
            for line in lines:
                with suppress(OSError):  # the server waits for none for longer than 15 seconds
                    line.send(b"x")
            time.sleep(TRICKLE)

        with repeated(send):
            yield
