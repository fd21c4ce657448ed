"""Row 5, by live.py."""

from __future__ import annotations

import resource

from tests.bench.live import measure
from tests.bench.measure import Row

PHONES, SAVES, FEW = 500, 40, 10


def rows(_folder, quick):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8 * PHONES + 1000)), hard))
    found = measure(PHONES // 10 if quick else PHONES, FEW if quick else SAVES)
    late, idle = found["delivery p99"], found["idle CPU"]
    alone, among = found["save p99 alone"] * 1000, found["save p99 among them"] * 1000
    missed = 1 - found["told"]
    yield Row("5", f"{found['phones']} streams: phones never told", missed, None, "", missed, 0)
    yield Row("5", "a saved hand on all of them, p99", late, None, "s", late, 0.25)
    yield Row("5", "idle CPU of a core", idle, None, "", idle, 0.01)
    yield Row("5", "a save's p99 among them / alone", among, alone, "ms", among / alone, 2)
