"""Who follows a game on PostgreSQL is told by it: a real server of the test's own, where there is one to start."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from scorekeeper.services.games import create_game
from scorekeeper.services.lines import record_line, undo
from scorekeeper.services.notices import Notices
from tests.databases import engine_at, migrate
from tests.factories import TickingClock, draft, enrol, hand, op_id

LONG = 20  # seconds no test waits for, unless it fails
DEBIANS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))  # where Debian keeps what a server needs, off the path
BIN = next((Path(found).parent for found in [shutil.which("initdb")] if found), DEBIANS[-1] if DEBIANS else None)
NOBODY = "postgres"


@pytest.fixture(scope="module")
def url():
    """The address of a database on a server that is gone with this module."""
    pytest.importorskip("psycopg")
    if BIN is None:
        pytest.skip("There is no PostgreSQL on this machine.")
    folder, who = tempfile.mkdtemp(prefix="scorekeeper-"), {}
    if os.geteuid() == 0:  # which a server refuses to run as
        who = {"user": NOBODY, "group": NOBODY}
        shutil.chown(folder, **who)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    def run(program, *how):
        subprocess.run([BIN / program, "-D", "data", *how], check=True, cwd=folder, stdout=subprocess.DEVNULL, **who)

    run("initdb", "-A", "trust", "-U", "scorekeeper", "--no-sync")
    how = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"
    run("pg_ctl", "-o", how, "-l", "log", "-w", "start")
    yield f"postgresql+psycopg://scorekeeper@127.0.0.1:{port}/postgres"
    run("pg_ctl", "-m", "immediate", "-w", "stop")
    shutil.rmtree(folder)


@pytest.fixture
def engine(url):
    engine = engine_at(url)
    migrate(engine)
    yield engine
    engine.dispose()


def test_a_saved_hand_is_told_and_so_is_every_change(engine):
    clock = TickingClock()
    with Session(engine, expire_on_commit=False) as session:
        alice, _ = enrol(session, clock, "Alice's phone")
        code, other = (create_game(session, clock, alice, draft(), op_id=op_id()) for _ in range(2))
        notices = Notices(engine, 2)
        mine, theirs = notices.follow(code), notices.follow(other)
        watcher = notices._watcher
        assert (mine.wait(LONG), theirs.wait(LONG)) == (0, 0)
        assert engine.pool.checkedout() == 0
        record_line(session, clock, code, hand(), op_id=op_id(), seen=0, device=alice)
        assert mine.wait(LONG) == 1
        undo(session, clock, code, target=1, op_id=op_id(), seen=1, device=alice)
        assert mine.wait(LONG) == 2
        assert theirs._told.empty()
        with engine.connect() as connection:  # the watcher's line is cut; it comes back and has missed nothing
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid()"
            assert connection.exec_driver_sql(cut).all()
        engine.dispose()  # the pool's were cut as well
        record_line(session, clock, code, hand(), op_id=op_id(), seen=2, device=alice)
        assert mine.wait(LONG) == 3
        mine.close()
        theirs.close()
        watcher.join(LONG)
        assert not watcher.is_alive()
