"""What a game's lines post: a correction that costs nothing, and a sheet (random nights: test_random_nights.py)."""

from scorekeeper.core.transaction import Submission
from scorekeeper.games.game_view import read_game
from scorekeeper.games.lines import correct_line
from scorekeeper.transfer.sheets import export_sheet, import_sheet, sheet_as_toml
from tests.factories import hand
from tests.ledgers import due, kept, of_the_game

DIMES = {"currency": "USD", "game": "0.10", "set": "0.05"}


def test_a_correction_that_costs_nobody_anything_posts_nothing(session, clock, alice, new_game):
    """Ten-point for a dime and a nickel a set: Ann & Cy have 40, Bob & Dee 44, the game is to 52."""
    code = new_game(hand("2", 5), stakes=DIMES, opening={0: 40, 1: 44})
    correct_line(Submission(session, clock, alice, seen=1, reason="So it was."), code, 1, hand("2", 6))
    assert read_game(session, code).seq == 2
    assert kept(session) == [("stakes", 1, None, {1: -10, 2: 10, 3: -10, 4: 10})]


def pitch(bidder):
    """Everything to one, 4 points."""
    return {"bidder": bidder, "bid": 2, "points": dict.fromkeys(("high", "low", "jack", "game"), bidder)}


def test_an_imported_sheet_posts_what_its_game_posted(session, clock, alice, new_game):
    """Money pitch, people come and go, a nickel a point against the average."""
    about = {"names": ("Ann", "Bob", "Cy"), "variant": "money-pitch", "stakes": {"currency": "USD", "point": "0.05"}}
    lines = pitch("1"), {"leave": "3"}, pitch("2"), {"join": "Eve"}, pitch("4"), {"settle": True}, pitch("1")
    code = new_game(*lines, **about)
    played = kept(session)
    again = import_sheet(Submission(session, clock, alice), sheet_as_toml(export_sheet(session, code)))
    assert [cents for *_, cents in kept(session)[len(played) :]] == [cents for *_, cents in played]
    assert {seq for _, seq, *_ in kept(session)[len(played) :]} == {7}, "all of them with its last row"
    assert due(session, again) == of_the_game(session, again) == due(session, code)
