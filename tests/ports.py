"""Ports of a test's own."""

import socket
from contextlib import contextmanager

from scorekeeper.core.settings import LOOPBACK


@contextmanager
def a_port_of_ones_own():
    """Return a port where nobody listens but who asks for it by its number: the system gives it to no other."""
    with socket.socket() as kept:
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind((LOOPBACK, 0))
        yield kept.getsockname()[1]
