"""Rows 2, 3, 4, 6 and 10: statements, CPU and bytes of single requests, in this process."""

from __future__ import annotations

import gzip
import re
import time

from scorekeeper.extensions import db
from tests.bench import yardsticks
from tests.bench.measure import Row, cpu_of, pairs
from tests.bench.nights import Caller, Saver, our_app, play_hands
from tests.databases import counted

GZIP = {"HTTP_ACCEPT_ENCODING": "gzip"}
ASSETS = re.compile(r'<(?:link rel="stylesheet" href|script src)="([^"]+)"')
WITHOUT_SCRIPTS = re.compile(r"<noscript>.*?</noscript>", re.DOTALL)


def table_with(folder, app, hands, **rules):
    phone = Caller(app)
    code = phone.sit_down(**rules)
    play_hands(folder, phone, code, hands)
    return phone, code


def rows(folder, quick):
    app, bare = our_app(folder), yardsticks.create_app()
    times = 20 if quick else 100
    phone, code = table_with(folder, app, 30)
    yield statements(app, phone, code)
    yield table_page(phone, code, Caller(bare), times)
    yield from later_hands(folder, app, quick)
    yield from sizes(phone, code)


def statements(app, phone, code):
    with app.app_context():
        engine = db.engine
    saver = Saver(phone, code, 30)
    with counted(engine) as sent:
        saver.save()
    return Row("2", "statements a recorded hand", len(sent), None, "", len(sent), 5)


def table_page(phone, code, bare, times):
    path = f"/t/{code}"
    ours, theirs = pairs(cpu_of(lambda: phone.get(path), times), cpu_of(lambda: bare.get("/page"), times))
    return Row("3", "the table page, 30 hands in / 60-row page", ours, theirs, "ms CPU", ours / theirs, 1.5)


def later_hands(folder, app, quick):
    """Save the 200th hand and the 5th, of tables side by side: one that plays for nothing, one that plays for money."""
    for name, rules in (("", {}), (", for money", {"stake-game": "1", "stake-set": "0.25", "currency": "USD"})):
        each = 6 if quick else 12
        early = [Saver(*table_with(folder, app, 4, **rules), 4) for _ in range(5 * each)]
        late = [Saver(*table_with(folder, app, 199, **rules), 199) for _ in range(each)]
        ours, theirs = pairs(cpu_of_saves(late), cpu_of_saves(early, each))
        yield Row("6", f"200th hand / 5th hand{name}", ours, theirs, "ms CPU", ours / theirs, 1.2)


def cpu_of_saves(savers, each=None):
    """Return what gives the CPU of saving a hand at every table, or at the next `each` that had none yet."""
    waiting = list(savers)

    def measured():
        now = list(savers)
        if each:
            now, waiting[:] = waiting[:each], waiting[each:]
        began = time.process_time()
        for saver in now:
            saver.save()
        return (time.process_time() - began) / len(now) * 1000

    return measured


def sizes(phone, code):
    status, headers, page = phone.get(f"/t/{code}", **GZIP)
    if (status, headers.get("Content-Encoding")) != (200, "gzip"):
        raise RuntimeError(f"{status} {headers}")
    seen = WITHOUT_SCRIPTS.sub("", gzip.decompress(page).decode())
    assets = [phone.get(path, **GZIP)[2] for path in ASSETS.findall(seen)]
    total = len(page) + sum(map(len, assets))
    yield Row("10", "first load of the table, packed", total, None, "bytes", total, 30_000)
    yield Row("10", "requests for it", 1 + len(assets), None, "", 1 + len(assets), 4)
    back = len(Saver(phone, code, 31).save())
    yield Row("10", "back for a recorded hand", back, None, "bytes", back, 2_000)
