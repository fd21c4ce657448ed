"""The two levels of tests, and what a run may not go without (CONTRIBUTING.md)."""

from __future__ import annotations

import ast
import re

import pytest
from _pytest.outcomes import Failed, Skipped

from tests.levels import mark_what_no_sample_has
from tests.needs import miss


def marked(thing, marker):
    return any(ast.unparse(decorator).startswith(f"pytest.mark.{marker}") for decorator in thing.decorator_list)


def test_every_area_has_a_browser_test_that_is_always_run(root):
    files = sorted((root / "tests" / "e2e").glob("test_*.py"))
    assert len(files) > 15
    for file in files:
        body = ast.parse(file.read_text(encoding="utf-8")).body
        tests = [it for it in body if isinstance(it, ast.FunctionDef) and it.name.startswith("test_")]
        assert [it.name for it in tests if not marked(it, "deep")], file.name


def drawn(seed, of=40, *, backwards=False):
    """Return which of so many cases a run with that seed takes."""
    items = [Item(f"test_it.py::test_all[{number}]", pytest.mark.sampled(6)) for number in range(of)]
    mark_what_no_sample_has([*reversed(items)] if backwards else items, seed)
    return [item.nodeid for item in items if not any(item.iter_markers("deep"))]


class Item:
    """A test as pytest collects it."""

    def __init__(self, nodeid, *markers):
        self.nodeid, self.markers = nodeid, [marker.mark for marker in markers]

    def iter_markers(self, name):
        return (marker for marker in self.markers if marker.name == name)

    def add_marker(self, marker):
        self.markers.append(marker.mark)


def test_a_sample_is_as_large_as_it_says_and_the_same_for_the_same_seed():
    assert (len(drawn(1)), len(drawn(1, of=3))) == (6, 3)
    assert drawn(1) == drawn(1, backwards=True)
    assert len({tuple(drawn(seed)) for seed in range(20)}) > 10, "another seed draws others"


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
