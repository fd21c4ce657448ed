"""A plugin of pytest that notes what each test runs, for `bugs.py`: the lines, the templates it loads, its seconds.

    python -m pytest -p tools.reached -m "not deep" tests/money

What is measured again takes the place of what was known; the rest of `mutants/reached.pickle` stays.  Needs coverage.
"""

from __future__ import annotations

import os
import pickle
import time
from pathlib import Path

import coverage
import jinja2
import pytest

KEPT = Path("mutants/reached.pickle")
lines = coverage.Coverage(data_file=None, config_file=False, include=["scorekeeper/*"])
lines.start()
tests: dict[str, dict] = {}
"""Test -> its seconds, and what it runs: file -> the lines, a bit each, all bits of a template."""
get_template = jinja2.Environment.get_template


def get_and_note(environment, name, *args, **options):
    if tests:
        tests[next(reversed(tests))]["files"][f"templates/{name}"] = -1
    return get_template(environment, name, *args, **options)


jinja2.Environment.get_template = get_and_note


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    begun, tests[item.nodeid] = time.process_time(), {"files": {}}
    lines.switch_context(item.nodeid)
    done = yield
    tests[item.nodeid]["seconds"] = time.process_time() - begun
    return done


def pytest_runtest_logreport(report):
    tests[report.nodeid]["failed"] = tests[report.nodeid].get("failed", False) or report.failed


def pytest_unconfigure():
    lines.stop()
    found = lines.get_data()
    for path in found.measured_files():
        file = os.path.relpath(path)
        for line, names in found.contexts_by_lineno(path).items():
            for name in filter(None, names):
                tests[name]["files"][file] = tests[name]["files"].get(file, 0) | 1 << line
    known = pickle.loads(KEPT.read_bytes()) if KEPT.exists() else {}  # noqa: S301 - our own
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_bytes(pickle.dumps(known | {name: it for name, it in tests.items() if not it["failed"]}))
