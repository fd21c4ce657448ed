"""How the values are made of which every hand needs a few."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Record = TypeVar("Record")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def statically_frozen(cls: type[Record]) -> type[Record]:
    """Make a dataclass nobody changes: mypy sees to that, since what Python itself freezes takes twice as long."""
    return dataclass(slots=True)(cls)
