"""A page of a league reads what it shows: by keys led by the league, and a list the same however long it has played.

A plan without SCAN is not enough: a search by the league alone, or by a person, goes through all there is of it.  So
lists are counted in steps of SQLite's machine, too, which do not move.  Pages of sums may grow: they add up what was
played (row 8 of the benchmarks).  PostgreSQL, which reads through a small table rather than look into an index, is told
not to.
"""

from __future__ import annotations

import datetime as dt
import re
from contextlib import contextmanager

import pytest
from sqlalchemy import event, text

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import correct_line, record_line, undo
from scorekeeper.league import awards, browse, people, seasons, standings, statistics
from scorekeeper.league.browse import GameFilter, PageMark
from scorekeeper.league.change_log import read_changes
from scorekeeper.league.leagues import read_league, rename_league
from scorekeeper.league.standings import BEST_NIGHTS, RankingRule
from scorekeeper.models.engine import WRITE
from scorekeeper.models.league import ALL_TIME, OUTSIDE
from tests.factories import TEN_POINT, draft, op_id
from tests.league.season_games import day_of, won_by

ANN, BOB, CY, ANNA = 1, 2, 3, 6
NOON = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)
NIGHTS, GAMES, TIMES = 7, 13, 50
EVERY = 10
"""Steps between two counts."""
SLACK = 1.25
"""A tree of fifty times as many rows is a level deeper."""
LATER = f"date(day, '+' || ({NIGHTS} * :n) || ' days')"
CLONED = {
    "nights": {"id": "id + 100 * :n", "day": LATER},
    "games": {
        "id": "id + 100 * :n", "code": "substr(code, 1, 18) || substr('000' || :n, -4)",
        "op_id": "op_id || '-' || :n", "night_id": "night_id + 100 * :n",
    },
    "seats": {"game_id": "game_id + 100 * :n"},
    "lines": {"game_id": "game_id + 100 * :n", "op_id": "op_id || '-' || :n"},
    "results": {"game_id": "game_id + 100 * :n", "day": LATER},
    "plays": {"game_id": "game_id + 100 * :n", "day": LATER},
}  # fmt: skip
"""What changes in a row when the league's history is played once more, later."""


def games_by(which, mark):
    return lambda session, _: browse.list_games(session, 1, which, before=mark, most=5)


def night_page(session, _):
    night = browse.read_night(session, 1, 2)
    return browse.games_and_people(session, night), browse.nights_beside(session, night)


LISTS = {
    f"games by {which} before {mark}": games_by(which, mark)
    for mark in (None, PageMark("2026-11-05", 5))
    for which in (
        GameFilter(), GameFilter(variant=TEN_POINT), GameFilter(season_id=2),
        GameFilter(person_id=ANN), GameFilter(person_id=ANN, variant="smoke"), GameFilter(person_id=ANN, season_id=2),
        GameFilter(person_id=ANN, partner_id=CY),
        GameFilter(person_id=ANN, partner_id=CY, season_id=2, variant=TEN_POINT),
    )
} | {
    "ratings": lambda s, _: statistics.rating_history(s, 1, ANN, 2, most=5),
    "rating": lambda s, code: statistics.explain_rating(s, 1, code, ANN),
    "nights": lambda s, _: [browse.list_nights(s, 1, before=before, most=5) for before in (None, "2026-11-05")],
    "night": night_page,
    "people": lambda s, _: (people.people_of(s, 1), people.read_person(s, 1, ANNA)),
    "seasons": lambda s, _: (seasons.seasons_of(s, 1), seasons.read_season(s, 1, 1)),
    "log": lambda s, _: [read_changes(s, 1, before=before) for before in (None, 2)],
    "variants": lambda s, _: browse.variants_of(s, 1),
    "search": lambda s, _: [browse.search(s, 1, key, most=5) for key in ("ann", "2026-11", "legion")],
}  # fmt: skip
SUMS = {
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
    "awards": lambda s, _: (awards.night_awards(s, 1, 1), awards.season_awards(s, 1, 1)),
    "days of nights": lambda s, _: browse.night_days(s, 1, since="2026-11-02"),
    "partnerships": lambda s, _: statistics.read_partnerships(s.connection(), 1, 8),
    "games of the last night": lambda s, _: browse.games_of_last_night(s, 1, most=8),
    "going on": lambda s, _: browse.games_going_on(s, 1, 2, NOON),
}


@pytest.fixture
def league(form, play, duel):
    """Thirteen games in seven nights, two seasons, a merged person, titles and money; give the code of a game."""
    codes = play("ABABBA", stakes={"currency": "USD", "game": "1.00"}, title="Legion")
    duel("ABABBA", ("Ann", "Eve"))
    play("A", names=("Anna", "Bob", "Cy", "Dee"), first=6)
    seasons.begin_season(form(), seasons.season_values("One", day_of(0), day_of(1), RankingRule(BEST_NIGHTS, nights=2)))
    seasons.begin_season(form(), seasons.season_values("Two", day_of(3), None, RankingRule()))
    people.merge_people(form(), ANNA, ANN)
    return codes[0]


@contextmanager
def sent(engine):
    """What is sent while this is open, with its values."""
    statements = []

    def note(_connection, _cursor, statement, parameters, _context, many):
        if not statement.startswith(("BEGIN", "COMMIT", "ROLLBACK", "PRAGMA", "INSERT")):
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


def assert_by_keys(engine, statements):
    assert statements
    for statement, parameters in statements:
        steps = plan(engine, statement, parameters)
        assert not [step for step in steps if step.startswith("SCAN")], statement
        assert "league_id" in statement or "FROM leagues" in statement, statement
        if "LIMIT" in statement and "day DESC" in statement and "FROM games" in statement:
            assert "TEMP B-TREE" not in " ".join(steps), "a list is read in its order"


def test_pages_find_their_rows_by_keys(engine, session, league):
    for read in (LISTS | SUMS).values():
        with sent(engine) as statements:
            read(session, league)
        assert_by_keys(engine, statements)


def test_so_do_writes(engine, session, clock, alice, form, league):
    with sent(engine) as statements:
        seen = {"op_id": op_id(), "seen": 1, "device": alice}
        correct_line(Submission(session, clock, **seen), league, 1, won_by("B"))
        undo(Submission(session, clock, **{**seen, "op_id": op_id(), "seen": 2}), league, 2)
        people.split_person(form(), ANNA)
        people.rename_person(form(), BOB, "Rob")
        people.set_guest(form(), BOB, guest=True)
        people.erase_guest(form(), BOB)
        seasons.change_season(form(), 1, seasons.season_values("One", day_of(0), day_of(2), RankingRule()))
        seasons.archive_season(form(), 1, archived=True)
        rename_league(form(), "Thursday")
    for statement, parameters in statements:
        assert not [step for step in plan(engine, statement, parameters) if step.startswith("SCAN")], statement
        assert "league" in statement, statement


def test_the_control_a_query_without_its_key_is_noticed(engine, league):
    assert league
    with pytest.raises(AssertionError):
        assert_by_keys(engine, [("SELECT * FROM plays WHERE person_id = 1", ())])


# ---------------------------------------------------------------- fifty times as many games


def steps(session, page, code):
    """How many steps SQLite takes for a page."""
    raw = session.connection().connection.dbapi_connection
    counts = [0]

    def count():
        counts[0] += 1

    page(session, code)  # what is made once is made
    raw.set_progress_handler(count, EVERY)
    try:
        page(session, code)
    finally:
        raw.set_progress_handler(None, EVERY)
    session.rollback()
    return counts[0]


def play_on(engine):
    """Play all of it fifty times more, at once."""
    with engine.connect().execution_options(**{WRITE: True}) as connection:
        for table, changed in CLONED.items():
            columns = [row.name for row in connection.execute(text(f"PRAGMA table_info({table})"))]
            new = ", ".join(changed.get(column, column) for column in columns)
            mine = f"game_id <= {GAMES}" if "game_id" in columns else f"id <= {NIGHTS if table == 'nights' else GAMES}"
            again = f"INSERT INTO {table} ({', '.join(columns)}) SELECT {new} FROM {table} WHERE {mine}"  # noqa: S608
            ordered = again + (" ORDER BY game_id, seq" if table == "lines" else "")
            for number in range(1, TIMES):
                connection.execute(text(ordered), {"n": number})
        connection.commit()


@pytest.mark.sqlite("the steps are SQLite's")
def test_lists_cost_the_same_after_fifty_times_as_many_games(engine, session, clock, alice, league):
    """And so does what a finished game writes, and reads for it; the control, all games of a person, does not."""

    def all_of_hers(session, _):
        session.execute(text("SELECT sum(cents) FROM plays WHERE league_id = 1 AND person_id = 1"))

    def finish(session, _):
        wanted = draft(house={"finish.target": 5}, date=day_of(NIGHTS * TIMES))
        code = create_game(Submission(session, clock, alice), wanted)
        record_line(Submission(session, clock, alice), code, won_by("A"))

    pages = LISTS | {"finish": finish, "control": all_of_hers}
    before = {name: steps(session, page, league) for name, page in pages.items()}
    play_on(engine)
    after = {name: steps(session, page, league) for name, page in pages.items()}
    assert after.pop("control") > 10 * before["control"]
    assert after.pop("finish") < 2 * before["finish"]
    dearer = {name: (before[name], cost) for name, cost in after.items() if cost > SLACK * before[name] + 5}
    assert dearer == {}
