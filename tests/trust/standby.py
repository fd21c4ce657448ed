"""A PostgreSQL server and its standby, as docs/hosting.md sets them up; the first of them dies at once."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from tests.databases import Postgres, engine_at, migrate
from tests.ports import a_port_of_ones_own
from tests.postgres import HERE, Home, address, home
from tests.trust.servers import PATIENCE

SETTINGS = (
    "-c unix_socket_directories='' -c max_connections=200 -c wal_level=replica"
    " -c dynamic_shared_memory_type=mmap"  # what is killed leaves nothing outside of its folder
)
WAITS_FOR_IT = "ALTER SYSTEM SET synchronous_standby_names = 'standby'"
"""Only the primary is told, once the standby was copied from it: a promoted standby waits for nobody."""


@dataclass(frozen=True)
class OnServer(Postgres):
    """A database of any PostgreSQL server."""

    url: str = ""


@dataclass
class Pair:
    """A primary and a standby that follows it; `database` is at whichever of the two may be written."""

    home: Home
    ports: tuple[int, int]
    primary_runs: bool = True

    @property
    def database(self):
        hosts = "&".join(f"host={HERE}:{port}" for port in self.ports)
        query = f"{hosts}&target_session_attrs=read-write"
        return OnServer("postgres", f"postgresql+psycopg://scorekeeper@/postgres?{query}")

    def hold_back(self):
        """Keep what is written on the primary from now on from reaching the standby."""
        os.kill(self.ask("SELECT pid FROM pg_stat_replication"), signal.SIGSTOP)

    def kill_primary(self):
        """End all of its processes at once, as a power cut does."""
        said = (self.home.folder / "primary" / "postmaster.pid").read_text().splitlines()
        first, memory = int(said[0]), said[6].split()[1]
        os.kill(first, signal.SIGSTOP)  # it begins no more of them
        pids = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for pid in (first, *map(int, pids)):
            os.kill(pid, signal.SIGKILL)
        self.primary_runs = False  # its pid may stay a while: who reaps it depends on the machine
        subprocess.run(["ipcrm", "--shmem-id", memory], check=False, capture_output=True)

    def promote(self):
        """Make the standby a primary; it can be written to on return."""
        self.home.run("pg_ctl", "standby", "-w", "-t", str(PATIENCE), "promote")

    def ask(self, question):
        """Ask the primary for one value, or tell it to change something."""
        engine = create_engine(address(self.ports[0]), poolclass=NullPool, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            found = connection.exec_driver_sql(question)
            return found.scalar() if found.returns_rows else None

    def wait_until_it_follows(self, how):
        """Wait until the standby follows the primary: `sync` or `async`."""
        end = time.monotonic() + PATIENCE
        while self.ask("SELECT sync_state FROM pg_stat_replication, pg_sleep(0.05)") != how:
            assert time.monotonic() < end, f"The standby never followed: {how}"


@contextmanager
def primary_and_standby(*, synchronous):
    """Run both, with our empty tables; give the pair.  Raises NoPostgres."""
    with home() as its, a_port_of_ones_own() as first, a_port_of_ones_own() as second:
        pair = Pair(its, (first, second))
        its.make("primary")
        its.start("primary", pair.ports[0], SETTINGS)
        try:
            whose = f"host={HERE} port={pair.ports[0]} user=scorekeeper application_name=standby"
            its.run("pg_basebackup", "standby", "--dbname", whose, "--write-recovery-conf", "--no-sync", "-c", "fast")
            its.start("standby", pair.ports[1], SETTINGS)
            with _stopped(its, "standby"):
                if synchronous:
                    pair.ask(WAITS_FOR_IT)
                    pair.ask("SELECT pg_reload_conf()")
                pair.wait_until_it_follows("sync" if synchronous else "async")
                engine = engine_at(pair.database.url)
                migrate(engine)
                engine.dispose()
                yield pair
        finally:
            if pair.primary_runs:
                its.stop("primary")


@contextmanager
def _stopped(its, data):
    try:
        yield
    finally:
        its.stop(data)
