"""Row 27: the database's server dies in the middle of a night, its standby takes over, and no saved hand is lost.

The two are set up as docs/hosting.md says; the first of them dies at once.
"""

import os
import signal
import subprocess
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from markupsafe import escape
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from scorekeeper.core.pages import MESSAGES, RETRY_AFTER
from tests.databases import Postgres, engine_at, migrate
from tests.needs import miss
from tests.ports import a_port_of_ones_own
from tests.postgres import HERE, Home, NoPostgres, address, home
from tests.trust.scoring import PHONES, Night, begin, faults_of, histories, keep_score
from tests.trust.servers import PATIENCE, RealPhone, Unanswered, serving_from

pytestmark = pytest.mark.deep
A_WHILE = 1  # seconds until a phone asks again
SAID = escape(MESSAGES[503][1])
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


class Outage:
    """What phones are told while it lasts; `calm`, whether they may ask."""

    def __init__(self):
        self.answers, self.other_errors = [], []
        self.over, self.calm, self._came = threading.Event(), threading.Event(), threading.Condition()
        self.calm.set()

    def note(self, answer):
        with self._came:
            (self.answers if answer.status == 503 else self.other_errors).append(answer)
            self._came.notify_all()

    def wait_for(self, number):
        with self._came:
            assert self._came.wait_for(lambda: len(self.answers) >= number, PATIENCE), "Nobody was told."


class Patient(RealPhone):
    """A phone that asks again a while after it was told that the database is away."""

    def __init__(self, server, cookies, outage):
        super().__init__(server, cookies)
        self.outage = outage

    def once(self, method, path, fields=None, **headers):
        self.outage.calm.wait(PATIENCE)
        answer = super().once(method, path, fields, **headers)
        if answer.status < 500:
            return answer
        self.outage.note(answer)
        self.outage.over.wait(A_WHILE)
        raise Unanswered


@pytest.fixture
def night_of(tmp_path_factory):
    """Return a function that plays a night in whose middle the primary dies; it gives the night and what came of it."""

    def night_of(hands, *, synchronous, unsent=0):
        outage, folder = Outage(), tmp_path_factory.mktemp("night")
        with ExitStack() as stack:
            try:
                pair = stack.enter_context(primary_and_standby(synchronous=synchronous))
            except NoPostgres as reason:
                miss("postgres", str(reason))
            (code,), cookies = begin(pair.database, folder, 1)
            server = stack.enter_context(serving_from(pair.database, folder))
            playing = stack.enter_context(ThreadPoolExecutor(1))
            night = Night()
            how = {"looking": synchronous, "made": partial(Patient, outage=outage), "night": night}
            played = playing.submit(keep_score, server, cookies, [code], hands, **how)
            night.wait_for(PHONES * hands // 2)
            if unsent:
                outage.calm.clear()  # or the night might be over by then
                pair.hold_back()
                outage.calm.set()
                night.wait_for(len(night.saves) + unsent)
            pair.kill_primary()
            outage.wait_for(PHONES)
            pair.promote()
            outage.over.set()
            assert played.result() is night
            history = histories(pair.database, [code])
        return night, faults_of(night, history), outage

    return night_of


def test_the_standby_takes_over_and_every_saved_hand_is_there_once(night_of, size, record_property):
    nights, hands = size(5, 1), size(50, 10)
    saved, found, told, other = 0, Counter(), [], []
    for _ in range(nights):
        night, faults, outage = night_of(hands, synchronous=True)
        saved += len(night.saves)
        found += Counter(faults)
        told += outage.answers
        other += [answer.status for answer in outage.other_errors]
    figures = f"{nights}, {saved}, {found['lost']}, {found['doubled']}"
    record_property("row 27: failovers, hands saved, lost, doubled", figures)
    record_property("row 27: answers of 503 meanwhile, other errors", f"{len(told)}, {len(other)}")
    assert saved == nights * PHONES * hands
    assert (found.total(), other) == (0, [])
    for answer in told:
        assert answer.headers["Retry-After"] == str(RETRY_AFTER)
        assert SAID in answer.text


def test_control_what_had_not_reached_the_standby_is_lost(night_of, size, record_property):
    night, faults, _ = night_of(size(50, 15), synchronous=False, unsent=PHONES + 1)  # one phone saved two: it was told
    told = f"{len(night.saves)}, {faults['lost']}"
    record_property("row 27, control with a standby nobody waits for: hands saved, lost", told)
    assert faults["lost"] > 0
