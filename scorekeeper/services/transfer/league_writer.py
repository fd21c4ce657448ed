"""Insert a league's rows in batches, with the database's triggers on and new hashes for every game.

The rows are known to be valid (`league_checks`, or the engine that made them): nothing is checked here.
"""

from __future__ import annotations

import datetime as dt
import secrets
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select

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
from scorekeeper.rules.snapshot import variant_from_json
from scorekeeper.services.access.devices import new_token
from scorekeeper.services.access.links import LINK_BYTES, hash_secret, new_join_link
from scorekeeper.services.access.roles import Role
from scorekeeper.services.games.hashes import digest, first_hash, next_hash
from scorekeeper.services.games.insert import CODE_BYTES
from scorekeeper.services.games.replay import replay_log
from scorekeeper.services.games.snapshots import head_from_json, state_to_json
from scorekeeper.services.text import name_columns
from scorekeeper.services.tournaments.state import replay
from scorekeeper.services.transfer.game_checks import log_row
from scorekeeper.services.transfer.tournament_checks import tournament_row

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection
    from sqlalchemy import Table as SqlTable

    from scorekeeper.rules.table import Table
    from scorekeeper.rules.variant import Variant
    from scorekeeper.services.access.devices import KnownDevice
    from scorekeeper.services.transfer.league_document import JsonRow


INSERT_ORDER = (
    people, rulebooks, house_rules, house_versions, nights, seasons, games, seats, game_houses, links, lines,
    line_reviews, postings, entries, tournaments, tournament_lines, changes, former_names,
)  # fmt: skip
"""The order of inserting, so that every row finds the rows it refers to."""

BATCH = 2_000
"""Rows that are collected before they are written."""
PREFIX = "import"
"""Prefix of op_ids that no form ever sent: `checked_op_id` refuses any with a dot."""


class LeagueWriter:
    """Writes one league inside a `writing` transaction, from rows as a document has them.

    Call `flush` at the end.  A row may refer to those before it.
    """

    def __init__(self, connection: Connection, league: Mapping[str, Any], owner: KnownDevice, now: dt.datetime) -> None:
        """Insert the league and make the device its owner."""
        self._connection, self._owner, self._now = connection, owner, now
        self.league_id = connection.scalar(insert(leagues).returning(leagues.c.id), {
            **league, "created_at": _moment(league["created_at"]), "code": secrets.token_urlsafe(CODE_BYTES),
        }) or 0  # fmt: skip
        member = {"league_id": self.league_id, "device_id": owner.id, "role": Role.OWNER.word, "since": now}
        connection.execute(insert(members), member)
        new_join_link(connection, self.league_id, owner.id, now)
        self._last_link = 1
        self._device: dict[int, int] = {}
        self._texts: dict[int, tuple[Variant, Mapping[str, Any]]] = {}
        self._waiting: dict[SqlTable, list[JsonRow]] = {table: [] for table in INSERT_ORDER}
        self._many = 0

    @property
    def code(self) -> str:
        """Return the league's address."""
        return str(self._connection.scalar(select(leagues.c.code).where(leagues.c.id == self.league_id)))

    def flush(self) -> None:
        """Insert all rows that still wait."""
        for table, rows in self._waiting.items():
            if rows:
                self._connection.execute(insert(table), rows)
                rows.clear()
        self._many = 0

    def _put(self, table: SqlTable, **values: Any) -> None:
        self._waiting[table].append({"league_id": self.league_id, **values})
        self._many += 1

    def _portion_done(self) -> None:
        if self._many >= BATCH:
            self.flush()

    # ------------------------------------------------------------ people, rules, days

    def devices(self, row: JsonRow) -> None:
        """Insert a placeholder for the phone that recorded something; no browser can use it."""
        values = {"token_hash": hash_secret(new_token()), "name": row["name"], "created_at": self._now}
        self._device[row["id"]] = self._connection.scalar(insert(devices).returning(devices.c.id), values) or 0

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
        """Store who was merged into whom; call it once all people are inserted."""
        self.flush()
        for row in rows:
            which = people.update().where(people.c.league_id == self.league_id, people.c.id == row["id"])
            self._connection.execute(which.values(merged_into=row["merged_into"]))

    def rulebooks(self, row: JsonRow) -> None:
        self._texts[row["id"]] = (variant_from_json(row["variant"]), row["variant"])
        self._put(rulebooks, id=row["id"], digest=digest(row["variant"]), variant=row["variant"])

    def house_rules(self, row: JsonRow) -> None:
        self._put(house_rules, **{**row, "archived_at": _moment_or_none(row["archived_at"])})

    def house_versions(self, row: JsonRow) -> None:
        self._put(
            house_versions, house_id=row["house"], number=row["number"], rulebook_id=row["rulebook"],
            settings=row["settings"], op_id=f"{PREFIX}.{row['house']}.{row['number']}",
            device_id=self._device[row["device"]], saved_at=_moment(row["saved_at"]),
        )  # fmt: skip

    def nights(self, row: JsonRow) -> None:
        self._put(
            nights, **{**row, "opened_at": _moment(row["opened_at"]), "closed_at": _moment_or_none(row["closed_at"])}
        )

    def seasons(self, row: JsonRow) -> None:
        self._put(seasons, **{**row, "archived_at": _moment_or_none(row["archived_at"])})

    # ------------------------------------------------------------ games

    def game(
        self, row: JsonRow, log_rows: Sequence[JsonRow], reviews: Sequence[JsonRow] = (), table: Table | None = None
    ) -> None:
        """Write a game with its lines, its reviews and a link to show it; `table` is its table, if known."""
        variant, text = self._texts[row["rulebook"]]
        if table is None:
            table, _ = replay_log(head_from_json(variant, row["head"]), [log_row(line) for line in log_rows])
        code = secrets.token_urlsafe(CODE_BYTES)
        tip = first_hash(code, row["head"], text)
        for line in log_rows:
            tip = self._line(line, tip)
        self._put(
            games, id=row["id"], code=code, title=row["title"], played_on=row["played_on"], head=row["head"],
            title_key=row["title"].casefold() if row["title"] else None, rulebook_id=row["rulebook"], seq=len(log_rows),
            hash=tip, state=state_to_json(len(log_rows), table), status=FINISHED if table.finished else PLAYING,
            started_at=_moment(row["started_at"]), touched_at=_moment(row["touched_at"]),
            finished_at=_moment_or_none(row["finished_at"]), rematch_of=row["rematch_of"],
            device_id=self._device[row["device"]], op_id=f"{PREFIX}.{row['id']}", op_hash="", night_id=row["night"],
        )  # fmt: skip
        for number, person in enumerate(row["seats"], start=1):
            self._put(seats, game_id=row["id"], number=number, person_id=person)
        if row["house"]:
            house_id, number = row["house"]
            self._put(game_houses, game_id=row["id"], house_id=house_id, number=number)
        self._last_link += 1
        self._put(
            links, id=self._last_link, kind=READ, game_id=row["id"], code=secrets.token_urlsafe(LINK_BYTES),
            device_id=self._owner.id, made_at=self._now,
        )  # fmt: skip
        for opinion in reviews:
            self._opinion(opinion)
        self._portion_done()

    def _line(self, row: JsonRow, previous: bytes) -> bytes:
        """Insert a line and return its hash; `previous` is the hash before it."""
        values = {
            "seq": row["seq"], "op_id": f"{PREFIX}.{row['game']}.{row['seq']}", "kind": row["kind"],
            "target": row["target"], "facts": row["facts"], "actor_id": row["actor"],
            "device_id": self._device[row["device"]], "recorded_at": row["recorded_at"],
        }  # fmt: skip
        new = next_hash(previous, values)
        values["recorded_at"] = _moment(row["recorded_at"])
        self._put(lines, game_id=row["game"], **values, previous_hash=previous, hash=new)
        return new

    def _opinion(self, row: JsonRow) -> None:
        number = len(self._waiting[line_reviews])
        self._put(
            line_reviews, op_id=f"{PREFIX}.{row['game']}.{row['seq']}.{number}", game_id=row["game"], seq=row["seq"],
            says=row["says"], note=row["note"], device_id=self._device[row["device"]], person_id=row["person"],
            said_at=_moment(row["said_at"]),
        )  # fmt: skip

    # ------------------------------------------------------------ money and the league's log

    def entries(self, row: JsonRow) -> None:
        by_form = row["kind"] in {PAYMENT, PRIZES} or (row["kind"] == REVERSAL and row["game"] is None)
        self._put(
            entries, id=row["id"], kind=row["kind"], game_id=row["game"], seq=row["seq"], night_id=row["night"],
            reverses=row["reverses"], currency=row["currency"], op_id=f"{PREFIX}.{row['id']}" if by_form else None,
            device_id=self._device[row["device"]], actor_id=row["actor"], note=row["note"],
            posted_at=_moment(row["posted_at"]),
        )  # fmt: skip
        for person, cents in row["postings"]:
            self._put(postings, entry_id=row["id"], person_id=person, cents=cents)
        self._portion_done()

    def tournament(self, row: JsonRow, log: Sequence[JsonRow]) -> None:
        """Write a tournament with its lines."""
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
                device_id=self._device[line["device"]], recorded_at=_moment(line["recorded_at"]),
            )  # fmt: skip
        self._portion_done()

    def changes(self, row: JsonRow, op_id: str | None = None) -> None:
        self._put(
            changes, id=row["id"], op_id=op_id or f"{PREFIX}.{row['id']}", what=row["what"], facts=row["facts"],
            device_id=self._device[row["device"]] if op_id is None else self._owner.id, actor_id=row["actor"],
            made_at=_moment(row["made_at"]),
        )  # fmt: skip

    def former_names(self, row: JsonRow) -> None:
        self._put(former_names, person_id=row["person"], change_id=row["change"], name=row["name"])


def _moment(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


def _moment_or_none(text: str | None) -> dt.datetime | None:
    return None if text is None else _moment(text)
