"""Make a league's rows, and insert them in batches with new hashes, and with the database's triggers on.

Making them takes most of the time and needs no database, so others can save hands meanwhile.  Nothing is checked here:
the rows are known to be valid, from `league_checks` or the engine that made them.
"""

from __future__ import annotations

import datetime as dt
import secrets
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import insert

from scorekeeper.models.game import FINISHED, PLAYING
from scorekeeper.models.ledger import PAYMENT, PRIZES, REVERSAL
from scorekeeper.models.link import READ
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
    links,
    members,
    nights,
    people,
    postings,
    rulebooks,
    seasons,
    seats,
    tournament_lines,
    tournaments,
)
from scorekeeper.models.tournament import OPEN, OVER
from scorekeeper.services.access.devices import new_token
from scorekeeper.services.access.links import LINK_BYTES, hash_secret, new_join_link
from scorekeeper.services.access.roles import Role
from scorekeeper.services.games.hashes import digest, first_hash, next_hash
from scorekeeper.services.games.insert import CODE_BYTES
from scorekeeper.services.games.snapshots import state_to_json
from scorekeeper.services.spool import Spool
from scorekeeper.services.text import name_columns
from scorekeeper.services.tournaments.state import replay
from scorekeeper.services.transfer.tournament_checks import tournament_row

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Self

    from sqlalchemy import Connection
    from sqlalchemy import Table as SqlTable

    from scorekeeper.rules.table import Table
    from scorekeeper.services.access.devices import KnownDevice
    from scorekeeper.services.transfer.league_document import JsonRow


INSERT_ORDER = (
    people, rulebooks, house_rules, house_versions, nights, seasons, games, seats, game_houses, links, lines,
    line_reviews, postings, entries, tournaments, tournament_lines, changes, former_names,
)  # fmt: skip
"""The order of inserting, so that every row finds the rows it refers to."""

BATCH = 2_000
"""Rows that are inserted together."""
PREFIX = "import"
"""Prefix of op_ids that no form ever sends: `checked_op_id` refuses any with a dot."""
OWNER = 0
"""Number of the owner's phone, which may not be enrolled yet; the phones of a document count from 1."""


class ImportedLeague(NamedTuple):
    """A league that was inserted: its id and its address."""

    league_id: int
    code: str


class LeagueWriter:
    """Makes the rows of one league from those of a document; `insert`, called within the block, writes them.

    A row may refer to earlier ones.
    """

    def __init__(self, league: Mapping[str, Any], now: dt.datetime) -> None:
        self._league, self._now = league, now
        self._last_link = 1
        self._devices: dict[int, str] = {}
        self._merges: list[JsonRow] = []
        self._texts: dict[int, Mapping[str, Any]] = {}
        self._waiting: dict[SqlTable, list[JsonRow]] = {table: [] for table in INSERT_ORDER}
        self._collected = 0
        self._batches: Spool[dict[str, list[JsonRow]]] = Spool()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._batches.close()

    def insert(self, connection: Connection, owner: KnownDevice) -> ImportedLeague:
        """Insert the league inside a `writing` transaction, owned by the device."""
        self._end_batch()
        code = secrets.token_urlsafe(CODE_BYTES)
        values = {**self._league, "created_at": _moment(self._league["created_at"]), "code": code}
        league_id = connection.scalar(insert(leagues).returning(leagues.c.id), values) or 0
        member = {"league_id": league_id, "device_id": owner.id, "role": Role.OWNER.word, "since": self._now}
        connection.execute(insert(members), member)
        new_join_link(connection, league_id, owner.id, self._now)
        device = {number: self._insert_device(connection, name) for number, name in self._devices.items()}
        device[OWNER] = owner.id
        for batch in self._batches.read():
            for row in chain.from_iterable(batch.values()):
                row["league_id"] = league_id
                if "device_id" in row:
                    row["device_id"] = device[row["device_id"]]
            _chain_lines(batch.get("games", ()), batch.get("lines", ()))
            for table in INSERT_ORDER:
                if table.name in batch:
                    connection.execute(insert(table), batch[table.name])
        for row in self._merges:
            which = people.update().where(people.c.league_id == league_id, people.c.id == row["id"])
            connection.execute(which.values(merged_into=row["merged_into"]))
        return ImportedLeague(league_id, code)

    def _insert_device(self, connection: Connection, name: str) -> int:
        """Insert a placeholder for a phone that recorded something; no browser can use it."""
        values = {"token_hash": hash_secret(new_token()), "name": name, "created_at": self._now}
        return connection.scalar(insert(devices).returning(devices.c.id), values) or 0

    def _put(self, table: SqlTable, **values: Any) -> None:
        self._waiting[table].append(values)
        self._collected += 1

    def _end_full_batch(self) -> None:
        if self._collected >= BATCH:
            self._end_batch()

    def _end_batch(self) -> None:
        self._batches.add({table.name: rows for table, rows in self._waiting.items() if rows})
        for rows in self._waiting.values():
            rows.clear()
        self._collected = 0

    # ------------------------------------------------------------ people, rules, days

    def devices(self, row: JsonRow) -> None:
        """Keep a phone that recorded something, to be inserted with the league."""
        self._devices[row["id"]] = row["name"]

    def people(self, row: JsonRow) -> None:
        self._put(
            people,
            **{
                **row,
                **name_columns(row["name"]),
                "archived_at": _moment_or_none(row["archived_at"]),
                "erased_at": _moment_or_none(row["erased_at"]),
            },
        )

    def merges(self, rows: Sequence[JsonRow]) -> None:
        """Keep who was merged into whom, to be stored once everybody is inserted."""
        self._merges += rows

    def rulebooks(self, row: JsonRow) -> None:
        self._texts[row["id"]] = row["variant"]
        self._put(rulebooks, id=row["id"], digest=digest(row["variant"]), variant=row["variant"])

    def house_rules(self, row: JsonRow) -> None:
        self._put(house_rules, **{**row, "archived_at": _moment_or_none(row["archived_at"])})

    def house_versions(self, row: JsonRow) -> None:
        self._put(
            house_versions, house_id=row["house"], number=row["number"], rulebook_id=row["rulebook"],
            settings=row["settings"], op_id=f"{PREFIX}.{row['house']}.{row['number']}",
            device_id=row["device"], saved_at=_moment(row["saved_at"]),
        )  # fmt: skip

    def nights(self, row: JsonRow) -> None:
        self._put(
            nights, **{**row, "opened_at": _moment(row["opened_at"]), "closed_at": _moment_or_none(row["closed_at"])}
        )

    def seasons(self, row: JsonRow) -> None:
        self._put(seasons, **{**row, "archived_at": _moment_or_none(row["archived_at"])})

    # ------------------------------------------------------------ games

    def game(
        self, row: JsonRow, log_rows: Sequence[JsonRow], reviews: Sequence[JsonRow], table: Table
    ) -> None:
        """Make the rows of a game, its lines, its reviews and a link to show it; `table` is the table after them."""
        text = self._texts[row["rulebook"]]
        code = secrets.token_urlsafe(CODE_BYTES)
        for line in log_rows:
            self._put(
                lines, game_id=row["id"], seq=line["seq"], op_id=f"{PREFIX}.{row['id']}.{line['seq']}",
                kind=line["kind"], target=line["target"], facts=line["facts"], actor_id=line["actor"],
                device_id=line["device"], recorded_at=line["recorded_at"],
            )  # fmt: skip
        self._put(
            games, id=row["id"], code=code, title=row["title"], played_on=row["played_on"], head=row["head"],
            title_key=row["title"].casefold() if row["title"] else None, rulebook_id=row["rulebook"], seq=len(log_rows),
            hash=first_hash(code, row["head"], text), state=state_to_json(len(log_rows), table),
            status=FINISHED if table.finished else PLAYING,
            started_at=_moment(row["started_at"]), touched_at=_moment(row["touched_at"]),
            finished_at=_moment_or_none(row["finished_at"]), rematch_of=row["rematch_of"],
            device_id=row["device"], op_id=f"{PREFIX}.{row['id']}", op_hash="", night_id=row["night"],
        )  # fmt: skip
        for number, person in enumerate(row["seats"], start=1):
            self._put(seats, game_id=row["id"], number=number, person_id=person)
        if row["house"]:
            house_id, number = row["house"]
            self._put(game_houses, game_id=row["id"], house_id=house_id, number=number)
        self._last_link += 1
        self._put(
            links, id=self._last_link, kind=READ, game_id=row["id"], code=secrets.token_urlsafe(LINK_BYTES),
            device_id=OWNER, made_at=self._now,
        )  # fmt: skip
        for opinion in reviews:
            self._opinion(opinion)
        self._end_full_batch()

    def _opinion(self, row: JsonRow) -> None:
        number = len(self._waiting[line_reviews])
        self._put(
            line_reviews, op_id=f"{PREFIX}.{row['game']}.{row['seq']}.{number}", game_id=row["game"], seq=row["seq"],
            says=row["says"], note=row["note"], device_id=row["device"], person_id=row["person"],
            said_at=_moment(row["said_at"]),
        )  # fmt: skip

    # ------------------------------------------------------------ money and the league's log

    def entries(self, row: JsonRow) -> None:
        by_form = row["kind"] in {PAYMENT, PRIZES} or (row["kind"] == REVERSAL and row["game"] is None)
        self._put(
            entries, id=row["id"], kind=row["kind"], game_id=row["game"], seq=row["seq"], night_id=row["night"],
            reverses=row["reverses"], currency=row["currency"], op_id=f"{PREFIX}.{row['id']}" if by_form else None,
            device_id=row["device"], actor_id=row["actor"], note=row["note"],
            posted_at=_moment(row["posted_at"]),
        )  # fmt: skip
        for person, cents in row["postings"]:
            self._put(postings, entry_id=row["id"], person_id=person, cents=cents)
        self._end_full_batch()

    def tournament(self, row: JsonRow, log: Sequence[JsonRow]) -> None:
        """Make the rows of a tournament and its lines."""
        state = replay([tournament_row(line) for line in log])
        self._put(
            tournaments, id=row["id"], code=secrets.token_urlsafe(CODE_BYTES), board_code=None, seq=len(log),
            name=state.setup.name, day=state.setup.day, status=OVER if state.finished else OPEN,
            founded_at=_moment(row["founded_at"]),
        )  # fmt: skip
        for line in log:
            self._put(
                tournament_lines, tournament_id=row["id"], seq=line["seq"], kind=line["kind"], target=line["target"],
                op_id=f"{PREFIX}.tournament.{row['id']}.{line['seq']}", facts=line["facts"], actor_id=line["actor"],
                device_id=line["device"], recorded_at=_moment(line["recorded_at"]),
            )  # fmt: skip
        self._end_full_batch()

    def changes(self, row: JsonRow, op_id: str | None = None) -> None:
        self._put(
            changes, id=row["id"], op_id=op_id or f"{PREFIX}.{row['id']}", what=row["what"], facts=row["facts"],
            device_id=row["device"] if op_id is None else OWNER, actor_id=row["actor"],
            made_at=_moment(row["made_at"]),
        )  # fmt: skip

    def former_names(self, row: JsonRow) -> None:
        self._put(former_names, person_id=row["person"], change_id=row["change"], name=row["name"])


def _chain_lines(some_games: Sequence[JsonRow], their_lines: Sequence[JsonRow]) -> None:
    """Set the hashes of lines, each of which includes the one before, and of their games.

    A hash includes the id of the phone, so it can't be computed before the phones are in the database.
    """
    tips = {game["id"]: game["hash"] for game in some_games}
    for line in their_lines:
        before = tips[line["game_id"]]
        after = tips[line["game_id"]] = next_hash(before, line)
        line |= {"previous_hash": before, "hash": after, "recorded_at": _moment(line["recorded_at"])}
    for game in some_games:
        game["hash"] = tips[game["id"]]


def _moment(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


def _moment_or_none(text: str | None) -> dt.datetime | None:
    return None if text is None else _moment(text)
