"""Nights in browsers: planned, answered by link, in a calendar, checked in at the door; and a season of five."""

import datetime as dt
import re
from collections import Counter
from fractions import Fraction
from itertools import chain
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from scorekeeper.operations.doctor import Verdict, run_checks
from tests.databases import closing_engine, database_in
from tests.e2e.conftest import serving
from tests.e2e.hands import Thumb
from tests.e2e.nights import NAMES, Night, read_hand
from tests.league.games import TEN
from tests.ledgers import sums
from tests.ports import a_port_of_ones_own

CHICAGO, BERLIN = ZoneInfo("America/Chicago"), ZoneInfo("Europe/Berlin")
NOW = dt.datetime.now(CHICAGO).replace(second=0, microsecond=0)
IN = "I'm in"
TOURNAMENT = {"Name": "Legion open", "Rounds": "3", "Each round lasts": "4"}
FOUR = NAMES[:4]
TEN_POINT = Night("charbonneau-ten-point", FOUR, ())
EVENINGS = [dt.datetime(2026, 10, 29, 19, tzinfo=CHICAGO) + number * dt.timedelta(days=7) for number in range(5)]
"""Thursdays; the second is the first after summer time."""
GAME = """
format = "scoresheet/1"
variant = "charbonneau-ten-point"
date = {day}
players = ["Ann", "{left}", "{partner}", "{right}"]
opening = {{ Ann = {ours}, {partner} = {ours}, {left} = {theirs}, {right} = {theirs} }}

[[lines]]
bidder = "{bidder}"
bid = {bid}
points = {{ {points} }}
all_tricks = true
"""
WITH_CY = {"partner": "Cy", "left": "Bob", "right": "Dee", "ours": 50, "theirs": 44, "bidder": "Ann", "bid": 5}
WITH_BOB = {"partner": "Bob", "left": "Cy", "right": "Dee", "ours": 50, "theirs": 49, "bidder": "Bob", "bid": 5}
WITH_DEE = {"partner": "Dee", "left": "Bob", "right": "Cy", "ours": 43, "theirs": 50, "bidder": "Cy", "bid": 5}
MOON = {**WITH_DEE, "ours": 20, "theirs": 30, "bidder": "Bob", "bid": '"moon"'}
NIGHTS = ([WITH_CY] * 4, [WITH_BOB, WITH_BOB, WITH_BOB, WITH_DEE], [MOON])
WON = [[(("Ann", "Cy"), 11)] * 4, [(("Ann", "Bob"), 6)] * 3 + [(("Cy", "Bob"), 12)], [(("Bob", "Cy"), 10)]]
"""Who won those games, and by how much: 5 more for the bidders, and a moon wins with the score as it stands."""
TOLD = (
    "Our league: 4 players met on Thursday, November 12, 2026. Bob and Cy beat Ann and Dee, 30 to 20. Bob made a moon. "
    "The only bid was made. Moon pot: $3.00 to Bob. $0.75 is still owed. Ann still leads the standings of Fall."
)
"""Ann has won 4 and 3, Cy 4 and 1 and 1."""


def in_words(at):
    return f"{at:%a, %b} {at.day}, {at.hour % 12 or 12}:{at:%M %p}"


@pytest.fixture
def keeper(new_phone):
    return begin(new_phone(timezone_id="America/Chicago"))


def begin(page):
    """Begin a league on a phone; return the phone, on its page."""
    Thumb.dealt(page, Night("minnesota-ten-point", FOUR, ()))
    page.goto("/")
    page.locator("a[href^='/l/']").first.click()
    page.wait_for_url(re.compile("/l/"))
    return page


def plan(page, at=NOW, *, weekly=False):
    """Set the next night by the form, its time zone as the phone fills it in; return the link to share."""
    page.get_by_role("link", name="Plan the next night").click()
    page.get_by_label("Day").fill(f"{at:%Y-%m-%d}")
    page.get_by_label("Time", exact=True).fill(f"{at:%H:%M}")
    page.get_by_label("Place").fill("Legion Hall")
    page.wait_for_function("() => document.querySelector('[name=zone]').value")
    assert page.get_by_label("Time zone").input_value() == "America/Chicago"
    page.get_by_label("Every week").set_checked(weekly)
    page.get_by_role("button", name="Save").click()
    return page.get_by_role("link", name="Say who's in").get_attribute("href")


def test_the_reader_sees_it_in_their_own_time_zone(keeper, new_phone):
    link = plan(keeper)
    reader, paper = new_phone(timezone_id="Europe/Berlin"), new_phone(scripts=False, timezone_id="Europe/Berlin")
    for page, at in ((reader, NOW.astimezone(BERLIN)), (paper, NOW)):
        page.goto(link)
        page.locator("h1", has_text=in_words(at)).wait_for()
    assert paper.locator("h1").inner_text() == f"{in_words(NOW)} {NOW:%Z}"


def calendar(text):
    """Return the lines of the event in a calendar file, unfolded (RFC 5545, 3.1)."""
    event = text.replace("\r\n ", "").partition("BEGIN:VEVENT\r\n")[2].partition("END:VEVENT")[0]
    return dict(line.split(":", 1) for line in event.splitlines())


def check_in(page, door, name):
    page.goto(door)
    page.locator(".arrivals").get_by_role("link", name=name, exact=True).click()
    page.get_by_role("button", name="Yes, check in").press("Enter")  # it has the focus
    page.get_by_role("heading", name=f"{name} is checked in").wait_for()


class Season:
    """Five weekly nights of four people: the keeper's phone, two more, and a server that is told when it is."""

    def __init__(self, new_phone, folder, address):
        self.folder = folder
        options = {"at": address, "timezone_id": "America/Chicago"}
        self.keeper, self.one, self.other = (new_phone(scripts=each, **options) for each in (True, True, False))

    def begin(self):
        self.league = begin(self.keeper).url
        self.link = plan(self.keeper, EVENINGS[0], weekly=True)
        self.keeper.goto(f"{self.league}/seasons/new")
        fields = {"Name": "Fall", "First day": f"{EVENINGS[0]:%Y-%m-%d}", "Last day": f"{EVENINGS[-1]:%Y-%m-%d}"}
        for label, value in fields.items():
            self.keeper.get_by_label(label).fill(value)
        self.keeper.get_by_role("button", name="Start season").tap()
        self.keeper.wait_for_url(re.compile(r"/seasons$|/standings"))

    def say_who_comes(self, evening):
        """Let two people answer on each of two phones; the answers of a week ago are gone."""
        for page, names in ((self.one, FOUR[:2]), (self.other, FOUR[2:])):
            page.goto(self.link)
            page.locator("h1", has_text=in_words(evening)).wait_for()
            for name in names:
                page.get_by_role("button", name=f"{name}: {IN}", pressed=False).tap()
                page.get_by_role("button", name=f"{name}: {IN}", pressed=True).wait_for()
        self.other.get_by_role("heading", name="4 in: a full table").wait_for()

    def play_for_the_pot(self, evening, games):
        """Play the games of a night, brought in from paper; pay into the pot, which the first night opens."""
        for game in games:
            points = ", ".join(f'{key} = "{game["bidder"]}"' for key in TEN)
            sheet = GAME.format(day=evening.date(), points=points, **game)
            self.table = f"/t/{Thumb.brought_in(self.keeper, TEN_POINT, sheet).code}"
        self.keeper.goto(f"{self.table}/pots")
        if evening == EVENINGS[0]:
            self.keeper.get_by_label("Name").fill("Moon pot")
            self.keeper.locator("#amount").fill("0.25")
            self.keeper.get_by_role("button", name="Open the pot").tap()
        self.keeper.get_by_role("button", name="Everybody pays in: $1.00").tap()
        self.keeper.locator(".done", has_text="Paid in $1.00").wait_for()
        self.check_ledger()

    def close(self):
        self.keeper.goto(self.table)
        self.keeper.get_by_role("button", name="Call it a night").tap()
        self.keeper.get_by_role("button", name="Call it a night").wait_for(state="detached")

    def play_with_a_head_start(self):
        """Start a game with those who are in; return what the weaker side begins with."""
        self.keeper.goto(f"/new/charbonneau-ten-point/4?league={self.league.rsplit('/', 1)[1]}")
        assert [self.keeper.locator(f"#name-{seat}").input_value() for seat in range(1, 5)] == list(FOUR)
        self.keeper.get_by_label("Head start for the weaker side").tap()
        self.keeper.get_by_role("button", name="Deal", exact=True).tap()
        self.keeper.wait_for_url(re.compile("/t/"))
        thumb = Thumb(self.keeper, TEN_POINT)
        thumb.code = self.keeper.url.rsplit("/t/")[1]
        scores, sheet = thumb.scores(), self.keeper.request.get(f"/t/{thumb.code}/sheet.toml").text()
        start = int(re.search(r"# Bob & Dee start at (\d+): even chances by the last 9 games\.", sheet)[1])
        self.keeper.get_by_text(f"Bob & Dee start at {start}: even chances by the last 9 games.").wait_for()
        assert scores == {"Ann": 0, "Cy": 0, "Bob": start, "Dee": start}
        thumb.tell(read_hand("Cy moon"))
        thumb.save(read_hand("Cy moon"))
        self.keeper.locator(".winners", has_text="Ann & Cy").wait_for()
        return start

    def pay_out_and_report(self):
        self.keeper.goto(self.table)
        self.keeper.get_by_role("button", name="Pay out $3.00").tap()
        self.keeper.locator(".done", has_text="Paid out $3.00").wait_for()
        self.check_ledger()
        self.keeper.goto(f"{self.league}/nights")
        self.keeper.locator("a.night:not(.planned)").first.tap()
        self.keeper.get_by_role("link", name="Night report").tap()
        assert self.keeper.locator("#paragraph").inner_text() == TOLD

    def check_standings(self, shares):
        self.keeper.goto(f"{self.league}/standings?season=all")
        self.keeper.get_by_label("Season", exact=True).select_option("Fall")  # leads on by itself
        said = self.keeper.locator("#possible").inner_text()
        assert said.startswith("Can still win if 1 more night until Nov 26, 2026 goes like the last ones: ")
        assert {name: int(share) for name, share in re.findall(r"(\w+) (\d+)%", said)} == shares

    def play_a_tournament(self, evening):
        """Draw from those who checked in, two of them by the door and two by the director; one tap was wrong."""
        keeper = self.keeper
        keeper.goto(f"{self.league}/tournaments/new")
        for label, value in {**TOURNAMENT, "Day": f"{evening:%Y-%m-%d}"}.items():
            keeper.get_by_label(label, exact=True).fill(value)
        keeper.get_by_label("Game").select_option("minnesota-ten-point")
        keeper.get_by_role("button", name="Next: enter players").tap()
        expect(keeper.locator(".check-list :checked")).to_have_count(4)  # those who said that they come
        keeper.get_by_label("Names").fill("Eve, Flo")
        keeper.get_by_role("button", name="Enter players").tap()
        keeper.get_by_role("button", name="Check in at the door").tap()
        keeper.get_by_text("0 players, 6 not here yet").wait_for()
        tournament = keeper.url.partition("#")[0]
        keeper.get_by_role("link", name="Print the code for the door").tap()
        door = keeper.locator(".address a").get_attribute("href")
        check_in(self.one, door, "Ann")
        check_in(self.one, door, "Bob")
        self.one.get_by_role("button", name="Wrong name: undo").tap()
        self.one.get_by_role("heading", name="Check in Bob?").wait_for()
        check_in(self.other, door, "Cy")
        keeper.goto(tournament)
        for name in ("Dee", "Eve"):
            keeper.get_by_role("button", name=f"{name} is here").tap()
            keeper.get_by_role("button", name=f"{name} is here").wait_for(state="detached")
        keeper.get_by_text("4 players, 2 not here yet").wait_for()
        keeper.get_by_role("button", name="Draw round 1").tap()
        keeper.locator(".status-line", has_text="Round 1 of 3").wait_for()
        seated = " ".join(keeper.locator(".tables").first.locator(".one > span").all_inner_texts())
        assert {name for name in (*FOUR, "Eve", "Flo") if name in seated} == {"Ann", "Cy", "Dee", "Eve"}

    def check_ledger(self):
        with closing_engine(database_in(self.folder)) as engine, engine.connect() as connection:
            assert {total for of in ("id", "night_id", "league_id") for *_, total in sums(connection, of)} == {0}
            found = [it for it in run_checks(connection) if it.verdict is not Verdict.OK and it.check.name != "saving"]
            assert found == []


def dates_of(text):
    """Return the first five dates of a calendar file by its rule (RFC 5545): the same time of the clock every week."""
    event = calendar(text)
    assert (event["RRULE"], "TZID:America/Chicago\r\n" in text) == ("FREQ=WEEKLY", True)
    first = dt.datetime.strptime(event["DTSTART;TZID=America/Chicago"], "%Y%m%dT%H%M%S").replace(tzinfo=CHICAGO)
    return [first + dt.timedelta(weeks=number) for number in range(5)]


def chances_by_hand(nights):
    """Return how often each wins the season if one more night goes like one of these: games won, then points."""
    shares = Counter()
    for last in nights:
        merits = dict.fromkeys(FOUR, (0, 0))
        for winners, by in chain(*nights, last):
            for name, (won, points) in merits.items():
                merits[name] = (won + 1, points + by) if name in winners else (won, points - by)
        first = [name for name, merit in merits.items() if merit == max(merits.values())]
        shares.update(dict.fromkeys(first, Fraction(100, len(first) * len(nights))))
    return shares


@pytest.mark.deep
def test_a_season_of_five_nights(new_phone, tmp_path, monkeypatch):
    monkeypatch.setenv("TZ", "America/Chicago")
    with a_port_of_ones_own() as port:
        with serving(tmp_path, port, at=EVENINGS[0] - dt.timedelta(days=1)) as address:
            season = Season(new_phone, tmp_path, address)
            season.begin()
            assert dates_of(season.one.request.get(f"{season.link}/night.ics").text()) == EVENINGS
        for evening, games in zip(EVENINGS[:3], NIGHTS, strict=True):
            with serving(tmp_path, port, at=evening - dt.timedelta(hours=1)):
                season.say_who_comes(evening)
                season.play_for_the_pot(evening, games)
                if games is NIGHTS[-1]:
                    season.pay_out_and_report()
                season.close()
        with serving(tmp_path, port, at=EVENINGS[3] - dt.timedelta(hours=1)):
            season.say_who_comes(EVENINGS[3])
            nights = [*WON, [(("Ann", "Cy"), -season.play_with_a_head_start())]]
            season.check_standings(chances_by_hand(nights))
        with serving(tmp_path, port, at=EVENINGS[4] - dt.timedelta(hours=1)):
            season.say_who_comes(EVENINGS[4])
            season.play_a_tournament(EVENINGS[4])
            season.check_ledger()
