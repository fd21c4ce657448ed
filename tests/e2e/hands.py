"""A scorer's thumb: plays a night on a phone by taps alone, and counts them."""

import json
import re
import time
from itertools import zip_longest

from click.testing import CliRunner
from playwright.sync_api import expect

from scorekeeper.cli.score import score
from scorekeeper.games.hand_form import TURNED_FIELDS
from scorekeeper.rules.deck import points_not_out
from scorekeeper.rules.sheet import side_of, usual_sides

PATIENCE = 60  # seconds until something that never comes fails a test
A_MOMENT = 10_000  # milliseconds until a tap that did nothing is made again
expect.set_options(timeout=1000 * PATIENCE)


def watch(page, host):
    """Let another phone look on at the host's table, by the code that shows."""
    shown = re.search(r'class="code num">([^<]+)<', host.page.request.get(f"/t/{host.code}/invite").text())[1]
    page.goto(f"/join?code={shown}")
    page.get_by_role("button", name="Watch this table").click()
    page.wait_for_url(re.compile("/t/"))


def join(page, host):
    """Return the thumb of another phone, which joined the host's table by its code and was admitted to keep score."""
    watch(page, host)
    page.get_by_role("button", name="I'm just watching").click()
    page.get_by_role("button", name="Ask to keep score").click()
    page.get_by_text("You asked to keep score").wait_for()
    look(host.page)
    host.page.get_by_role("button", name="Let in").click()
    host.page.get_by_role("button", name="Let in").wait_for(state="detached")
    page.goto(f"/t/{host.code}")
    other = Thumb(page, host.night)
    other.code = host.code
    return other


def look(page):
    """Take a phone up again: it asks at once what is new."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def wait_until(page, question, arg=None):
    """Wait until an async function of the page answers yes: to `wait_for_function` a promise is a yes."""
    deadline = time.monotonic() + PATIENCE
    while not page.evaluate(question, arg):
        assert time.monotonic() < deadline, question
        page.wait_for_timeout(20)


WHOLE = "body:not(:has(.htmx-swapping, .htmx-settling))"
"""The page once an answer is on it: it comes piece by piece."""


LATE_MODULES = """() => Promise.all(
  [...document.querySelectorAll("meta[name=late][content$='.js']")].map((it) => import(it.content))).then(() => 1)"""


def wait_for_all_scripts(page):
    """Wait for the modules that come after the first look; from then on a hand may wait in the phone."""
    page.wait_for_load_state("load")
    page.evaluate(LATE_MODULES)


def token_and_number(page, path):
    """Return what the form at `path` is sent with, as it is printed."""
    form = page.request.get(path).text()
    return {name: re.search(rf'name="{name}" value="([^"]+)"', form)[1] for name in ("csrf_token", "op_id")}


class Thumb:
    """One phone at one table.  Every tap is counted in `taps`; the keyboard is used for names and nothing else."""

    def __init__(self, page, night):
        self.page, self.night, self.taps = page, night, 0
        self.rules = night.rules
        self.teams = usual_sides(self.rules.seating.sides, night.players)
        self.code = ""

    def tap(self, selector):
        self.page.locator(selector).tap()
        self.taps += 1

    def type(self, selector, text):
        self.page.fill(selector, text)

    @classmethod
    def dealt(cls, page, night, **fields):
        """Open a new table, which was dealt without a tap; give its thumb."""
        path = f"/new/{night.variant}/{len(night.players)}"
        names = {f"name-{seat}": name for seat, name in enumerate(night.players, start=1)}
        return cls._opened(page, night, path, form=token_and_number(page, path) | names | fields)

    @classmethod
    def brought_in(cls, page, night, sheet):
        """Open the table of a scoresheet, which was brought in without a tap."""
        return cls._opened(page, night, "/import", multipart=token_and_number(page, "/import") | {"sheet": sheet})

    @classmethod
    def _opened(cls, page, night, path, **sent):
        thumb = cls(page, night)
        thumb.code = page.request.post(path, **sent).url.rsplit("/t/")[1]
        page.goto(f"/t/{thumb.code}")
        return thumb

    def sit_down(self):
        self.page.goto("/")
        self.tap("text=Start a game")
        self.tap(f".sizes a:text-is('{len(self.night.players)}')")
        self.page.locator(f".sizes [aria-current]:text-is('{len(self.night.players)}')").wait_for()  # not last night's
        self.tap(".all-games > summary")
        self.tap(f".all-games a[href*='/new/{self.night.variant}/']")
        for seat, name in enumerate(self.night.players, start=1):
            self.type(f"#name-{seat}", name)
        for key, answer in self.night.house.items():
            self.answer(key, answer)
        self.tap("button:text-is('Deal')")
        self.page.wait_for_url(re.compile("/t/"))
        self.code = self.page.url.rsplit("/t/")[1]

    def answer(self, key, answer):
        """Tap an answer to a question about the rules, after whatever it is folded away in."""
        label = f"label:has([id='rule-{key}-{answer}'])"
        if not self.page.locator(label).count():
            self.tap("button:text-is('All house rules')")
            self.page.locator(label).wait_for(state="attached")
        for folded in self.page.locator(f"details:not([open]):has({label})").all():
            folded.locator("summary").first.tap()
            self.taps += 1
        self.tap(label)

    def key(self, player):
        """Return the seat key of a player."""
        return str(self.night.players.index(player) + 1)

    def taker(self, told, player):
        """Return the value a point's switch has for a player ("-" for nobody): that of the player's side."""
        if player == "-":
            return "none"
        if self.rules.calls_partner:
            return "us" if player in (told.bidder, told.partner) else "them"
        return self.key(side_of(player, self.teams)[0]) if self.rules.shares_scores else self.key(player)

    def play(self, told):
        """Do one thing of the night; give the taps it took."""
        before, seq = self.taps, self.seq()
        match told.what:
            case "undo":
                if self.page.locator("#after-game").count():
                    self.tap(".end-bar [popovertarget=after-game]")
                self.tap("#take-back")
            case "correct":
                self.correct(told)
                return self.taps - before
            case "hand" if told.sat:
                self.tell_smoke(told, sits=False)
                self.tap("#save")
            case "hand":
                self.tell(told)
                self.save(told)
            case what:
                self.tap_instead(what)
        self.wait_for(seq + 1)
        return self.taps - before

    def tap_instead(self, what):
        """Say that there was no hand, which is on the sheet of this hand."""
        self.tap("button:text-is('This hand')")
        self.tap(f"#sheets button[value={what}]")

    def save(self, told):
        """Save a hand; where every point is as it started, say once more that it is meant."""
        self.tap("#save")
        if self.is_as_it_started(told):
            self.page.locator(f"{WHOLE} #hand [name=sure]").wait_for(state="attached")
            self.tap("#save")

    def is_as_it_started(self, told):
        if told.stayed or self.rules.bid_is_all or not self.rules.has_bidding:
            return False
        takers = {point: told.exceptions.get(point, told.bidder) for point in self.rules.worth}
        own = side_of(told.bidder, self.teams) if self.rules.shares_scores else (told.bidder, told.partner)
        not_out = points_not_out(self.rules, len(self.night.players))
        return all(taker == "-" if point in not_out else taker in own for point, taker in takers.items())

    def tell(self, told):
        if told.stayed:
            self.tell_smoke(told)
            return
        if self.rules.has_bidding:
            self.choose("bidder", self.key(told.bidder))
            self.choose("bid", told.bid)
        if told.partner:
            self.choose("partner", "alone" if told.partner == "alone" else self.key(told.partner))
        if told.tricks:
            self.choose("all_tricks", "yes")
        if self.rules.bid_is_all:
            self.choose("made", "no" if told.exceptions else "yes")
            return
        for point in self.rules.worth:
            self.choose(f"point-{point}", self.taker(told, told.exceptions.get(point, told.bidder or "-")))
        if not self.rules.has_bidding:
            self.tell_gains(told)

    def tell_gains(self, told):
        """Say what was turned up, given and hung; cards after the first one are told on a sheet of their own."""
        first, *more = zip_longest(TURNED_FIELDS, told.turned, fillvalue="")
        self.choose(*first)
        self.choose("gift", "yes" if told.gift else "")
        self.choose("hung", "yes" if told.hung else "")
        if len(told.turned) > 1:
            self.tap("button:text-is('This hand')")
            for field, card in more:
                self.choose(field, card)
            self.tap("#this-hand button:text-is('Done')")

    def tell_smoke(self, told, *, sits=True):
        """Tap who took how many tricks; who sat is tapped too, or left to Save."""
        for player in self.night.players if sits else told.stayed:
            self.choose(f"play-{self.key(player)}", told.stayed.get(player, "sat"))
        self.choose("first_trick", self.key(told.first) if told.first else "")
        sheet = self.page.locator(".links [popovertarget=pickups]").count() > 0
        if sheet and not told.pickups:
            return
        if sheet:
            self.tap(".links [popovertarget=pickups]")
        for player in self.night.players:
            self.pick_up(self.key(player), told.pickups.get(player, 0))
        if sheet:
            self.tap("#pickups button:text-is('Done')")

    def pick_up(self, key, times):
        pickups = self.page.locator(f"#pickup-{key}")
        while (now := int(pickups.input_value() or 0)) != times:
            self.tap(f"[data-for=pickup-{key}][data-step='{1 if times > now else -1}']")

    def choose(self, name, value):
        """Tap a choice unless it is chosen already; a tap on a form that is just being exchanged is made once more."""
        choice = self.page.locator(f"[id='{name}-{value}']")
        if choice.is_checked():
            return
        self.tap(f"label:has([id='{name}-{value}'])")
        try:
            expect(choice).to_be_checked(timeout=A_MOMENT)
        except AssertionError:
            self.tap(f"label:has([id='{name}-{value}'])")
            expect(choice).to_be_checked()

    def correct(self, told):
        self.tap("a:text-is('Log'), a:text-is('Hands'), a:has(b:text-is('Log'))")
        headlines = self.page.locator(".entry:not(.struck)")
        headlines.filter(has=self.page.locator(f".num:text-is('{told.line}')")).locator("h2 a").first.tap()
        self.page.locator("#hand").wait_for()
        self.tell(told)
        self.tap("#save")
        self.page.wait_for_url(lambda url: "/lines/" not in url)
        self.page.goto(f"/t/{self.code}")

    def seq(self):
        """Return the sequence number the screen has seen."""
        return int(re.search(r"seen=(\d+)", self.page.locator("#poll").get_attribute("hx-get"))[1])

    def wait_for(self, seq):
        """Wait until the screen shows that row, whole."""
        self.page.locator(f"{WHOLE} #poll[hx-get$='seen={seq}']").wait_for(state="attached")
        self.page.wait_for_load_state("domcontentloaded")  # without scripts it is a page, which is read bit by bit

    def scores(self):
        """Return the scores on the screen, player -> score."""
        shown = {}
        for side in self.page.locator("#board .scores > div").all():
            names = re.split(", | & ", side.locator("h2 > span").last.inner_text())
            score = int(side.locator("[data-score]").inner_text().replace("−", "-"))
            shown |= dict.fromkeys(names, score)
        rows = self.page.locator("#row-scores .score > :first-child").all_inner_texts()
        assert [int(row.replace("−", "-")) for row in rows] in ([], list(shown.values()))
        return shown

    def score_by_command(self, *options):
        """Export the sheet and give what `scorekeeper score --json` makes of it."""
        sheet = self.page.request.get(f"/t/{self.code}/sheet.toml").text()
        done = CliRunner().invoke(score, ["--json", *options, "-"], input=sheet)
        assert done.exit_code == 0, done.output
        return json.loads(done.output)
