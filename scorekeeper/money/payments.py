"""Payments: a record that one person paid another, or that they did not.  The app itself moves no money."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, select

from scorekeeper.core.errors import NotDue
from scorekeeper.core.text import refuse_unwritable
from scorekeeper.core.transaction import Submission, writing
from scorekeeper.league.roster import merged_people
from scorekeeper.models.ledger import PAYMENT, REVERSAL
from scorekeeper.models.tables import entries, nights, people, postings
from scorekeeper.models.types import MAX_ID
from scorekeeper.money.ledger import EntryCause, NewEntry, read_balances, reversals, write_entries
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


def pay(form: Submission, payment: NewPayment) -> int:
    """Record a payment, with the form's reason as its note; return the number of the entry.

    More than is owed may be paid: it is a credit then.  Raises UnreadableSheet with field "payer", "payee", "amount",
    "currency", "night" or "note"; OpIdReused; with `if_due` NotDue where that much is no longer owed: two phones that
    mark the same payment record it once.
    """
    _check_payment(payment)
    note = _checked_note(form.reason)
    with writing(form) as write:
        if done := write.answered("pay", payment, note):
            return int(done)
        connection, league_id = write.connection, write.league_id
        cause = EntryCause(write.device.id, write.actor, write.now)
        cents = {payment.payer: payment.cents, payment.payee: -payment.cents}
        entry = NewEntry(PAYMENT, payment.currency, cents, cause, payment.night_id, note=note)
        merged = merged_people(connection, league_id)
        _check_people(connection, league_id, payment, merged)
        _check_night(connection, league_id, payment.night_id)
        if payment.if_due:
            _check_due(connection, league_id, entry, payment.via, merged)
        return write.answer(write_entries(connection, league_id, [entry]))


def reverse_payment(form: Submission, entry_id: int) -> int:
    """Record that a payment was not made after all; return the number of the entry that reverses it.

    Raises ImpossibleFact with field "entry" if that isn't a payment of this league or is reversed already, OpIdReused.
    """
    note = _checked_note(form.reason)
    if entry_id > MAX_ID:
        raise impossible("entry", NO_SUCH_PAYMENT)
    with writing(form) as write:
        if done := write.answered("reverse", entry_id, note):
            return int(done)
        connection, league_id = write.connection, write.league_id
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
        _check_reversible(found.kind, found.reversed_by)
        moved = connection.execute(
            select(postings.c.person_id, postings.c.cents).where(
                postings.c.league_id == league_id, postings.c.entry_id == entry_id
            )
        )
        back = {row.person_id: -row.cents for row in moved}
        cause = EntryCause(write.device.id, write.actor, write.now)
        reversal = NewEntry(REVERSAL, found.currency, back, cause, found.night_id, reverses=entry_id, note=note)
        return write.answer(write_entries(connection, league_id, [reversal]))


# ---------------------------------------------------------------- what cannot be


def _check_payment(payment: NewPayment) -> None:
    if payment.payer == payment.payee:
        raise unreadable("payee", SAME_PERSON)
    if payment.cents <= 0:
        raise unreadable("amount", "Enter an amount above zero.")
    if payment.cents > MAX_CENTS:
        raise unreadable("amount", "That is more than anybody plays for.")
    if payment.currency not in TWO_DECIMALS:
        raise unreadable("currency", "Enter a currency that has cents, like USD.")


def _checked_note(note: str | None) -> str | None:
    """Return the note of an entry.  Raises UnreadableSheet (field "note")."""
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
