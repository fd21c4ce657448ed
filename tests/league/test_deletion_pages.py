"""Deleting a league on its pages: its owner does, after typing its name; then every way into it says so."""

from __future__ import annotations

import re

import pytest

from scorekeeper.core.forms import SubmissionForm
from scorekeeper.league.leagues import delete_league
from tests.databases import asked
from tests.phones import Phone

GONE = "This league was deleted"


@pytest.fixture
def ways_in(league, told, database):
    """Addresses that lead into the league: its pages, a game's, its links and a tournament's."""
    link = asked(database, "SELECT code FROM links WHERE kind = 'read'")[0][0]
    board = asked(database, "SELECT board_code FROM tournaments WHERE board_code IS NOT NULL")
    boards = [f"/b/{code}" for (code,) in board]
    game = f"/t/{told.games[0]}"
    return [league, f"{league}/people", game, f"{game}/log", f"{game}/stamp", f"/s/{link}", f"/s/{link}/board", *boards]


def delete(phone, league, name="Our league"):
    return phone.send(f"{league}/delete", f"{league}/delete", {"name": name})


def test_the_export_is_offered_first(owner, league):
    text = owner.get(f"{league}/delete").text
    assert text.index("files/league.json") < text.index("Delete the league for good")
    assert f'href="{league}/delete"' in owner.get(f"{league}/files").text
    said = owner.page(f"{league}/delete").text
    assert "3 games in 2 nights and 6 people are deleted" in said
    assert "Backups the server made before still hold the league." in said


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


def test_a_hand_that_waited_is_told_so(owner, league, told):
    game = f"/t/{told.games[0]}"
    form = owner.form("/import", "/import") | {"what": "hand", "bidder": "2", "bid": "5"}
    delete(owner, league)
    answer = owner.client.post(f"{game}/hands", data=form, headers={"Outbox": "1"})
    assert answer.status_code == 410
    assert "It was deleted with all its games. Nothing can be saved here anymore." in answer.text


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


def test_a_screen_that_goes_on_asking_is_told_each_time(app, owner, league, ways_in):
    links = [path for path in ways_in if path.startswith(("/s/", "/b/"))]
    assert {path[:3] for path in links} == {"/s/", "/b/"}
    delete(owner, league)
    screen = app.test_client()
    assert {screen.get(path).status_code for _ in range(12) for path in links} == {410}
    assert [screen.get(f"/s/{'A' * 22}").status_code for _ in range(11)] == [404] * 10 + [429]


def test_who_was_never_let_in_is_told_nothing(app, owner, league):
    delete(owner, league)
    assert app.test_client().get(league).status_code == 404
    assert Phone(app).get(f"/l/{'A' * 22}").status_code == 404
