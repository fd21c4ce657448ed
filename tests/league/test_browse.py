"""Nights, games by season, variant, person and partner, and what a search finds: page after page, nothing twice."""

from __future__ import annotations

import pytest

from scorekeeper.core.errors import NightNotFound
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import record_line
from scorekeeper.league.browse import (
    GameFilter,
    PageMark,
    games_and_people,
    list_games,
    list_nights,
    nights_beside,
    read_mark,
    read_night,
    search,
    variants_of,
)
from scorekeeper.league.people import erase_guest, merge_people, rename_person, set_guest
from scorekeeper.league.seasons import begin_season, season_values
from scorekeeper.league.standings import RankingRule
from scorekeeper.models.league import ALL_TIME, OUTSIDE
from tests.factories import TEN_POINT, draft
from tests.league.season_games import FIRST, day_of, won_by

ANN, BOB, CY, DEE, EVE = 1, 2, 3, 4, 5


def every_page(session, which=None, most=2):
    """All games of a list, read two at a time."""
    pages, mark = [], None
    while True:
        rows, mark = list_games(session, 1, which or GameFilter(), before=mark, most=most)
        pages += rows
        if mark is None:
            return [row.day[-2:] for row in pages]


def night_of(session, number):
    """The games and the people of a night."""
    return games_and_people(session, read_night(session, 1, number))


def test_games_newest_first_page_after_page(session, play):
    play("ABABA")
    play("B", first=1)  # a sheet of the second, written down last
    assert every_page(session) == ["05", "04", "03", "02", "02", "01"]
    assert every_page(session, most=6) == every_page(session, most=1)
    assert list_games(session, 1, most=6)[1] is None


def test_an_open_table_is_settled_and_goes_on(session, clock, alice):
    """Nobody ever wins there: between a settlement and the next point nothing stands."""
    code = create_game(Submission(session, clock, alice), draft(("Ann", "Bob", "Cy"), "money-pitch", date=FIRST))
    seen = []
    lines = ({"bidder": "1", "bid": 2, "points": {"high": "1", "low": "1"}}, {"settle": True})
    for seq, facts in enumerate((*lines, *lines)):
        record_line(Submission(session, clock, alice, seen=seq), code, facts)
        ((night,), _), (games, _) = list_nights(session, 1), night_of(session, 1)
        seen.append((night.games, night.finished, night.settled, games[0].settled))
    assert seen == [(1, 0, 0, False), (1, 0, 1, True), (1, 0, 1, False), (1, 0, 1, True)]
    create_game(Submission(session, clock, alice), draft(("Ann", "Bob", "Cy"), "money-pitch", date=FIRST))
    assert [game.settled for game in night_of(session, 1)[0]] == [True, False], "no hand yet is not settled"


def test_people_of_a_night_by_games_won_then_by_fewer_played(session, play):
    """Bob and Dee lose to Ann and Cy, beat them, and lose to Yan and Zoe, who won as often in one game."""
    play("AB", apart=0)
    play("A", names=("Zoe", "Bob", "Yan", "Dee"))
    people = [(each.name, each.won, each.games) for each in night_of(session, 1)[1]]
    assert people == [("Yan", 1, 1), ("Zoe", 1, 1), ("Ann", 1, 2), ("Cy", 1, 2), ("Bob", 1, 3), ("Dee", 1, 3)]


@pytest.mark.parametrize(
    ("which", "shown"),
    [
        (GameFilter(variant="smoke"), ["04"]),
        (GameFilter(variant=TEN_POINT), ["05", "03", "02", "01"]),
        (GameFilter(variant="cinch"), []),
        (GameFilter(person_id=EVE), ["05", "04"]),
        (GameFilter(person_id=EVE, variant="smoke"), ["04"]),
        (GameFilter(person_id=ANN, partner_id=CY), ["03", "02", "01"]),
        (GameFilter(person_id=CY, partner_id=ANN, variant=TEN_POINT), ["03", "02", "01"]),
        (GameFilter(person_id=ANN, partner_id=CY, variant="smoke"), []),
        (GameFilter(person_id=ANN, partner_id=BOB), []),
        (GameFilter(season_id=1), ["03", "02"]),
        (GameFilter(season_id=OUTSIDE), ["05", "04", "01"]),
        (GameFilter(season_id=ALL_TIME), ["05", "04", "03", "02", "01"]),
        (GameFilter(season_id=1, person_id=ANN, partner_id=CY), ["03", "02"]),
        (GameFilter(season_id=OUTSIDE, person_id=ANN), ["05", "04", "01"]),
        (GameFilter(season_id=1, variant="smoke", person_id=ANN), []),
        (GameFilter(season_id=9), []),
    ],
)
def test_filters(session, form, play, duel, which, shown):
    play("ABA")
    duel("A", ("Ann", "Eve"), first=3)
    play("A", names=("Ann", "Bob", "Eve", "Dee"), first=4)
    begin_season(form(), season_values("Middle", day_of(1), day_of(2), RankingRule()))
    assert every_page(session, which) == shown


def test_a_mark_survives_an_address():
    assert read_mark(str(PageMark("2026-11-19", 123))) == PageMark("2026-11-19", 123)
    for text in ("", None, "2026-11-19", "2026-11-19.0", "2026-11-19.1e9", "2026-11-19.99999999999", "x"):
        assert read_mark(text) is None


# ---------------------------------------------------------------- nights


def test_a_night_has_its_games_and_neighbours(session, clock, alice, play):
    play("A", first=0)
    codes = play("BA", first=2, apart=0)
    going_on = create_game(Submission(session, clock, alice), draft(date=day_of(2)))
    record_line(Submission(session, clock, alice), going_on, won_by("B"))
    play("A", first=9)
    night, (games, people) = read_night(session, 1, 2), night_of(session, 2)
    assert [each.day for each in nights_beside(session, night)] == ["2026-11-01", "2026-11-10"]
    assert [game.code for game in games] == [*codes, going_on]
    assert [game.finished for game in games] == [True, True, False]
    assert games[2].scores == (0, 10)
    assert [each.games for each in people] == [2, 2, 2, 2]
    assert nights_beside(session, read_night(session, 1, 1))[0] is None
    assert nights_beside(session, read_night(session, 1, 3))[1] is None
    with pytest.raises(NightNotFound):
        read_night(session, 1, 4)


# ---------------------------------------------------------------- searching


@pytest.mark.parametrize("text", ["", "  ", "\u3164", "\u200b", "\0", "half \ud83c", "%", "_", "nobody", "2026-13-99"])
def test_a_search_for_nothing(session, play, text):
    play("A", title="Legion final")
    assert [list(found) for found in search(session, 1, text)] == [[], [], []]


def test_another_league_is_not_found(session, clock, bob, play):
    play("A", title="Legion final")
    create_game(Submission(session, clock, bob), draft(title="Legion of others"))
    assert [game.title for game in search(session, 1, "legion")[2]] == ["Legion final"]
    assert list_games(session, 2)[0] == []
    assert [row.games for row in list_nights(session, 2)[0]] == [1]
    assert variants_of(session, 2) == ((TEN_POINT, "Minnesota ten-point Smear"),)


def test_names_in_lists_are_those_of_today(session, form, play):
    play("A")
    play("A", names=("Anna", "Bob", "Cy", "Dee"), first=1)
    merge_people(form(), 5, ANN)
    rename_person(form(), ANN, "Annie")
    set_guest(form(), DEE, guest=True)
    erase_guest(form(), DEE)
    assert [row.sides for row in list_games(session, 1)[0]] == [(("Annie", "Cy"), ("Bob", "A former guest"))] * 2
    assert every_page(session, GameFilter(person_id=5)) == ["02", "01"]
    assert day_of(0) == FIRST
