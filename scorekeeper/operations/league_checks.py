"""What the doctor checks of one league: its names, rules, games, ledger and tournaments.

Each check yields a sentence for every fault, without naming the league.  All of them only read, on the connection they
are given: inside the transaction of an import they see what it wrote.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any

from sqlalchemy import ColumnElement, Connection, Text, and_, or_, select, type_coerce
from sqlalchemy.orm import Session, selectinload

from scorekeeper.core.chain import HASHED_COLUMNS, canonical_json, digest, first_broken_line, first_hash
from scorekeeper.core.transaction import NotFound
from scorekeeper.games.history import replay_log
from scorekeeper.games.store import (
    SELECT_GAMES,
    STATE_VERSION,
    OpenGame,
    Snapshot,
    game_from_row,
    read_log,
    snapshot_of,
)
from scorekeeper.league.change_log import MERGED
from scorekeeper.league.people import read_names
from scorekeeper.league.results import (
    LeagueContext,
    league_context,
    night_day,
    rows_of_game,
    stored_rows,
    wrong_ratings,
)
from scorekeeper.league.roster import merged_people, people_by_seat
from scorekeeper.models import (
    OPEN,
    OUTSIDE,
    OVER,
    PAYMENT,
    PRIZES,
    REVERSAL,
    STAKES,
    Change,
    FormerName,
    Game,
    LedgerEntry,
    Line,
    Person,
    Rulebook,
    Tournament,
    TournamentLine,
)
from scorekeeper.money.ledger import CentsByPerson, negated, nonzero, open_entries, sum_cents, total_due
from scorekeeper.rules.documents import name_key
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.sheet import Stakes, written_amount
from scorekeeper.sheets.phrases import say_error
from scorekeeper.tournaments.actions import read_rows
from scorekeeper.tournaments.state import replay

PAGE = 50
UNREADABLE = (SheetError, LookupError, TypeError, ValueError)
"""Errors caused by facts edited by hand."""
SAME = attrgetter("game_id", "night_id", "pot_id", "currency")
"""What an entry and the one it reverses have in common."""
Log = tuple[type[Game] | type[Tournament], type[Line] | type[TournamentLine]]


def names(connection: Connection, league_id: int) -> Iterator[str]:
    found = select(Person.id, Person.name, Person.name_key).where(Person.league_id == league_id)
    for row in connection.execute(found.order_by(Person.id)):
        if row.name_key != name_key(row.name):
            yield f"person {row.id}: searching for their name does not find them."
    merged = merged_people(connection, league_id)
    its_change = (Change.league_id == FormerName.league_id) & (Change.id == FormerName.change_id)
    named = select(FormerName.person_id, Change.facts).join(Change, its_change)
    rows = connection.execute(named.where(FormerName.league_id == league_id, Change.what == MERGED))
    named_before = {row.person_id for row in rows if row.facts["person"] == row.person_id}
    gone = select(Person.id).where(Person.league_id == league_id, Person.erased_at.is_not(None))
    erased = set(connection.scalars(gone))
    for person, into in merged.items():
        if into in merged:
            yield f"person {person}: nobody can be merged into {into}, who is merged."
        elif person not in named_before | erased:
            yield f"person {person}: the name before the merge is missing in former_names."


def seasons(connection: Connection, league_id: int) -> Iterator[str]:
    last = ""
    for season in league_context(connection, league_id).seasons:
        if season.starts_on <= last:
            yield f"season {season.id}: its days are also in another season."
        last = max(last, season.ends_on or "9999-12-31")


def rules(connection: Connection, league_id: int) -> Iterator[str]:
    text = type_coerce(Rulebook.variant, Text).label("variant")
    found = select(Rulebook.id, Rulebook.digest, text).where(Rulebook.league_id == league_id)
    for row in connection.execute(found.order_by(Rulebook.id)):
        if digest(json.loads(row.variant)) != row.digest:
            yield f"rules {row.id}: its text was changed by hand."


# ---------------------------------------------------------------- games


def lines(connection: Connection, league_id: int) -> Iterator[str]:
    yield from faults_of_games(connection, league_id, _broken_line)
    for row in connection.execute(select(Tournament.id, Tournament.code).where(Tournament.league_id == league_id)):
        if fault := _broken_row(connection, (Tournament, TournamentLine), (league_id, row.id), {"code": row.code}):
            yield f"tournament {row.id}: {fault}"


def scores(connection: Connection, league_id: int) -> Iterator[str]:
    return faults_of_games(connection, league_id, _wrong_score)


def faults_of_games(
    connection: Connection, league_id: int, look: Callable[[Connection, OpenGame], str | None]
) -> Iterator[str]:
    """Check every game, some at a time; `look` returns what is wrong with one."""
    its_games = SELECT_GAMES.where(Game.league_id == league_id).order_by(Game.id).limit(PAGE)
    last = 0
    while page := connection.execute(its_games.where(Game.id > last)).all():
        for row in page:
            try:
                fault = look(connection, game_from_row(row))
            except UNREADABLE as error:
                fault = f"it cannot be read: {say_error(error)}"
            if fault:
                about = ", ".join(filter(None, (f'"{row.title}"' if row.title else None, row.played_on)))
                yield f"game {row.id}{f' ({about})' if about else ''}: {fault}"
        last = page[-1].id


def _broken_line(connection: Connection, game: OpenGame) -> str | None:
    about = {"code": game.row.code, "head": json.loads(game.row.head), "variant": json.loads(game.row.variant)}
    return _broken_row(connection, (Game, Line), (game.row.league_id, game.row.id), about)


def _broken_row(connection: Connection, log: Log, key: tuple[int, int], about: Mapping[str, Any]) -> str | None:
    """Return a sentence for the first row of a log that was changed after it was written.

    The rows and the last hash are read in one statement: somebody may be playing.
    """
    (of, line), start = log, first_hash(**about)
    league_id, number, seq = line.__table__.primary_key
    columns = [getattr(line, name) for name in (*HASHED_COLUMNS, "previous_hash", "hash")]
    rows_of_it = (
        select(*columns, of.hash.label("tip"), of.seq.label("last"))
        .select_from(of)
        .outerjoin(line, and_(league_id == of.league_id, number == of.id))
        .where(of.league_id == key[0], of.id == key[1])
        .order_by(seq)
    )
    found = connection.execute(rows_of_it).mappings().all()
    tip, last = found[0]["tip"], found[0]["last"]
    rows = [dict(row) for row in found if row["seq"] is not None]
    broken = first_broken_line(start, rows, tip)
    if broken is None:
        return None
    if len(rows) < last and broken > len(rows):
        return f"row {broken} is missing."
    begins = rows[0]["previous_hash"] if rows else tip
    if begins != start and first_broken_line(begins, rows, tip) is None:
        return "its address, seats, stakes or rules were changed by hand."
    if broken > len(rows):
        return "its last hash was changed by hand."
    return f"row {broken} was changed by hand, or a row before it was removed."


def _wrong_score(connection: Connection, game: OpenGame) -> str | None:
    rows, state = read_log(connection, game), game.state
    table, played = replay_log(game.head, rows)
    if (state.get("v"), state.get("seq")) == (STATE_VERSION, game.seq):  # any other is rebuilt anyway
        known = snapshot_of(table, played, rows) if "recent" in state else Snapshot(table)
        if canonical_json(state) != canonical_json(known.to_json(game.seq)):
            return "its stored state does not follow from its lines."
    if (game.row.finished_at is not None) != table.finished:
        return "it is stored as finished but is not, or the other way around."
    person = people_by_seat(connection, game.row.league_id, game.row.id)
    due = {person[key]: cents for key, cents in total_due(table, played).items()}
    return wrong_stakes(connection, game.row.league_id, game.row.id, game.row.night_id, game.head.stakes, due)


def wrong_stakes(  # noqa: PLR0913, PLR0917 - what the entries of a game are compared with
    connection: Connection, league_id: int, game_id: int, night_id: int, stakes: Stakes | None, due: CentsByPerson
) -> str | None:
    """Return a sentence if the entries of a game do not move what its lines come to; `due` has no zeros."""
    unreversed = open_entries(connection, league_id, game_id)
    if stakes is None:
        return "it has no stakes but moved money." if unreversed else None
    moved = sum_cents(unreversed.values())
    if moved != due:
        numbers, name = ", ".join(map(str, unreversed)) or "none", read_names(connection, league_id, {*due, *moved})
        return f"its lines come to {_amounts(due, name)}, its entries ({numbers}) to {_amounts(moved, name)}."
    stray = connection.scalar(
        select(LedgerEntry.id).where(
            LedgerEntry.league_id == league_id,
            LedgerEntry.game_id == game_id,
            LedgerEntry.kind == STAKES,
            or_(LedgerEntry.currency != stakes.currency, LedgerEntry.night_id.is_distinct_from(night_id)),
        )
    )
    return f"entry {stray} belongs to another night or currency." if stray else None


def _amounts(cents: Mapping[int, int], name: Mapping[int, str]) -> str:
    return ", ".join(f"{name[who]} {written_amount(cents[who])}" for who in sorted(cents)) or "nothing"


# ---------------------------------------------------------------- what games count for


def projections(connection: Connection, league_id: int) -> Iterator[str]:
    league = league_context(connection, league_id)
    yield from faults_of_games(connection, league_id, lambda where, game: _wrong_result(where, game, league))
    for season_id in (OUTSIDE, *(season.id for season in league.seasons)):
        for row in wrong_ratings(connection, league_id, season_id):
            game, person = row["of_game_id"], row["of_person_id"]
            name = read_names(connection, league_id, [person])[person]
            yield f"game {game}: the rating and runs of {name} do not follow from the games up to it."


def _wrong_result(connection: Connection, game: OpenGame, league: LeagueContext) -> str | None:
    league_id, game_id = game.row.league_id, game.row.id
    day = night_day(connection, league_id, game.row.night_id)
    person = people_by_seat(connection, league_id, game_id)
    rows = rows_of_game(league, game, day, replay_log(game.head, read_log(connection, game)), person)
    stored = stored_rows(connection, league_id, [game_id]).get(game_id)
    return None if stored == (rows or None) else "what it counts for does not follow from its lines."


# ---------------------------------------------------------------- money


def ledger(connection: Connection, league_id: int) -> Iterator[str]:
    """Check that every entry comes to zero, that a reversal mirrors an earlier entry, and that none is missing."""
    earlier: dict[int | None, LedgerEntry] = {}
    for entry in _entries(connection, league_id):
        place = f"entry {entry.id}"
        if fault := _fault_of_kind(entry, entry.parts):
            yield f"{place}: {fault}"
        if entry.kind == REVERSAL:
            other = earlier.get(entry.reverses)
            if not other or other.kind == REVERSAL or SAME(entry) != SAME(other):
                yield f"{place}: it cannot take entry {entry.reverses} back."
            elif nonzero(entry.parts) != nonzero(negated(other.parts)):
                yield f"{place}: it does not mirror entry {entry.reverses}."
        earlier[entry.id] = entry
    if earlier and entry.id != len(earlier):
        yield f"of {entry.id} entries {entry.id - len(earlier)} are missing."


def _entries(connection: Connection, league_id: int, *which: ColumnElement[bool]) -> Iterator[LedgerEntry]:
    found = select(LedgerEntry).where(LedgerEntry.league_id == league_id, *which).order_by(LedgerEntry.id)
    with Session(connection) as session:
        yield from session.scalars(found.options(selectinload(LedgerEntry.postings)))


def _fault_of_kind(entry: LedgerEntry, cents: CentsByPerson) -> str:
    """Return in words why an entry is not one of its kind; "" for one that is."""
    if not cents:
        return "it has no postings."
    if total := sum(cents.values()):
        return f"it comes to {written_amount(total)}."
    if entry.kind == PAYMENT and (len(cents) != 2 or 0 in cents.values() or entry.game_id):  # noqa: PLR2004
        return "it is not a payment from one person to another."
    fits = {STAKES: entry.game_id, PRIZES: not (entry.game_id or entry.night_id)}.get(entry.kind, True)
    return "" if fits else "no game or tournament moves money like that."


def played_tournaments(connection: Connection, league_id: int) -> Iterator[str]:
    due: dict[int, CentsByPerson] = {}
    its_own = select(Tournament).where(Tournament.league_id == league_id).order_by(Tournament.id)
    for row in connection.execute(its_own).all():
        try:
            rows = read_rows(connection, league_id, row.id)
            state = replay(rows)
        except (*UNREADABLE, NotFound) as error:
            yield f"tournament {row.id}: its lines are not possible: {say_error(error)}"
            continue
        status = OVER if state.finished else OPEN
        if (row.name, row.day, row.status, row.seq) != (state.setup.name, state.setup.day, status, len(rows)):
            yield f"tournament {row.id}: its name, day, end or number of lines does not match its lines."
        if state.entry is not None:
            due[state.entry] = nonzero(state.cash_and_ledger(dict(state.paid))[1])
    open_prizes = _entries(connection, league_id, LedgerEntry.kind == PRIZES, ~LedgerEntry.reversal.has())
    posted = {entry.id: entry.parts for entry in open_prizes}
    for entry in sorted(due.keys() | posted.keys()):
        if due.get(entry) != posted.get(entry):
            yield f"entry {entry}: it does not match what a tournament took in and paid out."
