"""Which hands a game's probabilities are drawn from, and which hand turned it."""

from __future__ import annotations

import pytest

from scorekeeper.rules.win_probability import PoolHand
from scorekeeper.services.games import win_chances
from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import record_line, undo
from scorekeeper.services.games.store import load_game
from scorekeeper.services.games.view import read_game
from scorekeeper.services.games.win_chances import read_pool, read_turning_hand, turning_hand
from scorekeeper.services.submission import Submission
from tests.factories import draft, hand, op_id

TO_TWENTY = {"finish.target": 20}


def play(session, clock, device, *bids, house=None, size=4):
    """Play a game in which these bidders bid and take every point, ten each; return its code."""
    names = ("Ann", "Bob", "Cy", "Dee", "Eve")[:size]
    code = create_game(session, clock, device, draft(names, house=house or TO_TWENTY))
    for seen, (bidder, bid) in enumerate(bids):
        record_line(session, clock, code, hand(bidder, bid), form(device, seen))
    return code


def form(device, seen, **more):
    return Submission(op_id=op_id(), seen=seen, device=device, **more)


def pool(session, code):
    game = load_game(session.connection(), code)
    return [hand.line.bid for hand in read_pool(session.connection(), game.row, game.head)]


def test_hands_come_from_earlier_finished_games_by_the_same_rules(session, clock, alice):
    first = play(session, clock, alice, ("1", 4), ("2", 5), ("1", 6))
    play(session, clock, alice, ("1", 7), house={"finish.target": 10})  # other rules
    play(session, clock, alice, ("1", 8))  # goes on
    second = play(session, clock, alice, ("2", 5), ("2", 4))
    third = play(session, clock, alice, ("1", 9), ("1", 9))
    assert pool(session, third) == [4, 5, 6, 5, 4]
    assert pool(session, second) == [4, 5, 6]
    assert pool(session, first) == []


def test_a_hand_that_was_taken_back_is_not_among_them(session, clock, alice):
    code = play(session, clock, alice, ("1", 4), ("2", 5))
    undo(session, clock, code, 2, form(alice, 2, reason="Wrong."))
    record_line(session, clock, code, hand("1", 6), form(alice, 3))
    assert pool(session, play(session, clock, alice)) == [4, 6]


def test_the_dealer_of_a_hand_goes_with_it(session, clock, alice):
    """Dee deals first, then Ann."""
    play(session, clock, alice, ("1", 4), ("1", 5))
    code = play(session, clock, alice)
    game = load_game(session.connection(), code)
    assert [each.dealer for each in read_pool(session.connection(), game.row, game.head)] == ["4", "1"]


def test_the_hand_that_turned_a_game_is_the_one_it_won_most_by(session, clock, alice):
    """Ten points a hand to 20, either side's as likely: 50, 75 after our first, 50 after theirs, then won: 100."""
    code = play(session, clock, alice, ("1", 4), ("2", 4), ("3", 5))
    turned = turning_hand(read_game(session, code), [])
    assert (turned.seq, turned.before, turned.after) == (3, pytest.approx(0.5, abs=0.1), 1.0)


def test_a_substitute_counts_as_the_player_whose_seat_it_was(session, clock, alice):
    """The game of the test above, its last hand bid by Eve in Ann's place."""
    code = play(session, clock, alice, ("1", 4), ("2", 4))
    record_line(session, clock, code, {"substitute": "Eve", "replaces": "1"}, form(alice, 2))
    record_line(session, clock, code, hand("5", 5), form(alice, 3))
    turned = turning_hand(read_game(session, code), [])
    assert (turned.seq, turned.before, turned.after) == (4, pytest.approx(0.5, abs=0.1), 1.0)


def test_who_comes_back_to_another_seat_counts_for_that_one(session, clock, alice):
    """Eve has Ann's seat, and Ann then has Bob's."""
    code = play(session, clock, alice, ("1", 4), ("2", 4))
    record_line(session, clock, code, {"substitute": "Eve", "replaces": "1"}, form(alice, 2))
    record_line(session, clock, code, {"substitute": "Ann", "replaces": "2"}, form(alice, 3))
    record_line(session, clock, code, hand("1", 5), form(alice, 4))
    turned = turning_hand(read_game(session, code), [])
    assert (turned.seq, turned.before, turned.after) == (5, pytest.approx(0.5, abs=0.1), 1.0)


@pytest.mark.parametrize("two", [["1", "3"], ["1", "2"]])
def test_a_swap_of_seats_changes_no_side(session, clock, alice, two):
    code = play(session, clock, alice, ("1", 4), ("2", 4))
    record_line(session, clock, code, {"swap": two}, form(alice, 2))
    record_line(session, clock, code, hand("3", 5), form(alice, 3))
    turned = turning_hand(read_game(session, code), [])
    assert (turned.seq, turned.before, turned.after) == (4, pytest.approx(0.5, abs=0.1), 1.0)


def test_a_game_that_goes_on_has_no_turning_hand(session, clock, alice):
    assert turning_hand(read_game(session, play(session, clock, alice, ("1", 4))), []) is None


def test_hands_that_cannot_be_played_there_turn_nothing(session, clock, alice, monkeypatch):
    monkeypatch.setattr(win_chances, "ENOUGH_HANDS", 0)
    view = read_game(session, play(session, clock, alice, ("1", 4), ("1", 4)))
    assert turning_hand(view, [PoolHand(view.lines[0].read, "nobody")]) is None


def test_it_is_worked_out_once_for_each_end_of_a_game(session, clock, alice, monkeypatch):
    code = play(session, clock, alice, ("1", 4), ("2", 4), ("3", 5))
    game, view = load_game(session.connection(), code), read_game(session, code)
    first = read_turning_hand(session.connection(), game.row, view)
    monkeypatch.setattr(win_chances, "read_pool", None)  # to ask again would fail
    assert read_turning_hand(session.connection(), game.row, view) is first
