"""What a run of the tests may not go without (CONTRIBUTING.md), and what `make prove` says was tried."""

from types import SimpleNamespace

import pytest
from _pytest.outcomes import Failed, Skipped

from tests.needs import miss
from tests.proofs import ROWS, report


@pytest.mark.parametrize(("named", "raised"), [("", Skipped), ("postgres, nginx", Skipped), ("nginx,chromium", Failed)])
def test_a_missing_tool_skips_a_test_or_fails_it_where_it_is_required(monkeypatch, named, raised):
    monkeypatch.setenv("REQUIRE", named)
    with pytest.raises(raised, match="no browser here"):
        miss("chromium", "There is no browser here.")


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
