"""Servers to measure: `scorekeeper run`, and the yardsticks under gunicorn."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.ports import served_by
from tools.bench.phones import Phone

ROOT = Path(__file__).parents[2]
PROGRAM = Path(sys.executable).with_name("scorekeeper")
YARDSTICKS = "tools.bench.yardsticks:create_app()"
PSS = re.compile(r"^Pss:\s+(\d+) kB", re.MULTILINE)
SECRET = "x" * 64
STOPS_WITHIN = 30


@dataclass(frozen=True)
class Server:
    address: str
    pid: int
    prepared: float = 0.0
    """Seconds of CPU until it said where it is: the database is looked at in a program before the server."""

    def phone(self):
        return Phone(self.address)

    def processes(self):
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text(encoding="ascii").split()
        return [self.pid, *map(int, children)]

    def stop(self):
        """End it, and wait until nobody answers."""
        os.kill(self.pid, signal.SIGTERM)
        host, _, port = self.address.removeprefix("http://").partition(":")
        with suppress(ConnectionError):
            while True:
                socket.create_connection((host, int(port))).close()
                time.sleep(0.1)

    def cpu(self):
        """Return the seconds of CPU so far of all its processes; the clock of a process as Linux numbers it."""
        return sum(time.clock_gettime((~pid << 3) | 2) for pid in self.processes())

    def cpu_of(self, task, times):
        """Return the milliseconds of its CPU that one call of `task` takes, over so many."""
        task()
        began = self.cpu()
        for _ in range(times):
            task()
        return (self.cpu() - began) / times * 1000

    def memory(self):
        """Return its megabytes, what its processes share counted in parts."""
        files = (Path(f"/proc/{pid}/smaps_rollup") for pid in self.processes())
        return sum(int(PSS.search(file.read_text(encoding="ascii"))[1]) for file in files) / 1024


def environ_of(folder):
    """Return the environment of the program whose database is in a folder."""
    url = f"sqlite:///{folder}/games.db"
    return {**os.environ, "DATABASE_URL": url, "SECRET_KEY": SECRET, "PORT": "0", "PYTHONUNBUFFERED": "1"}


def scorekeeper(folder, *words):
    """Run a command on the database in a folder; return what it prints."""
    how = {"cwd": folder, "env": environ_of(folder), "capture_output": True, "text": True}
    return subprocess.run([PROGRAM, *map(str, words)], check=True, **how).stdout


def inside(folder, module, *words):
    """Run a module of these tools that imports the program; return the JSON that it prints."""
    how = {"cwd": folder, "env": environ_of(folder) | {"PYTHONPATH": str(ROOT)}, "stdout": subprocess.PIPE}
    return json.loads(subprocess.run([sys.executable, "-m", module, *map(str, words)], check=True, **how).stdout)


def demo_league(folder, hands):
    """Make a league of about so many hands in the database of a new folder; return its number, hands, owner's code."""
    folder.mkdir()
    return inside(folder, "tools.bench.large_league", hands)


@contextmanager
def ours(folder, streams=0):
    """Serve the database in a folder; with `streams`, room for so many in each process (room/sitecustomize.py)."""
    Path(folder).mkdir(exist_ok=True)
    environ = environ_of(folder)
    if streams:
        environ |= {"PYTHONPATH": str(Path(__file__).with_name("room")), "ROOM": str(2 * streams + 64)}
    with (
        (Path(folder) / "server.log").open("w", encoding="utf-8") as log,
        served_by([PROGRAM, "run"], cwd=folder, env=environ, stderr=log) as process,
    ):
        server = Server(process.address, process.pid, Server(process.address, process.pid).cpu())
        server.phone().get("/")
        yield server


@contextmanager
def theirs(folder, like):
    """Serve the yardsticks on two workers of gunicorn, with a journal like that of the database in another folder."""
    Path(folder).mkdir(exist_ok=True)
    environ = {**os.environ, "DATABASE_URL": f"sqlite:///{folder}/bench.db", "PYTHONPATH": str(ROOT)}
    with closing(sqlite3.connect(like / "games.db")) as connection:
        (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
    environ["JOURNAL"] = "wal" if journal == "wal" else "truncate"  # the program's choice for an old SQLite
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:
        listener.set_inheritable(True)
        options = (
            "--workers 2 --worker-class gthread --threads 32 --keep-alive 30 --preload --graceful-timeout 2 "
            f"--no-control-socket --log-level warning --bind fd://{listener.fileno()}"
        )
        command = [sys.executable, "-m", "gunicorn", *options.split(), YARDSTICKS]
        process = subprocess.Popen(command, cwd=folder, env=environ, pass_fds=[listener.fileno()])
        try:
            server = Server(f"http://127.0.0.1:{listener.getsockname()[1]}", process.pid)
            server.phone().get("/bare")
            yield server
        finally:
            process.terminate()
            process.wait(STOPS_WITHIN)
