"""The money of a tournament: its pot, what everybody is paid, and their entry in the league's ledger."""

from __future__ import annotations

from sqlalchemy import select, update

from scorekeeper.models.ledger import PRIZES, REVERSAL
from scorekeeper.models.tables import entries, leagues, postings
from scorekeeper.money.ledger import CentsByPerson, EntryCause, NewEntry, negated, nonzero, write_entries
from scorekeeper.rules.errors import impossible
from scorekeeper.tournaments.log import OpenTournament
from scorekeeper.tournaments.maths.prizes import PayoutError, payouts
from scorekeeper.tournaments.maths.standings import standings, totals
from scorekeeper.tournaments.state import TournamentState


def prizes_of(state: TournamentState) -> CentsByPerson:
    """Return what everybody is paid by the standings, in cents; nothing if there is no fee.

    Raises ImpossibleFact if the pot cannot be paid out.
    """
    pot = state.pot
    if not pot:
        return {}
    places = standings(totals(state.tournament()), state.setup.criteria)
    try:
        return payouts(pot, state.setup.shares, places, dict(state.setup.side_pots))
    except PayoutError as error:
        raise impossible("", str(error)) from None


def post_prizes(tournament: OpenTournament, paid: CentsByPerson) -> int | None:
    """Post fees and prizes, where they were not cash, as one entry; return its number, None if nobody owes anything.

    Raises ImpossibleFact if the league plays for other money.
    """
    setup, league_id = tournament.state.setup, tournament.write.league_id
    cents = nonzero(tournament.state.pay_out(paid)[1])
    if not cents:
        return None
    known = tournament.write.connection.scalar(select(leagues.c.currency).where(leagues.c.id == league_id))
    if known is None:
        which = update(leagues).where(leagues.c.id == league_id)
        tournament.write.connection.execute(which.values(currency=setup.currency))
    elif known != setup.currency:
        raise impossible("", f"This league plays for {known}: change the tournament's currency.")
    return _write(tournament, NewEntry(PRIZES, setup.currency, cents, _cause(tournament), None, note=setup.name))


def reverse_prizes(tournament: OpenTournament, entry: int | None) -> None:
    """Reverse the entry of a tournament whose end was undone."""
    if entry is None:
        return
    connection, league_id = tournament.write.connection, tournament.write.league_id
    row = connection.execute(
        select(entries.c.currency, entries.c.note).where(entries.c.league_id == league_id, entries.c.id == entry)
    ).one()
    found = connection.execute(
        select(postings.c.person_id, postings.c.cents).where(
            postings.c.league_id == league_id, postings.c.entry_id == entry
        )
    )
    cents: CentsByPerson = {each.person_id: each.cents for each in found}
    reversal = NewEntry(REVERSAL, row.currency, negated(cents), _cause(tournament), None, reverses=entry, note=row.note)
    _write(tournament, reversal)


def _cause(tournament: OpenTournament) -> EntryCause:
    return EntryCause(tournament.write.device.id, tournament.write.actor, tournament.write.now)


def _write(tournament: OpenTournament, entry: NewEntry) -> int:
    return write_entries(tournament.write.connection, tournament.write.league_id, [entry])
