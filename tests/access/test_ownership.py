"""The owner's passphrase and printed codes: they work, once, and nothing tells what does not."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier

import pytest

from scorekeeper.access import phones
from scorekeeper.access.codes import format_recovery_code, new_device, short_code_of
from scorekeeper.access.phones import claim_ownership, ownership_status, set_passphrase
from scorekeeper.access.roles import Role, device_access
from scorekeeper.core.transaction import Submission, UnknownCode
from scorekeeper.games.create import create_game
from scorekeeper.rules.errors import UnreadableSheet
from tests.databases import all_of, asked
from tests.factories import draft

LEAGUE, PHRASE = 1, "felt chalk pencil"


@pytest.fixture
def form(session, clock, alice):
    """Return a function for a form of the owner."""
    create_game(Submission(session, clock, alice), draft())
    return lambda: Submission(session, clock, alice, league_id=LEAGUE)


@pytest.fixture
def table(session, form):
    return short_code_of(session.connection(), form().league_id)


@pytest.fixture
def codes(form):
    return set_passphrase(form(), PHRASE, seed=b"form 1")


@pytest.fixture
def prove(session, clock, table):
    def prove(device, secret, *, at=table, **same):
        return claim_ownership(Submission(session, clock, device, **same), secret, table=at, address="a bar")

    return prove


def role_of(session, device):
    found = device_access(session.connection(), LEAGUE, device)
    return found.role if found else None


def test_a_printed_code_does_it_once_and_needs_no_table(session, bob, codes, prove):
    first, again = (prove(bob, format_recovery_code(codes[3]).lower(), at="", op_id="one form") for _ in range(2))
    assert first == again, "a greasy thumb taps twice"
    assert role_of(session, bob) == Role.OWNER
    with pytest.raises(UnknownCode):
        prove(new_device("Another phone", None), codes[3], at="")
    assert ownership_status(session, LEAGUE)[1] == 9


@pytest.mark.usefixtures("codes")
def test_a_phone_that_was_shut_out_may_prove_it_too(session, clock, form, bob, prove, table):
    phones.join_league(Submission(session, clock, bob), table, address="")
    phones.revoke(form(), Role.OWNER, bob.id)
    prove(bob, PHRASE)
    assert role_of(session, bob) == Role.OWNER


@pytest.mark.usefixtures("codes")
def test_the_passphrase_of_another_league_proves_nothing_here(session, clock, bob, prove):
    create_game(Submission(session, clock, bob), draft())
    for at in (short_code_of(session.connection(), 2), ""):
        with pytest.raises(UnknownCode):
            prove(bob, PHRASE, at=at)


def test_a_new_passphrase_makes_the_old_codes_and_itself_void(session, form, bob, codes, prove):
    new = set_passphrase(form(), "oak barrel lantern", seed=b"form 2")
    for old in (PHRASE, codes[0]):
        with pytest.raises(UnknownCode):
            prove(bob, old)
    assert ownership_status(session, LEAGUE)[1] == 10
    prove(bob, new[0])


def test_neither_is_in_the_file(database, codes):
    kept = all_of(database)
    assert PHRASE.encode() not in kept
    assert not [code for code in codes if code.encode() in kept or format_recovery_code(code).encode() in kept]
    [(phrase,)] = asked(database, "SELECT passphrase_hash FROM claims")
    assert phrase.startswith("$argon2id$")


@pytest.mark.parametrize("weak", ["", "short", "elevenchars", "two words", "a" * 14, "a b c", "xyzä" * 51, "\0" * 12])
def test_a_weak_passphrase_is_refused_in_a_sentence(session, form, weak):
    with pytest.raises(UnreadableSheet) as refused:
        set_passphrase(form(), weak, seed=b"form")
    assert refused.value.field == "passphrase"
    assert ownership_status(session, LEAGUE)[0] is None


@pytest.mark.parametrize("fine", ["twelve-chars", "ox to go", "über alte Öfen"])
def test_three_words_or_twelve_characters_will_do(form, fine):
    assert len(set_passphrase(form(), fine, seed=b"form")) == 10


@pytest.mark.sampled(4)
@pytest.mark.parametrize("secret", [PHRASE, "wrong wrong wrong", "2" * 30])
@pytest.mark.parametrize("at", ["", "K7P4RWX", None])
@pytest.mark.parametrize("is_set", [True, False])
def test_it_is_hashed_once_whether_there_is_anything_to_prove_or_not(
    monkeypatch, form, bob, prove, table, secret, at, is_set
):
    if is_set:
        set_passphrase(form(), PHRASE, seed=b"form 1")
    phones._dummy_hash()
    hashings, verify = [], type(phones.HASHER).verify
    monkeypatch.setattr(type(phones.HASHER), "verify", lambda *a: hashings.append(1) or verify(*a))
    with suppress(UnknownCode):
        prove(bob, secret, at=table if at is None else at)
    assert len(hashings) == 1


def test_few_are_hashed_at_once(monkeypatch):
    """Each takes 19 MB, and a process has 32 threads."""
    going, most, all_here = Counter(), Counter(), Barrier(2, timeout=60)

    class Hasher:
        def verify(self, *_):
            going["on"] += 1
            most["at once"] = max(most["at once"], going["on"])
            all_here.wait()
            going["on"] -= 1
            all_here.wait()
            return True

    monkeypatch.setattr(phones, "HASHER", Hasher())
    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(lambda phrase: phones._verify("a hash", phrase), ["a phrase"] * 8))
    assert most["at once"] == 2
