"""Real nights through HTTP: tables that play on hosts of the app, behind nginx and one PostgreSQL, all on this machine.

    .venv/bin/python -m tests.load [--hosts 2] [--tables 200] [--minutes 10] [--every 20] [--followers 3]

At every table one phone keeps score, with three previews a hand, and others follow it by a stream or by asking, as
static/js/live.js does.  After a game they play a rematch.  In the end the database is read: every hand that a phone was
told is saved is there once, every score that a phone was shown is the one of that hand, and the doctor finds nothing.
Otherwise it exits with 1, or where anything was refused or not answered.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.__main__ import machine
from tests.load.nights import Table, Told, sit_down
from tests.load.phones import Phone
from tests.load.town import town_of
from tests.nginx import NGINX
from tests.postgres import NoPostgres
from tests.trust.scoring import faults_of, histories

TELL_EVERY = 30.0  # seconds
FILES = 8_192
"""Each phone has two connections, and nginx two more for each of them."""


def main():
    asked = _asked()
    if not NGINX:
        sys.exit("There is no nginx on this machine (make load installs it on Debian, as root).")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, most), most))
    try:
        with tempfile.TemporaryDirectory() as folder, town_of(asked.hosts, Path(folder)) as town:
            sys.exit(0 if asyncio.run(night(asked, town)) else 1)
    except NoPostgres as reason:
        sys.exit(str(reason))


async def night(asked, town):
    """Play a night and print its figures; return whether nothing went wrong."""
    told, began = Told(), time.monotonic()
    tables = [Table(number, town.port, asked.followers, told) for number in range(asked.tables)]
    say(machine())
    networks = "a network each" if town.are_apart else "a port each"
    say(f"{asked.hosts} hosts ({networks}), {asked.tables} tables of {1 + asked.followers} phones")
    await sit_down(tables)
    say(f"All sat down after {time.monotonic() - began:.0f} s; a hand every {asked.every:g} s.")
    town.forget_statements()
    before, mine, requests, began = town.cpu(), time.process_time(), Phone.asked, time.monotonic()
    until = began + 60 * asked.minutes
    telling = asyncio.create_task(tell(told, began))
    await asyncio.gather(*(table.play(asked.every, until) for table in tables))
    telling.cancel()
    took = time.monotonic() - began
    spent = {name: cpu - before[name] for name, cpu in town.cpu().items()}
    spent["these phones"] = time.process_time() - mine
    sent = town.statements()
    requests = Phone.asked - requests
    await asyncio.gather(*(table.stop() for table in tables))
    faults = faults_of(told.night, histories(town.database, told.games))
    report(told, took, requests, sent, spent)
    found = ", ".join(f"{name} {count}" for name, count in faults.items())
    say(f"  of {len(told.saves)} hands and {len(told.night.looks)} looks: {found}")
    for error, count in told.errors.most_common(5):
        say(f"  {count} × {error}")
    return bool(told.saves) and not told.errors and not any(faults.values())


async def tell(told, began):
    """Print how far it is, every half minute."""
    while True:
        await asyncio.sleep(TELL_EVERY)
        say(f"{time.monotonic() - began:5.0f} s  {len(told.saves)} hands, {sum(told.errors.values())} errors, "
            f"a save {times(told.saves)}")  # fmt: skip


def report(told, took, requests, sent, spent):
    """Print the figures of a night; what is counted and spent is of the time after all sat down."""
    hands = len(told.saves)
    statements, turns = sent
    say(f"{hands} hands saved ({hands / took:.1f} a second), {len(told.games)} games begun, "
        f"{sum(told.errors.values())} errors")  # fmt: skip
    say(f"  a save {times(told.saves)}; a preview {times(told.previews)}")
    for by, late in told.news.items():
        say(f"  a phone that follows knows of it by a {by} after {times(late)}")
    say(f"  {requests} requests ({requests / took:.0f} a second), {requests / hands:.1f} a hand")
    say(f"  {statements} statements and {turns} BEGIN, COMMIT or ROLLBACK, {(statements + turns) / hands:.0f} a hand")
    for name, cpu in spent.items():
        say(f"  CPU of {name}: {cpu / took:.1%} of a core, {1000 * cpu / hands:.1f} ms a hand")


def times(seconds):
    """Return how long something took, in words."""
    if len(seconds) < 2:
        return "never measured"
    p99 = statistics.quantiles(seconds, n=100, method="inclusive")[98]
    return (
        f"p50 {1000 * statistics.median(seconds):.0f} ms, p99 {1000 * p99:.0f} ms, "
        f"longest {1000 * max(seconds):.0f} ms ({len(seconds)})"
    )


def say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _asked():
    words = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__.split("\n", maxsplit=1)[0])
    words.add_argument("--hosts", type=int, default=2)
    words.add_argument("--tables", type=int, default=200)
    words.add_argument("--minutes", type=float, default=10)
    words.add_argument("--every", type=float, default=20, help="seconds from one hand of a table to its next")
    words.add_argument("--followers", type=int, default=3, help="phones at a table that follow the one that scores")
    return words.parse_args()


if __name__ == "__main__":
    main()
