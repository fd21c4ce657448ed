"""Joining as its pages show it: the code and its QR, who holds a phone, who asks to keep score."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import segno
from flask import url_for

from scorekeeper.services.access.links import format_join_code
from scorekeeper.services.access.roles import Role
from scorekeeper.web.views.lines import whose

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorekeeper.rules.errors import SheetError
    from scorekeeper.services.access.joining import PhonesAtTable
    from scorekeeper.services.access.roles import Access

MOST_ASKING = 3


@dataclass(frozen=True)
class JoinPage:
    code: str
    wrong: str


def join_page(typed: str, wrong: str = "") -> JoinPage:
    return JoinPage(typed, wrong)


@dataclass(frozen=True)
class Regular:
    """Somebody who may hold this phone."""

    id: int
    name: str
    chosen: bool


@dataclass(frozen=True)
class WhoPage:
    code: str
    regulars: tuple[Regular, ...]
    name: str
    phone: str
    wrong: str
    wrong_phone: str


def who_page(
    code: str,
    regulars: Sequence[tuple[int, str]],
    standing: Access,
    typed: Mapping[str, str],
    error: SheetError | None,
) -> WhoPage:
    """Give the page; `typed` is what was sent, `error` what was wrong with it."""
    faults = {fault.field: fault.message for fault in error.faults} if error else {}
    return WhoPage(
        code=code,
        regulars=tuple(Regular(number, name, number == standing.person_id) for number, name in regulars),
        name=typed.get("name", ""),
        phone=typed.get("phone") or (standing.device.name if standing.device else ""),
        wrong=faults.get("name", ""),
        wrong_phone=faults.get("phone", ""),
    )


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
    """The address that shows this game to anybody, "" where there is none."""


def invitation(code: str, join_code: str | None, look: str) -> Invitation:
    address = url_for("joining.show", code=format_join_code(join_code), _external=True) if join_code else ""
    return Invitation(
        code=code,
        spoken=format_join_code(join_code) if join_code else "",
        join_code=join_code or "",
        where=url_for("joining.show", _external=True).partition("://")[2],
        address=address,
        qr=qr_of(address) if address else "",
        look=look,
    )


@lru_cache(maxsize=256)
def qr_of(address: str) -> str:
    """Draw an address for a camera, a data: URI."""
    return segno.make(address, error="m", micro=False).svg_data_uri(border=2, light="#fff")


# ---------------------------------------------------------------- on the table


@dataclass(frozen=True)
class Asker:
    device_id: int
    who: str


@dataclass(frozen=True)
class Asking:
    """The strip above the board: who asks to keep score, or that this phone asked."""

    code: str
    role: str
    mark: str
    """What it says, in short: a phone asks with it whether that changed."""
    askers: tuple[Asker, ...]
    more: int
    waiting: bool
    """Whether this phone asked, and nobody answered yet."""
    keeps: bool
    reads: bool
    """Whether it looks on through a link, and is no member."""
    invitation: Invitation | None
    """For who keeps score alone: how others get in."""


def asking_of(standing: Access, company: PhonesAtTable) -> Asking:
    """Give the strip of whoever asks for it."""
    keeps = standing.role >= Role.SCORER
    waiting = any(one.device_id == standing.device_id for one in company.asking)
    askers = [Asker(one.device_id, whose(one.phone, one.person)) for one in company.asking] if keeps else []
    told = ",".join(str(one.device_id) for one in askers) if keeps else ("asked" if waiting else "")
    alone = keeps and company.alone and company.join_code
    return Asking(
        code=standing.code,
        role=standing.role.word,
        mark=f"{standing.role.word}:{told}",
        askers=tuple(askers[:MOST_ASKING]),
        more=max(0, len(askers) - MOST_ASKING),
        waiting=waiting,
        keeps=keeps,
        reads=standing.role == Role.READER,
        invitation=invitation(standing.code, company.join_code, "") if alone else None,
    )
