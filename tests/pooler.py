"""PgBouncer in front of a PostgreSQL server."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import make_url

from tests.ports import a_port_of_ones_own
from tests.postgres import HERE, home

PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin:{Path(sys.prefix, 'pgbouncer/usr/sbin')}")
PATIENCE = 60  # seconds until it must listen
A_MOMENT = 0.02
CONFIGURATION = """
[databases]
* = host={server.host} port={server.port}
[pgbouncer]
listen_addr = {here}
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = users
pool_mode = {mode}
"""


@contextmanager
def pooled(url, mode):
    """Run a pooler of sessions, transactions or statements; give the address of the same database behind it."""
    server = make_url(url)
    with home() as its, a_port_of_ones_own() as port:
        file = its.folder / "pgbouncer.ini"
        file.write_text(CONFIGURATION.format(server=server, here=HERE, port=port, mode=mode))
        (its.folder / "users").write_text(f'"{server.username}" ""\n')
        with (its.folder / "log").open("wb") as log:
            how = {"cwd": its.folder, "stderr": log, **its.who}
            with subprocess.Popen([PGBOUNCER, "--quiet", file], **how) as pooler:
                try:
                    _wait_until_it_listens(pooler, port)
                    yield server.set(host=HERE, port=port).render_as_string(hide_password=False)
                finally:
                    pooler.kill()


def _wait_until_it_listens(pooler, port):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and pooler.poll() is None:
        with suppress(ConnectionRefusedError), socket.create_connection((HERE, port)):
            return
        time.sleep(A_MOMENT)
    raise AssertionError("PgBouncer never listened.")
