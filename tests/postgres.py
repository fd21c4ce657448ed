"""A PostgreSQL server for the tests, on a free loopback port, its data in a folder that goes with it.

`python tests/postgres.py COMMAND…` runs a command beside one, which finds it by TEST_DATABASE_URL; `make test-postgres`
runs the tests that way.  It sorts text by people's rules, as servers do that are out there, and waits for the disk as
they do, which the doctor asks for; where there is room its disk is memory.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

NOBODY = "postgres"
"""Whom Debian's package makes: a server refuses to run as root."""
CALM = (
    "-c unix_socket_directories='' -c max_connections=300 -c wal_level=minimal -c max_wal_senders=0 -c autovacuum=off"
)
HERE = "127.0.0.1"
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of one's own is made in it
ROOM = 4 * 2**30
SORTED = ("--encoding=UTF8", "--locale-provider=icu", "--icu-locale=en-US", "--locale=C.UTF-8")


class NoPostgres(Exception):
    """There is none here; the message says why."""


def programs():
    """The folder of initdb and pg_ctl, which Debian keeps off the path.  Raises NoPostgres."""
    found = shutil.which("initdb")
    debians = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not found and not debians:
        raise NoPostgres("There is no PostgreSQL on this machine.")
    return Path(found or debians[-1]).parent


@contextmanager
def started(also=HERE, options="", *, on_disk=False):
    """Run a server; give the address of a database on it.  Raises NoPostgres.

    `also`: another address of this machine, at which its neighbours find the server; `options`: more for its program.
    """
    folder, who = Path(tempfile.mkdtemp(prefix="scorekeeper-", dir=None if on_disk else _quickest())), {}
    try:
        path = programs()
        if os.geteuid() == 0:
            who = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            shutil.chown(folder, NOBODY, NOBODY)
        with socket.create_server((HERE, 0)) as free:
            port = free.getsockname()[1]

        def run(program, *how):
            command = [path / program, "-D", "data", *how]
            subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL, env={"LC_ALL": "C.UTF-8"}, **who)

        run("initdb", "-A", "trust", "-U", "scorekeeper", "--no-sync", *SORTED)
        with (folder / "data" / "pg_hba.conf").open("a") as let_in:
            let_in.write(f"host all all {also}/24 trust\n")
        heard_at = f"-p {port} -c listen_addresses={','.join({HERE, also})}"
        run("pg_ctl", "-o", f"{heard_at} {CALM} {options}", "-l", "log", "-w", "start")
        try:
            yield f"postgresql+psycopg://scorekeeper@{HERE}:{port}/postgres"
        finally:
            run("pg_ctl", "-m", "immediate", "-w", "stop")  # by the number its folder keeps
    finally:
        shutil.rmtree(folder)


def _quickest():
    """Files are made several times as fast in memory, and every test makes hundreds."""
    return MEMORY if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM else None


def beside_one(command):
    """Run a command beside a server; give what it exits with.  Without PostgreSQL it is left out, and that is said."""
    try:
        with started() as url:
            return subprocess.run(command, env={**os.environ, "TEST_DATABASE_URL": url}, check=False).returncode
    except NoPostgres as reason:
        sys.stdout.write(f"{reason} Nothing was run.\n")
        return 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the server goes, too
    sys.exit(beside_one(sys.argv[1:]))
