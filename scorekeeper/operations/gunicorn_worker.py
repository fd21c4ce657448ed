"""The gunicorn worker: Waitress answers, and gunicorn starts and stops it.

Waitress reads a request to its end before a thread gets it, and sends an answer without one.  So phones that leave the
Wi-Fi in the middle of a form, or read a page slowly, take no thread.
"""

from __future__ import annotations

import os
import signal
from typing import Any

from gunicorn.workers.base import Worker
from waitress import create_server

from scorekeeper.core.settings import BODY_LIMIT, IMPORT_LIMIT

TICK = 0.25
"""Seconds until a worker notices that it should stop."""
CLEANUP = 5
"""Seconds between two searches for connections that have been silent for as long as `--keep-alive` says."""
MAX_HEAD = 32 * 1024
"""Bytes of a request's headers."""
IN_MEMORY = 64 * 1024
"""Bytes of a request, and of an answer that is read slowly, that are kept in memory; more goes to a file."""


class WaitressWorker(Worker):  # type: ignore[misc]  # gunicorn has no types
    """A process that serves the app by Waitress, until gunicorn stops it."""

    def init_signals(self) -> None:
        """Leave Ctrl-C to gunicorn's first process: a terminal sends it to every process."""
        super().init_signals()
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def handle_quit(self, sig: int, frame: Any) -> None:
        """Stop as for SIGTERM: answers under way are finished."""
        self.handle_exit(sig, frame)

    def run(self) -> None:
        """Answer requests until it is time to stop, then finish the answers under way."""
        connections: dict[int, Any] = {}
        server = create_server(
            self.wsgi,
            map=connections,
            sockets=[each.sock for each in self.sockets],
            threads=self.cfg.threads,
            connection_limit=self.cfg.worker_connections,
            channel_timeout=self.cfg.keepalive,
            cleanup_interval=CLEANUP,
            # One request more is read while a thread answers: so a phone that hangs up is noticed.
            channel_request_lookahead=1,
            max_request_header_size=MAX_HEAD,
            max_request_body_size=IMPORT_LIMIT + BODY_LIMIT,  # the app refuses smaller ones with a page
            inbuf_overflow=IN_MEMORY,
            outbuf_overflow=IN_MEMORY,
            clear_untrusted_proxy_headers=False,  # the app believes them as TRUSTED_PROXIES says
            ident=None,
            asyncore_use_poll=True,
        )
        while self.alive and self.ppid == os.getppid():
            self.notify()
            server.asyncore.loop(timeout=TICK, use_poll=True, map=connections, count=1)
        server.task_dispatcher.shutdown(timeout=self.cfg.graceful_timeout - 1)
