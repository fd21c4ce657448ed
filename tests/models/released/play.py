"""Two hard nights, played by the program of a version through its own services, and what that program then shows.

Run by make.py beside it, in a checkout of that version, which has these services.  The versions up to 0005 were played
by earlier texts of this file.  Chance is seeded, so that both databases get the same games.
"""

from __future__ import annotations

import base64
import datetime as dt
import itertools
import json
import random
import re
import secrets
import sys
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, inspect, text
from sqlalchemy.orm import Session

from scorekeeper import paths
from scorekeeper.app import create_app
from scorekeeper.models.engine import configure_engine
from scorekeeper.services.access.devices import enroll, new_device
from scorekeeper.services.games import lines
from scorekeeper.services.games.create import GameDraft, create_game, rematch
from scorekeeper.services.games.view import read_game
from scorekeeper.services.league.change_log import ChangeRequest
from scorekeeper.services.league.house_rules import RulesDraft, save_house_rules
from scorekeeper.services.league.people import rename_person, set_guest
from scorekeeper.services.league.season_rules import ranking_rule
from scorekeeper.services.league.seasons import SeasonDraft, begin_season
from scorekeeper.services.money.accounts import night_of_game
from scorekeeper.services.money.pay import NewPayment, pay, reverse_payment
from scorekeeper.services.submission import Submission
from scorekeeper.services.transaction import writing
from scorekeeper.services.transfer import sheets
from scorekeeper.settings import from_environment
from scorekeeper.variants.catalogue import find_variant

dice = random.Random(13)
secrets.token_bytes = dice.randbytes
secrets.token_hex = lambda size=16: dice.randbytes(size).hex()
secrets.token_urlsafe = lambda size=16: base64.urlsafe_b64encode(dice.randbytes(size)).decode().rstrip("=")

FOUR = ("Ann", "Bob", "Cy", "Dee")
POINTS = ("high", "low", "jack", "off_jack", "high_joker", "low_joker", "game", "trey")
SHEET = """
format = "scoresheet/1"
variant = "partnership-pitch"
players = ["Ann", "Bob", "Cy", "Dee"]
date = 2026-09-04
title = "Carried over"
opening = { Ann = 5 }
rules = { "finish.target" = 11 }
[[lines]]
bidder = "Bob"
bid = 3
points = { high = "Bob", low = "Dee", jack = "Ann", game = "Bob" }
"""
numbers = itertools.count(1)


def op_id():
    return f"{next(numbers):032x}"


class Clock:
    now = dt.datetime(2026, 9, 12, 19, 30, tzinfo=dt.UTC)

    def __call__(self):
        self.now += dt.timedelta(seconds=40)
        return self.now


def hand(bidder, bid, lost=(), to="1", **more):
    return {"bidder": bidder, "bid": bid, "points": {one: to if one in lost else bidder for one in POINTS}, **more}


class Evening:
    """A phone, and the games it has begun by their codes."""

    def __init__(self, session, clock, name):
        self.session, self.clock = session, clock
        self.phone, self.token = enrol(session, clock, name)
        self.codes = []

    def sit_down(self, variant="minnesota-ten-point", names=FOUR, **more):
        draft = GameDraft(variant=variant, names=tuple(names), dealer=len(names) - 1, **more)
        self.codes.append(create_game(self.session, self.clock, self.phone, draft))
        return self.codes[-1]

    def seq(self, code):
        return read_game(self.session, code).seq

    def say(self, code, **facts):
        how = {"op_id": op_id(), "seen": self.seq(code), "device": self.phone}
        return lines.record_line(self.session, self.clock, code, facts, Submission(**how)).seq

    def correct(self, code, target, facts, reason):
        how = {"op_id": op_id(), "seen": self.seq(code), "device": self.phone, "reason": reason}
        lines.correct_line(self.session, self.clock, code, lines.Correction(target, facts), Submission(**how))

    def undo(self, code, target, reason=None):
        how = {"op_id": op_id(), "seen": self.seq(code), "device": self.phone, "reason": reason}
        return lines.undo(self.session, self.clock, code, target, Submission(**how)).seq


def enrol(session, clock, name):
    """Make a phone and give it with its secret."""
    device, now = new_device(name), clock()
    with writing(session) as connection:
        return enroll(connection, device, now), device.token


# ---------------------------------------------------------------- the nights


def a_hard_night(ann):
    """A game with everything in it that a log may hold, finished, and played again."""
    code = ann.sit_down(title="Légion d'ÉTÉ ♠", stakes={"currency": "USD", "game": "1.00", "set": "0.25"})
    first = ann.say(code, **hand("2", 5, note="“Bob” was < sure > & said so"))
    ann.say(code, **hand("3", 8, ("low", "trey"), "2"))
    ann.say(code, misdeal=True, note="eleven cards")
    struck = ann.say(code, **hand("4", 6))
    ann.correct(code, first, hand("2", 6, ("game",), "1"), "Misheard")
    ann.correct(code, first, hand("2", 7, ("game",), "3"), "Misheard again")
    ann.correct(code, struck, None, "It never happened")
    wrong = ann.say(code, **hand("1", 4))
    taken = ann.undo(code, wrong)
    back = ann.undo(code, taken, "It was right after all")
    ann.undo(code, back)
    ann.say(code, adjust={"1": -2}, reason="Looked at a trick")
    for bidder in "1313131313":
        if not read_game(ann.session, code).table.finished:
            ann.say(code, **hand(bidder, 9, ("low",), "2"))
    again = rematch(ann.session, ann.clock, ann.phone, code, op_id())
    ann.codes.append(again)
    ann.say(again, **hand("2", 10, ("low", "high", "jack"), "3"))


def for_money(ann):
    """Everybody for himself: people come and go, a rule changes, somebody is paid out."""
    stakes = {"currency": "USD", "point": "0.25", "moon": "2.00", "bid_point": "0.05"}
    code = ann.sit_down("money-pitch", ("Ann", "Bob", "Cy"), stakes=stakes)
    few = {"high": "1", "low": "1", "game": "3"}
    ann.say(code, bidder="1", bid=2, points=few)
    ann.say(code, join="Eve", after="1")
    ann.say(code, bidder="2", bid=3, points={"high": "2", "low": "3", "jack": "2", "game": "2"})
    late = ann.say(code, bidder="3", bid=2, points={"high": "1", "low": "2", "game": "1"})
    ann.say(code, rules={"game.tie": "low"}, note="after that tie")
    ann.say(code, leave="2")
    ann.correct(code, late, {"bidder": "3", "bid": 3, "points": {"high": "1", "low": "2", "game": "1"}}, "He bid three")
    ann.say(code, settle=True)
    ann.say(code, bidder="1", bid=2, points={"high": "1", "jack": "1"})


def at_smoke(bob):
    """Another phone's league: Smoke to its end, with sitting out and a pickup."""
    code = bob.sit_down("smoke", ("Ann", "Flo", "Gil"), opening={0: 9}, house={"finish.start": 4})
    bob.say(code, tricks={"2": 3, "3": 2}, sat=["1"])
    bob.say(code, tricks={"1": 1, "2": 4, "3": 0})


def carried_over(ann):
    code = sheets.import_sheet(
        ann.session, ann.clock, ann.phone, sheets.SheetUpload(SHEET, is_json=False, op_id=op_id())
    )
    ann.codes.append(code)
    ann.say(code, bidder="1", bid=2, points={"high": "1", "low": "1", "game": "2"})


def under_house_rules(ann):
    """Rules kept under a name (0002), twice, and a game begun under them."""
    pitch = find_variant("partnership-pitch")
    for target in (11, 15):
        wanted = RulesDraft("Legion rules", pitch, {"finish.target": target})
        kept = save_house_rules(ann.session, ann.clock, wanted, Submission(op_id=op_id(), device=ann.phone))
    code = ann.sit_down("partnership-pitch", house={"finish.target": 15}, house_rules=kept)
    ann.say(code, bidder="1", bid=4, points={"high": "1", "low": "1", "jack": "1", "game": "1"})


def paid(ann):
    """Payments (0004): one that stays, one that is taken back."""
    place = night_of_game(ann.session, ann.codes[0])

    def form(note=None):
        return Submission(op_id=op_id(), device=ann.phone, reason=note)

    where = (ann.session, ann.clock, place.league_id)
    pay(*where, NewPayment(2, 1, 50, "USD", place.night_id), form("two quarters"))
    entry = pay(*where, NewPayment(2, 1, 25, "USD", place.night_id), form())
    reverse_payment(*where, entry, form("He did not"))


def in_seasons(ann):
    """A season, other names, a guest, an opinion (0005)."""

    def form():
        return ChangeRequest(ann.session, ann.clock, 1, Submission(op_id=op_id(), device=ann.phone))

    begin_season(form(), SeasonDraft("Autumn", dt.date(2026, 9, 10), None, ranking_rule("wins", 0, 3)))
    rename_person(form(), 2, "Robert")
    set_guest(form(), 5, guest=True)


def played(session):
    clock = Clock()
    ann, bob = Evening(session, clock, "Ann's phone"), Evening(session, clock, "Bob's phone")
    a_hard_night(ann)
    for_money(ann)
    carried_over(ann)
    clock.now += dt.timedelta(days=7)
    at_smoke(bob)
    under_house_rules(ann)
    paid(ann)
    in_seasons(ann)
    return ann, bob


# ---------------------------------------------------------------- what is shown


def shown(url, evenings):
    """Return what each phone sees of its games, and what everybody is owed by the sums of the ledger."""
    app = create_app(from_environment({"DATABASE_URL": url}, Path.cwd()))
    told, session = {"games": [], "owed": {}}, evenings[0].session
    for evening in evenings:
        client = app.test_client()
        client.set_cookie("phone", evening.token)
        for code in evening.codes:
            page = client.get(f"/t/{code}")
            assert page.status_code == 200, page.text
            view = read_game(evening.session, code)
            told["games"].append({
                "code": code,
                "phone": evening.token,
                "on the page": re.findall(r"data-score>([^<]+)<", page.text),
                "seq": view.seq,
                "scores": dict(view.table.scores),
                "finished": bool(view.table.finished),
                "winners": sorted(view.table.winners),
                "sheet": json.loads(client.get(f"/t/{code}/sheet.json").text),
            })  # fmt: skip
    if inspect(session.connection()).has_table("postings"):
        owed = "SELECT person_id, sum(cents) FROM postings WHERE league_id = 1 GROUP BY person_id ORDER BY person_id"
        told["owed"] = {str(who): int(cents) for who, cents in session.execute(text(owed))}
    return told


def written(told):
    """A line for everything said of a game: long, and easily compared."""
    games = [
        "{\n" + ",\n".join(f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in game.items()) + "}"
        for game in told["games"]
    ]
    return f'{{"owed": {json.dumps(told["owed"])},\n"games": [{", ".join(games)}]}}\n'


def migrated(url):
    engine = configure_engine(create_engine(url))
    config = Config()
    config.set_main_option("script_location", str(paths.migrations()))
    config.attributes["engine"] = engine
    command.upgrade(config, "head")
    return engine


if __name__ == "__main__":
    address, out = sys.argv[1:]
    engine = migrated(address)
    with Session(engine, expire_on_commit=False) as session:
        told = shown(address, played(session))
    engine.dispose()
    Path(out).write_text(written(told), encoding="utf-8")
