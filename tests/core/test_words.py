"""Every page in the words of the table: no setting keys, no file formats' days, nothing a card player would not say."""

import re

import pytest

from scorekeeper.rules.ruleset import SETTINGS
from tests.access.test_matrix import Asker, address, routes, world  # noqa: F401  # a fixture is used by its name
from tests.phones import Page

NOT_OURS = (
    "who bought the bid", "the book of rules", ">this phone<", "bring in a", "not a hand, but", ">the table voted<",
    "keep these rules", "carry on from paper", "close the night", "was it so?", "only to look", ">admit<",
    "stands in the log", "who holds this phone", "as usual<", "not agreed yet",
)  # fmt: skip
GENERIC_HE = re.compile(r"\b(he|him|his|himself)\b", re.IGNORECASE)
ISO_DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
SETTING = re.compile(r"\b(" + "|".join(sorted(map(re.escape, SETTINGS), key=len, reverse=True)) + r")\b")
FILE_ROUTES = re.compile(r"\.(toml|json|csv|png|js|webmanifest)$|/static/|^/healthz$|^/readyz$")


def faults_of(html):
    """Return what a page says that it should not say, and what is a script or a style inside of it."""
    page, low = Page(html), html.casefold()
    found = page.inline + [words for words in NOT_OURS if words in low]
    return found + [match[0] for what in (GENERIC_HE, ISO_DATE, SETTING) for match in what.finditer(page.text)]


@pytest.mark.parametrize("who", ["owner", "viewer", "anonymous"])
def test_every_page_is_in_plain_words(world, shared_app, who):  # noqa: F811
    asker = Asker(world, shared_app, who)
    said, pages = {}, 0
    for method, rule in routes(asker.app):
        if method != "GET" or FILE_ROUTES.search(rule):
            continue
        _, _, html = asker.ask("GET", address(rule, asker.ours))
        if "<main" in html:
            pages += 1
            if faults := faults_of(html):
                said[rule] = sorted(set(faults))
    assert said == {}
    assert pages > 20


@pytest.mark.parametrize("asked", ["everybody passed", "who gets low", "renege", "dealer steal", "tie for game"])
def test_an_answer_about_a_rule_is_in_plain_words(phone, code, asked):
    html = phone.get(f"/t/{code}/rules/ask?q={asked}").text
    assert 'class="stock answer"' in html
    assert faults_of(html) == []


@pytest.mark.parametrize(
    "words",
    ["Close the night", "on 2026-11-19", "auction.all_pass", "when he bids", "<b onclick='go()'>"],
)
def test_it_would_be_noticed(words):
    assert faults_of(f"<main><p>{words}</p></main>")
