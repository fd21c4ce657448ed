"""A league by its address, and what it is called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select, update

from scorekeeper.models.tables import leagues
from scorekeeper.services.errors import LeagueNotFound
from scorekeeper.services.league.changes import LEAGUE_RENAMED, changing
from scorekeeper.services.text import checked_name

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

    from scorekeeper.services.league.changes import Form


@dataclass(frozen=True)
class LeagueHead:
    """A league as its pages head it; `currency` is None until it plays for money."""

    id: int
    code: str
    name: str
    currency: str | None


def read_league(session: Session, league_id: int) -> LeagueHead:
    """Raises LeagueNotFound."""
    return _found(session, leagues.c.id == league_id)


def league_meant(session: Session, text: str) -> LeagueHead:
    """Give the league somebody means by its number, its address, or a name no other has.  Raises LeagueNotFound."""
    known = all_leagues(session)
    meant = [league for league in known if text in {str(league.id), league.code}]
    meant = meant or [league for league in known if league.name.casefold() == text.casefold()]
    if len(meant) != 1:
        raise LeagueNotFound
    return meant[0]


def all_leagues(session: Session) -> list[LeagueHead]:
    """Give every league of this database, oldest first."""
    return [LeagueHead(*row) for row in session.execute(select(*HEAD).order_by(leagues.c.id))]


def _found(session: Session, which: ColumnElement[bool]) -> LeagueHead:
    row = session.execute(select(*HEAD).where(which)).one_or_none()
    if row is None:
        raise LeagueNotFound
    return LeagueHead(*row)


HEAD = (leagues.c.id, leagues.c.code, leagues.c.name, leagues.c.currency)


def rename_league(form: Form, name: str) -> None:
    """Call the league otherwise.  Raises UnreadableSheet (field "name")."""
    name = checked_name(name, "A league needs a name.")
    facts = {"name": name}
    with changing(form) as change:
        if change.said_before(LEAGUE_RENAMED, facts) is None:
            change.connection.execute(update(leagues).where(leagues.c.id == form.league_id).values(name=name))
            change.log(LEAGUE_RENAMED, facts)
