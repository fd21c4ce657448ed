"""What a check of the doctor may look at: the database, some games at a time, and the machine it is on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import func, select, tuple_

from scorekeeper.models.tables import games
from scorekeeper.rules.errors import SheetError
from scorekeeper.services.games.store import SELECT_GAMES, game_from_row

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy import Connection

    from scorekeeper.services.games.store import OpenGame, StoredGame


@dataclass(frozen=True)
class Host:
    """The machine, as far as the database depends on it."""

    now: dt.datetime
    database: Path | None
    """The SQLite file; None for a database on a server."""
    key: Path
    """Where the secret key is stored, unless it is given in the environment."""
    backups: Path
    every: dt.timedelta | None
    """The interval of the server's own backups."""


Progress = Callable[[int, int], None]
"""Called with how many games were checked, and how many there are."""

PAGE = 50

UNREADABLE = (SheetError, LookupError, TypeError, ValueError)
"""Errors caused by facts edited by hand."""


@dataclass(frozen=True)
class CheckContext:
    """What a check may look at."""

    connection: Connection
    progress: Progress
    given_host: Host | None = None
    seals: tuple[str, ...] = ()
    """Seals of games that somebody saved, to look for."""
    notes: list[str] = field(default_factory=list)
    """Remarks of a check that aren't faults."""

    @property
    def host(self) -> Host:
        """Return the machine; only for checks that are skipped without one."""
        if self.given_host is None:
            raise LookupError("A database without a machine was given to a check of the machine.")
        return self.given_host

    @property
    def on_sqlite(self) -> bool:
        return self.connection.dialect.name == "sqlite"

    def pragma(self, name: str) -> object:
        """Return the value of an SQLite pragma."""
        return self.connection.exec_driver_sql(f"PRAGMA {name}").scalar()

    def faults_of_games(self, look: Callable[[CheckContext, OpenGame], str | None]) -> Iterator[str]:
        """Check every game, league by league, and report progress; `look` returns what is wrong with one."""
        for row in self._games():
            try:
                fault = look(self, game_from_row(row))
            except UNREADABLE as error:
                fault = f"it cannot be read: {error}"
            if fault:
                yield f"{describe_game(row)}: {fault}"

    def _games(self) -> Iterator[StoredGame]:
        of = self.connection.scalar(select(func.count()).select_from(games)) or 0
        last, done = (0, 0), 0
        while page := self._page_after(last):
            for row in page:
                yield row
                done += 1
                self.progress(done, of)
            last = (page[-1].league_id, page[-1].id)

    def _page_after(self, last: tuple[int, int]) -> list[StoredGame]:
        here = tuple_(games.c.league_id, games.c.id)
        found = self.connection.execute(
            SELECT_GAMES.where(here > last).order_by(games.c.league_id, games.c.id).limit(PAGE)
        )
        return list(found)


def describe_game(row: StoredGame) -> str:
    """Return a description of a game (a row of `SELECT_GAMES`) for the doctor's report."""
    about = ", ".join(filter(None, (f'"{row.title}"' if row.title else None, row.played_on)))
    return f"League {row.league_id}, game {row.id}" + (f" ({about})" if about else "")
