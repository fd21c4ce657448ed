"""A seal that was kept tells a history that somebody knowingly rewrote, which the chain of hashes alone does not."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import text

from scorekeeper.models.tables import lines
from scorekeeper.models.types import utc_text
from scorekeeper.services.games.create import create_game
from scorekeeper.services.games.hashes import first_hash, next_hash
from scorekeeper.services.games.lines import record_line, undo
from scorekeeper.services.games.seals import LENGTH, Seal, find_sealed, read_seal, read_seals, seal_of
from scorekeeper.services.games.store import load_game
from scorekeeper.services.operations.doctor import Verdict, run_checks
from scorekeeper.services.submission import Submission
from tests.databases import by_hand
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


def verdicts(engine, *seals):
    with engine.connect() as connection:
        found = {found.check.name: found for found in run_checks(connection, quick=True, seals=seals)}
    return found["lines"].verdict, found["seals"]


def forge(session, database, code, seq, change):
    """Rewrite a row and every hash after it, as whoever holds the laptop can."""
    connection = session.connection()
    row = load_game(connection, code).row
    previous = first_hash(code, json.loads(row.head), json.loads(row.variant))
    changes = []
    for line in connection.execute(lines.select().order_by(lines.c.seq)).mappings().all():
        told = {**line, "recorded_at": utc_text(line["recorded_at"])}
        told |= change(told) if line["seq"] == seq else {}
        new, facts = next_hash(previous, told), json.dumps(told["facts"])
        hashes = f"previous_hash = x'{previous.hex()}', hash = x'{new.hex()}'"
        values = f"facts = '{facts}', op_id = '{told['op_id']}', {hashes}"
        changes.append(f"UPDATE lines SET {values} WHERE seq = {told['seq']}")  # noqa: S608 - nothing comes from outside
        previous = new
    session.commit()
    by_hand(database, *changes, f"UPDATE games SET hash = x'{previous.hex()}'")  # noqa: S608 - as above


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
def test_what_is_no_seal(engine, typed):
    assert read_seal(typed) is None
    _, seals = verdicts(engine, typed)
    assert (seals.verdict, len(seals.faults)) == (Verdict.WRONG, 1)


def test_a_seal_follows_from_the_hash_and_is_spread_evenly():
    """Thirty symbols, twelve of them: a hash counts from the end, as a number in base thirty."""
    assert seal_of(3, bytes(32)) == Seal(3, "2" * LENGTH)
    assert str(seal_of(3, (29).to_bytes(32))) == "3-Z222-2222-2222"
    assert seal_of(3, (30).to_bytes(32)).symbols.startswith("23")


def test_every_seal_of_an_honest_game_is_found_after_an_undo_too(session, engine, game, clock, alice):
    code, kept = game
    undo(session, clock, code, HANDS, Submission(op_id=op_id(), seen=HANDS, device=alice))
    session.commit()
    lines_of, seals = verdicts(engine, *kept.values())
    assert (lines_of, seals.verdict) == (Verdict.OK, Verdict.OK)
    found = "the seal of row {} in league 1, game 1; the lines check says whether its rows still match"
    assert seals.notes == tuple(f"{kept[row]}: {found.format(row)}" for row in kept)


@pytest.mark.parametrize("seq", range(1, HANDS + 1))
@pytest.mark.parametrize(
    "change",
    [
        lambda line: {"facts": {**line["facts"], "bid": 6}},
        lambda line: {"facts": {**line["facts"], "note": "It was Ann."}},
        lambda _: {"op_id": "0" * 32},
    ],
    ids=["bid", "note", "number"],
)
def test_a_history_rewritten_with_its_hashes_is_told_by_its_seals(session, engine, database, game, seq, change):
    code, kept = game
    forge(session, database, code, seq, change)
    lines_of, seals = verdicts(engine, *kept.values())
    assert lines_of == Verdict.OK, "the chain alone holds"
    assert seals.verdict == Verdict.WRONG
    assert [fault.partition(":")[0] for fault in seals.faults] == [kept[row] for row in kept if row >= seq]


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
