"""One name, one thing: no class of the rules or the variants has the name of another."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import fields
from pathlib import Path

import pytest

from scorekeeper.rules.line_keys import KINDS, READERS
from scorekeeper.rules.sheet import Hand, SmokeHand

PACKAGE = Path(__file__).parents[2] / "scorekeeper"


def test_no_class_name_twice():
    files = [file for folder in ("rules", "variants") for file in (PACKAGE / folder).rglob("*.py")]
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files]
    names = Counter(
        node.name.lstrip("_") for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    )
    assert len(names) > 60
    assert [name for name, times in names.items() if times > 1] == []


@pytest.mark.parametrize(("kind", "hand"), [("bidding", Hand), ("smoke", SmokeHand)])
def test_the_keys_of_a_hand_are_the_fields_of_its_record(kind, hand):
    assert KINDS[kind][0] is hand
    assert list(READERS[kind]) == [field.name for field in fields(hand)]
