"""The two levels of tests, and what a run may not go without (CONTRIBUTING.md)."""

from __future__ import annotations

import ast

import pytest
from _pytest.outcomes import Failed, Skipped

from tests.levels import mark_what_no_sample_has
from tests.needs import TOOLS, miss, required


def marked(thing, marker):
    return any(ast.unparse(decorator).startswith(f"pytest.mark.{marker}") for decorator in thing.decorator_list)


def test_every_area_has_a_browser_test_that_is_always_run(root):
    files = sorted((root / "tests" / "e2e").glob("test_*.py"))
    assert len(files) > 15
    for file in files:
        body = ast.parse(file.read_text(encoding="utf-8")).body
        tests = [it for it in body if isinstance(it, ast.FunctionDef) and it.name.startswith("test_")]
        assert [it.name for it in tests if not marked(it, "deep")], file.name


class Item:
    """A test as pytest collects it."""

    def __init__(self, nodeid, *markers):
        self.nodeid, self.markers = nodeid, [marker.mark for marker in markers]

    def iter_markers(self, name):
        return (marker for marker in self.markers if marker.name == name)

    def add_marker(self, marker):
        self.markers.append(marker.mark)

    @property
    def is_deep(self):
        return any(self.iter_markers("deep"))


def drawn(seed, *, backwards=False):
    """Return which of forty cases a run with that seed takes."""
    items = [Item(f"test_it.py::test_all[{number}]", pytest.mark.sampled(6)) for number in range(40)]
    alone = Item("test_it.py::test_alone")
    mark_what_no_sample_has([*(reversed(items) if backwards else items), alone], seed)
    assert not alone.is_deep
    return [item.nodeid for item in items if not item.is_deep]


def test_a_sample_is_as_large_as_it_says_and_the_same_for_the_same_seed():
    assert len(drawn(1)) == 6
    assert drawn(1) == drawn(1, backwards=True)
    assert len({tuple(drawn(seed)) for seed in range(20)}) > 10, "another seed draws others"


def test_a_sample_of_few_is_all_of_them():
    items = [Item(f"test_it.py::test_all[{number}]", pytest.mark.sampled(6)) for number in range(3)]
    mark_what_no_sample_has(items, 1)
    assert not any(item.is_deep for item in items)


@pytest.mark.parametrize(("named", "raised"), [("", Skipped), ("postgres, nginx", Skipped), ("nginx,chromium", Failed)])
def test_a_missing_tool_skips_a_test_or_fails_it_where_it_is_required(monkeypatch, named, raised):
    monkeypatch.setenv("REQUIRE", named)
    with pytest.raises(raised, match="no browser here"):
        miss("chromium", "There is no browser here.")


def test_a_tool_nobody_knows_is_not_required_in_silence(monkeypatch):
    monkeypatch.setenv("REQUIRE", "chromium,chrome")
    with pytest.raises(pytest.UsageError, match="not chrome"):
        required()
    monkeypatch.setenv("REQUIRE", ",".join(TOOLS))
    assert required() == set(TOOLS)
