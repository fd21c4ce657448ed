"""The addresses of this machine on its local network."""

from __future__ import annotations

import socket

LOOPBACK = "127.0.0.1"
ALL_INTERFACES = "0.0.0.0"  # noqa: S104  only with LAN=1
LOOPBACK_NAMES = ("localhost", LOOPBACK, "[::1]")
UNUSED_ADDRESS = ("192.0.2.1", 9)  # an address reserved for documentation: nothing is sent there


def is_loopback(host: str) -> bool:
    """Return whether a host, with or without a port, is a name that only leads a machine to itself."""
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    return name in LOOPBACK_NAMES


def lan_address() -> str | None:
    """Return the address other devices on the same network reach this machine by; None without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(UNUSED_ADDRESS)  # a datagram socket only picks its own address here
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") or address == ALL_INTERFACES else address


def lan_names() -> tuple[str, ...]:
    """Return every name people on the network may type: the address, the machine's name, and its Bonjour name."""
    name = socket.gethostname().lower()
    return tuple(host for host in (lan_address(), name, f"{name}.local") if host)
