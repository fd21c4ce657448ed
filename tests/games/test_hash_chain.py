"""A row changed by hand shows, whatever was changed."""

import pytest

from scorekeeper.core.chain import canonical_json, digest
from scorekeeper.core.transaction import Submission
from scorekeeper.games.create import create_game
from scorekeeper.games.lines import correct_line, record_line
from tests.chains import broken_at
from tests.databases import by_hand
from tests.factories import draft, hand


@pytest.fixture
def code(session, clock, alice):
    code = create_game(Submission(session, clock, alice), draft())
    for seq, bidder in enumerate("123"):
        record_line(Submission(session, clock, alice, seen=seq), code, hand(bidder))
    correct_line(Submission(session, clock, alice, seen=3, reason="Six."), code, 2, hand("2", 6))
    return code


def test_untouched_the_chain_holds(session, code):
    assert broken_at(session, code) is None


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ("UPDATE lines SET facts = replace(facts, '\"bid\":5', '\"bid\":4') WHERE seq = 2", 2),
        ("UPDATE lines SET facts = replace(facts, 'Six', 'Sex') WHERE seq = 4", 4),
        ("UPDATE lines SET target = 1 WHERE seq = 4", 4),
        ("UPDATE lines SET kind = 'undo' WHERE seq = 4", 4),
        ("UPDATE lines SET recorded_at = '2026-01-01T00:00:00.000000Z' WHERE seq = 3", 3),
        ("UPDATE lines SET hash = x'00' WHERE seq = 2", 2),
        ("UPDATE lines SET previous_hash = x'00' WHERE seq = 3", 3),
        ("DELETE FROM lines WHERE seq = 2", 2),
        ("DELETE FROM lines WHERE seq = 4", 4),
        ("DELETE FROM lines", 1),
        ("UPDATE lines SET seq = seq + 1 WHERE seq = 4", 4),
        ('UPDATE games SET head = replace(head, \'"dealer":"4"\', \'"dealer":"1"\')', 1),
        ("UPDATE rulebooks SET variant = replace(variant, '52', '42')", 1),
        ("UPDATE games SET hash = x'00'", 5),
    ],
)
def test_what_is_changed_by_hand_shows(session, database, code, change, line):
    by_hand(database, change)
    assert broken_at(session, code) == line


def test_an_empty_game_has_its_head(session, clock, alice, database):
    code = create_game(Submission(session, clock, alice), draft())
    assert broken_at(session, code) is None
    by_hand(database, "UPDATE games SET head = replace(head, '\"1\"', '\"2\"')")
    assert broken_at(session, code) == 1


def test_one_text_for_one_value():
    assert canonical_json({"b": 1, "a": [True, None, "é"]}) == b'{"a":[true,null,"\\u00e9"],"b":1}'
    assert digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1})
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical_json(float("inf"))
