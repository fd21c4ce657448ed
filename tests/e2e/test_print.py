"""A rules sheet is one page, A4 or letter, also with house rules; so is a pad; what differs is a small card."""

import json
import re

import pytest

from scorekeeper.sheets.rules_sheet import rules_sheet
from scorekeeper.variants.catalogue import catalogue
from tests.e2e.hands import Thumb
from tests.e2e.nights import NAMES, Night
from tests.rulebook.conftest import HOUSE

PAGES = re.compile(rb"/Type\s*/Page\b")
LONGEST = 6
CHANGES = {
    "points.trey.worth": 3,
    "points.joker.worth": 1,
    "special.name": "moon",
    "special.failed": "lose-game",
    "finish.hold": "one-short",
    "finish.bust": -21,
    "penalty.renege": "zero-and-max",
}


def length(variant, size):
    sheet = rules_sheet(variant, size)
    lines = [it.text for part in sheet.sections for it in part.statements]
    return sum(len(line) // 50 + 1 for line in lines) + 2 * len(sheet.points) + len(sheet.sections) + len(sheet.jargon)


def longest():
    """One size of each of the games that have most to say."""
    every = [(length(it, size), f"/rules/{it.key}/{size}") for it in catalogue().values() for size in [max(it.sizes)]]
    return [path for _, path in sorted(every, reverse=True)[:LONGEST]]


def pages(page, paper):
    return len(PAGES.findall(page.pdf(format=paper)))


def test_the_longest_sheets_are_one_page(page):
    for path in longest():
        page.goto(path)
        for paper in ("A4", "Letter"):
            assert pages(page, paper) == 1, path


def test_a_pad_is_one_page(page):
    for path in (*longest(), "/rules/double-joker-smear/5", "/rules/money-pitch/8"):
        page.goto(f"{path}/pad")
        assert [pages(page, paper) for paper in ("A4", "Letter")] == [1, 1], path


def test_what_differs_is_a_small_card(page):
    for path in (*longest(), "/rules/thirteen-point-pitch/4", "/rules/schmier-six/6"):
        page.goto(f"{path}/differs?with=minnesota-smear")
        paper = page.pdf(prefer_css_page_size=True)
        assert len(PAGES.findall(paper)) == 1, path
        assert re.search(rb"/MediaBox \[0 0 29[78]", paper), path


@pytest.mark.deep
def test_a_table_with_its_own_rules_is_one_page(page):
    sheet = json.dumps(HOUSE | {"rules": HOUSE["rules"] | CHANGES})
    table = Thumb.brought_in(page, Night("partnership-pitch", NAMES[:4], ()), sheet)
    page.goto(f"/t/{table.code}/rules")
    assert page.locator(".ours").count() > 8
    for paper in ("A4", "Letter"):
        assert pages(page, paper) == 1
