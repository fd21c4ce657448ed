"""A game's row and its log in the database: open, read, append.

Adding a line takes three statements: open the game, append, bring the snapshot up to date.  No earlier line is read.
Every line is chained to the one before it (core/chain.py).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Text, and_, bindparam, func, insert, literal, select, type_coerce, update
from sqlalchemy import cast as sql_cast
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from scorekeeper.core.chain import chain_to, digest
from scorekeeper.core.transaction import Write, must_exist
from scorekeeper.games.history import LogRow, PlayedLine, replay_log, undo_target
from scorekeeper.models import (
    FINISHED,
    LINE,
    PLAYING,
    Device,
    Game,
    Json,
    Line,
    LineReview,
    Member,
    Night,
    Person,
    Rulebook,
    Seat,
)
from scorekeeper.rules.sheet import Document, Head, Stakes
from scorekeeper.rules.table import Table, table_from_json, table_to_json
from scorekeeper.rules.variant import Variant, variant_from_json, variant_to_json


class json_object(FunctionElement[dict[str, Any]]):  # noqa: N801 - it reads as the function it is
    """Rows gathered into one JSON object: a key and a value."""

    inherit_cache = True
    type = Json()


@compiles(json_object, "sqlite")
def _on_sqlite(element: json_object, compiler: SQLCompiler, **how: Any) -> str:
    return f"json_group_object({compiler.process(element.clauses, **how)})"


@compiles(json_object, "postgresql")
def _on_postgresql(element: json_object, compiler: SQLCompiler, **how: Any) -> str:
    return f"CAST(json_object_agg({compiler.process(element.clauses, **how)}) AS TEXT)"


SEAT_NAMES = (
    select(json_object(sql_cast(Seat.number, Text), Person.name))
    .select_from(Seat)
    .join(Person, and_(Person.league_id == Seat.league_id, Person.id == Seat.person_id))
    .where(Seat.league_id == Game.league_id, Seat.game_id == Game.id)
    .correlate(Game)
    .scalar_subquery()
)
"""Seat key -> name of everybody who ever sat in the game, in any order."""

HAS_REVIEWS = (
    select(LineReview.seq)
    .where(LineReview.league_id == Game.league_id, LineReview.game_id == Game.id)
    .correlate(Game)
    .exists()
)
"""Whether the game has any review at all; most games have none."""

GAME_COLUMNS = (
    Game.league_id, Game.id, Game.code, Game.title, Game.played_on, Game.night_id, Game.seq,
    Game.hash, Game.state, Game.touched_at, Game.finished_at, type_coerce(Game.head, Text).label("head"),
    type_coerce(Rulebook.variant, Text).label("variant"), SEAT_NAMES.label("names"),
    HAS_REVIEWS.label("has_reviews"),
)  # fmt: skip
NIGHT_COLUMNS = (Night.day, Night.closed_at.label("night_closed_at"))
ON_NIGHT = and_(Night.league_id == Game.league_id, Night.id == Game.night_id)
ON_RULEBOOK = and_(Rulebook.league_id == Game.league_id, Rulebook.id == Game.rulebook_id)

SELECT_GAMES = select(*GAME_COLUMNS).join(Rulebook, ON_RULEBOOK)
SELECT_GAME = SELECT_GAMES.where(Game.code == bindparam("code"))
ON_WRITER = and_(
    Member.league_id == Game.league_id,
    Member.device_id == bindparam("device_id"),
    Member.revoked_at.is_(None),
)
SELECT_GAME_FOR_UPDATE = (
    select(*GAME_COLUMNS, *NIGHT_COLUMNS, Member.role)
    .select_from(Game)
    .join(Rulebook, ON_RULEBOOK)
    .join(Night, ON_NIGHT)
    .join(Member, ON_WRITER)
    .where(Game.code == bindparam("code"))
    # PostgreSQL queues writers here, and a phone that is shut out waits for what it has begun; on SQLite the write
    # lock does both.  `key_share`: another table, whose rows refer to this game, need not wait.  The phone is shared:
    # what else it sends has the league, which the end of a game waits for.
    .with_for_update(of=Game, key_share=True)
    .suffix_with("FOR SHARE OF members", dialect="postgresql")
)
"""A game, and the role of the phone that writes in it as it is now: it may have waited since it was let in."""
SELECT_GAME_FOR_GUEST = (
    select(*GAME_COLUMNS, *NIGHT_COLUMNS, literal("reader").label("role"))
    .select_from(Game)
    .join(Rulebook, ON_RULEBOOK)
    .join(Night, ON_NIGHT)
    .where(Game.code == bindparam("code"))
    .with_for_update(of=[Game], key_share=True)
)
"""The same for a phone that isn't a member of the league."""
SELECT_LINES = (
    select(
        Line.seq,
        Line.kind,
        Line.target,
        Line.facts,
        Line.recorded_at,
        Device.name.label("device"),
        Person.name.label("who"),
    )
    .join(Device, Device.id == Line.device_id)
    .outerjoin(Person, and_(Person.league_id == Line.league_id, Person.id == Line.actor_id))
    .where(
        Line.league_id == bindparam("league_id"),
        Line.game_id == bindparam("game_id"),
        Line.seq <= bindparam("seq"),
    )
    .order_by(Line.seq)
)
INSERT_LINES = insert(Line)
UPDATE_GAME = (
    update(Game)
    .where(Game.league_id == bindparam("of_league"), Game.id == bindparam("of_game"))
    .values({name: bindparam(name) for name in ("seq", "hash", "state", "status", "touched_at", "finished_at")})
)
CHANNEL = "game_moved"
"""Where PostgreSQL announces which game has a new line: core/live.py listens."""
UPDATE_GAME_AND_NOTIFY = UPDATE_GAME.returning(func.pg_notify(CHANNEL, Game.code))
"""The same on PostgreSQL, with a NOTIFY that goes out with the commit and costs no further round trip."""

JsonObject = dict[str, Any]

CODE = re.compile(r"[A-Za-z0-9_-]{22}")
"""128 random bits, as `secrets.token_urlsafe(16)` writes them."""


GameRow = Row[*tuple[Any, ...]]
"""A row with the columns of `GAME_COLUMNS`; to write to, also those of its night and the `role` of the phone."""


@dataclass(frozen=True)
class OpenGame:
    """A game as its row says.

    `seq`, `state` and `hash` are those of the row, or, in what `append_lines` returns, those it has now.
    """

    row: GameRow
    head: Head
    names: dict[str, str]
    """Seat key -> name of everybody who ever sat here, in the order they sat down."""
    seq: int
    state: JsonObject
    hash: bytes
    """The hash of the last line."""

    @cached_property
    def snapshot(self) -> Snapshot | None:
        """Return the stored snapshot, None if it has to be made again from the lines."""
        return snapshot_from_json(self.head, self.seq, self.state)


def load_game(connection: Connection, code: str) -> OpenGame:
    """Return a game to read.  Raises NotFound."""
    return game_from_row(must_exist(connection.execute(SELECT_GAME, {"code": _checked_code(code)}).one_or_none()))


def load_game_for_update(write: Write, code: str, *, guest: bool = False) -> OpenGame:
    """Return a game to write to, its row locked on PostgreSQL; its league is the write's from now on.

    Raises NotFound, also for a phone that is not in its league, or no longer, unless it is a guest's.
    """
    asked = {"code": _checked_code(code), "device_id": write.device.id}
    found = write.connection.execute(SELECT_GAME_FOR_GUEST if guest else SELECT_GAME_FOR_UPDATE, asked)
    row = must_exist(found.one_or_none())
    write.league_id = row.league_id
    return game_from_row(row)


def _checked_code(code: str) -> str:
    """Return a code that is well-formed; any other text from a link never reaches the database."""
    return must_exist(CODE.fullmatch(code)).string


def game_from_row(row: GameRow) -> OpenGame:
    names = {key: row.names[key] for key in sorted(row.names, key=int)}
    return OpenGame(row, cached_head(row.variant, row.head), names, row.seq, row.state, row.hash)


def read_log(connection: Connection, game: OpenGame) -> list[LogRow]:
    """Return the log of a game up to the row's `seq`: lines added between two SELECTs are left for the next read."""
    found = connection.execute(SELECT_LINES, {"league_id": game.row.league_id, "game_id": game.row.id, "seq": game.seq})
    return [
        LogRow(
            seq=row.seq,
            kind=row.kind,
            target=row.target,
            facts=row.facts.get("line"),
            reason=row.facts.get("reason"),
            recorded_at=row.recorded_at,
            device=row.device,
            who=row.who,
        )
        for row in found
    ]


def current_table(connection: Connection, game: OpenGame) -> Table:
    """Return the table the next line is played at."""
    return (game.snapshot or replay_game(connection, game)).table


def current_snapshot(connection: Connection, game: OpenGame) -> Snapshot:
    """Return the current table and the last lines."""
    known = game.snapshot
    return replay_game(connection, game) if known is None or known.lines is None else known


def replay_game(connection: Connection, game: OpenGame) -> Snapshot:
    """Return the snapshot as the lines make it, whatever the stored one says."""
    rows = read_log(connection, game)
    return snapshot_of(*replay_log(game.head, rows), rows)


def is_settled(game: OpenGame, table: Table) -> bool:
    """Return whether an open table was settled and nothing was played since."""
    fresh = table.rules.finish.start
    return table.rules.table.open and game.seq > 0 and all(score == fresh for score in table.scores.values())


def stored_facts(kind: str, facts: Document | None, reason: str | None) -> Document:
    stored: Document = {"v": FACTS_VERSION}
    if facts is not None:
        stored["line"] = facts
    return stored if kind == LINE and not reason else {**stored, "reason": reason}


def append_lines(write: Write, game: OpenGame, new: Sequence[LogRow], after: Snapshot, actor: int | None) -> OpenGame:
    """Append rows to the log and bring the game's row up to date with what is `after` them.

    Return the game as it is then.  Each row is hashed with the hash of the one before it.
    """
    if not new:
        return game
    rows: list[JsonObject] = [
        {
            "league_id": game.row.league_id, "game_id": game.row.id,
            "seq": line.seq, "kind": line.kind, "target": line.target,
            "facts": stored_facts(line.kind, line.facts, line.reason),
            "actor_id": actor, "device_id": write.device.id, "recorded_at": line.recorded_at,
        }
        for line in new
    ]  # fmt: skip
    tip = chain_to(game.hash, rows)
    write.connection.execute(INSERT_LINES, rows if len(rows) > 1 else rows[0])
    seq, now, finished = new[-1].seq, new[-1].recorded_at, after.table.finished
    state = after.to_json(seq)
    write.connection.execute(
        UPDATE_GAME_AND_NOTIFY if write.connection.dialect.name == "postgresql" else UPDATE_GAME,
        {
            "of_league": game.row.league_id,
            "of_game": game.row.id,
            "seq": seq,
            "hash": tip,
            "state": state,
            "status": FINISHED if finished else PLAYING,
            "touched_at": now,
            "finished_at": (game.row.finished_at or now) if finished else None,
        },
    )
    return replace(game, seq=seq, state=state, hash=tip)


def find_or_add_rulebook(connection: Connection, league_id: int, variant: Variant) -> int:
    """Return the id of the rulebook with exactly this text, added if the league has none."""
    text = variant_to_json(variant)
    key = digest(text)
    known = connection.scalar(select(Rulebook.id).where(Rulebook.league_id == league_id, Rulebook.digest == key))
    if known is not None:
        return known
    rulebook_id = Rulebook.next_id(connection, league_id)
    connection.execute(insert(Rulebook), {"league_id": league_id, "id": rulebook_id, "digest": key, "variant": text})
    return rulebook_id


HEAD_VERSION = FACTS_VERSION = 1
STATE_VERSION = 2


def head_to_json(head: Head) -> JsonObject:
    """Return a head as plain JSON, without its variant; stakes in cents."""
    handicap = {} if head.handicap is None else {"handicap": dict(head.handicap)}
    return {
        "v": HEAD_VERSION,
        "players": list(head.players),
        "dealer": head.dealer,
        "sides": [list(side) for side in head.sides],
        "rules": dict(head.rules),
        "opening": dict(head.opening),
        "stakes": asdict(head.stakes) if head.stakes else None,
        **handicap,
    }


def head_from_json(variant: Variant, document: Mapping[str, Any]) -> Head:
    return Head(
        variant=variant,
        players=tuple(document["players"]),
        dealer=document["dealer"],
        sides=tuple(tuple(side) for side in document["sides"]),
        rules=document["rules"],
        opening=document["opening"],
        stakes=stakes_from_json(document),
        handicap=document.get("handicap"),
    )


def stakes_from_json(document: Mapping[str, Any]) -> Stakes | None:
    return Stakes(**document["stakes"]) if document["stakes"] else None


@lru_cache(maxsize=256)
def cached_head(variant: str, head: str) -> Head:
    """Return the head of a game from its two stored texts.  Neither ever changes, so the result is cached."""
    return head_from_json(variant_from_json(json.loads(variant)), json.loads(head))


MAX_RECENT = 3
"""How many of the last lines are stored: as many as the table shows below the hand form."""


class RecentLine(NamedTuple):
    """One of the last lines in force."""

    seq: int
    """The row it was written in."""
    version: int
    """The row that says what it says now: its own, or the correction in force."""
    number: int
    """1.. among the lines in force."""
    facts: Document
    before: JsonObject
    """The table it was played at, as JSON."""


@dataclass(frozen=True)
class Snapshot:
    """The state of a game: the table, and the last lines in force, oldest first."""

    table: Table
    lines: tuple[RecentLine, ...] | None = None
    """None where they are not known: in a game brought in, until somebody adds a line."""
    undo: int | None = None
    """The row that Undo would take back; None when there is none."""

    def after(self, seq: int, facts: Document, table: Table) -> Snapshot:
        """Return the snapshot after one more line, written as row `seq`; `table` is the table after it."""
        lines = self.lines or ()
        number = lines[-1].number + 1 if lines else 1
        line = RecentLine(seq, seq, number, facts, table_to_json(self.table))
        return Snapshot(table, (*lines, line)[-MAX_RECENT:], seq)

    def to_json(self, seq: int) -> JsonObject:
        state = {"v": STATE_VERSION, "seq": seq, "table": table_to_json(self.table)}
        if self.lines is None:
            return state
        return {**state, "recent": [list(line) for line in self.lines], "undo": self.undo}


def snapshot_from_json(head: Head, seq: int, state: Mapping[str, Any]) -> Snapshot | None:
    """Return the snapshot after line `seq`; None if `state` is not of that line, and has to be made again."""
    if (state.get("v"), state.get("seq")) != (STATE_VERSION, seq):
        return None
    lines = tuple(RecentLine(*line) for line in state["recent"]) if "recent" in state else None
    return Snapshot(table_from_json(head, state["table"]), lines, state.get("undo"))


def snapshot_of(table: Table, shown: Sequence[PlayedLine], rows: Sequence[LogRow]) -> Snapshot:
    """Return the snapshot of a log that was played."""
    last = [line for line in shown if not line.struck][-MAX_RECENT:]
    lines = (
        RecentLine(line.seq, line.version, line.number, line.facts, table_to_json(line.before))
        for line in last
        if line.number and line.before
    )
    return Snapshot(table, tuple(lines), undo_target(rows))
