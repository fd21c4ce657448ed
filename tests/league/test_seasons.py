"""Seasons that are changed have the games of their days."""

from __future__ import annotations

import pytest

from scorekeeper.league.seasons import (
    begin_season,
    change_season,
    season_values,
    seasons_of,
)
from scorekeeper.league.standings import MONEY, RankingRule, read_standings
from scorekeeper.models.league import OUTSIDE
from scorekeeper.rules.errors import ImpossibleFact
from tests.league.season_games import FIRST, day_of


@pytest.fixture
def autumn(form, play):
    """A season of ten days from the first of November in a league of one game."""
    play("A")
    return begin_season(form(), season_values(" Autumn  leaves ", FIRST, day_of(9), RankingRule(MONEY, floor=3)))


def test_before_and_after_is_free(session, form, autumn):
    begin_season(form(), season_values("Before", day_of(-9), day_of(-1), RankingRule()))
    begin_season(form(), season_values("After", day_of(10), None, RankingRule()))
    assert [season.name for season in seasons_of(session, 1)] == ["After", "Autumn leaves", "Before"]
    with pytest.raises(ImpossibleFact, match="runs from November 11, 2026 with no last day"):
        begin_season(form(), season_values("Later", day_of(99), None, RankingRule()))
    change_season(form(), autumn, season_values("Autumn", day_of(0), day_of(8), RankingRule()))
    with pytest.raises(ImpossibleFact):
        change_season(form(), autumn, season_values("Autumn", day_of(0), day_of(10), RankingRule()))


@pytest.mark.parametrize(
    ("starts", "ends", "inside"),
    [(0, 2, 3), (2, 9, 3), (3, 3, 1), (-3, 9, 5), (0, None, 5), (5, 9, 0)],
)  # fmt: skip
def test_a_season_of_other_days_has_the_games_of_those_days(session, form, play, starts, ends, inside):
    """A game a day on the first five of ten days; then the season is made shorter, longer, or put elsewhere."""
    play("AABAB")
    season = begin_season(form(), season_values("Autumn", FIRST, day_of(9), RankingRule()))
    assert games_in(session, season) == (5, 0)
    last = None if ends is None else day_of(ends)
    change_season(form(), season, season_values("Autumn", day_of(starts), last, RankingRule()))
    assert games_in(session, season) == (inside, 5 - inside)


def games_in(session, season):
    """How many games everybody played in a season, and outside of it."""
    return tuple(max((row.games for row in read_standings(session, 1, of).rows), default=0) for of in (season, OUTSIDE))
