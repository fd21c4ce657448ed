"""Row 5 of README.md: what 500 phones cost that follow a game by the stream, and how soon they know of a hand.

    .venv/bin/python -m tests.bench.live [--phones 500] [--saves 40]

Phones are plain sockets held by this process; the server is gunicorn as `scorekeeper run` starts it, but with threads
enough for all of them: by itself a process holds 16 streams and lets the other phones poll.
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import resource
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from scorekeeper import serving
from scorekeeper.app import create_app
from scorekeeper.extensions import db
from scorekeeper.services.live import LiveUpdates
from tests.cast import FOUR

PAIRS = 5
IDLE = 25.0  # seconds: every phone is told once in that time that its line stands
PAUSE = 0.15  # between two saves, so that each has reached everybody before the next
TICKS = os.sysconf("SC_CLK_TCK")
FORM = re.compile(r'<form id="hand".*?</form>', re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
POINTS = ("high", "low", "jack", "off_jack", "high_joker", "low_joker", "game", "trey")


def app_with_room():
    """The app as gunicorn serves it here: room for all the phones in one process, should they all come to it."""
    app = create_app()
    with app.app_context():
        app.extensions["live_updates"] = LiveUpdates(db.engine, int(os.environ["PHONES"]))
    return app


# ---------------------------------------------------------------- the server


@contextmanager
def server(folder, phones):
    """Run gunicorn on a free port; give the port and the workers' process ids."""
    url = f"sqlite:///{folder}/bench.db"
    environ = {**os.environ, "DATABASE_URL": url, "SECRET_KEY": "x" * 64, "PHONES": str(phones)}
    subprocess.run([sys.executable, "-m", "scorekeeper", "db", "upgrade"], cwd=folder, env=environ, check=True)
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:
        listener.set_inheritable(True)
        command = serving.gunicorn_command(listener)
        command[command.index("--threads") + 1] = str(phones + 32)
        command[-1] = "tests.bench.live:app_with_room()"
        command[-1:-1] = ["--worker-connections", str(2 * phones + 1000), "--chdir", str(folder)]
        process = subprocess.Popen(command, env=environ, pass_fds=[listener.fileno()])
        try:
            port = listener.getsockname()[1]
            yield port, wait_for_workers(process, port)
        finally:
            process.terminate()
            process.wait(20)


def wait_for_workers(process, port):
    Scorer(port).get("/")
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii")
    return [int(pid) for pid in children.split()]


def cpu_seconds(pids):
    stats = [Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split() for pid in pids]
    return sum(int(fields[11]) + int(fields[12]) for fields in stats) / TICKS


# ---------------------------------------------------------------- who saves


class Scorer:
    """One phone that keeps score, over one kept-alive connection."""

    def __init__(self, port):
        self._line, self.cookies, self.code = http.client.HTTPConnection("127.0.0.1", port), {}, ""

    def ask(self, method, path, form=None):
        headers = {"Cookie": "; ".join(f"{name}={text}" for name, text in self.cookies.items())}
        if form:
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
        self._line.request(method, path, urlencode(form) if form else None, headers)
        answer = self._line.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, text = cookie.partition(";")[0].partition("=")
            self.cookies[name] = text
        return answer, answer.read().decode()

    def get(self, path):
        return self.ask("GET", path)[1]

    def sit_down(self):
        page = self.get("/new/minnesota-ten-point/4")
        form = dict(HIDDEN.findall(page)) | {f"name-{seat}": name for seat, name in enumerate(FOUR, start=1)}
        answer, _ = self.ask("POST", "/new/minnesota-ten-point/4", form | {"dealer": "4", "rule-finish.target": "none"})
        where = answer.headers.get("HX-Redirect") or answer.headers["Location"]
        self.code = where.rsplit("/", 1)[1]

    def save(self):
        """Save a misdeal; give when it was sent, and the seconds until the answer was there."""
        form = dict(HIDDEN.findall(FORM.search(self.get(f"/t/{self.code}"))[0]))
        sent = time.perf_counter()
        answer, text = self.ask("POST", f"/t/{self.code}/hands", form | {"what": "misdeal"})
        if answer.status != http.HTTPStatus.OK:
            raise RuntimeError(f"{answer.status}: {text[:500]}")
        return sent, time.perf_counter() - sent


# ---------------------------------------------------------------- who follows


class Phones:
    """So many phones that follow a game; `told` has what each was told and when."""

    def __init__(self, port, scorer, count):
        self.told, self._selector, self._open = [], selectors.DefaultSelector(), True
        cookie = "; ".join(f"{name}={text}" for name, text in scorer.cookies.items())
        asked = f"GET /t/{scorer.code}/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n"
        for _ in range(count):
            line = socket.create_connection(("127.0.0.1", port))
            line.sendall(asked.encode())
            self._selector.register(line, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()
        self.wait_for(count)

    def _listen(self):
        while self._open:
            for key, _ in self._selector.select(0.1):
                now, said = time.perf_counter(), key.fileobj.recv(4096).decode()
                if "204 No Content" in said:
                    raise RuntimeError("There was no room for a phone.")
                self.told += [(int(seq), now) for seq in re.findall(r"data: (\d+)", said)]

    def wait_for(self, count, patience=60):
        until = time.monotonic() + patience
        while len(self.told) < count and time.monotonic() < until:
            time.sleep(0.01)

    def hang_up(self):
        self._open = False
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()


# ---------------------------------------------------------------- the figures


def p99(values):
    return statistics.quantiles(values, n=100)[98]


def save_some(scorer, count):
    saves = []
    for _ in range(count):
        saves.append(scorer.save())
        time.sleep(PAUSE)
    return saves


def measure(count, saves):
    """Return the figures of row 5."""
    with tempfile.TemporaryDirectory() as folder, server(Path(folder), count) as (port, workers):
        scorer = Scorer(port)
        scorer.sit_down()
        save_some(scorer, 10)  # warm
        alone, among, late = [], [], []
        for pair in range(PAIRS):
            alone += [took for _, took in save_some(scorer, saves)]
            phones = Phones(port, scorer, count)
            if pair == 0:
                before = cpu_seconds(workers)
                time.sleep(IDLE)
                idle = (cpu_seconds(workers) - before) / IDLE
            first = phones.told[0][0] + 1
            done = save_some(scorer, saves)
            among += [took for _, took in done]
            time.sleep(1)
            late += [now - done[seq - first][0] for seq, now in phones.told if seq >= first]
            phones.hang_up()
            time.sleep(2)  # until the server has seen that they are gone
        return {
            "phones": count,
            "told": len(late) / (PAIRS * saves * count),
            "delivery p50": statistics.median(late),
            "delivery p99": p99(late),
            "idle CPU": idle,
            "save p99 alone": p99(alone),
            "save p99 among them": p99(among),
        }


def main():
    wanted = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    wanted.add_argument("--phones", type=int, default=500)
    wanted.add_argument("--saves", type=int, default=40)
    asked = wanted.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8 * asked.phones + 1000)), hard))
    found = measure(asked.phones, asked.saves)
    ratio = found["save p99 among them"] / found["save p99 alone"]
    for name, ours, target, fits in (
        ("told at all", f"{found['told']:.2%}", "100 %", found["told"] == 1),
        ("a saved hand, p99", f"{found['delivery p99'] * 1000:.0f} ms", "250 ms", found["delivery p99"] <= 0.25),
        ("idle CPU of a core", f"{found['idle CPU']:.2%}", "1 %", found["idle CPU"] <= 0.01),
        ("save p99, among/alone", f"{ratio:.2f}", "2", ratio <= 2),
    ):
        said = "ok" if fits else "short"
        sys.stdout.write(f"5  {found['phones']} phones: {name:24} {ours:>9}  target {target:>7}  {said}\n")
    sys.stdout.write(f"   p50 {found['delivery p50'] * 1000:.0f} ms; save p99 {found['save p99 alone'] * 1000:.1f} and "
                     f"{found['save p99 among them'] * 1000:.1f} ms\n")  # fmt: skip


if __name__ == "__main__":
    main()
