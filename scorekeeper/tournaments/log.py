"""The log of a tournament in the database: read it, and add a line in one transaction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, func, insert, or_, select, update

from scorekeeper.core.errors import TournamentNotFound
from scorekeeper.core.transaction import Submission, Write, writing
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
        one = update(tournaments).where(tournaments.c.league_id == self.write.league_id, tournaments.c.id == self.id)
        self.write.connection.execute(one.values(**_columns(self.state), seq=row.seq))
        return self.state


@contextmanager
def changing(form: Submission, tournament_id: int) -> Iterator[OpenTournament]:
    """Change a tournament in one transaction, completely or not at all.  Raises TournamentNotFound."""
    with writing(form) as write:
        yield OpenTournament(write, tournament_id)


def insert_tournament(write: Write, first: TournamentRow) -> int:
    """Insert a tournament with its first line; return its number.  The caller holds the league's lock."""
    mine = tournaments.c.league_id == write.league_id
    number = (write.connection.scalar(select(func.max(tournaments.c.id)).where(mine)) or 0) + 1
    write.connection.execute(
        insert(tournaments),
        {
            "league_id": write.league_id, "id": number, **_columns(replay([first])), "seq": 1, "board_code": None,
            "founded_at": first.recorded_at,
        },
    )  # fmt: skip
    _insert_line(write, number, first)
    return number


def _insert_line(write: Write, tournament_id: int, row: TournamentRow) -> None:
    write.connection.execute(
        insert(tournament_lines),
        {
            "league_id": write.league_id, "tournament_id": tournament_id, "seq": row.seq, "kind": row.kind,
            "target": row.target, "facts": row.facts, "actor_id": write.actor, "device_id": write.device.id,
            "recorded_at": row.recorded_at,
        },
    )  # fmt: skip


def _columns(state: TournamentState) -> dict[str, str]:
    return {"name": state.setup.name, "day": state.setup.day, "status": OVER if state.finished else OPEN}
