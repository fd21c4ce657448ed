"""Row 27: the database's server dies in the middle of a night, its standby takes over, and no saved hand is lost."""

from __future__ import annotations

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

import pytest
from markupsafe import escape

from scorekeeper.core.pages import MESSAGES, RETRY_AFTER
from tests.needs import miss
from tests.postgres import NoPostgres
from tests.trust.scoring import PHONES, Night, begin, faults_of, histories, keep_score
from tests.trust.servers import PATIENCE, RealPhone, Unanswered, serving_from
from tests.trust.standby import primary_and_standby

pytestmark = pytest.mark.deep
A_WHILE = 1  # seconds until a phone asks again
SAID = escape(MESSAGES[503][1])


class Outage:
    """What phones are told while it lasts; `calm`, whether they may ask."""

    def __init__(self):
        self.answers, self.other_errors = [], []
        self.over, self.calm, self._came = threading.Event(), threading.Event(), threading.Condition()
        self.calm.set()

    def note(self, answer):
        with self._came:
            (self.answers if answer.status == 503 else self.other_errors).append(answer)
            self._came.notify_all()

    def wait_for(self, number):
        with self._came:
            assert self._came.wait_for(lambda: len(self.answers) >= number, PATIENCE), "Nobody was told."


class Patient(RealPhone):
    """A phone that asks again a while after it was told that the database is away."""

    def __init__(self, server, cookies, outage):
        super().__init__(server, cookies)
        self.outage = outage

    def once(self, method, path, fields=None, **headers):
        self.outage.calm.wait(PATIENCE)
        answer = super().once(method, path, fields, **headers)
        if answer.status < 500:
            return answer
        self.outage.note(answer)
        self.outage.over.wait(A_WHILE)
        raise Unanswered


@pytest.fixture
def night_of(tmp_path_factory):
    """Return a function that plays a night in whose middle the primary dies; it gives the night and what came of it."""

    def night_of(hands, *, synchronous, unsent=0):
        outage, folder = Outage(), tmp_path_factory.mktemp("night")
        with ExitStack() as stack:
            try:
                pair = stack.enter_context(primary_and_standby(synchronous=synchronous))
            except NoPostgres as reason:
                miss("postgres", str(reason))
            (code,), cookies = begin(pair.database, folder, 1)
            server = stack.enter_context(serving_from(pair.database, folder))
            playing = stack.enter_context(ThreadPoolExecutor(1))
            night = Night()
            how = {"looking": synchronous, "made": partial(Patient, outage=outage), "night": night}
            played = playing.submit(keep_score, server, cookies, [code], hands, **how)
            night.wait_for(PHONES * hands // 2)
            if unsent:
                outage.calm.clear()  # or the night might be over by then
                pair.hold_back()
                outage.calm.set()
                night.wait_for(len(night.saves) + unsent)
            pair.kill_primary()
            outage.wait_for(PHONES)
            pair.promote()
            outage.over.set()
            assert played.result() is night
            history = histories(pair.database, [code])
        return night, faults_of(night, history), outage

    return night_of


def test_the_standby_takes_over_and_every_saved_hand_is_there_once(night_of, size, record_property):
    nights, hands = size(5, 1), size(50, 10)
    saved, found, told, other = 0, Counter(), [], []
    for _ in range(nights):
        night, faults, outage = night_of(hands, synchronous=True)
        saved += len(night.saves)
        found += Counter(faults)
        told += outage.answers
        other += [answer.status for answer in outage.other_errors]
    figures = f"{nights}, {saved}, {found['lost']}, {found['doubled']}"
    record_property("row 27: failovers, hands saved, lost, doubled", figures)
    record_property("row 27: answers of 503 meanwhile, other errors", f"{len(told)}, {len(other)}")
    assert saved == nights * PHONES * hands
    assert (found.total(), other) == (0, [])
    for answer in told:
        assert answer.headers["Retry-After"] == str(RETRY_AFTER)
        assert SAID in answer.text


def test_control_what_had_not_reached_the_standby_is_lost(night_of, size, record_property):
    night, faults, _ = night_of(size(50, 15), synchronous=False, unsent=PHONES + 1)  # one phone saved two: it was told
    told = f"{len(night.saves)}, {faults['lost']}"
    record_property("row 27, control with a standby nobody waits for: hands saved, lost", told)
    assert faults["lost"] > 0
