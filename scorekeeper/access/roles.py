"""Who may do what: the role of a phone in a league, looked up in one statement for each request.

A phone can't tell an unknown game from one of another league or one it was shut out of: each gets the same answer from
the same lookup.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from sqlalchemy import Connection, and_, bindparam, select

from scorekeeper.access.devices import TOKEN, KnownDevice, hash_secret
from scorekeeper.core.errors import AccessLowered
from scorekeeper.games.store import CODE, GAME_COLUMNS, ON_RULEBOOK, OpenGame, game_from_row
from scorekeeper.models.league import READ
from scorekeeper.models.tables import devices, games, leagues, links, members, rulebooks


class Role(IntEnum):
    """Each may do what those before it may.  A reader isn't a member: they have a link that shows one game."""

    READER = 0
    VIEWER = 1
    SCORER = 2
    KEEPER = 3
    OWNER = 4

    @property
    def word(self) -> str:
        """Return the role as the database stores it."""
        return self.name.lower()

    @classmethod
    def of(cls, word: str) -> Role:
        return cls[word.upper()]


@dataclass(frozen=True)
class Access:
    """What the sender of a request may do in a league, and the game the address names."""

    league_id: int
    role: Role
    code: str
    """The game's code, "" if the address names none."""
    seq: int
    """The number of its last row, 0 without a game."""
    device: KnownDevice | None
    """None for a reader."""
    person_id: int | None
    """Who holds the phone, if given."""
    game: OpenGame | None = field(default=None, compare=False, repr=False)
    """The game itself, None if the address names none; so it is not loaded twice."""

    @property
    def device_id(self) -> int | None:
        return self.device.id if self.device else None

    @property
    def game_id(self) -> int:
        """Return the number of the game, 0 if the address names none."""
        return self.game.row.id if self.game else 0

    def roles_to_give(self, role: Role) -> list[str]:
        """Return the roles it may give a phone that has this one; none to one that it may not change."""
        above = self.role == Role.OWNER or (self.role >= Role.KEEPER and role < self.role)
        return [each.word for each in Role if Role.READER < each <= self.role and above]


ON_DEVICE = devices.c.token_hash == bindparam("token_hash")
ON_MEMBER = and_(
    members.c.league_id == games.c.league_id, members.c.device_id == devices.c.id, members.c.revoked_at.is_(None)
)
MEMBER_COLUMNS = (members.c.role, members.c.person_id, devices.c.id.label("device_id"), devices.c.name)

SELECT_GAME_ACCESS = (
    select(*MEMBER_COLUMNS, *GAME_COLUMNS)
    .select_from(games.join(rulebooks, ON_RULEBOOK).join(devices, ON_DEVICE).join(members, ON_MEMBER))
    .where(games.c.code == bindparam("code"))
)
SELECT_LEAGUE_ACCESS = (
    select(members.c.league_id, *MEMBER_COLUMNS)
    .select_from(leagues.join(members, members.c.league_id == leagues.c.id))
    .join(devices, and_(devices.c.id == members.c.device_id, ON_DEVICE))
    .where(leagues.c.code == bindparam("code"), members.c.revoked_at.is_(None))
)
SELECT_LINK_ACCESS = (
    select(*GAME_COLUMNS)
    .select_from(links.join(games, and_(games.c.league_id == links.c.league_id, games.c.id == links.c.game_id)))
    .join(rulebooks, ON_RULEBOOK)
    .where(links.c.code == bindparam("code"), links.c.kind == READ, links.c.revoked_at.is_(None))
)
SELECT_DEVICE_ACCESS = (
    select(members.c.league_id, *MEMBER_COLUMNS)
    .select_from(members.join(devices, devices.c.id == members.c.device_id))
    .where(
        members.c.league_id == bindparam("league_id"),
        members.c.device_id == bindparam("device_id"),
        members.c.revoked_at.is_(None),
    )
)


SELECT_ROLE_LOCKED = (
    select(members.c.role)
    .where(
        members.c.league_id == bindparam("league_id"),
        members.c.device_id == bindparam("device_id"),
        members.c.revoked_at.is_(None),
    )
    .with_for_update(read=True)
)


def game_access(connection: Connection, code: str, token: str | None) -> Access | None:
    """Return the access of the phone with that secret to a game; None if there is none, or the phone isn't a member."""
    if not token or not TOKEN.fullmatch(token) or not CODE.fullmatch(code):
        return None
    row = connection.execute(SELECT_GAME_ACCESS, {"code": code, "token_hash": hash_secret(token)}).one_or_none()
    return _access(row, game_from_row(row)) if row else None


def league_access(connection: Connection, code: str, token: str | None) -> Access | None:
    """Return the access of the phone with that secret to a league; None if there is none or it isn't a member."""
    if not token or not TOKEN.fullmatch(token) or not CODE.fullmatch(code):
        return None
    row = connection.execute(SELECT_LEAGUE_ACCESS, {"code": code, "token_hash": hash_secret(token)}).one_or_none()
    return _access(row) if row else None


def link_access(connection: Connection, link: str) -> Access | None:
    """Return read access to the game of a link; None for an unknown link and for a closed one."""
    if not CODE.fullmatch(link):
        return None
    row = connection.execute(SELECT_LINK_ACCESS, {"code": link}).one_or_none()
    return Access(row.league_id, Role.READER, row.code, row.seq, None, None, game_from_row(row)) if row else None


def device_access(connection: Connection, league_id: int, device: KnownDevice) -> Access | None:
    """Return the access of a device to a league; None if it isn't a member."""
    parameters = {"league_id": league_id, "device_id": device.id}
    row = connection.execute(SELECT_DEVICE_ACCESS, parameters).one_or_none()
    return _access(row) if row else None


def check_role(word: str | None, least: Role) -> None:
    """Raise AccessLowered for a role (as the database stores it) below the least, and for None, a non-member."""
    if word is None or Role.of(word) < least:
        raise AccessLowered


def recheck_access(connection: Connection, access: Access) -> None:
    """Raise AccessLowered if a phone may do less now than when `access` was read; call it in the writing transaction.

    On PostgreSQL the phone can't be shut out until that transaction ends.
    """
    parameters = {"league_id": access.league_id, "device_id": access.device_id}
    check_role(connection.scalar(SELECT_ROLE_LOCKED, parameters), access.role)


def _access(row: Any, game: OpenGame | None = None) -> Access:
    code, seq = (game.row.code, game.seq) if game else ("", 0)
    device = KnownDevice(row.device_id, row.name)
    return Access(row.league_id, Role.of(row.role), code, seq, device, row.person_id, game)
