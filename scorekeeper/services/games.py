"""Games: begin one, look at one, list them, play another."""

from __future__ import annotations

import datetime as dt
import secrets
from dataclasses import dataclass
from itertools import groupby, islice
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import aliased

from scorekeeper.models import Game, GameHouse, Member
from scorekeeper.models.tables import nights
from scorekeeper.rules.errors import impossible
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.sheet import Head
from scorekeeper.services.book import open_row, opened, read_row, read_rows
from scorekeeper.services.chain import digest
from scorekeeper.services.devices import KnownDevice, enrolled
from scorekeeper.services.drafts import GameDraft, as_document
from scorekeeper.services.errors import HouseNotFound
from scorekeeper.services.founding import Founding, lay_table, made_before
from scorekeeper.services.history import last_action
from scorekeeper.services.house import Wanted, checked_rules_name, keep, read_version
from scorekeeper.services.kept_leagues import hold_phone, kept_league, league_for
from scorekeeper.services.naming import rename_head, seat_keys
from scorekeeper.services.people import person_called, seated
from scorekeeper.services.standing import is_settled, standing_of
from scorekeeper.services.statements import GAMES, ITS_NIGHT, OF_THE_NIGHT
from scorekeeper.services.terms import agree, keep_to_limit, played_for
from scorekeeper.services.text import checked_name, checked_op_id, refuse_unwritable
from scorekeeper.services.transaction import lock_league, writing
from scorekeeper.services.views import GameView, show_lines
from scorekeeper.variants.catalogue import find_variant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

    from scorekeeper.models.tables import AnyRow
    from scorekeeper.rules.table import Table
    from scorekeeper.rules.variant import Variant
    from scorekeeper.services.book import OpenGame
    from scorekeeper.services.clock import Clock
    from scorekeeper.services.devices import AnyDevice
    from scorekeeper.services.house import Version

__all__ = ["GameDraft", "GameView", "TableCard", "create_game", "read_game", "rematch", "rematch_of", "tables_of"]

MOST_CARDS = 50


@dataclass(frozen=True)
class TableCard:
    """A game in a list.  `scores` go with `sides`; where everybody plays alone each side is one name."""

    code: str
    league_id: int
    title: str | None
    date: dt.date | None
    variant: str
    """Its name, as people say it."""
    sides: tuple[tuple[str, ...], ...]
    scores: tuple[int, ...]
    winners: tuple[str, ...]
    """Names; empty while it goes on."""
    finished: bool
    settled: bool
    """An open table at which nothing stands any more."""
    touched_at: dt.datetime
    night_closed_at: dt.datetime | None


# ---------------------------------------------------------------- begin


def create_game(
    session: Session, clock: Clock, device: AnyDevice, draft: GameDraft, *, op_id: str | None = None
) -> str:
    """Begin a game in a league the device keeps score in, or in one founded with it; give the game's code.

    The same `op_id` with the same draft gives the same game.  Raises UnreadableSheet for a draft that cannot be (fields
    as on a scoresheet; "name" for one that rules cannot be kept under; "stakes.…" also for what goes against the
    league's currency or house limit, "league_name" for a league that cannot be called so), LeagueNotFound for a league
    the device keeps no score in, HouseNotFound for rules that this league does not keep, OpIdReused for the same op_id
    with another draft.
    """
    document = as_document(draft)
    refuse_unwritable(document)
    kept = _kept_for(session, device, draft, draft.kept) if draft.kept else None
    sheet, now = read_sheet(document, _finder(kept)), clock()
    save_as = checked_rules_name(draft.save_as) if draft.save_as is not None else None
    founds = checked_name(draft.founds, "A league needs a name.", "league_name") if draft.founds is not None else None
    # Its date is the server's word, not the form's: sent again past midnight it is the same form.
    asked = digest({**document, "date": None, **_about_league(draft)})
    op_id = secrets.token_hex(16) if op_id is None else checked_op_id(op_id)
    with writing(session) as connection:
        device = enrolled(connection, device, now)
        hold_phone(connection, device)
        if code := made_before(connection, device, op_id, asked):
            return code
        league_id = league_for(connection, device, now, code=draft.league, founds=founds)
        head = rename_head(played_for(sheet.head), seat_keys(draft.names).__getitem__)
        agree(connection, league_id, head.stakes)
        people = [person_called(connection, league_id, name) for name in draft.names]
        house = kept.kept if kept and dict(kept.settings) == dict(head.rules) else None
        if save_as is not None:
            house = keep(connection, league_id, device, Wanted(save_as, head.variant, head.rules, op_id), now)
        founding = Founding(head, people, draft.title or None, draft.date, op_id, asked, house=house)
        return str(lay_table(connection, league_id, device, founding, now).row.code)


def _kept_for(session: Session, device: AnyDevice, draft: GameDraft, kept: tuple[int, int]) -> Version:
    """Give the house rules a game starts from: its league's own, and one that is founded with it has none."""
    if not isinstance(device, KnownDevice) or draft.founds is not None:
        raise HouseNotFound
    return read_version(session, kept_league(session.connection(), device, draft.league) or 0, *kept)


def _finder(kept: Version | None) -> Callable[[str], Variant]:
    """Give what finds a variant by its key: the league's rules bring their own text of it."""
    if kept is None:
        return find_variant
    return {kept.variant.key: kept.variant}.__getitem__


def _about_league(draft: GameDraft) -> dict[str, object]:
    kept = list(draft.kept) if draft.kept else None
    about = {"league": draft.league, "founds": draft.founds, "kept": kept, "save_as": draft.save_as}
    return {key: value for key, value in about.items() if value is not None}


def rematch(session: Session, clock: Clock, device: KnownDevice, code: str, op_id: str) -> str:
    """Begin the next game of the same people, rules and stakes, dealt by whoever is next; give its code.

    A game has one rematch: whoever asks second, on whichever phone, comes to the same new game.  Raises GameNotFound,
    OpIdReused for the op_id of a form that began another game, UnreadableSheet for stakes above a limit set since,
    ImpossibleFact with field "line" for a game that is not over.
    """
    checked_op_id(op_id)
    now = clock()
    with writing(session) as connection:
        game = open_row(connection, code, op_id)
        league_id = lock_league(connection, game.row.league_id)
        known = connection.scalar(select(Game.code).where(Game.league_id == league_id, Game.rematch_of == game.row.id))
        if known is not None:
            return known
        asked = digest({"rematch_of": code})
        made_before(connection, device, op_id, asked)
        keep_to_limit(connection, league_id, game.head.stakes)
        table = standing_of(connection, game)
        if not table.finished:
            raise impossible("line", "This game is not over yet: the next one begins when it is.")
        person = seated(connection, league_id, game.row.id)
        founding = Founding(
            head=_same_again(game.head, table),
            people=[person[key] for key in table.players],
            title=game.row.title,
            date=now.astimezone().date() if game.row.played_on else None,
            op_id=op_id,
            op_hash=asked,
            rematch_of=game.row.id,
            house=_same_house(connection, game, table),
        )
        return str(lay_table(connection, league_id, device, founding, now).row.code)


def rematch_of(session: Session, code: str) -> str | None:
    """Give the code of the game that was begun as the rematch of this one; None while there is none."""
    before = aliased(Game)
    return session.connection().scalar(
        select(Game.code)
        .join(before, (before.league_id == Game.league_id) & (before.id == Game.rematch_of))
        .where(before.code == code)
    )


def _same_house(connection: Connection, game: OpenGame, table: Table) -> tuple[int, int] | None:
    """Give the version of the house rules a game was begun under, unless a rule was changed since."""
    if dict(table.house) != dict(game.head.rules):
        return None
    row = connection.execute(
        select(GameHouse.house_id, GameHouse.number).where(
            GameHouse.league_id == game.row.league_id, GameHouse.game_id == game.row.id
        )
    ).one_or_none()
    return (row.house_id, row.number) if row else None


def _same_again(head: Head, table: Table) -> Head:
    """Give the head of a rematch: who sits there now, by the rules in force now."""
    now = Head(
        variant=head.variant,
        players=table.players,
        dealer=table.dealer,
        sides=table.teams,
        rules=table.house,
        stakes=head.stakes,
    )
    return rename_head(now, seat_keys(table.players).__getitem__)


# ---------------------------------------------------------------- look


def read_game(session: Session, code: str) -> GameView:
    """Give a whole game.  Raises GameNotFound."""
    connection = session.connection()
    return whole_game(connection, read_row(connection, code))


def whole_game(connection: Connection, game: OpenGame) -> GameView:
    """Give a game that was opened with every line, as far as its row goes."""
    rows = read_rows(connection, game)
    table, shown = show_lines(game.head, rows)
    return GameView(
        code=game.row.code,
        title=game.row.title,
        date=_day(game.row.played_on),
        seq=game.seq,
        head=game.head,
        names=game.names,
        table=table,
        lines=shown,
        last_action=last_action(rows),
        rows=tuple(rows),
    )


_OTHER = aliased(Game)
_LAST = select(func.max(_OTHER.id)).where(_OTHER.league_id == Member.league_id).correlate(Member).scalar_subquery()
_TABLES = (
    GAMES.add_columns(*OF_THE_NIGHT)
    .join(nights, ITS_NIGHT)
    .join(Member, Member.league_id == Game.league_id)
    # Of each league the last ones, which its key leads to, and not all that were ever played.
    .where(Member.device_id == bindparam("device_id"), Member.revoked_at.is_(None), Game.id > _LAST - bindparam("most"))
    .order_by(Game.league_id, Game.id)
)


def tables_of(session: Session, device: KnownDevice, *, most: int = MOST_CARDS) -> list[TableCard]:
    """Give the latest games of the leagues this device knows, newest first."""
    connection = session.connection()
    found = connection.execute(_TABLES, {"device_id": device.id, "most": most})
    newest = islice(_newest_first(found), most)
    return [_card(game, standing_of(connection, game)) for game in map(opened, newest)]


def _newest_first(found: Iterable[AnyRow]) -> Iterator[AnyRow]:
    """Go through games that come league by league, oldest first: on from whichever league was played in last.

    Within a league their numbers say which is newer, whatever the clock did.
    """
    piles = [list(pile) for _, pile in groupby(found, key=lambda row: row.league_id)]
    while piles := [pile for pile in piles if pile]:
        yield max(piles, key=lambda pile: pile[-1].touched_at).pop()


def _card(game: OpenGame, table: Table) -> TableCard:
    names = game.names
    return TableCard(
        code=game.row.code,
        league_id=game.row.league_id,
        title=game.row.title,
        date=_day(game.row.played_on),
        variant=game.head.variant.name,
        sides=tuple(tuple(names[key] for key in team) for team in table.teams),
        scores=tuple(table.scores[team[0]] for team in table.teams),
        winners=tuple(names[key] for key in table.winners),
        finished=table.finished,
        settled=is_settled(game, table),
        touched_at=game.row.touched_at,
        night_closed_at=game.row.night_closed_at,
    )


def _day(text: str | None) -> dt.date | None:
    return dt.date.fromisoformat(text) if text else None
