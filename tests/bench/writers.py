"""Row 9: 32 writers in two processes, each saving hands at a table of its own as fast as it may."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time

from sqlalchemy.orm import Session

from scorekeeper.services.access.devices import find_device
from scorekeeper.services.clock import wall_clock
from scorekeeper.services.games.lines import record_line
from scorekeeper.services.submission import Submission
from tests.bench.measure import Row, p99
from tests.bench.nights import Caller, our_app
from tests.databases import open_engine

PROCESSES, THREADS = 2, 16
WRITES, FEW = 20_000, 2_000


def rows(folder, quick):
    app, writes = our_app(folder), FEW if quick else WRITES
    phone = Caller(app)
    codes = [phone.sit_down() for _ in range(PROCESSES * THREADS)]
    each = writes // len(codes)
    command = [sys.executable, "-m", "tests.bench.writers", str(folder), phone.cookies["phone"], str(each)]
    running = [
        subprocess.Popen([*command, *codes[nth::PROCESSES]], stdout=subprocess.PIPE, text=True)
        for nth in range(PROCESSES)
    ]
    told = [json.loads(process.communicate()[0]) for process in running]
    took = [seconds for each in told for seconds in each["took"]]
    failed = sum(each["failed"] for each in told)
    middle, late = sorted(took)[len(took) // 2], p99(took)
    yield Row("9", f"failed writes of {len(took) + failed:,}", failed, None, "", failed, 0)
    yield Row("9", "a write's p99 / p50", late * 1000, middle * 1000, "ms", late / middle, 5)


def write(folder, secret, many, codes):
    """Save so many hands at each table, a thread a table; print how long each took, in seconds, and how many failed."""
    engine = open_engine(f"{folder}/games.db")
    took, failures = [], []

    def save(code):
        with Session(engine, expire_on_commit=False) as session:
            device = find_device(session, secret)
            for seq in range(many):
                began = time.perf_counter()
                try:
                    record_line(
                        session,
                        wall_clock,
                        code,
                        {"misdeal": True},
                        Submission(op_id=f"{code}{seq:06}", seen=seq, device=device),
                    )
                    took.append(time.perf_counter() - began)
                except Exception as error:  # noqa: BLE001 - whatever it is, the hand was not saved
                    failures.append(repr(error))

    threads = [threading.Thread(target=save, args=(code,)) for code in codes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.stdout.write(json.dumps({"took": took, "failed": len(failures), "why": failures[:3]}))


if __name__ == "__main__":
    write(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:])
