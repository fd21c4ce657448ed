"""Leagues cannot see each other: every route × whoever asks × whose it is, as who_may.py has it.

Row 16 of docs/trust.md.  A league with a phone of every role, and another league whose owner is the stranger.  What is
denied must tell nothing: 404 is the same page as for a code nobody has, and no answer holds a word of a league its
reader is not in.
"""

import json
import re
from dataclasses import asdict, dataclass, field

import pytest
from werkzeug.routing import Rule

from scorekeeper.access import permissions
from scorekeeper.access.roles import Role
from scorekeeper.core.text import new_op_id
from scorekeeper.league.standings import RankingRule
from tests.access.who_may import ANYONE, WHO_MAY, plain, roles_of, who_may
from tests.apps import app_on
from tests.databases import asked, by_hand, copied
from tests.phones import Phone
from tests.tournaments.conftest import run_tournament
from tests.trust.ways import POT

OURS = {
    "names": ("Zebulon", "Quincey", "Ottoline", "Xanthe"), "title": "Night of the heron", "save_as": "Heron rules",
    "place": "Heron Hall",
}  # fmt: skip
THEIRS = {
    "names": ("Ignatius", "Wilhelm", "Yoshiko", "Uriah"), "title": "Night of the otter", "save_as": "Otter rules",
    "place": "Otter Inn",
}  # fmt: skip
SHEET = """
format = "scoresheet/1"
variant = "money-pitch"
title = "{title}"
players = ["{names[0]}", "{names[1]}", "{names[2]}", "{names[3]}"]
stakes = {{ currency = "USD", game = "1.00" }}

[[lines]]
adjust = {{ {names[0]} = -1 }}
reason = "It was late"
"""
"""An open table for money whose first line is a vote: there is something at every address."""
FINISHED = """
format = "scoresheet/1"
variant = "minnesota-ten-point"
players = ["{names[0]}", "{names[1]}", "{names[2]}", "{names[3]}"]
opening = {{ {names[1]} = 47, {names[3]} = 47 }}

[[lines]]
bidder = "{names[1]}"
bid = 5
points = {{ high = "{names[1]}", low = "{names[1]}", jack = "{names[1]}", game = "{names[1]}", trey = "{names[1]}" }}
"""
"""A game that is over: it is rated."""
ASKERS = ("anonymous", "stranger", "viewer", "scorer", "keeper", "owner", "revoked")
MEMBERS = {"viewer": Role.VIEWER, "scorer": Role.SCORER, "keeper": Role.KEEPER, "owner": Role.OWNER}
NOBODYS = "A" * 22
EVENTS = "/l/<league>/events.json"
LINKS = ("/s/", "/b/", "/c/", "/n/", "/d/", EVENTS)
"""What is shown to whoever has the address."""
ALLOWED, FORBIDDEN, NOT_FOUND = "allowed", "403", "404"


@dataclass
class League:
    """A league in the database: what its addresses are made of, and the words nobody else may read."""

    code: str
    values: dict[str, object]
    link: str
    closed_link: str
    words: tuple[str, ...]
    tokens: dict[str, str] = field(default_factory=dict)


@pytest.fixture(scope="module")
def world(shared_app, blank_database, tmp_path_factory):
    """A database with both leagues; give its path and them."""
    app, path = shared_app.on(blank_database), shared_app.database
    ours = found_league(app, path, OURS, ["viewer", "scorer", "keeper", "revoked"])
    theirs = found_league(app, path, THEIRS, [])
    ours.tokens["stranger"] = theirs.tokens["owner"]
    return copied(path, tmp_path_factory.mktemp("world") / "games.db"), ours, theirs


def found_league(app, path, about, roles):
    owner = Phone(app)
    finished, code = (owner.bring_in(sheet.format(**about)) for sheet in (FINISHED, SHEET))
    owner.send(f"/t/{code}/house", f"/t/{code}/house", {"save_as": about["save_as"]})
    owner.send(f"/t/{code}/pots", f"/t/{code}/pots", POT | {"name": about["title"]})
    closed = link_of(owner, code)
    owner.send(f"/t/{code}/phones", f"/t/{code}/share/close", {})
    owner.send(f"/t/{code}/invite", f"/t/{code}/share", {})
    tokens, devices = {"owner": owner.secret}, {}
    for role in [*roles, "spare", "leaving", "gone"]:
        phone = Phone(app)
        phone.join(owner, code)
        tokens[role], devices[role] = phone.secret, asked(path, "SELECT max(id) FROM devices")[0][0]
        if role in MEMBERS:
            owner.send(f"/t/{code}/phones", f"/t/{code}/phones/{devices[role]}/role", {"role": role})
        if role in ("revoked", "gone"):
            owner.send(f"/t/{code}/phones", f"/t/{code}/phones/{devices[role]}/out", {})
    values = {
        "variant": "minnesota-ten-point", "size": 4, "key": "game.tie", "seq": 1, "person": 1, "house_id": 1,
        "filename": "css/scorekeeper.css", "phone": devices, "league": newest_league(path), "night": 1, "other": 2,
        "season": 1, "game": finished, "table": "people", "tournament": 1, "number": 1, "at": 1,
        "pot": 1,
    }  # fmt: skip
    values["board"], values["card"] = run_tournament(owner, f"/l/{values['league']}/tournaments", about["names"])
    assert owner.send(f"/l/{values['league']}/files", f"/l/{values['league']}/events", {}).status_code == 303
    values["events"] = asked(path, "SELECT code FROM links WHERE kind = 'events' ORDER BY league_id DESC")[0][0]
    night = {"day": "2099-11-26", "time": "19:00", "place": about["place"], "zone": "America/Chicago"}
    owner.send(f"/l/{values['league']}/next", f"/l/{values['league']}/next", night)
    values["door"] = asked(path, "SELECT code FROM links WHERE kind = 'door' ORDER BY made_at DESC")[0][0]
    link = link_of(owner, code)
    words = (*about["names"], about["title"], about["save_as"], about["place"], link, closed)
    return League(code, values, link, closed, words, tokens)


def newest_league(path):
    """Return the code of the league founded last, which gets a season to look at."""
    league_id, code = asked(path, "SELECT id, code FROM leagues ORDER BY id DESC")[0]
    season = f"{league_id}, 1, 'Winter', '2999-01-01', '{json.dumps(asdict(RankingRule()))}'"
    by_hand(path, f"INSERT INTO seasons (league_id, id, name, starts_on, rule) VALUES ({season})")  # noqa: S608
    return code


def link_of(phone, code):
    return re.search(r"/s/([\w-]{22})<", phone.get(f"/t/{code}/invite").text)[1]


class Asker:
    """Somebody with a phone, at their own copy of the database."""

    def __init__(self, world, shared_app, who):
        path, self.ours, self.theirs = world
        self.who = who
        self.app, self.path = shared_app.on(path), shared_app.database
        self.client = self.app.test_client()
        self.requests = 0
        page = self.client.get("/new/minnesota-ten-point/4").text
        self.token = re.search(r'name="csrf_token" value="([^"]+)"', page)[1]
        self.client.delete_cookie("phone")
        if who != "anonymous":
            self.client.set_cookie("phone", self.ours.tokens[who])

    def ask(self, method, path):
        """Return status, address it leads on to, and text; each time from another address, so that none is held up."""
        self.requests += 1
        environ = {"REMOTE_ADDR": f"10.{self.requests >> 16 & 255}.{self.requests >> 8 & 255}.{self.requests & 255}"}
        data = {"csrf_token": self.token, "op_id": new_op_id()} if method == "POST" else None
        with self.client.open(path, method=method, data=data, environ_overrides=environ) as answer:
            streams = answer.mimetype == "text/event-stream"
            return answer.status_code, answer.location or "", "" if streams else answer.get_data(as_text=True)

    def role_in(self, league):
        if self.who == "stranger":
            return Role.OWNER if league is self.theirs else None
        return MEMBERS.get(self.who) if league is self.ours else None


def address(rule, league, *, code=None, phones=None):
    """Return the address of a route in a league.  An argument it has no value for wants one in `found_league`."""
    values = dict(league.values)
    values["code"] = code or (league.link if rule.startswith("/s/") else league.code)
    for name in ("league", "board", "card", "door"):
        values[name] = code or values[name]
    of = "gone" if rule.endswith("/back") else "leaving" if rule.endswith("/out") else "spare"
    values["phone"] = (phones or league.values["phone"])[of]

    def value(match):
        return str(values[match[1]])

    if rule == EVENTS:
        values["league"] = code or league.values["events"]
    return re.sub(r"<(?:[^:<>]+:)?(\w+)>", value, rule)


def routes(app):
    """Return every (method, route) of an app, what takes something away last, and its forms after their pages."""
    takes_away = ("/out", "/close", "/replace", "/archive", "/undo", "/merge", "/split", "/erase", "/delete")
    return sorted(roles_of(app), key=lambda key: (key[1].endswith(takes_away), key))


def expected(asker, league, method, rule):
    least = who_may(method, rule)
    if least is None or rule.startswith(LINKS):
        return ALLOWED
    if "<code>" not in rule and "<league>" not in rule:  # the league they keep score in
        role = asker.role_in(asker.theirs if asker.who == "stranger" else asker.ours)
        role = role if role is not None and role >= Role.SCORER else None
    else:
        role = asker.role_in(league)
    if role is None:
        return NOT_FOUND
    return ALLOWED if role >= least else FORBIDDEN


def outcome(status):
    return {403: FORBIDDEN, 404: NOT_FOUND}.get(status, ALLOWED)


def names_somebody(method, rule):
    """Return whether an empty form names somebody: else the view itself, once it is reached, finds nobody (404)."""
    return method == "GET" or not rule.endswith(("/merge", "/split"))


def leaks_of(asker):
    """Return each answer that was not as who_may.py has it, or told a stranger's word."""
    wrong = []
    for method, rule in routes(asker.app):
        for league in (asker.theirs, asker.ours):
            path = address(rule, league)
            status, leads_to, text = asker.ask(method, path)
            case = f"{method} {path} ({rule}) as {asker.who}: {status}"
            right = expected(asker, league, method, rule)
            found_nobody = right == ALLOWED and status == 404 and not names_somebody(method, rule)
            if status >= 500 or (outcome(status) != right and not found_nobody):
                wrong.append(f"{case}, not {right}")
            told = words_of_others(asker, league, rule, leads_to + text)
            if told:
                wrong.append(f"{case} says {told}")
            if status == 404 and text != asker.ask(method, address(rule, league, code=NOBODYS))[2]:
                wrong.append(f"{case} is another page than for nobody's code")
    return wrong


def words_of_others(asker, league, rule, text):
    """Return the words in it of a league they are not in; whoever has a link reads what it shows."""
    readable = [league] if rule.startswith(LINKS) else []
    readable += [one for one in (asker.ours, asker.theirs) if asker.role_in(one) is not None]
    others = [one for one in (asker.ours, asker.theirs) if one not in readable]
    return [word for one in others for word in one.words if word in text]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("who", ASKERS)
def test_every_route_answers_as_the_table_says_and_tells_no_stranger_anything(world, shared_app, who, record_property):
    asker = Asker(world, shared_app, who)
    wrong = leaks_of(asker)
    record_property(f"row 16, {who}: requests, leaks", f"{asker.requests}, {len(wrong)}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("who", ["scorer", "keeper", "owner"])
def test_a_phone_of_another_league_is_not_there(world, shared_app, who):
    asker = Asker(world, shared_app, who)
    named = [key for key in routes(asker.app) if "<int:phone>" in key[1] and who_may(*key) <= MEMBERS[who]]
    assert named
    for method, rule in named:
        path = address(rule, asker.ours, phones=asker.theirs.values["phone"])
        status, _, text = asker.ask(method, path)
        assert status == (400 if rule.endswith("/role") else 404), path
        assert not [word for word in asker.theirs.words if word in text]
    members = "SELECT * FROM members WHERE league_id = 2"
    assert asked(asker.path, members) == asked(world[0], members)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("who", ASKERS)
def test_a_link_that_was_closed_shows_what_one_that_never_was_shows(world, shared_app, who):
    asker = Asker(world, shared_app, who)
    for method, rule in routes(asker.app):
        if rule.startswith("/s/"):
            closed = asker.ask(method, address(rule, asker.ours, code=asker.ours.closed_link))
            assert closed == asker.ask(method, address(rule, asker.ours, code=NOBODYS))
            assert closed[0] == 404


def test_every_role_is_the_one_that_was_written_down_by_hand(app):
    assert {(method, plain(rule)): least.word if least is not None else ANYONE
            for (method, rule), least in roles_of(app).items()} == WHO_MAY  # fmt: skip


def test_a_route_without_a_role_is_not_added(database, tmp_path):
    app = app_on(database, tmp_path)
    with pytest.raises(LookupError, match="/planted"):
        app.get("/planted")(lambda: "secret")
    assert app.test_client().get("/planted").status_code == 404


def test_a_route_that_goes_around_the_roles_lets_nobody_in(database, tmp_path):
    app = app_on(database, tmp_path)
    app.url_map.add(Rule("/planted", endpoint="planted"))
    app.view_functions["planted"] = lambda: "secret"
    answer = app.test_client().get("/planted")
    assert answer.status_code == 500
    assert "secret" not in answer.text


@pytest.mark.deep
def test_without_the_guard_it_finds_leaks(world, shared_app, monkeypatch, record_property):
    asker = Asker(world, shared_app, "stranger")
    guards = asker.app.before_request_funcs[None]
    unguarded = [guard for guard in guards if guard is not permissions.check_access]
    monkeypatch.setitem(asker.app.before_request_funcs, None, unguarded)
    wrong = leaks_of(asker)
    record_property("row 16, control without the guard: leaks found", len(wrong))
    assert any("says ['Zebulon'" in one for one in wrong)
    assert len(wrong) > 40
