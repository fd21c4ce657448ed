"""The base of every table: each constraint has a name, so that a later migration can find it."""

from __future__ import annotations

from sqlalchemy import MetaData
from sqlalchemy.orm import DeclarativeBase

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}

STRICT = {"sqlite_strict": True}
"""On SQLite a column accepts only values of its type, as on PostgreSQL."""


class Base(DeclarativeBase):
    """The base of the models.  All tables but `devices` and `leagues` have `league_id` first in key and indexes."""

    metadata = MetaData(naming_convention=NAMES)
