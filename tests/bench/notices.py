"""Commits a second on PostgreSQL by many writers, each with a NOTIFY as a saved hand has it, and without.

    .venv/bin/python -m tests.bench.notices [--writers 16] [--seconds 5]

Commits with a notice wait for each other, disk and all; those without share their waits: docs/capacity.md.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import threading
import time

import psycopg

from scorekeeper.services.games.store import CHANNEL
from tests.bench.measure import PAIRS
from tests.postgres import started

UPDATE = "UPDATE tallies SET number = number + 1 WHERE id = %s"
NOTICE = f"SELECT pg_notify('{CHANNEL}', %s::text)"
WITHOUT = "SELECT length(%s::text)"
CODE = "L6cTYb3RVxctTRsX9GbEEw"


def commits_a_second(address, last, writers, seconds):
    """Return how many transactions were committed a second, each of an update and a last statement."""
    counts, until = [0] * writers, time.monotonic() + seconds

    def write(number):
        with psycopg.connect(address) as connection:
            while time.monotonic() < until:
                connection.execute(UPDATE, (number,))
                connection.execute(last, (CODE,))
                connection.commit()
                counts[number] += 1

    threads = [threading.Thread(target=write, args=(number,)) for number in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / seconds


def main():
    words = argparse.ArgumentParser(prog="python -m tests.bench.notices", description=__doc__.partition("\n")[0])
    words.add_argument("--writers", type=int, default=16)
    words.add_argument("--seconds", type=float, default=5)
    asked = words.parse_args()
    with started(on_disk=True) as url:
        address = url.replace("+psycopg", "")
        with psycopg.connect(address) as connection:
            connection.execute("CREATE TABLE tallies (id int PRIMARY KEY, number int NOT NULL DEFAULT 0)")
            connection.execute("INSERT INTO tallies SELECT generate_series(0, %s)", (asked.writers,))
        found = [
            tuple(commits_a_second(address, last, asked.writers, asked.seconds) for last in (NOTICE, WITHOUT))
            for _ in range(PAIRS)
        ]
    noticed, silent = (statistics.median(each) for each in zip(*found, strict=True))
    sys.stdout.write(f"{asked.writers} writers: {noticed:.0f} commits a second with a notice, {silent:.0f} without\n")


if __name__ == "__main__":
    main()
