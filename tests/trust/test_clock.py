"""Row 5, clock steps do no harm: whatever a form, a cookie and a log are made of, none of it is the time of day."""

import datetime as dt
import json
from email.utils import parsedate_to_datetime

import pytest
import time_machine
from flask.sessions import SecureCookieSessionInterface

from tests.needs import FAKETIME, miss
from tests.phones import Phone
from tests.trust.scoring import begin
from tests.trust.scoring import stamp as printed_stamp
from tests.trust.servers import RealPhone, serving_from

STEPS = {"−2 h": dt.timedelta(hours=-2), "−5 s": dt.timedelta(seconds=-5), "+32 d": dt.timedelta(days=32)}
START = dt.datetime(2026, 11, 19, 20, 0, tzinfo=dt.UTC)


@pytest.fixture
def clock():
    with time_machine.travel(START, tick=True) as clock:
        yield clock


@pytest.fixture
def table(app, clock):
    """A game of two phones that keep score, begun at START, with a hand from each; give its code and the phones."""
    clock.move_to(START)
    alice, bob = Phone(app), Phone(app)
    code = alice.sit_down()
    bob.keep_score(alice, code)
    for number, phone in enumerate([alice, bob]):
        assert phone.hand(code, note=f"before {number}").status_code == 303
    return code, alice, bob


def look(phone, code):
    """Return the scores, and the notes of the hands in their order."""
    lines = json.loads(phone.get(f"/t/{code}/sheet.json").text)["lines"]
    return phone.scores(code), [line["note"] for line in lines]


def refused_after(step, clock, table):
    """Return what was refused to forms printed before a step, and sent after it, twice."""
    code, alice, bob = table
    refused, hands = [], f"/t/{code}/hands"
    for number, phone in enumerate([alice, bob, alice]):
        filled_in = {"what": "hand", "bidder": "2", "bid": "5", "note": f"across {number}"}
        form = phone.form(f"/t/{code}", hands) | filled_in
        clock.shift(step)
        sent = [phone.client.post(hands, data=form).status_code for _ in range(2)]
        refused += [status for status in sent if status != 303]
        clock.shift(-step)
    return refused


@pytest.mark.parametrize("step", list(STEPS))
def test_forms_printed_before_a_step_are_taken_after_it_as_they_were_sent(table, clock, step, record_property):
    code, alice, bob = table
    refused = refused_after(STEPS[step], clock, table)
    scores, written = look(bob, code)
    sent = ["before 0", "before 1", "across 0", "across 1", "across 2"]
    moved = sum(one != other for one, other in zip(written, sent, strict=False))
    record_property(f"row 5, clock {step}: forms refused, lines out of order", f"{len(refused)}, {moved}")
    assert (refused, written, scores) == ([], sent, ["0", "50"]), "ten points a hand"
    clock.shift(STEPS[step])
    assert look(alice, code) == look(bob, code) == (scores, written)
    out = [phone for phone in (alice, bob) if f"/t/{code}/hands" not in phone.get(f"/t/{code}").text]
    record_property(f"row 5, clock {step}: phones logged out", len(out))
    assert out == [], "they may still write"


def test_the_control_with_the_session_flask_comes_with_forms_are_refused(app, clock, table, record_property):
    app.session_interface = SecureCookieSessionInterface()
    for phone in table[1:]:
        phone.client.delete_cookie("session")
    refused = {name: refused_after(step, clock, table) for name, step in STEPS.items()}
    record_property("row 5, control with Flask's own session: forms refused", sum(map(len, refused.values())))
    assert all(statuses == [400] * 6 for statuses in refused.values())


@pytest.fixture
def clocked(database, tmp_path):
    """A server whose clock goes wrong by what is written into a file, two phones' cookies, a game, and the file."""
    if FAKETIME is None:
        miss("faketime", "There is no libfaketime here (make test-all installs it on Debian as root).")
    [code], cookies = begin(database, tmp_path, 1)
    wrong = tmp_path / "wrong"
    wrong.write_text("+0")
    faketime = {
        "LD_PRELOAD": str(FAKETIME), "FAKETIME_TIMESTAMP_FILE": str(wrong), "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1", "NO_FAKE_STAT": "1",
    }  # fmt: skip
    with serving_from(database, tmp_path, **faketime) as server:
        yield [RealPhone(server, known) for known in cookies[:2]], code, wrong


@pytest.mark.deep
def test_so_it_is_with_a_real_server(clocked, record_property):
    phones, code, wrong = clocked
    notes, refused = [], 0
    for name, step in STEPS.items():
        for phone in phones:
            form = printed_stamp(phone, code) | {"what": "misdeal", "note": f"{len(notes)}"}
            wrong.write_text(f"{step.total_seconds():+.0f}")
            answer = phone.once("POST", f"/t/{code}/hands", form, Outbox="1")
            off = parsedate_to_datetime(answer.headers["Date"]) - dt.datetime.now(dt.UTC)
            assert abs(off - step) < dt.timedelta(minutes=1), f"{name}: it did step"
            refused += answer.status != 204
            notes.append(form["note"])
            seen = json.loads(phone.get(f"/t/{code}/sheet.json"))["lines"]
            assert [line["note"] for line in seen] == notes
            wrong.write_text("+0")
    told = f"{len(notes)}, {refused}"
    record_property("row 5, libfaketime under gunicorn: forms sent across a step, refused", told)
    assert refused == 0
