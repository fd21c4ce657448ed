"""Row 15: the memory of a process that serves, after 50,000 mixed requests and after 1,000.

`python -m tests.bench.memory_row FOLDER FIRST LAST` sends them to the app in its own process and prints both as JSON.
"""

from __future__ import annotations

import gc
import itertools
import json
import re
import subprocess
import sys
from itertools import cycle
from pathlib import Path

from tests.bench.measure import Row
from tests.bench.nights import Caller, Saver, our_app

FIRST, LAST, FEW = 1_000, 50_000, 5_000
TARGET = 1.15
HANDS = 25
"""Of a table; then a new one begins."""
POLLS, PREVIEWS = 24, 3
"""Per hand: three phones that ask every three seconds, and what somebody taps in."""
PAGES = ("/t/{code}/log", "/t/{code}/rules", "/t/{code}/watch", "{league}", "{league}/standings", "{league}/games", "/")
RSS = re.compile(r"^VmRSS:\s+(\d+) kB", re.MULTILINE)
HTMX = {"HTTP_HX_REQUEST": "true", "HTTP_ACCEPT_ENCODING": "gzip"}


def rows(folder, quick):
    last = FEW if quick else LAST
    command = [sys.executable, "-m", "tests.bench.memory_row", str(folder), str(FIRST), str(last)]
    early, late = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    yield Row("15", f"memory after {last:,} mixed requests / {FIRST:,}", late, early, "MB", late / early, TARGET)


def serve(folder, first, last):
    """Return the megabytes of this process after so many requests, and after so many more."""
    asked = requests_at(our_app(folder))
    return [memory_after(itertools.islice(asked, many)) for many in (first, last - first)]


def memory_after(requests):
    for status, _, body in requests:
        if status not in {200, 204}:
            raise RuntimeError(f"{status}: {body[:300]!r}")
    gc.collect()
    return int(RSS.search(Path("/proc/self/status").read_text(encoding="ascii"))[1]) / 1024


def requests_at(app):
    """Yield the answers of mixed requests, for ever: hands at one table after another, and all that goes with them."""
    phone, pages = Caller(app), cycle(PAGES)
    while True:
        code = phone.sit_down()
        saver = Saver(phone, code, 0)
        league = re.search(r'href="(/l/[\w-]{22})', phone.get("/")[2].decode())[1]
        for hand in range(HANDS):
            for _ in range(PREVIEWS):
                yield phone.ask("POST", f"/t/{code}/preview", saver.hand() | {"seen": str(hand)}, **HTMX)
            saver.seen = hand
            yield 200, {}, saver.save()
            yield phone.get(f"/t/{code}")
            yield phone.get(f"/t/{code}/board?seen={hand}", **HTMX)
            yield phone.get(next(pages).format(code=code, league=league))
            for _ in range(POLLS):
                yield phone.get(f"/t/{code}/board?seen={hand + 1}", **HTMX)


if __name__ == "__main__":
    sys.stdout.write(json.dumps(serve(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
