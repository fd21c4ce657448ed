"""The base of every table: each constraint has a name, so that a later migration can find it."""

import datetime as dt
import json
from typing import Any

from sqlalchemy import BigInteger, Connection, DateTime, ForeignKey, Integer, MetaData, Text, func, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeDecorator, TypeEngine

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
    __table_args__: Any = STRICT  # where a table says no more of itself


class Numbered:
    """A row of a league that has a number there: `id` counts from 1 in each league."""

    league_id: Mapped[int] = mapped_column(ForeignKey("leagues.id"), primary_key=True, sort_order=-1)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False, sort_order=-1)

    @classmethod
    def next_id(cls, connection: Connection, league_id: int) -> int:
        """Return the id of the next row of a league; the caller holds the league's lock."""
        return (connection.scalar(select(func.max(cls.id)).where(cls.league_id == league_id)) or 0) + 1


class OfGame:
    league_id: Mapped[int] = mapped_column(primary_key=True, sort_order=-1)
    game_id: Mapped[int] = mapped_column(primary_key=True, sort_order=-1)


Cents = Integer().with_variant(BigInteger(), "postgresql")
"""An amount of money: SQLite's integers have 64 bits by themselves."""

KeyText = Text().with_variant(Text(collation="C"), "postgresql")
"""Text searched by prefix: sorted by code points, as SQLite does, whatever the server's locale."""


class BoundedText(TypeDecorator[str]):
    """Text of at most `longest` characters: the limit of whatever writes it, of a file brought in, too."""

    impl = Text
    cache_ok = True

    def __init__(self, longest: int) -> None:
        super().__init__()
        self.longest = longest


ShortText, LongText = BoundedText(60), BoundedText(2_000)

MAX_ID = 2**31 - 1
"""The largest id a database gives.  A larger one, which anybody can type into an address, is never looked up."""


def dump_json(value: Any) -> str:
    """Write JSON in the order given.  Plain ASCII, so that no character of a name or note can be refused."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


class Json(TypeDecorator[Any]):
    """A JSON document as text: its keys keep their order, which is the players' order round the table."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, _dialect: Dialect) -> str | None:
        return None if value is None else dump_json(value)

    def process_result_value(self, value: Any, _dialect: Dialect) -> Any:
        return None if value is None else json.loads(value)


Counts = Json().with_variant(JSONB(), "postgresql")
"""Whole numbers by key, which a statement can add up."""


class UtcDateTime(TypeDecorator[dt.datetime]):
    """A time with its offset, stored in UTC: text on SQLite ("2026-11-19T20:15:00.000000Z", sorts as time does)."""

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Text() if dialect.name == "sqlite" else DateTime(timezone=True))

    def process_bind_param(self, value: dt.datetime | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        return utc_text(value) if dialect.name == "sqlite" else to_utc(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> dt.datetime | None:
        if value is None:
            return None
        moment: dt.datetime = dt.datetime.fromisoformat(value) if dialect.name == "sqlite" else value
        return moment.astimezone(dt.UTC)


def to_utc(moment: dt.datetime) -> dt.datetime:
    """Return the same time in UTC.  Raises ValueError for one without an offset."""
    if moment.tzinfo is None:
        raise ValueError("A time needs a UTC offset.")
    return moment.astimezone(dt.UTC)


def utc_text(moment: dt.datetime) -> str:
    """Return a time as text in UTC, to the microsecond.  Raises ValueError for one without an offset."""
    return to_utc(moment).isoformat(timespec="microseconds").replace("+00:00", "Z")
