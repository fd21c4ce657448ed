"""Pots: what people pay in for a night or a game, who wins it, and what becomes of it if nobody does.

What is in a pot is what its entries of the ledger add up to; nobody pays in or is paid without a tap.  Whether its rule
is met follows from what the log says of a night: a moon that was made, a skunk, the high game, who came.  All of it is
won at once.  Who made the moon has all of it; others share it, odd cents to the first by name.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, exists, func, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.core.text import checked_name
from scorekeeper.core.transaction import NotDue, Submission, Write, must_exist, writing
from scorekeeper.games.game_view import GameView, full_view
from scorekeeper.games.log import contract_in, line_name
from scorekeeper.games.store import SELECT_GAMES, game_from_row
from scorekeeper.league.leagues import read_league
from scorekeeper.league.nights import end_of_night
from scorekeeper.league.roster import people_by_seat
from scorekeeper.models import (
    ATTENDANCE,
    CARRIED,
    HIGH_GAME,
    MOON,
    PER_GAME,
    POT,
    POTS,
    SKUNK,
    SPLIT,
    Game,
    League,
    LedgerEntry,
    Night,
    Posting,
    Pot,
    Seat,
)
from scorekeeper.money.ledger import (
    CentsByPerson,
    cents_in_pots,
    post,
    read_account_names,
    read_entries,
    read_league_stakes,
    reversals,
)
from scorekeeper.rules.errors import unreadable
from scorekeeper.rules.hand import MADE
from scorekeeper.rules.sheet import TWO_DECIMALS, Side, written_amount
from scorekeeper.sheets.phrases import join_names, number_text, with_article

MAX_TONIGHT = 500
"""Entries of a night that are looked through."""


class Win(NamedTuple):
    """What a pot is to be paid out for: what each person gets, why in words, and the game and the row it was won in."""

    shares: CentsByPerson
    says: str
    game_id: int | None = None
    seq: int | None = None


class NightPot:
    """A pot as it stands on a night: what is in it, who has yet to pay in for what, and what it is to be paid out for.

    `due` are people by game, under None where they pay for the night; `entries` those of the night, newest first.
    """

    def __init__(self, pot: Pot, cents: int, entries: Sequence[LedgerEntry], night: _Night) -> None:
        self.pot, self.cents, self.entries, self.currency = pot, cents, entries, night.currency
        active = [(it, it.pot_cents or 0) for it in entries if it.is_active]
        paid = {(it.game_id, night.merged.get(who, who)) for it, part in active if part > 0 for who in it.parts}
        everybody = night.people if pot.per == PER_GAME else {None: set(chain(*night.people.values()))}
        due = {game: {who for who in people if (game, who) not in paid} for game, people in everybody.items()}
        self.due = {} if pot.closed_at else {game: people for game, people in due.items() if people}
        self.owing = night.named(chain(*self.due.values())) if self.due else ""
        self.due_cents = pot.cents * sum(map(len, self.due.values()))
        won = {(it.game_id, it.seq) for it, part in active if part < 0 and it.game_id}
        wins = (it for it in _wins(night, self) if (it.game_id, it.seq) not in won) if cents > 0 else iter(())
        self.win = next(wins, None)


class _Night:
    """What the log says of a night, as far as a pot asks."""

    def __init__(self, session: Session, league_id: int, night_id: int, now: dt.datetime) -> None:
        self.session, self.league_id, self.night_id = session, league_id, night_id
        self.names, self.merged = read_account_names(session.connection(), league_id)
        self.currency = read_league(session, league_id).currency or ""
        self.over = end_of_night(session.connection(), league_id, night_id, now)[0] is not None
        sat = select(Seat.game_id, Seat.person_id).join(Game, _ITS_GAME).order_by(Seat.game_id)
        found = session.execute(sat.where(Game.league_id == league_id, Game.night_id == night_id))
        self.people: dict[int | None, set[int]] = {}
        for game_id, who in found:
            self.people.setdefault(game_id, set()).add(self.merged.get(who, who))

    def by_name(self, people: Iterable[int]) -> list[int]:
        """Return people once each, in alphabetical order."""
        here = set(people)
        return [who for who in self.names if who in here]

    def named(self, people: Iterable[int]) -> str:
        return join_names([self.names[who] for who in self.by_name(people)])

    @cached_property
    def games(self) -> list[tuple[int, GameView, dict[str, int]]]:
        """Return the games of the night in the order they were begun: number, the game, its people by seat key."""
        connection, mine = self.session.connection(), (Game.league_id == self.league_id, Game.night_id == self.night_id)
        rows = connection.execute(SELECT_GAMES.where(*mine).order_by(Game.id)).all()
        seats = {row.id: people_by_seat(connection, self.league_id, row.id, self.merged) for row in rows}
        return [(row.id, full_view(connection, game_from_row(row)), seats[row.id]) for row in rows]

    @property
    def sides(self) -> Iterator[tuple[int, GameView, Side, set[int]]]:
        """Yield each side of the games that were won, and its people, but for games whose scores count down."""
        for number, view, seats in self.games:
            if view.table.winners and not view.table.rules.counts_down:
                for side in view.table.teams:
                    yield number, view, side, {seats[key] for key in side}


_ITS_GAME = (Game.league_id == Seat.league_id) & (Game.id == Seat.game_id)


def cents_on_board(connection: Connection, league_id: int) -> list[tuple[str, int, str]]:
    """Return name, cents and currency of each open pot with anything in it."""
    inside = func.sum(LedgerEntry.pot_cents)
    its_entries = (LedgerEntry.league_id == Pot.league_id) & (LedgerEntry.pot_id == Pot.id)
    found = connection.execute(
        select(Pot.name, inside.label("cents"), func.min(LedgerEntry.currency).label("currency"))
        .join(LedgerEntry, its_entries)
        .where(Pot.league_id == league_id, Pot.closed_at.is_(None))
        .group_by(Pot.id, Pot.name)
        .having(inside > 0)
        .order_by(Pot.id)
    )
    return [(row.name, int(row.cents), row.currency) for row in found]


def read_pots(session: Session, league_id: int, night_id: int, now: dt.datetime) -> list[NightPot]:
    """Return the pots of a league as they stand on a night: the open ones, and those the night paid into or won."""
    its_pots = select(Pot).where(Pot.league_id == league_id).order_by(Pot.id)
    pots = session.scalars(its_pots.execution_options(populate_existing=True)).all()
    if not pots:
        return []
    night, cents = _Night(session, league_id, night_id, now), cents_in_pots(session.connection(), league_id)
    of_night = read_entries(session, league_id, night_id=night_id, kind=POT, most=MAX_TONIGHT)
    its = {pot.id: [entry for entry in of_night if entry.pot_id == pot.id] for pot in pots}
    shown = (pot for pot in pots if its[pot.id] or not pot.closed_at)
    return [NightPot(pot, cents.get(pot.id, 0), its[pot.id], night) for pot in shown]


# ---------------------------------------------------------------- who wins


def _wins(night: _Night, it: NightPot) -> Iterator[Win]:
    """Yield what the pot is won by that night, the first first; at its end what becomes of one that nobody won."""
    won = False
    for people, says, *where in _WON_BY[it.pot.won_by](night, it.pot):
        won = True
        yield Win(shared(it.cents, night.by_name(people)), says, *where)
    if night.over and not won and it.pot.nobody != CARRIED:
        paid = _paid_in(night.session.connection(), it.pot, it.cents, night.merged)
        if it.pot.nobody == SPLIT:
            yield Win(shared(it.cents, night.by_name(paid)), "Nobody won it: split among those who paid in")
        else:
            yield Win(paid, "Nobody won it: back to those who paid in")


Won = Iterator[tuple[Iterable[int], str, *tuple[int | None, ...]]]
"""People, why in words, game and row."""


def _moons(night: _Night, _pot: Pot) -> Won:
    made = []
    for number, view, seats in night.games:
        for line in view.lines:
            if line.entry is not None and line.entry.outcome == MADE and line.before is not None:
                bidder, bid = contract_in(line.facts, line.before)
                if bidder and isinstance(bid, str):
                    who = seats[bidder]
                    says = f"{night.names[who]} made {with_article(bid)} in {line_name(line)}"
                    made.append((line.row.recorded_at, number, line.seq, who, says))
    for _, number, seq, who, says in sorted(made):
        yield [who], says, number, seq


def _skunks(night: _Night, pot: Pot) -> Won:
    for number, view, side, people in night.sides:
        scores, winners = view.table.scores, view.table.winners
        if side[0] not in winners and scores[side[0]] <= pot.number:
            won = {who for of, _, keys, theirs in night.sides if of == number and keys[0] in winners for who in theirs}
            score = f"{number_text(scores[winners[0]])} to {number_text(scores[side[0]])}"
            yield won, f"{night.named(won)} skunked {night.named(people)}, {score}", number


def _high_game(night: _Night, _pot: Pot) -> Won:
    scored = [(view.table.scores[side[0]], people) for _, view, side, people in night.sides]
    if night.over and scored:
        best = max(score for score, _ in scored)
        won = {who for score, people in scored if score == best for who in people}
        yield won, f"{night.named(won)} had the high game, {number_text(best)}"


def _attendance(night: _Night, pot: Pot) -> Won:
    """Yield who came on the last nights in a row; nights up to the one that won it last do not count again."""
    if not night.over:
        return
    mine, day = Night.league_id == night.league_id, select(Night.day).where(Night.id == night.night_id)
    last_won = _active(pot).where(LedgerEntry.pot_cents < 0, LedgerEntry.night_id != night.night_id).subquery()
    won_on = select(func.max(Night.day)).join(last_won, last_won.c.night_id == Night.id).where(mine)
    since = night.session.scalar(won_on) or ""
    last = select(Night.id).where(mine, Night.day > since, Night.day <= day.where(mine).scalar_subquery())
    nights = night.session.scalars(last.order_by(Night.day.desc()).limit(pot.number)).all()
    sat = select(Game.night_id, Seat.person_id).join(Seat, _ITS_GAME).distinct()
    came: dict[int, set[int]] = {}
    for when, who in night.session.execute(sat.where(Game.league_id == night.league_id, Game.night_id.in_(nights))):
        came.setdefault(when, set()).add(night.merged.get(who, who))
    won = set.intersection(*came.values()) if came and len(came) == pot.number else set()
    if won:
        yield won, f"{night.named(won)} came {pot.number} nights in a row"


_WON_BY = {MOON: _moons, SKUNK: _skunks, HIGH_GAME: _high_game, ATTENDANCE: _attendance}


def shared(cents: int, people: Sequence[int]) -> CentsByPerson:
    """Divide cents among people, odd cents to the first of them."""
    each, odd = divmod(cents, len(people))
    return {who: each + (rank < odd) for rank, who in enumerate(people) if each or rank < odd}


def _active(pot: Pot) -> Select[int, int | None]:
    """Return the query of the entries of a pot that were not taken back."""
    taken_back = exists().where(reversals.league_id == LedgerEntry.league_id, reversals.reverses == LedgerEntry.id)
    mine = (LedgerEntry.league_id == pot.league_id, LedgerEntry.pot_id == pot.id, LedgerEntry.kind == POT)
    return select(LedgerEntry.id, LedgerEntry.night_id).where(*mine, ~taken_back)


def _paid_in(connection: Connection, pot: Pot, cents: int, merged: Mapping[int, int]) -> CentsByPerson:
    """Return who paid in the cents that are in a pot: those who did last."""
    its = Posting.league_id == pot.league_id, Posting.entry_id.in_(_active(pot).with_only_columns(LedgerEntry.id))
    newest = select(Posting.person_id, Posting.cents).where(*its, Posting.cents < 0)
    paid: CentsByPerson = {}
    for who, posted in connection.execute(newest.order_by(Posting.entry_id.desc(), Posting.person_id)):
        part = min(-posted, cents)
        cents -= part
        if part:
            person = merged.get(who, who)
            paid[person] = paid.get(person, 0) + part
    return paid


# ---------------------------------------------------------------- open, pay in, pay out, close


def open_pot(form: Submission, new: Mapping[str, Any], currency: str) -> None:
    """Open a pot, given by the columns of `models.Pot`; `currency` is that of a league that never played for money.

    Raises UnreadableSheet with the field "name", "amount" or "currency", OpIdReused.
    """
    name = checked_name(new["name"], "A pot needs a name.")
    with writing(form) as write:
        if write.answered("pot", new, currency):
            return
        known = read_league_stakes(write.session, write.league_id)
        if known.limit is not None and new["cents"] > known.limit:
            raise unreadable("amount", f"The house limit is {written_amount(known.limit)}.")
        if known.currency is None:
            if currency not in TWO_DECIMALS:
                raise unreadable("currency", "Choose a currency that has cents, like USD.")
            write.connection.execute(update(League).where(League.id == write.league_id).values(currency=currency))
        number = Pot.next_id(write.connection, write.league_id)
        row = {**new, "name": name, "league_id": write.league_id, "id": number}
        write.connection.execute(insert(Pot), row)


def collect(form: Submission, pot_id: int, night_id: int) -> None:
    """Let everybody pay in who has yet to for a night; of two phones that do, the second changes nothing.

    Raises NotFound, OpIdReused.
    """
    with writing(form) as write:
        if not write.answered("collect", pot_id, night_id):
            it = _night_pot(write, pot_id, night_id)
            for game, people in it.due.items():
                cents = {**dict.fromkeys(people, -it.pot.cents), POTS: it.pot.cents * len(people)}
                post(write, POT, it.currency, cents, night_id=night_id, game_id=game, pot_id=pot_id)


def pay_out(form: Submission, pot_id: int, night_id: int, says: str) -> None:
    """Pay a pot out for what the form says.  Raises NotDue where the log says so no longer, NotFound, OpIdReused."""
    with writing(form) as write:
        if not write.answered("pay out", pot_id, night_id, says):
            it = _night_pot(write, pot_id, night_id)
            if it.win is None or it.win.says != says:
                raise NotDue
            of, cents = it.win, {**it.win.shares, POTS: -it.cents}
            post(write, POT, it.currency, cents, night_id=night_id, game_id=of.game_id, seq=of.seq, pot_id=pot_id)


def close_pot(form: Submission, pot_id: int, night_id: int) -> None:
    """Close a pot; what is in it goes back to those who paid it in.  Raises NotFound, OpIdReused."""
    with writing(form) as write:
        if write.answered("close", pot_id):
            return
        it = _night_pot(write, pot_id, night_id)
        if it.cents > 0:
            _, merged = read_account_names(write.connection, write.league_id)
            back = _paid_in(write.connection, it.pot, it.cents, merged)
            post(write, POT, it.currency, {**back, POTS: -it.cents}, night_id=night_id, pot_id=pot_id)
        closed = update(Pot).where(Pot.league_id == write.league_id, Pot.id == pot_id)
        write.connection.execute(closed.values(closed_at=write.now))


def _night_pot(write: Write, pot_id: int, night_id: int) -> NightPot:
    """Return a pot as it stands on a night, read in a write.  Raises NotFound."""
    pots = read_pots(write.session, write.league_id, night_id, write.now)
    return must_exist(next((it for it in pots if it.pot.id == pot_id), None))
