"""Whether this server can answer requests."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import paths

if TYPE_CHECKING:
    from sqlalchemy import Engine


REVISIONS = text("SELECT version_num FROM alembic_version")


def why_not_ready(engine: Engine) -> str | None:
    """Return in a few words why requests should not be sent here; None where all is well."""
    try:
        with engine.connect() as connection:
            tables = inspect(connection).get_table_names()
            found = frozenset(connection.scalars(REVISIONS)) if "alembic_version" in tables else frozenset()
    except SQLAlchemyError:
        return "the database does not answer"
    if not found:
        return "the database is empty"
    return None if found == schema() else "the database is from another version"


@cache
def schema() -> frozenset[str]:
    """Return the revision of the database that this version expects: the highest number.

    Workers must not import Alembic, which takes 11 MB of memory.
    """
    return frozenset({max(script.name[1:5] for script in (paths.migrations() / "versions").glob("v*.py"))})
