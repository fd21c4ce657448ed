"""A half-sent request takes no thread, nor does an answer that is read slowly; a slow phone still finishes its form."""

from __future__ import annotations

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from scorekeeper.core.settings import THREADS
from scorekeeper.operations import serving
from tests.trust.servers import PATIENCE, WORKERS, RealPhone, serving_from

GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /join HTTP/1.1\r\nHost: localhost\r\n"
HALF_A_FORM = POST + b"Content-Length: 2000\r\n\r\ncode="
SHAPES = {
    "nothing": b"",
    "half its head": POST,
    "half its body": HALF_A_FORM,
    "a long length": POST + b"Content-Length: 0000000000300\r\n\r\nco",
    "half its chunks": POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\ncode=\r\n",
    "chunks like the last": POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\na=0\r\n\r\n",
    "an upload": b"POST /import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n" + 66_000 * b"x",
    "a whole one, then half": GET + HALF_A_FORM,
}
WITHIN = 15


@contextmanager
def half_sent(server, most, sent=HALF_A_FORM):
    """Open so many connections, each with half a request in it."""
    where = urlsplit(server.address)
    lines = [socket.create_connection((where.hostname, where.port), timeout=PATIENCE) for _ in range(most)]
    try:
        for line in lines:
            line.sendall(sent)
        yield lines
    finally:
        for line in lines:
            line.close()


def answered(server, within):
    """Ask for /healthz once for each thread, all at once; give how many are answered in time."""

    def ask(_number):
        began = time.monotonic()
        assert RealPhone(server, {}).once("GET", "/healthz").status == 200
        return time.monotonic() - began

    with ThreadPoolExecutor(THREADS * WORKERS) as at_once:
        return sum(took < within for took in at_once.map(ask, range(THREADS * WORKERS)))


@pytest.mark.deep
@pytest.mark.parametrize("sent", SHAPES.values(), ids=SHAPES)
def test_half_sent_requests_take_no_thread(database, tmp_path, size, record_property, sent):
    requests = size(400, 100)
    with serving_from(database, tmp_path) as server:
        server.workers()
        with half_sent(server, requests, sent):
            free = answered(server, WITHIN)
    record_property("row 19: half-sent requests, threads of 64 that answer meanwhile", f"{requests}, {free}")
    assert free == THREADS * WORKERS


@pytest.mark.deep
def test_a_connection_that_falls_silent_is_cut(database, tmp_path):
    with serving_from(database, tmp_path) as server, half_sent(server, 1) as (line,):
        assert line.recv(100) == b""


@pytest.mark.deep
def test_a_form_that_comes_in_pieces_is_answered(database, tmp_path):
    with serving_from(database, tmp_path) as server:
        where = urlsplit(server.address)
        with socket.create_connection((where.hostname, where.port), timeout=PATIENCE) as line:
            for byte in GET + GET:  # and a second one on the same connection
                line.sendall(bytes([byte]))
            said = b""
            while said.count(b"ok\n") < 2:
                said += line.recv(1000)


@pytest.mark.deep
def test_a_negative_chunk_is_refused(database, tmp_path):
    chunks = POST + b"Transfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n"
    with serving_from(database, tmp_path) as server, half_sent(server, 1, chunks) as (line,):
        assert line.recv(100).startswith(b"HTTP/1.1 400")


def read_slowly(server, readers):
    """Ask for an answer of two megabytes on so many connections, and read none of it."""
    where = urlsplit(server.address)
    for _ in range(readers):
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect((where.hostname, where.port))
        line.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        yield line


@pytest.mark.deep
def test_slow_readers_take_no_thread(database, tmp_path, size, record_property):
    readers = size(200, 100)
    with serving_from(database, tmp_path, PLANT="large") as server:
        server.workers()
        lines = list(read_slowly(server, readers))
        free = answered(server, WITHIN)
        for line in lines:
            line.close()
    record_property("row 19: slow readers, threads of 64 that answer meanwhile", f"{readers}, {free}")
    assert free == THREADS * WORKERS


def ask_often(server):
    """Ask until no answer comes: one of the workers may have been left a thread."""
    where = urlsplit(server.address)
    for _ in range(200):
        with socket.create_connection((where.hostname, where.port), timeout=WITHIN) as line:
            line.sendall(GET)
            assert line.recv(100).startswith(b"HTTP/1.1 200")


@pytest.fixture
def own_threads(monkeypatch):
    """Have gunicorn answer with its own threads."""
    own = [("gthread" if part.endswith("WaitressWorker") else part) for part in serving.GUNICORN]
    monkeypatch.setattr(serving, "GUNICORN", tuple(own))


@pytest.mark.deep
@pytest.mark.usefixtures("own_threads")
def test_control_gunicorns_own_threads_wait_for_the_rest(database, tmp_path, record_property):
    with serving_from(database, tmp_path) as server:
        server.workers()
        with half_sent(server, 400), pytest.raises(TimeoutError):
            ask_often(server)
    record_property("row 19, control: /healthz within 15 s with gunicorn's own threads", "not answered")
