"""Ask about a rule in a real browser: answers appear while one types, and the form works without scripts."""

from __future__ import annotations

import pytest

ASK = "/rules/partnership-pitch/4/ask"


def test_answers_appear_while_one_types(page):
    page.goto(ASK)
    page.locator("#q").press_sequentially("dealer st", delay=40)
    page.locator("#dealer-steal").wait_for()
    assert page.locator("#q").input_value() == "dealer st"
    assert page.locator("#q").evaluate("it => it === document.activeElement")
    page.locator("#q").fill("xylophone")
    page.locator("#nothing").wait_for()


@pytest.mark.deep
@pytest.mark.parametrize("scripts", [True, False])
def test_the_form_is_a_plain_one(new_phone, scripts):
    page = new_phone(scripts=scripts)
    page.goto(f"{ASK}?from=new")
    page.locator("#q").fill("tie for game")
    page.get_by_role("button", name="Ask").click()
    page.wait_for_url("**/ask?from=new&q=tie+for+game")
    assert page.locator("#tie-for-game .said").inner_text() == "If card points are tied, nobody gets game."


@pytest.mark.deep
def test_a_chip_is_a_link(page):
    page.goto(ASK)
    page.get_by_role("link", name="both over", exact=True).tap()
    page.locator("#both-over").wait_for()
