"""The report of `make prove`: for every row of the table in docs/trust.md what was found, its controls among it.

A figure says in its name which row it is of, or it is of the row whose file its test stands in; so does a control.
"""

import datetime as dt
import os
import platform
import re
import sqlite3
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One promise, and the files whose tests show it."""

    promise: str
    files: tuple[str, ...]
    elsewhere: str = ""
    """Where it is shown, if not in any of these."""


ROWS = {
    1: Row("“Saved” survives a power cut", ("tests/trust/test_power_cut.py",)),
    2: Row("and kill -9 of any worker", ("tests/trust/test_killed_workers.py",)),
    3: Row("a failed write changes nothing", ("tests/trust/test_every_form.py",)),
    4: Row("a full disk loses nothing and is reported", ("tests/trust/test_full_disk.py",)),
    5: Row("clock steps do no harm", ("tests/trust/test_clock.py",)),
    6: Row("two scorers cannot overwrite each other silently", ("tests/trust/test_two_at_once.py",)),
    7: Row("all phones see one history", ("tests/trust/test_killed_workers.py",)),
    8: Row("offline hands arrive once, in order", ("tests/e2e/test_offline.py",)),
    9: Row("money is conserved", ("tests/money/test_random_nights.py",)),
    10: Row("totals are what the lines say", ("tests/trust/test_totals.py",)),
    11: Row("the engine is right", ("tests/rules/test_cases.py", "tests/rules/test_enumeration.py")),
    12: Row("its tests would notice", ("tests/trust/test_mutants.py",)),
    13: Row("a new database is as modeled, and an upgrade keeps its data", ("tests/models/test_migrations.py",)),
    14: Row("backups restore", ("tests/operations/test_backup.py",)),
    15: Row("SQLite and PostgreSQL behave the same", (), "`make test-postgres`, which runs the suite on PostgreSQL"),
    16: Row("leagues cannot see each other", ("tests/access/test_matrix.py",)),
    17: Row("no input crashes it", ("tests/trust/test_any_input.py", "tests/trust/test_imports.py")),
    18: Row("everyone can use it on a small phone", ("tests/e2e/test_accessibility.py", "tests/e2e/test_keyboard.py")),
    19: Row("a half-sent request takes no thread", ("tests/trust/test_slow_requests.py",)),
    20: Row("a phone that was removed can't write anymore", ("tests/trust/test_shut_out.py",)),
    21: Row("no header changes what others see", ("tests/trust/test_header_games.py",)),
    22: Row("a table saves while strangers are busy", ("tests/trust/test_slow_requests.py",)),
    23: Row("work grows with the rows, and no faster", ("tests/trust/test_linear_work.py",)),
    24: Row("what strangers can make a server store is limited", ("tests/trust/test_bytes_kept.py",)),
    25: Row("imports break nothing later", ("tests/trust/test_hostile_inputs.py", "tests/transfer/test_refused.py")),
    26: Row("a closed round of a tournament is never lost or counted twice", ("tests/trust/test_closed_rounds.py",)),
    27: Row("if the database server dies, its standby takes over", ("tests/trust/test_failover.py",)),
    28: Row("all of this holds at once", ("tests/trust/test_simulator.py",)),
}


def figures_of(reports):
    """Return each figure as (name, value), by number: row 2 comes before row 16.

    Counts, given as a list, are added up over all tests that recorded them under one name.
    """
    found = {}
    for report in reports:
        for name, value in report.user_properties:
            found.setdefault(name, []).append(value)
    return [(name, value) for name in sorted(found, key=_by_number) for value in _added_up(found[name])]


def _added_up(values):
    if not isinstance(values[0], list):
        return values
    return [", ".join(str(sum(counts)) for counts in zip(*values, strict=True))]


def _by_number(name):
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split("([0-9]+)", name)]


def found_of(number, row, stats):
    """Return what may be said of a row's promise, and what became of its tests, a line each."""
    of = {outcome: [it for it in stats.get(outcome, []) if it.nodeid.partition("::")[0] in row.files]
          for outcome in ("passed", "skipped", "failed", "error")}  # fmt: skip
    calls = [it for it in of["passed"] if it.when == "call"]
    failed = [*of["failed"], *of["error"]]
    if failed:
        verdict = "DOES NOT HOLD"
    elif not calls:
        verdict = "not tried"
    else:
        left_out = len(of["skipped"])
        verdict = f"holds as far as it was tried, {left_out} left out" if left_out else "holds"
    figures = [
        f"{re.sub(r'^row [0-9]+[,:]? *', '', name)}: {value}"
        for name, value in figures_of(calls)
        if not re.match(rf"row (?!{number}\b)", name)
    ]
    skipped = [(it.nodeid.rpartition("::")[2], it.longrepr[2].removeprefix("Skipped: ")) for it in of["skipped"]]
    lines = sorted(figures, key=lambda it: "control" in it)
    lines += [f"left out, {name}: {why}" for name, why in skipped] + [f"FAILED: {it.nodeid}" for it in failed]
    return f"{verdict}; {len(calls)} tests in {sum(it.duration for it in calls):.0f} s", lines


def report(stats, *, whole):
    """Return the lines of the report, which are Markdown too; `whole`: with the rows that were not tried."""
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    now = f"{dt.datetime.now(dt.UTC):%d %B %Y, %H:%M} UTC"
    yield f"{now}; {platform.system()} {platform.release()}, {versions}, {os.cpu_count()} cores."
    yield ""
    for number, row in ROWS.items():
        said, lines = found_of(number, row, stats)
        if row.elsewhere:
            said = f"not here, but by {row.elsewhere}"
        elif not (whole or lines or not said.startswith("not tried")):
            continue
        yield f"{number}. **{row.promise}**: {said}"
        yield from (f"    - {line}" for line in lines)


if __name__ == "__main__":
    sys.stdout.write(" ".join(dict.fromkeys(file for row in ROWS.values() for file in row.files)))
