"""A league in which every form can be sent, and one good form for each route that takes one.

A new POST route wants an entry in WAYS: who sends it, from which page, and its fields.  What stands after a blank
tells several forms of one route apart.
"""

import datetime as dt
import io
import itertools
import re
from dataclasses import dataclass, field

from tests import databases
from tests.phones import Phone
from tests.tournaments.conftest import NIGHT, run_tournament

ADDRESSES = itertools.count(1)
PASSPHRASE = "correct horse battery"
GAME = """
format = "scoresheet/1"
variant = "money-pitch"
title = "Thursday"
players = ["Ann", "Bob", "Cy"]
stakes = { currency = "USD", game = "1.00", point = "0.05" }

[[lines]]
adjust = { Ann = -1 }
reason = "It was late"

[[lines]]
bidder = "Ann"
bid = 2
points = { high = "Ann", low = "Bob" }
"""
"""An open table for money: a vote, and a hand."""
FINISHED = """
format = "scoresheet/1"
variant = "minnesota-ten-point"
players = ["Ann", "Bob", "Cy", "Dee"]
opening = { Bob = 47, Dee = 47 }
stakes = { currency = "USD", game = "1.00" }

[[lines]]
bidder = "Bob"
bid = 5
points = { high = "Bob", low = "Bob", jack = "Bob", game = "Bob", trey = "Bob" }
"""
"""A game that Bob and Dee won: the others owe them."""
SMOKE = """
format = "scoresheet/1"
variant = "smoke"
players = ["Ann", "Bob", "Cy"]

[[lines]]
tricks = { Ann = 3, Bob = 2 }
sat = ["Cy"]
"""
LEAGUE_FILE = """
{"format": "scorekeeper-league/2",
"league": {"created_at": "2026-11-20T12:00:00.000000Z", "currency": "USD", "name": "Our league", "stake_limit": null},
"devices": [{"id": 1, "name": "iPhone"}],
"people": [{"archived_at": null, "erased_at": null, "guest": 0, "id": 1, "merged_into": null, "name": "Ann"}],
"rulebooks": [], "house_rules": [], "house_versions": [],
"nights": [{"closed_at": null, "day": "2026-11-20", "id": 1, "opened_at": "2026-11-20T12:00:00.000000Z"}],
"planned_nights": [], "night_answers": [],
"seasons": [], "games": [], "seats": [], "game_houses": [], "lines": [], "opinions": [], "pots": [], "postings": [],
"entries": [], "tournaments": [], "tournament_lines": [], "changes": [], "former_names": []}
"""
VARIANT_FILE = """
key = "our-pitch"
name = "Our Pitch"
family = "Pitch"
summary = "To 31"
sources = ["Uncle Ray"]
extends = "partnership-pitch"

[settings]
finish.target = 31
"""
PLAYED = {"what": "hand", "play-1": "2", "play-2": "3", "play-3": "sat", "pickup-2": "1", "note": "Well played"}
COUNTED = {"what": "hand", "bidder": "2", "bid": "5", "counted": "yes", "count-1": "30", "count-2": "50"}


@dataclass(frozen=True)
class Way:
    """How a route's form is sent: the page it is printed on, what is changed in it, which forms are sent before it."""

    page: str
    fields: dict[str, str] = field(default_factory=dict)
    who: str = "owner"
    first: tuple[str, ...] = ()
    values: dict[str, str] = field(default_factory=dict)
    """Of the arguments in its address those that are another's than usual."""
    writes: bool = True
    files: dict[str, str] = field(default_factory=dict)
    """What is in the files somebody chose for it."""


HAND = {"what": "hand", "bidder": "2", "bid": "2", "sure": "yes", "note": "Well played"}
POT = {"name": "Moon pot", "amount": "0.25", "per": "night", "won_by": "moon", "nobody": "carried", "currency": "USD"}
SEASON = {"name": "Winter", "starts_on": "2026-11-01", "ends_on": "2027-02-28", "by": "points", "floor": "3"}
LEAGUE, PERSON = "/l/{league}", "/l/{league}/people/{person}"
TOURNAMENTS = "/l/<league>/tournaments/<int(max=99999):tournament>"
NIGHT_OF, SLIP_OF = LEAGUE + "/tournaments/{tournament}", LEAGUE + "/tournaments/{tournament}/slips/{number}/{at}"
SLIP_IN = TOURNAMENTS + "/slips/<int:number>/<int:at>"
GUEST = {"person": "guest"}
WAYS = {
    "/new/<variant>/<int:size>": Way(
        "/new/{variant}/{size}", {"name-1": "Ann", "name-2": "Gus", "name-3": "Hal", "name-4": "Ida", "title": "Late",
        "handicap": "y"}),
    "/tournaments/new": Way("/tournaments/new", {"name": "Legion Post 9"}, who="stranger"),
    "/variants/new": Way("/variants/new?from=cinch", {"name": "Our Cinch"}, who="stranger"),
    "/l/<league>/variants/new": Way(
        LEAGUE + "/variants/new?from=cinch", {"name": "Our Cinch", "rule-finish.target": "21", "sources": "Uncle Ray"}),
    "/l/<league>/variants/import": Way(LEAGUE + "/variants/import", files={"file": VARIANT_FILE}),
    "/import": Way("/import", {"sheet": GAME}, who="stranger"),
    "/import/league": Way("/import/league", who="stranger", files={"file": LEAGUE_FILE}),
    "/screen": Way("/screen", {"theme": "dark"}, who="stranger", writes=False),
    "/join": Way("/join", {"code": "{join_code}"}, who="stranger"),
    "/claim": Way("/claim", {"code": "{join_code}", "passphrase": PASSPHRASE}, who="stranger"),
    "/t/<code>/who": Way("/t/{code}/who", {"who": "2", "phone": "Bob's own"}, who="viewer"),
    "/t/<code>/ask": Way("/t/{code}", who="viewer"),
    "/t/<code>/hands": Way("/t/{code}", HAND),
    "/t/<code>/paper": Way("/t/{code}/paper", {"1-bidder": "2", "1-bid": "2", "2-bidder": "3", "2-bid": "3"}),
    "/t/<code>/hands (counted)": Way("/t/{code}", COUNTED, values={"code": "counting"}),
    "/t/<code>/hands (Smoke)": Way("/t/{code}", PLAYED, values={"code": "smoke"}),
    "/t/<code>/lines/<int:seq> (Smoke)": Way("/t/{code}/lines/{seq}", PLAYED, values={"code": "smoke"}),
    "/t/<code>/preview": Way("/t/{code}", HAND, writes=False),
    "/t/<code>/undo": Way("/t/{code}"),
    "/t/<code>/rematch": Way("/t/{code}", values={"code": "finished"}),
    "/t/<code>/lines/<int:seq>": Way(
        "/t/{code}/lines/{seq}", HAND | {"bidder": "3", "reason": "It was Cy"}, values={"seq": "hand"}),
    "/t/<code>/lines/<int:seq>/says": Way("/t/{code}/log", {"says": "dispute", "note": "I had the jack"}, who="scorer"),
    "/t/<code>/rule/<key>": Way("/t/{code}/rule/{key}", {"rule-{key}": "low"}),
    "/t/<code>/vote": Way("/t/{code}/vote", {"by-1": "2", "reason": "Looked at the kitty"}),
    "/t/<code>/vote/<int:seq>": Way("/t/{code}/vote/{seq}", {"by-1": "3", "reason": "It was three"}),
    "/t/<code>/seats": Way("/t/{code}/seats", {"what": "join", "join": "Gus", "after": "1"}),
    "/t/<code>/exits": Way("/t/{code}/exits", {"what": "swap", "swap": "1", "other": "2"}),
    "/t/<code>/night/close": Way("/t/{code}/log"),
    "/t/<code>/night/open": Way("/t/{code}/log", first=("/t/<code>/night/close",)),
    "/t/<code>/settle/mark": Way("/t/{code}/settle"),
    "/t/<code>/settle/pay": Way("/t/{code}/settle", {"payer": "1", "payee": "2", "amount": "0.50", "note": "Quarters"}),
    "/t/<code>/settle/back": Way("/t/{code}/settle", {"entry": "{entry}"}),
    "/t/<code>/pots": Way("/t/{code}/pots", POT),
    "/t/<code>/pots/<int:pot>/collect": Way("/t/{code}/pots", first=("/t/<code>/pots",)),
    "/t/<code>/pots/<int:pot>/pay": Way(
        "/t/{code}/pots", values={"code": "finished"},
        first=("/t/<code>/pots (skunk)", "/t/<code>/pots/<int:pot>/collect")),
    "/t/<code>/pots (skunk)": Way(
        "/t/{code}/pots", POT | {"name": "Skunk", "won_by": "skunk", "skunk": "9"}),
    "/t/<code>/pots/<int:pot>/close": Way("/t/{code}/pots", first=("/t/<code>/pots",)),
    "/t/<code>/house": Way("/t/{code}/house", {"save_as": "Our rules"}),
    "/t/<code>/limit": Way("/t/{code}/limit", {"limit": "2.00"}),
    "/t/<code>/passphrase": Way("/t/{code}/passphrase", {"passphrase": "another battery staple"}),
    "/t/<code>/phones/<int:phone>/admit": Way("/t/{code}/phones"),
    "/t/<code>/phones/<int:phone>/later": Way("/t/{code}/phones"),
    "/t/<code>/phones/<int:phone>/role": Way("/t/{code}/phones", {"role": "keeper"}),
    "/t/<code>/phones/<int:phone>/out": Way("/t/{code}/phones"),
    "/t/<code>/phones/<int:phone>/back": Way("/t/{code}/phones", values={"phone": "gone"}),
    "/t/<code>/invite/replace": Way("/t/{code}/phones"),
    "/t/<code>/share": Way("/t/{code}/invite", first=("/t/<code>/share/close",)),
    "/t/<code>/share/close": Way("/t/{code}/phones", {"every": "yes"}),
    "/l/<league>/house-rules/<int(max=999999999):house_id>/archive": Way(
        LEAGUE + "/house-rules/{house_id}", first=("/t/<code>/house",)),
    "/l/<league>/name": Way(f"{LEAGUE}/more", {"name": "The Legion"}),
    "/l/<league>/events": Way(LEAGUE + "/files", {"close": "y"}),
    "/l/<league>/seasons/new": Way(LEAGUE + "/seasons/new", SEASON),
    "/l/<league>/seasons/<int(max=999999999):season>": Way(
        LEAGUE + "/seasons/{season}", SEASON | {"name": "Spring"}, first=("/l/<league>/seasons/new",)),
    "/l/<league>/seasons/<int(max=999999999):season>/archive": Way(
        LEAGUE + "/seasons/{season}", first=("/l/<league>/seasons/new",)),
    "/l/<league>/next": Way(LEAGUE + "/next", {"day": "2099-12-03", "time": "20:00", "weekly": "y"}),
    "/l/<league>/next/off": Way(LEAGUE + "/next"),
    "/n/<door>": Way("/n/{door}", {"answer": "1 in"}, who="stranger"),
    "/d/<door>": Way("/d/{door}?person=1", {"answer": "1 here"}, who="stranger"),
    "/l/<league>/door": Way(LEAGUE + "/door"),
    TOURNAMENTS + "/door": Way(NIGHT_OF, {"player": "{guest}"}),
    "/l/<league>/tournaments/new": Way(LEAGUE + "/tournaments/new", NIGHT),
    TOURNAMENTS + "/settings": Way(
        NIGHT_OF + "/settings", NIGHT | {"rounds": "6", "end": "clock", "number": "20", "blind": "y"}),
    TOURNAMENTS + "/players": Way(NIGHT_OF + "/players", {"names": "Nan\nOtto", "chosen": "{guest}"}),
    TOURNAMENTS + "/leave": Way(NIGHT_OF, {"player": "1"}),
    TOURNAMENTS + "/fee": Way(NIGHT_OF, {"player": "1"}),
    TOURNAMENTS + "/draw": Way(NIGHT_OF, first=(SLIP_IN,)),
    TOURNAMENTS + "/undo": Way(NIGHT_OF),
    TOURNAMENTS + "/finish": Way(NIGHT_OF, first=(SLIP_IN,)),
    SLIP_IN: Way(SLIP_OF, {"sides-0-points": "31", "sides-1-points": "9"}, who="scorer"),
    SLIP_IN + "/says": Way(SLIP_OF, {"seen": "4"}, who="scorer", first=(SLIP_IN,)),
    SLIP_IN + "/time": Way(SLIP_OF, {"minutes": "5"}, first=(TOURNAMENTS + "/settings",)),
    TOURNAMENTS + "/link": Way(NIGHT_OF, {"close": "y"}),
    "/c/<card>": Way("/c/{card}", {"sides-0-points": "31", "sides-1-points": "9", "side": "1"}, who="stranger"),
    "/c/<card>/hands": Way("/c/{card}", {"dealer": "2"}, who="stranger"),
    "/c/<card>/says": Way(
        "/c/{card}", {"seen": "4", "side": "2", "right": "y"}, who="stranger", first=("/c/<card>",)),
    "/l/<league>/people/<int(max=999999999):person>/name": Way(PERSON + "/edit", {"name": "Annie"}),
    "/l/<league>/people/<int(max=999999999):person>/guest": Way(PERSON + "/edit"),
    "/l/<league>/people/<int(max=999999999):person>/archive": Way(PERSON + "/edit"),
    "/l/<league>/people/<int(max=999999999):person>/merge": Way(PERSON + "/merge?into=2", values=GUEST),
    "/l/<league>/people/<int(max=999999999):person>/split": Way(
        PERSON + "/edit", {"merged": "{guest}"}, values={"person": "other"},
        first=("/l/<league>/people/<int(max=999999999):person>/merge",)),
    "/l/<league>/people/<int(max=999999999):person>/erase": Way(
        PERSON + "/erase", values=GUEST, first=("/l/<league>/people/<int(max=999999999):person>/guest",)),
    "/l/<league>/delete": Way(LEAGUE + "/delete", {"name": "our LEAGUE"}),
}  # fmt: skip


def route_of(key):
    return key.partition(" (")[0]


def value_at(rule, argument):
    """Return which of the values stands for an argument of a route: a link in place of a game's code or a league's."""
    if argument == "code" and rule.startswith("/s/"):
        return "link"
    return "events" if argument == "league" and rule.endswith("/events.json") else argument


def address(rule, values):
    """Return an address of a route."""
    return re.sub(r"<(?:[^:<>]+:)?(\w+)>", lambda match: values[value_at(rule, match[1])], rule)


def from_anywhere():
    """Return another address each time: nobody is held up for what others tried."""
    number = next(ADDRESSES)
    return {"REMOTE_ADDR": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}


@dataclass
class World:
    """A database with that league; phones by what they are, as cookies, and what addresses are made of."""

    path: str
    cookies: dict[str, str]
    values: dict[str, str]
    secret_key: str
    """The key that signed the address of a tournament's card."""


def found(path, app):
    """Found the league in an empty database; give the world."""
    owner = Phone(app)
    finished, smoke, code = (owner.bring_in(sheet) for sheet in (FINISHED, SMOKE, GAME))
    counting = owner.sit_down()
    owner.send(f"/t/{code}/passphrase", f"/t/{code}/passphrase", {"passphrase": PASSPHRASE})
    cookies, devices = {"owner": owner.secret, "stranger": ""}, {}
    for role in ("viewer", "scorer", "asking", "gone"):
        phone = Phone(app)
        phone.join(owner, code)
        cookies[role], devices[role] = phone.secret, asked(path, "SELECT max(id) FROM devices")
    Phone.send(phone, f"/t/{code}/who", f"/t/{code}/who", {"who": "", "name": "Zed", "phone": "Zed's"})
    for role, done in (("scorer", {"role": "scorer"}), ("gone", None)):
        action = f"/t/{code}/phones/{devices[role]}/{'role' if done else 'out'}"
        owner.send(f"/t/{code}/phones", action, done or {})
    asker = Phone(app, cookies["asking"])
    asker.send(f"/t/{code}", f"/t/{code}/ask", {})
    owner.send(f"/t/{code}/settle", f"/t/{code}/settle/pay", {"payer": "1", "payee": "3", "amount": "0.25"})
    values = {
        "variant": "minnesota-ten-point", "size": "4", "key": "game.tie", "code": code, "finished": finished,
        "smoke": smoke, "counting": counting,
        "seq": "1", "hand": "2", "phone": str(devices["asking"]), "gone": str(devices["gone"]), "house_id": "1",
        "person": "1", "other": "2", "season": "1", "pot": "1", "filename": "css/scorekeeper.css",
        "guest": str(asked(path, "SELECT max(id) FROM people")), "league": asked(path, "SELECT code FROM leagues"),
        "join_code": asked(path, "SELECT code FROM links WHERE kind = 'join'"),
        "link": asked(path, "SELECT code FROM links WHERE kind = 'read' AND revoked_at IS NULL LIMIT 1"),
        "entry": str(asked(path, "SELECT max(id) FROM entries")), "night": "1", "game": finished,
        "table": "standings", "tournament": "1", "number": "1", "at": "1",
    }  # fmt: skip
    listed = f"/l/{values['league']}/tournaments"
    values["board"], values["card"] = run_tournament(owner, listed, ("Ann", "Bob", "Cy", "Pat"))
    owner.send(f"/l/{values['league']}/files", f"/l/{values['league']}/events", {})
    values["events"] = asked(path, "SELECT code FROM links WHERE kind = 'events'")
    plan = f"/l/{values['league']}/next"
    tonight = dt.datetime.now(dt.UTC)
    when = {"day": f"{tonight:%Y-%m-%d}", "time": f"{tonight:%H:%M}"}
    owner.send(plan, plan, {**when, "place": "Legion Hall", "zone": "UTC"})
    values["door"] = asked(path, "SELECT code FROM links WHERE kind = 'door'")
    return World(path, cookies, values, app.secret_key)


def asked(path, question):
    [[value]] = databases.asked(path, question)
    return value


class Copy:
    """A copy of the world at `path`, and the app on it."""

    def __init__(self, world, app, path):
        self.world, self.app, self.path = world, app, path

    def routes(self, method):
        return sorted(rule.rule for rule in self.app.url_map.iter_rules() if method in (rule.methods or ()))

    def phone(self, role="owner"):
        return Phone(self.app, self.world.cookies[role])

    def ready(self, rule, about=None):
        """Send the forms that come before a route's, about the same; give its form, not sent yet."""
        about = (about or {}) | WAYS[rule].values
        for before in WAYS[rule].first:
            answer = self.ready(before, about).send()
            assert answer.status_code in (200, 303), f"{before}: {answer.status_code} {answer.text}"
        return Form(self, rule, about)


class Form:
    """A route's good form, as it lies on the phone that will send it."""

    def __init__(self, copy, rule, about):
        self.way, values = WAYS[rule], copy.world.values
        self.values = values | {name: values[other] for name, other in about.items()}
        self.address = address(route_of(rule), self.values)
        self.phone = copy.phone(self.way.who)
        self.page = self.way.page.format(**self.values)
        self.fields = self.printed() | self.filled_in()

    def printed(self):
        forms = [form for form in self.phone.page(self.page).forms if form["method"] == "post"]
        return dict(next((form["fields"] for form in forms if form["action"] == self.address), forms[0]["fields"]))

    def filled_in(self):
        def put_in(text):
            return text if "\n" in text else text.format(**self.values)

        return {put_in(name): put_in(text) for name, text in self.way.fields.items()}

    def send(self, fields=None, **headers):
        """Send it; what is written out as a browser writes it goes without its files."""
        data = self.fields if fields is None else fields
        if isinstance(data, dict):
            data = data | {name: (io.BytesIO(text.encode()), name) for name, text in self.way.files.items()}
        return self.phone.client.post(self.address, data=data, headers=headers, environ_overrides=from_anywhere())
