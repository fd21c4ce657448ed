"""A list costs the same however long the league has played: counted in steps of SQLite's machine, which do not move.

Pages of sums do not: they add up what was played (row 8 of the benchmarks).

A plan without SCAN is not enough: a search by the league alone, or by a person, goes through all there is of it.
"""

from __future__ import annotations

import pytest
from sqlalchemy import text

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from scorekeeper.league import (
    browse,
    people,
    seasons,
    statistics,
)
from scorekeeper.league.browse import GameFilter, PageMark
from scorekeeper.league.change_log import read_changes
from scorekeeper.league.standings import RankingRule
from scorekeeper.models.engine import WRITE
from tests.factories import TEN_POINT, draft
from tests.league.season_games import day_of, won_by

ANN, BOB, CY = 1, 2, 3
NIGHTS, GAMES = 12, 24
TIMES = 50
EVERY = 10
"""Steps between two counts."""
SLACK = 1.25
"""A tree of fifty times as many rows is a level deeper."""

CLONED = {
    "nights": {"id": "id + 100 * :n", "day": f"date(day, '+' || ({NIGHTS} * :n) || ' days')"},
    "games": {
        "id": "id + 100 * :n", "code": "substr(code, 1, 18) || substr('000' || :n, -4)",
        "op_id": "op_id || '-' || :n", "night_id": "night_id + 100 * :n",
    },
    "seats": {"game_id": "game_id + 100 * :n"},
    "lines": {"game_id": "game_id + 100 * :n", "op_id": "op_id || '-' || :n"},
    "results": {"game_id": "game_id + 100 * :n", "day": f"date(day, '+' || ({NIGHTS} * :n) || ' days')"},
    "plays": {"game_id": "game_id + 100 * :n", "day": f"date(day, '+' || ({NIGHTS} * :n) || ' days')"},
}  # fmt: skip
"""What changes in a row when the league's history is played once more, later."""


def games_by(which, mark):
    return lambda session: browse.list_games(session, 1, which, before=mark, most=5)


def night_page(session, number):
    night = browse.read_night(session, 1, number)
    return browse.games_and_people(session, night), browse.nights_beside(session, night)


PAGES = {
    "ratings": lambda s: statistics.rating_history(s, 1, ANN, 2, most=5),
    "a rating": lambda s: statistics.explain_rating(s, 1, first_code(s), ANN),
    "nights": lambda s: browse.list_nights(s, 1, most=5),
    "older nights": lambda s: browse.list_nights(s, 1, before="2026-11-11", most=5),
    "a night": lambda s: night_page(s, 5),
    "people": lambda s: people.people_of(s, 1),
    "seasons": lambda s: seasons.seasons_of(s, 1),
    "the log": lambda s: read_changes(s, 1),
    "variants": lambda s: browse.variants_of(s, 1),
    "a search": lambda s: [browse.search(s, 1, key, most=5) for key in ("ann", "2026-11", "final")],
} | {
    f"games by {which} before {mark}": games_by(which, mark)
    for mark in (None, PageMark("2026-11-11", 22))
    for which in (
        GameFilter(), GameFilter(variant=TEN_POINT), GameFilter(variant="smoke"), GameFilter(season_id=1),
        GameFilter(season_id=2), GameFilter(person_id=ANN), GameFilter(person_id=ANN, variant="smoke"),
        GameFilter(person_id=ANN, season_id=2), GameFilter(person_id=ANN, partner_id=CY),
        GameFilter(person_id=ANN, partner_id=CY, season_id=2, variant=TEN_POINT),
    )
}  # fmt: skip


def first_code(session):
    return session.execute(text("SELECT code FROM games WHERE league_id = 1 AND id = 1")).scalar()


@pytest.fixture
def league(engine, form, play, duel):
    """Two games a night on twelve nights; a season of the first three, another of the rest."""
    if engine.dialect.name != "sqlite":
        pytest.skip("the steps are SQLite's")
    play("ABBABABABAAB", apart=1, title="final", stakes={"currency": "USD", "game": "1.00"})
    duel("ABBABABABAAB")
    seasons.begin_season(form(), seasons.season_values("One", day_of(0), day_of(2), RankingRule()))
    seasons.begin_season(form(), seasons.season_values("Two", day_of(3), None, RankingRule()))


def steps(session, page):
    """How many steps SQLite takes for a page."""
    raw = session.connection().connection.dbapi_connection
    counts = [0]

    def count():
        counts[0] += 1

    page(session)  # what is made once is made
    raw.set_progress_handler(count, EVERY)
    try:
        page(session)
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


@pytest.mark.deep
def test_every_page_costs_the_same_after_fifty_times_as_many_games(engine, session, league):
    assert league is None
    before = {name: steps(session, page) for name, page in PAGES.items()}
    play_on(engine)
    assert session.execute(text("SELECT count(*) FROM plays")).scalar() == 6 * NIGHTS * TIMES
    after = {name: steps(session, page) for name, page in PAGES.items()}
    dearer = {name: (before[name], after[name]) for name in PAGES if after[name] > SLACK * before[name] + 5}
    assert dearer == {}


@pytest.mark.deep
def test_the_control_a_count_over_all_games_is_dearer(engine, session, league):
    assert league is None

    def all_of_hers(session):
        session.execute(text("SELECT sum(cents) FROM plays WHERE league_id = 1 AND person_id = 1"))

    before = steps(session, all_of_hers)
    play_on(engine)
    assert steps(session, all_of_hers) > 10 * before


def test_a_game_finishes_at_the_same_cost_in_a_long_season(engine, session, clock, alice, league):
    """What a finished game writes, and reads for it, does not grow."""
    assert league is None

    def finish(session):
        code = create_game(
            Submission(session, clock, alice), draft(house={"finish.target": 5}, date=day_of(NIGHTS * TIMES))
        )
        record_line(Submission(session, clock, alice), code, won_by("A"))

    before = steps(session, finish)
    play_on(engine)
    assert steps(session, finish) < 2 * before
