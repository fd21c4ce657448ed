"""Recording, replaying, agreeing, being too late, undoing, correcting: as two phones at one table do it."""

from __future__ import annotations

import pytest

from scorekeeper.rules.errors import ImpossibleFact, UnreadableSheet
from scorekeeper.services.errors import GameNotFound, OpIdReused, Stale
from scorekeeper.services.games import create_game, read_game
from scorekeeper.services.lines import correct_line, record_line, undo
from tests.factories import draft, hand, op_id


@pytest.fixture
def code(session, clock, alice):
    return create_game(session, clock, alice, draft())


@pytest.fixture
def record(session, clock, code, alice):
    """Record facts from Alice's phone, which is up to date unless said otherwise."""

    def record(facts, **form):
        seen = read_game(session, code).seq
        return record_line(session, clock, code, facts, **{"op_id": op_id(), "seen": seen, "device": alice, **form})

    return record


@pytest.fixture
def take_back(session, clock, code, alice):
    def take_back(target, **form):
        seen = read_game(session, code).seq
        form = {"op_id": op_id(), "seen": seen, "device": alice, **form}
        return undo(session, clock, code, target=target, **form)

    return take_back


@pytest.fixture
def correct(session, clock, code, alice):
    def correct(target, facts, **form):
        seen = read_game(session, code).seq
        form = {"reason": None, "op_id": op_id(), "seen": seen, "device": alice, **form}
        return correct_line(session, clock, code, target=target, facts=facts, **form)

    return correct


@pytest.fixture
def game(session, code):
    return lambda: read_game(session, code)


# ---------------------------------------------------------------- record


def test_a_hand_is_scored_from_its_facts(record, game):
    saved = record(hand("2", 5, lost=["low", "game"]))
    assert (saved.seq, saved.agreed, saved.replayed) == (1, False, False)
    (line,) = game().lines
    assert line.facts == hand("2", 5, lost=["low", "game"])
    assert line.entry.scores == game().table.scores == {"1": 2, "2": 8, "3": 2, "4": 8}
    assert (line.number, line.before.dealer, game().table.dealer, line.device_name) == (1, "4", "1", "Alice's phone")


def test_an_impossible_fact_is_refused_in_names_at_its_field(record, game):
    with pytest.raises(ImpossibleFact, match=r"^How much did Bob bid\?$") as refused:
        record({"bidder": "2", "points": {}})
    assert refused.value.field == "bid"
    with pytest.raises(ImpossibleFact) as refused:
        record({**hand(), "partner": "4"})
    assert refused.value.field == "partner"
    assert game().seq == 0


def test_fields_keep_the_seat_keys_the_form_knows(session, clock, alice):
    code = create_game(session, clock, alice, draft(variant="smoke"))
    facts = {"tricks": {"1": 5, "2": 0, "3": 0, "4": 0}, "first_trick": "4"}
    with pytest.raises(ImpossibleFact, match="Dee took no trick") as refused:
        record_line(session, clock, code, facts, op_id=op_id(), seen=0, device=alice)
    assert refused.value.field == "first_trick"
    facts = {"tricks": {"1": 5, "2": -1, "3": 0, "4": 0}}
    with pytest.raises(UnreadableSheet) as refused:
        record_line(session, clock, code, facts, op_id=op_id(), seen=0, device=alice)
    assert refused.value.field == "tricks.2"


@pytest.mark.parametrize("facts", [{}, {"bid": 5, "who": "2"}, {"tricks": {"1": 5}}, {"note": "Just so."}, []])
def test_what_is_no_line_is_refused(record, game, facts):
    with pytest.raises((UnreadableSheet, ImpossibleFact)):
        record(facts)
    assert game().seq == 0


@pytest.mark.parametrize("note", ["half a character \ud83c", "an end \0 in the middle"])
def test_what_cannot_be_written_down_is_refused(record, game, note):
    with pytest.raises(UnreadableSheet, match="cannot be written") as refused:
        record({**hand(), "note": note})
    assert (refused.value.field, game().seq) == ("note", 0)


def test_notes_keep_their_characters(record, game):
    note = 'Ünïcode ♠ 🃏 עברית <b>"\\\n\t'
    record({**hand(), "note": note})
    assert game().lines[0].facts["note"] == note


@pytest.mark.parametrize("code", ["", "x" * 22, "no-such-game", "\0" * 22, "\ud800" * 22, "é" * 22, "a" * 10_000])
def test_a_game_that_is_not_there(session, clock, alice, code):
    with pytest.raises(GameNotFound):
        record_line(session, clock, code, hand(), op_id=op_id(), seen=0, device=alice)
    with pytest.raises(GameNotFound):
        read_game(session, code)


@pytest.mark.parametrize("number", ["", "x" * 65, "\0", "\ud800"])
def test_an_op_id_that_is_none(record, number):
    with pytest.raises(UnreadableSheet) as refused:
        record(hand(), op_id=number)
    assert refused.value.field == "op_id"


def test_nothing_follows_the_end(record, game):
    while not game().table.finished:
        record(hand("2", 10))
    before = game()
    with pytest.raises(ImpossibleFact, match="The game is over") as refused:
        record(hand("1", 5))
    assert (refused.value.field, game().seq) == ("line", before.seq)


# ---------------------------------------------------------------- the same form twice


def test_the_same_form_twice_is_one_hand(record, game):
    first = record(hand(), op_id="the-form", seen=0)
    record(hand("1", 4))
    again = record(hand(), op_id="the-form", seen=0)
    assert (again.seq, again.replayed, game().seq) == (first.seq, True, 2)


def test_a_form_used_again_for_something_else_is_told_so(record, take_back, correct, game):
    record(hand(), op_id="the-form")
    with pytest.raises(OpIdReused):
        record(hand(bid=6), op_id="the-form")
    with pytest.raises(OpIdReused):
        record(hand(bid=6), op_id="the-form", seen=0)
    with pytest.raises(OpIdReused):
        take_back(1, op_id="the-form")
    with pytest.raises(OpIdReused):
        correct(1, hand(), op_id="the-form")
    assert (game().seq, game().lines[0].facts["bid"]) == (1, 5)


def test_a_form_of_another_game_of_the_league(session, clock, alice, record):
    record(hand(), op_id="the-form")
    other = create_game(session, clock, alice, draft())
    with pytest.raises(OpIdReused):
        record_line(session, clock, other, hand(), op_id="the-form", seen=0, device=alice)
    assert read_game(session, other).seq == 0


def test_undo_and_correction_replay_too(record, take_back, correct, game):
    record(hand())
    changed = correct(1, hand(bid=6), reason="It was six.", op_id="correction", seen=1)
    gone = take_back(2, op_id="undo", seen=2)
    assert correct(1, hand(bid=6), reason="It was six.", op_id="correction", seen=1) == type(changed)(2, replayed=True)
    assert take_back(2, op_id="undo", seen=2) == type(gone)(3, replayed=True)
    with pytest.raises(OpIdReused):
        correct(1, hand(bid=6), reason="It was five.", op_id="correction", seen=1)
    assert game().seq == 3


# ---------------------------------------------------------------- two phones


def test_two_phones_saying_the_same_agree(record, game, bob):
    record(hand())
    saved = record(hand(), seen=0, device=bob)
    assert (saved.seq, saved.agreed, game().seq) == (1, True, 1)


def test_two_phones_saying_different_things(record, game, bob):
    record(hand(bid=4))
    with pytest.raises(Stale) as late:
        record(hand(bid=6), seen=0, device=bob)
    (newer,) = late.value.newer
    assert (newer.facts["bid"], newer.number, newer.device_name, late.value.mine["bid"]) == (4, 1, "Alice's phone", 6)
    assert game().seq == 1


def test_the_second_hand_is_not_taken_for_the_first(record, game, bob):
    """Bob means the hand after the one he saw; that a later hand is the same agrees with nothing."""
    record(hand("1", 4))
    record(hand("2", 5))
    with pytest.raises(Stale) as late:
        record(hand("2", 5), seen=0, device=bob)
    assert [line.number for line in late.value.newer] == [1, 2]
    assert record(hand("1", 4), seen=0, device=bob).agreed
    assert game().seq == 2


def test_agreement_is_with_what_stands(record, correct, take_back, bob):
    record(hand(bid=4))
    correct(1, hand(bid=5))
    assert record(hand(bid=5), seen=0, device=bob).agreed
    with pytest.raises(Stale):
        record(hand(bid=4), seen=0, device=bob)
    take_back(1)
    with pytest.raises(Stale) as late:
        record(hand(bid=5), seen=0, device=bob)
    assert [line.struck for line in late.value.newer] == [True]


def test_a_note_is_not_the_hand(record, bob):
    record({**hand(), "note": "Ann misplayed."})
    assert record(hand(), seen=0, device=bob).agreed
    assert record({**hand(), "note": "Ann misplayed."}, seen=0, device=bob).agreed
    with pytest.raises(Stale):
        record({**hand(), "note": "Bob misplayed."}, seen=0, device=bob)


def test_two_phones_undoing_the_same_undo_once(record, take_back, game, bob):
    record(hand("1", 4))
    record(hand("2", 5))
    take_back(2)
    assert take_back(2, seen=2, device=bob).agreed
    with pytest.raises(Stale) as late:
        take_back(1, seen=2, device=bob)
    assert ([line.seq for line in late.value.newer], late.value.mine) == ([2], None)
    assert game().seq == 3


def test_two_phones_correcting(record, correct, game, bob):
    record(hand(bid=4))
    correct(1, hand(bid=5), reason="Five.")
    assert correct(1, hand(bid=5), reason="It was five!", seen=1, device=bob).agreed
    with pytest.raises(Stale) as late:
        correct(1, hand(bid=6), seen=1, device=bob)
    assert late.value.newer[0].facts["bid"] == 5
    assert game().seq == 2


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


# ---------------------------------------------------------------- undo


def test_undo_strikes_and_the_line_stays_visible(record, take_back, game):
    record(hand("1", 4))
    before = game()
    record(hand("2", 5))
    assert game().last_action == 2
    take_back(2, reason="Wrong table.")
    after = game()
    assert after.table == before.table
    assert [(line.seq, line.number, line.struck) for line in after.lines] == [(1, 1, False), (2, None, True)]
    struck = after.lines[1]
    assert (struck.entry, struck.reason) == (None, "Wrong table.")
    assert (struck.changed_by, struck.changed_seq) == ("Alice's phone", 3)
    assert after.last_action == 1


def test_undoing_an_undo_puts_it_back(record, take_back, game):
    record(hand("2", 5))
    before = game().table
    take_back(1)
    take_back(2)
    assert (game().table, game().lines[0].struck, game().last_action) == (before, False, 1)
    take_back(3)
    assert game().lines[0].struck


def test_undo_after_undo_goes_back_hand_by_hand(record, take_back, game):
    for bidder in "123":
        record(hand(bidder, 5))
    went = []
    while (target := game().last_action) is not None:
        went.append(target)
        take_back(target)
    assert went == [3, 2, 1]
    assert set(game().table.scores.values()) == {0}


def test_a_hand_in_the_middle_is_taken_back(record, take_back, game):
    for bidder in "123":
        record(hand(bidder, 5))
    take_back(2)
    assert [line.number for line in game().lines] == [1, None, 2]
    assert game().table.scores == {"1": 20, "2": 0, "3": 20, "4": 0}


def test_undo_reopens_a_finished_game(record, take_back, game):
    while not game().table.finished:
        record(hand("2", 10))
    take_back(game().last_action)
    assert not game().table.finished
    record(hand("2", 10))
    assert game().table.finished


def test_what_is_gone_or_never_was_is_not_taken_back(record, take_back, correct, game):
    record(hand())
    take_back(1)
    for target in (1, 7, 0, -1):
        with pytest.raises(ImpossibleFact) as refused:
            take_back(target)
        assert refused.value.field == "target"
    with pytest.raises(ImpossibleFact, match="taken back already"):
        correct(1, hand(bid=6))
    assert game().seq == 2


# ---------------------------------------------------------------- correction


def test_a_correction_moves_everything_after_it(record, correct, game):
    record(hand("1", 5))
    record(hand("2", 5))
    correct(1, hand("1", 8, lost=["trey"], to="2"), reason="Eight, and the trey was lost.")
    view = game()
    first, second = view.lines
    assert first.entry.scores == {"1": -8, "2": 3, "3": -8, "4": 3}
    assert second.entry.scores == view.table.scores == {"1": -8, "2": 13, "3": -8, "4": 13}
    assert (first.corrected, first.reason) == ((hand("1", 5),), "Eight, and the trey was lost.")
    assert view.last_action == 3


def test_the_last_correction_counts_and_undoing_it_shows_the_one_before(record, correct, take_back, game):
    record(hand("1", 4))
    correct(1, hand("1", 5))
    correct(1, hand("1", 6))
    assert (game().lines[0].facts["bid"], [old["bid"] for old in game().lines[0].corrected]) == (6, [4, 5])
    take_back(3)
    assert (game().lines[0].facts["bid"], [old["bid"] for old in game().lines[0].corrected]) == (5, [4])
    assert game().last_action == 2


def test_a_line_that_never_happened(record, correct, game):
    record(hand("1", 4))
    record(hand("2", 5))
    correct(1, None, reason="That was yesterday.")
    assert [(line.struck, line.reason) for line in game().lines] == [(True, "That was yesterday."), (False, None)]


def test_a_correction_that_cannot_be_is_refused_at_its_own_field(record, correct, game):
    record(hand("1", 4))
    record(hand("2", 5))
    with pytest.raises(ImpossibleFact, match="11 is too high") as refused:
        correct(1, hand("1", 11))
    assert (refused.value.field, refused.value.line, game().seq) == ("bid", 1, 2)


def test_a_correction_that_ends_the_game_too_early_names_the_hand_in_the_way(record, correct, game):
    for _ in range(3):
        record(hand("2", 8))
    with pytest.raises(ImpossibleFact) as refused:
        correct(1, {"adjust": {"2": 60}, "reason": "Just so."})  # the second hand then ends the game
    assert (refused.value.field, refused.value.line) == ("line", 3)
    assert refused.value.message == "Then the game would be over before hand 3: take that one back first."
    assert game().seq == 3


def test_a_correction_of_the_last_hand_may_end_the_game(record, correct, game):
    for _ in range(5):
        record(hand("2", 8))
    record(hand("1", 4))
    correct(6, hand("2", 8))
    assert game().table.winners == ("2", "4")


def test_a_correction_that_makes_a_later_line_impossible_names_it(session, clock, alice):
    code = create_game(session, clock, alice, draft(("Ann", "Bob", "Cy"), variant="money-pitch"))
    say = {"device": alice}
    record_line(session, clock, code, {"join": "Gus"}, op_id=op_id(), seen=0, **say)
    points = {"bidder": "4", "bid": 2, "points": {"high": "4", "low": "4"}}
    record_line(session, clock, code, points, op_id=op_id(), seen=1, **say)
    with pytest.raises(ImpossibleFact) as refused:
        undo(session, clock, code, target=1, op_id=op_id(), seen=2, **say)
    assert (refused.value.field, refused.value.line) == ("line", 1)
    assert refused.value.message == "Then hand 1 could not have been: Gus is not at the table."
    view = read_game(session, code)
    assert (view.seq, view.names) == (2, {"1": "Ann", "2": "Bob", "3": "Cy", "4": "Gus"})


def test_a_correction_that_changes_nothing_is_no_line(record, correct, game):
    record(hand("1", 4))
    assert (saved := correct(1, hand("1", 4))).agreed
    correct(1, hand("1", 5))
    again = correct(1, hand("1", 5), reason="Five!")
    assert (saved.seq, again.seq, again.agreed, game().seq) == (1, 2, True, 2)


def test_only_a_line_is_corrected(record, take_back, correct):
    record(hand())
    take_back(1)
    take_back(2)
    for target in (2, 3, 4):
        with pytest.raises(ImpossibleFact, match="no such line"):
            correct(target, hand())


def test_a_reason_has_an_end(record, correct, take_back):
    record(hand())
    with pytest.raises(UnreadableSheet) as refused:
        correct(1, hand(bid=6), reason="x" * 2001)
    assert refused.value.field == "reason"
    with pytest.raises(UnreadableSheet):
        take_back(1, reason="\ud800")


# ---------------------------------------------------------------- people come and go


@pytest.fixture
def open_game(session, clock, alice):
    code = create_game(session, clock, alice, draft(("Ann", "Bob", "Cy"), variant="money-pitch"))

    def say(facts):
        seen = read_game(session, code).seq
        record_line(session, clock, code, facts, op_id=op_id(), seen=seen, device=alice)
        return read_game(session, code)

    return say


def test_who_joins_gets_a_seat_and_who_comes_back_his_own(open_game):
    view = open_game({"join": "Gus", "after": "1"})
    assert (view.table.players, view.names["4"]) == (("1", "4", "2", "3"), "Gus")
    assert view.lines[0].facts == {"join": "4", "after": "1"}
    open_game({"leave": "2"})
    view = open_game({"join": "Bob"})
    assert (view.table.players, len(view.names)) == (("1", "4", "3", "2"), 4)


def test_a_name_that_looks_like_a_seat_key_is_a_name(open_game):
    view = open_game({"join": "1"})
    assert (view.table.players, view.names["4"]) == (("1", "2", "3", "4"), "1")


def test_who_sits_already_does_not_join(open_game):
    with pytest.raises(ImpossibleFact, match="Bob is at the table already") as refused:
        open_game({"join": "Bob"})
    assert refused.value.field == "join"


def test_a_refused_join_leaves_no_seat(open_game):
    with pytest.raises(ImpossibleFact, match="9 is not at the table"):
        open_game({"join": "Gus", "after": "9"})
    view = open_game({"join": "Hal"})
    assert view.names == {"1": "Ann", "2": "Bob", "3": "Cy", "4": "Hal"}
