"""The doctor's checks of people and tournaments: names are found, and the ledger says what tournaments paid out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, select

from scorekeeper.models.ledger import PRIZES
from scorekeeper.models.tables import entries, people, postings, tournaments
from scorekeeper.models.tournament import OPEN, OVER
from scorekeeper.rules.documents import name_key
from scorekeeper.services.errors import TournamentNotFound
from scorekeeper.services.league.roster import people_of_one_name
from scorekeeper.services.money.ledger import nonzero, reversals
from scorekeeper.services.operations.doctor_context import UNREADABLE
from scorekeeper.services.tournaments.log import read_rows
from scorekeeper.services.tournaments.prizes import settled
from scorekeeper.services.tournaments.state import replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from scorekeeper.services.money.ledger import CentsByPerson
    from scorekeeper.services.operations.doctor_context import CheckContext
    from scorekeeper.services.tournaments.state import TournamentState

MAX_TWINS = 10
"""Groups of people of one name that are listed; the others are counted."""


def names(context: CheckContext) -> Iterator[str]:
    """Check that every name is found by its key; note people who share one, to be merged or renamed."""
    for row in context.connection.execute(
        select(people.c.league_id, people.c.id, people.c.name, people.c.name_key).order_by(
            people.c.league_id, people.c.id
        )
    ):
        if row.name_key != name_key(row.name):
            yield f"League {row.league_id}, person {row.id}: searching for their name does not find them."
    twins = people_of_one_name(context.connection)
    for league_id, group in twins[:MAX_TWINS]:
        listed = ", ".join(f"“{name}” (person {number})" for number, name in group)
        context.notes.append(f"league {league_id} has {listed}: the same name; merge or rename them on its People page")
    if len(twins) > MAX_TWINS:
        context.notes.append(f"and {len(twins) - MAX_TWINS} more names shared by several people")


def played_tournaments(context: CheckContext) -> Iterator[str]:
    """Check that every tournament is what its lines make, and that the open entries of prizes are theirs."""
    connection = context.connection
    due: dict[tuple[int, int], CentsByPerson] = {}
    for row in connection.execute(select(tournaments).order_by(tournaments.c.league_id, tournaments.c.id)):
        place = f"League {row.league_id}, tournament {row.id}"
        try:
            lines = read_rows(connection, row.league_id, row.id)
            state = replay(lines)
        except (*UNREADABLE, TournamentNotFound) as error:
            yield f"{place}: its lines are not possible: {error}"
            continue
        status = OVER if state.finished else OPEN
        if (row.name, row.day, row.status, row.seq) != (state.setup.name, state.setup.day, status, len(lines)):
            yield f"{place}: its name, day, end or number of lines does not match its lines."
        if state.entry is not None:
            due[row.league_id, state.entry] = _moved(state)
    posted = _open_entries(connection)
    for league_id, entry in sorted(due.keys() | posted.keys()):
        if due.get((league_id, entry)) != posted.get((league_id, entry)):
            yield f"League {league_id}, entry {entry}: it does not match what a tournament took in and paid out."


def _moved(state: TournamentState) -> CentsByPerson:
    return nonzero(settled(state, dict(state.paid))[1])


def _open_entries(connection: Connection) -> dict[tuple[int, int], CentsByPerson]:
    """Return the entries of fees and prizes that nothing has reversed."""
    found: dict[tuple[int, int], CentsByPerson] = {}
    for row in connection.execute(
        select(entries.c.league_id, entries.c.id, postings.c.person_id, postings.c.cents)
        .join(postings, and_(postings.c.league_id == entries.c.league_id, postings.c.entry_id == entries.c.id))
        .outerjoin(reversals, and_(reversals.c.league_id == entries.c.league_id, reversals.c.reverses == entries.c.id))
        .where(entries.c.kind == PRIZES, reversals.c.id.is_(None))
    ):
        found.setdefault((row.league_id, row.id), {})[row.person_id] = row.cents
    return found
