"""A deleted league is gone wholly: no row of it stays, nobody else's goes, and its addresses say so."""

import re

import pytest
from sqlalchemy import select, text, update

from scorekeeper.core.forms import SubmissionForm
from scorekeeper.core.transaction import Submission, write_transaction
from scorekeeper.league.leagues import DELETED_PHONE, begin_league, delete_league, is_deleted_address
from scorekeeper.models import Base, DeletedAddress, Device, Game, League, Link, Member
from scorekeeper.operations.doctor import Verdict, run_checks
from tests.databases import asked
from tests.factories import enrol, hand
from tests.phones import Phone

OF_LEAGUES = [table for table in Base.metadata.sorted_tables if "league_id" in table.c]


@pytest.fixture
def two(session, clock, play, new_game):
    """Two leagues: the first played twice, by Alice; the second once, by Bob's phone."""
    play("AB")
    bob, _ = enrol(session, clock, "Bob's phone")
    new_game(hand(), device=bob)
    return session


def rows_of(session, league_id):
    connection = session.connection()
    statements = {table.name: select(table).where(table.c.league_id == league_id) for table in OF_LEAGUES}
    found = {name: connection.execute(statement).all() for name, statement in statements.items()}
    return {name: sorted(map(tuple, rows), key=repr) for name, rows in found.items() if rows}


def codes_of(session, league_id):
    connection = session.connection()
    own = select(League.code).where(League.id == league_id)
    played = select(Game.code).where(Game.league_id == league_id)
    shown = select(Link.code).where(Link.league_id == league_id, Link.kind == "read")
    return [code for statement in (own, played, shown) for code in connection.scalars(statement)]


@pytest.mark.parametrize("waits_for_disk", [True], ids=["as the doctor wants it"])
def test_all_of_it_goes_and_nothing_else(two, form):
    others, kept = codes_of(two, 2), rows_of(two, 2)
    delete_league(form(), "Our league")
    assert (rows_of(two, 1), rows_of(two, 2)) == ({}, kept)
    assert not any(is_deleted_address(two.connection(), code) for code in others)
    with two.get_bind().connect() as connection:
        assert [found for found in run_checks(connection) if found.verdict is not Verdict.OK] == []


def test_only_hashes_of_its_addresses_stay_and_its_phones_are_nameless(two, form):
    """The mark that lets the triggers go is not left behind either: the log of others is guarded again at once."""
    addresses = codes_of(two, 1)
    assert len(addresses) == 5
    delete_league(form(), "Our league")
    assert two.scalar(text("SELECT count(*) FROM league_deletions")) == 0
    with pytest.raises(Exception, match="only ever added"), write_transaction(two) as connection:
        connection.execute(text("DELETE FROM lines"))
    kept = two.connection().scalars(select(DeletedAddress.hash)).all()
    assert len(kept) == len(addresses)
    assert not set(kept) & set(addresses)
    names = two.connection().scalars(select(Device.name).order_by(Device.id)).all()
    assert names == [DELETED_PHONE, "Bob's phone"]


def test_a_phone_of_another_league_keeps_its_name(two, clock, form, alice):
    begin_league(Submission(two, clock, alice), "The Legion")
    delete_league(form(), "Our league")
    assert two.connection().scalar(select(Device.name).where(Device.id == alice.id)) == "Alice's phone"


def test_a_phone_in_the_log_of_another_league_keeps_its_name(two, form):
    bob = two.connection().scalar(select(Device.id).where(Device.name == "Bob's phone"))
    with write_transaction(two) as connection:
        connection.execute(update(Member).where(Member.device_id == bob).values(league_id=1))
    delete_league(form(), "Our league")
    assert two.connection().scalar(select(Device.name).where(Device.id == bob)) == "Bob's phone"


GONE = "This league was deleted"


@pytest.fixture
def ways_in(owner, league, told, database):
    """Addresses that lead into the league: its pages, a game's, its links and a tournament's."""
    link = asked(database, "SELECT code FROM links WHERE kind = 'read'")[0][0]
    board = asked(database, "SELECT board_code FROM tournaments WHERE board_code IS NOT NULL")
    boards = [f"/b/{code}" for (code,) in board]
    assert owner.send(f"{league}/door", f"{league}/door", {}).status_code == 303
    [(door,)] = asked(database, "SELECT code FROM links WHERE kind = 'door'")
    game = f"/t/{told.games[0]}"
    assert owner.send(f"{league}/files", f"{league}/events", {}).status_code == 303
    [(events,)] = asked(database, "SELECT code FROM links WHERE kind = 'events'")
    doors = [f"/n/{door}", f"/d/{door}", f"/l/{events}/events.json"]
    shared = [f"/s/{link}", f"/s/{link}/board", *boards]
    return [league, f"{league}/people", game, f"{game}/log", f"{game}/stamp", *shared, *doors]


def delete(phone, league, name="Our league"):
    return phone.send(f"{league}/delete", f"{league}/delete", {"name": name})


@pytest.mark.parametrize("typed", ["", "Our", "x" * 61])
def test_another_name_is_refused_and_kept_and_any_spelling_of_its_own_is_taken(owner, league, typed):
    answer = delete(owner, league, typed)
    assert answer.status_code == 422
    assert typed in answer.text
    assert re.search(r'id="name-wrong">[^<]+', answer.text)
    assert owner.get(league).status_code == 200
    assert delete(owner, league, " OUR  League ").status_code == 303


def test_every_way_in_says_that_it_is_gone(owner, viewer, league, ways_in, database):
    before = [owner.get(path).status_code for path in ways_in]
    assert set(before) <= {200, 303}
    assert delete(owner, league).location == "/"
    for phone in (owner, viewer):
        for path in ways_in:
            answer = phone.get(path)
            assert (path, answer.status_code, GONE in answer.text) == (path, 410, True)
    assert league not in owner.get("/").text
    assert asked(database, "SELECT count(*) FROM leagues") == [(0,)]
    assert owner.get(f"/t/{owner.sit_down()}").status_code == 200, "they found another"


@pytest.mark.parametrize("path", ["/t/{game}/hands", "/t/{game}/rematch", "{league}/name", "{league}/delete"])
def test_what_was_let_in_before_and_saves_after_is_told_so(app, owner, league, told, path, monkeypatch):
    hand = {"what": "hand", "bidder": "2", "bid": "5"}
    form = owner.form(f"{league}/delete", f"{league}/delete") | {"name": "Our league", **hand}

    def delete_meanwhile():
        delete_league(SubmissionForm().submission(), "Our league")

    each_request = [*app.before_request_funcs[None], delete_meanwhile]
    monkeypatch.setitem(app.before_request_funcs, None, each_request)
    where = path.format(league=league, game=told.games[0])
    answer = owner.client.post(where, data=form, headers={"Outbox": "1"})
    assert (answer.status_code, GONE in answer.text) == (410, True)


def test_who_was_never_let_in_is_told_nothing(app, owner, league):
    delete(owner, league)
    assert app.test_client().get(league).status_code == 404
    assert Phone(app).get(f"/l/{'A' * 22}").status_code == 404
