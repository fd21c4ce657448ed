"""The owner's pages: the passphrase, its printed codes, and proving it on another phone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.services.access.links import format_join_code, format_recovery_code
from scorekeeper.web.stamps import new_op_id

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from scorekeeper.services.access.ownership import OwnershipStatus


@dataclass(frozen=True)
class PassphrasePage:
    code: str
    set_at: dt.datetime | None
    codes_left: int
    op_id: str
    wrong: str

    @classmethod
    def of(cls, code: str, state: OwnershipStatus, wrong: str) -> PassphrasePage:
        return cls(code, state.set_at, state.codes_left, new_op_id(), wrong)


@dataclass(frozen=True)
class CodesPage:
    code: str
    codes: tuple[str, ...]
    spoken: str
    """The table's code, which the passphrase is asked for with."""


def printed_codes(code: str, codes: Sequence[str], join_code: str | None) -> CodesPage:
    return CodesPage(code, tuple(map(format_recovery_code, codes)), format_join_code(join_code) if join_code else "")


@dataclass(frozen=True)
class ClaimPage:
    table: str
    wrong: str
