"""Rows 1 to 3: what a person with a phone waits for, in Chromium."""

import statistics
import sys
from contextlib import contextmanager

from tools.bench.measure import alone, beside, percentile
from tools.bench.servers import ours, theirs

SAVES, TRIES, VISITS = 30, 3, 20
WARM = 40
SMALL_PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
KILOBIT = 1000 / 8
LINE = {"offline": False, "latency": 400, "downloadThroughput": 400 * KILOBIT, "uploadThroughput": 400 * KILOBIT}
NOW = "performance.timeOrigin + performance.now()"
WATCH = f"""
  addEventListener("click", ({{ target }}) => {{ if (target.id === "save") sessionStorage.tapped = {NOW}; }}, true);
  addEventListener("DOMContentLoaded", () => {{
    const seen = () => Number(/seen=(\\d+)/.exec(document.getElementById("poll")?.getAttribute("hx-get"))?.[1] ?? 0);
    const shown = window.shown = {{ [seen()]: {NOW} }};
    new MutationObserver(() => shown[seen()] ??= {NOW}).observe(document.body,
      {{ subtree: true, childList: true, attributes: true }});
  }});
"""
"""Note when Save is tapped, and when the table of each row shows: without htmx that is on the next page."""
READY = "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
IS_KEPT = "async path => { await navigator.serviceWorker.ready; return Boolean(await caches.match(path)); }"
INSERT = """async () => {
  const began = performance.now(), body = new URLSearchParams({ game: 1, who: "Ann & Cy", amount: 5, note: "" });
  await (await fetch("/insert", { method: "POST", body })).text();
  return performance.now() - began;
}"""


def rows(folder, quick, wanted):
    with chromium() as browser:
        if 1 in wanted:
            yield from two_phones(browser, folder / "two", 5 if quick else SAVES)
        if 2 in wanted:
            yield without_network(browser, folder / "kept", 4 if quick else VISITS)
        if 3 in wanted:
            yield from slow_phone(browser, folder, 1 if quick else TRIES)


@contextmanager
def chromium():
    from playwright.sync_api import sync_playwright

    from tests.needs import CHROMIUM

    if CHROMIUM is None:
        sys.exit("There is no Chromium: `make browser` installs it on Debian, as root.")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def page_of(browser, server, cookies, *, keeps=False, slower=0, line=None):
    """Open a page of a phone: `slower` times as slow as this machine, on a slow `line`."""
    workers = "allow" if keeps else "block"
    context = browser.new_context(base_url=server.address, service_workers=workers, **SMALL_PHONE)
    context.set_default_timeout(120_000)
    context.add_cookies([{"name": name, "value": text, "url": server.address} for name, text in cookies.items()])
    context.add_init_script(WATCH)
    page = context.new_page()
    session = context.new_cdp_session(page)
    if line:
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", line)
    if slower:
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    yield page
    context.close()


def save_hand(page, row):
    """Tap a hand and Save; wait for the table with that row, and return when Save was tapped and when it showed."""
    for tapped in ("bidder-1", "bid-5", "point-low-2"):
        page.locator(f"label:has([id='{tapped}'])").tap()
    page.locator("#save").tap()
    page.wait_for_function("row => window.shown?.[row]", arg=row)
    return page.evaluate("Number(sessionStorage.tapped)"), page.evaluate("row => shown[row]", row)


def two_phones(browser, folder, saves):
    """Save on one phone, and look when the other has the new score; both stand on one machine with one clock."""
    here, there = [], []
    with ours(folder) as server:
        phone = server.phone()
        path = phone.sit_down().path
        with page_of(browser, server, phone.cookies) as keeper, page_of(browser, server, phone.cookies) as follower:
            keeper.goto(path)
            follower.goto(path)
            follower.wait_for_timeout(2_000)  # its stream is open by then
            for row in range(1, saves + 3):
                tapped, shown = save_hand(keeper, row)
                follower.wait_for_function("row => window.shown[row]", arg=row)
                here.append(shown - tapped)
                there.append(follower.evaluate("row => shown[row]", row) - tapped)
    here, there = here[2:], there[2:]  # the first ones compile the scripts
    note = f"on the phone itself {statistics.median(here):.0f} and {percentile(here, 95):.0f}"
    yield alone(1, "Save on a phone, the score on another: p50", statistics.median(there), "ms", 160, note=note)
    yield alone(1, "Save on a phone, the score on another: p95", percentile(there, 95), "ms", 400)


def without_network(browser, folder, visits):
    """Open a table that the phone kept, after its server has gone."""
    with ours(folder) as server:
        phone = server.phone()
        path = phone.sit_down().play(10).path
        with page_of(browser, server, phone.cookies, keeps=True, slower=4) as page:
            page.goto(path)
            while not page.evaluate(IS_KEPT, path):
                page.wait_for_timeout(200)
            server.stop()
            took = []
            for _ in range(visits + 1):
                page.goto(path)
                page.wait_for_function(f"() => {PAINTED} && 'kept' in document.documentElement.dataset")
                took.append(page.evaluate(PAINTED))
    return alone(2, "a kept page painted without a network, p95", percentile(took[1:], 95), "ms", 300)


def slow_phone(browser, folder, tries):
    """Visit and save on a phone that was never there, its line at 400 kbit/s and 400 ms; the bare page likewise."""
    with ours(folder / "ours") as mine, theirs(folder / "theirs", folder / "ours") as other:
        phone, stick = mine.phone(), other.phone()
        table = phone.sit_down()
        for _ in range(WARM):
            phone.get(table.path), stick.get("/page")
        ready, saved = [], []
        for row in range(1, tries + 1):
            with page_of(browser, mine, phone.cookies, slower=6, line=LINE) as page:
                page.goto(table.path)
                form = page.evaluate(READY)
                tapped, shown = save_hand(page, row)
            with page_of(browser, other, {}, slower=6, line=LINE) as page:
                page.goto("/page")
                ready.append((form, page.evaluate(READY)))
                saved.append((shown - tapped, page.evaluate(INSERT)))
    for name, found, target in (
        ("the form is ready / a page", ready, 3.5),
        ("Save, the new score / an insert", saved, 2),
    ):
        both = [statistics.median(each) for each in zip(*found, strict=True)]
        yield beside(3, f"a slow phone: {name}", both, "ms", target)
