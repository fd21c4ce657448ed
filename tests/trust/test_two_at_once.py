"""Row 6, two scorers cannot overwrite each other silently: the steps of two forms, one in between the other's.

A step is a call of the database.  One phone goes some steps, the other some, the first to its end, the other to its
end; for every number of steps each.  Both forms were printed at the same moment.
"""

import threading
from contextlib import contextmanager
from dataclasses import replace

import pytest
from sqlalchemy import event

from scorekeeper.core import transaction
from scorekeeper.core.extensions import db
from scorekeeper.games import lines
from tests.keeping import kept_of
from tests.trust.scoring import faults_in
from tests.trust.ways import HAND

pytestmark = pytest.mark.sqlite("on a server a phone waits for a row inside of a step, which no stage can count")

FORMS = {
    "record": ("/t/<code>/hands", HAND, {"note": "Mine"}),
    "undo": ("/t/<code>/undo", {}, None),
    "correct": ("/t/<code>/lines/<int:seq>", HAND | {"bidder": "3"}, {"note": "Mine"}),
    "vote": ("/t/<code>/vote", {"by-1": "2", "reason": "We said so"}, {"by-1": "3"}),
    "rule": ("/t/<code>/rule/<key>", {"rule-game.tie": "low"}, {"rule-game.tie": "bidders"}),
    "join": ("/t/<code>/seats", {"what": "join", "join": "Gus", "after": "1"}, {"join": "Hal"}),
    "substitute": (
        "/t/<code>/exits",
        {"what": "substitute", "substitute": "Gus", "replaces": "1"},
        {"substitute": "Hal"},
    ),
    "swap": ("/t/<code>/exits", {"what": "swap", "swap": "1", "other": "2"}, {"other": "3"}),
    "dealer": ("/t/<code>/exits", {"what": "dealer", "dealer": "2"}, {"dealer": "3"}),
}
"""What is sent, and what the other phone says otherwise; a line can only be taken back in one way."""
PATIENCE = 30  # seconds until a phone that never comes to its next step fails the test
TO_THE_END = 10_000


class Stage:
    """Two phones of which one moves at a time, and as far as it is let."""

    def __init__(self):
        self.moves = {name: threading.Semaphore(0) for name in ("first", "second")}
        self.stopped = threading.Semaphore(0)
        self.left, self.taken, self.inside, self.done = 0, 0, None, {}

    def step(self, *_):
        """Called by a phone before each call of the database."""
        if self.left == 0:
            self.stop()
        self.left, self.taken = self.left - 1, self.taken + 1

    def stop(self):
        self.stopped.release()
        assert self.moves[threading.current_thread().name].acquire(timeout=PATIENCE)

    @contextmanager
    def write_lock(self, _engine):
        """Stand in for the lock of writers: who finds somebody inside lets the other go on."""
        while self.inside is not None:
            self.stop()
        self.inside = threading.current_thread().name
        try:
            yield
        finally:
            self.inside = None

    def send(self, name, form):
        assert self.moves[name].acquire(timeout=PATIENCE)
        self.done[name] = form.send().status_code
        self.stopped.release()

    def let(self, name, steps):
        """Let one go so many steps, to its end, or to where it has to wait."""
        if name in self.done:
            return
        self.left = steps
        self.moves[name].release()
        assert self.stopped.acquire(timeout=PATIENCE)

    def play(self, forms, first, second):
        """Let the first go so many steps, then the second, then each to its end; give their answers."""
        threads = [threading.Thread(target=self.send, name=name, args=(name, form)) for name, form in forms.items()]
        for thread in threads:
            thread.start()
        self.let("first", first)
        self.let("second", second)
        while len(self.done) < len(forms):
            self.let("first", TO_THE_END)
            self.let("second", TO_THE_END)
        for thread in threads:
            thread.join(PATIENCE)
        return self.done["first"], self.done["second"]


class Table:
    """A game with two forms open, put back after every try."""

    def __init__(self, copy, kinds, monkeypatch, *, same):
        self.path, self.app, self.monkeypatch = copy.path, copy.app, monkeypatch
        self.forms = {name: self.form(copy, kind) for name, kind in zip(("first", "second"), kinds, strict=True)}
        for phone, form in zip(("owner", "scorer"), self.forms.values(), strict=True):
            form.phone = copy.phone(phone)
            form.fields = form.printed() | form.filled_in()
        if not same and kinds[0] == kinds[1]:
            self.forms["second"].fields |= FORMS[kinds[1]][2]
        self.kept = kept_of(self.path)
        self.before = self.rows()

    @staticmethod
    def form(copy, kind):
        rule, fields, _ = FORMS[kind]
        form = copy.ready(rule)
        form.way = replace(form.way, fields=fields)
        return form

    def rows(self):
        return self.kept.looks_on.execute("SELECT count(*) FROM lines").fetchone()[0]

    def steps_of(self, name):
        """Count the steps of one form sent alone."""
        alone = self.tried({name: self.forms[name]}, TO_THE_END, TO_THE_END)
        self.kept.put_back()
        return alone.taken

    def tried(self, forms, first, second):
        stage = Stage()
        if len(forms) == 1:
            stage.done = {name: None for name in self.forms if name not in forms}
        with self.app.app_context():
            engine = db.engine
        with self.monkeypatch.context() as patched:
            patched.setattr(transaction, "write_lock", stage.write_lock)
            for point in ("before_cursor_execute", "commit"):
                event.listen(engine, point, stage.step)
            try:
                stage.play(self.forms if len(forms) > 1 else forms, first, second)
            finally:
                for point in ("before_cursor_execute", "commit"):
                    event.remove(engine, point, stage.step)
        return stage

    def outcomes(self, size):
        """Return (answers, lines written) for every way one goes in between the other."""
        most = {name: self.steps_of(name) for name in self.forms}
        firsts = range(0, most["first"] + 1, size(1, 3))
        for first in firsts:
            for second in [*size(range(1, most["second"]), []), TO_THE_END]:
                stage = self.tried(self.forms, first, second)
                yield (stage.done["first"], stage.done["second"]), self.rows() - self.before
                self.faults = faults_in(self.path) if second == TO_THE_END and first == firsts[-1] else []
                self.kept.put_back()


@pytest.fixture
def table(copy, monkeypatch):
    """Return a function that makes a Table."""
    made = []

    def make(kinds, *, same=False):
        made.append(Table(copy, kinds, monkeypatch, same=same))
        return made[-1]

    yield make
    for one in made:
        one.kept.close()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("first", list(FORMS))
def test_one_is_saved_and_the_other_is_told(table, first, size, record_property):
    """In full every form with every other; in short with a hand and with itself, or with the next for a hand."""
    for second in size(list(FORMS), list(FORMS)[:2] if first == "record" else ["record", first]):
        if first == second == "undo":
            continue  # who takes back the same line agrees
        at = table((first, second))
        found = list(at.outcomes(size))
        told = sum(409 in answers for answers, _ in found)
        silent = sum(answers == (303, 303) for answers, _ in found)
        record_property("row 6: interleavings, refused with 409, silent", [len(found), told, silent])
        assert {(tuple(sorted(answers)), written) for answers, written in found} == {((303, 409), 1)}, second
        assert at.faults == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", list(FORMS))
def test_who_says_the_same_agrees(table, kind, size, record_property):
    found = list(table((kind, kind), same=True).outcomes(size))
    agreed = sum(outcome == ((303, 303), 1) for outcome in found)
    record_property("row 6: interleavings of the same values, agreed", [len(found), agreed])
    assert set(found) == {((303, 303), 1)}


@pytest.mark.deep
def test_the_control_without_the_look_at_what_was_seen_one_overwrites_the_other(
    table, size, monkeypatch, record_property
):
    said_before = lines.check_duplicate_or_stale

    def unlooked(write, game, row):
        write.seen = game.seq
        return said_before(write, game, row)

    monkeypatch.setattr(lines, "check_duplicate_or_stale", unlooked)
    found = list(table(("record", "correct")).outcomes(size))
    silent = [written for answers, written in found if answers == (303, 303) and written == 2]
    record_property("row 6, control without the look: interleavings, silent", f"{len(found)}, {len(silent)}")
    assert silent
