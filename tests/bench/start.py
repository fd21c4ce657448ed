"""Row 17: CPU of one `scorekeeper score` from start to end, and of a server until it answers."""

from __future__ import annotations

import http.client
import json
import os
import resource
import subprocess
import sys
from pathlib import Path

from scorekeeper.rules.sheet import FORMAT
from tests.bench.engine import SEATS, documents
from tests.bench.live import cpu_seconds
from tests.bench.measure import Row, pairs
from tests.bench.server import OURS, PATIENCE, THEIRS, prepare_yardstick, processes_of, serve
from tests.cast import FOUR
from tests.databases import migrate, open_engine

BARE = (sys.executable, "-c", "import tomllib, json")
HANDS = 12


def rows(folder, _quick):
    sheet = Path(folder) / "sheet.json"
    head = {"format": FORMAT, "variant": "minnesota-ten-point", "players": FOUR, "rules": {"finish.target": "none"}}
    sheet.write_text(json.dumps(head | {"lines": [named(hand) for hand in documents()[:HANDS]]}), encoding="utf-8")
    score = (sys.executable, "-m", "scorekeeper", "score", "--json", str(sheet))
    ours, theirs = pairs(lambda: cpu_of_command(score), lambda: cpu_of_command(BARE))
    yield Row("17", "score of one sheet / tomllib and json", ours, theirs, "ms CPU", ours / theirs, 4)
    mine, other = Path(folder) / "ours", Path(folder) / "theirs"
    mine.mkdir()
    other.mkdir()
    engine = open_engine(mine / "games.db")
    migrate(engine)
    engine.dispose()
    url = f"sqlite:///{other}/bench.db"
    prepare_yardstick(url)
    ours, theirs = pairs(
        lambda: cpu_until_answer(OURS, mine, f"sqlite:///{mine}/games.db", "/"),
        lambda: cpu_until_answer(THEIRS, other, url, "/bare"),
    )
    yield Row("17", "server until it answers / Flask+SQLAlchemy", ours, theirs, "ms CPU", ours / theirs, 2.5)


def named(hand):
    """Return a hand with names for its seats."""
    name = dict(zip(SEATS, FOUR, strict=True))
    points = {point: name[seat] for point, seat in hand["points"].items()}
    return hand | {"bidder": name[hand["bidder"]], "points": points}


def cpu_of_command(command):
    """Return the milliseconds of CPU of a program from its start to its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "SECRET_KEY": "x" * 64})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def cpu_until_answer(app, folder, url, path):
    """Return the milliseconds of CPU of a server and its workers until the first answer."""
    with serve(app, folder, url) as (port, pid):
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        line.request("GET", path)  # the port is open already: the answer comes when there is a worker
        status = line.getresponse().status
        if status != http.client.OK:
            raise RuntimeError(f"{path}: {status}")
        line.close()
        return cpu_seconds(processes_of(pid)) * 1000
