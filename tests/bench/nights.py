"""Tables to measure at, and a phone that asks a WSGI application directly, without a browser or a socket."""

from __future__ import annotations

import io
import re
import secrets
from pathlib import Path
from urllib.parse import urlencode

from sqlalchemy.orm import Session

from scorekeeper.app import create_app
from scorekeeper.services.access.devices import find_device
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.games.lines import record_line
from scorekeeper.services.submission import Submission
from scorekeeper.settings import from_environment
from tests.cast import FOUR
from tests.databases import migrate, open_engine

HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
OPEN_END = {"rule-finish.target": "none"}
POINTS = ("high", "low", "jack", "off_jack", "high_joker", "low_joker", "game", "trey")
NEW = "/new/minnesota-ten-point/4"
FORM = "application/x-www-form-urlencoded"


class Caller:
    """A phone with its cookies, in front of a WSGI application."""

    def __init__(self, app):
        self.app, self.cookies = app, {}

    def environ(self, method, path, form=None, **headers):
        path, _, query = path.partition("?")
        body = urlencode(form).encode() if form else b""
        return {
            "REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "SCRIPT_NAME": "",
            "SERVER_NAME": "127.0.0.1", "SERVER_PORT": "80", "HTTP_HOST": "127.0.0.1", "REMOTE_ADDR": "127.0.0.1",
            "SERVER_PROTOCOL": "HTTP/1.1", "wsgi.version": (1, 0), "wsgi.url_scheme": "http",
            "wsgi.errors": io.StringIO(), "wsgi.multithread": True, "wsgi.multiprocess": True, "wsgi.run_once": False,
            "wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": FORM if form else "",
            "HTTP_COOKIE": "; ".join(f"{name}={text}" for name, text in self.cookies.items()), **headers,
        }  # fmt: skip

    def ask(self, method, path, form=None, **headers):
        """Return status, headers and body."""
        said = []
        parts = self.app(self.environ(method, path, form, **headers), lambda *it: said.extend(it[:2]))
        body = b"".join(parts)
        if hasattr(parts, "close"):
            parts.close()
        status, answered = int(said[0][:3]), said[1]
        for name, value in answered:
            if name == "Set-Cookie":
                key, _, text = value.partition(";")[0].partition("=")
                self.cookies[key] = text
        return status, dict(answered), body

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)

    def form(self, path, action):
        """Return the hidden fields of the form on `path` that is sent to `action`."""
        page = self.get(path)[2].decode()
        found = next(it for it in re.findall(r"<form.*?</form>", page, re.DOTALL) if f'action="{action}"' in it)
        return dict(HIDDEN.findall(found))

    def sit_down(self, **rules):
        """Start an open-ended table of four; give its code."""
        fields = self.form(NEW, NEW) | {f"name-{seat}": name for seat, name in enumerate(FOUR, start=1)}
        status, headers, body = self.ask("POST", NEW, fields | {"dealer": "4"} | OPEN_END | rules)
        if status != 303:
            raise RuntimeError(body.decode())
        return headers["Location"].rpartition("/")[2]


class Saver:
    """Saves hand after hand at one table, as htmx does."""

    def __init__(self, phone, code, seen):
        self.phone, self.code, self.seen, self.action = phone, code, seen, f"/t/{code}/hands"
        self.token = phone.form(f"/t/{code}", self.action)["csrf_token"]

    def hand(self):
        """Return the form of the next hand."""
        form = {
            "csrf_token": self.token, "op_id": secrets.token_hex(16), "seen": str(self.seen), "what": "hand",
            "bidder": "1234"[self.seen % 4], "bid": "5", "point-low": "1", "point-jack": "2",
        }  # fmt: skip
        self.seen += 1
        return form

    def save(self):
        """Save a hand; give the bytes of the answer, packed."""
        status, _, body = self.phone.ask(
            "POST", self.action, self.hand(), HTTP_HX_REQUEST="true", HTTP_ACCEPT_ENCODING="gzip"
        )
        if status != 200:
            raise RuntimeError(f"{status}: {body[:500]!r}")
        return body


def our_app(folder):
    """Return the app on a database of its own, as its migrations make it."""
    path = Path(folder) / "games.db"
    engine = open_engine(path)
    migrate(engine)
    engine.dispose()
    return create_app(from_environment({"DATABASE_URL": f"sqlite:///{path}"}, Path(folder)))


def play_hands(folder, phone, code, many, begun=0):
    """Play hands at a table, past the web and without waiting for the disk."""
    engine = open_engine(Path(folder) / "games.db", hasty=True)
    with Session(engine, expire_on_commit=False) as session:
        device = find_device(session, phone.cookies["phone"])
        for seq in range(begun, begun + many):
            seat = "1234"[seq % 4]
            facts = {"bidder": seat, "bid": 5, "points": dict.fromkeys(POINTS, seat) | {"low": "1", "jack": "2"}}
            record_line(
                session, wall_clock, code, facts, Submission(op_id=secrets.token_hex(16), seen=seq, device=device)
            )
    engine.dispose()
