"""What the other side says to a line: that it was so, or that it was not.  It changes no score.

An opinion is of the row that says what the line says: the line's own, or the correction that stands.  So a correction
makes what was said before it an opinion of what it said before, and undoing the correction makes it count again.  Of
several from one phone the last counts.

No phone is told of an opinion at once, as of a hand: the number that phones follow counts rows, and an opinion is
none.  Where there are stakes the table asks every few seconds; else it shows with the next hand.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from sqlalchemy import Table as SqlTable
from sqlalchemy import and_, bindparam, func, insert, select

from scorekeeper.models import Opinion
from scorekeeper.models.line import UNDO
from scorekeeper.models.opinion import AGREE, DISPUTE
from scorekeeper.rules.errors import impossible, unreadable
from scorekeeper.rules.plain import LONGEST_TEXT
from scorekeeper.services.book import open_row
from scorekeeper.services.errors import OpIdReused
from scorekeeper.services.statements import devices, games, lines, people
from scorekeeper.services.text import checked_op_id, refuse_unwritable
from scorekeeper.services.writing import writing

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

    from scorekeeper.services.book import AnyRow, OpenGame
    from scorekeeper.services.clock import Clock
    from scorekeeper.services.devices import KnownDevice

opinions = cast("SqlTable", Opinion.__table__)

OWN_LINE = "This phone entered it. Whether it was so is for another phone to say."
TICK = dt.timedelta(microseconds=1)


@dataclass(frozen=True)
class Said:
    """One opinion."""

    device_id: int
    phone: str
    who: str | None
    """Who held the phone, where he had said so."""
    says: str
    note: str | None
    said_at: dt.datetime
    counts: bool
    """Whether it is the last that phone said of that row."""


@dataclass(frozen=True)
class Heard:
    """What was said of one row, oldest first."""

    seq: int
    entered_by: int
    """The phone the row came from, which has no opinion of it."""
    said: tuple[Said, ...] = ()

    @property
    def agreed(self) -> tuple[Said, ...]:
        return tuple(it for it in self.said if it.counts and it.says == AGREE)

    @property
    def disputed(self) -> tuple[Said, ...]:
        return tuple(it for it in self.said if it.counts and it.says == DISPUTE)

    def from_phone(self, device_id: int | None) -> str | None:
        """Give what a phone says of it, None for nothing."""
        return next((it.says for it in self.said if it.counts and it.device_id == device_id), None)


@dataclass(frozen=True)
class Voice:
    """Who says what of a row."""

    device: KnownDevice
    person: int | None
    says: str
    note: str | None = None


# ---------------------------------------------------------------- saying it


def say(  # noqa: PLR0913 - what a form carries
    session: Session, clock: Clock, code: str, seq: int, voice: Voice, *, op_id: str
) -> None:
    """Agree with, or dispute, what row `seq` of a game says; the same said twice is said once.

    Raises GameNotFound, OpIdReused, UnreadableSheet with field "says" or "note", and ImpossibleFact with field "target"
    for a row that says nothing of a hand, "says" for one that this phone entered.
    """
    checked_op_id(op_id)
    _check(voice)
    now = clock()
    with writing(session) as connection:
        game = open_row(connection, code, op_id)
        if game.row.done_seq is not None:
            raise OpIdReused
        if _said_before(connection, game, seq, voice, op_id):
            return
        if _entered_by(connection, game, seq) == voice.device.id:
            raise impossible("says", OWN_LINE)
        _note_down(connection, game, seq, voice, op_id=op_id, now=now)


def agree_too(  # noqa: PLR0913 - all there is to write
    connection: Connection, game: OpenGame, seq: int, voice: Voice, *, op_id: str, now: dt.datetime
) -> None:
    """Note that another phone saved the same as row `seq`; that one phone did so twice is no agreement.

    A form sent again says nothing new: what its phone thought better of since stands.
    """
    if _entered_by(connection, game, seq) != voice.device.id and _written_as(connection, game, op_id) is None:
        _note_down(connection, game, seq, voice, op_id=op_id, now=now)


def _entered_by(connection: Connection, game: OpenGame, seq: int) -> int:
    """Give the phone a line or a correction came from.  Raises ImpossibleFact for any other row."""
    row = connection.execute(
        select(lines.c.kind, lines.c.device_id).where(
            lines.c.league_id == game.row.league_id, lines.c.game_id == game.row.id, lines.c.seq == seq
        )
    ).one_or_none()
    if row is None or row.kind == UNDO:
        raise impossible("target", "There is no such line in this game.")
    return int(row.device_id)


def _note_down(  # noqa: PLR0913 - all there is to write
    connection: Connection, game: OpenGame, seq: int, voice: Voice, *, op_id: str, now: dt.datetime
) -> None:
    """Write an opinion down, unless that phone says just that already; the game's row is held."""
    of_row = and_(
        opinions.c.league_id == game.row.league_id, opinions.c.game_id == game.row.id, opinions.c.seq == seq
    )
    last = connection.execute(
        select(opinions.c.says, opinions.c.note)
        .where(of_row, opinions.c.device_id == voice.device.id)
        .order_by(opinions.c.said_at.desc())
        .limit(1)
    ).one_or_none()
    if last is not None and last.says == voice.says and (last.note == voice.note or voice.note is None):
        return
    latest = connection.scalar(select(func.max(opinions.c.said_at)).where(of_row))
    connection.execute(
        insert(opinions),
        {
            "league_id": game.row.league_id, "op_id": op_id, "game_id": game.row.id, "seq": seq, "says": voice.says,
            "note": voice.note, "device_id": voice.device.id, "person_id": voice.person,
            "said_at": max(now, latest + TICK) if latest else now,  # the order of saying, whatever the clock does
        },
    )  # fmt: skip


def _check(voice: Voice) -> None:
    if voice.says not in (AGREE, DISPUTE):
        raise unreadable("says", "Agree, or dispute: tap one of the two.")
    refuse_unwritable(voice.note, "note")
    if voice.note is not None and len(voice.note) > LONGEST_TEXT:
        raise unreadable("note", f"note has at most {LONGEST_TEXT} characters.")


def _said_before(connection: Connection, game: OpenGame, seq: int, voice: Voice, op_id: str) -> bool:
    """Tell whether this very form was written already.  Raises OpIdReused if it said something else then."""
    done = _written_as(connection, game, op_id)
    if done is None:
        return False
    said = (done.game_id, done.seq, done.says, done.note, done.device_id)
    if said != (game.row.id, seq, voice.says, voice.note, voice.device.id):
        raise OpIdReused
    return True


def _written_as(connection: Connection, game: OpenGame, op_id: str) -> AnyRow | None:
    """Give the opinion a form was written as."""
    return connection.execute(
        select(opinions).where(opinions.c.league_id == game.row.league_id, opinions.c.op_id == op_id)
    ).one_or_none()


# ---------------------------------------------------------------- hearing it


HEARD = (
    select(
        lines.c.seq,
        lines.c.device_id.label("entered_by"),
        opinions.c.device_id,
        opinions.c.says,
        opinions.c.note,
        opinions.c.said_at,
        devices.c.name.label("phone"),
        people.c.name.label("who"),
    )
    .select_from(games)
    .join(lines, and_(lines.c.league_id == games.c.league_id, lines.c.game_id == games.c.id))
    .outerjoin(
        opinions,
        and_(
            opinions.c.league_id == lines.c.league_id,
            opinions.c.game_id == lines.c.game_id,
            opinions.c.seq == lines.c.seq,
        ),
    )
    .outerjoin(devices, devices.c.id == opinions.c.device_id)
    .outerjoin(people, and_(people.c.league_id == opinions.c.league_id, people.c.id == opinions.c.person_id))
    .where(games.c.code == bindparam("code"), lines.c.seq.in_(bindparam("rows", expanding=True)))
    .order_by(lines.c.seq, opinions.c.said_at)
)


def heard(session: Session, code: str, rows: Collection[int]) -> dict[int, Heard]:
    """Give row -> what was said of it, for these rows of a game; asked once, however many."""
    if not rows:
        return {}
    found = session.connection().execute(HEARD, {"code": code, "rows": sorted(rows)}).all()
    last = {(row.seq, row.device_id): row.said_at for row in found}
    told: dict[int, Heard] = {}
    for row in found:
        known = told.get(row.seq) or Heard(row.seq, row.entered_by)
        if row.says is None:
            told[row.seq] = known
            continue
        counts = last[row.seq, row.device_id] == row.said_at
        said = Said(row.device_id, row.phone, row.who, row.says, row.note, row.said_at, counts)
        told[row.seq] = Heard(row.seq, row.entered_by, (*known.said, said))
    return told
