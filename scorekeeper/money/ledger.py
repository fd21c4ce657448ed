"""Writing the ledger: what is owed for a game's lines, and the entries for it.

A game posts when it ends, and at an open table whenever somebody settles, joins or leaves; between two settlements a
hand posts nothing.  Always inside the `writing` transaction of the line or payment it follows from.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, and_, bindparam, case, exists, func, insert, select
from sqlalchemy.orm import Session, joinedload

from scorekeeper.games.history import PlayedLine
from scorekeeper.games.store import OpenGame
from scorekeeper.models import Device, Game, Night
from scorekeeper.models.ledger import REVERSAL, STAKES, LedgerEntry, Posting
from scorekeeper.models.tables import entries, postings
from scorekeeper.models.types import MAX_ID
from scorekeeper.rules.money import totals
from scorekeeper.rules.sheet import Document
from scorekeeper.rules.stakes import Cents, add_money
from scorekeeper.rules.table import LineResult, Table

reversals = entries.alias("reversals")

ENTRIES_WITH_POSTINGS = entries.outerjoin(
    postings, and_(postings.c.league_id == entries.c.league_id, postings.c.entry_id == entries.c.id)
)
"""Entries and their postings.

Each entry has some, so that an inner join would return the same, but SQLite starts that one with all postings of the
league.
"""

SETTLING_KEYS = frozenset({"settle", "join", "leave"})
"""Keys of the lines that settle an open table."""

CentsByPerson = dict[int, int]
"""Cents by person: above zero they receive, below zero they pay; people with zero are left out."""
Balances = dict[str, dict[int, tuple[int, int]]]
"""Currency -> person -> their cents, and the part of them from games, without payments."""


class EntryCause(NamedTuple):
    """What an entry follows from: a row of the game's log, or a form of its own."""

    device_id: int
    actor_id: int | None
    at: dt.datetime
    seq: int | None = None


@dataclass(frozen=True)
class NewEntry:
    """An entry that is not written yet; it gets its number then."""

    kind: str
    currency: str
    cents: CentsByPerson
    cause: EntryCause
    night_id: int | None
    game_id: int | None = None
    reverses: int | None = None
    note: str | None = None


class OpenEntry(NamedTuple):
    """A stakes entry that nothing has reversed."""

    entry_id: int
    cents: CentsByPerson


# ---------------------------------------------------------------- what the lines say


def settlements(played: Iterable[tuple[Document, LineResult]], *, finished: bool) -> tuple[Cents, ...]:
    """Return what each settlement of a game moves, oldest first: those of an open table, and the end of the game.

    `played` are the lines in force, in order, and what each did; what was played since the last settlement of a game
    that goes on is not owed yet.  A settlement that moves nothing is left out.
    """
    moved: list[Cents] = []
    pending: Cents = {}
    for facts, entry in played:
        pending = add_money(pending, totals(entry.money))
        if is_settlement(facts):
            moved.append(pending)
            pending = {}
    if finished:
        moved.append(pending)
    return tuple(cents for cents in moved if any(cents.values()))


def is_settlement(facts: Document) -> bool:
    """Return whether a line settles an open table."""
    return not SETTLING_KEYS.isdisjoint(facts)


def settlements_of(table: Table, lines: Iterable[PlayedLine]) -> tuple[Cents, ...]:
    """Return the settlements of a whole game, by seat key."""
    played = [(line.facts, line.entry) for line in lines if line.entry is not None]
    return settlements(played, finished=table.finished)


def total_due(table: Table, lines: Iterable[PlayedLine]) -> Cents:
    """Return the sum that the entries of a game must have, by seat key; players with zero are left out."""
    due: Cents = {}
    for cents in settlements_of(table, lines):
        due = add_money(due, cents)
    return {key: cents for key, cents in due.items() if cents}


# ---------------------------------------------------------------- what stands, and what has to


SELECT_OPEN_ENTRIES = (
    select(entries.c.id, postings.c.person_id, postings.c.cents)
    .select_from(ENTRIES_WITH_POSTINGS)
    .where(
        entries.c.league_id == bindparam("league_id"),
        entries.c.game_id == bindparam("game_id"),
        entries.c.kind == STAKES,
        ~exists().where(reversals.c.league_id == entries.c.league_id, reversals.c.reverses == entries.c.id),
    )
)


def open_entries(connection: Connection, league_id: int, game_id: int) -> list[OpenEntry]:
    """Return the stakes entries of a game that are not reversed, oldest first."""
    found: dict[int, CentsByPerson] = {}
    for row in connection.execute(SELECT_OPEN_ENTRIES, {"league_id": league_id, "game_id": game_id}):
        if row.person_id is not None:
            found.setdefault(row.id, {})[row.person_id] = row.cents
    return [OpenEntry(entry_id, found[entry_id]) for entry_id in sorted(found)]  # SQL would not use the index


def post_line(
    connection: Connection, game: OpenGame, person: Mapping[str, int], balances: Mapping[str, int], cause: EntryCause
) -> None:
    """Post what a new line settles; `balances`, those after the line, and `person` are by seat key."""
    unreversed = open_entries(connection, game.row.league_id, game.row.id)
    posted = [entry.cents for entry in unreversed]
    since = sum_cents([_by_person(balances, person), negated(sum_cents(posted))])
    _post(connection, game, unreversed, [*posted, since], cause)


def post_change(
    connection: Connection, game: OpenGame, person: Mapping[str, int], due: Sequence[Cents], cause: EntryCause
) -> None:
    """Make a game's entries match its lines after one was corrected, taken back or put back.

    `due` are its settlements now (`settlements_of`), by seat key as `person` is.  What was settled before the change
    stays as it was posted; what follows is reversed and posted again, unless the result is the same.
    """
    unreversed = open_entries(connection, game.row.league_id, game.row.id)
    if unreversed or due:
        _post(connection, game, unreversed, [_by_person(cents, person) for cents in due], cause)


def _post(
    connection: Connection,
    game: OpenGame,
    unreversed: Sequence[OpenEntry],
    wanted: Sequence[CentsByPerson],
    cause: EntryCause,
) -> None:
    keep = matching_prefix([entry.cents for entry in unreversed], wanted)
    new = [
        _game_entry(game, REVERSAL, negated(each.cents), cause, each.entry_id) for each in reversed(unreversed[keep:])
    ]
    new += [_game_entry(game, STAKES, cents, cause) for cents in wanted[keep:] if cents]
    write_entries(connection, game.row.league_id, new)


def matching_prefix(posted: Sequence[CentsByPerson], wanted: Sequence[CentsByPerson]) -> int:
    """Return how many entries from the first are right: what comes after is reversed and posted again."""
    pairs = zip(posted, wanted, strict=False)
    return next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(posted), len(wanted)))


def _game_entry(
    game: OpenGame, kind: str, cents: CentsByPerson, cause: EntryCause, reverses: int | None = None
) -> NewEntry:
    stakes = game.head.stakes
    currency = stakes.currency if stakes else ""
    return NewEntry(kind, currency, cents, cause, game.row.night_id, game.row.id, reverses)


def write_entries(connection: Connection, league_id: int, new: Sequence[NewEntry]) -> int:
    """Write entries, each after its postings; return the number of the last (0 if there is none to write).

    The caller holds the league's lock: entries are numbered within each league.
    """
    if not new:
        return 0
    last = connection.scalar(select(func.max(entries.c.id)).where(entries.c.league_id == league_id)) or 0
    for number, entry in enumerate(new, start=last + 1):
        connection.execute(
            insert(postings),
            [
                {"league_id": league_id, "entry_id": number, "person_id": person, "cents": cents}
                for person, cents in entry.cents.items()
            ],
        )
        connection.execute(insert(entries), {"league_id": league_id, "id": number, **_columns(entry)})
    return last + len(new)


def _columns(entry: NewEntry) -> dict[str, object]:
    cause = entry.cause
    return {
        "kind": entry.kind, "game_id": entry.game_id, "seq": cause.seq, "night_id": entry.night_id,
        "reverses": entry.reverses, "currency": entry.currency, "device_id": cause.device_id,
        "actor_id": cause.actor_id, "note": entry.note, "posted_at": cause.at,
    }  # fmt: skip


# ---------------------------------------------------------------- cents


def _by_person(cents: Mapping[str, int], person: Mapping[str, int]) -> CentsByPerson:
    return nonzero({person[key]: amount for key, amount in cents.items()})


def sum_cents(many: Iterable[CentsByPerson]) -> CentsByPerson:
    """Add amounts, person by person."""
    sums: CentsByPerson = {}
    for cents in many:
        for person, amount in cents.items():
            sums[person] = sums.get(person, 0) + amount
    return nonzero(sums)


def negated(cents: CentsByPerson) -> CentsByPerson:
    """Return the amounts with the opposite sign."""
    return {person: -amount for person, amount in cents.items()}


def nonzero(cents: CentsByPerson) -> CentsByPerson:
    """Return the amounts without zeros."""
    return {person: amount for person, amount in cents.items() if amount}


# ---------------------------------------------------------------- what was entered

MAX_ENTRIES = 50


def read_entries(  # noqa: PLR0913 - which entries are wanted
    session: Session,
    league_id: int,
    *,
    night_id: int | None = None,
    game_id: int | None = None,
    people: Collection[int] = (),
    kind: str | None = None,
    before: int | None = None,
    most: int = MAX_ENTRIES,
) -> Sequence[LedgerEntry]:
    """Return the last `most` entries of a league, newest first, with all that a page shows of them.

    Only those of a night, of a game, of `people` (one person, and who was merged into them), and older than `before`,
    where given; of those only the ones of a `kind`.
    """
    wanted = [LedgerEntry.league_id == league_id]
    if before is not None and before <= MAX_ID:
        wanted.append(LedgerEntry.id < before)
    if night_id is not None:
        wanted.append(LedgerEntry.night_id == night_id)
    if game_id is not None:
        wanted.append(LedgerEntry.game_id == game_id)
    if people and night_id is not None:
        wanted.append(LedgerEntry.postings.any(Posting.person_id.in_(people)))
    elif people:
        latest = [_latest_entries(session, league_id, person, before, most) for person in people]
        wanted.append(LedgerEntry.id.in_({number for numbers in latest for number in numbers}))
    numbers = select(LedgerEntry.id).where(*wanted).order_by(LedgerEntry.id.desc()).limit(most)
    shown = [] if kind is None else [LedgerEntry.kind == kind]
    return (
        session.scalars(
            select(LedgerEntry)
            .where(LedgerEntry.league_id == league_id, LedgerEntry.id.in_(numbers), *shown)
            .order_by(LedgerEntry.id.desc())
            .options(
                joinedload(LedgerEntry.postings),
                joinedload(LedgerEntry.device).load_only(Device.name),
                joinedload(LedgerEntry.reversal).load_only(LedgerEntry.id),
                joinedload(LedgerEntry.game).load_only(Game.code, Game.title),
                joinedload(LedgerEntry.night).load_only(Night.day),
            )
            .execution_options(populate_existing=True)
        )
        .unique()
        .all()
    )


def _latest_entries(session: Session, league_id: int, person_id: int, before: int | None, most: int) -> Sequence[int]:
    """Return the numbers of a person's last entries, straight from their postings: the ledger may be long."""
    older = [postings.c.entry_id < before] if before is not None and before <= MAX_ID else []
    return session.scalars(
        select(postings.c.entry_id)
        .where(postings.c.league_id == league_id, postings.c.person_id == person_id, *older)
        .order_by(postings.c.entry_id.desc())
        .limit(most)
    ).all()


def read_balances(
    connection: Connection, league_id: int, night_id: int | None = None, merged: Mapping[int, int] | None = None
) -> Balances:
    """Return the balance of everybody the ledger ever named, or named for one night.

    With `merged` the balances of merged people are added to those they were merged into.
    """
    of_night = [] if night_id is None else [entries.c.night_id == night_id]
    played = case((entries.c.game_id.is_not(None), postings.c.cents), else_=0)
    account = (entries.c.currency, postings.c.person_id)
    found = connection.execute(
        select(*account, func.sum(postings.c.cents).label("cents"), func.sum(played).label("played"))
        .select_from(ENTRIES_WITH_POSTINGS)
        .where(entries.c.league_id == league_id, *of_night)
        .group_by(*account)
        .order_by(*account)
    )
    balances: Balances = {}
    for row in found:
        if row.person_id is not None:
            person, sums = (merged or {}).get(row.person_id, row.person_id), balances.setdefault(row.currency, {})
            cents, from_games = sums.get(person, (0, 0))
            sums[person] = (cents + int(row.cents), from_games + int(row.played))
    return balances
