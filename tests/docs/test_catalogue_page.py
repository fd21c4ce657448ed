"""The catalogue in docs/variants has every variant, its rows and the texts it rests on, as the variant files say."""

import re

from scorekeeper.variants.catalogue import catalogue
from tests.docs.pages import DOCS, anchors, rows, section, text_of

VARIANTS = catalogue()
FOLDER = DOCS / "variants"
LINKED = re.compile(r"\[([\w-]+)\]\(([\w-]+\.md)#([\w-]+)\)")
ENTRY = re.compile(r"^`([\w-]+)` · (.+)$", re.MULTILINE)


def listed():
    """Return row -> the keys and pages that the list of rows gives for it."""
    return {cells[0]: LINKED.findall(cells[1]) for cells in rows(section(FOLDER / "README.md", "The rows"))}


def entries():
    """Return key -> the line of its entry that names rows and sources."""
    return {key: line for page in FOLDER.glob("*.md") for key, line in ENTRY.findall(text_of(page))}


def cited(key, what):
    """Return the sources of a variant's file that are of that kind."""
    return [source.removeprefix(what) for source in VARIANTS[key].sources if source.startswith(what)]


def test_rows_and_texts_of_a_variant_are_those_of_its_file():
    by_row, lines = listed(), entries()
    assert sorted(lines) == sorted(VARIANTS)
    for key in VARIANTS:
        of_key = [row for row, links in by_row.items() if key in [named for named, _, _ in links]]
        assert of_key == cited(key, "catalogue "), key
        assert re.findall(r"\[(\d{3})\]", lines[key]) == cited(key, "source "), key


def test_every_row_leads_to_the_entry_of_its_variant():
    for links in listed().values():
        assert links
        for key, page, anchor in links:
            assert anchor == key
            assert anchor in anchors(FOLDER / page)
            assert key in [named for named, _ in ENTRY.findall(text_of(FOLDER / page))]
