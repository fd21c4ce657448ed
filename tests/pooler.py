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

from tests.postgres import HERE, free_port, home

PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin:{Path(sys.prefix, 'pgbouncer/usr/sbin')}")
PATIENCE = 30  # seconds until it must listen
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
    server, port = make_url(url), free_port()
    with home() as its:
        file = its.folder / "pgbouncer.ini"
        file.write_text(CONFIGURATION.format(server=server, here=HERE, port=port, mode=mode))
        (its.folder / "users").write_text(f'"{server.username}" ""\n')
        with (its.folder / "log").open("wb") as log:
            how = {"cwd": its.folder, "stderr": log, **its.who}
            with subprocess.Popen([PGBOUNCER, "--quiet", file], **how) as pooler:
                try:
                    _wait_until_it_listens(port)
                    yield server.set(host=HERE, port=port).render_as_string(hide_password=False)
                finally:
                    pooler.kill()


def _wait_until_it_listens(port):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(ConnectionRefusedError), socket.create_connection((HERE, port)):
            return
    raise AssertionError("PgBouncer never listened.")
