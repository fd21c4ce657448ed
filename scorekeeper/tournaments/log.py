"""The log of a tournament in the database: read it, and add a line in one transaction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, func, insert, or_, select, update

from scorekeeper.core.errors import TournamentNotFound
from scorekeeper.core.transaction import Submission, Write, writing
from scorekeeper.models import Device, Person, Tournament, TournamentLine
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


def read_rows(connection: Connection, league_id: int, tournament_id: int, since: int = 0) -> list[TournamentRow]:
    """Return the log of a tournament; with `since` its first line, and those from there on.

    Raises TournamentNotFound.
    """
    line = TournamentLine
    found = connection.execute(
        select(
            line.seq, line.kind, line.target, line.facts, line.recorded_at,
            Device.name.label("phone"), Person.name.label("actor"),
        )
        .join(Device, Device.id == line.device_id)
        .outerjoin(Person, (Person.league_id == line.league_id) & (Person.id == line.actor_id))
        .where(line.league_id == league_id, line.tournament_id == tournament_id)
        .where(or_(line.seq == 1, line.seq >= since))
        .order_by(line.seq)
    )  # fmt: skip
    rows = [TournamentRow(*row) for row in found]
    if not rows:
        raise TournamentNotFound
    return rows


class OpenTournament:
    """A tournament in a transaction that may write to it."""

    def __init__(self, write: Write, tournament_id: int) -> None:
        self.write, self.id = write, tournament_id
        self.rows = read_rows(write.connection, write.league_id, tournament_id)
        self.state = replay(self.rows)

    def answered(self, kind: str, *asked: Any) -> bool:
        """Return whether this same form already wrote its line.  Raises OpIdReused if it said something else then."""
        return self.write.answered(kind, self.id, *asked) is not None

    def add(self, kind: str, facts: LineFacts, target: int | None = None) -> TournamentState:
        """Add a line, and return the state after it.  Raises ImpossibleFact if the log does not allow it."""
        row = TournamentRow(len(self.rows) + 1, kind, target, facts, self.write.now)
        after = replay([*self.rows, row]) if kind == UNDO else with_line(self.state, row)
        check_cash(self.state, after)
        self.state = after
        self.rows.append(row)
        _insert_line(self.write, self.id, row)
        one = update(Tournament).where(Tournament.league_id == self.write.league_id, Tournament.id == self.id)
        self.write.connection.execute(one.values(**_columns(self.state), seq=row.seq))
        return self.state


@contextmanager
def changing(form: Submission, tournament_id: int) -> Iterator[OpenTournament]:
    """Change a tournament in one transaction, completely or not at all.  Raises TournamentNotFound."""
    with writing(form) as write:
        yield OpenTournament(write, tournament_id)


def insert_tournament(write: Write, first: TournamentRow) -> int:
    """Insert a tournament with its first line; return its number.  The caller holds the league's lock."""
    mine = Tournament.league_id == write.league_id
    number = (write.connection.scalar(select(func.max(Tournament.id)).where(mine)) or 0) + 1
    write.connection.execute(
        insert(Tournament),
        {
            "league_id": write.league_id, "id": number, **_columns(replay([first])), "seq": 1, "board_code": None,
            "founded_at": first.recorded_at,
        },
    )  # fmt: skip
    _insert_line(write, number, first)
    return number


def _insert_line(write: Write, tournament_id: int, row: TournamentRow) -> None:
    write.connection.execute(
        insert(TournamentLine),
        {
            "league_id": write.league_id, "tournament_id": tournament_id, "seq": row.seq, "kind": row.kind,
            "target": row.target, "facts": row.facts, "actor_id": write.actor, "device_id": write.device.id,
            "recorded_at": row.recorded_at,
        },
    )  # fmt: skip


def _columns(state: TournamentState) -> dict[str, str]:
    return {"name": state.setup.name, "day": state.setup.day, "status": OVER if state.finished else OPEN}
