"""How phones come into a league, what they may, and how they are shut out."""

from __future__ import annotations

import datetime as dt
import itertools

import pytest

from scorekeeper.rules.errors import UnreadableSheet
from scorekeeper.services import joining, phones
from scorekeeper.services.devices import new_device, new_token
from scorekeeper.services.errors import NoSuchPhone, NotYours, TooManyFailures, UnknownCode
from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import record_line
from scorekeeper.services.games.view import recent_games
from scorekeeper.services.league.leagues import scoring_league
from scorekeeper.services.phones import LAST_OWNER
from scorekeeper.services.roles import Role, standing_at, standing_in, standing_through
from tests.databases import asked, counted
from tests.factories import draft, enrol, hand, op_id

LEAGUE = 1
RANKS = [role for role in Role if role != Role.READER]


@pytest.fixture
def code(session, clock, alice):
    """Alice's game; with it she founded the league."""
    return create_game(session, clock, alice, draft())


@pytest.fixture
def join_code(session, owner):
    return joining.company_of(session, owner.league_id).join_code


@pytest.fixture
def join(session, clock, join_code):
    def join(device, typed=join_code, address="a bar"):
        return joining.join(session, clock, device, typed, address=address)

    return join


@pytest.fixture
def owner(session, alice, code):
    assert code
    return standing_in(session.connection(), LEAGUE, alice)


@pytest.fixture
def standing(session):
    def standing(device):
        return standing_in(session.connection(), LEAGUE, device)

    return standing


@pytest.fixture
def member(session, clock, join, owner):
    """Give a function that makes a phone of a role."""

    def member(role, name="A phone"):
        device = enrol(session, clock, name)[0]
        join(device)
        phones.give_role(session, clock, owner, device.id, role)
        return device

    return member


# ---------------------------------------------------------------- coming in


def test_the_first_phone_owns_the_league(owner):
    assert owner.role == Role.OWNER


def test_a_code_lets_a_phone_watch(session, bob, join, standing, code):
    joined = join(bob)
    assert (joined.code, joined.new) == (code, True)
    assert standing(bob).role == Role.VIEWER
    assert [card.code for card in recent_games(session, bob)] == [code]
    assert scoring_league(session.connection(), bob) is None, "a new game of his is not begun here"


def test_the_newest_tables_come_first_whichever_league_they_are_of(session, clock, alice, bob, join, code):
    join(bob)
    theirs = [create_game(session, clock, bob, draft()) for _ in range(2)]
    newest = create_game(session, clock, alice, draft())
    assert [card.code for card in recent_games(session, bob)] == [newest, *reversed(theirs), code]
    assert [card.code for card in recent_games(session, bob, most=2)] == [newest, theirs[1]]


def test_joining_again_changes_nothing(join, member, standing):
    scorer = member(Role.SCORER)
    assert not join(scorer).new
    assert standing(scorer).role == Role.SCORER


def test_a_code_leads_to_the_table_that_is_played_at(session, clock, alice, bob, join, code):
    last = create_game(session, clock, alice, draft())
    assert join(bob).code == last
    record_line(session, clock, code, hand(), op_id=op_id(), seen=0, device=alice)
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


def test_ten_wrong_codes_and_even_the_right_one_waits(bob, join, join_code):
    for _ in range(10):
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
    assert join(bob, joining.company_of(session, LEAGUE).join_code).new


def test_replacing_it_twice_with_one_form_does_it_once(session, clock, alice, join_code, owner):
    joining.replace_join_code(session, clock, owner, alice, join_code)
    new = joining.company_of(session, LEAGUE).join_code
    joining.replace_join_code(session, clock, owner, alice, join_code)
    assert joining.company_of(session, LEAGUE).join_code == new != join_code


def test_a_read_link_shows_one_game_until_it_is_closed(session, clock):
    device, token = enrol(session, clock, "A phone")
    code = create_game(session, clock, device, draft())
    game = standing_at(session.connection(), code, token)
    link = joining.read_link(session, game)
    seen = standing_through(session.connection(), link)
    assert (seen.code, seen.role, seen.device) == (code, Role.READER, None)
    joining.close_read_links(session, clock, game, every=False)
    assert standing_through(session.connection(), link) is None
    assert joining.read_link(session, game) is None
    joining.open_read_link(session, clock, game, device)
    joining.open_read_link(session, clock, game, device)
    assert joining.read_link(session, game) not in (None, link)


def test_a_join_code_is_no_read_link(session, join_code):
    assert standing_through(session.connection(), join_code) is None


# ---------------------------------------------------------------- one lookup


def test_how_a_phone_stands_is_one_statement_whoever_asks(session, clock, engine, code, join_code):
    guest, stranger = new_token(), new_token()
    joining.join(session, clock, new_device("A guest", guest), join_code, address="")
    enrol(session, clock, "A stranger", stranger)
    for token, role in ((guest, Role.VIEWER), (stranger, None), (new_token(), None)):
        with counted(engine) as sent:
            found = standing_at(session.connection(), code, token)
        assert (found.role if found else None) == role
        assert len(sent) == 1
        if engine.dialect.name != "sqlite":
            continue
        plan = session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {sent[0]}", ("x", "y")).all()
        assert not [step.detail for step in plan if "SCAN" in step.detail]


@pytest.mark.parametrize("token", [None, "", "guess", "\0", "\ud800", "x" * 10_000])
def test_no_secret_is_no_member(session, code, token):
    assert standing_at(session.connection(), code, token) is None


@pytest.mark.parametrize("silly", ["", "x", "\0", "\ud800", "x" * 10_000])
def test_what_is_no_code_is_never_looked_up(session, engine, silly):
    with counted(engine) as sent:
        assert standing_at(session.connection(), silly, new_token()) is None
        assert standing_through(session.connection(), silly) is None
    assert not sent


# ---------------------------------------------------------------- asking, admitting


def test_who_asks_is_shown_until_he_is_answered(session, clock, bob, join, owner, standing):
    join(bob)
    joining.ask(session, clock, standing(bob))
    joining.say_who(session, standing(bob), "Bob", "Bob's old phone")
    [asking] = joining.company_of(session, LEAGUE).asking
    assert (asking.phone, asking.person) == ("Bob's old phone", "Bob")
    phones.not_now(session, owner, bob.id)
    assert not joining.company_of(session, LEAGUE).asking
    assert standing(bob).role == Role.VIEWER


def test_a_scorer_lets_a_viewer_keep_score_and_gives_no_more(session, clock, bob, join, member, standing):
    join(bob)
    scorer = standing(member(Role.SCORER))
    phones.admit(session, clock, scorer, bob.id)
    assert standing(bob).role == Role.SCORER
    with pytest.raises(NotYours):
        phones.give_role(session, clock, scorer, bob.id, Role.KEEPER)


def test_admitting_takes_nothing_from_who_has_more(session, clock, alice, member, standing):
    phones.admit(session, clock, standing(member(Role.SCORER)), alice.id)
    assert standing(alice).role == Role.OWNER


def test_who_keeps_score_asks_for_nothing(session, clock, member, standing):
    scorer = member(Role.SCORER)
    joining.ask(session, clock, standing(scorer))
    assert not joining.company_of(session, LEAGUE).asking


# ---------------------------------------------------------------- rank


@pytest.mark.parametrize("by", [Role.SCORER, Role.KEEPER, Role.OWNER])
def test_nobody_changes_his_own_rank_or_gives_more_than_he_has(session, clock, member, standing, by):
    boss = standing(member(by))
    for was, role in itertools.product(RANKS, RANKS):
        other = member(was)
        if by == Role.OWNER or was == role or (was < by and role <= by):
            phones.give_role(session, clock, boss, other.id, role)
            assert standing(other).role == role
        else:
            with pytest.raises(NotYours):
                phones.give_role(session, clock, boss, other.id, role)
            assert standing(other).role == was


@pytest.mark.parametrize("by", [Role.SCORER, Role.KEEPER, Role.OWNER])
def test_only_those_below_are_shut_out(session, clock, member, standing, by):
    boss = standing(member(by))
    for was in RANKS:
        other = member(was)
        if by == Role.OWNER or was < by:
            phones.shut_out(session, clock, boss, other.id)
            assert standing(other) is None
        else:
            with pytest.raises(NotYours):
                phones.shut_out(session, clock, boss, other.id)
            assert standing(other) is not None


def test_the_last_owner_stays(session, clock, alice, owner, member, standing):
    for change in (
        lambda: phones.shut_out(session, clock, owner, alice.id),
        lambda: phones.give_role(session, clock, owner, alice.id, Role.KEEPER),
    ):
        with pytest.raises(NotYours, match=LAST_OWNER[:20]):
            change()
    second = member(Role.OWNER)
    phones.give_role(session, clock, owner, alice.id, Role.VIEWER)
    assert standing(alice).role == Role.VIEWER
    with pytest.raises(NotYours):
        phones.shut_out(session, clock, standing(second), second.id)


# ---------------------------------------------------------------- shut out


def test_who_was_shut_out_is_a_stranger_and_the_code_does_not_help(session, clock, bob, join, owner, standing):
    join(bob)
    phones.shut_out(session, clock, owner, bob.id)
    assert standing(bob) is None
    assert recent_games(session, bob) == []
    with pytest.raises(UnknownCode):
        join(bob)
    phones.let_back_in(session, clock, owner, bob.id)
    assert standing(bob).role == Role.VIEWER


def test_his_own_next_game_is_begun_in_a_league_of_his_own(session, clock, owner, member):
    scorer = member(Role.SCORER)
    assert scoring_league(session.connection(), scorer) == LEAGUE
    phones.shut_out(session, clock, owner, scorer.id)
    create_game(session, clock, scorer, draft())
    assert scoring_league(session.connection(), scorer) == 2


def test_a_phone_of_another_league_is_none_of_ours(session, clock, bob, owner):
    create_game(session, clock, bob, draft())
    for change in (
        lambda: phones.admit(session, clock, owner, bob.id),
        lambda: phones.not_now(session, owner, bob.id),
        lambda: phones.give_role(session, clock, owner, bob.id, Role.VIEWER),
        lambda: phones.shut_out(session, clock, owner, bob.id),
        lambda: phones.let_back_in(session, clock, owner, bob.id),
    ):
        with pytest.raises(NoSuchPhone):
            change()
    assert standing_in(session.connection(), 2, bob).role == Role.OWNER


# ---------------------------------------------------------------- the list


def test_the_list_says_who_wrote_when(session, clock, alice, bob, join, owner, code):
    join(bob)
    clock.now = dt.datetime(2026, 11, 19, 21, 0, tzinfo=dt.UTC)
    record_line(session, clock, code, hand(), op_id=op_id(), seen=0, device=alice)
    joining.say_who(session, owner, "Alice", "Alice's phone")
    first, second = phones.phones_of(session, LEAGUE)
    assert (first.person, first.role, first.last_write) == (
        "Alice", Role.OWNER, dt.datetime(2026, 11, 19, 21, 0, 1, tzinfo=dt.UTC),
    )  # fmt: skip
    assert (second.name, second.role, second.last_write) == ("Bob's phone", Role.VIEWER, None)


def test_a_phone_is_a_regulars_or_a_newcomers_or_nobodys(session, bob, join, standing):
    join(bob)
    regulars = dict(map(reversed, joining.regulars_of(session, LEAGUE)))
    assert list(regulars) == ["Ann", "Bob", "Cy", "Dee"]
    joining.say_who(session, standing(bob), regulars["Cy"], "A phone")
    assert standing(bob).person_id == regulars["Cy"]
    joining.say_who(session, standing(bob), " Pat  of Duluth ", "A phone")
    assert dict(joining.regulars_of(session, LEAGUE))[standing(bob).person_id] == "Pat of Duluth"
    joining.say_who(session, standing(bob), None, "A phone")
    assert standing(bob).person_id is None


@pytest.mark.parametrize(
    ("person", "phone", "field"),
    [("", "A phone", "name"), ("x" * 61, "A phone", "name"), ("a\ud800", "A phone", "name"), (99, "A phone", "name"),
     ("Pat", " ", "phone"), ("Pat", "x" * 61, "phone"), ("Pat", "\0", "phone")],
)  # fmt: skip
def test_a_name_that_is_none(session, bob, join, standing, person, phone, field):
    join(bob)
    with pytest.raises(UnreadableSheet) as refused:
        joining.say_who(session, standing(bob), person, phone)
    assert refused.value.field == field
