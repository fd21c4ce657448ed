"""Lines of a game from two phones: what they agree with, what a correction or an undo leaves, and what it cannot do."""

import pytest

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.game_view import read_game
from scorekeeper.games.lines import Stale, correct_line, record_line, undo
from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.sheets.phrases import say_error
from tests.factories import draft, hand


@pytest.fixture
def code(session, clock, alice):
    return create_game(Submission(session, clock, alice), draft())


@pytest.fixture
def form(session, clock, code, alice):
    """Return a form from Alice's phone, which is up to date unless said otherwise."""

    def form(**more):
        return Submission(session, clock, **{"seen": read_game(session, code).seq, "device": alice, **more})

    return form


@pytest.fixture
def record(form, code):
    return lambda facts, **more: record_line(form(**more), code, facts)


@pytest.fixture
def take_back(form, code):
    return lambda target: undo(form(), code, target)


@pytest.fixture
def correct(form, code):
    return lambda target, facts, **more: correct_line(form(**more), code, target, facts)


@pytest.fixture
def game(session, code):
    return lambda: read_game(session, code)


def test_the_second_hand_is_not_taken_for_the_first(record, game, bob):
    """Bob means the hand after the one he saw; that a later hand is the same agrees with nothing."""
    record(hand("1", 4))
    record(hand("2", 5))
    with pytest.raises(Stale) as late:
        record(hand("2", 5), seen=0, device=bob)
    assert [line.number for line in late.value.newer] == [1, 2]
    assert record(hand("1", 4), seen=0, device=bob).game is None
    assert game().seq == 2


def test_agreement_is_with_what_stands(record, correct, take_back, bob):
    record(hand(bid=4))
    correct(1, hand(bid=5))
    assert record(hand(bid=5), seen=0, device=bob).game is None
    with pytest.raises(Stale):
        record(hand(bid=4), seen=0, device=bob)
    take_back(1)
    with pytest.raises(Stale) as late:
        record(hand(bid=5), seen=0, device=bob)
    assert [line.struck for line in late.value.newer] == [True]


def test_a_note_is_not_the_hand(record, bob):
    record({**hand(), "note": "Ann misplayed."})
    assert record(hand(), seen=0, device=bob).game is None
    assert record({**hand(), "note": "Ann misplayed."}, seen=0, device=bob).game is None
    with pytest.raises(Stale):
        record({**hand(), "note": "Bob misplayed."}, seen=0, device=bob)


def test_what_came_and_went_is_shown_all_the_same(record, correct, take_back, bob):
    """A correction that was undone leaves its line as it was, but the phone has not seen that happen."""
    record(hand("1", 4))
    record(hand("2", 4))
    correct(1, hand("1", 5))
    take_back(3)
    with pytest.raises(Stale) as late:
        record(hand("3", 4), seen=2, device=bob)
    assert [line.seq for line in late.value.newer] == [1]


@pytest.mark.parametrize("seen", [1, 99, -1, 10**30])
def test_a_phone_that_saw_what_never_was(record, game, seen):
    with pytest.raises(Stale) as late:
        record(hand(), seen=seen)
    assert (late.value.newer, game().seq) == ((), 0)


def test_only_a_line_is_corrected(record, take_back, correct):
    record(hand())
    take_back(1)
    take_back(2)
    for target in (2, 3, 4):
        with pytest.raises(ImpossibleFact, match="isn't in this game"):
            correct(target, hand())


def test_a_hand_without_which_nobody_leads_stays_until_the_end_is_taken_back(record, take_back, game):
    record(hand("2"))
    record({"end": "leaders"})
    with pytest.raises(ImpossibleFact, match="Then the end of the game wouldn't work: Everybody has the same score"):
        take_back(1)
    assert game().table.finished


def test_a_corrected_hand_leaves_the_dealer_that_was_named(record, correct, game):
    record(hand("2"))
    record({"dealer": "3"})
    correct(1, {"misdeal": True})
    assert game().table.dealer == "3"


def test_a_hand_before_the_substitute_is_corrected(record, correct, game):
    record(hand("2"))
    record({"substitute": "Eve", "replaces": "3"})
    record(hand("5"))
    before = game().table.scores["5"]
    correct(1, hand("3"))
    assert game().table.scores["5"] == before + 10
    assert game().table.scores["2"] == 0
    with pytest.raises(ImpossibleFact, check=lambda error: "Cy is not at the table" in say_error(error)):
        correct(3, hand("3"))


@pytest.fixture
def open_game(session, clock, alice):
    code = create_game(Submission(session, clock, alice), draft(("Ann", "Bob", "Cy"), variant="money-pitch"))

    def say(facts):
        seen = read_game(session, code).seq
        record_line(Submission(session, clock, alice, seen=seen), code, facts)
        return read_game(session, code)

    return say


def test_a_name_that_looks_like_a_seat_key_is_a_name(open_game):
    view = open_game({"join": "1"})
    assert (view.table.players, view.names["4"]) == (("1", "2", "3", "4"), "1")


def test_a_refused_join_leaves_no_seat(open_game):
    with pytest.raises(ImpossibleFact, check=lambda error: "9 is not at the table" in say_error(error)):
        open_game({"join": "Gus", "after": "9"})
    view = open_game({"join": "Hal"})
    assert view.names == {"1": "Ann", "2": "Bob", "3": "Cy", "4": "Hal"}
