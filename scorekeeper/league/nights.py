"""Nights: which one a game belongs to, when it is over, and who may still write in it then.

An evening that goes past midnight stays one night: until noon a new game joins last evening's night if somebody wrote
in one of that night's games within the last twelve hours.  A night is over when somebody closes it, else by itself
after those twelve hours.  Half an hour later only keepers and owners may still record, undo or correct there, and must
say why.
"""

import datetime as dt
from typing import Any

from sqlalchemy import Connection, Row, and_, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.access.roles import Access, Role
from scorekeeper.core.clock import day_text
from scorekeeper.core.transaction import NotAllowed, ReasonRequired, Submission, Write, writing
from scorekeeper.games.game_view import ListedGame
from scorekeeper.games.history import LogRow
from scorekeeper.games.store import GameRow, OpenGame
from scorekeeper.league.change_log import NIGHT_CLOSED, NIGHT_OPENED, log_change
from scorekeeper.models import LINE, Change, Device, Game, Member, Night, Person
from scorekeeper.rules.errors import impossible

IDLE_LIMIT = dt.timedelta(hours=12)
"""After this long without a line a night is over, whether or not somebody closed it."""
GRACE_PERIOD = dt.timedelta(minutes=30)
"""How long after the close a scorer may still make corrections."""


def idle_since(opened_at: dt.datetime, last_line: dt.datetime, now: dt.datetime) -> dt.datetime | None:
    """Return when a night that nobody closed was over, None while it goes on.

    It is over only when the clock is that far past its last line.  A clock set back ends none; one that jumps ahead by
    more than twelve hours ends it early, until a keeper opens it again.
    """
    last = max(opened_at, last_line)
    return last + IDLE_LIMIT if now - last >= IDLE_LIMIT else None


def is_going_on(game: ListedGame, night_closed_at: dt.datetime | None, now: dt.datetime) -> bool:
    """Return whether a game is being played: no longer once its night is closed, or nobody played on for hours."""
    return not (game.finished or night_closed_at or idle_since(game.touched_at, game.touched_at, now))


def end_of_night(
    connection: Connection, league_id: int, night_id: int, now: dt.datetime
) -> tuple[dt.datetime | None, bool]:
    """Return when a night was over, None while it goes on; and whether somebody closed it."""
    row = connection.execute(
        select(Night.opened_at, Night.closed_at, func.max(Game.touched_at).label("touched_at"))
        .outerjoin(Game, (Game.league_id == Night.league_id) & (Game.night_id == Night.id))
        .where(Night.league_id == league_id, Night.id == night_id)
        .group_by(Night.opened_at, Night.closed_at)
    ).one()
    over = row.closed_at or idle_since(row.opened_at, row.touched_at or row.opened_at, now)
    return over, row.closed_at is not None


def set_closed(
    connection: Connection, league_id: int, night_id: int, at: dt.datetime | None, **opened: dt.datetime
) -> None:
    """Store when a night was over; None for one that is open again: its twelve hours count from `opened_at`."""
    one = update(Night).where(Night.league_id == league_id, Night.id == night_id)
    connection.execute(one.values(closed_at=at, **opened))


def night_for_new_game(connection: Connection, league_id: int, day: dt.date | None, now: dt.datetime) -> int:
    """Return the night of a new game, inserted if there is none; `day` is None, or today, for a game begun now.

    The caller holds the league's lock.  Playing on in a night of today that was closed opens it again; an imported old
    sheet opens nothing that was over.
    """
    today = now.astimezone().date()
    if day is None or day == today:
        going_on = _current_night(connection, league_id, now)
        if going_on is not None:
            return going_on
        day = today
    known = connection.scalar(select(Night.id).where(Night.league_id == league_id, Night.day == day.isoformat()))
    if known is None:
        known = Night.next_id(connection, league_id)
        values = {"league_id": league_id, "id": known, "day": day.isoformat(), "opened_at": now}
        connection.execute(insert(Night), values)
        return known
    over, closed = end_of_night(connection, league_id, known, now)
    if day == today and closed:
        set_closed(connection, league_id, known, None, opened_at=now)
    elif day != today and over and not closed:
        set_closed(connection, league_id, known, over)
    return int(known)


def _current_night(connection: Connection, league_id: int, now: dt.datetime) -> int | None:
    """Return the night that is being played now, None if there is none.

    Only tonight's can be, or after midnight last evening's: a sheet imported now was not played now.
    """
    since = (now - IDLE_LIMIT).astimezone().date()
    last = connection.execute(
        select(Night.id, Night.opened_at, func.max(Game.touched_at).label("touched_at"))
        .join(Game, (Game.league_id == Night.league_id) & (Game.night_id == Night.id))
        .where(Night.league_id == league_id, Night.closed_at.is_(None), Night.day >= since.isoformat())
        .group_by(Night.id, Night.day, Night.opened_at)
        .order_by(Night.day.desc())
        .limit(1)
    ).one_or_none()
    return None if last is None or idle_since(last.opened_at, last.touched_at, now) else int(last.id)


def is_final(over: dt.datetime, now: dt.datetime) -> bool:
    """Return whether only keepers and owners may still write in a night that was over at `over`."""
    return now - over >= GRACE_PERIOD


# ---------------------------------------------------------------- before every line


def require_may_write(write: Write, opened: OpenGame, row: LogRow) -> None:
    """Check that a row may be written in a game as `load_game_for_update` returns it; no query while its night goes on.

    After the close and its half hour raises ImpossibleFact with field "line" if the phone isn't a keeper, and
    ReasonRequired for a keeper without a reason.  A keeper's line doesn't reopen the night: one that ended by itself
    is stored as closed.  The next line of an unfinished game needs no reason if nobody closed the night: the players
    went on with the game, and the night goes on for everybody.
    """
    connection, now, game, next_line = write.connection, write.now, opened.row, row.kind == LINE
    if game.night_closed_at is None and now - game.touched_at < IDLE_LIMIT:
        return
    over, closed = end_of_night(connection, game.league_id, game.night_id, now)
    if over is None or not is_final(over, now):
        return
    of_phone = (Member.league_id == game.league_id, Member.device_id == write.device.id)
    role = connection.scalar(select(Member.role).where(*of_phone, Member.revoked_at.is_(None)))
    if (Role.of(role) if role else Role.READER) < Role.KEEPER:
        owner = _owner_words(connection, game.league_id)
        request = "reopen it" if next_line and game.finished_at is None else "correct it"
        raise impossible("line", f"{_closed_words(over, closed=closed)} Ask {owner} to {request}.")
    if next_line and not closed and game.finished_at is None:
        return
    voted = row.facts.get("reason") if next_line and row.facts else None
    if not (row.reason or voted or "").strip():
        raise ReasonRequired(f"{_closed_words(over, closed=closed)} The log keeps your reason for changing it now.")
    if not closed:
        set_closed(connection, game.league_id, game.night_id, over)


def _owner_words(connection: Connection, league_id: int) -> str:
    """Return in words whom to ask: the first owner with a name, if there are several."""
    its_person = and_(Person.league_id == Member.league_id, Person.id == Member.person_id)
    found = connection.execute(
        select(Device.name.label("phone"), Person.name.label("who"))
        .select_from(Member)
        .join(Device, Device.id == Member.device_id)
        .outerjoin(Person, its_person)
        .where(Member.league_id == league_id, Member.role == Role.OWNER.word, Member.revoked_at.is_(None))
        .order_by(Person.id.is_(None), Member.since, Member.device_id)
        .limit(1)
    ).one_or_none()
    if found is None:
        return "the league owner"
    return f"{found.who}, the league owner," if found.who else f"the league owner (phone: {found.phone})"


def _closed_words(over: dt.datetime, *, closed: bool) -> str:
    day = day_text(over.astimezone())
    return f"This night ended on {day}{'' if closed else ', twelve hours after its last hand'}."


# ---------------------------------------------------------------- close and open again


def night_status(session: Session, night: GameRow, now: dt.datetime) -> dict[str, Any]:
    """Return how the night of a game stands (templates/_macros/night.html).

    `since` is when it was over, None while it goes on; `final` says that the half hour after that is over too, `opens`
    the least role that may open it again.  `closed` has the phone that closed it and the person holding it, None if
    nobody did: twelve hours passed.
    """
    connection = session.connection()
    over, _ = end_of_night(connection, night.league_id, night.night_id, now)
    if over is None:
        return {"since": None}
    final = is_final(over, now)
    closed = connection.execute(
        select(Device.name, Person.name.label("who"))
        .select_from(Change)
        .join(Device, Device.id == Change.device_id)
        .outerjoin(Person, and_(Person.league_id == Change.league_id, Person.id == Change.actor_id))
        .where(Change.league_id == night.league_id, Change.what == NIGHT_CLOSED, Change.made_at == over)
        .limit(1)
    ).one_or_none()
    return {"since": over, "final": final, "opens": Role.KEEPER if final else Role.SCORER, "closed": closed}


def close_night(form: Submission, code: str) -> None:
    """Close the night of a game for everybody; one that is over already stays as it is.  Raises OpIdReused."""
    with writing(form) as write:
        game = _game_night(write.connection, code)
        about = {"night": game.night_id, "day": game.day}
        if write.answered(NIGHT_CLOSED, about):
            return
        over, _ = end_of_night(write.connection, write.league_id, game.night_id, write.now)
        if over is None:
            set_closed(write.connection, write.league_id, game.night_id, write.now)
            log_change(write, NIGHT_CLOSED, about)


def reopen_night(form: Submission, code: str, access: Access) -> None:
    """Reopen the night of a game.  Raises NotAllowed with a sentence, OpIdReused.

    Scorers can for half an hour after its end, then only keepers and owners.
    """
    with writing(form) as write:
        game = _game_night(write.connection, code)
        about = {"night": game.night_id, "day": game.day}
        if write.answered(NIGHT_OPENED, about):
            return
        over, closed = end_of_night(write.connection, write.league_id, game.night_id, write.now)
        if over is None:
            return
        if is_final(over, write.now) and access.role < Role.KEEPER:
            owner = _owner_words(write.connection, write.league_id)
            raise NotAllowed(f"{_closed_words(over, closed=closed)} Ask {owner} to reopen it.")
        set_closed(write.connection, write.league_id, game.night_id, None, opened_at=write.now)
        log_change(write, NIGHT_OPENED, about)


def _game_night(connection: Connection, code: str) -> Row[int, str]:
    """Return night and day of a game that the phone may see."""
    return connection.execute(
        select(Game.night_id, Night.day)
        .join(Night, and_(Night.league_id == Game.league_id, Night.id == Game.night_id))
        .where(Game.code == code)
    ).one()
