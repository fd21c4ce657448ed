"""Starting the server: the socket, the message in the terminal, and gunicorn's arguments."""

from __future__ import annotations

import errno
import io
import logging
import socket
import sys

import segno

from scorekeeper.core import network
from scorekeeper.core.settings import THREADS, ConfigurationError, Settings

log = logging.getLogger(__name__)

WHITE_ON_BLACK, PLAIN = "\033[97;40m", "\033[0m"
BACKLOG = 1024

# Measured, see tools/bench/README.md. Two processes, so that an import leaves a core to the tables; a keep-alive longer
# than phones wait between two polls.  Stopping waits for no more than five seconds: a save takes milliseconds, and the
# phones that follow are let go at once (gunicorn_config.py).
GUNICORN = (
    *("--workers", "2", "--worker-class", "scorekeeper.operations.gunicorn_worker.WaitressWorker"),
    *("--threads", str(THREADS)),
    *("--keep-alive", "15", "--worker-connections", "800", "--graceful-timeout", "5"),
    *("--preload", "--no-control-socket", "--log-level", "warning"),
    *("--config", "python:scorekeeper.operations.gunicorn_config"),
)


def listen(chosen: Settings) -> socket.socket:
    """Bind the port before anything is printed; gunicorn inherits it.  Raises ConfigurationError if it is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((network.ALL_INTERFACES if chosen.lan else network.LOOPBACK, chosen.port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise ConfigurationError(_why_not(error, chosen.port)) from None
    listener.set_inheritable(True)
    return listener


def _why_not(error: OSError, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is taken by another program: stop it, or choose another, like PORT={port + 1}."
    if error.errno == errno.EACCES:
        return f"Port {port} is not yours to use; choose one above 1023, like PORT=8000."
    return f"Port {port} cannot be used: {error.strerror}."


def gunicorn_command(listener: socket.socket) -> list[str]:
    """Return the command line that serves the app on `listener`, in place of this process."""
    bind = f"fd://{listener.fileno()}"
    return [sys.executable, "-m", "gunicorn", *GUNICORN, "--bind", bind, "scorekeeper.app:create_app()"]


def announce(port: int, chosen: Settings) -> None:
    """Print where the app is, or log it as JSON."""
    if chosen.log_json:
        address = network.lan_address() if chosen.lan else None
        log.info("Scorekeeper is at http://%s:%d", address or network.LOOPBACK, port)
        return
    sys.stdout.write(announcement(port, lan=chosen.lan, colour=sys.stdout.isatty()) + "\n")
    sys.stdout.flush()


def announcement(port: int, *, lan: bool, colour: bool) -> str:
    """Return where the app is, with a QR code for other phones when it is open to them."""
    address = network.lan_address() if lan else None
    if address:
        url = f"http://{address}:{port}"
        code = qr(url, colour=colour)
        return f"\nScorekeeper is at {url}\nOther phones on this network open it from here:\n\n{code}"
    here = f"\nScorekeeper is at http://{network.LOOPBACK}:{port}\n"
    if lan:
        return here + "This machine is on no network, so other phones cannot reach it.\n"
    return here + "Only this machine can open it. With LAN=1 other phones on the network can too.\n"


def qr(text: str, *, colour: bool) -> str:
    """Return a QR code for the terminal, two rows a line; its own colors keep it readable on light terminals."""
    out = io.StringIO()
    segno.make(text, error="m", micro=False).terminal(out, border=2, compact=True)
    rows = out.getvalue().splitlines()
    return "".join(f"{WHITE_ON_BLACK}{row}{PLAIN}\n" if colour else f"{row}\n" for row in rows)
