"""Ten failures in ten minutes, by address; forgotten after an hour; a clock that steps does not lock anybody out."""

import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from sqlalchemy.orm import Session

from scorekeeper.access.rate_limits import address_key, check_failures, count_failure, is_local
from scorekeeper.core.transaction import TooManyFailures, write_transaction
from tests.databases import asked

HERE, THERE = "a bar", "at home"


@pytest.fixture
def fail(session, clock):
    def fail(times=1, address=HERE):
        for _ in range(times):
            count_failure(session, clock, address)

    return fail


def test_many_at_once_are_no_more(engine, database, clock):
    now = clock()

    def guess(_number):
        with Session(engine) as session, suppress(TooManyFailures):
            count_failure(session, lambda: now, HERE)

    with ThreadPoolExecutor(12) as at_once:
        list(at_once.map(guess, range(36)))
    assert asked(database, "SELECT count(*) FROM failures") == [(10,)]


def test_refused_guesses_do_not_make_it_longer(fail, clock):
    fail(10)
    for _ in range(5):
        with pytest.raises(TooManyFailures):
            fail()
    clock.now += dt.timedelta(minutes=10)
    fail(10)


def test_they_are_forgotten(fail, clock, database):
    fail(10)
    fail(10, THERE)  # another address is not held up
    clock.now += dt.timedelta(minutes=61)
    fail(1, THERE)
    assert asked(database, "SELECT count(*) FROM failures") == [(1,)]


@pytest.mark.parametrize("step", [dt.timedelta(days=32), -dt.timedelta(hours=2)])
def test_a_clock_that_was_wrong_locks_nobody_out(fail, clock, step):
    right = clock.now
    clock.now += step
    fail(10)
    clock.now = right
    fail()


def test_many_guesses_at_once_are_many_failures(session, clock, fail):
    fail(9)
    with write_transaction(session) as connection:
        check_failures(connection, HERE, clock())
    fail()
    with pytest.raises(TooManyFailures), write_transaction(session) as connection:
        check_failures(connection, HERE, clock())


def test_an_address_is_kept_as_a_keyed_hash():
    kept = address_key("secret", "203.0.113.7")
    assert "203" not in kept
    assert len(kept) == 64
    assert kept != address_key("another secret", "203.0.113.7") != address_key("secret", "203.0.113.8")


def test_a_household_is_one_address():
    assert address_key("s", "2001:db8:1:2::1") == address_key("s", "2001:db8:1:2:ffff::9")
    assert address_key("s", "2001:db8:1:2::1") != address_key("s", "2001:db8:1:3::1")
    assert address_key("s", "::ffff:203.0.113.7") == address_key("s", "203.0.113.7")
    assert address_key("s", "fe80::1%eth0") == address_key("s", "fe80::2")
    assert address_key("s", None) == address_key("s", "") != address_key("s", "unix:")


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("203.0.113.5:40123", "203.0.113.5"), ("203.0.113.5:9", "203.0.113.5"),
        ("[2001:db8::1]:9", "2001:db8::1"), ("[2001:db8::2]", "2001:db8::1"),
    ],
)  # fmt: skip
def test_an_address_is_the_same_with_a_port(written, plain):
    """Some proxies add it to X-Forwarded-For, another one for every connection."""
    assert address_key("secret", written) == address_key("secret", plain)
    assert is_local("192.168.1.9:40123")
    assert not is_local("8.8.8.8:40123")
