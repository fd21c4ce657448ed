"""How phones come into a league, what they may, how they are shut out, and that their secret is not kept."""

import itertools
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier

import pytest

from scorekeeper.access import phones
from scorekeeper.access.codes import find_device, format_recovery_code, new_device, new_token, short_code_of
from scorekeeper.access.roles import Role, device_access, game_access, link_access
from scorekeeper.core.transaction import NotAllowed, Submission, UnknownCode
from scorekeeper.games.lines import record_line
from scorekeeper.rules.errors import UnreadableSheet
from tests.databases import all_of, asked, counted
from tests.factories import enrol, hand

LEAGUE = 1
RANKS = [role for role in Role if role != Role.READER]


@pytest.fixture
def code(new_game):
    """Alice's game; with it she founded the league."""
    return new_game()


@pytest.fixture
def join_code(session, alice, code):
    assert code
    return phones.phones_at_table(session, device_access(session.connection(), LEAGUE, alice)).join_code


@pytest.fixture
def form(session, clock):
    """Return a function for a form of a phone in the league."""
    return lambda device: Submission(session, clock, device, league_id=LEAGUE)


@pytest.fixture
def join(session, clock, join_code):
    return lambda device: phones.join_league(Submission(session, clock, device), join_code, address="a bar")


@pytest.fixture
def role_of(session):
    def role_of(device):
        found = device_access(session.connection(), LEAGUE, device)
        return found.role if found else None

    return role_of


@pytest.fixture
def member(session, clock, join, form, alice):
    """Return a function that makes a phone of a role."""

    def member(role):
        device = enrol(session, clock, "A phone")[0]
        join(device)
        phones.set_role(form(alice), Role.OWNER, device.id, role)
        return device

    return member


def test_a_code_leads_to_the_table_that_is_played_at(session, clock, alice, bob, join, code, new_game):
    last = new_game()
    assert join(bob)[0] == last
    record_line(Submission(session, clock, alice), code, hand())
    assert join(bob)[0] == code


@pytest.mark.parametrize("silly", [None, "", "guess", "\0", "\ud800", "x" * 10_000])
def test_what_is_no_secret_and_no_code_is_never_looked_up(session, engine, code, silly):
    with counted(engine) as sent:
        assert game_access(session.connection(), code, silly) is None
        assert game_access(session.connection(), silly or "", new_token()) is None
        assert link_access(session.connection(), silly or "") is None
    assert not sent


@pytest.mark.parametrize("by", [Role.SCORER, Role.KEEPER, Role.OWNER])
def test_nobody_changes_his_own_rank_gives_more_than_he_has_or_shuts_out_above_him(form, member, role_of, by):
    boss = member(by)
    for was, role in itertools.product(RANKS, [*RANKS, None]):
        other = member(was)

        def change(phone=other.id, role=role):
            if role is None:
                phones.revoke(form(boss), by, phone)
            else:
                phones.set_role(form(boss), by, phone, role)

        if by == Role.OWNER or was == role or (was < by and (role is None or role <= by)):
            change()
            assert role_of(other) == role
        else:
            with pytest.raises(NotAllowed):
                change()
            assert role_of(other) == was


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


PHRASE = "felt chalk pencil"


@pytest.fixture
def newcomer(session, clock):
    return enrol(session, clock, "Another phone")[0]


@pytest.fixture
def codes(form, alice, code):
    assert code
    return phones.set_passphrase(form(alice), PHRASE, seed=b"form 1")


@pytest.fixture
def prove(session, clock, join_code):
    def prove(device, secret, *, at=join_code, **same):
        return phones.claim_ownership(Submission(session, clock, device, **same), secret, table=at, address="a bar")

    return prove


def test_a_printed_code_does_it_once_and_needs_no_table(session, newcomer, codes, prove, role_of):
    first, again = (prove(newcomer, format_recovery_code(codes[3]).lower(), at="", op_id="one form") for _ in range(2))
    assert first == again, "a greasy thumb taps twice"
    assert role_of(newcomer) == Role.OWNER
    with pytest.raises(UnknownCode):
        prove(new_device("Another phone", None), codes[3], at="")
    assert phones.ownership_status(session, LEAGUE)[1] == 9


@pytest.mark.usefixtures("codes")
def test_a_phone_that_was_shut_out_may_prove_it_too(form, alice, newcomer, join, prove, role_of):
    join(newcomer)
    phones.revoke(form(alice), Role.OWNER, newcomer.id)
    prove(newcomer, PHRASE)
    assert role_of(newcomer) == Role.OWNER


@pytest.mark.usefixtures("codes")
def test_the_passphrase_of_another_league_proves_nothing_here(session, newcomer, new_game, prove):
    new_game(device=newcomer)
    for at in (short_code_of(session.connection(), 2), ""):
        with pytest.raises(UnknownCode):
            prove(newcomer, PHRASE, at=at)


def test_a_new_passphrase_makes_the_old_codes_and_itself_void(session, form, alice, newcomer, codes, prove):
    new = phones.set_passphrase(form(alice), "oak barrel lantern", seed=b"form 2")
    for old in (PHRASE, codes[0]):
        with pytest.raises(UnknownCode):
            prove(newcomer, old)
    assert phones.ownership_status(session, LEAGUE)[1] == 10
    prove(newcomer, new[0])


def test_neither_is_in_the_file(database, codes):
    kept = all_of(database)
    assert PHRASE.encode() not in kept
    assert not [code for code in codes if code.encode() in kept or format_recovery_code(code).encode() in kept]
    [(phrase,)] = asked(database, "SELECT passphrase_hash FROM claims")
    assert phrase.startswith("$argon2id$")


@pytest.mark.usefixtures("code")
@pytest.mark.parametrize("weak", ["", "short", "elevenchars", "two words", "a" * 14, "a b c", "xyzä" * 51, "\0" * 12])
def test_a_weak_passphrase_is_refused_in_a_sentence(session, form, alice, weak):
    with pytest.raises(UnreadableSheet) as refused:
        phones.set_passphrase(form(alice), weak, seed=b"form")
    assert refused.value.field == "passphrase"
    assert phones.ownership_status(session, LEAGUE)[0] is None


@pytest.mark.usefixtures("code")
@pytest.mark.parametrize("fine", ["twelve-chars", "ox to go", "über alte Öfen"])
def test_three_words_or_twelve_characters_will_do(form, alice, fine):
    assert len(phones.set_passphrase(form(alice), fine, seed=b"form")) == 10


@pytest.mark.sampled(4)
@pytest.mark.parametrize("secret", [PHRASE, "wrong wrong wrong", "2" * 30])
@pytest.mark.parametrize("at", ["", "K7P4RWX", None])
@pytest.mark.parametrize("is_set", [True, False])
def test_it_is_hashed_once_whether_there_is_anything_to_prove_or_not(
    monkeypatch, form, alice, newcomer, prove, join_code, secret, at, is_set
):
    if is_set:
        phones.set_passphrase(form(alice), PHRASE, seed=b"form 1")
    phones._dummy_hash()
    hashings, verify = [], type(phones.HASHER).verify
    monkeypatch.setattr(type(phones.HASHER), "verify", lambda *a: hashings.append(1) or verify(*a))
    with suppress(UnknownCode):
        prove(newcomer, secret, at=join_code if at is None else at)
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
