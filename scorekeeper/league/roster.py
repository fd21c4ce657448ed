"""The people of a league, who was merged into whom, and who sits in a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, func, insert, select
from sqlalchemy.orm import Session

from scorekeeper.core.text import name_columns
from scorekeeper.games.naming import distinct_names
from scorekeeper.models import Person, Seat
from scorekeeper.rules.documents import name_key


def find_or_add_person(connection: Connection, league_id: int, name: str, *, guest: bool = False) -> int:
    """Return the person of that name, in any spelling of it; one is added if the league has none.

    If there are several, the one with this spelling, else the first.
    """
    known = connection.scalar(
        select(Person.id)
        .where(
            Person.league_id == league_id,
            Person.name_key == name_key(name),
            Person.archived_at.is_(None),
            Person.merged_into.is_(None),
        )
        .order_by(Person.name != name, Person.id)
        .limit(1)
    )
    if known:
        return int(known)
    last = connection.scalar(select(func.max(Person.id)).where(Person.league_id == league_id))
    person_id = (last or 0) + 1
    row = {"league_id": league_id, "id": person_id, "guest": int(guest), **name_columns(name)}
    connection.execute(insert(Person), row)
    return person_id


def take_seats(connection: Connection, league_id: int, game_id: int, people: Iterable[tuple[int, int]]) -> None:
    """Seat people in a game: pairs of seat number and person."""
    connection.execute(
        insert(Seat),
        [
            {"league_id": league_id, "game_id": game_id, "number": number, "person_id": person_id}
            for number, person_id in people
        ],
    )


def people_by_seat(
    connection: Connection, league_id: int, game_id: int, merged: Mapping[int, int] | None = None
) -> dict[str, int]:
    """Return seat key -> person of everybody who ever sat in a game; with `merged`, whom they were merged into."""
    rows = connection.execute(
        select(Seat.number, Seat.person_id).where(Seat.league_id == league_id, Seat.game_id == game_id)
    )
    return {str(row.number): (merged or {}).get(row.person_id, row.person_id) for row in rows}


def merged_people(connection: Connection, league_id: int) -> dict[int, int]:
    """Return who was merged into whom: their seats and postings stay theirs, and count for the other."""
    rows = connection.execute(
        select(Person.id, Person.merged_into).where(Person.league_id == league_id, Person.merged_into.is_not(None))
    )
    return {row.id: row.merged_into for row in rows if row.merged_into is not None}


def read_people(connection: Connection, league_id: int) -> tuple[dict[int, str], dict[int, int]]:
    """Return everybody's name, in alphabetical order, and who was merged into whom.

    No two names are alike: the second Bob is "Bob (2)" on every page.  Merged people have the name of the other.
    """
    found = connection.execute(select(Person.id, Person.name, Person.merged_into).where(Person.league_id == league_id))
    rows = sorted(found, key=lambda row: row.id)
    names = distinct_names({str(row.id): row.name for row in rows if row.merged_into is None})
    merged = {row.id: row.merged_into for row in rows if row.merged_into is not None}
    named = {row.id: names[str(merged.get(row.id, row.id))] for row in rows}
    return dict(sorted(named.items(), key=lambda each: (each[1].casefold(), each[0]))), merged


def regulars_of(session: Session, league_id: int) -> list[tuple[int, str]]:
    """Return id and name of everybody in a league, by name; archived and erased people are not offered."""
    found = session.execute(
        select(Person.id, Person.name)
        .where(
            Person.league_id == league_id,
            Person.archived_at.is_(None),
            Person.erased_at.is_(None),
            Person.merged_into.is_(None),
        )
        .order_by(func.lower(Person.name), Person.id)
    )
    return [(row.id, row.name) for row in found]
