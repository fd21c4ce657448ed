"""Checks of the ledger: whoever wrote in the file, money is neither made nor lost, and it is what the lines say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, case, func, or_, select

from scorekeeper.models.ledger import PAYMENT, REVERSAL, STAKES
from scorekeeper.models.tables import entries, postings
from scorekeeper.rules.stakes import written_amount
from scorekeeper.services.games.replay import replay_log
from scorekeeper.services.games.store import read_log
from scorekeeper.services.league.roster import people_by_seat
from scorekeeper.services.money.ledger import nonzero, open_entries, sum_cents, total_due

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Column

    from scorekeeper.services.doctor_patient import Patient
    from scorekeeper.services.games.store import OpenGame

ITS_POSTINGS = and_(postings.c.league_id == entries.c.league_id, postings.c.entry_id == entries.c.id)
TOTAL = func.coalesce(func.sum(postings.c.cents), 0)
taken_back = entries.alias("taken_back")


# ---------------------------------------------------------------- zero


def entries_sum(patient: Patient) -> Iterator[str]:
    """Each entry has postings that add up to zero, and entries are numbered from 1 without gaps in each league."""
    for row in patient.connection.execute(
        select(entries.c.league_id, entries.c.id, TOTAL.label("cents"), func.count(postings.c.person_id).label("many"))
        .outerjoin(postings, ITS_POSTINGS)
        .group_by(entries.c.league_id, entries.c.id)
        .having(or_(TOTAL != 0, func.count(postings.c.person_id) == 0))
        .order_by(entries.c.league_id, entries.c.id)
    ):
        fault = f"it comes to {written_amount(int(row.cents))}." if row.many else "nobody's cents are in it."
        yield f"League {row.league_id}, entry {row.id}: {fault}"
    for row in patient.connection.execute(
        select(entries.c.league_id, func.count().label("many"), func.max(entries.c.id).label("last"))
        .group_by(entries.c.league_id)
        .having(func.count() != func.max(entries.c.id))
    ):
        yield f"League {row.league_id}: of {row.last} entries {row.last - row.many} are missing."


def sums(patient: Patient) -> Iterator[str]:
    """Every game, night and league adds up to zero in each currency."""
    for what, column in (("game", entries.c.game_id), ("night", entries.c.night_id), ("league", entries.c.league_id)):
        yield from _sums_of(patient, what, column)


def _sums_of(patient: Patient, what: str, column: Column[int | None]) -> Iterator[str]:
    for row in patient.connection.execute(
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


def reversals(patient: Patient) -> Iterator[str]:
    """A reversal has each posting of what it reverses with its sign turned, and is of the same game and night."""
    both = or_(postings.c.entry_id == entries.c.id, postings.c.entry_id == entries.c.reverses)
    for row in patient.connection.execute(
        select(entries.c.league_id, entries.c.id, entries.c.reverses)
        .join(postings, and_(postings.c.league_id == entries.c.league_id, both))
        .where(entries.c.kind == REVERSAL)
        .group_by(entries.c.league_id, entries.c.id, entries.c.reverses, postings.c.person_id)
        .having(TOTAL != 0)
        .distinct()
        .order_by(entries.c.league_id, entries.c.id)
    ):
        yield f"League {row.league_id}, entry {row.id}: it is not the mirror of entry {row.reverses}."
    belongs = ("game_id", "night_id", "currency")
    elsewhere = or_(*(entries.c[key].is_distinct_from(taken_back.c[key]) for key in belongs))
    for row in patient.connection.execute(
        select(entries.c.league_id, entries.c.id, entries.c.reverses)
        .join(taken_back, and_(taken_back.c.league_id == entries.c.league_id, taken_back.c.id == entries.c.reverses))
        .where(or_(elsewhere, taken_back.c.kind == REVERSAL, taken_back.c.id >= entries.c.id))
        .order_by(entries.c.league_id, entries.c.id)
    ):
        yield f"League {row.league_id}, entry {row.id}: it cannot take entry {row.reverses} back."


def payments(patient: Patient) -> Iterator[str]:
    """A payment is one person's plus and another's minus, and belongs to no game."""
    plus = func.sum(case((postings.c.cents > 0, 1), else_=0))
    minus = func.sum(case((postings.c.cents < 0, 1), else_=0))
    for row in patient.connection.execute(
        select(entries.c.league_id, entries.c.id)
        .join(postings, ITS_POSTINGS)
        .where(entries.c.kind == PAYMENT)
        .group_by(entries.c.league_id, entries.c.id, entries.c.game_id)
        .having(or_(plus != 1, minus != 1, func.count() != plus + minus, entries.c.game_id.is_not(None)))
        .order_by(entries.c.league_id, entries.c.id)
    ):
        yield f"League {row.league_id}, entry {row.id}: it is no payment from one to another."


# ---------------------------------------------------------------- what the lines say


def stakes(patient: Patient) -> Iterator[str]:
    """The stakes entries of a game that stand are what its lines come to, played anew."""
    return patient.faults_of_games(_moved_otherwise)


def _moved_otherwise(patient: Patient, game: OpenGame) -> str | None:
    connection, row = patient.connection, game.row
    stand = open_entries(connection, row.league_id, row.id)
    if game.head.stakes is None:
        return "it is not played for money, and has moved some." if stand else None
    due = total_due(*replay_log(game.head, read_log(connection, game)))
    person = people_by_seat(connection, row.league_id, row.id)
    wanted = nonzero({person[key]: cents for key, cents in due.items()})
    moved = sum_cents(entry.cents for entry in stand)
    if moved != wanted:
        numbers = ", ".join(str(entry.entry_id) for entry in stand) or "none"
        return f"its lines come to {_listed(wanted)}, its entries ({numbers}) to {_listed(moved)}."
    return _belongs_elsewhere(patient, game)


def _listed(cents: dict[int, int]) -> str:
    return ", ".join(f"person {who} {written_amount(cents[who])}" for who in sorted(cents)) or "nothing"


def _belongs_elsewhere(patient: Patient, game: OpenGame) -> str | None:
    """Say which entry of a game is not in its own currency and night."""
    currency = game.head.stakes.currency if game.head.stakes else None
    stray = patient.connection.scalars(
        select(entries.c.id).where(
            entries.c.league_id == game.row.league_id,
            entries.c.game_id == game.row.id,
            entries.c.kind == STAKES,
            or_(entries.c.currency != currency, entries.c.night_id.is_distinct_from(game.row.night_id)),
        )
    ).all()
    return f"entry {stray[0]} is of another night or currency." if stray else None
