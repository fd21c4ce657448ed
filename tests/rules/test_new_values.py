"""A new value of a setting is named by mypy wherever the rules must know it; no word of one is compared with `==`."""

from __future__ import annotations

import ast
import re
import shutil
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from scorekeeper.rules.ruleset import SETTINGS
from scorekeeper.rules.values import OneOf

PACKAGE = Path(__file__).parents[2] / "scorekeeper"

PLACES = {
    "GameKind": "contradictions rules_sheet ruleset",
    "Sides": "seats",
    "Exchange": "deck",
    "AllPass": "fold",
    "SpecialMade": "scoring",
    "SpecialFailed": "scoring",
    "PointTo": "taken",
    "GameTie": "scoring",
    "MayWin": "finish whatif",
    "Crossing": "finish",
    "InstantWin": "finish",
    "All": "ruleset",
    "Above": "ruleset",
    "TheBid": "scoring",
    "Lowest": "contradictions",
    "Never": "contradictions doubts finish tally values whatif",
}
"""Literal -> the modules whose code depends on its words.  Of every other Literal only the sentences do."""

WORDS_ALONE = {
    "CallWhat", "Reveal", "SpecialName", "FirstDealer", "JackName", "OffJackName", "HighJokerName", "LowJokerName",
    "FiveName", "OffFiveName", "NineName", "MisdealClaim", "Follow", "FirstLead",
}  # fmt: skip

ASKED_ALONE = {
    "CallNot", "Direction", "Equal", "GameBy", "HighCard", "Hold", "HoldWho", "JokerTie", "LowCard",
    "MayDiscard", "NextDealer", "RenegePenalty", "Rounds", "ScoringMade", "ScoringOthers", "ScoringSet",
    "SitsOut", "SpecialNeeds", "TrumpMade", "TrumpOrder",
}  # fmt: skip
"""Asked of through `ANSWERS` alone, those of a ruleset and of the sheet; `test_derived.py` names a word without one."""


@pytest.mark.deep
def test_mypy_names_every_place_that_must_know_a_new_value(tmp_path):
    mypy = pytest.importorskip("mypy.api")
    copy = tmp_path / "scorekeeper"
    for package in ("rules", "sheets"):
        shutil.copytree(PACKAGE / package, copy / package, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "__init__.py").write_text("", encoding="utf-8")
    literals = set()
    for file in (copy / "rules" / "ruleset.py", copy / "rules" / "setting_groups.py"):
        text = file.read_text(encoding="utf-8")
        literals |= set(re.findall(r"^(\w+) = Literal\[", text, re.MULTILINE))
        more = re.sub(r"^(\w+) = Literal\[", r'\1 = Literal["new-\1", ', text, flags=re.MULTILINE)
        file.write_text(more, encoding="utf-8")
    assert literals == PLACES.keys() | WORDS_ALONE | ASKED_ALONE
    limit = sys.getrecursionlimit()
    report, *_ = mypy.run(["--strict", f"--cache-dir={tmp_path / 'cache'}", str(copy)])
    sys.setrecursionlimit(limit)  # mypy raises it, and then a file nested too deep can be read
    named = defaultdict(set)
    for line in report.splitlines():
        for literal in re.findall(r"new-(\w+)", line):
            named[literal].add(Path(line.partition(":")[0]).stem)
    assert {literal: " ".join(sorted(modules)) for literal, modules in named.items()} == PLACES


WORDS = {
    key.rpartition(".")[2]: {word for word in allowed.words if word != "none"}
    for key, (allowed, _default) in SETTINGS.items()
    if isinstance(allowed, OneOf)
}
"""Setting with fixed values -> its words, but for "none", which says that there is no such rule."""
NAMED_PAIRS = "contradictions.py"
"""Contradictions are pairs of values by name; a new value has none until somebody writes it."""


def compared_words(tree):
    """Return the comparisons of a setting with fixed values with one of its words."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            parts = [part for side in (node.left, *node.comparators) for part in ast.walk(side)]
            settings = {part.attr for part in parts if isinstance(part, ast.Attribute)}
            constants = {part.value for part in parts if isinstance(part, ast.Constant)}
            if any(WORDS.get(setting, set()) & constants for setting in settings):
                yield ast.unparse(node)


@pytest.mark.parametrize("line", ["rules.game.tie == 'low'", "finish.hold in ('none', 'one-short')"])
def test_a_comparison_with_a_word_is_found(line):
    assert list(compared_words(ast.parse(line))) == [line]


def test_a_word_is_asked_for_by_match_alone():
    found = {
        f"{file.relative_to(PACKAGE)}: {comparison}"
        for file in PACKAGE.rglob("*.py")
        if file.name != NAMED_PAIRS
        for comparison in compared_words(ast.parse(file.read_text(encoding="utf-8")))
    }
    assert found == set()
