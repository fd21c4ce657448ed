"""The rows of README.md, side by side in one run.

    .venv/bin/python -m tests.bench [--quick] [--rows 1,3,8]

README.md says what each row means.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import platform
import re
import sys
import tempfile
import time
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

PARTS = {
    "engine": ("8",),
    "pages": ("2", "3", "6", "10"),
    "writers": ("9",),
    "server": ("1", "11"),
    "peer": ("12",),
    "live_row": ("5",),
    "league_row": ("7",),
    "growth": ("13",),
    "beside_row": ("14",),
    "memory_row": ("15",),
    "round_trips": ("2",),
    "leagues_row": ("16",),
    "start": ("17",),
    "tournament_row": ("18",),
    "phone_row": ("19",),
}
KEPT = Path(__file__).with_name("latest.json")
CPU_INFO = Path("/proc/cpuinfo")
ENOUGH = 400
"""Seconds after which nothing is measured again: all of it shall take ten minutes."""


def main():
    asked = _asked()
    wanted = set(asked.rows.split(",")) if asked.rows else None
    found, began = [], time.monotonic()
    sys.stdout.write(f"{machine()}\n")
    sys.stdout.write(f"{'row':>3}  {'what':44} {'ours':>9} {'with':>9} {'':9} {'ratio':>8}  {'target':>9}\n")
    for part, numbers in PARTS.items():
        if wanted is not None and wanted.isdisjoint(numbers):
            continue
        measured = measure(part, asked.quick, wanted)
        if not all(row.fits for row in measured) and time.monotonic() - began < ENOUGH:
            sys.stdout.write("     short: measured once more\n")
            again = {row.name: row for row in measure(part, asked.quick, wanted)}
            measured = [row if row.fits else again.get(row.name, row) for row in measured]
        found += measured
    KEPT.write_text(json.dumps(_run(found, asked.quick, time.monotonic() - began), indent=1), encoding="utf-8")
    sys.exit(0 if all(row.fits for row in found) else 1)


def measure(part, quick, wanted):
    """Measure a part; print its rows as they come, and return them."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for row in import_module(f"tests.bench.{part}").rows(folder, quick):
            if wanted is None or row.number in wanted:
                found.append(row)
                sys.stdout.write(f"{row}\n")
                sys.stdout.flush()
    return found


def machine():
    """Return in words what this runs on: the processor, its cores, the system, Python, and how busy it is."""
    model = re.search(r"^model name\s*: (.*)$", CPU_INFO.read_text(encoding="utf-8"), re.MULTILINE)
    name = model[1] if model else platform.machine()
    return (
        f"{name}, {os.cpu_count()} cores, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}"
    )


def _asked():
    words = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__.split("\n")[0])
    words.add_argument("--quick", action="store_true", help="fewer of everything, to try it")
    words.add_argument("--rows", help="only these, like 1,3,8")
    return words.parse_args()


def _run(rows, quick, took):
    return {
        "at": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"),
        "quick": quick,
        "seconds": round(took),
        "machine": machine(),
        "rows": [asdict(row) | {"fits": row.fits} for row in rows],
    }


if __name__ == "__main__":
    main()
