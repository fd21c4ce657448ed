"""Random nights: games of every variant for money, corrections, undos, payments, people who come and go.

After every step every sum is exactly zero, and a game's entries are what its lines say, played anew from the first.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import cache

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.orm import Session

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game, draft_document, rematch
from scorekeeper.games.game_view import read_game
from scorekeeper.games.history import undo_target
from scorekeeper.games.lines import correct_line, record_line, undo
from scorekeeper.games.store import load_game
from scorekeeper.money import ledger
from scorekeeper.money.accounts import Account, read_accounts, settle_directly, settle_through
from scorekeeper.money.ledger import (
    NewPayment,
    is_settlement,
    matching_prefix,
    negated,
    nonzero,
    pay,
    reverse_payment,
    settlements,
    sum_cents,
)
from scorekeeper.operations.doctor import Verdict, run_checks
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.fold import play
from scorekeeper.rules.reading import read_line, read_sheet
from scorekeeper.rules.table import open_table
from scorekeeper.variants.catalogue import catalogue, find_variant
from tests.databases import copied, open_engine
from tests.factories import TickingClock, any_line, draft, enrol
from tests.ledgers import due, of_the_game

NIGHTS, PARTS, NIGHTS_IN_A_DATABASE = 10_000, 4, 200
SETUPS = 500
"""Games somebody sets up: which, for how many, for how much; every night plays some of them."""
PEOPLE = "12345678"
AMOUNTS = ("0", "0.01", "0.05", "0.07", "0.10", "0.33", "1")

night_seeds = st.integers(0, 2**64 - 1)


def any_draft(dice, names=PEOPLE):
    """A game somebody might set up, at most a few hands from its end, mostly for money."""
    variant = find_variant(dice.choice(list(catalogue())))
    size = dice.choice(list(variant.sizes))
    rules = variant.ruleset(size, {})
    house = {"table.open": True} if rules.seating.sides == "solo" and dice.random() < 0.9 else {}
    opening = {}
    if isinstance(rules.finish.target, int):
        way = rules.finish.target - rules.finish.start
        opening = dict.fromkeys(range(size), rules.finish.start + way * dice.randint(5, 9) // 10)
    keys = ("game", "point") if variant.kind == "smoke" else ("game", "set", "point")
    if variant.kind != "smoke" and rules.has_bidding:
        keys += ("moon", "bid_point")
    stakes = {key: dice.choice(AMOUNTS) for key in keys if dice.random() < 0.6}
    money = {"currency": "USD", **stakes} if dice.random() < 0.9 else None
    return draft(dice.sample(names, size), variant.key, house=house, opening=opening, stakes=money)


# ---------------------------------------------------------------- ten thousand nights, the ledger on a slate


@dataclass
class Slate:
    """A night without a database: games as lists of lines, entries as they would be posted."""

    dice: random.Random
    games: list[SlateGame] = field(default_factory=list)
    entries: list[dict[str, int]] = field(default_factory=list)
    payments: list[dict[str, int]] = field(default_factory=list)
    met: Counter = field(default_factory=Counter)

    def post(self, *entries):
        self.entries += [cents for cents in entries if cents]

    def step(self):
        act = self.dice.random()
        game = self.games[-1] if self.games else None
        try:
            if game is None or (game.table.finished and act < 0.4):
                self.games.append(SlateGame(self, open_table(a_head(self.dice.randrange(SETUPS)))))
            elif act < 0.65:
                game.record(any_line(game.table, self.dice))
            elif act < 0.85 and any(each.lines for each in self.games):
                self.dice.choice([each for each in self.games if each.lines]).change()
            else:
                self.pay()
        except SheetError:
            self.met["refused"] += 1
            return
        self.check()

    def pay(self):
        dues = settle_directly(self.accounts())
        if self.payments and self.dice.random() < 0.4:
            back = self.payments.pop(self.dice.randrange(len(self.payments)))
            self.post(negated(back))
            self.met["taken back"] += 1
        elif dues:
            payment = self.dice.choice(dues)
            cents = self.dice.choice([payment.cents, payment.cents + 5, self.dice.randint(1, 500)])
            self.payments.append({payment.payer.person_id: cents, payment.payee.person_id: -cents})
            self.post(self.payments[-1])
            self.met["paid"] += 1

    def accounts(self):
        names = {who for cents in self.entries for who in cents}
        cents = sum_cents(self.entries)
        return [Account(who, who, cents.get(who, 0)) for who in sorted(names)]

    def check(self):
        assert all(sum(cents.values()) == 0 for cents in self.entries)
        for game in self.games:
            assert sum_cents(game.stand) == nonzero(game.owed())
        played = [cents for game in self.games for cents in game.stand]
        assert sum_cents(self.entries) == sum_cents([*played, *self.payments])

    def settle(self):
        """Everybody pays, straight to each other or through a banker, and nothing is left."""
        accounts = self.accounts()
        if not accounts:
            return
        for dues in (settle_directly(accounts), settle_through(self.dice.choice(accounts), accounts)):
            paid = [{each.payer.person_id: each.cents, each.payee.person_id: -each.cents} for each in dues]
            assert sum_cents([*self.entries, *paid]) == {}
            assert len(dues) <= len(accounts) - 1


@cache
def a_head(number):
    return read_sheet(draft_document(any_draft(random.Random(number))), find_variant).head


class SlateGame:
    """A game of a slate; what stands of its entries, and the two ways of asking what should."""

    def __init__(self, slate, table):
        self.slate, self.opened, self.table, self.stand = slate, table, table, []
        self.lines, self.did, self.tables = [], [], []

    def record(self, facts):
        self.table, entry = play(self.table, read_line(facts, self.table.variant.kind))
        self.lines.append(facts)
        self.did.append(entry)
        self.tables.append(self.table)
        if self.table.finished or is_settlement(facts):
            since = sum_cents([nonzero(self.table.balances), negated(sum_cents(self.stand))])
            self.make([*self.stand, since] if since else self.stand)
            self.slate.met["finished" if self.table.finished else "settled"] += 1

    def change(self):
        """Correct a line, or take it out."""
        dice, at = self.slate.dice, self.slate.dice.randrange(len(self.lines))
        before = self.tables[at - 1] if at else self.opened
        instead = [any_line(before, dice)] if dice.random() < 0.7 else []
        anew = SlateGame(Slate(dice), self.opened)
        for facts in [*self.lines[:at], *instead, *self.lines[at + 1 :]]:
            anew.record(facts)
        self.lines, self.did, self.tables, self.table = anew.lines, anew.did, anew.tables, anew.table
        played = zip(self.lines, self.did, strict=True)
        self.make([nonzero(cents) for cents in settlements(played, finished=self.table.finished)])
        self.slate.met["changed"] += 1

    def make(self, wanted):
        keep = matching_prefix(self.stand, wanted)
        self.slate.met["reversed"] += len(self.stand) - keep
        self.slate.post(*(negated(cents) for cents in reversed(self.stand[keep:])), *wanted[keep:])
        self.stand = list(wanted)

    def owed(self):
        """What should stand, from the balances of the tables: not the way the code asks."""
        if self.table.finished:
            return self.table.balances
        settled = [table for facts, table in zip(self.lines, self.tables, strict=True) if is_settlement(facts)]
        return settled[-1].balances if settled else {}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_nights_end_at_zero(record_property, part):
    met = Counter()

    @settings(max_examples=NIGHTS // PARTS, database=None)
    @seed(part)
    @given(night_seeds)
    def play_a_night(number):
        slate = Slate(random.Random(number))
        for _ in range(slate.dice.randint(6, 18)):
            slate.step()
        slate.settle()
        met.update({**slate.met, "nights": 1, "entries": len(slate.entries)})

    play_a_night()
    assert met["nights"] >= NIGHTS // PARTS
    assert min(met[what] for what in SOMETIMES) > met["nights"] / 20, "the nights meet everything"
    record_property(f"random nights on a slate, part {part + 1}", told(met))


SOMETIMES = ("finished", "settled", "changed", "reversed", "paid", "taken back")


def told(met):
    return ", ".join(f"{met[what]} {what}" for what in ("nights", "entries", *SOMETIMES))


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("matching_prefix", lambda stand, _wanted: len(stand)),
        ("negated", lambda cents: cents),
        ("settlements", lambda played, finished: ledger.settlements(list(played)[:-1], finished=finished)),
    ],
)
def test_the_slate_would_notice(monkeypatch, name, broken, record_property):
    """The controls: a ledger that forgets to reverse, reverses the wrong way, or overlooks a hand."""
    monkeypatch.setattr(sys.modules[__name__], name, broken)

    def play_some():
        for number in range(300):
            slate = Slate(random.Random(number))
            for _ in range(15):
                slate.step()

    with pytest.raises(AssertionError):
        play_some()
    record_property("row 9, control with a ledger broken: ledgers noticed", [1])


# ---------------------------------------------------------------- hundreds of nights, the ledger in a database


class Night:
    """A night of one league as its phones play it."""

    def __init__(self, session, clock, dice):
        self.session, self.clock, self.dice = session, clock, dice
        self.device, _ = enrol(session, clock, "A phone")
        self.codes, self.payments, self.met = [], [], Counter()
        self.begin()

    def begin(self):
        finished = [code for code in self.codes if self.view(code).table.finished]
        if finished and self.dice.random() < 0.3:
            code = rematch(Submission(self.session, self.clock, self.device), self.dice.choice(finished))
        else:
            new = any_draft(self.dice, ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal"))
            code = create_game(Submission(self.session, self.clock, self.device), new)
        self.codes = list(dict.fromkeys([*self.codes, code]))
        self.place = load_game(self.session.connection(), code).row

    def view(self, code):
        return read_game(self.session, code)

    def step(self):
        act, view = self.dice.random(), self.view(self.codes[-1])
        try:
            if view.table.finished and act < 0.4:
                self.begin()
            elif act < 0.6:
                facts = any_line(view.table, self.dice)
                record_line(self.form(view), view.code, facts)
                self.met["recorded"] += 1
            elif act < 0.78:
                self.change(self.view(self.dice.choice(self.codes)))
            else:
                self.pay()
        except SheetError:
            self.met["refused"] += 1
        self.check()

    def form(self, view, **more):
        return Submission(self.session, self.clock, self.device, seen=view.seq, **more)

    def change(self, view):
        """Take a row back, put one back, or correct a line."""
        if not view.seq:
            return
        if self.dice.random() < 0.5:
            undo(self.form(view), view.code, self.dice.choice([undo_target(view.rows) or 1, view.seq, 1]))
        else:
            line = self.dice.choice(view.lines)
            facts = any_line(line.before or view.table, self.dice)
            correct_line(self.form(view, reason="So it was."), view.code, line.seq, facts)
        self.met["changed"] += 1

    def pay(self):
        if self.payments and self.dice.random() < 0.5:
            reverse_payment(self.paying(), self.payments.pop(self.dice.randrange(len(self.payments))))
            self.met["taken back"] += 1
            return
        dues = [due for owing in self.owing() for due in owing.due]
        for one in dues[:1]:
            cents = self.dice.choice([one.cents, one.cents + 5, self.dice.randint(1, 500)])
            self.payments.append(self.paid(one, cents))
            self.met["paid"] += 1

    def paid(self, one, cents):
        payment = NewPayment(one.payer.person_id, one.payee.person_id, cents, "USD", self.place.night_id)
        return pay(self.paying(), payment)

    def paying(self):
        return Submission(self.session, self.clock, self.device, league_id=self.place.league_id)

    def owing(self, via=None):
        return read_accounts(self.session, self.place.league_id, self.place.night_id, via=via)

    def check(self):
        league = {"league_id": self.place.league_id}
        for entry in ("e.id", "e.game_id", "e.night_id", "e.league_id"):
            sums = text(SUMS.format(entry))
            assert set(self.session.scalars(sums, league)) <= {0}, entry
        for code in self.codes:
            assert of_the_game(self.session, code) == due(self.session, code)

    def settle(self):
        """Everybody pays as he is told, through a banker or not, and nobody owes anything any more."""
        banker = self.dice.choice([None, 1])
        for owing in self.owing(via=banker):
            players = {account.person_id for account in owing.accounts} | {banker} - {None}
            assert len(owing.due) <= len(players) - 1
            for one in owing.due:
                self.paid(one, one.cents)
        assert not any(owing.due for owing in self.owing())
        assert self.owing() == read_accounts(self.session, self.place.league_id)
        self.check()


SUMS = (
    "SELECT sum(p.cents) FROM entries e JOIN postings p ON p.league_id = e.league_id AND p.entry_id = e.id"
    " WHERE e.league_id = :league_id GROUP BY {}, e.currency"
)


@pytest.mark.deep
@pytest.mark.parametrize("part", range(2))
def test_hundreds_of_nights_in_a_database_end_at_zero(blank_database, tmp_path, record_property, part):
    path, met = copied(blank_database, tmp_path / "nights.db"), Counter()
    engine = open_engine(path, hasty=True)

    @settings(max_examples=NIGHTS_IN_A_DATABASE // 2, database=None)
    @seed(part)
    @given(night_seeds)
    def play_a_night(number):
        with Session(engine, expire_on_commit=False) as session:
            night = Night(session, TickingClock(), random.Random(number))
            for _ in range(night.dice.randint(6, 16)):
                night.step()
            night.settle()
        met.update({**night.met, "nights": 1})

    play_a_night()
    with engine.connect() as connection:
        wrong = [it for it in run_checks(connection) if it.verdict is not Verdict.OK and it.check.name != "saving"]
        kinds = connection.execute(text("SELECT kind, count(*) FROM entries GROUP BY kind")).all()
    engine.dispose()
    assert wrong == []
    assert min(met[what] for what in ("recorded", "changed", "paid", "taken back")) > met["nights"] / 20
    figures = [*(f"{met[what]} {what}" for what in ("nights", *met)), *(f"{many} {kind}" for kind, many in kinds)]
    record_property(f"random nights in a database, part {part + 1}", ", ".join(dict.fromkeys(figures)))
