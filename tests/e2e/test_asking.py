"""Ask about a rule in a real browser: answers appear while one types."""

from __future__ import annotations

ASK = "/rules/partnership-pitch/4/ask"


def test_answers_appear_while_one_types(page):
    page.goto(ASK)
    page.locator("#q").press_sequentially("dealer st", delay=40)
    page.locator("#dealer-steal").wait_for()
    assert page.locator("#q").input_value() == "dealer st"
    assert page.locator("#q").evaluate("it => it === document.activeElement")
    page.locator("#q").fill("xylophone")
    page.locator("#nothing").wait_for()
