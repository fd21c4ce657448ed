"""The alert rules of the examples, played by promtool; test_metrics.py looks whether they ask for what there is."""

from __future__ import annotations

import subprocess

import pytest

from tests.needs import PROMTOOL, miss

PLACE = "tests/house/alerts.yaml"


@pytest.fixture
def promtool():
    if PROMTOOL is None:
        miss("promtool", "Here is no promtool (make test-all takes it from Debian's package).")

    def run(*words, at):
        return subprocess.run([PROMTOOL, *words], cwd=at, capture_output=True, text=True, check=False)

    return run


def test_every_alert_fires_when_it_should_and_none_on_a_good_day(promtool, root):
    done = promtool("test", "rules", "alerts.yaml", at=root / "tests/house")
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_alert_that_does_not_fire_is_found(promtool, root, tmp_path):
    for place in ("scorekeeper/examples/alerts.yaml", PLACE):
        (tmp_path / place).parent.mkdir(parents=True)
        text = (root / place).read_text(encoding="utf-8")
        (tmp_path / place).write_text(text.replace("scorekeeper_backup_failed == 1", "scorekeeper_backup_failed == 2"))
    assert promtool("test", "rules", "alerts.yaml", at=(tmp_path / PLACE).parent).returncode == 1
