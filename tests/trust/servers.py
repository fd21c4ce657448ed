"""A real gunicorn whose workers die, and phones that speak HTTP to it."""

import os
import subprocess
import time
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from scorekeeper.core.settings import Settings
from scorekeeper.operations import serving
from tests.databases import url_of

ROOT = Path(__file__).resolve().parents[2]
SECRET = "for the length of one test, 32 +"
PATIENCE = 60  # seconds until an answer that never comes fails the test
A_MOMENT = 0.02
MOST_TRIES = 100
WORKERS = int(serving.GUNICORN[serving.GUNICORN.index("--workers") + 1])


@dataclass
class Server:
    """`address` to speak to; `pid` of who minds the workers; `deaths`, how many of these have died so far."""

    address: str
    deaths_file: Path
    pid: int

    @property
    def deaths(self):
        return self.deaths_file.stat().st_size

    def workers(self):
        """Return all that answer.  They begin one after the other, and the first answers before the last is there."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            pids = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
            if len(pids) == WORKERS:
                return [int(pid) for pid in pids]
            time.sleep(A_MOMENT)
        raise AssertionError(f"There are not {WORKERS} workers, but {pids}")


@contextmanager
def serving_from(database, folder, **environ):
    """Serve a database with what `scorekeeper run` starts; `environ` as dying.py reads it.

    The address is there at once: who comes early waits in the socket's queue.
    """
    chosen = Settings(url_of(database), SECRET, folder, folder, port=0)
    with serving.listen(chosen) as listener, gunicorn_on(listener, chosen.database_url, folder, **environ) as gunicorn:
        yield Server(f"http://127.0.0.1:{listener.getsockname()[1]}", folder / "deaths", gunicorn.pid)


@contextmanager
def gunicorn_on(listener, url, folder, **environ):
    """Run gunicorn on a socket, with its workers a group of processes; give it."""
    deaths = folder / "deaths"
    deaths.touch()
    environ = {
        "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "DATABASE_URL": url, "SECRET_KEY": SECRET,
        "DEATHS": str(deaths), **environ,
    }  # fmt: skip
    command = [*serving.gunicorn_command(listener)[:-1], "tests.trust.dying:create_app()"]
    how = {"cwd": folder, "env": environ, "pass_fds": [listener.fileno()], "start_new_session": True}
    with (folder / "gunicorn.log").open("wb") as log, subprocess.Popen(command, stderr=log, **how) as gunicorn:
        try:
            yield gunicorn
        finally:
            gunicorn.terminate()
            gunicorn.wait(timeout=PATIENCE)


class Unanswered(Exception):
    """Nobody knows whether it was done."""


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    text: str


class RealPhone:
    """A phone: it keeps its cookies, and asks again until it is answered."""

    def __init__(self, server, cookies):
        self.host, self.cookies = urlsplit(server.address).netloc, dict(cookies)

    def once(self, method, path, fields=None, **headers):
        """Ask; raise Unanswered where the line broke."""
        line = HTTPConnection(self.host, timeout=PATIENCE)
        body = urlencode(fields) if fields else None
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), **headers}
        if body:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            line.request(method, path, body, sent)
            answer = line.getresponse()
            text = answer.read().decode()
        except (ConnectionError, HTTPException) as error:
            raise Unanswered from error
        finally:
            line.close()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return Answer(answer.status, dict(answer.headers), text)

    def get(self, path):
        """Look, again and again until there is a page."""
        for _ in range(MOST_TRIES):
            try:
                answer = self.once("GET", path)
            except Unanswered:
                continue
            if answer.status == 200:
                return answer.text
        raise AssertionError(f"GET {path} was never answered")
