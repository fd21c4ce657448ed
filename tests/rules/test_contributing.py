"""What CONTRIBUTING.md says of the rules is true: its recipe for a variant is followed, its table of places is read."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "CONTRIBUTING.md"
PROGRAMS = {"python": [], "pytest": ["-m", "pytest"], "scorekeeper": ["-m", "scorekeeper"]}
LEAVE_OUT = shutil.ignore_patterns("__pycache__")


def recipe():
    """Return the section "Adding a variant" of the page."""
    return PAGE.read_text(encoding="utf-8").split("## Adding a variant\n")[1].split("\n## ")[0]


def blocks():
    """Return what the recipe writes, each with its path: the variant, its golden sheet, its entry in the catalogue."""
    paths = re.findall(r"`((?:scorekeeper/variants|tests/cases|docs/variants)/[\w-]+\.(?:toml|md))`", recipe())
    texts = re.findall(r"```(?:toml|markdown)\n(.*?)```", recipe(), re.DOTALL)
    return dict(zip(paths, map(textwrap.dedent, texts), strict=True))


def commands():
    """Return the commands the recipe names, in order, as this Python runs them."""
    for program, arguments in re.findall(r"`\.venv/bin/(\w+) ([^`]*)`", recipe()):
        yield [sys.executable, *PROGRAMS[program], *shlex.split(arguments)]


@pytest.mark.deep
def test_the_recipe_for_a_variant_leads_to_the_end(tmp_path):
    for folder in ("scorekeeper", "tests/rules", "tests/cases", "tests/docs", "docs"):
        shutil.copytree(PAGE.parent / folder, tmp_path / folder, ignore=LEAVE_OUT)
    for file in ("pyproject.toml", "tests/golden.py"):
        shutil.copy(PAGE.parent / file, tmp_path / file)
    for path, text in blocks().items():
        with (tmp_path / path).open("a", encoding="utf-8") as file:
            file.write(f"\n{text}")
    rules = [sys.executable, "-m", "pytest", *(f"tests/rules/test_{name}.py" for name in ("settings", "deck"))]
    hands = [sys.executable, "-m", "pytest", "tests/rules/test_enumeration.py", "-k", "legion or committed"]
    pages = [sys.executable, "-m", "pytest", "tests/docs/test_catalogue_page.py"]
    steps = [*commands(), rules, hands, pages]
    assert len(steps) == 7
    for command in steps:
        env = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONUTF8": "1"}
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"


def test_the_rules_are_where_the_page_says():
    for names, path in re.findall(r"\| (`_.*`) in `(.*\.py)` \|", PAGE.read_text(encoding="utf-8")):
        text = (PAGE.parent / path).read_text(encoding="utf-8")
        assert all(f"def {name}(" in text for name in re.findall(r"`(_\w+)`", names)), path
