"""Row 12, the tests of the rules would notice: what `make mutate` came to, and whether the rules are still those.

The run takes a quarter of an hour and is not made here: MUTANTS.md tells of the last one, or, where a whole run was
made since (`make prove MUTATE=1`), mutants/whole.json.
"""

import json
import re

from tests.trust.servers import ROOT
from tools.digest import RULES, digest_of

PAGE = (ROOT / "tests" / "rules" / "MUTANTS.md").read_text(encoding="utf-8")
WHOLE = ROOT / "mutants" / "whole.json"
FRESH = "of the rules as they are"
SHARE = 99
"""Per cent that must be killed."""


def told():
    """What the page says of the last run that is written down there."""
    made, killed, alive = map(int, re.search(r"\*\*(\d+) mutants, (\d+) killed, (\d+) alive", PAGE).groups())
    assert made == killed + alive
    day, digest = re.search(r"%\.\*\* ([^,]+),", PAGE)[1], re.search(r"the digest\s+`(\w{16})`", PAGE)[1]
    return {"rules": digest, "day": day, "killed": killed, "alive": alive}


def latest():
    if WHOLE.exists() and (run := json.loads(WHOLE.read_text(encoding="utf-8")))["rules"] == digest_of():
        return run
    return told()


def state_of(run, digest):
    return FRESH if run["rules"] == digest else "stale: the rules were changed since"


def test_enough_mutants_are_killed(request, record_property):
    """What is proved is proved of the rules as they are; in between somebody may change them."""
    run = latest()
    share = 100 * run["killed"] / (run["killed"] + run["alive"])
    state = state_of(run, digest_of())
    said = f"{run['killed']} killed, {run['alive']} alive, {share:.1f} %; run on {run['day']}, {state}"
    record_property("row 12: mutants of the rules", said)
    assert share >= SHARE
    assert state == FRESH or not request.config.getoption("prove"), "make prove MUTATE=1 breaks them anew"


def test_every_survivor_is_explained():
    survivors = PAGE.partition("## The survivors")[2]
    assert sum(map(int, re.findall(r"\((\d+)\)", survivors))) == told()["alive"]


def test_the_control_a_change_of_the_rules_is_noticed(tmp_path, record_property):
    for path in RULES.glob("*.py"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    before, changed = digest_of(tmp_path), tmp_path / "hand.py"
    changed.write_text(changed.read_text(encoding="utf-8").replace("==", "!=", 1), encoding="utf-8")
    assert state_of({"rules": before}, before) == FRESH
    state = state_of({"rules": before}, digest_of(tmp_path))
    record_property("row 12, control with one operator changed", state)
    assert state.startswith("stale")
