"""A half-sent request takes no thread, and a slow phone still finishes its form."""

from __future__ import annotations

import socket
import threading
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from scorekeeper import gunicorn_worker, serving
from scorekeeper.gunicorn_worker import DeadlineSocket, is_whole
from scorekeeper.settings import THREADS
from tests.trust.servers import PATIENCE, WORKERS, RealPhone, serving_from

HALF_A_FORM = b"POST /join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000\r\n\r\ncode="
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
WITHIN = 15


@pytest.mark.parametrize(
    ("sent", "whole"),
    [
        (b"", False),
        (GET[:-2], False),
        (GET, True),
        (HALF_A_FORM, False),
        (HALF_A_FORM + b"x" * 1994, False),
        (HALF_A_FORM + b"x" * 1995, True),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ncode=\r\n", False),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ncode=\r\n0\r\n\r\n", True),
        (b"x" * 65_537, True),
    ],
)
def test_a_request_is_complete_with_its_last_byte(sent, whole):
    assert is_whole(sent) is whole


@pytest.fixture
def pair():
    """Return both ends of a connection: a phone's, and the server's with a deadline."""
    with socket.create_server(("127.0.0.1", 0)) as listener, socket.create_connection(listener.getsockname()) as phone:
        accepted, _ = listener.accept()
        with DeadlineSocket(accepted) as connection:
            connection.settimeout(None)
            yield phone, connection


def test_what_was_gathered_is_read_first(pair):
    phone, connection = pair
    phone.sendall(GET)
    assert connection.gather()
    assert connection.recv(4) == b"GET "
    assert connection.recv(100) == GET[4:]


def test_a_phone_that_hangs_up_in_the_middle_is_noticed(pair):
    phone, connection = pair
    phone.sendall(HALF_A_FORM)
    assert not connection.gather()
    phone.close()
    with pytest.raises(ConnectionResetError):
        connection.gather()


def test_a_connection_that_falls_silent_is_cut(pair, monkeypatch):
    monkeypatch.setattr(gunicorn_worker, "SILENCE", 0.05)
    phone, connection = pair
    connection.start_request()
    phone.sendall(b"some")
    assert connection.recv(100) == b"some"
    with pytest.raises(ConnectionResetError):
        connection.recv(100)


@pytest.mark.parametrize("how", ["gather", "recv"])
def test_a_connection_that_trickles_is_cut_at_the_deadline(pair, monkeypatch, how):
    monkeypatch.setattr(gunicorn_worker, "GRACE", 0.2)
    phone, connection = pair
    connection.start_request()
    read = connection.gather if how == "gather" else lambda: connection.recv(100)
    stop = threading.Event()

    def trickle():
        while not stop.wait(0.01):
            phone.sendall(b"x")

    with ThreadPoolExecutor(1) as other:
        other.submit(trickle)
        try:
            with pytest.raises(ConnectionResetError):
                deque(iter(read, "never"), maxlen=0)
        finally:
            stop.set()


def test_a_large_file_is_given_longer(pair):
    phone, connection = pair
    connection.start_request()
    before = connection.deadline
    phone.sendall(b"x" * 4096)
    assert len(connection.recv(4096)) == 4096
    assert connection.deadline == before + 1


def test_a_second_request_has_its_own_time(pair, monkeypatch):
    monkeypatch.setattr(gunicorn_worker, "GRACE", 0.0)
    phone, connection = pair
    connection.start_request()
    with pytest.raises(ConnectionResetError):
        connection.recv(1)
    monkeypatch.undo()
    connection.start_request()
    phone.sendall(b"x")
    assert connection.recv(1) == b"x"


@contextmanager
def half_sent(server, most):
    """Open so many connections, each with half a form in it."""
    where = urlsplit(server.address)
    lines = [socket.create_connection((where.hostname, where.port), timeout=PATIENCE) for _ in range(most)]
    try:
        for line in lines:
            line.sendall(HALF_A_FORM)
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
def test_half_sent_forms_take_no_thread_and_are_cut(database, tmp_path, size, record_property):
    forms = size(400, 100)
    with serving_from(database, tmp_path) as server:
        server.workers()
        with half_sent(server, forms) as lines:
            free = answered(server, WITHIN)
            if size(full=True, short=False):
                assert all(line.recv(100) == b"" for line in lines)  # ten silent seconds later
    record_property("row 19: half-sent forms, threads of 64 that answer meanwhile", f"{forms}, {free}")
    assert free == THREADS * WORKERS


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


def ask_often(server):
    """Ask until no answer comes: one of the workers may have been left a thread."""
    where = urlsplit(server.address)
    for _ in range(200):
        with socket.create_connection((where.hostname, where.port), timeout=WITHIN) as line:
            line.sendall(GET)
            assert line.recv(100).startswith(b"HTTP/1.1 200")


@pytest.mark.deep
def test_control_gunicorns_own_threads_wait_for_the_rest(database, tmp_path, monkeypatch, record_property):
    own = [("gthread" if part.endswith("DeadlineWorker") else part) for part in serving.GUNICORN]
    monkeypatch.setattr(serving, "GUNICORN", tuple(own))
    with serving_from(database, tmp_path) as server:
        server.workers()
        with half_sent(server, 400), pytest.raises(TimeoutError):
            ask_often(server)
    record_property("row 19, control: /healthz within 15 s with gunicorn's own threads", "not answered")
