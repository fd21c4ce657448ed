"""The phones page: who holds which, what it may, when it last wrote, and what whoever looks may change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.services.access.links import format_join_code
from scorekeeper.services.access.roles import Role

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from scorekeeper.services.access.phones import PhoneView
    from scorekeeper.services.access.roles import Access

WORDS = {
    Role.VIEWER: "watches",
    Role.SCORER: "keeps score",
    Role.KEEPER: "keeps the league",
    Role.OWNER: "owner",
}


@dataclass(frozen=True)
class Choice:
    value: str
    text: str
    chosen: bool


@dataclass(frozen=True)
class PhoneRow:
    """One phone; what may not be changed by whoever looks is left away."""

    id: int
    name: str
    person: str
    mine: bool
    role: str
    since: dt.datetime
    last_write: dt.datetime | None
    asked: bool
    roles: tuple[Choice, ...]
    may_shut_out: bool


@dataclass(frozen=True)
class PhonesPage:
    code: str
    asking: tuple[PhoneRow, ...]
    phones: tuple[PhoneRow, ...]
    gone: tuple[PhoneRow, ...]
    join_code: str
    spoken: str
    look: str
    wrong: str


def phones_page(  # noqa: PLR0913, PLR0917 - what the page is put together of
    code: str, standing: Access, cards: Sequence[PhoneView], join_code: str | None, look: str, wrong: str = ""
) -> PhonesPage:
    """Give the page as whoever stands so may use it."""
    rows = [(_row(standing, card), card.revoked) for card in cards]
    return PhonesPage(
        code=code,
        asking=tuple(row for row, gone in rows if row.asked and not gone),
        phones=tuple(row for row, gone in rows if not row.asked and not gone),
        gone=tuple(row for row, gone in rows if gone),
        join_code=join_code or "",
        spoken=format_join_code(join_code) if join_code else "",
        look=look,
        wrong=wrong,
    )


def _row(standing: Access, card: PhoneView) -> PhoneRow:
    keeper = standing.role >= Role.KEEPER
    above = standing.role == Role.OWNER or (keeper and card.role < standing.role)
    given = [role for role in WORDS if role <= standing.role] if above else []
    return PhoneRow(
        id=card.device_id,
        name=card.name,
        person=card.person or "",
        mine=card.device_id == standing.device_id,
        role=WORDS[card.role],
        since=card.since,
        last_write=card.last_write,
        asked=card.asked,
        roles=tuple(Choice(role.word, WORDS[role], role == card.role) for role in given),
        may_shut_out=above,
    )
