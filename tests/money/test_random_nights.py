"""Random nights: games of every variant for money, corrections, undos, payments, people who come and go.

After every step every sum is exactly zero, and a game's entries and the snapshot in its row are what its lines say,
played anew from the first.
"""

import random
from collections import Counter

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game, rematch
from scorekeeper.games.game_view import read_game
from scorekeeper.games.history import undo_target
from scorekeeper.games.lines import correct_line, record_line, undo
from scorekeeper.games.store import load_game
from scorekeeper.money import ledger
from scorekeeper.money.accounts import read_accounts
from scorekeeper.money.ledger import is_settlement, nonzero, pay, reverse_payment
from scorekeeper.money.pots import collect, open_pot, pay_out, read_pots
from scorekeeper.operations.doctor import Verdict, run_checks
from scorekeeper.rules.errors import SheetError
from scorekeeper.variants.catalogue import catalogue, find_variant
from tests.databases import copied, open_engine
from tests.factories import TickingClock, any_line, draft, enrol
from tests.games.test_snapshots import assert_in_step
from tests.ledgers import due, of_the_game, sums

NIGHTS, PARTS = 200, 8
PEOPLE = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
AMOUNTS = ("0", "0.01", "0.05", "0.07", "0.10", "0.33", "1")


def any_draft(dice):
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
    money = {"stakes": {"currency": "USD", **stakes}} if dice.random() < 0.9 else {}
    return draft(dice.sample(PEOPLE, size), variant.key, house=house, opening=opening, **money)


class Night:
    """A night of one league as its phones play it."""

    def __init__(self, session, clock, dice):
        self.session, self.clock, self.dice = session, clock, dice
        self.device, _ = enrol(session, clock, "A phone")
        self.codes, self.payments, self.pots, self.met = [], [], [], Counter()
        self.begin()

    def begin(self):
        finished = [code for code in self.codes if self.view(code).table.finished]
        if finished and self.dice.random() < 0.3:
            code = rematch(Submission(self.session, self.clock, self.device), self.dice.choice(finished))
        else:
            code = create_game(Submission(self.session, self.clock, self.device), **any_draft(self.dice))
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
            elif act < 0.75:
                self.change(self.view(self.dice.choice(self.codes)))
            elif act < 0.88:
                self.pot()
            else:
                self.pay()
        except SheetError:
            self.met["refused"] += 1
            assert self.view(view.code) == view
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

    def pot(self):
        """Let everybody pay into one of the pots, or pay it out if it is won; the first time they are opened."""
        if not self.pots:
            for won_by in ("moon", "skunk"):
                new = {"name": won_by, "cents": 7, "per": self.dice.choice(["night", "game"]), "won_by": won_by}
                open_pot(self.paying(), new | {"number": 1_000, "nobody": "carried"}, "USD")
        self.pots = read_pots(self.session, self.place.league_id, self.place.night_id, self.clock())
        it = next((pot for pot in self.pots if pot.win), self.dice.choice(self.pots))
        if it.win:
            pay_out(self.paying(), it.pot.id, self.place.night_id, it.win.says)
        else:
            collect(self.paying(), it.pot.id, self.place.night_id)
            self.payments += [entry.id for entry in it.entries[:1] if entry.is_active]
        self.met["pot paid out" if it.win else "paid in"] += 1

    def paid(self, one, cents):
        who, night = (one.payer.person_id, one.payee.person_id), self.place.night_id
        return pay(self.paying(), *who, cents, "USD", night_id=night)

    def paying(self):
        return Submission(self.session, self.clock, self.device, league_id=self.place.league_id)

    def owing(self, via=None):
        return read_accounts(self.session, self.place.league_id, self.place.night_id, via=via)

    def check(self):
        for of in ("id", "game_id", "night_id", "league_id"):
            assert {total for *_, total in sums(self.session, of)} <= {0}, of
        for code in self.codes:
            assert of_the_game(self.session, code) == due(self.session, code) == owed(self.view(code))
            assert_in_step(self.session, code)

    def settle(self):
        """All pay as they are told, through a banker or not, and nobody owes anything anymore."""
        banker = self.dice.choice([None, 1])
        for owing in self.owing(via=banker):
            players = {account.person_id for account in owing.accounts} | {banker} - {None}
            assert len(owing.due) <= len(players) - 1
            for one in owing.due:
                self.paid(one, one.cents)
        assert not any(owing.due for owing in self.owing())
        assert self.owing() == read_accounts(self.session, self.place.league_id)
        self.check()


def owed(view):
    """Return what should stand, from the balances of the tables: not the way the code asks."""
    if view.table.finished:
        return nonzero(view.table.balances)
    played = [line for line in view.lines if not line.struck]
    after = [*(line.before for line in played), view.table][1:]
    settled = [table for line, table in zip(played, after, strict=True) if is_settlement(line.facts)]
    return nonzero(settled[-1].balances) if settled else {}


@pytest.fixture
def nights(blank_database, tmp_path):
    """A database's engine, and a function that plays so many nights there, drawn from a seed, giving what they met."""
    engine = open_engine(copied(blank_database, tmp_path / "nights.db"), hasty=True)

    def play_nights(many, seed):
        met = Counter()
        for number in range(many):
            with Session(engine, expire_on_commit=False) as session:
                night = Night(session, TickingClock(), random.Random(f"{seed} {number}"))
                for _ in range(night.dice.randint(6, 16)):
                    night.step()
                night.settle()
            met.update({**night.met, "nights": 1})
        return met

    yield engine, play_nights
    engine.dispose()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("part", range(PARTS))
def test_hundreds_of_nights_end_at_zero(nights, record_property, part):
    engine, play_nights = nights
    met = play_nights(NIGHTS // PARTS, part)
    with engine.connect() as connection:
        wrong = [it for it in run_checks(connection) if it.verdict is not Verdict.OK and it.check.name != "saving"]
        kinds = connection.execute(text("SELECT kind, count(*) FROM entries GROUP BY kind")).all()
    assert wrong == []
    assert met.keys() >= {"recorded", "changed", "paid", "taken back", "paid in", "pot paid out"}
    figures = [*(f"{many} {what}" for what, many in met.items()), *(f"{many} {kind}" for kind, many in kinds)]
    record_property(f"random nights, part {part + 1}", ", ".join(figures))


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("matching_prefix", lambda stand, _wanted: len(stand)),
        ("negated", lambda cents: cents),
        ("settlements", lambda played, finished, real=ledger.settlements: real(list(played)[:-1], finished=finished)),
    ],
)
def test_a_broken_ledger_would_be_noticed(nights, monkeypatch, name, broken, record_property):
    """The controls: a ledger that forgets to reverse, reverses the wrong way, or overlooks a hand."""
    _, play_nights = nights
    monkeypatch.setattr(ledger, name, broken)
    with pytest.raises(AssertionError):
        play_nights(NIGHTS, "broken")
    record_property("row 9, control with a ledger broken: ledgers noticed", [1])
