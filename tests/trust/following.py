"""A screen that follows a game."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

from tests.trust.servers import PATIENCE

A_MOMENT = 0.1  # seconds


class Screen(threading.Thread):
    """Follows a game as EventSource does: a line that ends is opened anew.

    `heard`: the game's numbers in the order they came.
    """

    def __init__(self, server, cookies, code):
        super().__init__(daemon=True)
        self.host, self.path = urlsplit(server.address).netloc, f"/t/{code}/stream"
        self.cookies = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self.heard = []
        self.moved = threading.Condition()
        self.line = None
        self.over = False

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.over = True
        end = time.monotonic() + PATIENCE
        while self.is_alive() and time.monotonic() < end:  # it may be about to open another line
            with suppress(AttributeError, OSError):  # which has no socket yet, or none any more
                self.line.sock.shutdown(socket.SHUT_RDWR)
            self.join(A_MOMENT)

    def run(self):
        while not self.over:
            self.line = HTTPConnection(self.host, timeout=PATIENCE)
            try:
                self.line.request("GET", self.path, headers={"Cookie": self.cookies})
                answer = self.line.getresponse()
                if answer.status != 200:
                    time.sleep(A_MOMENT)
                for said in answer:
                    if said.startswith(b"data: "):
                        self.hear(int(said.partition(b" ")[2]))
            except (OSError, HTTPException):
                continue
            finally:
                self.line.close()

    def hear(self, number):
        with self.moved:
            self.heard.append(number)
            self.moved.notify_all()

    def wait_for(self, number):
        """Wait until the game is as far as that."""
        with self.moved:
            assert self.moved.wait_for(lambda: self.heard and self.heard[-1] >= number, PATIENCE), self.heard
