"""Phones as a server sees them: cookies, a connection that is kept open, and a stream; hundreds in one process."""

from __future__ import annotations

import asyncio
import gzip
import re
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from urllib.parse import urlencode

PATIENCE = 30.0
"""Seconds until an answer that never comes is an error."""
END = b"\r\n\r\n"
LAST_CHUNK = b"0\r\n"
AGENT = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"
HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')


class Refused(Exception):
    """It was answered, but not as it should be."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: list[tuple[str, str]]
    text: str = ""

    def header(self, wanted):
        return next((value for name, value in self.headers if name == wanted), "")

    def form(self, action):
        """Return the hidden fields of the form that is sent to `action`; None where there is no such form."""
        forms = re.findall(r"<form.*?</form>", self.text, re.DOTALL)
        return next((dict(HIDDEN.findall(form)) for form in forms if f'action="{action}"' in form), None)


class Phone:
    """One phone; `asked` counts its requests.  It waits for an answer before it asks the next thing."""

    asked = 0

    def __init__(self, port):
        self.port, self.cookies = port, {}
        self._line, self._busy = None, asyncio.Lock()

    async def get(self, path, *wanted, **headers):
        return await self.ask("GET", path, None, *wanted, **headers)

    async def fragment(self, path, fields=None):
        """Ask as htmx does."""
        return await self.ask("POST" if fields else "GET", path, fields, 200, 204, HX_Request="true")

    async def ask(self, method, path, fields, *wanted, **headers):
        """Return the answer.  Raises Refused for a status that is not wanted, OSError, TimeoutError.

        A connection that the server closed meanwhile is opened anew.
        """
        async with self._busy:
            was_open = self._line is not None
            try:
                answer = await self._answer(method, path, fields, headers)
            except (EOFError, ConnectionError):
                if not was_open:
                    raise
                answer = await self._answer(method, path, fields, headers)
        if answer.status not in (wanted or (200,)):
            raise Refused(f"{method} {_kind_of(path)}: {answer.status} {_said(answer.text)}")
        return answer

    def hang_up(self):
        if self._line:
            self._line[1].close()
            self._line = None

    @asynccontextmanager
    async def stream(self, path):
        """Follow a stream: yield the numbers it says as they come, or None where the server has no room for it."""
        reader, writer = await self._connect()
        try:
            writer.write(self._request("GET", path, b"", {"Accept": "text/event-stream"}))
            answer = _head(await asyncio.wait_for(reader.readuntil(END), PATIENCE))
            if answer.status not in (200, 204):
                raise Refused(f"GET {_kind_of(path)}: {answer.status}")
            yield _numbers(reader) if answer.status == 200 else None
        finally:
            writer.close()

    async def _answer(self, *asked):
        try:
            return await asyncio.wait_for(self._once(*asked), PATIENCE)
        except BaseException:  # also where nobody wants it any more: the next answer would be this one
            self.hang_up()
            raise

    async def _once(self, method, path, fields, headers):
        if self._line is None:
            self._line = await self._connect()
        reader, writer = self._line
        body = urlencode(fields).encode() if fields else b""
        writer.write(self._request(method, path, body, headers))
        answer = _head(await reader.readuntil(END))
        packed = await _body(reader, answer)
        for name, value in answer.headers:
            if name == "set-cookie":
                cookie, _, text = value.partition(";")[0].partition("=")
                self.cookies[cookie] = text
        text = gzip.decompress(packed) if answer.header("content-encoding") == "gzip" else packed
        return Answer(answer.status, answer.headers, text.decode())

    async def _connect(self):
        return await asyncio.open_connection("127.0.0.1", self.port)

    def _request(self, method, path, body, headers):
        Phone.asked += 1
        said = {
            "Host": f"127.0.0.1:{self.port}", "User-Agent": AGENT, "Accept-Encoding": "gzip",
            "Cookie": "; ".join(f"{name}={text}" for name, text in self.cookies.items()),
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }  # fmt: skip
        if body:
            said |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in said.items()), "", ""]
        return "\r\n".join(lines).encode() + body


def _head(said):
    first, *lines = said.decode("latin-1").rstrip().split("\r\n")
    parts = (line.partition(":") for line in lines)
    return Answer(int(first.split()[1]), [(name.lower(), value.strip()) for name, _, value in parts])


async def _body(reader, answer):
    if answer.status == 204:
        return b""
    if answer.header("transfer-encoding") != "chunked":
        return await reader.readexactly(int(answer.header("content-length")))
    parts = []
    while size := int(await reader.readline(), 16):
        parts.append(await reader.readexactly(size))
        await reader.readline()
    await reader.readline()
    return b"".join(parts)


async def _numbers(reader):
    with suppress(ConnectionError):
        while (line := await reader.readline()) not in (b"", LAST_CHUNK):
            if line.startswith(b"data: "):
                yield int(line.partition(b" ")[2])


def _kind_of(path):
    return re.sub(r"/t/[\w-]{22}|\?.*", lambda found: "/t/…" if found[0].startswith("/t/") else "", path)


def _said(text):
    return " ".join(re.sub(r"<[^>]*>", " ", text).split())[:200]
