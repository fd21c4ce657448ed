"""Whether this server can do its work."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import paths

if TYPE_CHECKING:
    from sqlalchemy import Engine


def why_not_ready(engine: Engine) -> str | None:
    """Give in a few words why nobody should be sent here; None where all is well."""
    try:
        with engine.connect() as connection:
            found = frozenset(MigrationContext.configure(connection).get_current_heads())
    except SQLAlchemyError:
        return "the database does not answer"
    if not found:
        return "there is nothing in the database"
    return None if found == schema() else "another version made the database"


@cache
def schema() -> frozenset[str]:
    """Give the revision of the database that this version of the program expects."""
    return frozenset(ScriptDirectory(str(paths.migrations())).get_heads())
