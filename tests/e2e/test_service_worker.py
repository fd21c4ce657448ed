"""The service worker on a bad wire: which kept page is shown, and which are thrown away."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.cellar import FIRST, dealt, save_elsewhere
from tests.e2e.hands import look, wait_until

MOST_TABLES = 12
KEEP = """async ([path, html]) => (await navigator.serviceWorker.ready).active.postMessage({ keep: html, path })"""
IS_KEPT = "async ([path, part]) => Boolean(await (await caches.open('kept-1:' + path)).match(part))"
KEPT_TABLES = (
    """async () => (await caches.keys()).filter((name) => name.startsWith("kept-1:/t/")).map((name) => name.slice(7))"""
)


@pytest.fixture
def thumb(new_phone, wire):
    """A phone that keeps its table."""
    thumb = dealt(new_phone(at=wire.address, keeps=True))
    thumb.is_kept()
    return thumb


@pytest.fixture
def page(new_phone, wire):
    """A phone with a service worker, on a page that is not kept."""
    page = new_phone(at=wire.address, keeps=True)
    page.goto("/book")
    page.evaluate("async () => (await navigator.serviceWorker.ready).active.state")
    return page


def keep(page, path, html):
    """Have a page kept, and wait until it is."""
    page.evaluate(KEEP, [path, html])
    wait_until(page, "async ([path, html]) => await (await caches.match(path))?.text() === html", [path, html])


def table(number):
    return f"/t/{number:022}"


@pytest.mark.sampled(1)
@pytest.mark.parametrize("fault", ["answer", "hold"], ids=["the server fails", "the network keeps silent"])
def test_without_an_answer_of_the_servers_the_kept_page_is_brought_up(thumb, wire, fault):
    getattr(wire, fault)(f"GET /t/{thumb.code}", *((503, "<h1>Bad Gateway</h1>") if fault == "answer" else ()))
    thumb.page.reload()
    thumb.page.locator("html[data-kept] #outbox:has-text('This is the table as of')").wait_for()


@pytest.mark.deep
def test_a_network_that_answers_is_believed(thumb):
    save_elsewhere(thumb, FIRST)
    thumb.page.reload()
    thumb.wait_for(1)
    expect(thumb.page.locator("html[data-kept]")).to_have_count(0)


@pytest.mark.deep
def test_a_table_that_may_no_longer_be_followed_is_thrown_away(thumb, wire):
    wire.answer(f"GET /t/{thumb.code}/board", 403)
    look(thumb.page)
    wait_until(thumb.page, "async () => !(await caches.match(location.pathname))")


@pytest.mark.deep
def test_of_thirteen_tables_the_oldest_is_thrown_away(page):
    paths = [table(number) for number in range(MOST_TABLES + 1)]
    for path in paths:
        keep(page, path, f"<h1>{path}</h1>")
    wait_until(page, "async (path) => !(await caches.match(path))", paths[0])
    assert page.evaluate(KEPT_TABLES) == paths[1:]


@pytest.mark.deep
def test_what_a_page_is_made_of_goes_when_the_page_has_changed(page):
    parts = re.findall(r'"(/static/[0-9a-f]{12}/js/[^"]+\.js)"', page.content())
    old, new = parts[:2]
    keep(page, table(1), f'<script src="{old}"></script>')
    assert page.evaluate(IS_KEPT, [table(1), old])
    keep(page, table(1), f'<script src="{new}"></script>')
    assert page.evaluate(IS_KEPT, [table(1), new])
    assert not page.evaluate(IS_KEPT, [table(1), old])
