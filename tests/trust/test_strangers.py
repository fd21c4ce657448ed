"""Row 22: strangers download, import and dawdle, and the table goes on saving."""

from __future__ import annotations

import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy.orm import Session

from scorekeeper.core.clock import wall_clock
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from tests.factories import draft, enrol
from tests.trust.servers import RealPhone, ask_until_unanswered, half_sent, serving_from
from tests.trust.ways import GAME

IDLE, MOST = 100, 1000
"""Milliseconds: of a save on a machine that is idle but for the test, and of one beside strangers.

It is judged with --prove alone: other tests that run at the same moment are strangers, too.
"""


@pytest.fixture
def table(engine):
    """Return a game that goes on for ever, and the secret of the phone that owns it."""
    with Session(engine, expire_on_commit=False) as session:
        device, secret = enrol(session, wall_clock, "Alice's phone")
        return create_game(Submission(session, wall_clock, device), draft(house={"finish.target": "none"})), secret


def stranger(server):
    """Return a phone with a league of its own, brought in as a sheet of many hands, and the address of its file."""
    phone = RealPhone(server, {})
    hands = GAME + 300 * "\n[[lines]]\nmisdeal = true\n"
    assert send(phone, "/import", sheet=hands).status == 303
    return phone, re.search(r"/l/[A-Za-z0-9_-]{22}", phone.get("/"))[0] + "/files/league.json"


def send(phone, path, **fields):
    page = phone.get(path)
    hidden = dict(re.findall(r'name="(csrf_token|op_id|seen)" value="([^"]*)"', page))
    return phone.once("POST", path, {**hidden, **fields})


def saves(server, code, secret, hands):
    """Save hands one after the other; give the seconds of each, sorted, and the answers that were no 303."""
    phone, took, wrong = RealPhone(server, {"phone": secret}), [], []
    for _ in range(hands):
        page = phone.get(f"/t/{code}")
        hidden = dict(re.findall(r'name="(csrf_token|op_id|seen)" value="([^"]*)"', page))
        told = {f"point-{point}": "2" for point in ("high", "low", "jack", "off_jack", "game", "trey")}
        told |= {"point-high_joker": "2", "point-low_joker": "1", "bidder": "2", "bid": "5", "what": "hand"}
        began = time.monotonic()
        status = phone.once("POST", f"/t/{code}/hands", {**hidden, **told}).status
        took.append(time.monotonic() - began)
        wrong += [status] if status != 303 else []
    return sorted(took), wrong


def pester(server, stop):
    """Download and import in turn, until told to stop; give how often, and how many answers were 500."""
    phone, file = stranger(server)
    done = crashed = 0
    while not stop.is_set():
        for ask in (lambda: phone.once("GET", file), lambda: send(phone, "/import", sheet=GAME)):
            done, crashed = done + 1, crashed + (ask().status == 500)
    return done, crashed


@pytest.mark.deep
def test_a_table_saves_while_strangers_download_import_and_dawdle(database, tmp_path, table, size, record_property):
    stop = threading.Event()
    with serving_from(database, tmp_path) as server, ThreadPoolExecutor(2) as others:
        server.workers()
        quiet, wrong = saves(server, *table, size(300, 10))
        pests = [others.submit(pester, server, stop) for _ in range(2)]
        try:
            with half_sent(server, size(200, 50)):
                took, more = saves(server, *table, size(500, 20))
        finally:
            stop.set()
        done, crashed = (sum(each) for each in zip(*(it.result() for it in pests), strict=True))
    percentile = round(1000 * took[len(took) * 99 // 100])
    alone = round(1000 * quiet[len(quiet) * 99 // 100])
    record_property("row 22: p99 of a save in ms, with strangers and without", f"{percentile}, {alone}")
    record_property("row 22: saves, refused; files strangers had worked on, answers of 500",
                    f"{len(quiet) + len(took)}, {len(wrong) + len(more)}; {done}, {crashed}")  # fmt: skip
    judged = size(full=alone <= IDLE, short=False)
    said = f"at most {MOST} ms" if judged else "not judged, the machine was busy with something else"
    record_property("row 22: p99 of a save with strangers", said)
    assert (wrong, more, crashed) == ([], [], 0)
    assert percentile <= MOST or not judged


@pytest.mark.deep
def test_control_with_gunicorns_own_threads_nobody_saves(own_threads, record_property):
    with pytest.raises(TimeoutError):
        ask_until_unanswered(own_threads, "/t/nobodys")
    record_property("row 22, control with gunicorn's own threads: a table's page within 5 s", "not answered")
