"""What a phone keeps: the tables it had open, and the list of them, open without signal; nothing else does."""

from __future__ import annotations

import re

import pytest

from tests.e2e.cellar import THREE, begun
from tests.e2e.hands import wait_until


@pytest.fixture
def thumb(new_phone):
    return begun(new_phone(keeps=True))


def test_what_opens_without_signal_and_what_does_not(thumb):
    page = thumb.page
    page.goto("/")
    assert page.locator("#as-of").is_hidden()
    wait_until(page, "async () => (await (await caches.match('/'))?.text())?.includes('table-card')")
    thumb.signal(on=False)
    page.goto("/book")
    page.locator("h1:text-is('No signal')").wait_for()
    page.locator("#kept a").wait_for()
    page.get_by_role("link", name="All tables").tap()
    page.locator("#as-of:has-text('These are the scores as of')").wait_for()
    page.locator(".table-card").tap()
    thumb.wait_for(1)
    assert thumb.scores()["Bob"] == 8
    thumb.enter(THREE[0])
    thumb.waits(1)
    page.goto("/")
    page.locator(".table-card:has-text('1 waiting to send')").wait_for()
    kept = page.evaluate("async (path) => (await caches.match(path)).text()", f"/t/{thumb.code}")
    assert 'name="csrf_token" value=""' in kept
    assert not re.search(r'name="csrf_token" value="[^"]', kept)
    policy = page.evaluate("async (path) => (await caches.match(path)).headers.get('content-security-policy')", "/")
    assert "default-src 'none'" in policy


@pytest.mark.deep
def test_a_kept_page_is_thrown_away_once_the_server_says_no(thumb):
    page, path = thumb.page, "/t/" + "A" * 22
    page.evaluate(
        "async (path) => (await navigator.serviceWorker.ready).active.postMessage({ keep: '<h1>Old</h1>', path })", path
    )
    wait_until(page, "async (path) => Boolean(await caches.match(path))", path)
    page.goto(path)
    page.locator("h1:text-is('Page not found')").wait_for()
    wait_until(page, "async (path) => !(await caches.match(path))", path)
    thumb.signal(on=False)
    page.goto(path)
    page.locator("h1:text-is('No signal')").wait_for()
