"""The pages of access: joining, the holder of a phone, invitations, the list of phones, ownership."""

from __future__ import annotations

import datetime as dt
from collections.abc import Container, Sequence
from dataclasses import dataclass

from flask import request, url_for

from scorekeeper.access.joining import PhonesAtTable
from scorekeeper.access.links import format_join_code, format_recovery_code
from scorekeeper.access.phones import PhoneView
from scorekeeper.access.roles import Access, Role
from scorekeeper.access.share_links import qr_code
from scorekeeper.core.network import is_loopback
from scorekeeper.core.text import phone_and_person

MAX_REQUESTS = 3
ROLE_NAMES = {
    Role.VIEWER: "watches",
    Role.SCORER: "keeps score",
    Role.KEEPER: "league admin",
    Role.OWNER: "owner",
}


@dataclass(frozen=True)
class HolderChoice:
    """Somebody who may hold this phone."""

    id: int
    name: str
    chosen: bool


@dataclass(frozen=True)
class HolderPage:
    code: str
    seated: tuple[HolderChoice, ...]
    """The people of this table, who come first; everybody if none of them is in the league."""
    others: tuple[HolderChoice, ...]


def holder_page(code: str, regulars: Sequence[tuple[int, str]], seated: Container[int], access: Access) -> HolderPage:
    """Return the people who may hold this phone, first those of this table (`seated`) and the one it has now."""
    choices = tuple(HolderChoice(number, name, number == access.person_id) for number, name in regulars)
    first = tuple(it for it in choices if it.chosen or it.id in seated) or choices
    return HolderPage(code, first, tuple(it for it in choices if it not in first))


@dataclass(frozen=True)
class Invitation:
    """What lets another phone in: the code as it is read aloud, and both ways in as addresses and pictures."""

    code: str
    """The table to go back to."""
    spoken: str
    join_code: str
    where: str
    """The page a code is typed on."""
    address: str
    qr: str
    look: str
    """The address that shows this game to anybody, "" if there is none."""
    asks_holder: bool = False
    """Whether this phone keeps score, and nobody said who holds it."""
    own_machine: bool = False
    """Whether no other phone reaches this address: it is a machine's name for itself."""


def invitation(code: str, join_code: str | None, look: str) -> Invitation:
    address = url_for("access.join_form", code=format_join_code(join_code), _external=True) if join_code else ""
    return Invitation(
        code=code,
        spoken=format_join_code(join_code) if join_code else "",
        join_code=join_code or "",
        where=url_for("access.join_form", _external=True).partition("://")[2],
        address=address,
        qr=qr_code(address) if address else "",
        look=look,
        own_machine=is_loopback(request.host),
    )


# ---------------------------------------------------------------- on the table


@dataclass(frozen=True)
class AccessRequest:
    device_id: int
    who: str


@dataclass(frozen=True)
class JoinRequests:
    """The strip above the board: who asks to keep score, or that this phone asked."""

    code: str
    role: str
    mark: str
    """A short form of what it says: a phone sends it to ask whether that changed."""
    askers: tuple[AccessRequest, ...]
    more: int
    waiting: bool
    """Whether this phone asked, and nobody answered yet."""
    can_score: bool
    reads: bool
    """Whether it only has a read link, and is not a member."""
    invitation: Invitation | None
    """For a phone that keeps score alone: how others get in."""


def join_requests(access: Access, company: PhonesAtTable) -> JoinRequests:
    """Return the strip as the current phone sees it."""
    can_score = access.role >= Role.SCORER
    waiting = any(one.device_id == access.device_id for one in company.asking)
    askers = (
        [AccessRequest(one.device_id, phone_and_person(one.phone, one.person)) for one in company.asking]
        if can_score
        else []
    )
    told = ",".join(str(one.device_id) for one in askers) if can_score else ("asked" if waiting else "")
    alone = can_score and company.alone and company.join_code
    return JoinRequests(
        code=access.code,
        role=access.role.word,
        mark=f"{access.role.word}:{told}",
        askers=tuple(askers[:MAX_REQUESTS]),
        more=max(0, len(askers) - MAX_REQUESTS),
        waiting=waiting,
        can_score=can_score,
        reads=access.role == Role.READER,
        invitation=invitation(access.code, company.join_code, "") if alone else None,
    )


@dataclass(frozen=True)
class RoleChoice:
    value: str
    text: str
    chosen: bool


@dataclass(frozen=True)
class PhoneRow:
    """One phone; what the current phone may not change is left out."""

    id: int
    name: str
    person: str
    mine: bool
    role: str
    since: dt.datetime
    last_write: dt.datetime | None
    asked: bool
    roles: tuple[RoleChoice, ...]
    may_shut_out: bool


@dataclass(frozen=True)
class PhonesPage:
    code: str
    asking: tuple[PhoneRow, ...]
    phones: tuple[PhoneRow, ...]
    """The phone that shows the page comes first."""
    gone: tuple[PhoneRow, ...]
    join_code: str
    spoken: str
    look: str
    wrong: str


def phones_page(  # noqa: PLR0913, PLR0917 - what the page is put together of
    code: str, access: Access, cards: Sequence[PhoneView], join_code: str | None, look: str, wrong: str = ""
) -> PhonesPage:
    """Return the page as a phone with this access may use it."""
    rows = [(_row(access, card), card.revoked) for card in cards]
    return PhonesPage(
        code=code,
        asking=tuple(row for row, gone in rows if row.asked and not gone),
        phones=tuple(sorted((row for row, gone in rows if not row.asked and not gone), key=lambda row: not row.mine)),
        gone=tuple(row for row, gone in rows if gone),
        join_code=join_code or "",
        spoken=format_join_code(join_code) if join_code else "",
        look=look,
        wrong=wrong,
    )


def _row(access: Access, card: PhoneView) -> PhoneRow:
    keeper = access.role >= Role.KEEPER
    above = access.role == Role.OWNER or (keeper and card.role < access.role)
    given = [role for role in ROLE_NAMES if role <= access.role] if above else []
    return PhoneRow(
        id=card.device_id,
        name=card.name,
        person=card.person or "",
        mine=card.device_id == access.device_id,
        role=ROLE_NAMES[card.role],
        since=card.since,
        last_write=card.last_write,
        asked=card.asked,
        roles=tuple(RoleChoice(role.word, ROLE_NAMES[role], role == card.role) for role in given),
        may_shut_out=above,
    )


@dataclass(frozen=True)
class PassphrasePage:
    code: str
    set_at: dt.datetime | None
    codes_left: int


@dataclass(frozen=True)
class CodesPage:
    code: str
    codes: tuple[str, ...]
    spoken: str
    """The table's code, which the passphrase is asked for with."""


def codes_page(code: str, codes: Sequence[str], join_code: str | None) -> CodesPage:
    return CodesPage(code, tuple(map(format_recovery_code, codes)), format_join_code(join_code) if join_code else "")
