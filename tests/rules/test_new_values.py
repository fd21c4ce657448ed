"""No word of a setting is compared with `==`: mypy then names each `match` that a new word must be added to."""

import ast
from pathlib import Path

import pytest

from scorekeeper.rules.ruleset import SETTINGS
from scorekeeper.rules.values import OneOf

PACKAGE = Path(__file__).parents[2] / "scorekeeper"

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
