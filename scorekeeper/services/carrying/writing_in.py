"""Writing a league's rows in many at a time: under the schema's guards, each game with its hashes made anew.

What is given is known to be sound (`checking`, or the engine that made it): here nothing is asked any more.
"""

from __future__ import annotations

import datetime as dt
import secrets
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import insert, select

from scorekeeper.models import GameHouse, HouseRules, HouseVersion, Link
from scorekeeper.models.game import FINISHED, PLAYING
from scorekeeper.models.ledger import PAYMENT, REVERSAL
from scorekeeper.models.link import READ
from scorekeeper.models.season import Season
from scorekeeper.rules.snapshot import variant_from_json
from scorekeeper.services.carrying.games import log_row
from scorekeeper.services.chain import digest, first_hash, next_hash
from scorekeeper.services.devices import hashed, new_token
from scorekeeper.services.founding import CODE_BYTES
from scorekeeper.services.league.tables import changes, former_names, leagues, members
from scorekeeper.services.ledger import entries, postings
from scorekeeper.services.links import LINK_BYTES, new_join_link
from scorekeeper.services.opinions import opinions
from scorekeeper.services.roles import Role
from scorekeeper.services.snapshots import freeze_state, thaw_head
from scorekeeper.services.statements import devices, games, lines, nights, people, rulebooks, seats
from scorekeeper.services.views import show_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection
    from sqlalchemy import Table as SqlTable

    from scorekeeper.rules.table import Table
    from scorekeeper.rules.variant import Variant
    from scorekeeper.services.carrying.layout import Row
    from scorekeeper.services.devices import KnownDevice

house_rules = cast("SqlTable", HouseRules.__table__)
house_versions = cast("SqlTable", HouseVersion.__table__)
game_houses = cast("SqlTable", GameHouse.__table__)
links = cast("SqlTable", Link.__table__)
seasons = cast("SqlTable", Season.__table__)

IN_ORDER = (
    people, rulebooks, house_rules, house_versions, nights, seasons, games, seats, game_houses, links, lines, opinions,
    postings, entries, changes, former_names,
)  # fmt: skip
"""What is written after what, so that every row finds the rows it refers to."""

PORTION = 2_000
"""Rows that wait before they are written."""
MARK = "import"
"""How the numbers of forms begin that nobody ever sent: `checked_op_id` lets none through that has a dot."""


class Writer:
    """One league on its way in, inside a `writing` transaction; rows as they stand in a document.

    `finish` has to be called in the end.  A row may refer to what was given before it.
    """

    def __init__(self, connection: Connection, league: Mapping[str, Any], owner: KnownDevice, now: dt.datetime) -> None:
        """Make the league, the device its owner."""
        self._connection, self._owner, self._now = connection, owner, now
        self.league_id = connection.scalar(insert(leagues).returning(leagues.c.id), {
            **league, "created_at": _moment(league["created_at"]), "code": secrets.token_urlsafe(CODE_BYTES),
        }) or 0  # fmt: skip
        member = {"league_id": self.league_id, "device_id": owner.id, "role": Role.OWNER.word, "since": now}
        connection.execute(insert(members), member)
        new_join_link(connection, self.league_id, owner, now)
        self._last_link = 1
        self._device: dict[int, int] = {}
        self._texts: dict[int, tuple[Variant, Mapping[str, Any]]] = {}
        self._waiting: dict[SqlTable, list[Row]] = {table: [] for table in IN_ORDER}
        self._many = 0

    @property
    def code(self) -> str:
        """Give the league's address."""
        return str(self._connection.scalar(select(leagues.c.code).where(leagues.c.id == self.league_id)))

    def finish(self) -> None:
        for table, rows in self._waiting.items():
            if rows:
                self._connection.execute(insert(table), rows)
                rows.clear()
        self._many = 0

    def _put(self, table: SqlTable, **values: Any) -> None:
        self._waiting[table].append({"league_id": self.league_id, **values})
        self._many += 1

    def _portion_done(self) -> None:
        if self._many >= PORTION:
            self.finish()

    # ------------------------------------------------------------ people, rules, days

    def devices(self, row: Row) -> None:
        """Make a phone that nobody holds: it is only there to have said what it said."""
        values = {"token_hash": hashed(new_token()), "name": row["name"], "created_at": self._now}
        self._device[row["id"]] = self._connection.scalar(insert(devices).returning(devices.c.id), values) or 0

    def people(self, row: Row) -> None:
        self._put(people, **{**row, "archived_at": _maybe(row["archived_at"]), "erased_at": _maybe(row["erased_at"])})

    def merges(self, rows: Sequence[Row]) -> None:
        """Say who was merged into whom, once everybody is there."""
        self.finish()
        for row in rows:
            which = people.update().where(people.c.league_id == self.league_id, people.c.id == row["id"])
            self._connection.execute(which.values(merged_into=row["merged_into"]))

    def rulebooks(self, row: Row) -> None:
        self._texts[row["id"]] = (variant_from_json(row["variant"]), row["variant"])
        self._put(rulebooks, id=row["id"], digest=digest(row["variant"]), variant=row["variant"])

    def house_rules(self, row: Row) -> None:
        self._put(house_rules, **{**row, "archived_at": _maybe(row["archived_at"])})

    def house_versions(self, row: Row) -> None:
        self._put(
            house_versions, house_id=row["house"], number=row["number"], rulebook_id=row["rulebook"],
            settings=row["settings"], op_id=f"{MARK}.{row['house']}.{row['number']}",
            device_id=self._device[row["device"]], saved_at=_moment(row["saved_at"]),
        )  # fmt: skip

    def nights(self, row: Row) -> None:
        self._put(nights, **{**row, "opened_at": _moment(row["opened_at"]), "closed_at": _maybe(row["closed_at"])})

    def seasons(self, row: Row) -> None:
        self._put(seasons, **{**row, "archived_at": _maybe(row["archived_at"])})

    # ------------------------------------------------------------ games

    def game(self, row: Row, said: Sequence[Row], heard: Sequence[Row] = (), table: Table | None = None) -> None:
        """Write a game with its lines, its opinions and a link to show it by; `table` is how it stands, if known."""
        variant, text = self._texts[row["rulebook"]]
        if table is None:
            table, _ = show_lines(thaw_head(variant, row["head"]), [log_row(line) for line in said])
        code = secrets.token_urlsafe(CODE_BYTES)
        tip = first_hash(code, row["head"], text)
        for line in said:
            tip = self._line(line, tip)
        self._put(
            games, id=row["id"], code=code, title=row["title"], played_on=row["played_on"], head=row["head"],
            title_key=row["title"].casefold() if row["title"] else None, rulebook_id=row["rulebook"], seq=len(said),
            hash=tip, state=freeze_state(len(said), table), status=FINISHED if table.finished else PLAYING,
            started_at=_moment(row["started_at"]), touched_at=_moment(row["touched_at"]),
            finished_at=_maybe(row["finished_at"]), rematch_of=row["rematch_of"],
            device_id=self._device[row["device"]], op_id=f"{MARK}.{row['id']}", op_hash="", night_id=row["night"],
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
        for opinion in heard:
            self._opinion(opinion)
        self._portion_done()

    def _line(self, row: Row, tip: bytes) -> bytes:
        """Give the hash of a line as it is written now, after the hash before it."""
        kept = {
            "seq": row["seq"], "op_id": f"{MARK}.{row['game']}.{row['seq']}", "kind": row["kind"],
            "target": row["target"], "facts": row["facts"], "actor_id": row["actor"],
            "device_id": self._device[row["device"]], "recorded_at": row["recorded_at"],
        }  # fmt: skip
        new = next_hash(tip, kept)
        kept["recorded_at"] = _moment(row["recorded_at"])
        self._put(lines, game_id=row["game"], **kept, previous_hash=tip, hash=new)
        return new

    def _opinion(self, row: Row) -> None:
        number = len(self._waiting[opinions])
        self._put(
            opinions, op_id=f"{MARK}.{row['game']}.{row['seq']}.{number}", game_id=row["game"], seq=row["seq"],
            says=row["says"], note=row["note"], device_id=self._device[row["device"]], person_id=row["person"],
            said_at=_moment(row["said_at"]),
        )  # fmt: skip

    # ------------------------------------------------------------ money and the league's log

    def entries(self, row: Row) -> None:
        by_form = row["kind"] == PAYMENT or (row["kind"] == REVERSAL and row["game"] is None)
        self._put(
            entries, id=row["id"], kind=row["kind"], game_id=row["game"], seq=row["seq"], night_id=row["night"],
            reverses=row["reverses"], currency=row["currency"], op_id=f"{MARK}.{row['id']}" if by_form else None,
            device_id=self._device[row["device"]], actor_id=row["actor"], note=row["note"],
            posted_at=_moment(row["posted_at"]),
        )  # fmt: skip
        for person, cents in row["postings"]:
            self._put(postings, entry_id=row["id"], person_id=person, cents=cents)
        self._portion_done()

    def changes(self, row: Row, op_id: str | None = None) -> None:
        self._put(
            changes, id=row["id"], op_id=op_id or f"{MARK}.{row['id']}", what=row["what"], facts=row["facts"],
            device_id=self._device[row["device"]] if op_id is None else self._owner.id, actor_id=row["actor"],
            made_at=_moment(row["made_at"]),
        )  # fmt: skip

    def former_names(self, row: Row) -> None:
        self._put(former_names, person_id=row["person"], change_id=row["change"], name=row["name"])


def _moment(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


def _maybe(text: str | None) -> dt.datetime | None:
    return None if text is None else _moment(text)
