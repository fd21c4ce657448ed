"""A list costs the same however long a league has played, and every page however many leagues play on one server.

Counted in steps of SQLite's machine, which do not move.  Pages of sums may grow with their own league: they add up what
was played (row 8 of the benchmarks).
"""

import datetime as dt

import pytest
from sqlalchemy import text

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from scorekeeper.league import awards, browse, people, seasons, standings, statistics
from scorekeeper.league.browse import GameFilter, PageMark
from scorekeeper.league.change_log import read_changes
from scorekeeper.league.leagues import read_league
from scorekeeper.league.standings import BEST_NIGHTS, RankingRule
from scorekeeper.models import ALL_TIME, OUTSIDE
from scorekeeper.models.engine import WRITE
from scorekeeper.money.accounts import money_of_nights
from tests.factories import TEN_POINT, draft
from tests.league.games import day_of, won_by

pytestmark = pytest.mark.sqlite("the steps are SQLite's")
ANN, BOB, CY, ANNA = 1, 2, 3, 6
NOON = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)
NIGHTS, GAMES, TIMES = 7, 13, 50
EVERY = 10
"""Steps between two counts."""
SLACK = 1.25
"""A tree of fifty times as many rows is a level deeper."""
NEW_CODE, NEW_OP_ID = "substr(code, 1, 18) || substr('000' || :n, -4)", "op_id || '-' || :n"
LATER = {"day": f"date(day, '+' || ({NIGHTS} * :n) || ' days')"}
ITS_GAME, ANOTHERS = {"game_id": "game_id + 100 * :n"}, {"league_id": ":n"}
MORE_NIGHTS = {
    "nights": {"id": "id + 100 * :n", **LATER},
    "games": {"id": "id + 100 * :n", "code": NEW_CODE, "op_id": NEW_OP_ID, "night_id": "night_id + 100 * :n"},
    "seats": ITS_GAME, "lines": {**ITS_GAME, "op_id": NEW_OP_ID}, "results": {**ITS_GAME, **LATER},
    "plays": {**ITS_GAME, **LATER},
}  # fmt: skip
MORE_LEAGUES = {
    "leagues": {"id": ":n", "code": NEW_CODE}, "people": ANOTHERS, "nights": ANOTHERS, "seasons": ANOTHERS,
    "changes": ANOTHERS, "rulebooks": ANOTHERS, "games": {**ANOTHERS, "code": NEW_CODE, "op_id": NEW_OP_ID},
    "seats": ANOTHERS, "lines": {**ANOTHERS, "op_id": NEW_OP_ID}, "results": ANOTHERS, "plays": ANOTHERS,
}  # fmt: skip
"""What changes in a row when the league's history is played once more: later, or by another league."""


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
    "money": lambda s, _: (statistics.money_by_night(s, 1, ANN, currency="USD"), money_of_nights(s, 1)),
    "awards": lambda s, _: (awards.night_awards(s, 1, 1), awards.season_awards(s, 1, 1)),
    "days of nights": lambda s, _: browse.night_days(s, 1, since="2026-11-02"),
    "partnerships": lambda s, _: statistics.read_partnerships(s, 1, 8),
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


def steps(session, page, code):
    """How many steps SQLite takes for a page."""
    raw, counts = session.connection().connection.dbapi_connection, [0]

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


def play_on(engine, changes):
    """Play all of it fifty times more, at once."""
    with engine.connect().execution_options(**{WRITE: True}) as connection:
        for table, changed in changes.items():
            columns = [row.name for row in connection.execute(text(f"PRAGMA table_info({table})"))]
            new = ", ".join(changed.get(column, column) for column in columns)
            mine = "id = 1" if table == "leagues" else "league_id = 1"
            mine += f" AND game_id <= {GAMES}" if "game_id" in columns else " AND id <= 100"
            again = f"INSERT INTO {table} ({', '.join(columns)}) SELECT {new} FROM {table} WHERE {mine}"  # noqa: S608
            ordered = again + (" ORDER BY game_id, seq" if table == "lines" else "")
            for number in range(2, TIMES + 2):
                connection.execute(text(ordered), {"n": number})
        connection.commit()


def costs(engine, session, code, pages, changes):
    """Return what each page costs before and after fifty times as much was played."""
    before = {name: steps(session, page, code) for name, page in pages.items()}
    play_on(engine, changes)
    return {name: (before[name], steps(session, page, code)) for name, page in pages.items()}


def dearer(found):
    return {name: (before, after) for name, (before, after) in found.items() if after > SLACK * before + 5}


def all_of_hers(session, _):
    session.execute(text("SELECT sum(cents) FROM plays WHERE person_id = 1"))


def test_lists_cost_the_same_after_fifty_times_as_many_games(engine, session, clock, alice, league):
    """And so does what a finished game writes, and reads for it; the control, all games of a person, does not."""

    def finish(session, _):
        wanted = draft(house={"finish.target": 5}, date=day_of(NIGHTS * TIMES * 2))
        code = create_game(Submission(session, clock, alice), **wanted)
        record_line(Submission(session, clock, alice), code, won_by("A"))

    found = costs(engine, session, league, LISTS | {"finish": finish, "control": all_of_hers}, MORE_NIGHTS)
    before, after = found.pop("finish")
    assert after < 2 * before
    assert list(dearer(found)) == ["control"]


def test_every_page_costs_the_same_beside_fifty_other_leagues(engine, session, league):
    found = costs(engine, session, league, LISTS | SUMS | {"control": all_of_hers}, MORE_LEAGUES)
    assert list(dearer(found)) == ["control"]
