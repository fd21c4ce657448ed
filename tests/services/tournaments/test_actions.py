"""A tournament from its founding to its end: rounds, slips, who comes and goes, and what is undone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorekeeper.models.tables import people, tournament_lines
from scorekeeper.rules.errors import ImpossibleFact, SheetError, UnreadableSheet
from scorekeeper.services.errors import LeagueNotFound, OpIdReused, TournamentNotFound
from scorekeeper.services.league.people import merge_people
from scorekeeper.services.tournaments.actions import (
    Opinion,
    SlipDraft,
    change_setup,
    create_tournament,
    draw_round,
    enter_players,
    enter_slip,
    finish_tournament,
    say_of_slip,
    set_left,
    undo_line,
)
from scorekeeper.services.tournaments.state import DISPUTED, IN, MISSING, UNCONFIRMED
from scorekeeper.services.tournaments.view import read_tournament, tournaments_of
from scorekeeper.tournaments.formats import FORMATS
from scorekeeper.tournaments.rounds import flattened, partner_counts
from tests.services.tournaments.conftest import SETUP, THIRTEEN, Evening


def statuses(evening):
    return [table.status for table in evening.state.current.tables]


# ---------------------------------------------------------------- before the first round


def test_it_is_founded_once_however_often_its_form_is_sent(session, form, league):
    assert league
    sent = form()
    assert create_tournament(sent, SETUP) == create_tournament(sent, SETUP) == 1
    assert [(one.name, one.over) for one in tournaments_of(session, 1)] == [("Harvest Pitch night", False)]
    with pytest.raises(OpIdReused):
        create_tournament(sent, replace(SETUP, rounds=6))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": " "}, "name"),
        ({"rounds": 0}, "rounds"),
        ({"rounds": 201}, "rounds"),
        ({"end": "dawn"}, "end"),
        ({"number": 0}, "number"),
        ({"shares": ()}, "shares"),
        ({"shares": (0, 0)}, "shares"),
        ({"currency": "JPY"}, "currency"),
        ({"fee": -1}, "fee"),
        ({"format": "chess"}, "format"),
        ({"format": "swiss", "six": True}, "six"),
        ({"ranking": ("wins", "wins")}, "ranking"),
    ],
)
def test_what_is_wrong_with_a_setup_is_said_at_its_field(form, league, change, field):
    assert league
    with pytest.raises(UnreadableSheet) as refused:
        create_tournament(form(), replace(SETUP, **change))
    assert refused.value.field == field


def test_known_names_are_the_leagues_people_and_new_ones_its_guests(session, evening):
    first = session.connection().execute(people.select().order_by(people.c.id)).all()
    assert [row.name for row in first] == list(THIRTEEN)
    assert [row.guest for row in first] == [0] * 4 + [1] * 9
    assert evening.state.sides == tuple((number,) for number in range(1, 14))


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ("Zed\nzed", "zed is on the list twice"),
        ("ann", "Ann is already in"),
        (" \n ", "Enter at least one name"),
        ("x" * 200, "at most"),
    ],
)
def test_a_list_that_cannot_be_is_refused_as_a_whole(session, form, evening, names, sentence):
    before = session.connection().execute(people.select()).all()
    with pytest.raises(SheetError, match=sentence):
        enter_players(form(), evening.id, f"Newcomer\n{names}" if names.strip() else names)
    assert session.connection().execute(people.select()).all() == before
    assert len(evening.state.sides) == 13


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


# ---------------------------------------------------------------- rounds


def test_a_round_is_drawn_once_and_the_next_when_every_slip_is_in(form, evening):
    evening.draw()
    first = evening.state.current
    assert (len(first.tables), len(first.byes)) == (3, 1)
    draw_round(form(), evening.id, 1)
    assert evening.state.rounds == (first,)
    evening.slip(1, (31, 12))
    evening.slip(2, (9, 9))
    with pytest.raises(ImpossibleFact, match="once every slip"):
        draw_round(form(), evening.id, 2)
    evening.slip(3, (-4, 20))
    draw_round(form(), evening.id, 2)
    assert len(evening.state.rounds) == 2
    with pytest.raises(ImpossibleFact, match="one round at a time"):
        draw_round(form(), evening.id, 4)


def test_a_slip_corrected_after_the_next_draw_changes_the_standings_and_no_pairing(evening):
    evening.play()
    evening.draw()
    drawn = evening.state.current
    winners = evening.state.rounds[0].tables[0].sides[0]
    before = {place.total.side: place.total.points for place in evening.view.places}
    evening.slip(1, (45, 10), number=1)
    after = {place.total.side: place.total.points for place in evening.view.places}
    for player in winners:
        assert after[player,] == before[player,] + 25
    assert evening.state.current == drawn


def test_who_comes_late_and_who_leaves_count_from_the_next_round(evening, form):
    evening.play()
    evening.draw()
    drawn = evening.state.current
    evening.enter("Nan")
    set_left(form(), evening.id, (1,), left=True)
    set_left(form(), evening.id, (1,), left=True)
    assert evening.state.current == drawn
    for table in drawn.tables:
        evening.slip(table.number, (20, 10))
    evening.draw()
    there = set(evening.state.current.played.round.players())
    assert 14 in there
    assert 1 not in there
    set_left(form(), evening.id, (1,), left=False)
    assert evening.state.left == frozenset()


def test_nobody_is_partners_twice_over_the_evening(evening):
    for _ in range(5):
        evening.play()
    rounds = [one.played.round for one in evening.state.rounds]
    assert max(partner_counts(rounds).values()) == 1
    assert evening.state.all_played


def test_the_same_slip_twice_is_one_line_and_another_one_is_not_overwritten(form, evening):
    evening.draw()
    sent, draft = form(), SlipDraft(1, 1, (20, 10))
    enter_slip(sent, evening.id, draft)
    lines = evening.view.seq
    enter_slip(sent, evening.id, draft)
    enter_slip(form(), evening.id, draft)
    assert evening.view.seq == lines
    with pytest.raises(ImpossibleFact, match="Somebody entered this slip first"):
        enter_slip(form(), evening.id, replace(draft, points=(10, 20)))
    with pytest.raises(OpIdReused):
        enter_slip(sent, evening.id, replace(draft, points=(10, 20)))
    assert evening.state.current.tables[0].entered.slip.points == (20, 10)


@pytest.mark.parametrize("points", [(1,), (1, 2, 3), (20_000, 0)])
def test_a_slip_fits_its_table(evening, points):
    evening.draw()
    with pytest.raises(ImpossibleFact):
        evening.slip(1, points)
    with pytest.raises(ImpossibleFact, match="no table with that number"):
        enter_slip(evening.form(), evening.id, SlipDraft(1, 9, (1, 2)))


# ---------------------------------------------------------------- from the tables' own phones


def test_a_slip_of_a_phone_counts_once_the_other_side_confirms(evening):
    evening.draw()
    evening.slip(1, (20, 10), by=0)
    assert statuses(evening) == [UNCONFIRMED, MISSING, MISSING]
    entered = evening.state.current.tables[0].entered
    say_of_slip(evening.form(), evening.id, Opinion(1, 1, entered.seq, 1, agree=True))
    assert statuses(evening)[0] == IN


def test_the_same_totals_from_the_other_side_confirm_and_others_do_not_replace_them_unseen(evening):
    evening.draw()
    evening.slip(1, (20, 10), by=0)
    enter_slip(evening.form(), evening.id, SlipDraft(1, 1, (20, 10), by=1))
    assert statuses(evening)[0] == IN
    evening.slip(2, (20, 10), by=0)
    with pytest.raises(ImpossibleFact, match="Somebody entered this slip first"):
        enter_slip(evening.form(), evening.id, SlipDraft(1, 2, (10, 20), by=1))


def test_a_disputed_slip_is_shown_and_the_director_settles_it(evening):
    evening.draw()
    evening.slip(1, (20, 10), by=0)
    entered = evening.state.current.tables[0].entered
    say_of_slip(evening.form(), evening.id, Opinion(1, 1, entered.seq, 1, agree=False))
    assert statuses(evening)[0] == DISPUTED
    evening.slip(1, (20, 10))
    assert statuses(evening)[0] == IN
    with pytest.raises(ImpossibleFact, match="in and confirmed"):
        evening.slip(1, (10, 20), by=1)


def test_a_phone_that_comes_back_after_the_round_changes_nothing(evening):
    evening.play()
    evening.draw()
    with pytest.raises(ImpossibleFact, match="That round is over"):
        enter_slip(evening.form(), evening.id, SlipDraft(1, 1, (1, 2), by=0))


# ---------------------------------------------------------------- undo


def test_the_last_line_is_undone_and_an_undo_too(evening):
    evening.draw()
    drawn, seq = evening.state.current, evening.view.seq
    undo_line(evening.form(), evening.id, seq)
    assert evening.state.rounds == ()
    undo_line(evening.form(), evening.id, seq + 1)
    assert evening.state.current == drawn


def test_what_later_lines_stand_on_is_not_undone(evening):
    evening.play()
    evening.draw()
    slip = evening.state.rounds[0].tables[0].entered.seq
    for target in (1, 2, slip, 99):
        lines = evening.view.seq
        with pytest.raises(ImpossibleFact):
            undo_line(evening.form(), evening.id, target)
        assert evening.view.seq == lines


def test_a_round_drawn_again_after_an_undo_is_the_same(evening):
    evening.draw()
    drawn = evening.state.current
    undo_line(evening.form(), evening.id, evening.view.seq)
    evening.draw()
    assert evening.state.current.tables == drawn.tables


# ---------------------------------------------------------------- whose it is


def test_another_league_has_no_such_tournament(session, form, evening):
    with pytest.raises(TournamentNotFound):
        read_tournament(session, 2, evening.id)
    with pytest.raises(TournamentNotFound):
        draw_round(form(), 7, 1)
    with pytest.raises(LeagueNotFound):
        finish_tournament(form()._replace(league_id=2), evening.id)


def test_every_line_says_who_and_when(session, evening):
    evening.play()
    rows = session.connection().execute(tournament_lines.select().order_by(tournament_lines.c.seq)).all()
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert {row.phone for row in evening.view.rows} == {"Alice's phone"}
    assert flattened(evening.state.sides) == tuple(range(1, 14))


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
        seated = list(evening.state.rounds[number - 1].played.round.players())
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
