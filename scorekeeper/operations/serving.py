"""The server: its socket, the message in the terminal, gunicorn's configuration, and its workers."""

import ctypes
import errno
import gc
import io
import os
import signal
import socket
import sys
from contextlib import suppress
from typing import Any

import segno
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker
from sqlalchemy.orm import configure_mappers
from waitress import create_server

from scorekeeper.core import logs, settings
from scorekeeper.core.money_text import money_text
from scorekeeper.core.settings import BODY_LIMIT, IMPORT_LIMIT, THREADS, ConfigurationError, Settings
from scorekeeper.operations.backup import hold_server_lock, start_backup_thread
from scorekeeper.variants.catalogue import catalogue

WHITE_ON_BLACK, PLAIN = "\033[97;40m", "\033[0m"

# Measured, see tools/bench/README.md. Two processes, so that an import leaves a core to the tables; a keep-alive longer
# than phones wait between two polls.  Stopping waits for no more than five seconds: a save takes milliseconds, and the
# phones that follow are let go at once.
GUNICORN = (
    *("--workers", "2", "--worker-class", f"{__name__}.WaitressWorker", "--logger-class", f"{__name__}.OurLogger"),
    *("--threads", str(THREADS)),
    *("--keep-alive", "15", "--worker-connections", "800", "--graceful-timeout", "5"),
    *("--preload", "--no-control-socket", "--config", f"python:{__name__}"),
)


def listen(chosen: Settings) -> socket.socket:
    """Bind the port before anything is printed; gunicorn inherits it.  Raises ConfigurationError if it is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.ALL_INTERFACES if chosen.lan else settings.LOOPBACK, chosen.port))
        listener.listen(1024)
    except OSError as error:
        listener.close()
        said = {
            errno.EADDRINUSE: f"is taken by another program: stop it, or choose another, like PORT={chosen.port + 1}.",
            errno.EACCES: "is not yours to use; choose one above 1023, like PORT=8000.",
        }.get(error.errno or 0, f"cannot be used: {error.strerror}.")
        raise ConfigurationError(f"Port {chosen.port} {said}") from None
    listener.set_inheritable(True)
    return listener


def gunicorn_command(listener: socket.socket) -> list[str]:
    bind = f"fd://{listener.fileno()}"
    return [sys.executable, "-m", "gunicorn", *GUNICORN, "--bind", bind, "scorekeeper.app:create_app()"]


def announcement(port: int, *, lan: bool, terminal: bool) -> str:
    """Return where the app is, in a terminal with a QR code for other phones when it is open to them."""
    if lan and (address := settings.lan_address()):
        url = f"http://{address}:{port}"
        code = f"Other phones on this network open it from here:\n\n{qr(url)}" if terminal else ""
        return f"\nScorekeeper is at {url}\n{code}"
    here = f"\nScorekeeper is at http://{settings.LOOPBACK}:{port}\n"
    if lan:
        return here + "This machine is on no network, so other phones cannot reach it.\n"
    return here + "Only this machine can open it. With LAN=1 other phones on the network can too.\n"


def qr(text: str) -> str:
    """Return a QR code for the terminal, two rows a line; its own colors keep it readable on light terminals."""
    out = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(out, border=2, compact=True)
    return "".join(f"{WHITE_ON_BLACK}{row}{PLAIN}\n" for row in out.getvalue().splitlines())


def when_ready(server: Any) -> None:
    """Load what all workers need: gunicorn calls this in its first process, once the app is loaded.

    They share it.  It is garbage collected once and then frozen: a worker that collected it would copy all of its
    memory.
    """
    for name in ("home/index.html", "new_game/seats.html", "table/show.html"):
        server.app.wsgi().jinja_env.get_template(name)
    configure_mappers()
    money_text(1, "USD")
    catalogue()
    with suppress(AttributeError):  # of GNU's C library: one heap for all threads, instead of one for each
        ctypes.CDLL(None).mallopt(-8, 1)  # M_ARENA_MAX of malloc.h
    gc.collect()
    gc.freeze()
    os.register_at_fork(before=lambda: _mask(signal.SIG_BLOCK), after_in_parent=lambda: _mask(signal.SIG_UNBLOCK))


def _mask(how: int) -> None:
    """Let signals wait that come while a worker is being forked: until it has its own handlers they would be lost."""
    signal.pthread_sigmask(how, {signal.SIGINT, signal.SIGQUIT, signal.SIGTERM})


class OurLogger(Logger):  # type: ignore[misc]  # gunicorn has no types
    def setup(self, _cfg: Any) -> None:
        logs.set_up(debug=settings.from_environment().debug)


IN_MEMORY = 64 * 1024
"""Bytes of a request, and of an answer that is read slowly, that are kept in memory; more goes to a file."""


class WaitressWorker(Worker):  # type: ignore[misc]  # gunicorn has no types
    """A process that serves the app by Waitress, until gunicorn stops it.

    Waitress reads a request to its end before a thread gets it, and sends an answer without one.  So phones that leave
    the Wi-Fi in the middle of a form, or read a page slowly, take no thread.
    """

    def init_signals(self) -> None:
        """Leave Ctrl-C to gunicorn's first process: a terminal sends it to every process."""
        super().init_signals()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _mask(signal.SIG_UNBLOCK)

    def handle_quit(self, sig: int, frame: Any) -> None:
        self.handle_exit(sig, frame)

    def run(self) -> None:
        """Answer requests until it is time to stop, then finish the answers under way.

        Phones that follow a game are let go at once.  While it lives, `restore` cannot replace its database.
        """
        chosen: Settings = self.wsgi.config["SETTINGS"]
        if chosen.database_file:
            hold_server_lock(chosen.database_file)
        self.wsgi.extensions["live_updates"].stopping = lambda: not self.alive
        start_backup_thread(chosen)
        connections: dict[int, Any] = {}
        server = create_server(
            self.wsgi,
            map=connections,
            sockets=[each.sock for each in self.sockets],
            threads=self.cfg.threads,
            connection_limit=self.cfg.worker_connections,
            channel_timeout=self.cfg.keepalive,
            # Seconds between two searches for connections that have been silent for as long as `--keep-alive` says.
            cleanup_interval=5,
            # One request more is read while a thread answers: so a phone that hangs up is noticed.
            channel_request_lookahead=1,
            max_request_header_size=32 * 1024,  # bytes
            max_request_body_size=IMPORT_LIMIT + BODY_LIMIT,  # the app refuses smaller ones with a page
            inbuf_overflow=IN_MEMORY,
            outbuf_overflow=IN_MEMORY,
            clear_untrusted_proxy_headers=False,  # the app believes them as TRUSTED_PROXIES says
            ident=None,
            asyncore_use_poll=True,
        )
        while self.alive and self.ppid == os.getppid():
            self.notify()
            # Seconds until this looks again whether it is time to stop.
            server.asyncore.loop(timeout=0.25, use_poll=True, map=connections, count=1)
        server.task_dispatcher.shutdown(timeout=self.cfg.graceful_timeout - 1)
