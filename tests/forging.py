"""Histories as somebody with the database file can rewrite them: other rows, with new hashes or without."""

from __future__ import annotations

import datetime as dt
import json
import uuid

from sqlalchemy import update

from scorekeeper.models.tables import games, lines
from scorekeeper.models.types import utc_text
from scorekeeper.services.games.hashes import first_hash, next_hash
from scorekeeper.services.games.store import load_game
from tests.databases import unguarded


def bid_six(*seqs):
    """Other facts in some rows."""

    def change(rows):
        for seq in seqs:
            row = rows[seq - 1]
            row["facts"] = {**row["facts"], "line": {**row["facts"]["line"], "bid": 6}}
        return rows

    return change


def an_hour_later(seq):
    """Another time at a row."""

    def change(rows):
        rows[seq - 1]["recorded_at"] += dt.timedelta(hours=1)
        return rows

    return change


def without(seq):
    return lambda rows: [row for row in rows if row["seq"] != seq]


def up_to(seq):
    """What a backup that was put back has."""
    return lambda rows: rows[:seq]


def swapped(seq):
    """Two rows told in the other order."""
    return lambda rows: [*rows[: seq - 1], rows[seq], rows[seq - 1], *rows[seq + 1 :]]


def one_more_after(seq):
    return lambda rows: [*rows[:seq], {**rows[seq - 1], "op_id": uuid.uuid4().hex}, *rows[seq:]]


def played_on_otherwise(seq):
    """A backup was put back, and the table went on from there."""
    return lambda rows: [*rows[:seq], *bid_six(1)([{**row, "op_id": row["op_id"][::-1]} for row in rows[seq:]])]


def other_stakes(head):
    return {**head, "title": "Another evening"}


def forge(database, code, change=list, *, head=dict, hashes=True, renumber=True):
    """Rewrite a game's rows by `change`, a function of the rows, and its head; `hashes`: with a chain that holds."""
    with unguarded(database) as connection:
        row = load_game(connection, code).row
        here = lines.c.game_id == row.id, lines.c.league_id == row.league_id
        found = connection.execute(lines.select().where(*here).order_by(lines.c.seq)).mappings()
        rows = change([dict(it) for it in found])
        new_head = head(json.loads(row.head))
        tip = first_hash(code, new_head, json.loads(row.variant))
        for seq, it in enumerate(rows, start=1):
            it["seq"] = seq if renumber else it["seq"]
            if hashes:
                it["previous_hash"] = tip
                tip = it["hash"] = next_hash(tip, {**it, "recorded_at": utc_text(it["recorded_at"])})
        connection.execute(lines.delete().where(*here))
        if rows:
            connection.execute(lines.insert(), rows)
        last = rows[-1]["seq"] if rows else 0
        ends = {"seq": last, "hash": tip if hashes else row.hash, "head": new_head, "state": {}}
        connection.execute(update(games).where(games.c.code == code).values(ends))


FORGERIES = {
    **{f"other facts in row {seq}": {"change": bid_six(seq), "hashes": False} for seq in (1, 4, 8)},
    **{f"other facts in row {seq}, with hashes": {"change": bid_six(seq)} for seq in (1, 4, 8)},
    **{f"another time at row {seq}, with hashes": {"change": an_hour_later(seq)} for seq in (3, 8)},
    **{f"row {seq} taken out, with hashes": {"change": without(seq)} for seq in (1, 4, 8)},
    "row 4 taken out": {"change": without(4), "hashes": False, "renumber": False},
    "an older backup put back": {"change": up_to(6)},
    "an older backup put back and played on": {"change": played_on_otherwise(6)},
    "every row taken out": {"change": up_to(0)},
    **{f"rows {seq} and {seq + 1} swapped, with hashes": {"change": swapped(seq)} for seq in (1, 4)},
    **{f"a row slipped in after row {seq}, with hashes": {"change": one_more_after(seq)} for seq in (2, 4)},
    "another head, with hashes": {"head": other_stakes},
}
"""What is done to a game of eight hands."""
