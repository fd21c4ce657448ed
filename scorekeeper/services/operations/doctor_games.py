"""Checks of games and ledger: nothing was changed by hand, and every score and entry follows from the lines."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sqlalchemy import Text, and_, case, func, or_, select, type_coerce

from scorekeeper.models.ledger import PAYMENT, REVERSAL, STAKES
from scorekeeper.models.tables import entries, games, postings, rulebooks
from scorekeeper.models.tables import lines as log
from scorekeeper.models.types import utc_text
from scorekeeper.rules.stakes import written_amount
from scorekeeper.services.games.hashes import HASHED_COLUMNS, canonical_json, digest, first_broken_line, first_hash
from scorekeeper.services.games.replay import replay_game, replay_log
from scorekeeper.services.games.seals import find_sealed, read_seal
from scorekeeper.services.games.snapshots import STATE_VERSION, state_to_json
from scorekeeper.services.games.store import read_log
from scorekeeper.services.league.roster import people_by_seat
from scorekeeper.services.money.ledger import nonzero, open_entries, sum_cents, total_due

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Column

    from scorekeeper.services.games.store import OpenGame
    from scorekeeper.services.operations.doctor_context import CheckContext


RULEBOOKS = select(
    rulebooks.c.league_id, rulebooks.c.id, rulebooks.c.digest, type_coerce(rulebooks.c.variant, Text).label("variant")
).order_by(rulebooks.c.league_id, rulebooks.c.id)


def rules(context: CheckContext) -> Iterator[str]:
    """Check that each rulebook's text is the one its digest was made of."""
    for row in context.connection.execute(RULEBOOKS):
        if digest(json.loads(row.variant)) != row.digest:
            yield f"League {row.league_id}, rules {row.id}: its text was changed by hand."


# ---------------------------------------------------------------- lines


def lines(context: CheckContext) -> Iterator[str]:
    """Check that the hash chain of each game holds from its head to its last row."""
    return context.faults_of_games(_broken_line)


def _broken_line(context: CheckContext, game: OpenGame) -> str | None:
    """Return a sentence for the first row of a game that was changed after it was written; None if there is none.

    The rows and the last hash are read in one statement: somebody may be playing.
    """
    found = context.connection.execute(
        select(
            *(log.c[name] for name in (*HASHED_COLUMNS, "previous_hash", "hash")),
            games.c.hash.label("tip"),
            games.c.seq.label("last"),
        )
        .select_from(games.outerjoin(log, and_(log.c.league_id == games.c.league_id, log.c.game_id == games.c.id)))
        .where(games.c.league_id == game.row.league_id, games.c.id == game.row.id)
        .order_by(log.c.seq)
    ).mappings()
    found_rows = [dict(row) for row in found]
    tip, last = found_rows[0]["tip"], found_rows[0]["last"]
    rows = [{**row, "recorded_at": utc_text(row["recorded_at"])} for row in found_rows if row["seq"] is not None]
    start = first_hash(game.row.code, json.loads(game.row.head), json.loads(game.row.variant))
    broken = first_broken_line(start, rows, tip)
    if broken is None:
        return None
    if len(rows) < last and broken > len(rows):
        return f"row {broken} is missing."
    begins = rows[0]["previous_hash"] if rows else tip
    if begins != start and first_broken_line(begins, rows, tip) is None:
        return "its seats, stakes or rules were changed by hand."
    if broken > len(rows):
        return "its last hash was changed by hand."
    return f"row {broken} was changed by hand, or a row before it was removed."


def seals(context: CheckContext) -> Iterator[str]:
    """Check that every seal somebody kept is that of a row; a row that was changed has another."""
    for text in context.seals:
        seal = read_seal(text)
        if seal is None:
            yield f"“{text}” isn't a seal. A seal is a number and three groups of four, like 14-K7P4-RWX9-3QMT."
        elif found := find_sealed(context.connection, seal):
            where = f"the seal of row {seal.seq} in league {found[0]}, game {found[1]}"
            context.notes.append(f"{seal}: {where}; the lines check says whether its rows still match")
        else:
            yield f"{seal}: no game has it. A row up to {seal.seq} was changed, the game is gone, or it was misread."


# ---------------------------------------------------------------- scores


def scores(context: CheckContext) -> Iterator[str]:
    """Check that the snapshot of each game is what its lines make when they are replayed."""
    return context.faults_of_games(_wrong_score)


def _wrong_score(context: CheckContext, game: OpenGame) -> str | None:
    snapshot, state = replay_game(context.connection, game), game.state
    table = snapshot.table
    fresh = (state.get("v"), state.get("seq")) == (STATE_VERSION, game.seq)  # any other is rebuilt anyway
    wanted = state_to_json(game.seq, table, snapshot.recent if "recent" in state else None)
    if fresh and canonical_json(state) != canonical_json(wanted):
        return "its stored state does not follow from its lines."
    if (game.row.finished_at is not None) != table.finished:
        return "it is stored as finished but is not, or the other way around."
    return None


ITS_POSTINGS = and_(postings.c.league_id == entries.c.league_id, postings.c.entry_id == entries.c.id)
TOTAL = func.coalesce(func.sum(postings.c.cents), 0)
reversed_entries = entries.alias("taken_back")


# ---------------------------------------------------------------- zero


def entries_sum(context: CheckContext) -> Iterator[str]:
    """Check that the postings of each entry add up to zero, and that entries are numbered from 1 without gaps."""
    for row in context.connection.execute(
        select(entries.c.league_id, entries.c.id, TOTAL.label("cents"), func.count(postings.c.person_id).label("many"))
        .outerjoin(postings, ITS_POSTINGS)
        .group_by(entries.c.league_id, entries.c.id)
        .having(or_(TOTAL != 0, func.count(postings.c.person_id) == 0))
        .order_by(entries.c.league_id, entries.c.id)
    ):
        fault = f"it comes to {written_amount(int(row.cents))}." if row.many else "it has no postings."
        yield f"League {row.league_id}, entry {row.id}: {fault}"
    for row in context.connection.execute(
        select(entries.c.league_id, func.count().label("many"), func.max(entries.c.id).label("last"))
        .group_by(entries.c.league_id)
        .having(func.count() != func.max(entries.c.id))
    ):
        yield f"League {row.league_id}: of {row.last} entries {row.last - row.many} are missing."


def sums(context: CheckContext) -> Iterator[str]:
    """Check that every game, night and league adds up to zero in each currency."""
    for what, column in (("game", entries.c.game_id), ("night", entries.c.night_id), ("league", entries.c.league_id)):
        yield from _sums_of(context, what, column)


def _sums_of(context: CheckContext, what: str, column: Column[int | None]) -> Iterator[str]:
    for row in context.connection.execute(
        select(entries.c.league_id, column.label("number"), entries.c.currency, TOTAL.label("cents"))
        .join(postings, ITS_POSTINGS)
        .where(column.is_not(None))
        .group_by(entries.c.league_id, column, entries.c.currency)
        .having(TOTAL != 0)
        .order_by(entries.c.league_id, column, entries.c.currency)
    ):
        which = f"League {row.league_id}" if what == "league" else f"League {row.league_id}, {what} {row.number}"
        yield f"{which}: it comes to {written_amount(int(row.cents))} {row.currency}."


# ---------------------------------------------------------------- reversals and payments


def reversals(context: CheckContext) -> Iterator[str]:
    """Check that a reversal mirrors each posting of what it reverses, and is of the same game and night."""
    both = or_(postings.c.entry_id == entries.c.id, postings.c.entry_id == entries.c.reverses)
    for row in context.connection.execute(
        select(entries.c.league_id, entries.c.id, entries.c.reverses)
        .join(postings, and_(postings.c.league_id == entries.c.league_id, both))
        .where(entries.c.kind == REVERSAL)
        .group_by(entries.c.league_id, entries.c.id, entries.c.reverses, postings.c.person_id)
        .having(TOTAL != 0)
        .distinct()
        .order_by(entries.c.league_id, entries.c.id)
    ):
        yield f"League {row.league_id}, entry {row.id}: it does not mirror entry {row.reverses}."
    belongs = ("game_id", "night_id", "currency")
    elsewhere = or_(*(entries.c[key].is_distinct_from(reversed_entries.c[key]) for key in belongs))
    for row in context.connection.execute(
        select(entries.c.league_id, entries.c.id, entries.c.reverses)
        .join(
            reversed_entries,
            and_(reversed_entries.c.league_id == entries.c.league_id, reversed_entries.c.id == entries.c.reverses),
        )
        .where(or_(elsewhere, reversed_entries.c.kind == REVERSAL, reversed_entries.c.id >= entries.c.id))
        .order_by(entries.c.league_id, entries.c.id)
    ):
        yield f"League {row.league_id}, entry {row.id}: it cannot take entry {row.reverses} back."


def payments(context: CheckContext) -> Iterator[str]:
    """Check that a payment is one person's plus and another's minus, and belongs to no game."""
    plus = func.sum(case((postings.c.cents > 0, 1), else_=0))
    minus = func.sum(case((postings.c.cents < 0, 1), else_=0))
    for row in context.connection.execute(
        select(entries.c.league_id, entries.c.id)
        .join(postings, ITS_POSTINGS)
        .where(entries.c.kind == PAYMENT)
        .group_by(entries.c.league_id, entries.c.id, entries.c.game_id)
        .having(or_(plus != 1, minus != 1, func.count() != plus + minus, entries.c.game_id.is_not(None)))
        .order_by(entries.c.league_id, entries.c.id)
    ):
        yield f"League {row.league_id}, entry {row.id}: it is not a payment from one person to another."


# ---------------------------------------------------------------- what the lines say


def stakes(context: CheckContext) -> Iterator[str]:
    """Check that the open stakes entries of a game are what its lines come to, replayed."""
    return context.faults_of_games(_wrong_stakes)


def _wrong_stakes(context: CheckContext, game: OpenGame) -> str | None:
    connection, row = context.connection, game.row
    unreversed = open_entries(connection, row.league_id, row.id)
    if game.head.stakes is None:
        return "it has no stakes but moved money." if unreversed else None
    due = total_due(*replay_log(game.head, read_log(connection, game)))
    person = people_by_seat(connection, row.league_id, row.id)
    wanted = nonzero({person[key]: cents for key, cents in due.items()})
    moved = sum_cents(entry.cents for entry in unreversed)
    if moved != wanted:
        numbers = ", ".join(str(entry.entry_id) for entry in unreversed) or "none"
        return f"its lines come to {_amounts(wanted)}, its entries ({numbers}) to {_amounts(moved)}."
    return _foreign_parts(context, game)


def _amounts(cents: dict[int, int]) -> str:
    return ", ".join(f"person {who} {written_amount(cents[who])}" for who in sorted(cents)) or "nothing"


def _foreign_parts(context: CheckContext, game: OpenGame) -> str | None:
    """Return which entry of a game is not in its own currency and night."""
    currency = game.head.stakes.currency if game.head.stakes else None
    stray = context.connection.scalars(
        select(entries.c.id).where(
            entries.c.league_id == game.row.league_id,
            entries.c.game_id == game.row.id,
            entries.c.kind == STAKES,
            or_(entries.c.currency != currency, entries.c.night_id.is_distinct_from(game.row.night_id)),
        )
    ).all()
    return f"entry {stray[0]} belongs to another night or currency." if stray else None
