"""Two people side by side."""

from __future__ import annotations

from scorekeeper.models.season import ALL_TIME
from scorekeeper.services.league.comparison import PersonRecord, compare_people
from scorekeeper.services.league.counts import Share

ANN, BOB, NOBODY = 1, 2, 99


def test_each_of_the_two_has_all_their_games(session, play):
    """Of three hands to five points Ann bids and takes all of two, Bob of one: the others lose ten each time."""
    play("AAB")
    ann, bob = compare_people(session.connection(), 1, ALL_TIME, ANN, BOB)
    assert (ann.games, ann.win, ann.made) == (3, Share(2, 3), Share(2, 2))
    assert (bob.games, bob.win, bob.made) == (3, Share(1, 3), Share(1, 1))
    assert ann.points == -bob.points == 10


def test_who_did_not_play_has_zeros(session, play):
    play("A")
    assert compare_people(session.connection(), 1, ALL_TIME, ANN, NOBODY)[1] == PersonRecord(
        0, Share(0, 0), Share(0, 0), 0
    )
