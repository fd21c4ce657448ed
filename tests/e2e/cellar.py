"""A thumb on a phone without signal: its hands wait in the phone, and go out when there is some."""

import datetime as dt
import time

from tests.e2e.hands import PATIENCE, Thumb, wait_for_all_scripts, wait_until
from tests.e2e.nights import read_hand, read_night

A_LOOK = 2000  # milliseconds until a button that is not there is looked for anew
EVENING = dt.datetime(2026, 11, 20, 19, 30)  # noqa: DTZ001 - the phone's own time
NIGHT = read_night("minnesota-ten-point-4")
FIRST = read_hand("Bob 5 : low=Ann game=Ann")
THREE = [read_hand(told) for told in ("Cy 6 : low=Bob", "Bob 4", "Ann 5 : jack=- game=Bob")]
IN_WORDS = ["Cy bid 6 low: Bob & Dee", "Bob bid 4", "Ann bid 5 jack: not out · game: Bob & Dee"]
EMPTY = """() => !document.querySelector("[data-sent], #hand :checked:not(.start, [value=''])")"""
SENT_OR_REFUSED = """() => document.querySelector("#outbox.refused") || !document.querySelector("#outbox li")"""
KEPT = """async ([path, seq]) => (await (await caches.match(path))?.text())?.includes(`?seen=${seq}"`)"""


class Cellar(Thumb):
    """A scorer where the signal comes and goes."""

    def signal(self, *, on):
        """Take the phone's signal or give it back; it has all scripts before it goes."""
        if not on:
            wait_for_all_scripts(self.page)
        self.page.context.set_offline(not on)

    def is_kept(self):
        """Wait until the phone keeps the table as it is on the screen."""
        wait_until(self.page, KEPT, [f"/t/{self.code}", self.seq()])

    def enter(self, told):
        """Tap a hand and Save; it is to wait in the phone."""
        wait_for_all_scripts(self.page)
        if told.what == "hand":
            self.tell(told)
            self.save(told)
        else:
            self.tap_instead(told.what)
        self.has_an_empty_form()

    def has_an_empty_form(self):
        """Wait until there is room for the next hand."""
        self.page.wait_for_function(EMPTY)

    def count(self, piles):
        """Type the card points of these piles."""
        self.tap("#hand [popovertarget=count]")
        for player, points in piles.items():
            self.page.fill(f"#count-{self.key(player)}", str(points))
        self.tap("#count button:text-is('Done')")

    def waits(self, count):
        """Wait until so many hands wait in the phone; give them in its words."""
        says = f"{count} waiting to send"
        self.page.locator("#outbox summary b").get_by_text(says, exact=True).wait_for()
        return [text(item) for item in self.page.locator("#outbox li > p:first-child").all()]

    def nothing_waits(self):
        """Wait until no hand waits any more."""
        self.page.locator("#outbox li").first.wait_for(state="detached")

    def is_sent_or_refused(self):
        """Wait until all that waited was sent, or the server refused some of it."""
        self.page.wait_for_function(SENT_OR_REFUSED)

    def act(self, label, item=0):
        """Tap a button of a hand that waits.  A script unfolds them: a tap could close what a refusal opens.

        Shown anew, which a hand is after each try to send it, they are folded again: so it looks as often as that.
        """
        from playwright.sync_api import TimeoutError as NotThere

        button = self.page.locator("#outbox li").nth(item).get_by_role("button", name=label, exact=True)
        deadline = time.monotonic() + PATIENCE
        while True:
            self.page.locator("#outbox details").evaluate("it => { it.open = true; }")
            try:
                button.tap(timeout=A_LOOK)
            except NotThere:
                assert time.monotonic() < deadline, label
            else:
                return

    def lines(self):
        """Return (bidder, bid) of every line of the exported sheet."""
        sheet = self.page.request.get(f"/t/{self.code}/sheet.json").json()
        return [(line.get("bidder"), line.get("bid")) for line in sheet["lines"]]


def dealt(page, night=NIGHT):
    """Open a new table, which was dealt without a tap; give the thumb, once the phone has all scripts."""
    thumb = Cellar.dealt(page, night)
    wait_for_all_scripts(page)
    return thumb


def dealt_and_stopped(page, script=""):
    """Open a new table on a phone whose clock stands still: nothing happens by itself until `page.clock.run_for`.

    What htmx sets up after loading it does in the first second. `script` runs before the page's own, on that clock.
    """
    page.clock.install(time=EVENING)
    page.clock.pause_at(EVENING + dt.timedelta(seconds=1))
    page.add_init_script(script)
    thumb = dealt(page)
    page.clock.run_for(1_000)
    return thumb


def save_elsewhere(thumb, told):
    """Save a hand as another page of this phone would; no script of this one knows of it."""
    request, table = thumb.page.request, f"/t/{thumb.code}"
    stamp = request.get(f"{table}/stamp").json()
    seen = stamp.pop("seq")
    hand = {"what": "hand", "bidder": thumb.key(told.bidder), "bid": told.bid, "seen": str(seen), "sure": "yes"}
    answer = request.post(f"{table}/hands", form=hand | stamp, max_redirects=0)
    assert answer.headers["saved-as"] == str(seen + 1)


def begun(page):
    """Open a new table on a phone that keeps pages and save the first hand; give the thumb."""
    thumb = dealt(page)
    thumb.is_kept()
    thumb.play(FIRST)
    page.locator("#why:has-text('Saved: Bob made 5')").wait_for()
    thumb.is_kept()
    return thumb


def text(locator):
    return " ".join(locator.text_content().split())


def in_sheet(*told):
    return [(hand.bidder, int(hand.bid)) for hand in told]
