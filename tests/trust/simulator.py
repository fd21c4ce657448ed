"""A night drawn from a seed: the real app and a real database, three phones, and everything that goes wrong.

`make simulate SEEDS=1000` plays so many; one that fails prints its seed and its steps, and `make simulate FIRST=seed
SEEDS=1` plays it again.  What is entered waits in an outbox as in static/js/outbox: it is sent in order, each form as
it was until there is an answer.  Answers get lost, forms lie open for hours, a call to the database fails, phones are
shut out or only watch, nights closed, clocks set.  After every step the database must be what the phones were told.
"""

import datetime as dt
import json
import logging
import random
import re
import sqlite3
import sys
import tempfile
from collections import Counter
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import time_machine

from scorekeeper.core import live, pages
from scorekeeper.core.extensions import db
from scorekeeper.operations.doctor import Verdict, run_checks
from scorekeeper.rules.documents import parse_document
from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.sheets.phrases import number_text
from scorekeeper.variants.catalogue import find_variant
from tests.apps import app_on
from tests.databases import blank_at, copied, engine_at, failing_at, hastened, migrate
from tests.phones import Phone
from tests.tournaments.conftest import run_tournament
from tests.trust.test_totals import any_hand

START = dt.datetime(2026, 11, 19, 20, 0, tzinfo=dt.UTC)
STEPS, CALLS = 60, 30
"""Of a night, and after how many of them the doctor is called."""
GRACE, YEARS = dt.timedelta(minutes=30), dt.timedelta(days=3653)
CLOCK = (*(dt.timedelta(minutes=step) for step in (-120, -0.1, 60, 800)), YEARS)
NOTED = re.compile(r'"note":"([0-2]-\d+)"')
ACTION, INPUT = re.compile(r'^[^>]*? action="([^"]*)"'), re.compile(r"<input\b([^>]*)>")
ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')
GROW = ("lines", "tournament_lines", "entries", "postings", "changes")
SHORT = {"rule_finish.target": "other", "rule_finish.target_n": "24", "stake_game": "1.00", "stake_set": "0.25"}


class World:
    """An app, and a database in which three phones keep score of a game for money, and a tournament has begun."""

    def __init__(self, folder):
        self.begun, self.path = blank_at(folder / "begun.db"), folder / "night.db"
        migrate(engine_at(f"sqlite:///{self.begun}"))
        app = app_on(self.begun, folder)
        owner, *others = phones = [Phone(app) for _ in range(3)]
        with time_machine.travel(START, tick=False):
            self.code = owner.sit_down(currency="USD", **SHORT)
            for phone in others:
                phone.keep_score(owner, self.code)
            league = re.search(r"/l/[\w-]{22}", owner.get("/").text)[0]
            run_tournament(owner, f"{league}/tournaments", ("Ann", "Bob", "Cy", "Pat"))
        self.tournament, self.secrets = f"{league}/tournaments/1", [phone.secret for phone in phones]
        self.app = app_on(copied(self.begun, self.path), folder)
        self.cards = {}
        with self.app.app_context():
            self.engine = hastened(db.engine)

    def anew(self):
        """Put the database back to how it was when the night began."""
        self.engine.dispose()
        copied(self.begun, self.path)
        pages._pages.clear()
        return self


KINDS = {
    "hand": (30, "", "/hands", {"note": "{key}"}),
    "correct": (8, "{table}/lines/{line}", "{table}/lines/{line}", {"note": "{key}", "reason": "We looked again"}),
    "undo": (6, "", "/undo", {}),
    "rematch": (8, "", "/rematch", {}),
    "pay": (5, "{table}/settle", "/pay", {"payer": "1", "payee": "2", "amount": "0.50", "note": "{key}"}),
    "slip": (7, "{card}", "{card}", {"side": "{side}", "sides-0-points": "{points}", "sides-1-points": "7"}),
    "says": (16, "{card}", "/says", {"right": "y"}),
    "draw": (16, "{tournament}", "/draw", {}),
}
"""What somebody does: how often, the page its form is on ("" for the table), where it goes, and what is filled in."""


def form_of(page, action):
    """Return the fields of a page's form and, as "to", where it goes; None if there is none.

    As tests.phones reads it, in a tenth of the time.
    """
    for form in (page or "").split("<form")[1:]:
        found = ACTION.match(form)
        if found and found[1].endswith(action):
            inputs = [dict(ATTRIBUTE.findall(one)) for one in INPUT.findall(form)]
            given = [it for it in inputs if it.get("type") not in {"radio", "checkbox"} or "checked" in it]
            return {it["name"]: unescape(it.get("value", "")) for it in given if "name" in it} | {"to": found[1]}
    return None


class Night:
    """One night.  `play` raises AssertionError at the first step after which something is not as it should be.

    Of somebody's phone `open` is each kind of page as it lies open, which may be hours old, `waiting` what waits to be
    sent, `out` whether it was shut out, and `watches` whether it may only watch.  The `key` of an act stands in it, and
    in no other; it is `unsure` if it was sent and there was no answer.
    """

    sent_next = 0  # of those that wait
    keeps_unanswered = True

    def __init__(self, world, seed):
        self.world, self.dice, self.code, self.table = world, random.Random(seed), world.code, f"/t/{world.code}"
        self.file = sqlite3.connect(world.path)
        self.ask = lambda question, *values: self.file.execute(question, values).fetchall()
        self.people = [
            SimpleNamespace(number=number, phone=Phone(world.app, secret), open={}, waiting=[], entered=0, out=False,
                            watches=False)
            for number, secret in enumerate(world.secrets)
        ]  # fmt: skip
        self.acts, self.told, self.before, self.scores = [], [], {log: set() for log in GROW}, {}
        self.follower = world.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self.moved = live.change_feed(self.follower)
        self.steps = {self.look: 10, self.fill_in: 50, self.send: 80, self.owner_acts: 8, self.set_clock: 5}

    def play(self):
        with time_machine.travel(START, tick=False) as self.clock:
            for number in range(1, STEPS + 1):
                self.clock.shift(self.dice.randint(1, 120))
                [step], who = self.dice.choices([*self.steps], self.steps.values()), self.dice.choice(self.people)
                self.told.append(f"{number}. {step.__name__} {who.number}:")
                step(who)
                self.check(doctor=number % CALLS == 0 or number == STEPS)
            for who in self.people:
                self.look(who)

    def look(self, who):
        """Load the table: it is the newest, and its scores are what its lines come to."""
        answer = who.phone.get(self.table)
        assert answer.status_code == (404 if who.out else 200), f"phone {who.number} got a {answer.status_code}"
        if who.out:
            return
        who.open[""] = answer.text
        [[seq]] = self.ask("SELECT seq FROM games WHERE code = ?", self.code)
        if (self.code, seq) not in self.scores:
            sheet = parse_document(who.phone.get(f"{self.table}/sheet.json").text, is_json=True)
            table, _ = fold(read_sheet(sheet, find_variant))
            self.scores[self.code, seq] = [number_text(table.scores[team[0]]) for team in table.teams]
        shown = re.findall(r"data-score>([^<]+)<", answer.text)
        assert shown == self.scores[self.code, seq], "scores follow from the lines"
        form = form_of(answer.text, "/hands")
        assert not form or int(form["seen"]) == seq, f"a page of row {form['seen']}, and the newest is {seq}"

    def fill_in(self, who):
        """Put a form, if there is one, into somebody's outbox: of a page loaded now, or one that lies open."""
        [kind] = self.dice.choices([*KINDS], [weight for weight, *_ in KINDS.values()])
        _, page, action, fields = KINDS[kind]
        key, where = f"{who.number}-{who.entered}", {"table": self.table, "tournament": self.world.tournament}
        where |= {"key": key, "points": 100 * (who.number + 1) + who.entered, "side": self.dice.choice("12")}
        where["line"] = self.dice.choice(self.ask("SELECT seq FROM lines") or [[1]])[0]
        if "{card}" in page and (rounds := self.rounds()) not in self.world.cards:
            cards = self.people[0].phone.get(f"{self.world.tournament}/cards").text
            self.world.cards[rounds] = re.search(r'href="http://localhost(/c/[^"]+)"', cards)[1]
        where["card"] = self.world.cards.get(self.rounds())
        fresh = self.dice.random() < 0.6
        if not page and fresh:
            self.look(who)
        elif page and (fresh or page not in who.open):
            who.open[page] = who.phone.get(page.format(**where)).text
        if form := form_of(who.open.get(page), action.format(**where)):
            given = {name: text.format(**where) for name, text in fields.items()}
            given |= any_hand(self.dice) if kind in {"hand", "correct"} else {}
            act = SimpleNamespace(key=key, kind=kind, path=form.pop("to"), fields=form | given)
            act.unsure = act.done = act.refused = False
            who.entered += 1
            who.waiting.append(act)
            self.acts.append(act)
            self.told[-1] += f" {kind} {key}"

    def owner_acts(self, who):
        """Let the owner shut a phone out or in again, let it watch or score, and close the night or open it."""
        phones, owner = f"/phones/{who.number + 1}", self.people[0].phone
        deeds = [("/log", f"/night/{self.dice.choice(('close', 'open'))}", {})]
        if who.number:
            again = [("/phones", f"{phones}/back", {})] if who.out else []
            if who.out or self.dice.random() < 0.4:
                who.watches = self.dice.random() < 0.4
                deeds = [*again, ("/phones", f"{phones}/role", {"role": "viewer" if who.watches else "scorer"})]
            else:
                deeds = [("/phones", f"{phones}/out", {})]
            who.out = deeds[0][1].endswith("/out")
        for page, action, fields in deeds:
            if form := form_of(owner.get(self.table + page).text, action):
                assert owner.client.post(form.pop("to"), data=form | fields).status_code == 303, action
                self.told[-1] += f" {action}"

    def set_clock(self, _who):
        """Make it another time of day; whatever a worker has in memory is gone."""
        pages._pages.clear()
        step = self.dice.choice(CLOCK)
        self.clock.shift(step)
        if step == YEARS:  # for a moment
            self.owner_acts(self.people[0])
            for each in self.people:
                self.send(each)
            self.clock.shift(-step)

    def send(self, who):
        """Send what waits, in order, up to the first that is refused or has no answer."""
        while who.waiting:
            act, luck = who.waiting[self.sent_next], self.dice.random()
            if luck < 0.1:
                return  # there is no signal
            must_not = self.may_not(who, act)
            answer = self.post(who, act, self.dice.randint(1, 25) if luck < 0.2 else 10**9)
            if luck > 0.9 and answer.status_code < 500:  # a second tap
                first, answer = answer.status_code, self.post(who, act, 10**9)
                assert first // 100 == answer.status_code // 100, f"{act.key}: {first}, then {answer.status_code}"
            status = answer.status_code
            self.told[-1] += f" {act.key} {status}"
            assert not must_not or status >= 400, f"{act.key} was taken: {must_not}"
            if status >= 500 or luck < 0.3:
                act.unsure = True  # the answer got lost
                if self.keeps_unanswered:
                    return
                status = 303
            if status >= 400:
                self.refused(who, act, status, must_not)
                return
            act.done = True
            who.waiting.remove(act)
            self.taken(who, act, int(answer.headers.get("Saved-As", 0)))

    def post(self, who, act, failing):
        """Send a form; from statement `failing` on the database fails."""
        if act.kind == "hand" and not (act.unsure or act.refused):  # as the outbox does, when a hand is first sent
            stamp = who.phone.get(f"{act.path.removesuffix('/hands')}/stamp")
            act.fields["op_id"] = json.loads(stamp.text)["op_id"] if stamp.status_code == 200 else act.fields["op_id"]
        with failing_at(self.world.engine, failing):
            headers = {"Outbox": "1"} if act.kind == "hand" else {}
            return who.phone.client.post(act.path, data=act.fields, headers=headers)

    def may_not(self, who, act):
        """Return why this act must be refused now, "" if it need not be."""
        if act.kind in {"slip", "says"}:
            return ""
        if who.out or who.watches or (who.number and act.kind == "draw"):
            return "the phone may not"
        if act.kind not in {"hand", "correct"} or act.unsure or not who.number:  # an undo may agree with another
            return ""
        [[over]] = self.ask("SELECT closed_at FROM nights n JOIN games g ON n.id = night_id WHERE code = ?", self.code)
        late = over and dt.datetime.now(dt.UTC) - dt.datetime.fromisoformat(over) >= GRACE
        return "the night is closed" if late and act.path.startswith(self.table) else ""

    def refused(self, who, act, status, must_not):
        assert must_not or not self.times(act), f"{act.key} is written, and was refused: {status}"
        act.refused = True
        if act.kind == "hand" and status == 409 and self.dice.random() < 0.7:  # "Use mine", as the next hand
            act.fields["seen"] = str(json.loads(who.phone.get(f"{self.table}/stamp").text)["seq"])
        elif status not in {403, 404} or self.dice.random() < 0.3:
            who.waiting.remove(act)

    def taken(self, who, act, row):
        """Check that a hand or a slip was written upon what its phone had seen, and an undo at all."""
        if act.kind == "hand":
            assert [row] == [seq for seq, key in self.hands() if key == act.key], f"{act.key} is not row {row}"
            assert row == int(act.fields["seen"]) + 1, f"{act.key} is row {row}, upon {act.fields['seen']}"
            for later in who.waiting:
                later.fields |= {"seen": str(row)} if later.path == act.path else {}
        if act.kind == "undo":
            undone = self.ask("SELECT 1 FROM lines WHERE kind = 'undo' AND target = ?", int(act.fields["target"]))
            assert undone, f"{act.key} is lost"
        if act.kind == "slip":
            slips = self.ask("SELECT seq, facts FROM tournament_lines WHERE kind = 'slip'")
            mine = next((one for one in slips if f"[{act.fields['sides-0-points']}," in one[1]), None)
            assert mine, f"{act.key} is lost"
            of_round = [seq for seq, facts in slips if facts.partition(",")[0] == mine[1].partition(",")[0]]
            before = max((seq for seq in of_round if seq < mine[0]), default=0)
            assert before == int(act.fields["seen"] or 0), f"{act.key} replaced line {before}, unseen"
            late = json.loads(mine[1])["round"] < self.rounds()
            assert act.unsure or not late, f"{act.key} was taken for a round that is over"
        if act.kind == "rematch":
            [[self.code]] = self.ask("SELECT code FROM games ORDER BY id DESC LIMIT 1")
            self.table = f"/t/{self.code}"

    def rounds(self):
        return self.ask("SELECT count(*) FROM tournament_lines WHERE kind = 'draw'")[0][0]

    def times(self, act, hands=None):
        """Return how often an act is in the database; of undos and the like that can't be told."""
        if act.kind in {"hand", "correct"}:
            return Counter(key for _, key in self.hands())[act.key] if hands is None else hands[act.key]
        if act.kind == "pay":
            return len(self.ask("SELECT 1 FROM entries WHERE note = ?", act.key))
        points = f'%"points":[{act.fields["sides-0-points"]},%' if act.kind == "slip" else "none"
        return len(self.ask("SELECT 1 FROM tournament_lines WHERE kind = 'slip' AND facts LIKE ?", points))

    def hands(self):
        """Return the row and the key of every hand and correction, in the order of the logs."""
        rows = self.ask("SELECT seq, facts FROM lines ORDER BY game_id, seq")
        return [(seq, found[1]) for seq, facts in rows if (found := NOTED.search(facts))]

    def check(self, *, doctor):
        lines, moved = len(self.before["lines"]), self.moved()
        for log in GROW:
            now = set(self.ask(f"SELECT * FROM {log}"))  # noqa: S608
            assert self.before[log] <= now, f"what was in {log} is there no more, or has changed"
            self.before[log] = now
        assert moved or lines == len(self.before["lines"]), "phones that follow were not told"
        written = [key for _, key in self.hands()]
        times = Counter(written)
        for act in self.acts:
            if act.kind in {"hand", "correct", "pay", "slip"}:
                least = act.done and act.kind != "correct"  # one that changes nothing adds nothing
                most, there = act.done or act.unsure or not act.refused, self.times(act, times)
                assert least <= there <= most, f"{act.key} is there {there} times"
        hands = {act.key for act in self.acts if act.kind == "hand"}
        order = sorted((key for key in written if key in hands), key=lambda key: key[0])
        assert order == sorted(order, key=lambda key: (key[0], int(key[2:]))), f"hands stand in this order: {order}"
        assert not self.ask("SELECT 1 FROM postings GROUP BY entry_id HAVING sum(cents) <> 0"), "entries come to zero"
        if doctor:
            with self.world.engine.connect() as connection:
                wrong = [fault for it in run_checks(connection) if it.verdict is not Verdict.OK for fault in it.faults]
            assert not wrong, wrong[0]


def play(seeds, world):
    """Play the nights of these seeds; yield those that fail, with what went wrong and their steps."""
    for seed in seeds:
        night = Night(world.anew(), seed)
        try:
            night.play()
        except AssertionError as wrong:
            yield seed, "\n  ".join([str(wrong).partition("\n")[0], *night.told])
        night.follower.close()
        night.file.close()


def main(seeds=50, first=0):
    logging.disable()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed, story in play(range(first, first + seeds), World(Path(folder))):
            failed += 1
            sys.stdout.write(f"seed {seed}: {story}\n")
    sys.stdout.write(f"{seeds} nights, {failed} failed\n")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
