"""The ledger: what is owed for a game's lines and the entries for it, payments, and what was entered.

Below it the currency of a league and its house limit.

A game posts when it ends, and at an open table whenever somebody settles, joins or leaves; between two settlements a
hand posts nothing.  Always inside the `writing` transaction of the line or payment it follows from.  A payment is a
record that one person paid another, or that they did not: the app itself moves no money.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import (
    Connection,
    and_,
    bindparam,
    case,
    exists,
    func,
    insert,
    literal,
    or_,
    outerjoin,
    select,
    update,
)
from sqlalchemy.orm import Session, aliased, joinedload, load_only, selectinload

from scorekeeper.core.text import check_text
from scorekeeper.core.transaction import NotDue, Submission, Write, writing
from scorekeeper.games.history import PlayedLine
from scorekeeper.games.store import OpenGame, stakes_from_json
from scorekeeper.league.roster import merged_people, read_people
from scorekeeper.models import (
    MAX_ID,
    PAYMENT,
    POT,
    POTS,
    REVERSAL,
    STAKES,
    Device,
    Game,
    League,
    LedgerEntry,
    Night,
    Person,
    Posting,
)
from scorekeeper.rules.errors import impossible, unreadable
from scorekeeper.rules.money import total_cents
from scorekeeper.rules.sheet import MAX_AMOUNT, TWO_DECIMALS, Cents, Document, Head, Stakes, add_money, written_amount
from scorekeeper.rules.table import LineResult, Table

GAMES_SEARCHED = 40
"""Games searched for the last stakes: a season of evenings."""
MAX_LIMIT = 100_000_000
"""Cents: a million.  There is no use for a higher limit."""

reversals = aliased(LedgerEntry, name="reversals")

ENTRIES_WITH_POSTINGS = outerjoin(
    LedgerEntry, Posting, and_(Posting.league_id == LedgerEntry.league_id, Posting.entry_id == LedgerEntry.id)
)
"""Entries and their postings.

Each entry has some, so that an inner join would return the same, but SQLite starts that one with all postings of the
league.
"""

SETTLING_KEYS = frozenset({"settle", "join", "leave"})

CentsByPerson = dict[int, int]
"""Cents by account, which is a person or `POTS`: above zero they receive, below zero they pay; zero is left out."""
Balances = dict[str, dict[int, tuple[int, int]]]
"""Currency -> account -> its cents, and the part of them from games and pots, without payments."""


# ---------------------------------------------------------------- what the lines say


def settlements(played: Iterable[tuple[Document, LineResult]], *, finished: bool) -> tuple[Cents, ...]:
    """Return what each settlement of a game moves, oldest first: those of an open table, and the end of the game.

    `played` are the lines in force, in order, and what each did; what was played since the last settlement of a game
    that goes on is not owed yet.  A settlement that moves nothing is left out.
    """
    moved: list[Cents] = []
    pending: Cents = {}
    for facts, entry in played:
        pending = add_money(pending, total_cents(entry.money))
        if is_settlement(facts):
            moved.append(pending)
            pending = {}
    if finished:
        moved.append(pending)
    return tuple(cents for cents in moved if any(cents.values()))


def is_settlement(facts: Document) -> bool:
    return not SETTLING_KEYS.isdisjoint(facts)


def settlements_of(table: Table, lines: Iterable[PlayedLine]) -> tuple[Cents, ...]:
    """Return the settlements of a whole game, by seat key."""
    played = ((line.facts, line.entry) for line in lines if line.entry is not None)
    return settlements(played, finished=table.finished)


def total_due(table: Table, lines: Iterable[PlayedLine]) -> Cents:
    """Return the sum that the entries of a game must have, by seat key; players with zero are left out."""
    due: Cents = {}
    for cents in settlements_of(table, lines):
        due = add_money(due, cents)
    return {key: cents for key, cents in due.items() if cents}


# ---------------------------------------------------------------- what stands, and what has to


OPEN_STAKES = and_(
    LedgerEntry.kind == STAKES,
    ~exists().where(reversals.league_id == LedgerEntry.league_id, reversals.reverses == LedgerEntry.id),
)
SELECT_OPEN_ENTRIES = (
    select(LedgerEntry.id, Posting.person_id, Posting.cents)
    .select_from(ENTRIES_WITH_POSTINGS)
    .where(LedgerEntry.league_id == bindparam("league_id"), LedgerEntry.game_id == bindparam("game_id"), OPEN_STAKES)
)


def open_entries(connection: Connection, league_id: int, game_id: int) -> dict[int, CentsByPerson]:
    """Return the stakes entries of a game that are not reversed by their numbers, oldest first."""
    found: dict[int, CentsByPerson] = {}
    for row in connection.execute(SELECT_OPEN_ENTRIES, {"league_id": league_id, "game_id": game_id}):
        if row.person_id is not None:
            found.setdefault(row.id, {})[row.person_id] = row.cents
    return dict(sorted(found.items()))  # SQL would not use the index


def post_line(write: Write, game: OpenGame, seq: int, person: Mapping[str, int], balances: Mapping[str, int]) -> None:
    """Post what a new line, in row `seq`, settles; `balances`, those after the line, and `person` are by seat key."""
    unreversed = open_entries(write.connection, game.row.league_id, game.row.id)
    since = sum_cents([_by_person(balances, person), negated(sum_cents(unreversed.values()))])
    _post_game(write, game, seq, unreversed, [*unreversed.values(), since])


def post_change(write: Write, game: OpenGame, seq: int, person: Mapping[str, int], due: Sequence[Cents]) -> None:
    """Make a game's entries match its lines after row `seq` corrected one, took one back or put one back.

    `due` are its settlements now (`settlements_of`), by seat key as `person` is.  What was settled before the change
    stays as it was posted; what follows is reversed and posted again, unless the result is the same.
    """
    unreversed = open_entries(write.connection, game.row.league_id, game.row.id)
    _post_game(write, game, seq, unreversed, [_by_person(cents, person) for cents in due])


def _post_game(
    write: Write, game: OpenGame, seq: int, unreversed: Mapping[int, CentsByPerson], due: Sequence[CentsByPerson]
) -> None:
    currency = game.head.stakes.currency if game.head.stakes else ""
    keep = matching_prefix([*unreversed.values()], due)
    its: dict[str, Any] = {"night_id": game.row.night_id, "game_id": game.row.id, "seq": seq}
    for number, cents in reversed([*unreversed.items()][keep:]):
        post(write, REVERSAL, currency, negated(cents), reverses=number, **its)
    for cents in due[keep:]:
        if cents:
            post(write, STAKES, currency, cents, **its)


def matching_prefix(posted: Sequence[CentsByPerson], due: Sequence[CentsByPerson]) -> int:
    """Return how many entries from the first are right: what comes after is reversed and posted again."""
    pairs = zip(posted, due, strict=False)
    return next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(posted), len(due)))


def post(  # noqa: PLR0913 - the columns of an entry
    write: Write,
    kind: str,
    currency: str,
    cents: CentsByPerson,
    *,
    night_id: int | None = None,
    game_id: int | None = None,
    seq: int | None = None,
    reverses: int | None = None,
    pot_id: int | None = None,
    note: str | None = None,
) -> int:
    """Write an entry after its postings; return its number.  They are numbered within each league, which is locked."""
    connection, league_id = write.connection, write.league_id
    number = LedgerEntry.next_id(connection, league_id)
    entry = {"league_id": league_id, "id": number, "kind": kind, "currency": currency, "night_id": night_id}
    entry |= {"game_id": game_id, "seq": seq, "reverses": reverses, "note": note}
    entry |= {"pot_id": pot_id, "pot_cents": cents.get(POTS)}
    entry |= {"device_id": write.device.id, "actor_id": write.actor, "posted_at": write.now}
    moved = [
        {"league_id": league_id, "entry_id": number, "person_id": person, "cents": amount}
        for person, amount in cents.items()
        if person != POTS
    ]
    connection.execute(insert(Posting), moved)
    connection.execute(insert(LedgerEntry), entry)
    return number


def reverse(write: Write, entry: LedgerEntry, note: str | None = None) -> int:
    """Reverse an entry that is not what a game comes to; return the number of the entry that reverses it."""
    its = {"night_id": entry.night_id, "game_id": entry.game_id, "seq": entry.seq, "pot_id": entry.pot_id}
    return post(write, REVERSAL, entry.currency, negated(entry.parts), reverses=entry.id, note=note, **its)


# ---------------------------------------------------------------- cents


def _by_person(cents: Mapping[str, int], person: Mapping[str, int]) -> CentsByPerson:
    return nonzero({person[key]: amount for key, amount in cents.items()})


def sum_cents(many: Iterable[CentsByPerson]) -> CentsByPerson:
    sums: CentsByPerson = {}
    for cents in many:
        for person, amount in cents.items():
            sums[person] = sums.get(person, 0) + amount
    return nonzero(sums)


def negated(cents: CentsByPerson) -> CentsByPerson:
    return {person: -amount for person, amount in cents.items()}


def nonzero(cents: CentsByPerson) -> CentsByPerson:
    return {person: amount for person, amount in cents.items() if amount}


# ---------------------------------------------------------------- what was entered

MAX_ENTRIES = 50


def read_entries(  # noqa: PLR0913 - which entries
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

    Only those of a night, of a game, of `people` (one person, and who was merged into them; or the pots), and older
    than `before`, where given; of those only the ones of a `kind`.
    """
    which = [LedgerEntry.league_id == league_id]
    if before is not None and before <= MAX_ID:
        which.append(LedgerEntry.id < before)
    if night_id is not None:
        which.append(LedgerEntry.night_id == night_id)
    if game_id is not None:
        which.append(LedgerEntry.game_id == game_id)
    if POTS in people:
        which.append(LedgerEntry.pot_cents.is_not(None))
    elif people and night_id is not None:
        which.append(LedgerEntry.postings.any(Posting.person_id.in_(people)))
    elif people:
        latest = [_latest_entries(session, league_id, person, before, most) for person in people]
        which.append(LedgerEntry.id.in_({number for numbers in latest for number in numbers}))
    numbers = select(LedgerEntry.id).where(*which).order_by(LedgerEntry.id.desc()).limit(most)
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
                joinedload(LedgerEntry.game).options(load_only(Game.code, Game.title), selectinload(Game.rulebook)),
                joinedload(LedgerEntry.pot),
                joinedload(LedgerEntry.night).load_only(Night.day),
            )
            .execution_options(populate_existing=True)
        )
        .unique()
        .all()
    )


def _latest_entries(session: Session, league_id: int, person_id: int, before: int | None, most: int) -> Sequence[int]:
    """Return the numbers of a person's last entries, straight from their postings: the ledger may be long."""
    older = [Posting.entry_id < before] if before is not None and before <= MAX_ID else []
    return session.scalars(
        select(Posting.entry_id)
        .where(Posting.league_id == league_id, Posting.person_id == person_id, *older)
        .order_by(Posting.entry_id.desc())
        .limit(most)
    ).all()


def read_balances(
    connection: Connection, league_id: int, night_id: int | None = None, merged: Mapping[int, int] | None = None
) -> Balances:
    """Return the balance of everybody the ledger ever named, or named for one night, and of the pots.

    With `merged` the balances of merged people are added to those they were merged into.
    """
    which = () if night_id is None else (LedgerEntry.night_id == night_id,)
    return balances_by(connection, league_id, literal(0), merged or {}, *which).get(0, {})


def balances_by(
    connection: Connection, league_id: int, part: Any, merged: Mapping[int, int], *which: Any
) -> dict[int | None, Balances]:
    """Return the balances of a league for each value of `part`, a column of its entries; `which` limits these."""
    is_played = or_(LedgerEntry.game_id.is_not(None), LedgerEntry.pot_id.is_not(None))
    sums = [
        (func.sum(cents).label("cents"), func.sum(case((is_played, cents), else_=0)).label("played"))
        for cents in (Posting.cents, LedgerEntry.pot_cents)
    ]
    account = (part.label("part"), LedgerEntry.currency, Posting.person_id)
    which = (LedgerEntry.league_id == league_id, *which)
    of_people = select(*account, *sums[0]).select_from(ENTRIES_WITH_POSTINGS).where(*which)
    of_pots = select(*account[:2], literal(POTS), *sums[1]).where(*which, LedgerEntry.pot_cents.is_not(None))
    both = of_people.group_by("part", *account[1:]).union_all(of_pots.group_by("part", LedgerEntry.currency))
    found: dict[int | None, Balances] = {}
    for row in connection.execute(both.order_by("currency", "person_id")):
        if row.person_id is not None:
            who, known = merged.get(row.person_id, row.person_id), found.setdefault(row.part, {})
            cents, from_games = known.setdefault(row.currency, {}).get(who, (0, 0))
            known[row.currency][who] = (cents + int(row.cents), from_games + int(row.played))
    return found


def cents_in_pots(connection: Connection, league_id: int) -> dict[int, int]:
    """Return what is in each pot that anybody ever paid into, in cash or owed, by its number."""
    inside = select(LedgerEntry.pot_id, func.sum(LedgerEntry.pot_cents)).group_by(LedgerEntry.pot_id)
    of_league = inside.where(LedgerEntry.league_id == league_id, LedgerEntry.pot_id.is_not(None))
    return {number: int(cents or 0) for number, cents in connection.execute(of_league) if number}


def read_account_names(connection: Connection, league_id: int) -> tuple[dict[int, str], dict[int, int]]:
    """Return the name of every account, people in alphabetical order, and who was merged into whom."""
    names, merged = read_people(connection, league_id)
    return names | {POTS: "The pot"}, merged


# ---------------------------------------------------------------- payments

MAX_CENTS = MAX_AMOUNT * 100
"""The same limit as for a stake."""
NO_SUCH_PAYMENT = "That payment wasn't found."
SAME_PERSON = "People can't pay themselves. Choose somebody else."


def pay(  # noqa: PLR0913 - who, whom, how much, and when it counts
    form: Submission,
    payer: int,
    payee: int,
    amount: int,
    currency: str,
    *,
    night_id: int | None = None,
    if_due: bool = False,
    via: int | None = None,
) -> int:
    """Record a payment in cents, with the form's reason as its note; return the number of the entry.

    More than is owed may be paid: it is a credit then.  `night_id` None is for the whole season.  With `if_due` it is
    recorded only while it is owed, everything being paid through the person `via`, if given.

    Raises UnreadableSheet with field "payer", "payee", "amount", "currency", "night" or "note"; OpIdReused; with
    `if_due` NotDue where that much is no longer owed: two phones that mark the same payment record it once.
    """
    _check_payment(payer, payee, amount, currency)
    check_text(form.reason, "note")
    note = form.reason or None
    with writing(form) as write:
        if done := write.answered("pay", payer, payee, amount, currency, night_id, if_due, via, note):
            return int(done)
        if night_id is not None and (night_id > MAX_ID or not write.session.get(Night, (write.league_id, night_id))):
            raise unreadable("night", "That night wasn't found.")
        merged = _check_people(write, payer, payee)
        # The payer owes that much, and the payee is owed it, that night and over the season too; `via` passes it on.
        for when in {None, night_id} if if_due else ():
            balances = read_balances(write.connection, write.league_id, when, merged).get(currency, {})
            owed, due = (balances.get(merged.get(who, who), (0, 0))[0] for who in (payer, payee))
            if (payer != via and owed + amount > 0) or (payee != via and due - amount < 0):
                raise NotDue
        cents = {payer: amount, payee: -amount}
        return write.answer(post(write, PAYMENT, currency, cents, night_id=night_id, note=note))


def reverse_payment(form: Submission, entry_id: int) -> int:
    """Record that a payment was not made after all; return the number of the entry that reverses it.

    Raises ImpossibleFact with field "entry" if that isn't a payment of this league or is reversed already, OpIdReused.
    """
    if entry_id > MAX_ID:
        raise impossible("entry", NO_SUCH_PAYMENT)
    with writing(form) as write:
        if done := write.answered("reverse", entry_id):
            return int(done)
        entry = write.session.get(
            LedgerEntry,
            (write.league_id, entry_id),
            options=[joinedload(LedgerEntry.postings), joinedload(LedgerEntry.reversal)],
            populate_existing=True,
        )
        if entry is None:
            raise impossible("entry", NO_SUCH_PAYMENT)
        if entry.kind == REVERSAL:
            raise impossible("entry", "That entry takes a payment back. Mark the payment paid again instead.")
        if entry.kind not in (PAYMENT, POT):
            raise impossible("entry", "This amount comes from a game or a tournament: correct it there.")
        if entry.reversal is not None:
            raise impossible("entry", "That payment was already taken back.")
        if entry.pot_id and cents_in_pots(write.connection, write.league_id)[entry.pot_id] < entry.cents_of({POTS}):
            raise impossible("entry", "That pot was paid out since. Take that back first.")
        return write.answer(reverse(write, entry))


def _check_payment(payer: int, payee: int, amount: int, currency: str) -> None:
    if payer == payee:
        raise unreadable("payee", SAME_PERSON)
    if amount <= 0:
        raise unreadable("amount", "Enter an amount above zero.")
    if amount > MAX_CENTS:
        raise unreadable("amount", "That is more than anybody plays for.")
    if currency not in TWO_DECIMALS:
        raise unreadable("currency", "Enter a currency that has cents, like USD.")


def _check_people(write: Write, payer: int, payee: int) -> dict[int, int]:
    """Raise UnreadableSheet for somebody unknown; return who was merged into whom."""
    connection, league_id = write.connection, write.league_id
    merged = merged_people(connection, league_id)
    requested = [person for person in (payer, payee) if person <= MAX_ID]
    known = set(connection.scalars(select(Person.id).where(Person.league_id == league_id, Person.id.in_(requested))))
    known |= {POTS} if POTS in requested and cents_in_pots(connection, league_id) else set()
    for field, person in (("payer", payer), ("payee", payee)):
        if person not in known:
            raise unreadable(field, "That person isn't in this league.")
    if merged.get(payer, payer) == merged.get(payee, payee):
        raise unreadable("payee", SAME_PERSON)
    return merged


# ---------------------------------------------------------------- what a league plays for


@dataclass(frozen=True)
class LeagueStakes:
    """What a league plays for; all None if it never played for money."""

    currency: str | None = None
    limit: int | None = None
    """The largest stake of a game, in cents."""
    last: Stakes | None = None
    current: Stakes | None = None
    """The stakes of its newest game; None if it was not played for money."""
    handicap: bool = False
    """Whether its newest game had a head start by ratings."""


def read_league_stakes(session: Session, league_id: int) -> LeagueStakes:
    row = session.execute(select(League.currency, League.stake_limit).where(League.id == league_id)).one_or_none()
    if row is None:
        return LeagueStakes()
    heads = session.scalars(
        select(Game.head).where(Game.league_id == league_id).order_by(Game.id.desc()).limit(GAMES_SEARCHED)
    ).all()
    played = [stakes if stakes and stakes.some else None for stakes in map(stakes_from_json, heads)]
    last = next((stakes for stakes in played if stakes), None)
    handicap = any("handicap" in head for head in heads[:1])
    return LeagueStakes(row.currency, row.stake_limit, last, played[0] if played else None, handicap)


def set_limit(form: Submission, cents: int | None) -> None:
    """Set the largest stake of a game in a league; None lifts it.  Games begun before stay as they are.

    Raises UnreadableSheet with the field `limit`.
    """
    if cents is not None and not 0 < cents <= MAX_LIMIT:
        raise unreadable("limit", f"Enter an amount above zero, {written_amount(MAX_LIMIT)} at most.")
    with writing(form) as write:
        if not write.answered("limit", cents):
            write.connection.execute(update(League).where(League.id == write.league_id).values(stake_limit=cents))


def without_zero_stakes(head: Head) -> Head:
    return replace(head, stakes=None) if head.stakes and not head.stakes.some else head


def accept_stakes(connection: Connection, league_id: int, stakes: Stakes | None) -> None:
    """Check a new game's stakes against the league; its first game for money sets the currency for good.

    Inside a `writing` transaction, the league locked.  Raises UnreadableSheet with the field `stakes.KEY`.
    """
    if stakes is None:
        return
    settled = connection.scalar(select(League.currency).where(League.id == league_id))
    if settled not in (None, stakes.currency):
        raise unreadable("stakes.currency", f"This league plays for {settled}.")
    check_limit(connection, league_id, stakes)
    set_first_currency(connection, league_id, stakes)


def set_first_currency(connection: Connection, league_id: int, stakes: Stakes | None) -> None:
    """Set the currency of a league that never played for money to that of this game.

    An imported game is in the ledger like any other, and it may be the league's first.
    """
    if stakes is not None and stakes.some:
        never = update(League).where(League.id == league_id, League.currency.is_(None))
        connection.execute(never.values(currency=stakes.currency))


def check_limit(connection: Connection, league_id: int, stakes: Stakes | None) -> None:
    """Raise UnreadableSheet (field `stakes.game`) for a stake above the league's limit."""
    limit = connection.scalar(select(League.stake_limit).where(League.id == league_id)) if stakes else None
    if stakes is not None and limit is not None and stakes.game > limit:
        most = f"{written_amount(limit)} {stakes.currency}"
        raise unreadable("stakes.game", f"The house limit is {most} a game.")
