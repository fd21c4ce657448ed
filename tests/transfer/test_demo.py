"""The demo league that comes with the program: whenever it is added, its last evening is tonight."""

import datetime as dt
import gzip
import json
from contextlib import suppress
from itertools import count

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import OperationalError

from scorekeeper.access.codes import find_device, new_device
from scorekeeper.access.phones import claim_ownership, command_line_form
from scorekeeper.access.roles import Role, device_access
from scorekeeper.cli.server import DATE, FILE, NAME, add_demo, moved_to
from scorekeeper.core.transaction import Submission
from scorekeeper.league.leagues import begin_league
from scorekeeper.models import League, RecoveryCode
from scorekeeper.operations.doctor import Verdict, run_checks
from scorekeeper.tournaments.pages import read_tournament
from tests.databases import failing_at
from tests.transfer.league_files import exported

MAX_BYTES = 300_000


@pytest.mark.parametrize("waits_for_disk", [True], ids=["as the doctor wants it"])
def test_it_is_well_and_its_tournament_goes_on(session, clock):
    league, code = add_demo(session, clock)
    assert [found for found in run_checks(session.connection()) if found.verdict is not Verdict.OK] == []
    state = read_tournament(session, league, 1).state
    assert [len(one.open_tables) for one in state.rounds] == [0, 0, 2]
    assert not state.finished
    phone = new_device("A phone")
    claim_ownership(Submission(session, clock, phone), code, address="here")
    assert device_access(session.connection(), league, find_device(session, phone[0])).role is Role.OWNER


@pytest.mark.parametrize("now", ["2026-11-19T02:37", "2027-02-28T12:00", "2031-07-04T23:59"])
def test_its_last_evening_is_tonight(session, engine, now):
    """At two in the morning tonight began yesterday; what was played before was played in the evening."""
    now = dt.datetime.fromisoformat(f"{now}:00+00:00")
    league, _ = add_demo(session, lambda: now)
    document = json.loads(exported(engine, league))
    tonight = (now - dt.timedelta(hours=3)).date()
    nights = [dt.date.fromisoformat(row["day"]) for row in document["nights"]]
    assert document["league"]["name"] == NAME
    assert max(nights) == tonight
    assert len(set(nights)) == len(nights) > 5
    moments = [dt.datetime.fromisoformat(found[2]) for found in DATE.finditer(json.dumps(document)) if found[2]]
    assert max(moments) == now
    assert {at.hour for at in moments if now - at > dt.timedelta(days=1)} <= {*range(9), *range(12, 24)}
    last = document["games"][-1]
    assert (last["finished_at"], document["nights"][-1]["closed_at"]) == (None, None), "one goes on"
    assert now - dt.datetime.fromisoformat(last["touched_at"]) < dt.timedelta(hours=1)
    (season,) = (row for row in document["seasons"] if row["starts_on"] <= str(tonight) <= row["ends_on"])
    assert season["name"] == f"Season {season['id']}"


def test_it_is_small_and_moved_by_nothing_it_is_the_same():
    packed = FILE.read_bytes()
    assert len(packed) <= MAX_BYTES
    document = gzip.decompress(packed).decode()
    then = dt.datetime.fromisoformat(json.loads(document)["league"]["created_at"])
    assert moved_to(document, then) == document


def test_no_league_is_made_without_the_code_of_its_owner(session, engine, clock):
    for nth in count(1):
        with failing_at(engine, nth), suppress(OperationalError):
            begin_league(command_line_form(session, clock), "Legion Post 9")
        made, codes = (session.scalar(select(func.count()).select_from(table)) for table in (League, RecoveryCode))
        assert made == codes
        if made:
            break
