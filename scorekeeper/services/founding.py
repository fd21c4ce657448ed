"""Laying a new table: the rows a game begins with.  Always inside a `writing` transaction of the caller."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select

from scorekeeper.models import Game, GameHouse, League, Member, Rulebook
from scorekeeper.models.game import PLAYING
from scorekeeper.rules.snapshot import variant_to_json
from scorekeeper.rules.table import open_table
from scorekeeper.services.book import read_row
from scorekeeper.services.chain import digest, first_hash
from scorekeeper.services.errors import OpIdReused
from scorekeeper.services.links import new_read_link
from scorekeeper.services.nights import night_for
from scorekeeper.services.people import take_seats
from scorekeeper.services.snapshots import Recent, freeze_head, freeze_state

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from scorekeeper.rules.sheet import Head
    from scorekeeper.rules.variant import Variant
    from scorekeeper.services.book import OpenGame
    from scorekeeper.services.devices import KnownDevice

CODE_BYTES = 16


@dataclass(frozen=True)
class Founding:
    """A game to be made: its head in seat keys, who sits down in that order, and the form that asked for it."""

    head: Head
    people: Sequence[int]
    title: str | None
    date: dt.date | None
    op_id: str
    op_hash: str
    rematch_of: int | None = None
    house: tuple[int, int] | None = None
    """The version of the league's house rules it is begun under."""


def lock_league(connection: Connection, league_id: int) -> int:
    """Hold the counters of a league (games, people, rulebooks) until the transaction ends; give its id."""
    connection.execute(select(League.id).where(League.id == league_id).with_for_update())
    return league_id


def made_before(connection: Connection, device: KnownDevice, op_id: str, op_hash: str) -> str | None:
    """Give the code of the game this form made already, in whichever league of its phone.

    Raises OpIdReused if it said something else then.
    """
    done = connection.execute(
        select(Game.code, Game.op_hash)
        .join(Member, Member.league_id == Game.league_id)
        .where(Member.device_id == device.id, Member.revoked_at.is_(None), Game.op_id == op_id)
    ).all()
    made = next((row.code for row in done if row.op_hash == op_hash), None)
    if done and made is None:
        raise OpIdReused
    return made


def lay_table(
    connection: Connection, league_id: int, device: KnownDevice, founding: Founding, now: dt.datetime
) -> OpenGame:
    """Make a game without lines; give it as opened."""
    rulebook_id = rulebook_for(connection, league_id, founding.head.variant)
    last = connection.scalar(select(func.max(Game.id)).where(Game.league_id == league_id))
    head, code = freeze_head(founding.head), secrets.token_urlsafe(CODE_BYTES)
    game_id = (last or 0) + 1
    night_id = night_for(connection, league_id, founding.date, now)
    connection.execute(
        insert(Game),
        {
            "league_id": league_id,
            "id": game_id,
            "code": code,
            "title": founding.title,
            "title_key": founding.title.casefold() if founding.title else None,
            "played_on": founding.date.isoformat() if founding.date else None,
            "rulebook_id": rulebook_id,
            "head": head,
            "seq": 0,
            "hash": first_hash(code, head, variant_to_json(founding.head.variant)),
            "state": freeze_state(0, open_table(founding.head), Recent()),
            "status": PLAYING,
            "started_at": now,
            "touched_at": now,
            "rematch_of": founding.rematch_of,
            "device_id": device.id,
            "op_id": founding.op_id,
            "op_hash": founding.op_hash,
            "night_id": night_id,
        },
    )
    take_seats(connection, league_id, game_id, enumerate(founding.people, start=1))
    new_read_link(connection, league_id, game_id, device, now)
    if founding.house is not None:
        house_id, number = founding.house
        values = {"league_id": league_id, "game_id": game_id, "house_id": house_id, "number": number}
        connection.execute(insert(GameHouse), values)
    return read_row(connection, code)


def rulebook_for(connection: Connection, league_id: int, variant: Variant) -> int:
    """Give the rulebook that says exactly this, written down if the league has none."""
    text = variant_to_json(variant)
    key = digest(text)
    known = connection.scalar(select(Rulebook.id).where(Rulebook.league_id == league_id, Rulebook.digest == key))
    if known is not None:
        return known
    last = connection.scalar(select(func.max(Rulebook.id)).where(Rulebook.league_id == league_id))
    rulebook_id = (last or 0) + 1
    connection.execute(insert(Rulebook), {"league_id": league_id, "id": rulebook_id, "digest": key, "variant": text})
    return rulebook_id
