"""A seal that was kept tells a history that somebody knowingly rewrote, which the chain of hashes alone does not."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.lines import record_line
from scorekeeper.services.games.seals import LENGTH, Seal, find_sealed, read_seal, read_seals, seal_of
from scorekeeper.services.games.store import load_game
from scorekeeper.services.submission import Submission
from tests.factories import draft, hand, op_id
from tests.forging import FORGERIES
from tests.forging import forge as rewrite

HANDS = 4


@pytest.fixture
def game(session, clock, alice):
    """A game of four hands, and its seal after each: row -> what somebody wrote down."""
    code, kept = create_game(session, clock, alice, draft()), {}
    for seen in range(HANDS):
        record_line(session, clock, code, hand(), Submission(op_id=op_id(), seen=seen, device=alice))
        row = load_game(session.connection(), code).row
        kept[row.seq] = str(seal_of(row.seq, row.hash))
    session.commit()
    return code, kept


def test_a_seal_is_written_and_read_again(game):
    _, kept = game
    for row, written in kept.items():
        seal = read_seal(written)
        assert (seal.seq, len(seal.symbols), str(seal)) == (row, LENGTH, written)
        assert read_seal(f"  {written.lower().replace('-', '  ')} ") == seal
    assert len(set(kept.values())) == HANDS


@pytest.mark.parametrize(
    "typed", ["", "14", "K7P4-RWX9-3QMT", "14-K7P4-RWX9", "0-K7P4-RWX9-3QMT", "99999999999-K7P4-RWX9-3QMT"]
)
def test_what_is_no_seal(typed):
    assert read_seal(typed) is None


def test_a_seal_follows_from_the_hash_and_is_spread_evenly():
    """Thirty symbols, twelve of them: a hash counts from the end, as a number in base thirty."""
    assert seal_of(3, bytes(32)) == Seal(3, "2" * LENGTH)
    assert str(seal_of(3, (29).to_bytes(32))) == "3-Z222-2222-2222"
    assert seal_of(3, (30).to_bytes(32)).symbols.startswith("23")


def test_a_game_that_was_taken_out_is_told(session, game):
    _, kept = game
    seal = read_seal(kept[2])
    assert find_sealed(session.connection(), seal) == (1, 1)
    assert find_sealed(session.connection(), seal._replace(seq=3)) is None
    assert session.scalar(text("SELECT count(*) FROM lines")) == HANDS


def seals_now(session, code, row):
    connection = session.connection()
    return read_seals(connection, load_game(connection, code), row)


def test_what_a_phone_is_told_is_the_seal_it_kept_and_the_newest(session, game):
    code, kept = game
    for row in kept:
        assert tuple(map(str, seals_now(session, code, row))) == (kept[HANDS], kept[row])
    assert seals_now(session, code, HANDS + 1)[1] is None


def test_a_game_without_rows_has_no_seal(session, clock, alice):
    assert seals_now(session, create_game(session, clock, alice, draft()), 1) == (None, None)


@pytest.mark.parametrize("how", FORGERIES)
def test_no_forgery_of_what_a_phone_saw_keeps_its_seal(session, clock, alice, database, how):
    code = create_game(session, clock, alice, draft())
    for seen in range(8):
        record_line(session, clock, code, hand("12"[seen % 2]), Submission(op_id=op_id(), seen=seen, device=alice))
    kept, _ = seals_now(session, code, 8)
    session.commit()
    rewrite(database, code, **FORGERIES[how])
    assert seals_now(session, code, 8)[1] != kept
