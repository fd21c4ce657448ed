"""The two levels of tests, what a run may not go without (CONTRIBUTING.md), and what `make prove` says was tried."""

from __future__ import annotations

import ast
import re
from types import SimpleNamespace

import pytest
from _pytest.outcomes import Failed, Skipped

from tests.needs import miss
from tests.proofs import ROWS, report


def marked(thing, marker):
    return any(ast.unparse(decorator).startswith(f"pytest.mark.{marker}") for decorator in thing.decorator_list)


def test_every_area_has_a_browser_test_that_is_always_run(root):
    files = sorted((root / "tests" / "e2e").glob("test_*.py"))
    assert len(files) > 15
    for file in files:
        body = ast.parse(file.read_text(encoding="utf-8")).body
        tests = [it for it in body if isinstance(it, ast.FunctionDef) and it.name.startswith("test_")]
        assert [it.name for it in tests if not marked(it, "deep")], file.name


@pytest.mark.parametrize(("named", "raised"), [("", Skipped), ("postgres, nginx", Skipped), ("nginx,chromium", Failed)])
def test_a_missing_tool_skips_a_test_or_fails_it_where_it_is_required(monkeypatch, named, raised):
    monkeypatch.setenv("REQUIRE", named)
    with pytest.raises(raised, match="no browser here"):
        miss("chromium", "There is no browser here.")


# ---------------------------------------------------------------- what the browser tests wait for

TEXT = r"\"\"\".*?\"\"\"|\"[^\"\n]*\""
CALL = re.compile(rf"\.wait_for_function\(\s*({TEXT}|[A-Z_]+)", re.DOTALL)
CONSTANT = re.compile(rf"^([A-Z_]+) = ({TEXT})", re.DOTALL | re.MULTILINE)


def async_questions(source):
    """Return what `wait_for_function` is asked in a module that it would answer with a promise, which is a yes."""
    constants = dict(CONSTANT.findall(source))
    questions = [constants.get(question, question) for question in CALL.findall(source)]
    return [question for question in questions if "async" in question]


def test_no_browser_test_waits_for_a_promise(root):
    planted = 'SEEN = "async () => 1"\npage.wait_for_function(SEEN)'
    assert len(async_questions(planted)) == 1
    for path in (root / "tests/e2e").rglob("*.py"):
        assert async_questions(path.read_text(encoding="utf-8")) == [], path.name


# ---------------------------------------------------------------- no more is promised than what was tried

FILE = ROWS[1].files[0]
SKIPPED = ("file", 1, "Skipped: Only root may mount a disk.")


def of(outcome, name):
    """A report as pytest makes one."""
    return SimpleNamespace(
        nodeid=f"{FILE}::{name}", when="call", duration=1.0, user_properties=[], longrepr=SKIPPED, outcome=outcome
    )


@pytest.mark.parametrize(
    ("outcomes", "verdict"),
    [
        (("passed", "skipped"), "holds as far as it was tried, 1 left out;"),
        (("skipped", "skipped"), "not tried;"),
        (("passed", "skipped", "error"), "DOES NOT HOLD;"),
    ],
)
def test_a_promise_holds_only_if_nothing_was_left_out(outcomes, verdict):
    stats = {}
    for number, outcome in enumerate(outcomes):
        stats.setdefault(outcome, []).append(of(outcome, f"test_{number}"))
    lines = list(report(stats, whole=False))
    assert f"{ROWS[1].promise}**: {verdict}" in "\n".join(lines)
    assert sum("left out, test_" in line for line in lines) == outcomes.count("skipped")
