"""Payments: a record that one person paid another, or that they did not.  The app itself moves no money."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from scorekeeper.core.clock import Clock
from scorekeeper.core.errors import NotDue, OpIdReused
from scorekeeper.core.submission import Submission
from scorekeeper.core.text import checked_op_id, refuse_unwritable
from scorekeeper.core.transaction import lock_league, writing
from scorekeeper.league.roster import merged_people
from scorekeeper.models.ledger import PAYMENT, REVERSAL
from scorekeeper.models.tables import entries, nights, people, postings
from scorekeeper.models.types import MAX_ID
from scorekeeper.money.ledger import CentsByPerson, EntryCause, NewEntry, read_balances, reversals, write_entries
from scorekeeper.rules.documents import MAX_TEXT
from scorekeeper.rules.errors import impossible, unreadable
from scorekeeper.rules.stakes import MAX_AMOUNT, TWO_DECIMALS

MAX_CENTS = MAX_AMOUNT * 100
"""The same limit as for a stake."""
NO_SUCH_PAYMENT = "That payment wasn't found."
SAME_PERSON = "People can't pay themselves. Choose somebody else."


@dataclass(frozen=True)
class NewPayment:
    """Who paid whom how many cents; `night_id` None is for the whole season.

    With `if_due` it is recorded only while it is owed, everything being paid through the person `via`, if given.
    """

    payer: int
    payee: int
    cents: int
    currency: str
    night_id: int | None = None
    if_due: bool = False
    via: int | None = None


def pay(session: Session, clock: Clock, league_id: int, payment: NewPayment, submission: Submission) -> int:
    """Record a payment, with the submission's reason as its note; return the number of the entry.

    More than is owed may be paid: it is a credit then.  The same op_id with the same values is the same payment. Raises
    UnreadableSheet with field "payer", "payee", "amount", "currency", "night" or "note"; OpIdReused; with `if_due`
    NotDue where that much is no longer owed: two phones that mark the same payment record it once.
    """
    _check_payment(payment)
    note = _checked_note(submission)
    entry = NewEntry(
        PAYMENT,
        payment.currency,
        {payment.payer: payment.cents, payment.payee: -payment.cents},
        _cause(submission, clock),
        payment.night_id,
        note=note,
    )
    with writing(session) as connection:
        lock_league(connection, league_id)
        if (done_before := _find_duplicate(connection, league_id, entry)) is not None:
            return done_before
        merged = merged_people(connection, league_id)
        _check_people(connection, league_id, payment, merged)
        _check_night(connection, league_id, payment.night_id)
        if payment.if_due:
            _check_due(connection, league_id, entry, payment.via, merged)
        return write_entries(connection, league_id, [entry])


def reverse_payment(session: Session, clock: Clock, league_id: int, entry_id: int, submission: Submission) -> int:
    """Record that a payment was not made after all; return the number of the entry that reverses it.

    Raises ImpossibleFact with field "entry" if that isn't a payment of this league or is reversed already, OpIdReused.
    """
    note = _checked_note(submission)
    if entry_id > MAX_ID:
        raise impossible("entry", NO_SUCH_PAYMENT)
    cause = _cause(submission, clock)
    with writing(session) as connection:
        lock_league(connection, league_id)
        found = connection.execute(
            select(entries.c.kind, entries.c.currency, entries.c.night_id, reversals.c.id.label("reversed_by"))
            .outerjoin(
                reversals,
                (reversals.c.league_id == entries.c.league_id) & (reversals.c.reverses == entries.c.id),
            )
            .where(entries.c.league_id == league_id, entries.c.id == entry_id)
        ).one_or_none()
        if found is None:
            raise impossible("entry", NO_SUCH_PAYMENT)
        reversed_cents = {person: -cents for person, cents in _postings(connection, league_id, entry_id).items()}
        reversal = NewEntry(
            REVERSAL, found.currency, reversed_cents, cause, found.night_id, reverses=entry_id, note=note
        )
        if (done_before := _find_duplicate(connection, league_id, reversal)) is not None:
            return done_before
        _check_reversible(found.kind, found.reversed_by)
        return write_entries(connection, league_id, [reversal])


# ---------------------------------------------------------------- what cannot be


def _cause(submission: Submission, clock: Clock) -> EntryCause:
    return EntryCause(submission.device.id, submission.actor, clock(), op_id=checked_op_id(submission.op_id))


def _check_payment(payment: NewPayment) -> None:
    if payment.payer == payment.payee:
        raise unreadable("payee", SAME_PERSON)
    if payment.cents <= 0:
        raise unreadable("amount", "Enter an amount above zero.")
    if payment.cents > MAX_CENTS:
        raise unreadable("amount", "That is more than anybody plays for.")
    if payment.currency not in TWO_DECIMALS:
        raise unreadable("currency", "Enter a currency that has cents, like USD.")


def _checked_note(submission: Submission) -> str | None:
    """Return the note of an entry.  Raises UnreadableSheet (field "note")."""
    note = submission.reason
    refuse_unwritable(note, "note")
    if note is not None and len(note) > MAX_TEXT:
        raise unreadable("note", f"note has at most {MAX_TEXT} characters.")
    return note or None


def _check_people(connection: Connection, league_id: int, payment: NewPayment, merged: Mapping[int, int]) -> None:
    payer, payee = payment.payer, payment.payee
    requested = [person for person in (payer, payee) if person <= MAX_ID]
    known = set(
        connection.scalars(select(people.c.id).where(people.c.league_id == league_id, people.c.id.in_(requested)))
    )
    for field, person in (("payer", payer), ("payee", payee)):
        if person not in known:
            raise unreadable(field, "That person isn't in this league.")
    if merged.get(payer, payer) == merged.get(payee, payee):
        raise unreadable("payee", SAME_PERSON)


def _check_night(connection: Connection, league_id: int, night_id: int | None) -> None:
    if night_id is None:
        return
    one = select(nights.c.id).where(nights.c.league_id == league_id, nights.c.id == night_id)
    if night_id > MAX_ID or connection.scalar(one) is None:
        raise unreadable("night", "That night wasn't found.")


def _check_due(
    connection: Connection, league_id: int, payment: NewEntry, via: int | None, merged: Mapping[int, int]
) -> None:
    """Raise NotDue unless the payer owes that much, and the payee is owed it; `via` only passes it on.

    A payment of a night is due as long as it is owed that night and over the season too.
    """
    for night_id in {None, payment.night_id}:
        balances = read_balances(connection, league_id, night_id, merged).get(payment.currency, {})
        for person, cents in payment.cents.items():
            left = balances.get(merged.get(person, person), (0, 0))[0] + cents
            if person != via and (left > 0 if cents > 0 else left < 0):
                raise NotDue


def _check_reversible(kind: str, reversed_by: int | None) -> None:
    if kind == REVERSAL:
        raise impossible("entry", "That entry only reverses a payment. To restore the payment, mark it paid again.")
    if kind != PAYMENT:
        raise impossible("entry", "This amount comes from the game's hands; correct those instead.")
    if reversed_by is not None:
        raise impossible("entry", "That payment was already taken back.")


# ---------------------------------------------------------------- said before


def _find_duplicate(connection: Connection, league_id: int, requested: NewEntry) -> int | None:
    """Return the entry this form wrote already.  Raises OpIdReused if it had other values then."""
    done = connection.execute(
        select(entries).where(entries.c.league_id == league_id, entries.c.op_id == requested.cause.op_id)
    ).one_or_none()
    if done is None:
        return None
    done_before = (done.kind, done.currency, done.night_id, done.reverses, done.note)
    same = done_before == (requested.kind, requested.currency, requested.night_id, requested.reverses, requested.note)
    if not same or _postings(connection, league_id, done.id) != requested.cents:
        raise OpIdReused
    return int(done.id)


def _postings(connection: Connection, league_id: int, entry_id: int) -> CentsByPerson:
    rows = connection.execute(
        select(postings.c.person_id, postings.c.cents).where(
            postings.c.league_id == league_id, postings.c.entry_id == entry_id
        )
    )
    return {row.person_id: row.cents for row in rows}
