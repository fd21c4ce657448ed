"""How often each two won together."""

from __future__ import annotations

from scorekeeper.league.statistics import read_partnerships
from scorekeeper.league.totals import Share


def test_each_two_partners_stand_once_and_the_most_often_first(session, play):
    """Ann and Cy win two of three, Ann and Bob their only game."""
    play("AAB")
    play("A", names=("Ann", "Eve", "Bob", "Gus"), first=5)
    found = read_partnerships(session.connection(), 1, 8)
    assert [share for *_, share in found[:2]] == [Share(2, 3), Share(1, 3)]
    assert {share for *_, share in found[2:]} == {Share(1, 1), Share(0, 1)}
    assert all(one < other for one, other, _ in found)


def test_of_many_the_ones_who_were_partners_most(session, play):
    """Ann, Bob, Cy and Dee in three games, Eve, Flo, Gus and Hal in one."""
    play("AAB")
    play("A", names=("Eve", "Flo", "Gus", "Hal"), first=5)
    found = read_partnerships(session.connection(), 1, 4)
    assert [share.of for *_, share in found] == [3, 3]
    assert read_partnerships(session.connection(), 1, 1) == []


def test_two_who_only_met_are_no_partners(session, duel):
    duel("AB")
    assert read_partnerships(session.connection(), 1, 8) == []
