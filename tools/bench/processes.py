"""Rows 14 to 16: memory, the start, and the engine."""

import itertools
import json
import re
import sys
from functools import partial

from tools.bench.leagues import cpu_of_command
from tools.bench.measure import beside, pairs
from tools.bench.phones import FOUR, POINTS, at_once
from tools.bench.servers import PROGRAM, inside, ours, theirs

FIRST, LAST = 1_000, 50_000
CONNECTIONS = 8
HANDS, PREVIEWS, POLLS = 25, 3, 24
"""Hands of a table, then a new one begins; taps for a hand; polls of three phones that ask every three seconds."""
PAGES = ("{table}/log", "{table}/rules", "{table}/watch", "{league}", "{league}/standings", "{league}/games", "/")
BARE = (sys.executable, "-c", "import tomllib, json")


def rows(folder, quick, wanted):
    if 14 in wanted:
        yield from memory(folder, LAST // 10 if quick else LAST)
    if 15 in wanted:
        yield from start(folder)
    if 16 in wanted:
        found = inside(folder, "tools.bench.engine", 5 if quick else 100)
        yield beside(16, "hands replayed / bare dataclass scorer", found, "a second", 0.25, at_least=True)


def memory(folder, last):
    with ours(folder / "ours") as mine, theirs(folder / "theirs", folder / "ours") as other:
        asked = [requests_of(mine) for _ in range(CONNECTIONS)]
        stick = [other.phone() for _ in range(CONNECTIONS)]

        def send(many):
            at_once([partial(drain, one, many // CONNECTIONS) for one in asked])

        send(FIRST)
        at_once([partial(drain, map(phone.get, itertools.repeat("/page")), 20) for phone in stick])
        early, bare = mine.memory(), other.memory()
        yield beside(14, "memory of 2 workers / bare Flask+SQLAlchemy", (early, bare), "MB", 1.5)
        send(last - FIRST)
        yield beside(14, f"memory after {last:,} mixed requests / {FIRST:,}", (mine.memory(), early), "MB", 1.15)


def drain(requests, many):
    for _ in itertools.islice(requests, many):
        pass


def requests_of(server):
    """Make mixed requests, one each time it is asked: hands at one table after another, and all that goes with them."""
    phone, pages = server.phone(), itertools.cycle(PAGES)
    while True:
        table = phone.sit_down()
        yield
        league = re.search(r'href="(/l/[\w-]{22})', phone.get("/"))[1]
        for _ in range(HANDS):
            for _ in range(PREVIEWS):
                yield phone.ask("POST", f"{table.path}/preview", table.hand(), HX_Request="true")
                table.seen -= 1
            yield table.save()
            yield phone.get(table.path)
            yield phone.get(next(pages).format(table=table.path, league=league))
            for _ in range(POLLS):
                yield phone.get(f"{table.path}/board?seen={table.seen}", 200, 204, HX_Request="true")


def start(folder):
    head = {
        "format": "scoresheet/1",
        "variant": "minnesota-ten-point",
        "players": FOUR,
        "rules": {"finish.target": "none"},
    }
    points = dict.fromkeys(POINTS, "Ann") | {"low": "Bob", "jack": "Cy"}
    sheet = folder / "sheet.json"
    sheet.write_text(json.dumps(head | {"lines": 12 * [{"bidder": "Ann", "bid": 5, "points": points}]}))
    score = (PROGRAM, "score", "--json", sheet)
    found = pairs(lambda: cpu_of_command(folder, *score), lambda: cpu_of_command(folder, *BARE))
    yield beside(15, "score of one sheet / tomllib and json", found, "ms CPU", 5)

    prepared = []

    def until_it_answers(serving):
        with serving as server:
            prepared.append(1000 * server.prepared)
            return 1000 * (server.cpu() - server.prepared)

    mine, other = folder / "start", folder / "bare"
    with ours(mine):
        pass  # it makes its database once
    found = pairs(lambda: until_it_answers(ours(mine)), lambda: until_it_answers(theirs(other, mine)))
    note = f"after {max(prepared):.0f} ms in which the database is looked at"
    yield beside(15, "server until it answers / Flask+SQLAlchemy", found, "ms CPU", 2.5, note=note)
