"""Row 13: what a game costs by its length, in this process: its log, a what-if, its import and a correction."""

from __future__ import annotations

import gc
import io
import json
import secrets
import time
from itertools import pairwise

from sqlalchemy import select

from scorekeeper.extensions import db
from scorekeeper.models import Game
from scorekeeper.models.line import CORRECT, LINE, UNDO
from scorekeeper.services.access.devices import find_device
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.games.lines import Correction, correct_line
from scorekeeper.services.submission import Submission
from scorekeeper.services.transfer import document_checks
from scorekeeper.services.transfer.league_export import export_league
from scorekeeper.services.transfer.league_import import import_league
from tests.bench.measure import Row
from tests.bench.nights import POINTS, Caller, our_app, play_hands

MANY = (100, 1_000, 10_000)
TARGET = 15.0
"""Times the CPU, for ten times the rows."""
BEST_OF = 3
EVERY = 10
"""Of so many rows one corrects the hand five rows before it, one takes a hand back, and one puts it back."""


def rows(folder, quick):
    document_checks.MAX_LINES = max(MANY)
    app = our_app(folder)
    phone, document = template(folder, app)
    sizes = MANY[:2] if quick else MANY
    costs = {rows: cpu_by_task(app, phone, grown(document, rows)) for rows in sizes}
    for small, large in pairwise(sizes):
        for task, cost in costs[large].items():
            yield Row(
                "13", f"{task}, {large:,} rows / {small:,}", cost, costs[small][task], "ms CPU",
                cost / costs[small][task], TARGET,
            )  # fmt: skip


def template(folder, app):
    """Return a phone that keeps score, and its league with one hand as a document."""
    phone = Caller(app)
    play_hands(folder, phone, phone.sit_down(), 1)
    with app.app_context(), db.engine.connect() as connection:
        return phone, json.loads("".join(export_league(connection, 1)))


def grown(document, rows):
    """Return the document with its game grown to so many rows: hands, corrections, hands taken back and put back."""
    first = document["lines"][0]
    return document | {"lines": [{**first, "seq": seq, **_row(seq)} for seq in range(1, rows + 1)]}


def _row(seq):
    place = seq % EVERY
    if place == 6:
        return {"kind": CORRECT, "target": seq - 5, "facts": {"v": 1, "line": _hand(seq, bid=6), "reason": None}}
    if place in (8, 9):
        return {"kind": UNDO, "target": seq - 1, "facts": {"v": 1, "reason": None}}
    return {"kind": LINE, "target": None, "facts": {"v": 1, "line": _hand(seq)}}


def _hand(seq, bid=5):
    seat = "1234"[seq % 4]
    return {"bidder": seat, "bid": bid, "points": dict.fromkeys(POINTS, seat) | {"low": "1", "jack": "2"}}


def cpu_by_task(app, phone, document):
    """Return the milliseconds of CPU of each task on the game of this document, the best of a few."""
    text, seen = json.dumps(document).encode(), len(document["lines"])
    with app.app_context():
        device = find_device(db.session, phone.cookies["phone"])
        codes = []
        best = {"import": best_cpu(lambda: codes.append(_imported(device, text)))}
        untouched = codes[0]
        best["correction"] = best_cpu(lambda: _correct(device, codes.pop(), seen), times=BEST_OF - 1)
    best["page of the log"] = best_cpu(lambda: _see(phone, f"/t/{untouched}/log"))
    best["what if"] = best_cpu(lambda: _see(phone, f"/t/{untouched}/whatif?auction.min=6"))
    return best


def best_cpu(task, times=BEST_OF):
    """Return the least milliseconds of CPU of a few calls."""
    return min(_cpu(task) for _ in range(times))


def _cpu(task):
    """Measure without Python's garbage collector: a short task has no full collection in it, a long one some."""
    gc.collect()
    gc.disable()
    began = time.process_time()
    task()
    took = time.process_time() - began
    gc.enable()
    return took * 1000


def _imported(device, text):
    """Import a document; return the code of its game."""
    made = import_league(db.session, wall_clock, device, io.BytesIO(text), op_id=secrets.token_hex(16))
    return db.session.scalar(select(Game.code).where(Game.league_id == made.league_id))


def _correct(device, code, seen):
    form = Submission(op_id=secrets.token_hex(16), seen=seen, device=device, reason="A recount.")
    correct_line(db.session, wall_clock, code, Correction(seen // 2 // EVERY * EVERY + 1, _hand(1, bid=7)), form)


def _see(phone, path):
    status, _, body = phone.get(path)
    if status != 200:
        raise RuntimeError(f"{path}: {status}: {body[:500]!r}")
