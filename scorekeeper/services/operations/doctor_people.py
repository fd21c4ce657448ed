"""The doctor's checks of people: everyone can be found by name, and nobody shares a name unnoticed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from scorekeeper.models.tables import people
from scorekeeper.rules.name_keys import name_key
from scorekeeper.services.league.roster import people_of_one_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.services.operations.doctor_context import CheckContext

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
            yield f"League {row.league_id}, person {row.id}: a search for their name does not find them."
    twins = people_of_one_name(context.connection)
    for league_id, group in twins[:MAX_TWINS]:
        listed = ", ".join(f"“{name}” (person {number})" for number, name in group)
        context.notes.append(f"league {league_id} has {listed}: one name; merge or rename them on its page of people")
    if len(twins) > MAX_TWINS:
        context.notes.append(f"and {len(twins) - MAX_TWINS} more names that several people have")
