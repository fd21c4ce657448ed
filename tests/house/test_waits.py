"""What the browser tests wait for: `wait_for_function` takes a promise for a yes and waits for nothing."""

from __future__ import annotations

import re

import pytest

TEXT = r"\"\"\".*?\"\"\"|\"[^\"\n]*\""
CALL = re.compile(rf"\.wait_for_function\(\s*({TEXT}|[A-Z_]+)", re.DOTALL)
CONSTANT = re.compile(rf"^([A-Z_]+) = ({TEXT})", re.DOTALL | re.MULTILINE)


def async_questions(source):
    """Return what `wait_for_function` is asked in a module that it would answer with a promise."""
    constants = dict(CONSTANT.findall(source))
    questions = [constants.get(question, question) for question in CALL.findall(source)]
    return [question for question in questions if "async" in question]


def test_no_browser_test_waits_for_a_promise(root):
    modules = sorted((root / "tests/e2e").rglob("*.py"))
    assert {path.name: found for path in modules if (found := async_questions(path.read_text(encoding="utf-8")))} == {}


@pytest.mark.parametrize(
    "planted",
    ['page.wait_for_function("async () => await seen()")', 'SEEN = "async () => 1"\npage.wait_for_function(SEEN)'],
)
def test_a_wait_for_a_promise_is_found(planted):
    assert len(async_questions(planted)) == 1
