"""The gunicorn worker: its threads never wait for the rest of a half-sent form.

Gunicorn's own threads read a request for as long as its connection is open, and a phone that leaves the Wi-Fi in the
middle of a form does not close it.  Here the poller gathers a request, and a thread gets it once it is complete; the
rest of a file that is larger than a form is read by the thread, until its deadline.
"""

from __future__ import annotations

import errno
import re
import select
import socket
import struct
import time
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

from scorekeeper.settings import BODY_LIMIT

GRACE = 15.0
"""Seconds for a request of any size."""
SILENCE = 10.0
"""Seconds without a byte, before a request and in the middle of one."""
RATE = 4096
"""Bytes that give a request another second: two megabytes over a slow connection get nine minutes."""
SEND_TIMEOUT = 30
"""Seconds until a connection is closed if its phone reads nothing or is gone."""
PIECE = 16 * 1024
TOO_SLOW = "The request did not arrive in time."

HEAD_END, LAST_CHUNK = b"\r\n\r\n", b"0\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,12})[ \t]*\r\n", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)


class DeadlineSocket(socket.socket):
    """A connection that gathers a request, and whose reading ends at a deadline, as if the phone had hung up."""

    deadline = float("inf")
    """As `time.monotonic` counts."""

    def __init__(self, accepted: socket.socket) -> None:
        super().__init__(fileno=accepted.detach())
        self._gathered = b""
        self.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        self.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", SEND_TIMEOUT, 0))
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
            self.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * SEND_TIMEOUT)

    def start_request(self) -> None:
        """Set the deadline of the next request."""
        self.deadline = time.monotonic() + GRACE

    def gather(self) -> bool:
        """Take what has come, without waiting; return whether a thread can read on.

        Raises ConnectionResetError if no more will come, or not in time.
        """
        if not self._gathered:
            self.start_request()
        try:
            data = super().recv(PIECE)
        except BlockingIOError:
            return False
        if not data or time.monotonic() > self.deadline:
            raise ConnectionResetError(errno.ECONNRESET, TOO_SLOW)
        self.deadline += len(data) / RATE
        self._gathered += data
        return is_whole(self._gathered)

    def recv(self, bufsize: int, flags: int = 0, /) -> bytes:
        """Return what was gathered, then what comes.  Raises ConnectionResetError after the deadline."""
        if self._gathered:
            data, self._gathered = self._gathered[:bufsize], self._gathered[bufsize:]
            return data
        poll = select.poll()
        poll.register(self, select.POLLIN)
        if not poll.poll(1000 * max(0.0, min(SILENCE, self.deadline - time.monotonic()))):
            raise ConnectionResetError(errno.ECONNRESET, TOO_SLOW)
        data = super().recv(bufsize, flags)
        self.deadline += len(data) / RATE
        return data


def is_whole(gathered: bytes) -> bool:
    """Return whether a request is complete, or larger than any form.  Gunicorn parses it."""
    if len(gathered) > BODY_LIMIT:
        return True
    head, end, body = gathered.partition(HEAD_END)
    if not end:
        return False
    head += b"\r\n"
    if CHUNKED.search(head):
        return body.endswith(LAST_CHUNK)
    length = LENGTH.search(head)
    return length is None or len(body) >= int(length[1])


class DeadlineWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """Gunicorn's threads, with a deadline for each request."""

    def enqueue_req(self, conn: Any) -> None:
        """Queue a connection for a thread; a new one once it has sent a request."""
        if isinstance(conn.sock, DeadlineSocket):
            super().enqueue_req(conn)
            return
        conn.sock = DeadlineSocket(conn.sock)
        conn.sock.settimeout(0.0)
        conn.data_ready = True  # what gunicorn's threads would wait for
        self._gather(conn)

    def on_client_socket_readable(self, conn: Any, client: Any) -> None:
        """Go on with a connection that was kept after an answer."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._gather(conn)

    def on_pending_socket_readable(self, conn: Any, client: Any) -> None:
        """Go on with a connection whose request is not complete."""
        self.poller.unregister(client)
        self.pending_conns.remove(conn)
        self._gather(conn)

    def _gather(self, conn: Any) -> None:
        try:
            whole = conn.sock.gather()
        except OSError:
            self.nr_conns -= 1
            conn.close()
            return
        if whole:
            self.enqueue_req(conn)
            return
        conn.timeout = time.monotonic() + SILENCE
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, EVENT_READ, partial(self.on_pending_socket_readable, conn))

    def handle(self, conn: Any) -> Any:
        """Answer a request, in a thread; return whether the connection is kept."""
        conn.sock.start_request()
        return super().handle(conn)

    def _cap_keepalive(self, deadline: float) -> None:
        """Called once by a worker that stops: connections that have sent nothing yet are closed like idle ones."""
        super()._cap_keepalive(deadline)
        for conn in self.pending_conns:
            conn.timeout = min(conn.timeout, deadline)
