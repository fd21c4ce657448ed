"""A row changed by hand shows, whatever was changed."""

import pytest

from scorekeeper.core.chain import canonical_json, digest
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import correct_line, record_line
from scorekeeper.operations import league_checks
from tests.databases import by_hand
from tests.factories import draft, hand


@pytest.fixture
def code(session, clock, alice):
    code = create_game(Submission(session, clock, alice), draft())
    for seq, bidder in enumerate("123"):
        record_line(Submission(session, clock, alice, seen=seq), code, hand(bidder))
    correct_line(Submission(session, clock, alice, seen=3, reason="Six."), code, 2, hand("2", 6))
    return code


def broken(session):
    found = " ".join(league_checks.lines(session.connection(), 1))
    session.rollback()
    return found


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("UPDATE lines SET facts = replace(facts, '\"bid\":5', '\"bid\":4') WHERE seq = 2", "row 2 was changed"),
        ("UPDATE lines SET facts = replace(facts, 'Six', 'Sex') WHERE seq = 4", "row 4 was changed"),
        ("UPDATE lines SET target = 1 WHERE seq = 4", "row 4 was changed"),
        ("UPDATE lines SET kind = 'undo' WHERE seq = 4", "row 4 was changed"),
        ("UPDATE lines SET recorded_at = '2026-01-01T00:00:00.000000Z' WHERE seq = 3", "row 3 was changed"),
        ("UPDATE lines SET hash = x'00' WHERE seq = 2", "row 2 was changed"),
        ("UPDATE lines SET previous_hash = x'00' WHERE seq = 3", "row 3 was changed"),
        ("DELETE FROM lines WHERE seq = 2", "row 2 was changed"),
        ("DELETE FROM lines WHERE seq = 4", "row 4 is missing"),
        ("DELETE FROM lines", "row 1 is missing"),
        ("UPDATE lines SET seq = seq + 1 WHERE seq = 4", "row 4 was changed"),
        ('UPDATE games SET head = replace(head, \'"dealer":"4"\', \'"dealer":"1"\')', "its address, seats"),
        ("UPDATE rulebooks SET variant = replace(variant, '52', '42')", "its address, seats"),
        ("UPDATE games SET hash = x'00'", "its last hash"),
    ],
)
@pytest.mark.usefixtures("code")
def test_what_is_changed_by_hand_shows(session, database, change, found):
    assert broken(session) == ""
    by_hand(database, change)
    assert found in broken(session)


def test_an_empty_game_has_its_head(session, clock, alice, database):
    create_game(Submission(session, clock, alice), draft())
    assert broken(session) == ""
    by_hand(database, "UPDATE games SET head = replace(head, '\"1\"', '\"2\"')")
    assert "its address, seats" in broken(session)


def test_one_text_for_one_value():
    assert canonical_json({"b": 1, "a": [True, None, "é"]}) == b'{"a":[true,null,"\\u00e9"],"b":1}'
    assert digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1})
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_json(float("inf"))
