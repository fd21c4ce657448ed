"""Streams as gunicorn really serves them: a phone that hangs up makes room, and none holds up a server that stops."""

import os
import signal
import socket
import time
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from scorekeeper.core.clock import wall_clock
from scorekeeper.core.live import MAX_STREAMS
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from tests.databases import url_of
from tests.factories import draft, enrol

WORKERS = 2
PATIENCE = 60  # seconds until what does not come fails a test


@pytest.fixture
def asked(engine):
    """What a phone sends that opens the stream of a game it sits at."""
    with Session(engine, expire_on_commit=False) as session:
        device, secret = enrol(session, wall_clock, "Alice's phone")
        code = create_game(Submission(session, wall_clock, device), **draft())
    return f"GET /t/{code}/stream HTTP/1.1\r\nHost: localhost\r\nCookie: phone={secret}\r\n\r\n".encode()


@pytest.fixture
def process(run, database):
    return run(DATABASE_URL=url_of(database))


@pytest.fixture
def follow(process, asked):
    """Return a function that opens a stream; return its line once the server has answered, and what it said first."""
    lines = []

    def follow():
        line = socket.create_connection(("127.0.0.1", int(process.address.rsplit(":", 1)[1])))
        lines.append(line)
        line.settimeout(PATIENCE)
        line.sendall(asked)
        return line, line.recv(4096)

    yield follow
    for line in lines:
        line.close()


@pytest.mark.deep
def test_there_is_room_for_half_the_threads_and_again_when_phones_hang_up(follow):
    followed = [follow() for _ in range(WORKERS * MAX_STREAMS + 1)]
    refused = [said for _, said in followed if said.startswith(b"HTTP/1.1 204")]
    assert 0 < len(refused) <= MAX_STREAMS + 1  # a worker that took none has all its room yet
    for line, _ in followed:
        line.close()
    taken, end = [], time.monotonic() + 10 * PATIENCE  # as often as it takes
    while len(taken) < MAX_STREAMS // 2:
        assert time.monotonic() < end, "nobody made room"
        line, said = follow()
        if said.startswith(b"HTTP/1.1 200"):
            taken.append(line)  # it stays open: otherwise what is tried takes the room
        else:
            line.close()


@pytest.mark.deep
def test_a_server_that_stops_ends_its_streams_itself(follow, process):
    line, said = follow()
    assert b"text/event-stream" in said
    process.send_signal(signal.SIGTERM)
    while more := line.recv(4096):
        said += more
    assert b"data: 0" in said
    assert said.endswith(b"0\r\n\r\n")  # the end of the body, not of a worker that had to be killed
    assert process.wait(PATIENCE) == 0


def wait_for_workers(pid, number):
    """Wait until so many workers have been forked; none has its own handlers of signals yet."""
    end, workers = time.monotonic() + PATIENCE, []
    while len(workers) < number:
        assert time.monotonic() < end, f"{workers} are there"
        workers = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


@pytest.mark.deep
@pytest.mark.parametrize("at", ["the first worker", "the second worker", "a stream"])
def test_ctrl_c_in_a_terminal_kills_no_worker(follow, process, at):
    """A terminal sends it to every process, and somebody may change their mind as soon as the address is shown."""
    if at == "a stream":
        follow()
    else:
        wait_for_workers(process.pid, 1 if at == "the first worker" else 2)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(PATIENCE) == 0
    assert "SIGKILL" not in "".join(process.stdout)
