"""Payments: somebody says that one person paid another, or that it was not so.  The app itself moves no money."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from scorekeeper.models.ledger import PAYMENT, REVERSAL
from scorekeeper.rules.currencies import TWO_DECIMALS
from scorekeeper.rules.errors import impossible, unreadable
from scorekeeper.rules.plain import LONGEST_TEXT
from scorekeeper.rules.stakes import LARGEST
from scorekeeper.services.accounts import HIGHEST_ID, night_balances
from scorekeeper.services.balances import counted_for, league_balances
from scorekeeper.services.errors import NotDue, OpIdReused
from scorekeeper.services.founding import lock_league
from scorekeeper.services.ledger import Cause, NewEntry, entries, postings, taking_back, write_entries
from scorekeeper.services.people import merged_people
from scorekeeper.services.statements import nights, people
from scorekeeper.services.text import checked_op_id, refuse_unwritable
from scorekeeper.services.writing import writing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

    from scorekeeper.services.clock import Clock
    from scorekeeper.services.devices import KnownDevice
    from scorekeeper.services.ledger import People

MOST_CENTS = LARGEST * 100
"""As much as a stake may be."""
NO_SUCH_PAYMENT = "There is no such payment."
HIMSELF = "Nobody pays himself: choose somebody else."


class IfDue(NamedTuple):
    """A payment that is only to be noted while it is owed; everything goes through the banker `via`, if given."""

    via: int | None = None


def pay(  # noqa: PLR0913 - what a form carries
    session: Session,
    clock: Clock,
    device: KnownDevice,
    league_id: int,
    *,
    payer: int,
    payee: int,
    cents: int,
    currency: str,
    night_id: int | None,
    op_id: str,
    note: str | None = None,
    actor: int | None = None,
    if_due: IfDue | None = None,
) -> int:
    """Note that `payer` paid `payee` so many cents, for a night or (None) over the season; give the entry's number.

    More than is owed may be paid: it is a credit then.  The same op_id with the same values is the same payment.
    Raises UnreadableSheet with field "payer", "payee", "amount", "currency", "night" or "note"; OpIdReused; with
    `if_due` NotDue where that much is not owed any more: two phones that mark the same payment note it once.
    """
    _check_payment(payer, payee, cents, currency, note)
    cause = Cause(device.id, actor, clock(), op_id=checked_op_id(op_id))
    payment = NewEntry(PAYMENT, currency, {payer: cents, payee: -cents}, cause, night_id, note=note or None)
    with writing(session) as connection:
        lock_league(connection, league_id)
        if (said := _said_before(connection, league_id, payment)) is not None:
            return said
        merged = merged_people(connection, league_id)
        _check_people(connection, league_id, payer, payee, merged)
        _check_night(connection, league_id, night_id)
        if if_due is not None:
            _check_due(connection, league_id, payment, if_due, merged)
        return write_entries(connection, league_id, [payment])


def take_back(  # noqa: PLR0913 - what a form carries
    session: Session,
    clock: Clock,
    device: KnownDevice,
    league_id: int,
    entry_id: int,
    *,
    op_id: str,
    note: str | None = None,
    actor: int | None = None,
) -> int:
    """Note that a payment was not made after all; give the number of the entry that reverses it.

    Raises ImpossibleFact with field "entry" for what is no payment of this league or is taken back already, OpIdReused.
    """
    _check_note(note)
    if entry_id > HIGHEST_ID:
        raise impossible("entry", NO_SUCH_PAYMENT)
    cause = Cause(device.id, actor, clock(), op_id=checked_op_id(op_id))
    with writing(session) as connection:
        lock_league(connection, league_id)
        found = connection.execute(
            select(entries.c.kind, entries.c.currency, entries.c.night_id, taking_back.c.id.label("reversed_by"))
            .outerjoin(
                taking_back,
                (taking_back.c.league_id == entries.c.league_id) & (taking_back.c.reverses == entries.c.id),
            )
            .where(entries.c.league_id == league_id, entries.c.id == entry_id)
        ).one_or_none()
        if found is None:
            raise impossible("entry", NO_SUCH_PAYMENT)
        turned = {person: -cents for person, cents in _postings(connection, league_id, entry_id).items()}
        reversal = NewEntry(
            REVERSAL, found.currency, turned, cause, found.night_id, reverses=entry_id, note=note or None
        )
        if (said := _said_before(connection, league_id, reversal)) is not None:
            return said
        _check_reversible(found.kind, found.reversed_by)
        return write_entries(connection, league_id, [reversal])


# ---------------------------------------------------------------- what cannot be


def _check_payment(payer: int, payee: int, cents: int, currency: str, note: str | None) -> None:
    if payer == payee:
        raise unreadable("payee", HIMSELF)
    if cents <= 0:
        raise unreadable("amount", "An amount is more than nothing.")
    if cents > MOST_CENTS:
        raise unreadable("amount", "That is more than anybody plays for.")
    if currency not in TWO_DECIMALS:
        raise unreadable("currency", "Money needs a currency by its three letters, one that has cents, like USD.")
    _check_note(note)


def _check_note(note: str | None) -> None:
    refuse_unwritable(note, "note")
    if note is not None and len(note) > LONGEST_TEXT:
        raise unreadable("note", f"note has at most {LONGEST_TEXT} characters.")


def _check_people(
    connection: Connection, league_id: int, payer: int, payee: int, merged: Mapping[int, int]
) -> None:
    asked = [person for person in (payer, payee) if person <= HIGHEST_ID]
    known = set(
        connection.scalars(select(people.c.id).where(people.c.league_id == league_id, people.c.id.in_(asked)))
    )
    for field, person in (("payer", payer), ("payee", payee)):
        if person not in known:
            raise unreadable(field, "Nobody in this league is meant by that.")
    if merged.get(payer, payer) == merged.get(payee, payee):
        raise unreadable("payee", HIMSELF)


def _check_night(connection: Connection, league_id: int, night_id: int | None) -> None:
    if night_id is None:
        return
    one = select(nights.c.id).where(nights.c.league_id == league_id, nights.c.id == night_id)
    if night_id > HIGHEST_ID or connection.scalar(one) is None:
        raise unreadable("night", "There was no such night.")


def _check_due(
    connection: Connection, league_id: int, payment: NewEntry, if_due: IfDue, merged: Mapping[int, int]
) -> None:
    """Raise NotDue unless the payer owes that much, and the payee is owed it; a banker only passes it on.

    A payment of a night is due as long as it is owed that night and over the season too.
    """
    scopes = [league_balances(connection, league_id)]
    if payment.night_id is not None:
        scopes.append(night_balances(connection, league_id, payment.night_id))
    for scope in scopes:
        in_that = (each for each in counted_for(scope, merged) if each.currency == payment.currency)
        stands = {each.person_id: each.cents for each in in_that}
        for person, cents in payment.cents.items():
            left = stands.get(merged.get(person, person), 0) + cents
            if person != if_due.via and (left > 0 if cents > 0 else left < 0):
                raise NotDue


def _check_reversible(kind: str, reversed_by: int | None) -> None:
    if kind == REVERSAL:
        raise impossible("entry", "That only took something back: to have it again, mark it as paid again.")
    if kind != PAYMENT:
        raise impossible("entry", "What a game cost follows from its hands: correct those.")
    if reversed_by is not None:
        raise impossible("entry", "That payment was taken back already.")


# ---------------------------------------------------------------- said before


def _said_before(connection: Connection, league_id: int, asked: NewEntry) -> int | None:
    """Give the entry this form wrote already.  Raises OpIdReused if it said something else then."""
    done = connection.execute(
        select(entries).where(entries.c.league_id == league_id, entries.c.op_id == asked.cause.op_id)
    ).one_or_none()
    if done is None:
        return None
    said = (done.kind, done.currency, done.night_id, done.reverses, done.note)
    same = said == (asked.kind, asked.currency, asked.night_id, asked.reverses, asked.note)
    if not same or _postings(connection, league_id, done.id) != asked.cents:
        raise OpIdReused
    return int(done.id)


def _postings(connection: Connection, league_id: int, entry_id: int) -> People:
    rows = connection.execute(
        select(postings.c.person_id, postings.c.cents).where(
            postings.c.league_id == league_id, postings.c.entry_id == entry_id
        )
    )
    return {row.person_id: row.cents for row in rows}
