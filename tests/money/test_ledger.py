"""What a game's lines post: when it settles, what a correction reverses, and what it leaves alone."""

import pytest

from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.game_view import read_game
from scorekeeper.games.lines import correct_line, record_line, undo
from scorekeeper.transfer.sheets import export_sheet, import_sheet, sheet_as_toml
from tests.factories import draft, hand
from tests.ledgers import assert_sound, due, kept, of_the_game

DIMES = {"currency": "USD", "game": "0.10", "set": "0.05"}


@pytest.fixture
def near_the_end(session, clock, alice):
    """Ten-point for a dime and a nickel a set: Ann & Cy have 40, Bob & Dee 44, the game is to 52; give its code."""
    return create_game(Submission(session, clock, alice), draft(stakes=DIMES, opening={0: 40, 1: 44}))


@pytest.fixture
def open_table(session, clock, alice):
    """Money pitch, people come and go, a nickel a point against the average; give its code."""
    stakes = {"currency": "USD", "point": "0.05"}
    return create_game(
        Submission(session, clock, alice), draft(("Ann", "Bob", "Cy"), variant="money-pitch", stakes=stakes)
    )


class Phone:
    """What one phone does to one game, always knowing its last row."""

    def __init__(self, session, clock, device, code):
        self.known, self.code = (session, clock, device), code

    def form(self, **more):
        return Submission(*self.known, seen=read_game(self.known[0], self.code).seq, **more)

    def record(self, facts):
        return record_line(self.form(), self.code, facts)

    def undo(self, target):
        return undo(self.form(), self.code, target)

    def correct(self, target, facts, reason="So it was."):
        return correct_line(self.form(reason=reason), self.code, target, facts)


@pytest.fixture
def phone(session, clock, alice):
    return lambda code: Phone(session, clock, alice, code)


def test_a_correction_that_costs_nobody_anything_posts_nothing(session, near_the_end, phone):
    table = phone(near_the_end)
    table.record(hand("2", 5))
    table.correct(1, hand("2", 6))
    assert read_game(session, near_the_end).seq == 2
    assert kept(session) == [("stakes", 1, None, {1: -10, 2: 10, 3: -10, 4: 10})]


def pitch(bidder, *others):
    """Everything to one, 4 points; or each named player one point."""
    keys = ("high", "low", "jack", "game")
    return {"bidder": bidder, "bid": 2, "points": dict(zip(keys, (bidder, bidder, *others, bidder), strict=False))}


def test_what_was_settled_before_the_change_stays(session, open_table, phone):
    table = phone(open_table)
    for bidder in "123":
        table.record(pitch(bidder))
        table.record({"settle": True})
    before = kept(session)
    table.correct(3, pitch("1"))
    assert [(kind, reverses) for kind, _, reverses, _ in kept(session)[3:]] == [
        ("reversal", 3), ("reversal", 2), ("stakes", None), ("stakes", None),
    ]  # fmt: skip
    assert kept(session)[:3] == before
    assert_sound(session, open_table)


def test_hands_since_the_last_settlement_are_not_owed_yet(session, open_table, phone):
    table = phone(open_table)
    table.record(pitch("1"))
    table.record({"settle": True})
    table.record(pitch("2"))
    assert due(session, open_table) == of_the_game(session, open_table) == {"1": 10, "2": -5, "3": -5}
    table.correct(3, pitch("3"))
    assert len(kept(session)) == 1, "and changing them posts nothing"
    table.undo(2)
    assert [kind for kind, *_ in kept(session)] == ["stakes", "reversal"]
    assert of_the_game(session, open_table) == {}


def test_an_imported_sheet_posts_what_its_game_posted(session, clock, alice, open_table, phone):
    table = phone(open_table)
    for facts in (pitch("1"), {"leave": "3"}, pitch("2"), {"join": "Eve"}, pitch("4"), {"settle": True}, pitch("1")):
        table.record(facts)
    played = kept(session)
    toml = sheet_as_toml(export_sheet(session, open_table))
    again = import_sheet(Submission(session, clock, alice), toml)
    assert [cents for *_, cents in kept(session)[len(played) :]] == [cents for *_, cents in played]
    assert {seq for _, seq, *_ in kept(session)[len(played) :]} == {7}, "all of them with its last row"
    assert due(session, again) == due(session, open_table)
    assert_sound(session, again, open_table)
