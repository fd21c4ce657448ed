"""docs/architecture.md and docs/trust.md say where things are, and they are there."""

from __future__ import annotations

import re

from tests.docs.pages import DOCS, ROOT, coded, rows, section, text_of
from tests.proofs import ROWS

PAGE = DOCS / "architecture.md"


def defined(name, place):
    """Return whether a function, class or value of that name is defined in that file or folder."""
    path = ROOT / place
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    found = re.compile(rf"^ *(?:def|class) {name}\b|^{name}(?:: .*)? = ", re.MULTILINE)
    return any(found.search(text_of(file)) for file in files)


def test_what_one_looks_for_is_where_the_page_says():
    answers = [coded(cells[1]) for cells in rows(section(PAGE, "Where to look"))]
    assert len(answers) > 5
    for answer in answers:
        place = next(word for word in answer if "/" in word)
        assert (ROOT / place).exists()
        for name in (word.removesuffix("()") for word in answer if "/" not in word and word != "seen"):
            assert defined(name, place), f"{name} in {place}"


def test_the_packages_are_all_there_are():
    listed = {word for cells in rows(section(PAGE, "Packages")) for word in coded(cells[0])}
    assert all((ROOT / place).is_dir() for place in listed)
    missing = {
        f"scorekeeper/{path.parent.name}/"
        for path in (ROOT / "scorekeeper").glob("*/__init__.py")
        if f"scorekeeper/{path.parent.name}/" not in listed
    }
    assert missing == set()


def test_the_picture_has_words_for_whoever_does_not_see_it():
    assert re.search(r"!\[.{80,}\]\(architecture\.svg\)", text_of(PAGE))
    picture = text_of(DOCS / "architecture.svg")
    assert "<title" in picture
    assert "prefers-color-scheme: dark" in picture
    numbers = re.findall(r'class="number"[^>]*>(\d)<', picture)
    assert numbers == re.findall(r"^(\d)\. \*\*", text_of(PAGE), re.MULTILINE)


def test_the_promises_are_those_that_are_proved():
    listed = {int(cells[0]): cells[1] for cells in rows(text_of(DOCS / "trust.md"))}
    assert listed == {number: row.promise.replace("“", '"').replace("”", '"') for number, row in ROWS.items()}
