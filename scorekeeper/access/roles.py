"""Who may do what: the role of a phone in a league, looked up in one statement for each request.

A phone can't tell an unknown game from one of another league or one it was shut out of: each gets the same answer from
the same lookup.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from sqlalchemy import Connection, and_, bindparam, select

from scorekeeper.access.codes import TOKEN, KnownDevice, hash_secret, league_by_link
from scorekeeper.core.transaction import AccessLowered
from scorekeeper.games.store import CODE, GAME_COLUMNS, ON_RULEBOOK, OpenGame, game_from_row
from scorekeeper.models import EVENTS, READ, Device, Game, League, Link, Member, Rulebook


class Role(IntEnum):
    """Each may do what those before it may.  A reader isn't a member: they have a link that shows one game."""

    READER = 0
    VIEWER = 1
    SCORER = 2
    KEEPER = 3
    OWNER = 4

    @property
    def word(self) -> str:
        return self.name.lower()

    @classmethod
    def of(cls, word: str) -> Role:
        return cls[word.upper()]


@dataclass(frozen=True)
class Access:
    """What the sender of a request may do in a league, and the game the address names."""

    league_id: int
    role: Role
    device: KnownDevice | None = None
    person_id: int | None = None
    game: OpenGame | None = field(default=None, compare=False, repr=False)
    """None if the address names none; else it is not loaded twice."""

    @property
    def code(self) -> str:
        return self.game.row.code if self.game else ""

    @property
    def seq(self) -> int:
        """Return the number of the game's last row, 0 without a game."""
        return self.game.seq if self.game else 0

    @property
    def device_id(self) -> int | None:
        return self.device.id if self.device else None

    @property
    def game_id(self) -> int:
        return self.game.row.id if self.game else 0

    def roles_to_give(self, role: Role) -> list[str]:
        """Return the roles it may give a phone that has this one; none to one that it may not change."""
        above = self.role == Role.OWNER or (self.role >= Role.KEEPER and role < self.role)
        return [each.word for each in Role if Role.READER < each <= self.role and above]


ON_DEVICE = Device.token_hash == bindparam("token_hash")
ON_MEMBER = and_(Member.league_id == Game.league_id, Member.device_id == Device.id, Member.revoked_at.is_(None))
IS_MEMBER = and_(
    Member.league_id == bindparam("league_id"), Member.device_id == bindparam("device_id"), Member.revoked_at.is_(None)
)
MEMBER_COLUMNS = (Member.role, Member.person_id, Device.id.label("device_id"), Device.name)

SELECT_GAME_ACCESS = (
    select(*MEMBER_COLUMNS, *GAME_COLUMNS)
    .select_from(Game)
    .join(Rulebook, ON_RULEBOOK)
    .join(Device, ON_DEVICE)
    .join(Member, ON_MEMBER)
    .where(Game.code == bindparam("code"))
)
SELECT_LEAGUE_ACCESS = (
    select(Member.league_id, *MEMBER_COLUMNS)
    .join(Member.device)
    .join(League, League.id == Member.league_id)
    .where(ON_DEVICE, League.code == bindparam("code"), Member.revoked_at.is_(None))
)
SELECT_LINK_ACCESS = (
    select(*GAME_COLUMNS)
    .select_from(Link)
    .join(Game, and_(Game.league_id == Link.league_id, Game.id == Link.game_id))
    .join(Rulebook, ON_RULEBOOK)
    .where(Link.code == bindparam("code"), Link.kind == READ, Link.revoked_at.is_(None))
)
SELECT_DEVICE_ACCESS = select(Member.league_id, *MEMBER_COLUMNS).join(Member.device).where(IS_MEMBER)
SELECT_ROLE_LOCKED = select(Member.role).where(IS_MEMBER).with_for_update(read=True)


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
    if not CODE.fullmatch(link):
        return None
    row = connection.execute(SELECT_LINK_ACCESS, {"code": link}).one_or_none()
    return Access(row.league_id, Role.READER, game=game_from_row(row)) if row else None


def events_access(connection: Connection, link: str) -> Access | None:
    """Return read access to the events of a league by their link, for members too; None if it isn't one now."""
    league_id = league_by_link(connection, link, EVENTS) if CODE.fullmatch(link) else None
    return Access(league_id, Role.READER) if league_id else None


def device_access(connection: Connection, league_id: int, device: KnownDevice) -> Access | None:
    row = connection.execute(SELECT_DEVICE_ACCESS, {"league_id": league_id, "device_id": device.id}).one_or_none()
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
    return Access(row.league_id, Role.of(row.role), KnownDevice(row.device_id, row.name), row.person_id, game)
