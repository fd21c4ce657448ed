"""The rows of README.md, side by side in one run: `make bench`, with QUICK=1 to try it, ROWS=1,3 for some."""

import argparse
import os
import platform
import re
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path

from tools.bench.servers import PROGRAM

PARTS = {
    "browser": (1, 2, 3),
    "pages": (4, 5, 6, 7),
    "leagues": (8, 9),
    "games": (9, 10),
    "crowd": (11, 12, 13),
    "processes": (14, 15, 16),
}
"""Module -> its rows; each has a function `rows(folder, quick, wanted)`."""
IN_MEMORY, MEMORY = {"leagues", "games", "processes"}, Path("/dev/shm")  # noqa: S108 - a folder of its own in it
"""Where the disk has no part in what is measured."""
ENOUGH = 360
"""Seconds after which nothing is measured again: all of it shall take eight minutes."""


def main():
    words = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    words.add_argument("--quick", action="store_true", help="fewer of everything, to try it")
    words.add_argument("--rows", default="", help="only these, like 1,3")
    asked = words.parse_args()
    wanted = {int(row) for row in asked.rows.split(",") if row} or set(range(1, 18))
    began, found = time.monotonic(), []
    print(machine(), f"\n{PROGRAM}")
    print(f"{'row':>3}  {'what':50} {'ours':>8} {'with':>8} {'':8} {'ratio':>7}  {'target':>8}")
    for part, numbers in PARTS.items():
        if not wanted & set(numbers):
            continue
        measured = measure(part, asked.quick, wanted)
        short = {row.number for row in measured if not row.fits}
        if short and time.monotonic() - began < ENOUGH:
            print("     short: measured once more")
            again = {row.name: row for row in measure(part, asked.quick, short)}
            measured = [row if row.fits else again.get(row.name, row) for row in measured]
        found += measured
    if 17 in wanted:
        print(" 17  `make test` and `make test-all` are measured by hand, on a machine with nothing else to do")
    short = [row for row in found if not row.fits]
    print(
        f"{len(found) - len(short)} of {len(found)} lines are ok, after {time.monotonic() - began:.0f} s",
        *short,
        sep="\n",
    )
    sys.exit(1 if short else 0)


def measure(part, quick, wanted):
    """Measure a part; print its rows as they come, and return them."""
    found = []
    in_memory = part in IN_MEMORY and MEMORY.is_dir()
    with tempfile.TemporaryDirectory(dir=MEMORY if in_memory else None) as folder:
        for row in import_module(f"tools.bench.{part}").rows(Path(folder), quick, wanted):
            if row.number in wanted:
                found.append(row)
                print(row, flush=True)
    return found


def machine():
    """Return in words what this runs on, and how busy it is."""
    info = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    model = re.search(r"^model name\s*: (.*)$", info, re.MULTILINE)
    return (
        f"{model[1] if model else platform.machine()}, {os.cpu_count()} cores, {platform.system()} "
        f"{platform.release()}, Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}"
    )


if __name__ == "__main__":
    main()
