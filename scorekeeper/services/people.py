"""The regulars of a league, and who of them sits in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select

from scorekeeper.models import Person, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection


def person_called(connection: Connection, league_id: int, name: str) -> int:
    """Give the regular of that name, made if the league has none; of two of one name the first."""
    known = connection.scalar(
        select(func.min(Person.id)).where(
            Person.league_id == league_id,
            Person.name == name,
            Person.archived_at.is_(None),
            Person.merged_into.is_(None),
        )
    )
    return known or _new_person(connection, league_id, name)


def _new_person(connection: Connection, league_id: int, name: str) -> int:
    last = connection.scalar(select(func.max(Person.id)).where(Person.league_id == league_id))
    person_id = (last or 0) + 1
    connection.execute(insert(Person), {"league_id": league_id, "id": person_id, "name": name})
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


def seated(connection: Connection, league_id: int, game_id: int) -> dict[str, int]:
    """Give seat key -> person of everybody who ever sat in a game."""
    rows = connection.execute(
        select(Seat.number, Seat.person_id).where(Seat.league_id == league_id, Seat.game_id == game_id)
    )
    return {str(row.number): row.person_id for row in rows}


def merged_people(connection: Connection, league_id: int) -> dict[int, int]:
    """Give who was merged into whom: what is his stays his, and counts for the other."""
    rows = connection.execute(
        select(Person.id, Person.merged_into).where(Person.league_id == league_id, Person.merged_into.is_not(None))
    )
    return {row.id: row.merged_into for row in rows if row.merged_into is not None}
