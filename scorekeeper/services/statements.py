"""The statements of the hot paths, built once: open a game, read its log, append, bring its row up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Text, and_, bindparam, func, insert, select, type_coerce, update
from sqlalchemy import cast as sql_cast
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from scorekeeper.models import Opinion
from scorekeeper.models.tables import devices, games, lines, nights, people, rulebooks, seats
from scorekeeper.models.types import Json

if TYPE_CHECKING:
    from sqlalchemy.sql.compiler import SQLCompiler


class object_of(FunctionElement[dict[str, Any]]):  # noqa: N801 - it reads as the function it is
    """Rows gathered into one JSON object: a key and a value."""

    inherit_cache = True
    type = Json()


@compiles(object_of, "sqlite")
def _on_sqlite(element: object_of, compiler: SQLCompiler, **how: Any) -> str:
    return f"json_group_object({compiler.process(element.clauses, **how)})"


@compiles(object_of, "postgresql")
def _on_postgresql(element: object_of, compiler: SQLCompiler, **how: Any) -> str:
    return f"CAST(json_object_agg({compiler.process(element.clauses, **how)}) AS TEXT)"


done = lines.alias("done")

NAMES = (
    select(object_of(sql_cast(seats.c.number, Text), people.c.name))
    .join(people, and_(people.c.league_id == seats.c.league_id, people.c.id == seats.c.person_id))
    .where(seats.c.league_id == games.c.league_id, seats.c.game_id == games.c.id)
    .correlate(games)
    .scalar_subquery()
)
"""Seat key -> name of everybody who ever sat in the game, in any order."""

SPOKEN_OF = (
    select(Opinion.seq)
    .where(Opinion.league_id == games.c.league_id, Opinion.game_id == games.c.id)
    .correlate(games)
    .exists()
)
"""Whether anybody ever agreed with a line of the game, or disputed one: of most games nobody did."""

OF_THE_GAME = (
    games.c.league_id, games.c.id, games.c.code, games.c.title, games.c.played_on, games.c.night_id, games.c.seq,
    games.c.hash, games.c.state, games.c.touched_at, games.c.finished_at, type_coerce(games.c.head, Text).label("head"),
    type_coerce(rulebooks.c.variant, Text).label("variant"), NAMES.label("names"),
    SPOKEN_OF.label("spoken_of"),
)  # fmt: skip
OF_THE_FORM = (
    done.c.seq.label("done_seq"), done.c.game_id.label("done_game"), done.c.kind.label("done_kind"),
    done.c.target.label("done_target"), done.c.facts.label("done_facts"),
)  # fmt: skip
OF_THE_NIGHT = (nights.c.closed_at.label("night_closed_at"),)
ITS_NIGHT = and_(nights.c.league_id == games.c.league_id, nights.c.id == games.c.night_id)
ITS_RULES = and_(rulebooks.c.league_id == games.c.league_id, rulebooks.c.id == games.c.rulebook_id)
ITS_FORM = and_(done.c.league_id == games.c.league_id, done.c.op_id == bindparam("op_id"))

GAMES = select(*OF_THE_GAME).join(rulebooks, ITS_RULES)
READ_GAME = GAMES.where(games.c.code == bindparam("code"))
OPEN_GAME = (
    select(*OF_THE_GAME, *OF_THE_NIGHT, *OF_THE_FORM)
    .select_from(games.join(rulebooks, ITS_RULES).join(nights, ITS_NIGHT).outerjoin(done, ITS_FORM))
    .where(games.c.code == bindparam("code"))
    .with_for_update(of=games)  # PostgreSQL queues writers here; SQLite's transaction already has
)
READ_LINES = (
    select(
        lines.c.seq,
        lines.c.kind,
        lines.c.target,
        lines.c.facts,
        lines.c.recorded_at,
        devices.c.name.label("device"),
        people.c.name.label("who"),
    )
    .join(devices, devices.c.id == lines.c.device_id)
    .outerjoin(people, and_(people.c.league_id == lines.c.league_id, people.c.id == lines.c.actor_id))
    .where(
        lines.c.league_id == bindparam("league_id"),
        lines.c.game_id == bindparam("game_id"),
        lines.c.seq <= bindparam("seq"),
    )
    .order_by(lines.c.seq)
)
APPEND = insert(lines)
ADVANCE = (
    update(games)
    .where(games.c.league_id == bindparam("of_league"), games.c.id == bindparam("of_game"))
    .values({name: bindparam(name) for name in ("seq", "hash", "state", "status", "touched_at", "finished_at")})
)
CHANNEL = "game_moved"
"""Where PostgreSQL says which game has a new line: services/notices.py listens."""
ADVANCE_AND_SAY = ADVANCE.returning(func.pg_notify(CHANNEL, games.c.code))
"""The same on PostgreSQL, which tells the other phones with the commit; a round trip more would cost as much again."""
