"""What the phones talk to: hosts of the app behind nginx and one PostgreSQL, all real; and what they cost."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.bench.live import TICKS, cpu_seconds
from tests.bench.server import OURS, processes_of
from tests.databases import engine_at, migrate
from tests.postgres import HERE, started
from tests.trust.hosts import Host, OnServer, host_at, nginx_before, place_on, street

CONNECTIONS = 100
"""For each host; two workers may open 43 each (docs/hosting.md)."""
COUNTED = "-c shared_preload_libraries=pg_stat_statements -c pg_stat_statements.max=1000"


@dataclass
class Town:
    """Hosts that serve one database, and the port at which phones find them."""

    database: OnServer
    engine: object
    hosts: list[Host]
    port: int
    folder: Path
    are_apart: bool
    """Whether each host has a network of its own."""

    def forget_statements(self):
        with self.engine.connect() as connection:
            connection.exec_driver_sql("SELECT pg_stat_statements_reset()")

    def statements(self):
        """Return how many statements the server was sent, BEGIN and the like aside, and how many of those."""
        asked = "SELECT query IN ('BEGIN', 'COMMIT', 'ROLLBACK') AS turn, sum(calls) FROM pg_stat_statements GROUP BY 1"
        with self.engine.connect() as connection:
            found = dict(connection.exec_driver_sql(asked).tuples().all())
        return int(found.get(False, 0)), int(found.get(True, 0))

    def cpu(self):
        """Return the seconds of CPU so far of the hosts, PostgreSQL and nginx."""
        hosts = [pid for host in self.hosts for pid in processes_of(host.process.pid)]
        nginx = int((self.folder / "nginx" / "nginx.pid").read_text())
        return {
            "hosts": cpu_seconds(hosts),
            "PostgreSQL": cpu_of_server(self.engine),
            "nginx": cpu_seconds(processes_of(nginx)),
        }


@contextmanager
def town_of(count, folder):
    """Run so many hosts, a PostgreSQL whose files are in a temporary folder on disk, and nginx.  Raises NoPostgres."""
    with ExitStack() as stack:
        us = street(stack)
        options = f"-c max_connections={CONNECTIONS * count + 20} {COUNTED}"
        url = stack.enter_context(started(also=us, options=options, on_disk=True))
        engine = engine_at(url)
        stack.callback(engine.dispose)
        migrate(engine)
        with engine.connect() as connection:
            connection.exec_driver_sql("CREATE EXTENSION pg_stat_statements")
            connection.commit()
        places = [place_on(stack, us, number) for number in range(count)]
        hosts = [
            stack.enter_context(host_at(place, url, folder / f"host-{number}", app=OURS))
            for number, place in enumerate(places, start=1)
        ]
        front = stack.enter_context(nginx_before(hosts, folder / "nginx", _ask_any_of(count)))
        port = int(front.address.rpartition(":")[2])
        yield Town(OnServer("postgres", url), engine, hosts, port, folder, us != HERE)


def _ask_any_of(count):
    servers = "server %s max_fails=1 fail_timeout=1s; " * count
    return f"""
        upstream hosts {{ {servers} keepalive {32 * count}; }}
        proxy_next_upstream error timeout http_502 http_503 non_idempotent;
    """


def cpu_of_server(engine):
    """Return the seconds of CPU so far of a PostgreSQL on this machine; 0 for SQLite, which is part of its programs."""
    if engine.dialect.name != "postgresql":
        return 0.0
    with engine.connect() as connection:
        backend = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
    server = int(_stat(backend)[1])
    over = _stat(server)[13:15]  # of its processes that have ended
    return cpu_seconds(processes_of(server)) + sum(map(int, over)) / TICKS


def _stat(pid):
    """Return the fields of /proc/PID/stat from the third on."""
    return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
