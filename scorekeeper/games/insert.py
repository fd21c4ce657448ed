"""Write the rows a game begins with.  Always inside a `writing` transaction of the caller."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select

from scorekeeper.access.links import new_read_link
from scorekeeper.core.transaction import Write
from scorekeeper.games.snapshots import Snapshot, head_to_json
from scorekeeper.games.store import OpenGame, digest, first_hash, load_game
from scorekeeper.league.nights import night_for_new_game
from scorekeeper.league.roster import take_seats
from scorekeeper.models import Game, GameHouseRules, Rulebook
from scorekeeper.models.game import PLAYING
from scorekeeper.rules.sheet import Head
from scorekeeper.rules.snapshot import variant_to_json
from scorekeeper.rules.table import open_table
from scorekeeper.rules.variant import Variant

CODE_BYTES = 16


@dataclass(frozen=True)
class NewGame:
    """A game to be made: its head in seat keys, and its people in that order."""

    head: Head
    people: Sequence[int]
    title: str | None
    date: dt.date | None
    rematch_of: int | None = None
    house: tuple[int, int] | None = None
    """The version of the league's house rules it is begun under."""


def insert_game(write: Write, new_game: NewGame) -> OpenGame:
    """Insert a game without lines; return it as loaded from the database."""
    connection, league_id, now = write.connection, write.league_id, write.now
    rulebook_id = find_or_add_rulebook(connection, league_id, new_game.head.variant)
    last = connection.scalar(select(func.max(Game.id)).where(Game.league_id == league_id))
    head, code = head_to_json(new_game.head), secrets.token_urlsafe(CODE_BYTES)
    game_id = (last or 0) + 1
    night_id = night_for_new_game(connection, league_id, new_game.date, now)
    connection.execute(
        insert(Game),
        {
            "league_id": league_id,
            "id": game_id,
            "code": code,
            "title": new_game.title,
            "title_key": new_game.title.casefold() if new_game.title else None,
            "played_on": new_game.date.isoformat() if new_game.date else None,
            "rulebook_id": rulebook_id,
            "head": head,
            "seq": 0,
            "hash": first_hash(code, head, variant_to_json(new_game.head.variant)),
            "state": Snapshot(open_table(new_game.head), ()).to_json(0),
            "status": PLAYING,
            "started_at": now,
            "touched_at": now,
            "rematch_of": new_game.rematch_of,
            "device_id": write.device.id,
            "night_id": night_id,
        },
    )
    take_seats(connection, league_id, game_id, enumerate(new_game.people, start=1))
    new_read_link(connection, league_id, game_id, write.device.id, now)
    if new_game.house is not None:
        house_id, number = new_game.house
        values = {"league_id": league_id, "game_id": game_id, "house_id": house_id, "number": number}
        connection.execute(insert(GameHouseRules), values)
    return load_game(connection, code)


def find_or_add_rulebook(connection: Connection, league_id: int, variant: Variant) -> int:
    """Return the id of the rulebook with exactly this text, added if the league has none."""
    text = variant_to_json(variant)
    key = digest(text)
    known = connection.scalar(select(Rulebook.id).where(Rulebook.league_id == league_id, Rulebook.digest == key))
    if known is not None:
        return known
    last = connection.scalar(select(func.max(Rulebook.id)).where(Rulebook.league_id == league_id))
    rulebook_id = (last or 0) + 1
    connection.execute(insert(Rulebook), {"league_id": league_id, "id": rulebook_id, "digest": key, "variant": text})
    return rulebook_id
