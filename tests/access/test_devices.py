"""A phone is known by its secret, and the secret is not kept."""

from __future__ import annotations

from scorekeeper.access.codes import find_device, new_token
from tests.databases import all_of, asked
from tests.factories import enrol


def test_the_secret_is_long_and_not_in_the_file(session, clock, database):
    _, token = enrol(session, clock, "Alice's phone")
    assert len(token) == 43, "256 bits"
    (row,) = asked(database, "SELECT token_hash, name FROM devices")
    assert token not in row
    assert token.encode() not in all_of(database)


def test_two_first_taps_of_one_phone_are_one_phone(session, clock):
    token = new_token()
    first, _ = enrol(session, clock, "Alice's phone", token)
    again, same = enrol(session, clock, "Alice's phone", token)
    assert (again, same) == (first, token)


def test_a_secret_somebody_made_up_is_not_taken(session, clock):
    _, token = enrol(session, clock, "Mallory's phone", "guess")
    assert token != "guess"
    assert find_device(session, "guess") is None
