"""How phones come into a league, what they may, and how they are shut out."""

from __future__ import annotations

import datetime as dt
import itertools

import pytest

from scorekeeper.rules.errors import UnreadableSheet
from scorekeeper.services.access import joining, phones
from scorekeeper.services.access.devices import new_device, new_token
from scorekeeper.services.access.phones import LAST_OWNER
from scorekeeper.services.access.rate_limits import MAX_WRONG_JOINS
from scorekeeper.services.access.roles import Role, device_access, game_access, link_access
from scorekeeper.services.errors import NotAllowed, PhoneNotFound, TooManyFailures, UnknownCode
from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import record_line
from scorekeeper.services.games.view import recent_games
from scorekeeper.services.league.leagues import scoring_league
from scorekeeper.services.submission import Submission
from tests.databases import asked, counted
from tests.factories import draft, enrol, hand, op_id

LEAGUE = 1
RANKS = [role for role in Role if role != Role.READER]


@pytest.fixture
def code(session, clock, alice):
    """Alice's game; with it she founded the league."""
    return create_game(session, clock, alice, draft())


@pytest.fixture
def bob(session, clock):
    """A phone that is not in the league yet."""
    return enrol(session, clock, "Bob's phone")[0]


@pytest.fixture
def join_code(session, owner):
    return joining.phones_at_table(session, owner.league_id).join_code


@pytest.fixture
def join(session, clock, join_code):
    def join(device, typed=join_code, address="a bar"):
        return joining.join_league(session, clock, device, typed, address=address)

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


def test_the_first_phone_owns_the_league(owner):
    assert owner.role == Role.OWNER


def test_a_code_lets_a_phone_watch(session, bob, join, access, code):
    joined = join(bob)
    assert (joined.code, joined.new) == (code, True)
    assert access(bob).role == Role.VIEWER
    assert [card.code for card in recent_games(session, bob)] == [code]
    assert scoring_league(session.connection(), bob) is None, "a new game of his is not begun here"


def test_the_newest_tables_come_first_whichever_league_they_are_of(session, clock, alice, bob, join, code):
    join(bob)
    theirs = [create_game(session, clock, bob, draft()) for _ in range(2)]
    newest = create_game(session, clock, alice, draft())
    assert [card.code for card in recent_games(session, bob)] == [newest, *reversed(theirs), code]
    assert [card.code for card in recent_games(session, bob, most=2)] == [newest, theirs[1]]


def test_joining_again_changes_nothing(join, member, access):
    scorer = member(Role.SCORER)
    assert not join(scorer).new
    assert access(scorer).role == Role.SCORER


def test_a_code_leads_to_the_table_that_is_played_at(session, clock, alice, bob, join, code):
    last = create_game(session, clock, alice, draft())
    assert join(bob).code == last
    record_line(session, clock, code, hand(), Submission(op_id=op_id(), seen=0, device=alice))
    assert join(bob).code == code


def test_a_phone_is_enrolled_with_what_it_joins_and_not_before(database, join):
    def rows():
        return asked(database, "SELECT count(*) FROM devices")[0][0]

    before = rows()
    with pytest.raises(UnknownCode):
        join(new_device("A stranger's phone", new_token()), "K7P-4RWX")
    assert rows() == before
    join(new_device("A guest's phone", new_token()))
    assert rows() == before + 1


@pytest.mark.parametrize("typed", ["", "K7P-4RWX", "K7P4RWXK7P4RWX", "\0"])
def test_an_unknown_code_opens_nothing(bob, join, typed):
    with pytest.raises(UnknownCode):
        join(bob, typed)


def test_after_so_many_wrong_codes_even_the_right_one_waits(bob, join, join_code):
    for _ in range(MAX_WRONG_JOINS):
        with pytest.raises(UnknownCode):
            join(bob, "2222222")
    with pytest.raises(TooManyFailures):
        join(bob, join_code)
    assert join(bob, join_code, address="somewhere else").new


def test_right_codes_are_never_counted(session, clock, join):
    for number in range(30):
        assert join(enrol(session, clock, f"Phone {number}")[0]).new


# ---------------------------------------------------------------- the code is replaced


def test_a_replaced_code_is_dead_at_once(session, clock, alice, bob, join, join_code, owner):
    joining.replace_join_code(session, clock, owner, alice, join_code)
    with pytest.raises(UnknownCode):
        join(bob, join_code)
    assert join(bob, joining.phones_at_table(session, LEAGUE).join_code).new


def test_replacing_it_twice_with_one_form_does_it_once(session, clock, alice, join_code, owner):
    joining.replace_join_code(session, clock, owner, alice, join_code)
    new = joining.phones_at_table(session, LEAGUE).join_code
    joining.replace_join_code(session, clock, owner, alice, join_code)
    assert joining.phones_at_table(session, LEAGUE).join_code == new != join_code


def test_a_read_link_shows_one_game_until_it_is_closed(session, clock):
    device, token = enrol(session, clock, "A phone")
    code = create_game(session, clock, device, draft())
    game = game_access(session.connection(), code, token)
    link = joining.read_link(session, game)
    seen = link_access(session.connection(), link)
    assert (seen.code, seen.role, seen.device) == (code, Role.READER, None)
    joining.close_read_links(session, clock, game, every=False)
    assert link_access(session.connection(), link) is None
    assert joining.read_link(session, game) is None
    joining.open_read_link(session, clock, game, device)
    joining.open_read_link(session, clock, game, device)
    assert joining.read_link(session, game) not in (None, link)


def test_a_join_code_is_no_read_link(session, join_code):
    assert link_access(session.connection(), join_code) is None


# ---------------------------------------------------------------- one lookup


def test_how_a_phone_stands_is_one_statement_whoever_asks(session, clock, engine, code, join_code):
    guest, stranger = new_token(), new_token()
    joining.join_league(session, clock, new_device("A guest", guest), join_code, address="")
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


def test_who_asks_is_shown_until_he_is_answered(session, clock, bob, join, owner, access):
    join(bob)
    joining.ask_to_score(session, clock, access(bob))
    joining.set_holder(session, access(bob), "Bob", "Bob's old phone")
    [asking] = joining.phones_at_table(session, LEAGUE).asking
    assert (asking.phone, asking.person) == ("Bob's old phone", "Bob")
    phones.decline(session, owner, bob.id)
    assert not joining.phones_at_table(session, LEAGUE).asking
    assert access(bob).role == Role.VIEWER


def test_a_scorer_lets_a_viewer_keep_score_and_gives_no_more(session, clock, bob, join, member, access):
    join(bob)
    scorer = access(member(Role.SCORER))
    phones.admit(session, clock, scorer, bob.id)
    assert access(bob).role == Role.SCORER
    with pytest.raises(NotAllowed):
        phones.set_role(session, clock, scorer, bob.id, Role.KEEPER)


def test_admitting_takes_nothing_from_who_has_more(session, clock, alice, member, access):
    phones.admit(session, clock, access(member(Role.SCORER)), alice.id)
    assert access(alice).role == Role.OWNER


def test_who_keeps_score_asks_for_nothing(session, clock, member, access):
    scorer = member(Role.SCORER)
    joining.ask_to_score(session, clock, access(scorer))
    assert not joining.phones_at_table(session, LEAGUE).asking


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


def test_the_last_owner_stays(session, clock, alice, owner, member, access):
    for change in (
        lambda: phones.revoke(session, clock, owner, alice.id),
        lambda: phones.set_role(session, clock, owner, alice.id, Role.KEEPER),
    ):
        with pytest.raises(NotAllowed, match=LAST_OWNER[:20]):
            change()
    second = member(Role.OWNER)
    phones.set_role(session, clock, owner, alice.id, Role.VIEWER)
    assert access(alice).role == Role.VIEWER
    with pytest.raises(NotAllowed):
        phones.revoke(session, clock, access(second), second.id)


# ---------------------------------------------------------------- shut out


def test_who_was_shut_out_is_a_stranger_and_the_code_does_not_help(session, clock, bob, join, owner, access):
    join(bob)
    phones.revoke(session, clock, owner, bob.id)
    assert access(bob) is None
    assert recent_games(session, bob) == []
    with pytest.raises(UnknownCode):
        join(bob)
    phones.restore_access(session, clock, owner, bob.id)
    assert access(bob).role == Role.VIEWER


def test_his_own_next_game_is_begun_in_a_league_of_his_own(session, clock, owner, member):
    scorer = member(Role.SCORER)
    assert scoring_league(session.connection(), scorer) == LEAGUE
    phones.revoke(session, clock, owner, scorer.id)
    create_game(session, clock, scorer, draft())
    assert scoring_league(session.connection(), scorer) == 2


def test_a_phone_of_another_league_is_none_of_ours(session, clock, bob, owner):
    create_game(session, clock, bob, draft())
    for change in (
        lambda: phones.admit(session, clock, owner, bob.id),
        lambda: phones.decline(session, owner, bob.id),
        lambda: phones.set_role(session, clock, owner, bob.id, Role.VIEWER),
        lambda: phones.revoke(session, clock, owner, bob.id),
        lambda: phones.restore_access(session, clock, owner, bob.id),
    ):
        with pytest.raises(PhoneNotFound):
            change()
    assert device_access(session.connection(), 2, bob).role == Role.OWNER


# ---------------------------------------------------------------- the list


def test_the_list_says_who_wrote_when(session, clock, alice, bob, join, owner, code):
    join(bob)
    clock.now = dt.datetime(2026, 11, 19, 21, 0, tzinfo=dt.UTC)
    record_line(session, clock, code, hand(), Submission(op_id=op_id(), seen=0, device=alice))
    joining.set_holder(session, owner, "Alice", "Alice's phone")
    first, second = phones.phones_of(session, LEAGUE)
    assert (first.person, first.role, first.last_write) == (
        "Alice", Role.OWNER, dt.datetime(2026, 11, 19, 21, 0, 1, tzinfo=dt.UTC),
    )  # fmt: skip
    assert (second.name, second.role, second.last_write) == ("Bob's phone", Role.VIEWER, None)


def test_a_phone_is_a_regulars_or_a_newcomers_or_nobodys(session, bob, join, access):
    join(bob)
    regulars = dict(map(reversed, joining.regulars_of(session, LEAGUE)))
    assert list(regulars) == ["Ann", "Bob", "Cy", "Dee"]
    joining.set_holder(session, access(bob), regulars["Cy"], "A phone")
    assert access(bob).person_id == regulars["Cy"]
    joining.set_holder(session, access(bob), " Pat  of Duluth ", "A phone")
    assert dict(joining.regulars_of(session, LEAGUE))[access(bob).person_id] == "Pat of Duluth"
    joining.set_holder(session, access(bob), None, "A phone")
    assert access(bob).person_id is None


@pytest.mark.parametrize(
    ("person", "phone", "field"),
    [("", "A phone", "name"), ("x" * 61, "A phone", "name"), ("a\ud800", "A phone", "name"), (99, "A phone", "name"),
     ("Pat", " ", "phone"), ("Pat", "x" * 61, "phone"), ("Pat", "\0", "phone")],
)  # fmt: skip
def test_a_name_that_is_none(session, bob, join, access, person, phone, field):
    join(bob)
    with pytest.raises(UnreadableSheet) as refused:
        joining.set_holder(session, access(bob), person, phone)
    assert refused.value.field == field
