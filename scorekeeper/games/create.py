"""Begin a game: from the pages of a new game, or as the rematch of a finished one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session, aliased

from scorekeeper.access.devices import KnownDevice
from scorekeeper.core.errors import HouseRulesNotFound
from scorekeeper.core.text import checked_name, refuse_unwritable
from scorekeeper.core.transaction import Submission, check_phone, lock_league, writing
from scorekeeper.games.insert import NewGame, insert_game
from scorekeeper.games.naming import rename_head, seat_keys
from scorekeeper.games.store import OpenGame, current_table, load_game_for_update
from scorekeeper.league.leagues import league_for_game, scoring_league
from scorekeeper.league.roster import find_or_add_person, people_by_seat
from scorekeeper.models import Game, GameHouseRules
from scorekeeper.money.limits import accept_stakes, check_limit, without_zero_stakes
from scorekeeper.rulebook.house_rules import (
    RulesDraft,
    RulesVersion,
    checked_rules_name,
    insert_version,
    read_version,
)
from scorekeeper.rules.errors import impossible, unreadable
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.sheet import FORMAT, Document, Head
from scorekeeper.rules.table import Table
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant
from scorekeeper.variants.catalogue import find_variant


@dataclass(frozen=True)
class GameDraft:
    """What a new game needs.  Players are given by their index in `names`, from 0."""

    variant: str
    """Key of the catalogue."""
    names: tuple[str, ...]
    """Clockwise; they get the seat keys "1", "2", … in this order."""
    dealer: int
    sides: tuple[tuple[int, ...], ...] | None = None
    """None: as the variant seats them."""
    house: Mapping[str, Value] = field(default_factory=dict)
    """House rules, dotted key -> value."""
    opening: Mapping[int, int] = field(default_factory=dict)
    """Scores carried over from paper; any member stands for the side."""
    stakes: Mapping[str, str | int] | None = None
    """As `[stakes]` of a scoresheet."""
    title: str | None = None
    date: dt.date | None = None
    house_rules: tuple[int, int] | None = None
    """Id and number of the league's house rules this starts from: its variant is the one stored with them."""
    save_as: str | None = None
    """The name to keep these rules under."""
    league: str | None = None
    """The address of the league it is for; None: the one its phone played in last."""
    new_league: str | None = None
    """The name of a league to create with it."""


def draft_document(draft: GameDraft) -> Document:
    """Return the head of a scoresheet that says the same.  Raises UnreadableSheet for an index out of range."""
    document: dict[str, Any] = {
        "format": FORMAT,
        "variant": draft.variant,
        "players": list(draft.names),
        "dealer": _name(draft.names, draft.dealer, "dealer"),
        "rules": dict(draft.house),
        "opening": {_name(draft.names, at, "opening"): score for at, score in draft.opening.items()},
    }
    if draft.sides is not None:
        document["sides"] = [[_name(draft.names, at, "sides") for at in side] for side in draft.sides]
    given = {"stakes": draft.stakes, "title": draft.title, "date": draft.date}
    return document | {key: value for key, value in given.items() if value is not None}


def _name(names: Sequence[str], at: int, field: str) -> str:
    if not 0 <= at < len(names):
        raise unreadable(field, f"Nobody is in seat {at + 1}.")
    return names[at]


# ---------------------------------------------------------------- begin


def create_game(form: Submission, draft: GameDraft) -> str:
    """Begin a game in a league the device keeps score in, or in one created with it; return the game's code.

    Raises UnreadableSheet for an invalid draft (fields as on a scoresheet; "name" for a name that rules cannot have;
    "stakes.…" also for what goes against the league's currency or house limit, "league_name" for an invalid league
    name), LeagueNotFound for a league the device keeps no score in, HouseRulesNotFound for rules that this league does
    not have, OpIdReused for the same op_id with another draft.
    """
    document = draft_document(draft)
    refuse_unwritable(document)
    saved = _house_version(form, draft, draft.house_rules) if draft.house_rules else None
    sheet = read_sheet(document, _finder(saved))
    save_as = checked_rules_name(draft.save_as) if draft.save_as is not None else None
    new_league = (
        checked_name(draft.new_league, "A league needs a name.", "league_name")
        if draft.new_league is not None
        else None
    )
    with writing(form) as write:
        # The server sets the date, not the form: sent again past midnight it is the same form.
        if done := write.answered("game", replace(draft, date=None)):
            return str(done)
        league_id = league_for_game(write, code=draft.league, new_league=new_league)
        head = rename_head(without_zero_stakes(sheet.head), seat_keys(draft.names).__getitem__)
        accept_stakes(write.connection, league_id, head.stakes)
        people = [find_or_add_person(write.connection, league_id, name) for name in draft.names]
        house = saved.version if saved and dict(saved.settings) == dict(head.rules) else None
        if save_as is not None:
            house = insert_version(write, RulesDraft(save_as, head.variant, head.rules))
        new_game = NewGame(head, people, draft.title or None, draft.date, house=house)
        return write.answer(str(insert_game(write, new_game).row.code))


def _house_version(form: Submission, draft: GameDraft, saved: tuple[int, int]) -> RulesVersion:
    """Return the house rules a game starts from: its league's own; a league created with it has none."""
    if not isinstance(form.device, KnownDevice) or draft.new_league is not None:
        raise HouseRulesNotFound
    league_id = scoring_league(form.session.connection(), form.device, draft.league)
    return read_version(form.session, league_id or 0, *saved)


def _finder(saved: RulesVersion | None) -> Callable[[str], Variant]:
    """Return the function that finds a variant by its key: the league's rules have their own copy of it."""
    if saved is None:
        return find_variant
    return {saved.variant.key: saved.variant}.__getitem__


def rematch(form: Submission, code: str) -> str:
    """Begin the next game of the same people, rules and stakes, dealt by the next dealer; return its code.

    A game has one rematch: a second request, from whichever phone, returns the same new game.  Raises GameNotFound,
    OpIdReused for the op_id of a form that began another game, UnreadableSheet for stakes above a limit set since,
    ImpossibleFact with field "line" for a game that is not over.
    """
    with writing(form, game_first=True) as write:
        game = load_game_for_update(write, code)
        check_phone(write.session, write.connection)  # only now: a save locks the game before the phone
        league_id = lock_league(write.connection, write.league_id)
        next_one = select(Game.code).where(Game.league_id == league_id, Game.rematch_of == game.row.id)
        known = write.connection.scalar(next_one)
        if known is not None:
            return known
        write.answered("rematch", code)
        check_limit(write.connection, league_id, game.head.stakes)
        table = current_table(write.connection, game)
        if not table.finished:
            raise impossible("line", "This game isn't over yet. Finish it first.")
        person = people_by_seat(write.connection, league_id, game.row.id)
        new_game = NewGame(
            head=_rematch_head(game.head, table),
            people=[person[key] for key in table.players],
            title=game.row.title,
            date=write.now.astimezone().date() if game.row.played_on else None,
            rematch_of=game.row.id,
            house=saved_rules_of(write.connection, game, table),
        )
        return write.answer(str(insert_game(write, new_game).row.code))


def rematch_of(session: Session, code: str) -> str | None:
    """Return the code of the rematch of this game; None while there is none."""
    before = aliased(Game)
    return session.connection().scalar(
        select(Game.code)
        .join(before, (before.league_id == Game.league_id) & (before.id == Game.rematch_of))
        .where(before.code == code)
    )


def saved_rules_of(connection: Connection, game: OpenGame, table: Table) -> tuple[int, int] | None:
    """Return the version of the house rules a game was begun under, unless a rule was changed since."""
    if dict(table.house) != dict(game.head.rules):
        return None
    row = connection.execute(
        select(GameHouseRules.house_id, GameHouseRules.number).where(
            GameHouseRules.league_id == game.row.league_id, GameHouseRules.game_id == game.row.id
        )
    ).one_or_none()
    return (row.house_id, row.number) if row else None


def _rematch_head(head: Head, table: Table) -> Head:
    """Return the head of a rematch: the players at the table now, under the rules in force now."""
    now = Head(
        variant=head.variant,
        players=table.players,
        dealer=table.dealer,
        sides=table.teams,
        rules=table.house,
        stakes=head.stakes,
    )
    return rename_head(now, seat_keys(table.players).__getitem__)
