"""Seasons begun, changed and archived; days belong to one of them at most."""

from __future__ import annotations

import pytest

from scorekeeper.models.season import OUTSIDE
from scorekeeper.rules.errors import ImpossibleFact, UnreadableSheet
from scorekeeper.services.errors import OpIdReused, SeasonNotFound
from scorekeeper.services.league.change_log import read_changes
from scorekeeper.services.league.season_rules import MONEY, RankingRule, describe_rule, season_for_day, season_spans
from scorekeeper.services.league.seasons import (
    SeasonDraft,
    SeasonView,
    archive_season,
    begin_season,
    change_season,
    read_season,
    seasons_of,
)
from scorekeeper.services.league.standings import read_standings
from tests.services.league.season_games import FIRST, day_of


@pytest.fixture
def autumn(form, play):
    """A season of ten days from the first of November in a league of one game."""
    play("A")
    return begin_season(form(), SeasonDraft(" Autumn  leaves ", FIRST, day_of(9), RankingRule(MONEY, floor=3)))


def test_a_season_as_it_was_begun(session, autumn):
    season = SeasonView(1, "Autumn leaves", FIRST, day_of(9), RankingRule(MONEY, floor=3), archived=False)
    assert read_season(session, 1, autumn) == season
    assert seasons_of(session, 1) == (season,)
    known = season_spans(session.connection(), 1)
    assert [season_for_day(day_of(number).isoformat(), known) for number in (-1, 0, 9, 10)] == [0, 1, 1, 0]
    with pytest.raises(SeasonNotFound):
        read_season(session, 2, autumn)


@pytest.mark.parametrize(
    ("starts", "ends"), [(0, 0), (9, 12), (-5, 0), (-5, 20), (-5, None), (3, 4)],
)  # fmt: skip
def test_no_two_share_a_day(session, form, autumn, starts, ends):
    wanted = SeasonDraft("Another", day_of(starts), None if ends is None else day_of(ends), RankingRule())
    with pytest.raises(ImpossibleFact, match="Those days are in season Autumn leaves") as refused:
        begin_season(form(), wanted)
    assert (refused.value.field, len(seasons_of(session, 1)), autumn) == ("starts_on", 1, 1)


def test_before_and_after_is_free(session, form, autumn):
    begin_season(form(), SeasonDraft("Before", day_of(-9), day_of(-1), RankingRule()))
    begin_season(form(), SeasonDraft("After", day_of(10), None, RankingRule()))
    assert [season.name for season in seasons_of(session, 1)] == ["After", "Autumn leaves", "Before"]
    with pytest.raises(ImpossibleFact, match="runs from November 11, 2026 with no last day"):
        begin_season(form(), SeasonDraft("Later", day_of(99), None, RankingRule()))
    change_season(form(), autumn, SeasonDraft("Autumn", day_of(0), day_of(8), RankingRule()))
    with pytest.raises(ImpossibleFact):
        change_season(form(), autumn, SeasonDraft("Autumn", day_of(0), day_of(10), RankingRule()))


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        (SeasonDraft("", FIRST, None, RankingRule()), "name"),
        (SeasonDraft("x" * 61, FIRST, None, RankingRule()), "name"),
        (SeasonDraft("half \ud83c", FIRST, None, RankingRule()), "name"),
        (SeasonDraft("Backwards", day_of(1), day_of(0), RankingRule()), "ends_on"),
    ],
)
def test_what_is_no_season(form, play, wanted, field):
    play("A")
    with pytest.raises(UnreadableSheet) as refused:
        begin_season(form(), wanted)
    assert refused.value.field == field


def test_the_same_form_twice_is_one_season(session, form, play):
    play("A")
    wanted = SeasonDraft("Autumn", FIRST, None, RankingRule())
    first = begin_season(form(op_id="the-form"), wanted)
    assert begin_season(form(op_id="the-form"), wanted) == first
    with pytest.raises(OpIdReused):
        begin_season(form(op_id="the-form"), SeasonDraft("Winter", FIRST, None, RankingRule()))
    assert len(seasons_of(session, 1)) == 1


@pytest.mark.parametrize(
    ("starts", "ends", "inside"),
    [(0, 2, 3), (2, 9, 3), (3, 3, 1), (-3, 9, 5), (0, None, 5), (5, 9, 0)],
)  # fmt: skip
def test_a_season_of_other_days_has_the_games_of_those_days(session, form, play, starts, ends, inside):
    """A game a day on the first five of ten days; then the season is made shorter, longer, or put elsewhere."""
    play("AABAB")
    season = begin_season(form(), SeasonDraft("Autumn", FIRST, day_of(9), RankingRule()))
    assert games_in(session, season) == (5, 0)
    last = None if ends is None else day_of(ends)
    change_season(form(), season, SeasonDraft("Autumn", day_of(starts), last, RankingRule()))
    assert games_in(session, season) == (inside, 5 - inside)


def games_in(session, season):
    """How many games everybody played in a season, and outside of it."""
    return tuple(max((row.games for row in read_standings(session, 1, of).rows), default=0) for of in (season, OUTSIDE))


def test_a_season_put_away_is_still_there(session, form, autumn):
    archive_season(form(), autumn, archived=True)
    assert read_season(session, 1, autumn).archived
    archive_season(form(), autumn, archived=False)
    assert not read_season(session, 1, autumn).archived
    with pytest.raises(SeasonNotFound):
        archive_season(form(), 7, archived=True)
    assert [change.text for change in reversed(read_changes(session, 1))] == [
        "Season Autumn leaves was started, from November 1, 2026 to November 10, 2026. "
        + describe_rule(RankingRule(MONEY, floor=3)),
        "Season Autumn leaves was archived.",
        "Season Autumn leaves was restored.",
    ]
