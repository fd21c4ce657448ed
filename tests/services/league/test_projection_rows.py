"""The rows that two games make, every number of them worked out by hand."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models.season import ALL_TIME, OUTSIDE
from scorekeeper.models.tables import pair_seasons, people, person_seasons, plays, results
from scorekeeper.services.games.lines import Correction, correct_line
from scorekeeper.services.league.change_log import ChangeRequest
from scorekeeper.services.league.people import merge_people
from scorekeeper.services.league.projection_rows import CountedGame, pair_row, partner_rows, person_row, play_rows
from scorekeeper.services.league.ratings import RatingState
from scorekeeper.services.league.results import GameResult
from scorekeeper.services.operations.rebuild import rebuild_league, rebuild_while_others_save
from scorekeeper.services.submission import Submission
from scorekeeper.services.transaction import writing
from tests.factories import op_id
from tests.services.league.season_games import won_by

ANN, BOB, CY, DEE = 1, 2, 3, 4
START, UP, DOWN = 25_000_000, 26_964_295, 23_035_705
"""Four people who begin at 25 ± 25/3: the winners gain what the others lose.

By the formula in test_totals.py, where openskill first adds (25/300)² to each sigma²: 625/9 + 1/144 = 69.4514.  Then
c² = 2·(2·69.4514 + 625/36) = 312.528, c = 17.6785, and each gains 69.4514 · 0.5 / 17.6785 = 1.9643.
"""


SIDES, CENTS = ((ANN, CY), (BOB, DEE)), {ANN: 100, BOB: -100}


def counted(game_id, *, places, day="2026-11-01"):
    people = {person: {"games": 1} for person in (ANN, BOB, CY, DEE)}
    result = GameResult("minnesota-ten-point", SIDES, places, people, {}, "USD", CENTS)
    return CountedGame(game_id, day, 7, result, result)


def test_the_plays_of_a_first_game():
    states = dict.fromkeys((ANN, BOB, CY, DEE), RatingState())
    rows = {row["person_id"]: row for row in play_rows(3, counted(9, places=(1, 2)), states)}
    assert {key: rows[ANN][key] for key in ("league_id", "game_id", "day", "season_id")} == {
        "league_id": 3,
        "game_id": 9,
        "day": "2026-11-01",
        "season_id": 7,
    }
    assert [rows[who]["won"] for who in (ANN, BOB, CY, DEE)] == [1, 0, 1, 0]
    assert [rows[who]["cents"] for who in (ANN, BOB, CY, DEE)] == [100, -100, 0, 0]
    assert {rows[who]["mu_before"] for who in rows} == {START}
    assert [rows[who]["mu"] for who in (ANN, BOB)] == [pytest.approx(UP, abs=50), pytest.approx(DOWN, abs=50)]
    runs = [(rows[who]["run"], rows[who]["longest"], rows[who]["drought"]) for who in (ANN, BOB)]
    assert runs == [(1, 1, 0), (-1, 0, 1)]
    assert states[DEE].mu == rows[DEE]["mu"]


def test_partners_are_a_row_with_the_lower_number_first():
    rows = partner_rows(3, counted(9, places=(1, 2)))
    assert [(row["person_id"], row["other_id"], row["game_id"]) for row in rows] == [(ANN, CY, 9), (BOB, DEE, 9)]


def test_who_has_no_games_left_has_no_row():
    assert person_row(3, 7, ANN, {"games": 0, "won": 0}, None) is None
    assert pair_row(3, 7, (ANN, BOB), {"met": 0}) is None
    assert person_row(3, 7, ANN, {"won": 0, "games": 2}, {"mu": 1})["doc"] == {"games": 2}
    row = pair_row(3, 7, (ANN, BOB), {"met": 2, "ahead": 1})
    assert (row["person_id"], row["other_id"], row["met"], row["ahead"], row["behind"]) == (ANN, BOB, 2, 1, 0)


def stored(connection):
    """What is stored of Ann's wins, of her and Bob, of her and Cy, of the runs of her last game, and of all games."""
    ann = connection.execute(select(person_seasons).where(person_seasons.c.person_id == ANN)).all()
    pairs = connection.execute(select(pair_seasons).where(pair_seasons.c.person_id == ANN)).all()
    last = connection.execute(select(plays).where(plays.c.person_id == ANN).order_by(plays.c.game_id.desc())).first()
    return {
        "games": connection.scalars(select(results.c.game_id).order_by(results.c.game_id)).all(),
        "ann": {row.season_id: (row.doc["games"], row.doc.get("won", 0)) for row in ann},
        "bob": {row.season_id: (row.met, row.ahead, row.behind) for row in pairs if row.other_id == BOB},
        "cy": {row.season_id: (row.together, row.won, row.lost) for row in pairs if row.other_id == CY},
        "last": (last.won, last.run, last.longest, last.drought),
    }


def test_a_finish_a_correction_and_a_rebuild_store_the_same_by_hand(session, clock, alice, play):
    """Ann and Cy win, win and lose; then the second game turns out to be lost."""
    codes = play("AAB")
    both = (OUTSIDE, ALL_TIME)
    assert stored(session.connection()) == {
        "games": [1, 2, 3],
        "ann": dict.fromkeys(both, (3, 2)),
        "bob": dict.fromkeys(both, (3, 2, 1)),
        "cy": dict.fromkeys(both, (3, 2, 1)),
        "last": (0, -1, 2, 1),
    }
    form = {"op_id": op_id(), "seen": 1, "device": alice}
    correct_line(session, clock, codes[1], Correction(1, won_by("B")), Submission(reason=None, **form))
    corrected = {
        "games": [1, 2, 3],
        "ann": dict.fromkeys(both, (3, 1)),
        "bob": dict.fromkeys(both, (3, 1, 2)),
        "cy": dict.fromkeys(both, (3, 1, 2)),
        "last": (0, -2, 1, 2),
    }
    assert stored(session.connection()) == corrected
    with writing(session) as connection:
        rebuild_league(connection, 1)
    assert stored(session.connection()) == corrected


def test_a_rebuild_counts_what_others_saved_while_it_replayed_the_games(session, engine, clock, alice, play):
    """Of three games the first is corrected, and a fourth is played, when all have been replayed."""
    codes, told = play("AAB"), []

    def meanwhile(done, of):
        told.append((done, of))
        with Session(engine, expire_on_commit=False) as other:
            form = Submission(op_id=op_id(), seen=1, device=alice)
            correct_line(other, clock, codes[0], Correction(1, won_by("B")), form)
        play("B", first=3)

    assert stored(session.connection())["games"] == [1, 2, 3]
    session.commit()
    rebuild_while_others_save(session, 1, meanwhile)
    both = (OUTSIDE, ALL_TIME)
    assert told == [(3, 3)]
    assert stored(session.connection()) == {
        "games": [1, 2, 3, 4],
        "ann": dict.fromkeys(both, (4, 1)),
        "bob": dict.fromkeys(both, (4, 1, 3)),
        "cy": dict.fromkeys(both, (4, 1, 3)),
        "last": (0, -2, 1, 2),
    }


def test_a_rebuild_counts_by_a_merge_made_while_it_replayed_the_games(session, engine, clock, alice, play):
    """Zoe, who played alone in Ann's place, turns out to be Ann."""
    play("A")
    play("B", names=("Zoe", "Bob", "Cy", "Dee"), first=1)
    zoe = session.connection().scalar(select(people.c.id).where(people.c.name == "Zoe"))
    session.commit()

    def meanwhile(_done, _of):
        with Session(engine, expire_on_commit=False) as other:
            merge_people(ChangeRequest(other, clock, 1, Submission(op_id=op_id(), device=alice)), zoe, ANN)

    rebuild_while_others_save(session, 1, meanwhile)
    assert stored(session.connection())["ann"] == dict.fromkeys((OUTSIDE, ALL_TIME), (2, 1))
