"""The wire between a phone and the server: a proxy of the test's own, which can fail in every way a network does.

The phone loads its pages through it, so that the service worker's requests take it too. Nothing stands in for the
server: what the wire passes on is answered by the real one.
"""

import re
import select
import socket
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

from scorekeeper.core.settings import LOOPBACK

CHUNK = 1 << 16
PATIENCE = 60  # seconds until what never comes fails a test
OWN_HEADERS = {"connection", "keep-alive", "transfer-encoding"}


@dataclass
class Asked:
    """One request of a phone: its method, its path without the query, the fields of its form."""

    method: str
    path: str
    fields: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Fault:
    """What happens to requests whose method and path match, as "POST /t/…/hands"; for the first `times` of them."""

    kind: str
    matches: re.Pattern[str]
    answer: bytes = b""
    times: int | None = None
    released: threading.Event = field(default_factory=threading.Event)


class Wire:
    """A wire to the server at `address`; its own address is what the phone is given."""

    def __init__(self, address):
        self._server = urlsplit(address).netloc.partition(":")
        self._asked, self._faults, self._changed = [], [], threading.Condition()
        self._http = ThreadingHTTPServer((LOOPBACK, 0), self._handler())
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()
        self.address = f"http://{LOOPBACK}:{self._http.server_port}"

    def close(self):
        self.mend()
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def answer(self, matches, status, body="", *, times=None, **headers):
        """Somebody answers in place of the server, which is not asked."""
        data = body.encode()
        lines = [f"HTTP/1.1 {status} Told by the wire", f"Content-Length: {len(data)}", "Connection: close"]
        lines += [f"{name.replace('_', '-')}: {text}" for name, text in headers.items()]
        return self._add("answer", matches, times, answer="\r\n".join([*lines, "", ""]).encode() + data)

    def cut(self, matches, *, times=None):
        """Cut the line before the server is asked."""
        return self._add("cut", matches, times)

    def lose(self, matches, *, times=None):
        """Ask the server, and lose its answer."""
        return self._add("lose", matches, times)

    def hold(self, matches, *, times=None):
        """Keep silent until the fault is mended; then the server is asked."""
        return self._add("hold", matches, times)

    def halve(self, matches, *, times=None):
        """Pass on half of the answer, and keep silent until the fault is mended."""
        return self._add("halve", matches, times)

    def mend(self, kind=""):
        """Take away the faults of this kind, or all; what was held goes on."""
        with self._changed:
            mended = [fault for fault in self._faults if kind in ("", fault.kind)]
            self._faults[:] = [fault for fault in self._faults if fault not in mended]
        for fault in mended:
            fault.released.set()

    def _add(self, kind, matches, times, answer=b""):
        with self._changed:
            self._faults.append(Fault(kind, re.compile(matches), answer, times))

    def asked(self, matches):
        """Return the requests so far whose method and path match, in order."""
        with self._changed:
            return [one for one in self._asked if re.search(matches, f"{one.method} {one.path}")]

    def wait_for(self, matches, count):
        """Wait until so many of these were asked; return them."""
        with self._changed:
            there = self._changed.wait_for(lambda: len(self.asked(matches)) >= count, PATIENCE)
            assert there, f"{matches}: {len(self.asked(matches))} of {count}"
            return self.asked(matches)

    def forget(self):
        """Count anew what is asked."""
        with self._changed:
            self._asked.clear()

    def _note(self, asked):
        """Note a request; return the fault it meets, if any."""
        with self._changed:
            self._asked.append(asked)
            self._changed.notify_all()
            for place, fault in enumerate(self._faults):
                if fault.matches.search(f"{asked.method} {asked.path}"):
                    if fault.times is not None:
                        left = Fault(fault.kind, fault.matches, fault.answer, fault.times - 1, fault.released)
                        self._faults[place : place + 1] = [left] if left.times else []
                    return fault
        return None

    def _handler(wire):  # noqa: N805 - the handler has a self of its own
        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):  # the name http.server asks for
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                self.close_connection = True
                path = urlsplit(self.path).path
                fault = wire._note(Asked(self.command, path, dict(parse_qsl(body.decode("utf-8", "replace")))))
                with suppress(OSError):  # a phone that hung up
                    wire._carry(self, body, fault)

            do_POST = do_HEAD = do_GET  # noqa: N815 - as above

        return Handler

    def _carry(self, request, body, fault):
        match fault.kind if fault else "":
            case "answer":
                request.wfile.write(fault.answer)
                return
            case "cut":
                return
            case "hold":
                fault.released.wait(PATIENCE)
        host, _, port = self._server
        with socket.create_connection((host, int(port))) as server:
            head = [f"{request.command} {request.path} HTTP/1.1", "Connection: close"]
            head += [f"{name}: {text}" for name, text in request.headers.items() if name.lower() not in OWN_HEADERS]
            server.sendall("\r\n".join([*head, "", ""]).encode("latin-1") + body)
            for data in _until_one_hangs_up(server, request.connection):
                if fault and fault.kind == "lose":
                    continue
                half = len(data) // 2
                request.wfile.write(data[:half])
                if fault and fault.kind == "halve":
                    fault.released.wait(PATIENCE)
                request.wfile.write(data[half:])


def _until_one_hangs_up(server, phone):
    """Yield what the server says, as it says it; a stream ends when the phone goes."""
    while True:
        ready, _, _ = select.select([server, phone], [], [])
        if server not in ready:
            return
        data = server.recv(CHUNK)
        if not data:
            return
        yield data


@contextmanager
def wire_to(address):
    wire = Wire(address)
    try:
        yield wire
    finally:
        wire.close()
