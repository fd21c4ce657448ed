"""What the pages of tournaments read: one of them with everybody's name, a league's list, a board by its link."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.errors import TournamentNotFound
from scorekeeper.league.roster import read_people
from scorekeeper.models.tables import tournaments
from scorekeeper.models.tournament import OVER
from scorekeeper.tournaments.log import read_rows
from scorekeeper.tournaments.maths.rounds import Side
from scorekeeper.tournaments.maths.standings import Place, standings, totals
from scorekeeper.tournaments.prizes import pot_of
from scorekeeper.tournaments.setup import Setup
from scorekeeper.tournaments.state import DRAW, TournamentRow, TournamentState, replay


@dataclass(frozen=True)
class TournamentView:
    """A tournament's state, and the names of everybody in the league."""

    id: int
    code: str
    board_code: str | None
    rows: tuple[TournamentRow, ...]
    state: TournamentState
    names: Mapping[int, str]

    @property
    def setup(self) -> Setup:
        return self.state.setup

    @property
    def seq(self) -> int:
        """Return the number of its last line."""
        return len(self.rows)

    @property
    def pot(self) -> int:
        """Return the pot in cents."""
        return pot_of(self.state)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Return the standings so far."""
        return tuple(standings(totals(self.state.tournament()), self.setup.criteria))

    @cached_property
    def tables_of_lines(self) -> Mapping[int, Sequence[Sequence[list[int]]]]:
        """Return, by the number of a line about a table, the tables of its round as they were drawn last before it."""
        drawn, found = {}, {}
        for row in self.rows:
            if row.kind == DRAW:
                drawn[row.facts["round"]] = row.facts["tables"]
            elif row.facts.get("round") in drawn:
                found[row.seq] = drawn[row.facts["round"]]
        return found

    def side_name(self, side: Side) -> str:
        """Return the names of a side: "Ann & Bob"."""
        return " & ".join(self.names[player] for player in side)


def read_tournament(session: Session, league_id: int, tournament_id: int) -> TournamentView:
    """Return a tournament of a league.  Raises TournamentNotFound."""
    connection = session.connection()
    row = connection.execute(
        select(tournaments.c.id, tournaments.c.code, tournaments.c.board_code).where(
            tournaments.c.league_id == league_id, tournaments.c.id == tournament_id
        )
    ).one_or_none()
    if row is None:
        raise TournamentNotFound
    rows = tuple(read_rows(connection, league_id, tournament_id))
    return TournamentView(
        row.id, row.code, row.board_code, rows, replay(rows), read_people(connection, league_id).names
    )


class ListedTournament(NamedTuple):
    """A tournament in the list of a league."""

    id: int
    name: str
    day: dt.date
    over: bool


def tournaments_of(session: Session, league_id: int) -> tuple[ListedTournament, ...]:
    """Return the tournaments of a league, the last one first."""
    found = session.connection().execute(
        select(tournaments.c.id, tournaments.c.name, tournaments.c.day, tournaments.c.status)
        .where(tournaments.c.league_id == league_id)
        .order_by(tournaments.c.day.desc(), tournaments.c.id.desc())
    )
    return tuple(
        ListedTournament(row.id, row.name, dt.date.fromisoformat(row.day), row.status == OVER) for row in found
    )
