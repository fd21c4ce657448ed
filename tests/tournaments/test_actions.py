"""A tournament from its founding to its end: rounds, slips, who comes and goes, and what is undone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.league.people import merge_people
from scorekeeper.models.tables import people
from scorekeeper.rules.errors import ImpossibleFact, UnreadableSheet
from scorekeeper.tournaments.actions import (
    change_setup,
    finish_tournament,
    undo_line,
)
from scorekeeper.tournaments.maths.formats import FORMATS
from tests.tournaments.conftest import SETUP, THIRTEEN, Evening

# ---------------------------------------------------------------- before the first round


def test_known_names_are_the_leagues_people_and_new_ones_its_guests(session, evening):
    first = session.connection().execute(people.select().order_by(people.c.id)).all()
    assert [row.name for row in first] == list(THIRTEEN)
    assert [row.guest for row in first] == [0] * 4 + [1] * 9
    assert evening.state.sides == tuple((number,) for number in range(1, 14))


def test_a_pasted_list_may_have_numbers_and_commas(evening):
    evening.enter("1. Nan, 2) Otto", "  3.  Pat  O'Neil ")
    assert [evening.view.side_name(side) for side in evening.state.sides[13:]] == ["Nan", "Otto", "Pat O'Neil"]


def test_pairs_enter_by_the_line(session, form, league):
    assert league
    pairs = Evening(session, form, replace(SETUP, format="round-robin"))
    pairs.enter("Ann & Bob", "Cy and Dee", "Eve/Flo", "Gus + Hal")
    assert [pairs.view.side_name(side) for side in pairs.state.sides] == [
        "Ann & Bob", "Cy & Dee", "Eve & Flo", "Gus & Hal",
    ]  # fmt: skip
    with pytest.raises(UnreadableSheet, match="isn't a pair"):
        pairs.enter("Ida")
    with pytest.raises(ImpossibleFact, match="between players and pairs"):
        change_setup(form(), pairs.id, SETUP)


# ---------------------------------------------------------------- undo


def test_a_round_drawn_again_after_an_undo_is_the_same(evening):
    evening.draw()
    drawn = evening.state.current
    undo_line(evening.form(), evening.id, evening.seq)
    evening.draw()
    assert evening.state.current.tables == drawn.tables


# ---------------------------------------------------------------- whose it is


def test_two_who_play_in_one_tournament_are_not_one_person(form, evening):
    assert evening.state.sides
    with pytest.raises(ImpossibleFact, match="played in the same tournament"):
        merge_people(form(), 5, 1)


# ---------------------------------------------------------------- every format


@pytest.mark.sampled(2)
@pytest.mark.parametrize("key", FORMATS)
def test_three_rounds_of_every_format_seat_everybody_once(session, form, league, key):
    assert league
    evening = Evening(session, form, replace(SETUP, format=key, rounds=3))
    pairs = FORMATS[key].entrants == "pairs"
    names = [f"Player {number}" for number in range(1, 41)]
    evening.enter(*(map(" & ".join, zip(names[::2], names[1::2], strict=True)) if pairs else names))
    for number in range(1, 4):
        evening.draw()
        for table in evening.state.current.tables:
            evening.slip(table.number, (20 + table.number, 10))
        seated = list(evening.state.rounds[number - 1].played.players())
        assert len(set(seated)) == len(seated)
        assert "knockout" in key or len(seated) == 40
    finish_tournament(evening.form(), evening.id)
    assert sum(cents for _, cents in evening.state.paid) == 40_000


def test_a_tied_table_plays_one_more_hand_where_winners_move_up(session, form, league):
    assert league
    evening = Evening(session, form, replace(SETUP, format="progressive"))
    evening.enter(*THIRTEEN)
    evening.play((20, 20))
    with pytest.raises(ImpossibleFact, match="Table 1 is tied"):
        evening.draw()
    for table in (1, 2, 3):
        evening.slip(table, (20, 20), winner=1)
    evening.draw()
    assert len(evening.state.rounds) == 2
