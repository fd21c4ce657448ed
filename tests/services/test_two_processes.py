"""Two processes write in one game at once: nothing lost, nothing doubled, no gap, and the scores are the lines'."""

from __future__ import annotations

import multiprocessing

import pytest
from sqlalchemy.orm import Session

from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line
from scorekeeper.rules.table import open_table
from scorekeeper.services.access.devices import KnownDevice
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.games.commands import Stale
from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import record_line
from scorekeeper.services.games.store import load_game
from scorekeeper.services.games.view import read_game
from scorekeeper.services.submission import Submission
from tests.chains import broken_at
from tests.databases import engine_at
from tests.factories import admit, draft, hand

HANDS = 100
MISDEAL_EVERY = 9
LONGEST = 600  # seconds until processes that come to no end fail the test


def facts(who, number):
    """The hand a process records as its n-th: its note tells whose it is."""
    note = f"{who} {number}"
    if number % MISDEAL_EVERY == 0:
        return {"misdeal": True, "note": note}
    return {**hand("1234"[number % 4], 4 + number % 7, lost=["game"], to="2"), "note": note}


def keep_score(url, code, who, device_id, start):
    """Save a hundred hands, each sent twice as an impatient thumb does, and again whenever the other was first."""
    engine = engine_at(url)
    device = KnownDevice(device_id, who)
    with Session(engine, expire_on_commit=False) as session:
        for number in range(HANDS):
            if number % 10 == 0:
                start.wait(LONGEST)  # side by side all the way
            form = {"op_id": f"{who}-{number}", "device": device}
            while True:
                seen = load_game(session.connection(), code).seq
                try:
                    saved = record_line(session, wall_clock, code, facts(who, number), Submission(seen=seen, **form))
                    again = record_line(session, wall_clock, code, facts(who, number), Submission(seen=seen, **form))
                except Stale:
                    continue
                if not (again.replayed and again.seq == saved.seq):
                    raise AssertionError(f"sent twice, {saved} and {again}")
                break
    engine.dispose()


@pytest.mark.deep
def test_two_processes_saving_at_once(session, engine, alice, bob):
    code = create_game(session, wall_clock, alice, draft(house={"finish.target": 9_999}))
    admit(session, wall_clock, code, bob)
    spawned = multiprocessing.get_context("spawn")
    start = spawned.Barrier(2)
    url = engine.url.render_as_string(hide_password=False)
    scorers = [
        spawned.Process(target=keep_score, args=(url, code, device.name, device.id, start))
        for device in (alice, bob)
    ]
    for scorer in scorers:
        scorer.start()
    for scorer in scorers:
        scorer.join(LONGEST)
    assert [scorer.exitcode for scorer in scorers] == [0, 0]

    view = read_game(session, code)
    notes = [line.facts["note"] for line in view.lines]
    assert view.seq == len(notes) == 2 * HANDS
    assert [line.seq for line in view.lines] == list(range(1, 2 * HANDS + 1))
    for device in (alice, bob):
        assert [note for note in notes if note.startswith(device.name)] == [f"{device.name} {n}" for n in range(HANDS)]
    assert len({note.rsplit(" ", 1)[0] for note in notes[:HANDS]}) == 2, "they did take turns"
    assert broken_at(session, code) is None

    table = open_table(view.head)
    for line in view.lines:
        table, _ = play(table, read_line(line.facts, table.variant.kind))
    assert table == view.table == load_game(session.connection(), code).cached_table()
