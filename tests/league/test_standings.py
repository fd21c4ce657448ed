"""Who leads, by every rule, and how ties are broken: counted by hand."""

import pytest
from sqlalchemy import select, update

from scorekeeper.core.transaction import NotFound, write_transaction
from scorekeeper.league.browse import games_and_people, read_night
from scorekeeper.league.seasons import begin_season, change_season, season_values, seasons_of
from scorekeeper.league.standings import BEST_NIGHTS, HEAD_TO_HEAD, MONEY, POINTS, WIN_RATE, RankingRule, read_standings
from scorekeeper.league.totals import Share
from scorekeeper.models import ALL_TIME, OUTSIDE, League, Result
from scorekeeper.rules.errors import ImpossibleFact
from tests.league.games import FIRST, day_of, won_by


def lines(table):
    """Place, name and what put them there, of everybody who is placed."""
    return [(row.place, row.name, row.broken_by) for row in table.rows]


def values(table):
    return [table.value_of(row) for row in table.rows]


def test_the_same_number_of_games_of_fewer_is_better(session, play):
    """Eve won her only game; Ann has one of two, and so has Bob, ten points each way."""
    play("AB")
    play("A", names=("Eve", "Gus", "Flo", "Hal"))
    table = read_standings(session, 1, OUTSIDE, RankingRule(WIN_RATE))
    assert lines(table)[:3] == [(1, "Eve", None), (1, "Flo", None), (3, "Ann", None)]
    rows = {row.name: row for row in read_standings(session, 1, OUTSIDE).rows}
    assert rows["Ann"].broken_by == "share of games won", "one win as Eve has, of two games"
    assert (rows["Ann"].place, rows["Bob"].place, rows["Ann"].is_tied) == (3, 3, True)


def test_two_who_are_level_are_told_apart_by_the_games_between_them(session, duel):
    """Ann beats Bob twice and loses once; Cy beats her, Bob beats Cy: both have two of four, and lost what they won."""
    duel("AAB")
    duel("B", ("Ann", "Cy"), first=3)
    duel("A", ("Bob", "Cy"), first=4)
    table = read_standings(session, 1, OUTSIDE)
    assert lines(table) == [(1, "Ann", None), (2, "Bob", HEAD_TO_HEAD), (3, "Cy", None)]
    ann, bob, cy = table.rows
    assert (table.value_of(ann), ann.win, ann.points_for, ann.points_against) == (2, Share(2, 4), 0, 0)
    assert (table.value_of(bob), bob.win, bob.points_for, bob.points_against) == (2, Share(2, 4), 0, 0)
    assert (table.value_of(cy), cy.is_tied, ann.is_tied) == (1, False, False)


def test_points_break_a_tie_in_wins_and_shares(session, play, duel):
    """Eve wins one of one at Smoke, five to minus five; Ann and Cy win one of one, ten to nothing: ten each, level."""
    play("A")
    duel("A", ("Eve", "Flo"))
    rows = {row.name: row for row in read_standings(session, 1, OUTSIDE).rows}
    assert [rows[name].place for name in ("Ann", "Cy", "Eve")] == [1, 1, 1]
    play("A", names=("Gus", "Hal", "Ida", "Jo"), house={"finish.target": 5, "points.trey.worth": 4})
    rows = {row.name: row for row in read_standings(session, 1, OUTSIDE).rows}
    assert [(rows[name].place, rows[name].broken_by) for name in ("Gus", "Ida", "Ann")] == [
        (1, None), (1, None), (3, "points"),
    ]  # fmt: skip


def test_money_and_points_lead_too(session, play):
    play("AB", stakes={"currency": "USD", "game": "1.00"})
    play("A", first=5, stakes={"currency": "USD", "game": "5.00"})
    with write_transaction(session) as connection:
        connection.execute(update(League).values(currency="USD"))
    table = read_standings(session, 1, OUTSIDE, RankingRule(MONEY))
    assert values(table) == [500, 500, -500, -500]
    assert [row.name for row in table.rows] == ["Ann", "Cy", "Bob", "Dee"]
    table = read_standings(session, 1, OUTSIDE, RankingRule(POINTS))
    assert values(table) == [10, 10, -10, -10]


def test_best_nights(session, form, play):
    """A night each: Ann and Cy win 2, 0 and 1, Bob and Dee 1, 2 and 0; of the best two 3 and 3, of the best one 2."""
    play("AAB", apart=0)
    play("BB", first=1, apart=0)
    play("A", first=2)
    season = begin_season(form(), season_values("Autumn", FIRST, None, RankingRule(BEST_NIGHTS, nights=2)))
    assert values(read_standings(session, 1, season)) == [3, 3, 3, 3]
    change_season(form(), season, season_values("Autumn", FIRST, None, RankingRule(BEST_NIGHTS, nights=1)))
    assert values(read_standings(session, 1, season)) == [2, 2, 2, 2]
    play("A", first=2)
    assert set(values(read_standings(session, 1, season))) == {2}
    play("A", first=2)
    assert values(read_standings(session, 1, season))[0] == 3, "kept as games are finished"


def test_a_season_has_its_games_only_and_all_time_has_all(session, form, play):
    play("AAB")
    season = begin_season(form(), season_values("November", day_of(2), day_of(5), RankingRule()))
    table = read_standings(session, 1, season)
    assert (table.season.name, [row.games for row in table.rows]) == ("November", [1, 1, 1, 1])
    assert [row.name for row in table.rows[:2]] == ["Bob", "Dee"]
    everything = read_standings(session, 1, ALL_TIME)
    assert (everything.season, [row.games for row in everything.rows]) == (None, [3, 3, 3, 3])
    assert everything.rows[0].strength is None
    with pytest.raises(NotFound):
        read_standings(session, 1, 7)
    play("A", first=5)
    assert [row.games for row in read_standings(session, 1, season).rows] == [2, 2, 2, 2], "its last day is its own"


@pytest.mark.parametrize("rule", [RankingRule(), RankingRule(POINTS), RankingRule(WIN_RATE), RankingRule(MONEY)])
def test_each_night_is_told_as_it_was_read_then(session, play, rule):
    read = []
    for number, letter in enumerate("BABAA"):
        play(letter, first=number, stakes={"currency": "USD", "game": "1.00"})
        read.append({row.name: (row.place, row.cents) for row in read_standings(session, 1, OUTSIDE, rule).rows})
    table = read_standings(session, 1, OUTSIDE, rule, nights=4)
    assert table.days == tuple(day_of(number).isoformat() for number in (1, 2, 3, 4))
    told = [{row.name: row.after[night] for row in table.rows} for night in range(4)]
    assert told == read[1:]


def test_shares_round_halves_up_and_say_when_they_are_small():
    assert [Share(part, 8).percent for part in (0, 1, 3, 8)] == [0, 13, 38, 100]
    assert (Share(0, 0).percent, Share(0, 0).rate) == (None, 0.0)
    assert (Share(10, 19).small, Share(10, 20).small) == (True, False)
    assert (Share(25, 10).each, Share(1, 3).each, Share(0, 0).each) == (2.5, 0.3, None)


@pytest.fixture
def autumn(form, play):
    """A season of ten days from the first of November in a league of one game."""
    play("A")
    return begin_season(form(), season_values(" Autumn  leaves ", FIRST, day_of(9), RankingRule(MONEY, floor=3)))


def test_before_and_after_is_free(session, form, autumn):
    with pytest.raises(ImpossibleFact):
        begin_season(form(), season_values("On its last day", day_of(9), day_of(9), RankingRule()))
    begin_season(form(), season_values("Before", day_of(-9), day_of(-1), RankingRule()))
    begin_season(form(), season_values("After", day_of(10), None, RankingRule()))
    assert [season.name for season in seasons_of(session, 1)] == ["After", "Autumn leaves", "Before"]
    with pytest.raises(ImpossibleFact, match="runs from November 11, 2026 with no last day"):
        begin_season(form(), season_values("Later", day_of(99), None, RankingRule()))
    change_season(form(), autumn, season_values("Autumn", day_of(0), day_of(8), RankingRule()))
    with pytest.raises(ImpossibleFact):
        change_season(form(), autumn, season_values("Autumn", day_of(0), day_of(10), RankingRule()))


def test_a_season_takes_no_game_of_another_league(session, bob, form, play, new_game):
    play("A")
    new_game(won_by("A"), device=bob, house={"finish.target": 5}, date=FIRST)
    season = begin_season(form(), season_values("Autumn", FIRST, None, RankingRule()))
    kept = session.execute(select(Result.league_id, Result.season_id).order_by(Result.league_id))
    assert [tuple(row) for row in kept] == [(1, season), (2, OUTSIDE)]


def test_people_of_a_night_by_games_won_then_by_fewer_played(session, play):
    """Bob and Dee lose to Ann and Cy, beat them, and lose to Yan and Zoe, who won as often in one game."""
    play("AB", apart=0)
    play("A", names=("Zoe", "Bob", "Yan", "Dee"))
    people = [(it.name, it.won, it.games) for it in games_and_people(session, read_night(session, 1, 1))[1]]
    assert people == [("Yan", 1, 1), ("Zoe", 1, 1), ("Ann", 1, 2), ("Cy", 1, 2), ("Bob", 1, 3), ("Dee", 1, 3)]
