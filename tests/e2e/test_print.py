"""A rules sheet is one page of paper, on A4 and on letter; the longest ones and a table with house rules."""

from __future__ import annotations

import re

import pytest

from scorekeeper.sheets.rules_sheet import rules_sheet
from scorekeeper.variants.catalogue import catalogue
from tests.rulebook.conftest import HOUSE

PAGES = re.compile(rb"/Type\s*/Page\b")
LONGEST = 6
CHANGES = """
"points.trey.worth" = 3
"points.joker.worth" = 1
"special.name" = "moon"
"special.failed" = "lose-game"
"finish.hold" = "one-short"
"finish.bust" = -21
"penalty.renege" = "zero-and-max"
"""
NEARLY_ALL = """
"points.high_joker.worth" = 1
"points.low_joker.worth" = 1
"points.five.worth" = 5
"points.last_trick.worth" = 1
"points.high.to" = "taker"
"points.high.card" = "fixed"
"points.low.card" = "fixed"
"deck.jokers" = 2
"deck.off_jack" = true
"points.off_jack.worth" = 1
"deal.cards" = 9
"deal.exchange" = "discard"
"auction.all_pass" = "redeal"
"special.over" = 4
"special.made" = "win-or-zero"
"special.counts_sets" = 2
"scoring.made" = "bid"
"finish.instant_win" = "four-bid"
"play.follow" = "follow"
"play.first_lead" = "any"
"play.no_trump_first_trick" = true
"""


def changed(rules):
    low = '"points.low.to" = "holder"\n'
    return HOUSE.replace(low, low + rules)


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


@pytest.mark.sampled(1)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_longest_sheets_are_one_page(page, paper):
    for path in longest():
        page.goto(path)
        assert pages(page, paper) == 1, path


@pytest.mark.deep
@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize(("rules", "most"), [(CHANGES, 1), (CHANGES + NEARLY_ALL, 2)], ids=["some", "nearly all"])
def test_so_is_a_table_with_its_own_rules(page, paper, rules, most):
    """Where nearly every rule is changed, each with the standard beside it, two pages: no print below 9.5 pixels."""
    page.goto("/import")
    page.locator("summary:text-is('Or paste it here')").click()
    page.fill("#sheet", changed(rules))
    page.get_by_role("button", name="Import").click()
    page.wait_for_url("**/t/*")
    page.goto(f"{page.url}/rules")
    assert page.locator(".ours").count() > 8
    assert pages(page, paper) <= most
