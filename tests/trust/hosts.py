"""Two hosts that serve one PostgreSQL, and an nginx in front of them.

Where root may make network namespaces each host is one, with a wire of its own to this machine; elsewhere it is a
process on a port of this machine's.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import make_url

from tests.databases import Postgres
from tests.nginx import nginx_in
from tests.ports import a_port_of_ones_own
from tests.postgres import HERE
from tests.trust.servers import MAY_DIE, RealPhone, gunicorn_on

NAMES = ("one host", "the other")
PORT = 8000  # of a host that has all ports to itself
BACKLOG = 1024
CLONE_NEWNET = 0x40000000  # man 2 setns; Python has it from 3.12 on


@dataclass(frozen=True)
class OnServer(Postgres):
    """A database of any server."""

    url: str = ""


@dataclass
class Place:
    """Where a host may be.  `inside`: what a command begins with that runs there; `wire`, what it hangs on."""

    listener: socket.socket
    finds_us_at: str = HERE
    inside: tuple[str, ...] = ()
    wire: str | None = None


@dataclass
class Front:
    """What phones speak to: `address`, as of a server."""

    address: str


@dataclass
class Host:
    """A server that runs, at `address`, in a folder of its own."""

    address: str
    folder: Path
    process: subprocess.Popen
    wire: str | None

    def kill(self):
        """End all of its processes at once, as nobody can refuse."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def unplug(self):
        """Cut its wire while it holds a game's row: it says no goodbye, and nobody tells that it is gone.

        Needs the PLANT "held" (dying.py).
        """
        with (self.folder / "held").open("rb") as pipe:
            pipe.read(1)
        _ip("link", "set", self.wire, "down")
        self.kill()


# ---------------------------------------------------------------------------------------------- places


def street(stack):
    """Return this machine's address as the hosts see it; makes the street, taken down with the stack."""
    try:
        with ExitStack() as made:
            address = _bridge(made)
            stack.push(made.pop_all())
    except (OSError, subprocess.CalledProcessError):
        return HERE
    return address


def place_on(stack, us, number):
    """Return a place for a host, where this machine is seen as `us`."""
    if us == HERE:
        return Place(stack.enter_context(socket.create_server((HERE, 0), backlog=BACKLOG)))
    number += 2  # this machine is 1
    name, address = f"{_street()}-{number}", us.rpartition(".")[0] + f".{number}"
    _ip("netns", "add", name)
    stack.callback(_ip, "netns", "del", name)
    _ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
    stack.callback(_ip, "link", "del", name)  # a namespace stays as long as a socket of it has something to send
    _ip("link", "set", name, "master", _street(), "up")
    _ip("-n", name, "addr", "add", f"{address}/24", "dev", "eth0")
    _ip("-n", name, "link", "set", "eth0", "up")
    listener = stack.enter_context(_listening_in(name, (address, PORT)))
    return Place(listener, us, ("ip", "netns", "exec", name), name)


def _bridge(stack):
    """198.18.0.0/15 is for trying networks out (RFC 2544): no address of anybody's."""
    us = f"198.18.{os.getpid() % 256}.1"
    _ip("link", "add", _street(), "type", "bridge")
    stack.callback(_ip, "link", "del", _street())
    _ip("addr", "add", f"{us}/24", "dev", _street())
    _ip("link", "set", _street(), "up")
    with ExitStack() as tried:
        _ip(*place_on(tried, us, len(NAMES)).inside[1:], "true")
    return us


def _street():
    return f"sk{os.getpid()}"


def _ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True)


def _listening_in(namespace, address):
    """A socket is where its thread was when it was made: one goes there, and does not come back."""

    def there():
        libc = ctypes.CDLL(None, use_errno=True)
        with Path("/run/netns", namespace).open() as file:
            if libc.setns(file.fileno(), CLONE_NEWNET):
                raise OSError(ctypes.get_errno(), "setns")
        return socket.create_server(address, backlog=BACKLOG)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(there).result()


# ---------------------------------------------------------------------------------------------- hosts


@contextmanager
def host_at(place, url, folder, app=MAY_DIE, **environ):
    """Run a server there, on the database that this machine finds at `url`; it answers."""
    folder.mkdir()
    os.mkfifo(folder / "held")
    url = make_url(url).set(host=place.finds_us_at).render_as_string(hide_password=False)
    address, port = place.listener.getsockname()
    environ = {"TRUSTED_HOSTS": f"{HERE},{address}", "TRUSTED_PROXIES": "1", "OPEN": "1", **environ}
    with gunicorn_on(place.listener, url, folder, place.inside, app, **environ) as gunicorn:
        place.listener.close()  # what is killed answers nobody, not even from the socket's queue
        RealPhone(Front(f"http://{address}:{port}"), {}).get("/")
        yield Host(f"{address}:{port}", folder, gunicorn, place.wire)


# ---------------------------------------------------------------------------------------------- nginx

ASK_THE_OTHER = """
    upstream hosts { server %s max_fails=1 fail_timeout=1s; server %s max_fails=1 fail_timeout=1s; keepalive 32; }
    proxy_next_upstream error timeout http_502 http_503 non_idempotent;
"""
"""A form is sent again to the other host whatever became of it at the first: its op_id makes that harmless."""
ASK_ONE = """
    upstream hosts { server %s max_fails=0; server %s max_fails=0; }
    proxy_next_upstream off;
"""
CONFIGURATION = """
    access_log off;
    {hosts}
    proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme;
    proxy_connect_timeout 1s; proxy_read_timeout 15s;
    server {{
        listen {here}:{port};
        add_header Served-By $upstream_addr always;
        location / {{ proxy_pass http://hosts; }}
        location ~ /stream$ {{ proxy_pass http://hosts; proxy_read_timeout 60s; }}
    }}
"""


@contextmanager
def nginx_before(hosts, folder, manner=ASK_THE_OTHER):
    folder.mkdir()
    asked = manner % tuple(host.address for host in hosts)
    with a_port_of_ones_own() as port, nginx_in(folder, CONFIGURATION.format(here=HERE, port=port, hosts=asked)):
        yield Front(f"http://{HERE}:{port}")
