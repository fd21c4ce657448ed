"""A PostgreSQL server for the tests, on a free loopback port, its data in a folder that goes with it.

`python -m tests.postgres COMMAND…` runs a command beside one, which finds it by TEST_DATABASE_URL; `make test-postgres`
runs the tests that way.  It sorts text by people's rules, as servers do that are out there, and waits for the disk as
they do, which the doctor asks for; where there is room its disk is memory.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.ports import a_port_of_ones_own

NOBODY = "postgres"
"""Whom Debian's package makes: a server refuses to run as root."""
CALM = (
    "-c unix_socket_directories='' -c max_connections=300 -c wal_level=minimal -c max_wal_senders=0 -c autovacuum=off"
)
HERE = "127.0.0.1"
MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of one's own is made in it
ROOM = 4 * 2**30
PATIENCE = 300  # seconds until a server that does not start or stop fails a test
SORTED = ("--encoding=UTF8", "--locale-provider=icu", "--icu-locale=en-US", "--locale=C.UTF-8")


class NoPostgres(Exception):
    """There is none here; the message says why."""


def programs():
    """The folder of initdb and pg_ctl, which Debian keeps off the path.  Raises NoPostgres."""
    found = shutil.which("initdb")
    debians = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not found and not debians:
        raise NoPostgres("There is no PostgreSQL on this machine.")
    return Path(found or debians[-1]).resolve().parent


@dataclass(frozen=True)
class Home:
    """A folder for the data of servers, and whom their programs run as."""

    folder: Path
    path: Path
    who: dict[str, Any] = field(default_factory=dict)

    def run(self, program, data, *how):
        command = [self.path / program, "-D", data, *how]
        environ = {"LC_ALL": "C.UTF-8", "PGCTLTIMEOUT": str(PATIENCE)}
        subprocess.run(command, check=True, cwd=self.folder, stdout=subprocess.DEVNULL, env=environ, **self.who)

    def make(self, data):
        self.run("initdb", data, "-A", "trust", "-U", "scorekeeper", "--no-sync", *SORTED)

    def start(self, data, port, settings):
        heard_at = f"-p {port} -c listen_addresses={HERE}"
        self.run("pg_ctl", data, "-o", f"{heard_at} {settings}", "-l", f"{data}.log", "-w", "start")

    def stop(self, data):
        self.run("pg_ctl", data, "-m", "immediate", "-w", "stop")  # by the number its folder keeps


@contextmanager
def home():
    """Make a folder for servers, which goes with them.  Raises NoPostgres."""
    folder, who = Path(tempfile.mkdtemp(prefix="scorekeeper-", dir=_quickest())), {}
    try:
        path = programs()
        if os.geteuid() == 0:
            who = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            shutil.chown(folder, NOBODY, NOBODY)
        yield Home(folder, path, who)
    finally:
        shutil.rmtree(folder)


def address(port):
    return f"postgresql+psycopg://scorekeeper@{HERE}:{port}/postgres"


@contextmanager
def started():
    """Run a server; give the address of a database on it.  Raises NoPostgres."""
    with home() as its, a_port_of_ones_own() as port:
        its.make("data")
        its.start("data", port, CALM)
        try:
            yield address(port)
        finally:
            its.stop("data")


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
