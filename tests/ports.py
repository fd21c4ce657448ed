"""Ports of a test's own, and who serves there."""

import re
import socket
import subprocess
from contextlib import contextmanager

from scorekeeper.core.settings import LOOPBACK


@contextmanager
def a_port_of_ones_own():
    """Return a port where nobody listens but who asks for it by its number: the system gives it to no other."""
    with socket.socket() as kept:
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind((LOOPBACK, 0))
        yield kept.getsockname()[1]


@contextmanager
def served_by(args, **how):
    """Run a command until it has said where it serves; give the process, with that line as `said` and its `address`."""
    with subprocess.Popen(args, **how | {"stdout": subprocess.PIPE, "text": True}) as process:
        try:
            process.said = next(line for line in process.stdout if "http://" in line)
            process.address = re.search(r"http://[^/\s]+", process.said)[0]
            yield process
        finally:  # else what failed would wait for ever for a server that nobody stops
            process.terminate()
            process.wait(60)
