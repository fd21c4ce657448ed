"""A league with something of everything, on a server of its own, and every screen of it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from scorekeeper.app import create_app
from scorekeeper.core.settings import from_environment
from tests.databases import copied, database_in, url_of
from tests.e2e.hands import WHOLE, wait_for_all_scripts
from tests.phones import Phone
from tests.trust import ways

NO_PAGES = re.compile(
    r"/static/|/sw\.js|\.webmanifest|/stream$|/board$|/race$|/asking$|/said$|/stamp$|/sheet\.|/export|\.csv|\.json|\.png|\.toml|\.ics"
)
SMOKERS = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")
SMOKED = {
    "what": "hand", "play-1": "2", "play-2": "1", "play-3": "2", "play-4": "sat", "play-5": "sat", "play-6": "sat",
    "first_trick": "3", "pickup-4": "1",
}  # fmt: skip
CALLED = {"what": "hand", "bidder": "2", "bid": "5", "partner": "3"}
MANY_HANDS = """
format = "scoresheet/1"
variant = "minnesota-ten-point"
players = ["Ann", "Bob", "Cy", "Dee"]
stakes = {{ currency = "USD", game = "1.00", set = "0.25" }}
date = 2026-10-{day:02}

[rules]
"finish.target" = 12
"""
WON_HAND = """
[[lines]]
bidder = "{who}"
bid = 5
points = {{ high = "{who}", low = "{who}", jack = "{who}", game = "{who}", trey = "{who}" }}
"""
SEASON = {"name": "Autumn", "starts_on": "2026-09-01", "ends_on": "", "by": "wins", "floor": "0", "nights": "10"}


@dataclass
class Town:
    """Cookies of phones by what they are, and what addresses are made of."""

    app: object
    cookies: dict[str, str]
    values: dict[str, str]

    def phone(self, role="owner"):
        """Return a phone without a browser."""
        return Phone(self.app, self.cookies[role])

    def address(self, path):
        return ways.address(path, self.values)


def found(blank, folder):
    """Found the league in `folder`, where a server then finds its database."""
    database = copied(blank, database_in(folder))
    app = create_app(from_environment({"DATABASE_URL": url_of(database)}, folder))
    world = ways.found(database, app)
    town = Town(app, world.cookies, world.values)
    owner = town.phone()
    for day in range(2, 8):  # enough nights for charts, ratings and partners
        who = "Ann" if day % 3 else "Bob"
        owner.bring_in(MANY_HANDS.format(day=day) + 2 * WON_HAND.format(who=who))
    ten, called = owner.sit_down(), owner.sit_down("minnesota-ten-point", SMOKERS[:5])
    smoke = owner.sit_down("smoke", SMOKERS)
    for code, told in ((ten, {}), (called, CALLED), (smoke, SMOKED)):
        answer = owner.send(f"/t/{code}", f"/t/{code}/hands", {"what": "hand", "bidder": "2", "bid": "5"} | told)
        assert answer.status_code == 303, answer.text
    fresh, undone = owner.sit_down(), owner.sit_down()
    owner.hand(undone)
    undo = owner.send(f"/t/{undone}", f"/t/{undone}/undo", {})
    corrected = owner.sit_down()
    owner.hand(corrected)
    owner.send(f"/t/{corrected}/lines/1", f"/t/{corrected}/lines/1", {"bidder": "3", "bid": "5", "reason": "It was Cy"})
    houses, league = f"/t/{ten}/house", f"/l/{world.values['league']}"
    owner.send(houses, houses, {"save_as": "Our rules"})
    pots = f"/t/{world.values['finished']}/pots"
    owner.send(pots, pots, ways.POT | {"won_by": "skunk", "skunk": "9"})
    owner.send(pots, f"{pots}/1/collect", {})
    owner.send(f"{league}/seasons/new", f"{league}/seasons/new", SEASON)
    game = owner.get(f"{league}/people/1").text
    rated = re.search(r"/people/1/rating/([\w-]+)", game)
    town.values |= {
        "ten": ten, "called": called, "smoke": smoke, "fresh": fresh, "undone": undo.location.removeprefix("/t/"),
        "corrected": corrected, "game": rated[1] if rated else world.values["finished"], "seq": "1",
    }  # fmt: skip
    return town


@dataclass(frozen=True)
class Screen:
    """What is opened, by which phone, and what is done there; `act` takes the page and the town."""

    name: str
    path: str
    who: str = "owner"
    act: Callable | None = None
    status: int = 200


def screens():
    """Return every screen: each page by its route, then the states."""
    app = create_app(from_environment({"DATABASE_URL": "sqlite:////tmp/none.db", "SECRET_KEY": 32 * "0"}))
    rules = {rule.rule for rule in app.url_map.iter_rules() if "GET" in rule.methods and not NO_PAGES.search(rule.rule)}
    pages = [Screen(rule, rule) for rule in sorted(rules)]
    return [SPECIAL.get(page.path, page) for page in pages] + STATES


def a_plan_without_a_day(page, town):
    page.get_by_text("Change the night").tap()
    page.get_by_label("Day").fill("")
    wrong("button.save.wide")(page, town)


def wrong(button, said=".wrong, .errors"):
    """Send a form as it stands; it comes back with what is wrong, which nothing on the page before is."""

    def act(page, town):
        del town
        page.locator(button).first.tap()
        page.locator(said).first.wait_for()

    return act


def sheet(identity):
    """Bring up a sheet."""

    def act(page, _town):
        page.locator(f"#{identity}").evaluate("""async it => {
            while (!document.querySelector("link[data-late]")?.sheet) await new Promise(requestAnimationFrame);
            it.showPopover() }""")

    return act


def a_stake_too_fine(page, town):
    page.locator("#money > summary").tap()
    page.locator(".other-amounts > summary").tap()
    page.locator("#stake-set").fill("0.105")
    wrong("button:text-is('Deal')", ".errors")(page, town)


def a_line_without_a_bid(page, town):
    page.locator("#bid :checked").evaluate("it => { it.checked = false; }")
    wrong("#save")(page, town)


def a_wrong_passphrase(page, town):
    page.locator("#code").fill(town.values["join_code"])
    page.locator("#passphrase").fill("not this one")
    wrong("main .save", ".errors")(page, town)


def filled_in(page):
    page.locator("label:has(#bidder-2)").tap()
    page.locator("label:has(#bid-5)").tap()
    page.locator("#why:text('makes 5')").wait_for()


def save(page):
    """Save a hand with every point as it started: it is asked about once."""
    page.locator("#save").tap()
    page.locator(f"{WHOLE} #hand [name=sure]").wait_for(state="attached")
    page.locator("#save").tap()


def tell(page, town):
    del town
    filled_in(page)


def clash(page, town):
    filled_in(page)
    page.route("**/board?seen=*", lambda route: route.abort())
    owner, code = town.phone(), page.url.rsplit("/", 1)[1]
    assert owner.hand(code, bid="6").status_code == 303
    save(page)
    page.get_by_text("Someone saved first").wait_for()


def without_signal(page, town):
    del town
    wait_for_all_scripts(page)
    page.context.set_offline(True)
    page.locator("label:has(#bidder-2)").tap()
    page.locator("label:has(#bid-5)").tap()
    save(page)
    page.locator("#outbox summary").tap()
    page.locator("#outbox details[open]").wait_for()


def printed_codes(page, town):
    page.locator("#passphrase").fill(ways.PASSPHRASE + "!")
    page.locator("main .save").first.tap()
    page.locator("ol code").first.wait_for()
    del town


SPECIAL = {
    "/rules": Screen("/rules", "/rules", who="stranger"),
    "/join": Screen("/join", "/join", who="stranger"),
    "/claim": Screen("/claim", "/claim", who="stranger"),
    "/l/<league>/people/<int(max=999999999):person>/merge": Screen("merging", "/l/<league>/people/1/merge?into=2"),
    "/new": Screen("/new", "/new?size=4", who="stranger"),
}
TABLE = "/t/<ten>"
STATES = [
    Screen("home of a stranger", "/", who="stranger"),
    Screen("nothing here", "/there/is/nothing/here", status=404),
    Screen("rules for six", "/new?size=6"),
    Screen("seats of eight", "/new/cutthroat-pitch/8"),
    Screen("seats of Smoke", "/new/smoke/6"),
    Screen("seats with errors", "/new/minnesota-ten-point/4", act=a_stake_too_fine, who="stranger"),
    Screen("join with an error", "/join?code=ABCD", who="stranger"),
    Screen("claim with an error", "/claim", who="stranger", act=a_wrong_passphrase),
    Screen("a first hand", "/t/<fresh>"),
    Screen("a hand told", TABLE, act=tell),
    Screen("a hand with errors", TABLE, act=wrong("#save")),
    Screen("more of a hand", TABLE, act=sheet("more")),
    Screen("the count", TABLE, act=sheet("count")),
    Screen("this phone, in a sheet", TABLE, act=sheet("this-phone")),
    Screen("partners called", "/t/<called>"),
    Screen("Smoke", "/t/<smoke>"),
    Screen("Smoke with errors", "/t/<smoke>", act=wrong("#save")),
    Screen("Smoke's pickups", "/t/<smoke>", act=sheet("pickups")),
    Screen("Smoke's log", "/t/<smoke>/log"),
    Screen("Smoke's line", "/t/<smoke>/lines/1"),
    Screen("Smoke watched", "/t/<smoke>/watch"),
    Screen("just undone", "/t/<undone>"),
    Screen("a log with a correction", "/t/<corrected>/log"),
    Screen("a line with errors", "/t/<corrected>/lines/1", act=a_line_without_a_bid),
    Screen("finished", "/t/<finished>"),
    Screen("finished, watched", "/t/<finished>/watch"),
    Screen("finished, its log", "/t/<finished>/log"),
    Screen("finished, settled", "/t/<finished>/settle"),
    Screen("finished, with a pot to pay out", "/t/<finished>/pots"),
    Screen("watching", TABLE, who="viewer"),
    Screen("watching Smoke", "/t/<smoke>", who="viewer"),
    Screen("asked to keep score", TABLE, who="asking"),
    Screen("codes to print", "/t/<ten>/passphrase", act=printed_codes),
    Screen("somebody was first", "/t/<fresh>", act=clash),
    Screen("waiting to send", TABLE, act=without_signal),
    Screen("a rule's answers", "/t/<ten>/rule/finish.target"),
    Screen("asked at the door", "/d/<door>?person=1", who="stranger"),
    Screen("a plan with errors", "/l/<league>/next", act=a_plan_without_a_day),
    Screen("ratings and partners", "/l/<league>/people/1?season=all"),
]


def of(town, screen):
    """Return a screen with its address."""
    return replace(screen, path=town.address(screen.path))
