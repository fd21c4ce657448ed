"""The log of a tournament in the database: read it, and add a line in one transaction."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, or_, select, update
from sqlalchemy.orm import Session

from scorekeeper.access.devices import AnyDevice, enroll
from scorekeeper.core.clock import Clock
from scorekeeper.core.errors import OpIdReused, TournamentNotFound
from scorekeeper.core.submission import Submission
from scorekeeper.core.text import checked_op_id
from scorekeeper.core.transaction import lock_league, writing
from scorekeeper.league.change_log import ChangeRequest
from scorekeeper.models.tables import devices, people, tournament_lines, tournaments
from scorekeeper.models.tournament import OPEN, OVER
from scorekeeper.tournaments.state import (
    UNDO,
    LineFacts,
    TournamentRow,
    TournamentState,
    check_cash,
    replay,
    with_line,
)


class PhoneRequest(NamedTuple):
    """A form from the phone of somebody at a table, which may be new: it is stored with what it writes."""

    session: Session
    clock: Clock
    league_id: int
    device: AnyDevice
    op_id: str


def read_rows(connection: Connection, league_id: int, tournament_id: int, since: int = 0) -> list[TournamentRow]:
    """Return the log of a tournament; with `since` its first line, and those from there on.

    Raises TournamentNotFound.
    """
    lines = tournament_lines
    found = connection.execute(
        select(
            lines.c.seq, lines.c.kind, lines.c.target, lines.c.facts, lines.c.recorded_at,
            devices.c.name.label("phone"), people.c.name.label("actor"),
        )
        .join(devices, devices.c.id == lines.c.device_id)
        .outerjoin(people, (people.c.league_id == lines.c.league_id) & (people.c.id == lines.c.actor_id))
        .where(lines.c.league_id == league_id, lines.c.tournament_id == tournament_id)
        .where(or_(lines.c.seq == 1, lines.c.seq >= since))
        .order_by(lines.c.seq)
    )  # fmt: skip
    rows = [TournamentRow(*row) for row in found]
    if not rows:
        raise TournamentNotFound
    return rows


@dataclass
class OpenTournament:
    """A tournament in a transaction that may write to it."""

    connection: Connection
    request: ChangeRequest
    id: int
    rows: list[TournamentRow]
    state: TournamentState
    now: dt.datetime

    def find_done(self, kind: str, facts: LineFacts, target: int | None = None) -> bool:
        """Return whether this same form already wrote its line.  Raises OpIdReused if it said something else then."""
        lines = tournament_lines
        done = self.connection.execute(
            select(lines.c.tournament_id, lines.c.kind, lines.c.target, lines.c.facts).where(
                lines.c.league_id == self.request.league_id, lines.c.op_id == self.request.submission.op_id
            )
        ).one_or_none()
        if done is None:
            return False
        same = (done.tournament_id, done.kind, done.target) == (self.id, kind, target)
        if not same or any(done.facts.get(key) != value for key, value in facts.items()):
            raise OpIdReused
        return True

    def add(self, kind: str, facts: LineFacts, target: int | None = None) -> TournamentState:
        """Add a line, and return the state after it.  Raises ImpossibleFact if the log does not allow it."""
        row = TournamentRow(len(self.rows) + 1, kind, target, facts, self.now)
        after = replay([*self.rows, row]) if kind == UNDO else with_line(self.state, row)
        check_cash(self.state, after)
        self.state = after
        self.rows.append(row)
        _insert_line(self.connection, self.request, self.id, row)
        one = update(tournaments).where(tournaments.c.league_id == self.request.league_id, tournaments.c.id == self.id)
        self.connection.execute(one.values(**_columns(self.state), seq=row.seq))
        return self.state


@contextmanager
def changing(request: ChangeRequest | PhoneRequest, tournament_id: int) -> Iterator[OpenTournament]:
    """Change a tournament in one transaction, completely or not at all.  Raises TournamentNotFound."""
    checked_op_id(request.op_id if isinstance(request, PhoneRequest) else request.submission.op_id)
    now = request.clock()
    with writing(request.session) as connection:
        lock_league(connection, request.league_id)
        if isinstance(request, PhoneRequest):
            device = enroll(connection, request.device, now)
            submission = Submission(op_id=request.op_id, device=device)
            request = ChangeRequest(request.session, request.clock, request.league_id, submission)
        rows = read_rows(connection, request.league_id, tournament_id)
        yield OpenTournament(connection, request, tournament_id, rows, replay(rows), now)


def find_created_tournament(connection: Connection, league_id: int, op_id: str) -> tuple[int, LineFacts] | None:
    """Return number and facts of the tournament that this form created before.  Raises OpIdReused for another line."""
    lines = tournament_lines
    done = connection.execute(
        select(lines.c.tournament_id, lines.c.facts, lines.c.seq).where(
            lines.c.league_id == league_id, lines.c.op_id == op_id
        )
    ).one_or_none()
    if done is None:
        return None
    if done.seq != 1:
        raise OpIdReused
    return done.tournament_id, done.facts


def insert_tournament(connection: Connection, request: ChangeRequest, rows: Sequence[TournamentRow]) -> int:
    """Insert a tournament with its first line; return its number.  The caller holds the league's lock."""
    mine = tournaments.c.league_id == request.league_id
    number = (connection.scalar(select(func.max(tournaments.c.id)).where(mine)) or 0) + 1
    state = replay(rows)
    connection.execute(
        insert(tournaments),
        {
            "league_id": request.league_id, "id": number, **_columns(state), "seq": len(rows), "board_code": None,
            "founded_at": rows[0].recorded_at,
        },
    )  # fmt: skip
    for row in rows:
        _insert_line(connection, request, number, row)
    return number


def _insert_line(connection: Connection, request: ChangeRequest, tournament_id: int, row: TournamentRow) -> None:
    submission = request.submission
    connection.execute(
        insert(tournament_lines),
        {
            "league_id": request.league_id, "tournament_id": tournament_id, "seq": row.seq, "kind": row.kind,
            "op_id": submission.op_id, "target": row.target, "facts": row.facts, "actor_id": submission.actor,
            "device_id": submission.device.id, "recorded_at": row.recorded_at,
        },
    )  # fmt: skip


def _columns(state: TournamentState) -> dict[str, str]:
    return {"name": state.setup.name, "day": state.setup.day, "status": OVER if state.finished else OPEN}
