"""Beginning a game, listing games, playing another one."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from scorekeeper.core.transaction import Submission
from scorekeeper.games import create
from scorekeeper.games.create import create_game, rematch
from scorekeeper.games.game_view import read_game, recent_games
from scorekeeper.games.lines import record_line, undo
from scorekeeper.rules.errors import ImpossibleFact, UnreadableSheet
from scorekeeper.variants.catalogue import find_variant
from tests.factories import draft, hand


def play_out(session, clock, device, code, facts=None):
    while not (view := read_game(session, code)).table.finished:
        record_line(Submission(session, clock, device, seen=view.seq), code, facts or hand("2", 10))
    return view


# ---------------------------------------------------------------- begin


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"variant": "bridge"}, "variant"),
        ({"names": ("Ann", "Bob", "Cy")}, "players"),
        ({"names": ("Ann", "Ann", "Cy", "Dee")}, "players"),
        ({"names": ("Ann", " ", "Cy", "Dee")}, "players"),
        ({"names": ("Ann", "B\ud800b", "Cy", "Dee")}, "players"),
        ({"dealer": 4}, "dealer"),
        ({"dealer": -1}, "dealer"),
        ({"sides": ((0, 1, 2), (3,))}, "sides"),
        ({"sides": ((0, 1), (2, 9))}, "sides"),
        ({"house": {"no.such": 1}}, "rules.no.such"),
        ({"house": {"auction.min": 11}}, "rules.auction.min"),
        ({"opening": {0: 3, 2: 4}}, "opening.Cy"),
        ({"opening": {7: 3}}, "opening"),
        ({"stakes": {"currency": "USD", "game": "0.001"}}, "stakes.game"),
        ({"title": "x" * 2001}, "title"),
    ],
)
def test_a_draft_that_cannot_be(session, clock, alice, changes, field):
    with pytest.raises(UnreadableSheet) as refused:
        create_game(Submission(session, clock, alice), draft(**changes))
    assert refused.value.field == field
    assert recent_games(session, alice) == []


def test_the_rules_stay_with_the_game(session, clock, alice, monkeypatch):
    """A variant's file changes; a game begun before is scored as before, and so is its rematch."""
    code = create_game(Submission(session, clock, alice), draft())
    old = find_variant("minnesota-ten-point")
    new = replace(old, settings={**old.settings, "finish.target": 10, "points.trey.worth": 1})
    monkeypatch.setattr(create, "find_variant", {new.key: new}.__getitem__)
    record_line(Submission(session, clock, alice), code, hand("2", 8))
    assert (read_game(session, code).table.scores["2"], read_game(session, code).table.finished) == (10, False)
    play_out(session, clock, alice, code)
    again = rematch(Submission(session, clock, alice), code)
    assert read_game(session, again).table.rules.finish.target == 52
    fresh = create_game(Submission(session, clock, alice), draft())
    assert read_game(session, fresh).table.rules.finish.target == 10


# ---------------------------------------------------------------- list


def test_the_newest_game_comes_first(session, clock, alice):
    codes = [create_game(Submission(session, clock, alice), draft(title=f"Night {n}")) for n in range(3)]
    clock.now -= dt.timedelta(days=400)
    codes.append(create_game(Submission(session, clock, alice), draft()))
    assert [card.code for card in recent_games(session, alice)] == codes[::-1]
    assert [card.code for card in recent_games(session, alice, most=2)] == codes[:1:-1]


# ---------------------------------------------------------------- rematch


def test_a_rematch_is_the_same_people_dealt_by_whoever_is_next(session, clock, alice):
    clock.now = dt.datetime(2026, 11, 19, 20, 0).astimezone()
    stakes = {"currency": "USD", "game": "0.10"}
    day = dt.date(2026, 11, 19)
    first = draft(house={"game.tie": "low"}, opening={0: 3}, stakes=stakes, title="Thursday", date=day)
    code = create_game(Submission(session, clock, alice), first)
    old = play_out(session, clock, alice, code)
    view = read_game(session, rematch(Submission(session, clock, alice), code))
    assert (view.names, view.head.sides, view.head.stakes) == (old.names, old.head.sides, old.head.stakes)
    assert (view.table.house, view.table.dealer, view.seq) == ({"game.tie": "low"}, old.table.dealer, 0)
    assert (view.table.scores, view.title, view.date) == (dict.fromkeys("1234", 0), "Thursday", day)


def test_a_rematch_seats_who_is_there_now_by_the_rules_of_now(session, clock, alice):
    code = create_game(Submission(session, clock, alice), draft(("Ann", "Bob", "Cy"), variant="money-pitch"))
    lines = [{"join": "Gus", "after": "1"}, {"leave": "2"}, {"rules": {"finish.target": 30}}]
    for seq, facts in enumerate(lines):
        record_line(Submission(session, clock, alice, seen=seq), code, facts)
    everything = {"bidder": "1", "bid": 2, "points": dict.fromkeys(("high", "low", "jack", "game"), "1")}
    old = play_out(session, clock, alice, code, everything)
    assert old.table.players == ("1", "4", "3")
    view = read_game(session, rematch(Submission(session, clock, alice), code))
    assert view.names == {"1": "Ann", "2": "Gus", "3": "Cy"}
    assert view.names[view.table.dealer] == old.names[old.table.dealer]
    assert view.table.rules.finish.target == 30


def test_nor_of_a_game_that_is_not_over_but_its_rematch_stays(session, clock, alice):
    code = create_game(Submission(session, clock, alice), draft())
    with pytest.raises(ImpossibleFact, match="This game isn't over yet"):
        rematch(Submission(session, clock, alice, op_id="form"), code)
    view = play_out(session, clock, alice, code)
    again = rematch(Submission(session, clock, alice, op_id="form"), code)
    undo(Submission(session, clock, alice, seen=view.seq), code, view.seq)
    assert rematch(Submission(session, clock, alice, op_id="form"), code) == again


# ---------------------------------------------------------------- clocks


def test_a_clock_that_steps_back_does_no_harm(session, clock, alice):
    code = create_game(Submission(session, clock, alice), draft())
    for seq, step in enumerate([0, -7200, 3600 * 24 * 32, -5]):
        clock.now += dt.timedelta(seconds=step)
        record_line(Submission(session, clock, alice, seen=seq), code, hand("1234"[seq], 5))
    assert [line.facts["bidder"] for line in read_game(session, code).lines] == list("1234")
