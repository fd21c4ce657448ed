"""A phone, tablet or laptop.  A device is not a person."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.models.base import STRICT, Base
from scorekeeper.models.types import UtcDateTime


class Device(Base):
    """Identified by a secret of 256 bits in its cookie, of which only the hash is stored."""

    __tablename__ = "devices"
    __table_args__ = STRICT

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str] = mapped_column(Text, unique=True)
    name: Mapped[str] = mapped_column(Text)
    created_at: Mapped[dt.datetime] = mapped_column(UtcDateTime)
