"""A phone on a connection that is kept open, and a table it keeps score at."""

import gzip
import http.client
import re
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

FOUR = ("Ann", "Bob", "Cy", "Dee")
POINTS = ("high", "low", "jack", "off_jack", "high_joker", "low_joker", "game", "trey")
NEW = "/new/minnesota-ten-point/4"
OPEN_END = {"rule-finish.target": "none"}
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
LOST = (http.client.RemoteDisconnected, ConnectionError)
PATIENCE = 120  # seconds


class Phone:
    """One connection; several may have the same cookies."""

    def __init__(self, address, cookies=None):
        self.address, self.cookies = address, {} if cookies is None else cookies
        self.line = http.client.HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE)

    def another(self):
        """Return another connection of this phone."""
        return Phone(self.address, self.cookies)

    def ask(self, method, path, form=None, **headers):
        """Return the answer and its body as it came.  A connection that the server closed meanwhile is opened anew."""
        sent = {name.replace("_", "-"): text for name, text in headers.items()}
        sent["Cookie"] = "; ".join(f"{name}={text}" for name, text in self.cookies.items())
        if form is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self.line.request(method, path, urlencode(form) if form else None, sent)
            answer = self.line.getresponse()
        except LOST:
            self.line.close()
            self.line.request(method, path, urlencode(form) if form else None, sent)
            answer = self.line.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or []:
            name, _, text = cookie.partition(";")[0].partition("=")
            self.cookies[name] = text
        return answer, answer.read()

    def get(self, path, *fine, **headers):
        """Return the text of a page.  Raises RuntimeError for a status that is not fine."""
        answer, body = self.ask("GET", path, **headers)
        if answer.status not in (fine or (200,)):
            raise RuntimeError(f"GET {path}: {answer.status} {body[:300]!r}")
        return body.decode()

    def form(self, path, action):
        """Return the hidden fields of the form on `path` that is sent to `action`."""
        forms = re.findall(r"<form.*?</form>", self.get(path), re.DOTALL)
        return dict(HIDDEN.findall(next(it for it in forms if f'action="{action}"' in it)))

    def sit_down(self, **rules):
        """Start a table of four, open-ended unless the rules say more; return it."""
        fields = self.form(NEW, NEW) | {f"name-{seat}": name for seat, name in enumerate(FOUR, start=1)}
        answer, body = self.ask("POST", NEW, fields | {"dealer": "4"} | OPEN_END | rules)
        if answer.status != http.client.SEE_OTHER:
            raise RuntimeError(body.decode())
        return Table(self, answer.headers["Location"].rpartition("/")[2])


class Table:
    """A game, as the phone that keeps score sees it."""

    def __init__(self, phone, code):
        self.phone, self.code, self.path, self.seen = phone, code, f"/t/{code}", 0
        self.token = phone.form(self.path, f"{self.path}/hands")["csrf_token"]

    def hand(self, **more):
        """Return the form of the next hand."""
        form = {
            "csrf_token": self.token, "op_id": secrets.token_hex(16), "seen": str(self.seen), "what": "hand",
            "bidder": "1234"[self.seen % 4], "bid": "5", "point-low": "1", "point-jack": "2", **more,
        }  # fmt: skip
        self.seen += 1
        return form

    def save(self, phone=None, **more):
        """Save a hand as htmx does; return the answer as it came, packed."""
        headers = {"HX_Request": "true", "Accept_Encoding": "gzip"}
        answer, body = (phone or self.phone).ask("POST", f"{self.path}/hands", self.hand(**more), **headers)
        if answer.status != http.client.OK:
            raise RuntimeError(f"{answer.status}: {body[:500]!r}")
        return body

    def play(self, hands):
        """Save so many hands as a phone without scripts does: no new table comes back."""
        for _ in range(hands):
            answer, body = self.phone.ask("POST", f"{self.path}/hands", self.hand())
            if answer.status != http.client.SEE_OTHER:
                raise RuntimeError(f"{answer.status}: {body[:500]!r}")
        return self


def unpacked(answer, body):
    return gzip.decompress(body) if answer.headers.get("Content-Encoding") == "gzip" else body


def timed(task):
    """Return the seconds that a call takes."""
    began = time.perf_counter()
    task()
    return time.perf_counter() - began


def at_once(tasks):
    """Run functions in a thread each; return the seconds until all are done.  Raises what the first of them raised."""
    began = time.perf_counter()
    with ThreadPoolExecutor(len(tasks)) as pool:
        running = [pool.submit(task) for task in tasks]
    took = time.perf_counter() - began
    for each in running:
        each.result()
    return took
