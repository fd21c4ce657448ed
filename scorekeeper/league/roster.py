"""Who is who: the people of a league, who was merged into whom, who sits in a game; seat keys and names.

In the database a player is a seat key, "1", "2", … in the order people sat down; on a sheet and in a sentence, a name.
Score and side stay with a seat when a substitute takes it.  What renames players is pure and returns copies; values
without the shape of facts are left for the engine to refuse.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Select, func, insert, select
from sqlalchemy.orm import Session

from scorekeeper.core.text import name_columns
from scorekeeper.games.history import PlayedLine
from scorekeeper.models import Person, Seat
from scorekeeper.rules.documents import MAX_NAME, name_key
from scorekeeper.rules.reading import LINE_KEYS
from scorekeeper.rules.sheet import Document, Head
from scorekeeper.rules.table import Table, table_from_json, table_to_json


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
    person_id = Person.next_id(connection, league_id)
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


def select_offered(league_id: int) -> Select[int, str]:
    """Return the query of id and name of everybody in a league, by name; archived and erased people are not offered."""
    return (
        select(Person.id, Person.name)
        .where(
            Person.league_id == league_id,
            Person.archived_at.is_(None),
            Person.erased_at.is_(None),
            Person.merged_into.is_(None),
        )
        .order_by(func.lower(Person.name), Person.id)
    )


def offered_people(session: Session, league_id: int) -> dict[int, str]:
    return {row.id: row.name for row in session.execute(select_offered(league_id))}


# ---------------------------------------------------------------- seat keys and names


Rename = Callable[[str], str]

NEWCOMER_KEYS = ("join", "substitute")
"""Keys of the lines in which somebody sits down: they may be new to the game."""
START = 0
"""A key beside the rows of the lines: before the first."""


def newcomer_key(facts: Mapping[str, Any]) -> str | None:
    """Return the key under which a line names somebody who sits down; None for every other line."""
    return next((key for key in NEWCOMER_KEYS if key in facts), None)


def rename_facts(facts: Mapping[str, Any], rename: Rename) -> Document:
    return {key: _rename_fact(key, value, rename) for key, value in facts.items()}


def _rename_fact(key: str, value: Any, rename: Rename) -> Any:
    where = LINE_KEYS[key].players if key in LINE_KEYS else "nowhere"
    match where, value:
        case "value", _:
            return _player(value, rename)
        case "keys", dict():
            return {_player(player, rename): number for player, number in value.items()}
        case "values", dict():
            return {point: _player(player, rename) for point, player in value.items()}
        case "list", list():
            return [_player(player, rename) for player in value]
        case "calls", list():
            return [
                [_player(call[0], rename), *call[1:]] if isinstance(call, list) and call else call for call in value
            ]
    return value


def _player(value: Any, rename: Rename) -> Any:
    return rename(value) if isinstance(value, str) else value


def rename_head(head: Head, rename: Rename) -> Head:
    return replace(
        head,
        players=tuple(map(rename, head.players)),
        dealer=rename(head.dealer),
        sides=tuple(tuple(map(rename, side)) for side in head.sides),
        opening={rename(player): score for player, score in head.opening.items()},
    )


def rename_table(table: Table, head: Head, rename: Rename) -> Table:
    """Return a table of the game with that head, its players renamed."""
    document = table_to_json(table)
    for key in ("scores", "sets", "balances", "sits"):
        document[key] = {rename(player): number for player, number in document[key].items()}
    for key in ("players", "winners"):
        document[key] = [rename(player) for player in document[key]]
    document["teams"] = [[rename(player) for player in team] for team in document["teams"]]
    document["dealer"] = rename(document["dealer"])
    if reading := document["reading"]:
        trends = {rename(player): trend for player, trend in reading["trends"].items()}
        document["reading"] = {"first": rename(reading["first"]), "trends": trends}
    return table_from_json(head, document)


def seat_keys(names: Iterable[str]) -> dict[str, str]:
    """Return name -> seat key, "1" for the first."""
    return {name: str(number) for number, name in enumerate(names, start=1)}


def distinct_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return seat key -> name, no two alike: the second Bob, or BOB, of a table is "Bob (2)"."""
    unique: dict[str, str] = {}
    taken: set[str] = set()
    for key, name in names.items():
        distinct, number = name, 1
        while name_key(distinct) in taken:
            number += 1
            suffix = f" ({number})"
            distinct = name[: MAX_NAME - len(suffix)] + suffix
        taken.add(name_key(distinct))
        unique[key] = distinct
    return unique


def last_players(lines: Sequence[PlayedLine]) -> dict[int, Mapping[str, str]]:
    """Return for each line (by its row, and START for the beginning) who has a player's seat at the end of the game.

    Each value maps a player to the one who has their seat at the end, if that is somebody else.  It differs from line
    to line, because a player may leave one seat and later take over another.
    """
    last: dict[str, str] = {}
    by_line: dict[int, Mapping[str, str]] = {}
    for line in reversed(lines):
        by_line[line.seq] = last
        if line.entry is not None and line.entry.outcome == "substitute":
            new, old = str(line.facts["substitute"]), str(line.facts["replaces"])
            others = {player: other for player, other in last.items() if player != new}
            last = {**others, old: last.get(new, new)}
    return {**by_line, START: last}


def scores_by_seat(scores: Mapping[str, int], last: Mapping[str, str]) -> dict[str, int]:
    """Return scores under the players who have the seats at the end."""
    return {last.get(player, player): score for player, score in scores.items()}
