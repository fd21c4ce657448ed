"""A half-sent request takes no thread, nor does an answer that is read slowly; a slow phone still finishes its form."""

from __future__ import annotations

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest

from scorekeeper.core.settings import THREADS
from scorekeeper.operations import serving
from tests.databases import copied
from tests.trust.servers import HALF_A_FORM, WORKERS, RealPhone, ask_until_unanswered, connect, half_sent, serving_from

pytestmark = pytest.mark.deep
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /join HTTP/1.1\r\nHost: localhost\r\n"
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
WITHIN = 15  # seconds


@pytest.fixture(scope="module")
def server(blank_database, tmp_path_factory):
    """One server for all of them; it serves two megabytes at /large."""
    folder = tmp_path_factory.mktemp("slow")
    with serving_from(copied(blank_database, folder / "games.db"), folder, PLANT="large") as server:
        server.workers()
        yield server


def answered(server):
    """Ask for /healthz once for each thread, all at once; give how many are answered in time."""

    def ask(_number):
        began = time.monotonic()
        assert RealPhone(server, {}).once("GET", "/healthz").status == 200
        return time.monotonic() - began

    with ThreadPoolExecutor(THREADS * WORKERS) as at_once:
        return sum(took < WITHIN for took in at_once.map(ask, range(THREADS * WORKERS)))


@pytest.mark.parametrize("sent", SHAPES.values(), ids=SHAPES)
def test_half_sent_requests_take_no_thread(server, size, record_property, sent):
    requests = size(400, 100)
    with half_sent(server, requests, sent):
        free = answered(server)
    record_property("row 19: half-sent requests, threads of 64 that answer meanwhile", f"{requests}, {free}")
    assert free == THREADS * WORKERS


def test_slow_readers_take_no_thread(server, size, record_property):
    """They ask for two megabytes each, and read none of it."""
    readers, lines = size(200, 100), []
    where = urlsplit(server.address)
    for _ in range(readers):
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect((where.hostname, where.port))
        line.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
        lines.append(line)
    free = answered(server)
    for line in lines:
        line.close()
    record_property("row 19: slow readers, threads of 64 that answer meanwhile", f"{readers}, {free}")
    assert free == THREADS * WORKERS


def test_a_form_that_comes_in_pieces_is_answered(server):
    with connect(server) as line:
        for byte in GET + GET:  # and a second one on the same connection
            line.sendall(bytes([byte]))
        said = b""
        while said.count(b"ok\n") < 2:
            said += line.recv(1000)


def test_a_negative_chunk_is_refused(server):
    chunks = POST + b"Transfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n"
    with half_sent(server, 1, chunks) as (line,):
        assert line.recv(100).startswith(b"HTTP/1.1 400")


def test_a_connection_that_falls_silent_is_cut(database, tmp_path, monkeypatch):
    """After a second here; after fifteen where nobody says otherwise."""
    at = serving.GUNICORN.index("--keep-alive") + 1
    monkeypatch.setattr(serving, "GUNICORN", (*serving.GUNICORN[:at], "1", *serving.GUNICORN[at + 1 :]))
    with serving_from(database, tmp_path) as server, half_sent(server, 1) as (line,):
        assert line.recv(100) == b""


def test_control_gunicorns_own_threads_wait_for_the_rest(own_threads, record_property):
    with pytest.raises(TimeoutError):
        ask_until_unanswered(own_threads, "/healthz")
    record_property("row 19, control: an answer within 5 s with gunicorn's own threads", "none")
