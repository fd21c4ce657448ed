"""Beginning a game, listing games, playing another one."""

from dataclasses import replace

import pytest
from sqlalchemy import select

from scorekeeper.core.transaction import Submission
from scorekeeper.games import create
from scorekeeper.games.create import create_game, rematch
from scorekeeper.games.game_view import read_game
from scorekeeper.games.lines import correct_line, record_line, undo
from scorekeeper.models import Game
from scorekeeper.rulebook.house_rules import save_house_rules
from scorekeeper.rules.errors import UnreadableSheet
from scorekeeper.variants.catalogue import find_variant
from tests.factories import draft, hand


def play_out(session, clock, device, code, facts=None):
    while not (view := read_game(session, code)).table.finished:
        record_line(Submission(session, clock, device, seen=view.seq), code, facts or hand("2", 10))
    return view


def test_the_rules_stay_with_the_game(session, clock, alice, monkeypatch):
    """A variant's file changes; a game begun before is scored as before, and so is one by rules kept before."""
    code = create_game(Submission(session, clock, alice), **draft())
    old = find_variant("minnesota-ten-point")
    kept = save_house_rules(Submission(session, clock, alice, league_id=1), "Legion rules", old, {})
    new = replace(old, settings={**old.settings, "finish.target": 10, "points.trey.worth": 1})
    monkeypatch.setattr(create, "find_variant", {new.key: new}.__getitem__)
    record_line(Submission(session, clock, alice), code, hand("2", 8))
    assert (read_game(session, code).table.scores["2"], read_game(session, code).table.finished) == (10, False)
    play_out(session, clock, alice, code)
    again = rematch(Submission(session, clock, alice), code)
    for begun in (again, create_game(Submission(session, clock, alice), **draft(house_rules=kept))):
        assert read_game(session, begun).table.rules.finish.target == 52
    fresh = create_game(Submission(session, clock, alice), **draft())
    assert read_game(session, fresh).table.rules.finish.target == 10


def test_a_league_plays_for_one_currency(session, clock, alice):
    create_game(Submission(session, clock, alice), **draft(stakes={"currency": "CAD", "game": "0.10"}))
    with pytest.raises(UnreadableSheet, match="This league plays for CAD"):
        create_game(Submission(session, clock, alice), **draft(stakes={"currency": "USD", "game": "0.10"}))


def test_a_rematch_seats_who_is_there_now_by_the_rules_of_now(session, clock, alice):
    code = create_game(Submission(session, clock, alice), **draft(("Ann", "Bob", "Cy"), variant="money-pitch"))
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


def test_a_game_was_won_when_it_was_won_whatever_is_corrected_later(session, clock, alice):
    """A five takes ten, and five were enough; it was a six, which wins as well.  Undone, the game goes on."""

    def finished_at():
        return session.scalar(select(Game.finished_at).where(Game.code == code))

    code = create_game(Submission(session, clock, alice), **draft(house={"finish.target": 5}))
    record_line(Submission(session, clock, alice), code, hand())
    won_at = finished_at()
    assert won_at == clock.now
    correct_line(Submission(session, clock, alice, seen=1, reason="It was six."), code, 1, hand(bid=6))
    assert finished_at() == won_at
    undo(Submission(session, clock, alice, seen=2), code, 1)
    assert finished_at() is None
    record_line(Submission(session, clock, alice, seen=3), code, hand())
    assert finished_at() == clock.now > won_at
