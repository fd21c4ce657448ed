"""Who owes whom, over a night or a whole league; who pays whom; and the hands behind each amount.

Everyone the ledger ever named has an account, even people who left early.  Cents above zero are owed to somebody, below
zero they owe them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, exists, func, select
from sqlalchemy.orm import Session

from scorekeeper.core.clock import day_text, wall_clock
from scorekeeper.core.money_text import money_text
from scorekeeper.games.game_view import GameView
from scorekeeper.games.history import PlayedLine
from scorekeeper.games.log import line_name
from scorekeeper.games.store import SELECT_GAMES, OpenGame, game_from_row
from scorekeeper.league.roster import merged_people, people_by_seat
from scorekeeper.models import PAYMENT, POTS, Game, LedgerEntry, Night
from scorekeeper.money.ledger import (
    OPEN_STAKES,
    Balances,
    balances_by,
    is_settlement,
    open_entries,
    read_account_names,
    read_balances,
    read_entries,
    sum_cents,
    total_due,
)
from scorekeeper.rules.money import fewest_payments, total_cents
from scorekeeper.rules.table import LinePart, LineResult, Table, if_it_ended_now, money_story, story_to_now
from scorekeeper.sheets.phrases import capped, join_names
from scorekeeper.sheets.words import say_part

NightMoney = dict[int | None, dict[str, tuple[int, int, int]]]
MAX_PAYMENTS = 200
"""Entries that are searched for payments; older ones are in the ledger."""
TONIGHT, SEASON = "tonight", "season"
"""What is settled: one night, or a season."""


def has_entries(session: Session, league_id: int) -> bool:
    """Return whether money ever moved in a league."""
    return bool(session.scalar(select(exists().where(LedgerEntry.league_id == league_id))))


def owed_in_all(session: Session, league_id: int) -> dict[str, tuple[int, int]]:
    """Return for each currency in which anybody owes any how many people do, and the cents in all."""
    balances = read_balances(session.connection(), league_id, merged=merged_people(session.connection(), league_id))
    owing = {
        currency: [-cents for who, (cents, _) in each.items() if cents < 0 and who != POTS]
        for currency, each in balances.items()
    }
    return {currency: (len(each), sum(each)) for currency, each in owing.items() if each}


def money_of_nights(session: Session, league_id: int) -> NightMoney:
    """Return for each night and currency the cents that people lost in all, that they paid, and that they still owe.

    None stands for the time between nights.  What is owed over the season is put down to the newest nights; lost is
    what somebody is down after all games of a night, and paid what they gave beyond what they were given.
    """
    connection, found = session.connection(), NightMoney()
    days = dict(connection.execute(select(Night.id, Night.day).where(Night.league_id == league_id)).all())
    parts = balances_by(connection, league_id, LedgerEntry.night_id, merged_people(connection, league_id))
    left: Counter[tuple[str, int]] = Counter()
    for its in parts.values():
        for currency, each in its.items():
            left.update({(currency, who): -cents for who, (cents, _) in each.items()})
    for night, its in sorted(parts.items(), key=lambda it: days.get(it[0] or 0, ""), reverse=True):
        for currency, each in its.items():
            people = {who: its for who, its in each.items() if who != POTS}
            owed = {(currency, who): max(min(-cents, left[currency, who]), 0) for who, (cents, _) in people.items()}
            left.subtract(owed)
            found.setdefault(night, {})[currency] = (
                sum(max(-played, 0) for _, played in people.values()),
                sum(max(cents - played, 0) for cents, played in people.values()),
                sum(owed.values()),
            )
    return found


# ---------------------------------------------------------------- who pays whom


@dataclass(frozen=True)
class Account:
    """The balance of one person, or of the pots, in one currency, in cents; its name is unique: "Bob (2)"."""

    person_id: int
    name: str
    cents: int = 0
    played: int = 0
    """The balance of the games and pots alone, without payments."""
    now: int = 0
    """Of the balance of a night, what the payments still due settle; all of it where nothing is left to the season."""
    covered: int = 0
    """Of the rest of it, what other nights or payments over the season make up for."""

    @property
    def carried(self) -> int:
        """Return what the payments still due leave to the season, of the balance of a night."""
        return self.cents - self.now

    @property
    def payments(self) -> int:
        """Return the cents they paid, below zero what they received."""
        return self.cents - self.played

    @property
    def says(self) -> str:
        """Return the balance in words: who paid too much has credit; who got too much owes it."""
        if self.cents > max(self.played, 0):
            return "paid too much: credit"
        if self.cents < min(self.played, 0):
            return "got too much: owes it back"
        return "is owed" if self.cents > 0 else "owes" if self.cents else "all square"


class DuePayment(NamedTuple):
    """What one person has to pay another: cents above zero."""

    payer: Account
    payee: Account
    cents: int


@dataclass(frozen=True)
class CurrencyAccounts:
    """Everybody's account in one currency, the most owed first, and the payments that settle them."""

    currency: str
    accounts: tuple[Account, ...]
    due: tuple[DuePayment, ...]
    paid: tuple[LedgerEntry, ...] = ()

    @property
    def open_cents(self) -> int:
        return sum(it.cents for it in self.accounts if it.cents > 0)

    @property
    def due_cents(self) -> int:
        return sum(it.cents for it in self.due)

    @property
    def carried_cents(self) -> int:
        """Return the cents owed for a night that are left to the season: with those due they are all that is owed."""
        return sum(it.carried for it in self.accounts if it.cents > 0)

    @property
    def done(self) -> str:
        """Return the sentence that nobody has to pay anybody."""
        return "Nothing is left to pay." if self.open_cents else "Everybody is square."

    @property
    def still_to_pay(self) -> list[str]:
        """Return the payments still due in words."""
        return [f"{it.payer.name} pays {it.payee.name} {money_text(it.cents, self.currency)}" for it in self.due]


class Settling:
    """Who pays whom of one night, or of the season: nobody pays for a night what they do not owe over the season.

    `code` is the game it is looked at from.  `via` is the person everybody settles with; None, or a stranger, for the
    fewest payments.  `just` is the payment that was marked or taken back a moment ago, `news` why nothing changed.
    """

    def __init__(  # noqa: PLR0913 - what may be told beside the accounts
        self,
        session: Session,
        code: str,
        league_id: int,
        night_id: int | None,
        *,
        via: int | None = None,
        just: int | None = None,
        news: str = "",
    ) -> None:
        """Read it, each row once; over the season if `night_id` is None."""
        self.code, self.of, self.via, self.news = code, SEASON if night_id is None else TONIGHT, via, news
        self.currency, self.games, self.is_alone = "", 0, True
        self.moved: list[tuple[str, int]] = []
        connection = session.connection()
        self.names, self.merged = read_account_names(connection, league_id)
        in_league = found = read_balances(connection, league_id, merged=self.merged)
        if night_id is not None:
            found = read_balances(connection, league_id, night_id, self.merged)
        self.owed_in_league = any(cents for each in in_league.values() for cents, _ in each.values())
        paid = read_entries(session, league_id, night_id=night_id, kind=PAYMENT, most=MAX_PAYMENTS)
        self.just = next((entry for entry in paid if entry.id == just), None)
        self.by_currency = []
        for it in _by_currency(found, self.names, self.merged, via):
            owing = Counter({who: cents for who, (cents, _) in in_league.get(it.currency, {}).items()})
            due = still_due(it.due, owing, via)
            accounts = it.accounts if via else tuple(_split(who, due, owing[who.person_id]) for who in it.accounts)
            here = tuple(entry for entry in paid if entry.currency == it.currency)
            self.by_currency.append(CurrencyAccounts(it.currency, accounts, due, here))

    def keep(self, connection: Connection, game: OpenGame) -> None:
        """Leave out payments that are not between two people of a game, or one of them and the pots.

        `moved` is then what the game moved, by name, in `currency`, `games` how many of the night moved any;
        `is_alone`: the payments settle this one and no more.
        """
        here = {*people_by_seat(connection, game.row.league_id, game.row.id, self.merged).values(), POTS}
        self.currency = game.head.stakes.currency if game.head.stakes else ""
        moved = sum_cents(
            {self.merged.get(who, who): cents}
            for its in open_entries(connection, game.row.league_id, game.row.id).values()
            for who, cents in its.items()
        )
        self.moved = [(name, moved[who]) for who, name in self.names.items() if who in moved]
        of_night = (LedgerEntry.league_id == game.row.league_id, LedgerEntry.night_id == game.row.night_id, OPEN_STAKES)
        self.games = connection.scalar(select(func.count(LedgerEntry.game_id.distinct())).where(*of_night)) or 0
        self.is_alone = all(
            it.played == (moved if each.currency == self.currency else {}).get(it.person_id, 0) and not it.carried
            for each in self.by_currency
            for it in each.accounts
        )
        for place, total in enumerate(self.by_currency):
            due = tuple(it for it in total.due if {it.payer.person_id, it.payee.person_id} <= here)
            paid = tuple(
                it for it in total.paid if {self.merged.get(who, who) for who in (it.payer_id, it.payee_id)} <= here
            )
            self.by_currency[place] = replace(total, due=due, paid=paid)

    @property
    def paid(self) -> list[LedgerEntry]:
        return [entry for total in self.by_currency for entry in total.paid]

    @property
    def spoken(self) -> str:
        """Return what is left to pay, for the live region."""
        return " ".join(f"{it}." for each in self.by_currency for it in each.still_to_pay) or "Nothing is left to pay."

    @property
    def bankers(self) -> list[tuple[int, str]]:
        """Return who may be the banker: everybody with an account, by name."""
        people = {it.person_id: it.name for total in self.by_currency for it in total.accounts if it.person_id != POTS}
        return sorted(people.items(), key=lambda named: (named[1].casefold(), named[0]))

    def says_paid(self, entry: LedgerEntry) -> str:
        """Return a payment in words: "Ann paid Bob $1.00"."""
        names = self.names
        return f"{names[entry.payer_id]} paid {names[entry.payee_id]} {money_text(entry.cents, entry.currency)}"

    def share_text(self, title: str) -> str:
        """Return who pays whom as lines to be sent around."""
        lines = [title]
        for total in self.by_currency:
            lines += [*total.still_to_pay, *(self.says_paid(entry) for entry in total.paid if entry.is_active)]
            square = [it.name for it in total.accounts if not it.cents]
            if not total.due:
                lines.append(total.done)
            elif square:
                lines.append(f"All square: {join_names(square)}")
        return "\n".join(lines)

    def why_not_due(self, asked: Mapping[str, Any]) -> str:
        """Return why a payment, as `MarkPaidForm` reads it, was not marked: it was before, or is not owed."""
        for entry in self.paid:
            payer, payee = (self.merged.get(person, person) for person in (entry.payer_id, entry.payee_id))
            paid = {"payer": payer, "payee": payee, "amount": entry.cents, "currency": entry.currency}
            if entry.is_active and paid.items() <= asked.items():
                return f"{self.says_paid(entry)}: already marked by {entry.posted_by(self.names)}. It counts once."
        return "That is no longer owed: something was paid or corrected in the meantime. Here is how it stands now."


def _split(account: Account, due: Iterable[DuePayment], in_season: int) -> Account:
    """Return an account with what the payments still due settle and leave to the season, owed there or not."""
    sign = 1 if account.cents > 0 else -1
    now = sign * sum(it.cents for it in due if account.person_id in (it.payer.person_id, it.payee.person_id))
    carried = account.cents - now
    return replace(account, now=now, covered=carried - sorted((0, carried, in_season - now))[1])


def read_accounts(
    session: Session, league_id: int, night_id: int | None = None, *, via: int | None = None
) -> tuple[CurrencyAccounts, ...]:
    """Return the accounts of a night, or of a league over all its nights; `via` as in `Settling`."""
    connection = session.connection()
    names, merged = read_account_names(connection, league_id)
    return _by_currency(read_balances(connection, league_id, night_id, merged), names, merged, via)


def _by_currency(
    balances: Balances, names: Mapping[int, str], merged: Mapping[int, int], via: int | None
) -> tuple[CurrencyAccounts, ...]:
    banker = Account(via, names[via]) if via is not None and via in names and via not in merged else None
    found = []
    for currency, each in sorted(balances.items()):
        accounts = [Account(who, names[who], cents, played, cents) for who, (cents, played) in each.items()]
        accounts.sort(key=lambda it: (-it.cents, it.name, it.person_id))
        due = settle_through(banker, accounts) if banker else settle_directly(accounts)
        found.append(CurrencyAccounts(currency, tuple(accounts), due))
    return tuple(found)


def settle_directly(accounts: Iterable[Account]) -> tuple[DuePayment, ...]:
    """Return the fewest payments that settle accounts."""
    by_key = {str(account.person_id): account for account in accounts}
    payments = fewest_payments({key: account.cents for key, account in by_key.items()})
    return tuple(DuePayment(by_key[payer], by_key[payee], cents) for payer, payee, cents in payments)


def settle_through(banker: Account, accounts: Sequence[Account]) -> tuple[DuePayment, ...]:
    """Return the payments that settle accounts, the most owed first, through one person.

    Debtors pay them, then they pay creditors.
    """
    others = [account for account in accounts if account.person_id != banker.person_id]
    paying = [DuePayment(account, banker, -account.cents) for account in reversed(others) if account.cents < 0]
    return (*paying, *(DuePayment(banker, account, account.cents) for account in others if account.cents > 0))


def still_due(
    payments: Iterable[DuePayment], owing: Mapping[int, int], via: int | None = None
) -> tuple[DuePayment, ...]:
    """Return what is left of a night's payments: nobody pays more than they owe over the season, nor receives more.

    So what was paid over the season, or is made up for by other nights, is not paid twice.  The person `via` only
    passes on what they receive.
    """
    left, due = dict(owing), []
    for payment in payments:
        payer, payee = payment.payer.person_id, payment.payee.person_id
        cents = min(
            payment.cents,
            payment.cents if payer == via else max(-left.get(payer, 0), 0),
            payment.cents if payee == via else max(left.get(payee, 0), 0),
        )
        if cents:
            left[payer] = left.get(payer, 0) + cents
            left[payee] = left.get(payee, 0) - cents
            due.append(payment._replace(cents=cents))
    return tuple(due)


# ---------------------------------------------------------------- the hands behind an amount

Reason = tuple[str, int, list[tuple[str, int]]]
"""What an amount is for, its cents, and the name and row of each hand behind it."""


class Settlement:
    """One time a game was settled: an open table between two hands, any game at its end.

    It is what was moved after line `first`, up to line `last`.  `shares` are person, name, cents and reasons of
    everybody who won or lost, who won most first; `total` is zero, or the money wouldn't be right.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - which lines of what
        self,
        heading: str,
        view: GameView,
        people: Mapping[str, int],
        live: Sequence[PlayedLine],
        story: Mapping[str, Sequence[LinePart]],
        first: int,
        last: int,
    ) -> None:
        self.heading, self.currency = heading, view.table.stakes.currency if view.table.stakes else ""
        self.shares: list[tuple[int, str, int, list[Reason]]] = []
        for key, parts in story.items():
            reasons: list[Reason] = []
            for moved_by, part, set_in in parts:
                if first < moved_by <= last:
                    says = say_part(part, view.names.__getitem__, partial(money_text, currency=self.currency), set_in)
                    hands = [live[line - 1] for line in set_in or (moved_by,) if line <= len(live)]
                    reasons.append((says, part.cents, [(line_name(line), line.seq) for line in hands]))
            if cents := sum(cents for _, cents, _ in reasons):
                self.shares.append((people[key], view.names[key], cents, reasons))
        self.shares.sort(key=lambda share: -share[2])
        self.total = sum(cents for _, _, cents, _ in self.shares)

    def reasons(self, person: int) -> list[Reason]:
        """Return why a person won or lost something in it."""
        return next((reasons for who, _, _, reasons in self.shares if who == person), [])


def explained(view: GameView, people: Mapping[str, int]) -> list[Settlement]:
    """Return the settlements of a game with their reasons, oldest first; `people` says which person a seat key is.

    They are those the ledger posts: what was played since the last one is not among them, nor one that moves nothing.
    """
    if view.table.stakes is None:
        return []
    live, tables, results = _played(view)
    story = money_story(tables, results)
    found, first = [], 0
    for last, line in enumerate(live, start=1):
        if view.table.finished and last == len(live):
            heading = "At the end of the game"
        elif not is_settlement(line.facts):
            continue
        elif "join" in line.facts:
            heading = f"When {view.names[line.facts['join']]} sat down"
        else:
            heading = (
                f"When {view.names[line.facts['leave']]} left" if "leave" in line.facts else "When the table settled"
            )
        found.append(Settlement(heading, view, people, live, story, first, last))
        first = last
    return [settlement for settlement in found if settlement.shares]


def explained_so_far(view: GameView, people: Mapping[str, int]) -> Settlement | None:
    """Return what would be settled if a game ended now; None if that is nothing, and for one that is over."""
    if view.table.stakes is None or view.table.finished:
        return None
    live, tables, results = _played(view)
    settled = max((number for number, line in enumerate(live, start=1) if is_settlement(line.facts)), default=0)
    found = Settlement("If it ended now", view, people, live, story_to_now(tables, results), settled, len(live) + 1)
    return found if found.shares else None


def _played(view: GameView) -> tuple[list[PlayedLine], list[Table], list[LineResult]]:
    """Return the lines in force, the table before each and the one now, and what each line did."""
    live = [line for line in view.lines if line.entry is not None]
    return live, [*(it.before for it in live if it.before), view.table], [it.entry for it in live if it.entry]


def explained_entries(
    connection: Connection, game: OpenGame, view: GameView, people: Mapping[str, int]
) -> dict[int, Settlement]:
    """Return the settlement behind every entry of a game that stands: they are posted in the order of play."""
    posted = open_entries(connection, game.row.league_id, game.row.id)
    return dict(zip(posted, explained(view, people), strict=False))


def unfinished_games(session: Session, night: Night) -> list[OpenGame]:
    """Return a night's games that are still being played, in the order they were begun."""
    still = SELECT_GAMES.where(Game.league_id == night.league_id, Game.night_id == night.id, Game.finished_at.is_(None))
    return [game_from_row(row) for row in session.connection().execute(still.order_by(Game.id))]


def not_counted_yet(view: GameView) -> list[tuple[str, int]] | None:
    """Return the money of a game still being played that the ledger does not count yet: names and cents.

    What it would come to if it ended now, beyond what was settled already; None for one without stakes or hands.
    """
    stakes = view.table.stakes
    if stakes is None or not stakes.some or view.table.finished or not view.lines:
        return None
    now, posted = total_cents(if_it_ended_now(view.table)), total_due(view.table, view.lines)
    moved = {key: now.get(key, 0) - posted.get(key, 0) for key in view.table.balances}
    return [(view.names[key], cents) for key, cents in moved.items() if cents]


# ---------------------------------------------------------------- the ledger in words


def say_why(entry: LedgerEntry, view: GameView | None) -> str:
    """Return after which line of a game an entry was posted, or which change of an earlier line it follows from.

    `view` is its game, if it was looked at; without one, or of a pot, it is the note.
    """
    if view is None or entry.pot_id is not None:
        return entry.note or ""
    line = next((line for line in view.lines if entry.seq in (line.seq, line.changed_seq)), None)
    if line is None:
        return "An earlier line was changed"
    what = line_name(line)
    if line.seq == entry.seq:
        return f"After {what}"
    done = "taken back" if line.struck else "corrected"
    return f"{capped(what)} was {done}" + (f": {line.reason}" if line.reason else "")


def ledger_days(
    shown: Iterable[LedgerEntry], money: NightMoney
) -> Iterator[tuple[str, dict[str, tuple[int, int, int]], list[LedgerEntry]]]:
    """Return the entries of a page by night, newest first, and its `money` where a night is first named."""
    named: set[Night | None] = set()
    for night, each in groupby(shown, key=lambda entry: entry.night):
        title = day_text(night.date).removesuffix(f", {wall_clock().year}") if night else "Between nights"
        yield title, {} if night in named else money.get(night and night.id, {}), list(each)
        named.add(night)
