"""Row 19: a first look at a table and a saved hand on a slow phone.

Its processor is six times as slow as this machine's, its line has 400 kbit/s and takes 400 ms.  The yardsticks are a
page of sixty rows and an ORM insert, asked for by the same phone.
"""

from __future__ import annotations

import statistics
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.bench.measure import Row
from tests.bench.nights import Caller, our_app
from tests.bench.server import OURS, THEIRS, a_second, prepare_yardstick, serve
from tests.e2e.conftest import FLAGS, PATIENCE, SMALL_PHONE
from tests.needs import CHROMIUM, has_chromium

SLOWER, TRIES, WARM = 6, 3, 40
KILOBIT = 1000 / 8
LINE = {"offline": False, "latency": 400, "downloadThroughput": 400 * KILOBIT, "uploadThroughput": 400 * KILOBIT}
WATCH = """
  window.tasks = [];
  new PerformanceObserver((seen) => tasks.push(...seen.getEntries().map(({ duration }) => duration)))
    .observe({ type: "longtask", buffered: true });
  addEventListener("click", ({ target, timeStamp }) => { if (target.id === "save") window.tapped = timeStamp; });
  addEventListener("htmx:after:swap", ({ target }) => {
    if (target.id !== "why" && window.tapped) window.took ??= performance.now() - window.tapped;
  });
"""
READY = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
"""When its scripts have run, and the form answers."""
EARLY = f"""performance.getEntriesByType("resource")
  .filter(({{ name, startTime }}) => startTime < {READY} && /font|img|waiting|outbox/.test(name)).length"""
"""How much was asked for before that which the form does not need."""
INSERT = """async () => {
  const began = performance.now(), body = new URLSearchParams({ game: 1, who: "Ann & Cy", amount: 5, note: "" });
  await (await fetch("/insert", { method: "POST", body })).text();
  return performance.now() - began;
}"""


class Tried(NamedTuple):
    """Milliseconds of one try."""

    ready: float
    saved: float
    longest_task: float = 0.0
    early: int = 0


def rows(folder, quick):
    if not has_chromium():
        sys.stdout.write("     There is no Chromium that Playwright can drive: row 19 was not measured.\n")
        return
    mine, theirs = Path(folder) / "mine", Path(folder) / "theirs"
    mine.mkdir()
    theirs.mkdir()
    url = f"sqlite:///{theirs}/bench.db"
    prepare_yardstick(url)
    phone = Caller(our_app(mine))
    table, tries = f"/t/{phone.sit_down()}", 2 if quick else TRIES
    at_ours, at_theirs = serve(OURS, mine, f"sqlite:///{mine}/games.db"), serve(THEIRS, theirs, url)
    with at_ours as (port, _), at_theirs as (other, _), chromium() as browser:
        a_second(port, [(table, None)] * WARM, phone.cookies)
        a_second(other, [("/page", None)] * WARM, {})
        both = [(look(browser, port, table, phone.cookies), look_at_yardstick(browser, other)) for _ in range(tries)]
    ours, stick = zip(*both, strict=True)
    yield _row("a slow phone: the form is ready / a page", ours, stick, "ready", 3)
    yield _row("a slow phone: a hand is saved / an insert", ours, stick, "saved", 2)
    longest, early = min(one.longest_task for one in ours), max(one.early for one in ours)
    floor = f"the best try; the page of sixty rows, without a script: {min(one.longest_task for one in stick):.0f}"
    yield Row("19", "a slow phone: its longest task", longest, None, "ms", longest, 50, note=floor)
    yield Row("19", "a slow phone: what comes before the form", early, None, "", early, 0)


def _row(name, ours, theirs, what, target):
    mine, other = (statistics.median(getattr(one, what) for one in tried) for tried in (ours, theirs))
    return Row("19", name, mine, other, "ms", mine / other, target)


@contextmanager
def chromium():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=2 * PATIENCE)
        yield browser
        browser.close()


@contextmanager
def slow_page(browser, port, path, cookies):
    """Open an address on a slow phone that has never been there; yield the page once it is ready."""
    where = f"http://127.0.0.1:{port}"
    context = browser.new_context(
        base_url=where, service_workers="block", viewport=SMALL_PHONE, has_touch=True, is_mobile=True
    )
    context.set_default_timeout(2 * PATIENCE)
    context.add_cookies([{"name": name, "value": text, "url": where} for name, text in cookies.items()])
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(WATCH)
    page.goto(path)
    yield page
    context.close()


def look(browser, port, table, cookies):
    """Open a table, and save a hand at it."""
    with slow_page(browser, port, table, cookies) as page:
        ready, early = page.evaluate(READY), page.evaluate(EARLY)
        for tapped in ("bidder-1", "bid-5", "point-low-2"):
            page.locator(f"label:has([id='{tapped}'])").tap()
        page.locator("#save").tap()
        page.wait_for_function("() => window.took")
        return Tried(ready, page.evaluate("took"), max([0, *page.evaluate("tasks")]), early)


def look_at_yardstick(browser, port):
    with slow_page(browser, port, "/page", {}) as page:
        ready, took = page.evaluate(READY), page.evaluate(INSERT)
        return Tried(ready, took, max([0, *page.evaluate("tasks")]))
