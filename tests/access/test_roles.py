"""How phones come into a league, what they may, and how they are shut out."""

from __future__ import annotations

import itertools

import pytest

from scorekeeper.access import phones
from scorekeeper.access.devices import new_device, new_token
from scorekeeper.access.roles import Role, device_access, game_access, link_access
from scorekeeper.core.errors import NotAllowed
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.game_view import recent_games
from scorekeeper.games.lines import record_line
from scorekeeper.league.leagues import scoring_league
from scorekeeper.rules.errors import UnreadableSheet
from tests.databases import counted
from tests.factories import draft, enrol, hand

LEAGUE = 1
RANKS = [role for role in Role if role != Role.READER]


@pytest.fixture
def code(session, clock, alice):
    """Alice's game; with it she founded the league."""
    return create_game(Submission(session, clock, alice), draft())


@pytest.fixture
def bob(session, clock):
    """A phone that is not in the league yet."""
    return enrol(session, clock, "Bob's phone")[0]


@pytest.fixture
def join_code(session, owner):
    return phones.phones_at_table(session, owner).join_code


@pytest.fixture
def join(session, clock, join_code):
    def join(device, typed=join_code, address="a bar"):
        return phones.join_league(session, clock, device, typed, address=address)

    return join


@pytest.fixture
def owner(session, alice, code):
    assert code
    return device_access(session.connection(), LEAGUE, alice)


@pytest.fixture
def access(session):
    def access(device):
        return device_access(session.connection(), LEAGUE, device)

    return access


@pytest.fixture
def member(session, clock, join, owner):
    """Return a function that makes a phone of a role."""

    def member(role, name="A phone"):
        device = enrol(session, clock, name)[0]
        join(device)
        phones.set_role(session, clock, owner, device.id, role)
        return device

    return member


# ---------------------------------------------------------------- coming in


def test_the_newest_tables_come_first_whichever_league_they_are_of(session, clock, alice, bob, join, code):
    join(bob)
    theirs = [create_game(Submission(session, clock, bob), draft()) for _ in range(2)]
    newest = create_game(Submission(session, clock, alice), draft())
    assert [card.code for card in recent_games(session, bob)] == [newest, *reversed(theirs), code]
    assert [card.code for card in recent_games(session, bob, most=2)] == [newest, theirs[1]]


def test_a_code_leads_to_the_table_that_is_played_at(session, clock, alice, bob, join, code):
    last = create_game(Submission(session, clock, alice), draft())
    assert join(bob)[0] == last
    record_line(Submission(session, clock, alice), code, hand())
    assert join(bob)[0] == code


def test_right_codes_are_never_counted(session, clock, join):
    for number in range(30):
        assert join(enrol(session, clock, f"Phone {number}")[0])[1]


# ---------------------------------------------------------------- the code is replaced


def test_a_join_code_is_no_read_link(session, join_code):
    assert link_access(session.connection(), join_code) is None


# ---------------------------------------------------------------- one lookup


def test_how_a_phone_stands_is_one_statement_whoever_asks(session, clock, engine, code, join_code):
    guest, stranger = new_token(), new_token()
    phones.join_league(session, clock, new_device("A guest", guest), join_code, address="")
    enrol(session, clock, "A stranger", stranger)
    for token, role in ((guest, Role.VIEWER), (stranger, None), (new_token(), None)):
        with counted(engine) as sent:
            found = game_access(session.connection(), code, token)
        assert (found.role if found else None) == role
        assert len(sent) == 1
        if engine.dialect.name != "sqlite":
            continue
        plan = session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {sent[0]}", ("x", "y")).all()
        assert not [step.detail for step in plan if "SCAN" in step.detail]


@pytest.mark.parametrize("token", [None, "", "guess", "\0", "\ud800", "x" * 10_000])
def test_no_secret_is_no_member(session, code, token):
    assert game_access(session.connection(), code, token) is None


@pytest.mark.parametrize("silly", ["", "x", "\0", "\ud800", "x" * 10_000])
def test_what_is_no_code_is_never_looked_up(session, engine, silly):
    with counted(engine) as sent:
        assert game_access(session.connection(), silly, new_token()) is None
        assert link_access(session.connection(), silly) is None
    assert not sent


# ---------------------------------------------------------------- asking, admitting


def test_admitting_takes_nothing_from_who_has_more(session, clock, alice, member, access):
    phones.admit(session, clock, access(member(Role.SCORER)), alice.id)
    assert access(alice).role == Role.OWNER


def test_who_keeps_score_asks_for_nothing(session, clock, member, access):
    scorer = member(Role.SCORER)
    phones.ask_to_score(session, clock, access(scorer))
    assert not phones.phones_at_table(session, access(scorer)).askers


# ---------------------------------------------------------------- rank


@pytest.mark.parametrize("by", [Role.SCORER, Role.KEEPER, Role.OWNER])
def test_nobody_changes_his_own_rank_or_gives_more_than_he_has(session, clock, member, access, by):
    boss = access(member(by))
    for was, role in itertools.product(RANKS, RANKS):
        other = member(was)
        if by == Role.OWNER or was == role or (was < by and role <= by):
            phones.set_role(session, clock, boss, other.id, role)
            assert access(other).role == role
        else:
            with pytest.raises(NotAllowed):
                phones.set_role(session, clock, boss, other.id, role)
            assert access(other).role == was


@pytest.mark.parametrize("by", [Role.SCORER, Role.KEEPER, Role.OWNER])
def test_only_those_below_are_shut_out(session, clock, member, access, by):
    boss = access(member(by))
    for was in RANKS:
        other = member(was)
        if by == Role.OWNER or was < by:
            phones.revoke(session, clock, boss, other.id)
            assert access(other) is None
        else:
            with pytest.raises(NotAllowed):
                phones.revoke(session, clock, boss, other.id)
            assert access(other) is not None


# ---------------------------------------------------------------- shut out


def test_his_own_next_game_is_begun_in_a_league_of_his_own(session, clock, owner, member):
    scorer = member(Role.SCORER)
    assert scoring_league(session.connection(), scorer) == LEAGUE
    phones.revoke(session, clock, owner, scorer.id)
    create_game(Submission(session, clock, scorer), draft())
    assert scoring_league(session.connection(), scorer) == 2


# ---------------------------------------------------------------- the list


@pytest.mark.parametrize(
    ("person", "phone", "field"),
    [("", "A phone", "name"), ("x" * 61, "A phone", "name"), ("a\ud800", "A phone", "name"), (99, "A phone", "name"),
     ("Pat", " ", "phone"), ("Pat", "x" * 61, "phone"), ("Pat", "\0", "phone")],
)  # fmt: skip
def test_a_name_that_is_none(session, bob, join, access, person, phone, field):
    join(bob)
    with pytest.raises(UnreadableSheet) as refused:
        phones.set_holder(session, access(bob), person, phone)
    assert refused.value.field == field
