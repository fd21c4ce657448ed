"""Export a whole league as one document: everything that was recorded, nothing derived, and no secrets.

Addresses, codes, hashes and the numbers of forms are left out: they belong to this database.  The same league makes the
same text, and so does a copy of it that was imported elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import BigInteger, func, select
from sqlalchemy import cast as sql_cast

from scorekeeper.models.tables import (
    changes,
    devices,
    entries,
    former_names,
    game_houses,
    games,
    house_rules,
    house_versions,
    leagues,
    line_reviews,
    lines,
    nights,
    people,
    postings,
    rulebooks,
    seasons,
    seats,
    tournament_lines,
    tournaments,
)
from scorekeeper.models.types import utc_text
from scorekeeper.services.league.change_log import IMPORTED
from scorekeeper.services.transfer.league_document import (
    FORMAT,
    LEAGUE_KEYS,
    OPTIONAL_SECTIONS,
    SECTIONS,
    compact_json,
)

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterator, Mapping

    from sqlalchemy import Connection, RowMapping, Select
    from sqlalchemy import Table as SqlTable

    from scorekeeper.services.transfer.league_document import JsonRow

    Progress = Callable[[int, int], None]
    """Called with how many games are written, and how many there are."""


BATCH = 200
"""Games, or rows of other sections, held in memory at a time."""
MANY = 1_000_000
"""More lines than any game has."""


def export_league(
    connection: Connection, league_id: int, progress: Progress = lambda _done, _of: None
) -> Iterator[str]:
    """Return the document of a league in pieces of some lines.  `connection` is one of `consistent_read`."""
    source = _LeagueReader(connection, league_id, progress)
    yield f'{{"format":"{FORMAT}",\n"league":{compact_json(source.league())}'
    for section in SECTIONS:
        if section in OPTIONAL_SECTIONS and not any(source.portions(section)):
            continue
        yield f',\n"{section}":['
        first = True
        for rows in source.portions(section):
            text = ",\n".join(map(compact_json, rows))
            yield f"\n{text}" if first else f",\n{text}"
            first = False
        yield "\n]"
    yield "\n}\n"


class _LeagueReader:
    """The rows of a league as its document has them."""

    def __init__(self, connection: Connection, league_id: int, progress: Progress) -> None:
        self._connection, self._league_id, self._progress = connection, league_id, progress
        self._device = {device: number for number, device in enumerate(_devices_used(connection, league_id), start=1)}
        self._change = {
            change: number
            for number, change in enumerate(self._scalars(changes, changes.c.id, changes.c.what != IMPORTED), start=1)
        }
        """Changes are numbered without the one that says the league was imported, which belongs to this database."""

    def _scalars(self, table: SqlTable, column: Any, *which: Any) -> list[int]:
        found = select(column).where(table.c.league_id == self._league_id, *which).order_by(column)
        return list(self._connection.scalars(found))

    def league(self) -> JsonRow:
        row = self._connection.execute(select(leagues).where(leagues.c.id == self._league_id)).one()
        return {key: _json_value(getattr(row, key)) for key in LEAGUE_KEYS}

    def portions(self, section: str) -> Iterator[list[JsonRow]]:
        """Return the rows of a section, a few hundred at a time."""
        reader: Callable[[], Iterator[list[JsonRow]]] = getattr(self, f"_{section}")
        keys = SECTIONS[section]
        for rows in reader():
            if rows:
                yield [{key: row[key] for key in keys} for row in rows]

    # ------------------------------------------------------------ people, rules, days

    def _devices(self) -> Iterator[list[JsonRow]]:
        names = self._connection.execute(select(devices.c.id, devices.c.name).where(devices.c.id.in_(self._device)))
        name: dict[int, str] = {row.id: row.name for row in names}
        yield [{"id": number, "name": name[device]} for device, number in self._device.items()]

    def _people(self) -> Iterator[list[JsonRow]]:
        yield self._whole(select(people).order_by(people.c.id), people)

    def _rulebooks(self) -> Iterator[list[JsonRow]]:
        yield self._whole(select(rulebooks).order_by(rulebooks.c.id), rulebooks)

    def _house_rules(self) -> Iterator[list[JsonRow]]:
        yield self._whole(select(house_rules).order_by(house_rules.c.id), house_rules)

    def _house_versions(self) -> Iterator[list[JsonRow]]:
        order = (house_versions.c.house_id, house_versions.c.number)
        yield self._whole(select(house_versions).order_by(*order), house_versions)

    def _nights(self) -> Iterator[list[JsonRow]]:
        yield self._whole(select(nights).order_by(nights.c.id), nights)

    def _seasons(self) -> Iterator[list[JsonRow]]:
        yield self._whole(select(seasons).order_by(seasons.c.id), seasons)

    def _whole(self, statement: Select[Any], table: SqlTable) -> list[JsonRow]:
        found = self._connection.execute(statement.where(table.c.league_id == self._league_id))
        return [self._row(row) for row in found.mappings()]

    def _row(self, row: RowMapping) -> JsonRow:
        """Return a row with the keys of the document: `game_id` is `game`, a device its number there."""
        named = {key.removesuffix("_id"): _json_value(value) for key, value in row.items()}
        if "device" in named:
            named["device"] = self._device[named["device"]]
        return named

    # ------------------------------------------------------------ games

    def _games(self) -> Iterator[list[JsonRow]]:
        for first, last in self._spans(games.c.id):
            seated = self._by_game(seats, (seats.c.person_id,), first, last, order=seats.c.number)
            house = self._by_game(game_houses, (game_houses.c.house_id, game_houses.c.number), first, last)
            found = self._connection.execute(
                select(games)
                .where(games.c.league_id == self._league_id, games.c.id.between(first, last))
                .order_by(games.c.id)
            )
            yield [
                {
                    **self._row(row),
                    "seats": [person for (person,) in seated[row["id"]]],
                    "house": list(house[row["id"]][0]) if row["id"] in house else None,
                }
                for row in found.mappings()
            ]

    def _by_game(
        self, table: SqlTable, columns: tuple[Any, ...], first: int, last: int, *, order: Any = None
    ) -> dict[int, list[Any]]:
        """Return game -> its rows in a table."""
        found = self._connection.execute(
            select(table.c.game_id, *columns)
            .where(table.c.league_id == self._league_id, table.c.game_id.between(first, last))
            .order_by(order)
        )
        by_game: dict[int, list[Any]] = {}
        for game_id, *rest in found:
            by_game.setdefault(game_id, []).append(rest)
        return by_game

    def _lines(self) -> Iterator[list[JsonRow]]:
        of = self._connection.scalar(select(func.max(games.c.id)).where(games.c.league_id == self._league_id)) or 0
        for first, last in self._spans(games.c.id):
            yield self._of_games(lines, first, last, (lines.c.game_id, lines.c.seq))
            self._progress(min(last, of), of)

    def _opinions(self) -> Iterator[list[JsonRow]]:
        order = (line_reviews.c.game_id, line_reviews.c.seq, line_reviews.c.said_at, line_reviews.c.op_id)
        for first, last in self._spans(line_reviews.c.game_id):
            yield self._of_games(line_reviews, first, last, order)

    def _of_games(self, table: SqlTable, first: int, last: int, order: tuple[Any, ...]) -> list[JsonRow]:
        return self._whole(select(table).where(table.c.game_id.between(first, last)).order_by(*order), table)

    def _spans(self, column: Any) -> Iterator[tuple[int, int]]:
        """Return ranges of numbers with a batch of rows each, whatever the gaps."""
        after = 0
        while True:
            portion = (
                select(column.label("number"))
                .where(column.table.c.league_id == self._league_id, column > after)
                .order_by(column)
                .limit(BATCH)
                .subquery()
            )
            first, last = self._connection.execute(select(func.min(portion.c.number), func.max(portion.c.number))).one()
            if last is None:
                return
            yield first, last
            after = last

    # ------------------------------------------------------------ money and the league's log

    def _entries(self) -> Iterator[list[JsonRow]]:
        for first, last in self._spans(entries.c.id):
            moved: dict[int, list[list[int]]] = {}
            for row in self._connection.execute(
                select(postings)
                .where(postings.c.league_id == self._league_id, postings.c.entry_id.between(first, last))
                .order_by(postings.c.entry_id, postings.c.person_id)
            ):
                moved.setdefault(row.entry_id, []).append([row.person_id, row.cents])
            portion = select(entries).where(entries.c.id.between(first, last)).order_by(entries.c.id)
            found = self._whole(portion, entries)
            yield [{**row, "postings": moved[row["id"]]} for row in found]

    def _tournaments(self) -> Iterator[list[JsonRow]]:
        yield self._whole(select(tournaments).order_by(tournaments.c.id), tournaments)

    def _tournament_lines(self) -> Iterator[list[JsonRow]]:
        order = (tournament_lines.c.tournament_id, tournament_lines.c.seq)
        for first, last in self._spans(tournaments.c.id):
            these = tournament_lines.c.tournament_id.between(first, last)
            yield self._whole(select(tournament_lines).where(these).order_by(*order), tournament_lines)

    def _changes(self) -> Iterator[list[JsonRow]]:
        logged = select(changes).where(changes.c.what != IMPORTED).order_by(changes.c.id)
        yield [{**row, "id": self._change[row["id"]]} for row in self._whole(logged, changes)]

    def _former_names(self) -> Iterator[list[JsonRow]]:
        order = (former_names.c.person_id, former_names.c.change_id)
        for row in (found := self._whole(select(former_names).order_by(*order), former_names)):
            row["change"] = self._change[row["change"]]
        yield found


def _json_value(value: Any) -> Any:
    """Return a value as JSON has it; only times are converted."""
    return utc_text(cast("dt.datetime", value)) if hasattr(value, "tzinfo") else value


def _devices_used(connection: Connection, league_id: int) -> Mapping[int, None]:
    """Return the devices of a league in the order the document names them first."""
    place = func.min(sql_cast(lines.c.game_id, BigInteger) * MANY + lines.c.seq)
    versions = house_versions
    statements = (
        (versions, select(versions.c.device_id).order_by(versions.c.house_id, versions.c.number)),
        (games, select(games.c.device_id).group_by(games.c.device_id).order_by(func.min(games.c.id))),
        (lines, select(lines.c.device_id).group_by(lines.c.device_id).order_by(place)),
        (
            line_reviews,
            select(line_reviews.c.device_id).order_by(
                line_reviews.c.game_id, line_reviews.c.seq, line_reviews.c.said_at
            ),
        ),
        (entries, select(entries.c.device_id).group_by(entries.c.device_id).order_by(func.min(entries.c.id))),
        (
            tournament_lines,
            select(tournament_lines.c.device_id).order_by(tournament_lines.c.tournament_id, tournament_lines.c.seq),
        ),
        (changes, select(changes.c.device_id).where(changes.c.what != IMPORTED).order_by(changes.c.id)),
    )
    used: dict[int, None] = {}
    for table, statement in statements:
        used |= dict.fromkeys(connection.scalars(statement.where(table.c.league_id == league_id)))
    return used
