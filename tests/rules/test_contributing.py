"""The worked example of CONTRIBUTING.md is taken from the page and played."""

from __future__ import annotations

import re
import textwrap
import tomllib
from pathlib import Path

from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.table import fold
from scorekeeper.variants.catalogue import build, parse, shipped_files

PAGE = Path(__file__).parents[2] / "CONTRIBUTING.md"


def test_the_worked_example_is_true():
    variant_text, case_text = (
        textwrap.dedent(block)
        for block in re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    )
    own = parse(variant_text)
    variant = build(own, {file.key: file for file in shipped_files()} | {own.key: own})
    case = tomllib.loads(case_text)
    table, _ = fold(read_sheet(case["sheet"], {variant.key: variant}.__getitem__))
    assert dict(table.scores) == case["expect"]["scores"]
    assert list(table.winners) == case["expect"]["winners"]


def test_the_rules_are_where_the_page_says():
    for names, path in re.findall(r"\| (`_.*`) in `(.*\.py)` \|", PAGE.read_text(encoding="utf-8")):
        text = (PAGE.parent / path).read_text(encoding="utf-8")
        assert all(f"def {name}(" in text for name in re.findall(r"`(_\w+)`", names)), path
