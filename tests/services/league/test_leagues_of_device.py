"""Which leagues a phone knows, and how one comes from a league to its last table."""

from __future__ import annotations

import datetime as dt

from scorekeeper.services.access import phones
from scorekeeper.services.access.joining import join_league, phones_at_table
from scorekeeper.services.access.roles import device_access
from scorekeeper.services.games.create import create_game
from scorekeeper.services.league.leagues import leagues_of_device, newest_game, scoring_league
from tests.factories import draft


def watch(session, clock, host, device):
    """Let a device watch the league another keeps; return the league's number."""
    league_id = scoring_league(session.connection(), host)
    join_league(session, clock, device, phones_at_table(session, league_id).join_code, address="a bar")
    return league_id


def test_the_league_that_met_last_comes_first_and_one_that_shut_the_phone_out_is_gone(session, clock, alice, bob):
    create_game(session, clock, bob, draft(date=dt.date(2026, 1, 1)))
    create_game(session, clock, alice, draft(date=dt.date(2026, 2, 1)))
    league_id = watch(session, clock, alice, bob)
    assert [known.last for known in leagues_of_device(session, bob)] == ["2026-02-01", "2026-01-01"]
    assert len(leagues_of_device(session, alice)) == 1
    phones.revoke(session, clock, device_access(session.connection(), league_id, alice), bob.id)
    assert [known.last for known in leagues_of_device(session, bob)] == ["2026-01-01"]


def test_the_table_laid_last_leads_on(session, clock, alice, bob):
    create_game(session, clock, alice, draft())
    last = create_game(session, clock, alice, draft())
    create_game(session, clock, bob, draft())
    assert newest_game(session, scoring_league(session.connection(), alice)) == last
    assert newest_game(session, 99) is None
