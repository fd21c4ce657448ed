"""Who can still win a season: checked against every way in which its last nights may come again."""

import datetime as dt
import re
from itertools import product

import pytest

from scorekeeper.core.clock import wall_clock
from scorekeeper.league.standings import RankingRule, Standings, StandingsRow, season_chances
from scorekeeper.league.totals import Share
from scorekeeper.models import Season
from tests.league.conftest import AUTUMN, sheet
from tests.phones import HTMX

FIRST = dt.date(2026, 9, 3)
KEYS = ("games", "won", "lost", "for", "against", "cents.USD")
ANN, BOB, CY, GUS = 1, 2, 3, 4


def row(person, games, won, points=0, *, guest=False):
    return StandingsRow(person, f"P{person}", guest, games, Share(won, games), points, 0, 0, won, None, 0)


def night(**did):
    """What everybody did: games and games won."""
    return {int(key[1:]): dict(zip(KEYS, (games, won, games - won, won, 0, 0), strict=True))
            for key, (games, won) in did.items()}  # fmt: skip


NIGHTS = [night(p1=(3, 3), p2=(3, 0)), night(p1=(2, 0), p2=(2, 1), p3=(1, 1)), night(p2=(3, 3), p3=(3, 0))]
ROWS = (row(ANN, 9, 5, 5), row(BOB, 9, 4, 4), row(CY, 8, 2, 2))


BY_WINS = RankingRule()


def season(last, rule=BY_WINS, rows=ROWS, nights=NIGHTS, unplaced=(), apart=7):
    days = [(FIRST + dt.timedelta(days=apart * number)).isoformat() for number in range(len(nights))]
    its = Season(league_id=1, id=1, name="Fall", starts_on=days[0], ends_on=last, rule={}) if last else None
    return Standings(its, rule, rows, unplaced, dict(zip(days, nights, strict=True)))


LAST_NIGHT = FIRST + dt.timedelta(days=14)


def by_hand(left, floor=0):
    """Return how often each of the three has won most games, then the larger share of them, then most points."""
    shares, ways = dict.fromkeys(("P1", "P2", "P3"), 0), 0
    for way in product(NIGHTS, repeat=left):
        merits = {}
        for each in ROWS:
            games = each.games + sum(one.get(each.person_id, {"games": 0})["games"] for one in way)
            won = each.win.part + sum(one.get(each.person_id, {"won": 0})["won"] for one in way)
            if games >= floor:
                merits[each.name] = (won, won / games, won)  # here a game won is a point
        ways += 1
        first = [name for name, merit in merits.items() if merit == max(merits.values(), default=())]
        for name in first:
            shares[name] += 1 / len(first)
    return {name: share / ways for name, share in shares.items() if share}, ways


@pytest.mark.parametrize("left", [1, 2, 3, 6])
@pytest.mark.parametrize("floor", [0, 12])
def test_a_season_is_gone_through_night_by_night(left, floor, record_property):
    last = (LAST_NIGHT + dt.timedelta(days=7 * left)).isoformat()
    found, (shares, error) = season_chances(season(last, RankingRule(floor=floor)), LAST_NIGHT)
    exact, ways = by_hand(left, floor)
    record_property("still possible, season: ways gone through", ways)
    assert (found, error) == (left, 0)
    assert dict(shares) == pytest.approx(exact)


@pytest.mark.parametrize(
    ("days_left", "today", "left"),
    [(7, 0, 1), (13, 0, 1), (14, 0, 2), (7, 6, 1), (7, 7, 1), (14, 9, 1), (6, 0, None), (7, 8, None), (365, 0, None)],
)
def test_as_many_nights_are_left_as_fit_at_the_pace_of_the_last_ones(days_left, today, left):
    last = (LAST_NIGHT + dt.timedelta(days=days_left)).isoformat()
    found = season_chances(season(last), LAST_NIGHT + dt.timedelta(days=today))
    assert (found and found[0]) == left


@pytest.mark.parametrize(
    "found",
    [season(None), season("2026-12-01", RankingRule("best_nights")), season("2026-12-01", nights=NIGHTS[:2])],
    ids=["without an end", "by best nights", "of two nights"],
)
def test_nothing_is_said_of_a_season_that_nobody_can_count(found):
    assert season_chances(found, LAST_NIGHT) is None


def test_guests_do_not_win():
    guest = row(GUS, 20, 20, 20, guest=True)
    _, (shares, _) = season_chances(season("2026-09-24", unplaced=(guest,)), LAST_NIGHT)
    assert "P4" not in dict(shares)


def test_the_standings_say_it_in_one_line(owner, viewer, league):
    today = wall_clock().astimezone().date()
    for ago in (14, 7, 0):
        owner.bring_in(sheet(today - dt.timedelta(days=ago), "Ann"))
    path = f"{league}/seasons/1"
    assert 'id="possible"' not in viewer.get(f"{league}/standings").text
    days = {"starts_on": str(today - dt.timedelta(days=20)), "ends_on": str(today + dt.timedelta(days=8))}
    assert owner.send(path, path, AUTUMN | days).status_code == 303
    said = re.search(r'id="possible">([^<]+)<', viewer.get(f"{league}/standings?season=1", **HTMX).text)[1]
    assert said.startswith("Can still win if 1 more night until ")
    assert said.endswith(" goes like the last ones: Ann 50%, Cy 50%.")
