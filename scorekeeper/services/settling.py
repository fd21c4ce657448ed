"""What the settle pages ask beside the accounts: who sits where, which tables a night had, what was won and lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, exists, func, select

from scorekeeper.services.accounts import POSTINGS_OF, names_of
from scorekeeper.services.book import read_row
from scorekeeper.services.ledger import entries, postings
from scorekeeper.services.people import seated
from scorekeeper.services.statements import games

if TYPE_CHECKING:
    from sqlalchemy.orm import Session


def people_at(session: Session, code: str) -> dict[str, int]:
    """Give seat key -> person of everybody who ever sat at a table.  Raises GameNotFound."""
    connection = session.connection()
    row = read_row(connection, code).row
    return seated(connection, row.league_id, row.id)


def everybody(session: Session, league_id: int) -> dict[int, str]:
    """Give everybody of a league by name, no two names alike."""
    names = names_of(session.connection(), league_id)
    return dict(sorted(names.items(), key=lambda named: (named[1].casefold(), named[0])))


def unfinished_tables(session: Session, league_id: int, night_id: int) -> list[str]:
    """Give the codes of a night's games that are still being played, in the order they were begun."""
    still = select(games.c.code).where(
        games.c.league_id == league_id, games.c.night_id == night_id, games.c.finished_at.is_(None)
    )
    return list(session.connection().scalars(still.order_by(games.c.id)))


def has_entries(session: Session, league_id: int) -> bool:
    """Tell whether money ever moved in a league."""
    return bool(session.connection().scalar(select(exists().where(entries.c.league_id == league_id))))


def played_for(session: Session, league_id: int, night_id: int | None) -> dict[tuple[str, int], int]:
    """Give what games alone brought and cost, by currency and person: of a night, or of the league (None)."""
    wanted = [entries.c.league_id == league_id, entries.c.game_id.is_not(None)]
    if night_id is not None:
        wanted.append(entries.c.night_id == night_id)
    rows = session.connection().execute(
        select(entries.c.currency, postings.c.person_id, func.sum(postings.c.cents).label("cents"))
        .join(postings, POSTINGS_OF)
        .where(and_(*wanted))
        .group_by(entries.c.currency, postings.c.person_id)
    )
    return {(row.currency, row.person_id): int(row.cents) for row in rows}
