"""No page of a league reads through lines, results or seats: every query finds its rows by an index, led by the league.

PostgreSQL, which reads through a small table rather than look into an index, is told not to.
"""

from __future__ import annotations

import datetime as dt
import re
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from scorekeeper.core.transaction import Submission
from scorekeeper.games.lines import correct_line, undo
from scorekeeper.league import (
    awards,
    browse,
    people,
    seasons,
    standings,
    statistics,
)
from scorekeeper.league.change_log import read_changes
from scorekeeper.league.leagues import read_league, rename_league
from scorekeeper.league.standings import BEST_NIGHTS, RankingRule
from scorekeeper.models.league import ALL_TIME, OUTSIDE
from tests.factories import TEN_POINT, op_id
from tests.league.season_games import day_of, won_by

ANN, BOB, CY = 1, 2, 3
MARK = browse.PageMark("2026-11-03", 3)
NOON = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)
FILTERS = [
    browse.GameFilter(season, variant, person, partner)
    for season in (None, OUTSIDE, 1)
    for variant in (None, TEN_POINT)
    for person, partner in ((None, None), (ANN, None), (ANN, CY))
]


@pytest.fixture
def league(form, play, duel):
    """A league with two seasons, a merged person, titles and money; give the code of a game."""
    stakes = {"currency": "USD", "game": "1.00"}
    codes = play("ABAB", stakes=stakes, title="Legion")
    duel("AB", ("Ann", "Eve"), first=4)
    play("A", names=("Anna", "Bob", "Cy", "Dee"), first=6)
    seasons.begin_season(form(), seasons.season_values("One", day_of(0), day_of(1), RankingRule(BEST_NIGHTS, nights=2)))
    seasons.begin_season(form(), seasons.season_values("Two", day_of(4), None, RankingRule()))
    people.merge_people(form(), 6, ANN)
    return codes[0]


@contextmanager
def sent(engine):
    """What is sent while this is open, with its values."""
    statements = []

    def note(_connection, _cursor, statement, parameters, _context, many):
        if not statement.startswith(("BEGIN", "COMMIT", "ROLLBACK", "PRAGMA")):
            statements.append((statement, parameters[0] if many else parameters))

    event.listen(engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(engine, "before_cursor_execute", note)


def plan(engine, statement, parameters):
    """Return the steps of a statement: SCAN where a table is read through, TEMP B-TREE where rows have to be sorted."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            return [row.detail for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]
        for way in ("seqscan", "bitmapscan", "sort", "incremental_sort", "hashagg"):
            connection.exec_driver_sql(f"SET LOCAL enable_{way} = off")
        told = connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", parameters).scalar()
        return list(steps_of(told[0]["Plan"]))


def steps_of(node):
    """The same of a plan of PostgreSQL's; an index that is not entered by its first column is a SCAN, too."""
    found = "SEARCH" if re.search(r"\b(league_id|code) = |\(id = ", node.get("Index Cond", "")) else "SCAN"
    if "Relation Name" in node and node["Node Type"] != "ModifyTable":
        yield f"{found} {node['Relation Name']}"
    if "Sort" in node["Node Type"]:
        yield "TEMP B-TREE"
    for part in node.get("Plans", []):
        yield from steps_of(part)


def night_page(session, number):
    night = browse.read_night(session, 1, number)
    return browse.games_and_people(session, night), browse.nights_beside(session, night)


READS = {
    "league": lambda s, _: read_league(s, 1),
    "standings": lambda s, _: [
        standings.read_standings(s, 1, season, nights=2) for season in (OUTSIDE, ALL_TIME, 1, 2)
    ],
    "person": lambda s, _: [statistics.PersonStatistics(s, 1, ANN, season) for season in (ALL_TIME, OUTSIDE, 1)],
    "pair": lambda s, _: statistics.read_pair(s, 1, ANN, BOB),
    "two people": lambda s, _: [
        read(s.connection(), 1, season, ANN, BOB)
        for read in (statistics.compare_people, statistics.last_meetings, statistics.shared_money)
        for season in (ALL_TIME, 1)
    ],
    "money": lambda s, _: statistics.money_by_night(s, 1, ANN, currency="USD"),
    "ratings": lambda s, _: statistics.rating_history(s, 1, ANN, 1),
    "rating": lambda s, code: statistics.explain_rating(s, 1, code, ANN),
    "awards of a night": lambda s, _: awards.night_awards(s, 1, 1),
    "awards of a season": lambda s, _: awards.season_awards(s, 1, 1),
    "nights": lambda s, _: [browse.list_nights(s, 1, before=before) for before in (None, "2026-11-03")],
    "days of nights": lambda s, _: browse.night_days(s, 1, since="2026-11-02"),
    "partnerships": lambda s, _: statistics.read_partnerships(s.connection(), 1, 8),
    "night": lambda s, _: night_page(s, 2),
    "games of the last night": lambda s, _: browse.games_of_last_night(s, 1, most=8),
    "going on": lambda s, _: browse.games_going_on(s, 1, 2, NOON),
    "games": lambda s, _: [browse.list_games(s, 1, which, before=at) for which in FILTERS for at in (None, MARK)],
    "search": lambda s, _: [browse.search(s, 1, key) for key in ("legion", "2026-11", "n")],
    "variants": lambda s, _: browse.variants_of(s, 1),
    "people": lambda s, _: (people.people_of(s, 1), people.read_person(s, 1, 6)),
    "seasons": lambda s, _: (
        seasons.seasons_of(s, 1), seasons.read_season(s, 1, 1)),
    "log": lambda s, _: [read_changes(s, 1, before=before) for before in (None, 2)],
}  # fmt: skip


@pytest.mark.parametrize("name", list(READS))
def test_a_page_finds_its_rows_by_keys(engine, session, league, name):
    with sent(engine) as statements:
        READS[name](session, league)
    assert statements
    for statement, parameters in statements:
        steps = plan(engine, statement, parameters)
        assert not [step for step in steps if step.startswith("SCAN")], statement
        assert "league_id" in statement or "FROM leagues" in statement, statement


@pytest.mark.parametrize("which", FILTERS, ids=str)
def test_a_list_of_games_is_read_in_its_order(engine, session, league, which):
    """However long the list, a page of it costs a page."""
    del league
    with sent(engine) as statements:
        browse.list_games(session, 1, which, before=MARK)
    listing = next(each for each in statements if "LIMIT" in each[0] and "day DESC" in each[0])
    assert not [step for step in plan(engine, *listing) if "TEMP B-TREE" in step], listing[0]


def test_writes_find_their_rows_by_keys_too(engine, session, clock, alice, form, league):
    with sent(engine) as statements:
        seen = {"op_id": op_id(), "seen": 1, "device": alice}
        correct_line(Submission(session, clock, **seen), league, 1, won_by("B"))
        undo(Submission(session, clock, **{**seen, "op_id": op_id(), "seen": 2}), league, 2)
        people.split_person(form(), 6)
        people.rename_person(form(), BOB, "Rob")
        people.set_guest(form(), BOB, guest=True)
        people.erase_guest(form(), BOB)
        seasons.change_season(form(), 1, seasons.season_values("One", day_of(0), day_of(2), RankingRule()))
        seasons.archive_season(form(), 1, archived=True)
        rename_league(form(), "Thursday")
    for statement, parameters in statements:
        if statement.startswith("INSERT"):
            continue
        assert not [step for step in plan(engine, statement, parameters) if step.startswith("SCAN")], statement
        assert "league" in statement, statement


def test_the_control_a_query_without_its_key_is_noticed(engine, league):
    assert league
    assert plan(engine, "SELECT * FROM plays WHERE person_id = 1", ())[0].startswith("SCAN")
