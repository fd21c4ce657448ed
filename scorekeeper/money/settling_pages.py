"""Who pays whom of a night or the season, what was paid already, everybody's balance, and the page around it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.core.clock import time_text
from scorekeeper.core.form_values import new_op_id
from scorekeeper.core.money_text import money_text
from scorekeeper.games.board import game_title
from scorekeeper.games.night import NightInfo
from scorekeeper.games.table_state import GameView
from scorekeeper.money.accounts import CurrencyAccounts, Movement
from scorekeeper.money.forms import SEASON, PaymentForm
from scorekeeper.money.ledger import total_due
from scorekeeper.money.settle import Account, DuePayment, Party, still_due
from scorekeeper.rules.money import totals
from scorekeeper.rules.money_story import if_it_ended_now
from scorekeeper.sheets.grammar import join_names

Season = Mapping[str, Mapping[int, int]]
"""Currency -> person -> cents."""

MAX_OWING = 3
"""The most people who are named as owing something over the season."""
MAX_BAR = 48
"""Half of a bar's drawing, less its middle line."""
ALL_NIGHTS = "These settle every night of the league. What you mark paid here also comes off each night's list."
CARRIED = "Other nights of the season even it out, so nobody pays twice."


@dataclass(frozen=True)
class PaymentRow:
    """A payment as it is shown: one still due, with a button to mark it paid, or one already marked."""

    payment: DuePayment
    currency: str
    op_id: str
    made: Movement | None = None
    """The entry of one that was marked, and perhaps taken back."""

    @property
    def payer(self) -> Party:
        return self.payment.payer

    @property
    def payee(self) -> Party:
        return self.payment.payee

    @property
    def cents(self) -> int:
        return self.payment.cents

    @property
    def id(self) -> str:
        """Return the id of the button that marks it paid."""
        return f"pay-{self.payer.person_id}-{self.payee.person_id}-{self.currency.lower()}"

    @property
    def phone(self) -> str:
        """Return the phone that marked it, and who held it."""
        return posted_by(self.made) if self.made else ""


@dataclass(frozen=True)
class PersonBalance:
    """One person's balance: cents below zero are owed; `says` in words, `bar` drawn (below zero to the left)."""

    person: int
    name: str
    cents: int
    says: str
    credit: int
    """Cents paid beyond what was owed; below zero, received beyond what was owed."""
    bar: float
    played: int
    """Cents of the games alone, without payments."""
    now: int = 0
    """Cents that the payments of the night still ask them to pay, or give them."""
    carried: int = 0
    """Cents, above zero, of the night's balance that its payments leave to the season."""

    @property
    def now_signed(self) -> int:
        """Return `now` with the sign of the balance."""
        return self.now if self.cents > 0 else -self.now

    @property
    def carried_signed(self) -> int:
        """Return `carried` with the sign of the balance."""
        return self.carried if self.cents > 0 else -self.carried

    @property
    def payments(self) -> int:
        """Return the cents they paid, below zero what they received."""
        return self.cents - self.played


@dataclass(frozen=True)
class CurrencyTotal:
    """The payments and balances in one currency."""

    currency: str
    pays: tuple[PaymentRow, ...]
    paid: tuple[PaymentRow, ...]
    balances: tuple[PersonBalance, ...]

    @property
    def open_cents(self) -> int:
        """Return the cents that are owed in all."""
        return sum(it.cents for it in self.balances if it.cents > 0)

    @property
    def due_cents(self) -> int:
        """Return what the payments still due add up to."""
        return sum(it.cents for it in self.pays)

    @property
    def carried_cents(self) -> int:
        """Return the cents owed for a night that are left to the season: with those due they are all that is owed."""
        return sum(it.carried for it in self.balances if it.cents > 0)

    @property
    def sum_cents(self) -> int:
        """Return what all balances add up to: zero, or the money wouldn't be right."""
        return sum(it.cents for it in self.balances)

    @property
    def now_sum(self) -> int:
        """Return what the column of the night's payments adds up to."""
        return sum(it.now_signed for it in self.balances)

    @property
    def carried_sum(self) -> int:
        """Return what the column of what is left for the season adds up to."""
        return sum(it.carried_signed for it in self.balances)

    @property
    def carried_text(self) -> str:
        """Return in words what is not paid for the night yet: "Carried to the season: Ann owes $1.00"."""
        owing = [it for it in self.balances if it.cents < 0 and it.carried]
        named = ", ".join(f"{it.name} owes {money_text(it.carried, self.currency)}" for it in owing)
        carried = named if len(owing) <= MAX_OWING else money_text(self.carried_cents, self.currency)
        return f"Carried to the season: {carried}"

    @property
    def done(self) -> str:
        """Return the sentence that nobody has to pay anybody."""
        return "Nothing is left to pay." if self.open_cents else "Everybody is square."


@dataclass(frozen=True)
class Settling:
    """Who pays whom of one night or of the season, wherever it is shown."""

    code: str
    of: str
    """TONIGHT or SEASON."""
    via: int | None
    """The banker everything goes through, None for the fewest payments."""
    currency_totals: tuple[CurrencyTotal, ...]
    just: PaymentRow | None
    """What was marked or taken back a moment ago."""
    news: str
    """Why the last tap changed nothing."""

    @property
    def has_open_payments(self) -> bool:
        return any(currency_total.pays for currency_total in self.currency_totals)

    @property
    def spoken(self) -> str:
        """For the live region: what is left to pay."""
        told = " ".join(f"{line}." for currency_total in self.currency_totals for line in still_to_pay(currency_total))
        return told or "Nothing is left to pay."

    @property
    def paid(self) -> tuple[PaymentRow, ...]:
        return tuple(paid for currency_total in self.currency_totals for paid in currency_total.paid)


# ---------------------------------------------------------------- who pays whom


def build_settling(  # noqa: PLR0913 - all that is shown with the accounts
    code: str,
    of: str,
    owings: Sequence[CurrencyAccounts],
    payments: Sequence[Movement],
    season: Season,
    *,
    via: int | None = None,
    just: int | None = None,
    news: str = "",
) -> Settling:
    """Put accounts and payments together; `just` is the payment marked or taken back a moment ago.

    `season` holds everybody's balance over the season: nobody pays for a night what they do not owe over the season.
    """
    paid = [PaymentRow(it.payment, it.currency, new_op_id(), it) for it in payments if it.payment]
    return Settling(
        code=code,
        of=of,
        via=via,
        currency_totals=tuple(_currency_total(it, paid, season.get(it.currency, {}), via) for it in owings),
        just=next((it for it in paid if it.made and it.made.entry_id == just), None),
        news=news,
    )


def _currency_total(
    owing: CurrencyAccounts, paid: Sequence[PaymentRow], season: Mapping[int, int], via: int | None
) -> CurrencyTotal:
    largest = max(abs(account.cents) for account in owing.accounts)
    due = still_due(owing.payments, season, via)
    balances = (person_balance(account, largest) for account in owing.accounts)
    return CurrencyTotal(
        currency=owing.currency,
        pays=tuple(PaymentRow(each, owing.currency, new_op_id()) for each in due),
        paid=tuple(it for it in paid if it.currency == owing.currency),
        balances=tuple(balances if via else (_split(it, due) for it in balances)),
    )


def _split(balance: PersonBalance, due: Iterable[DuePayment]) -> PersonBalance:
    """Return a balance with how much of it the payments still due settle, and how much they leave to the season."""
    now = sum(it.cents for it in due if balance.person in (it.payer.person_id, it.payee.person_id))
    return replace(balance, now=now, carried=abs(balance.cents) - now)


def person_balance(account: Account, largest: int = 0) -> PersonBalance:
    """Return somebody's balance in words.  People who paid too much have credit; those who got too much owe it.

    `largest` is the amount that fills a bar.
    """
    cents, credit = account.cents, overpaid(account.cents, account.played)
    if not cents:
        says = "all square"
    elif credit:
        says = "paid too much: credit" if credit > 0 else "got too much: owes it back"
    else:
        says = "is owed" if cents > 0 else "owes"
    bar = round(MAX_BAR * cents / largest, 1) if largest else 0
    return PersonBalance(account.person_id, account.name, cents, says, credit, bar, account.played)


def overpaid(cents: int, played: int) -> int:
    """Return what somebody paid beyond what their games cost (above zero), or received beyond what they won (below)."""
    return max(cents - max(played, 0), 0) + min(cents - min(played, 0), 0)


# ---------------------------------------------------------------- as text


def share_text(title: str, settling: Settling) -> str:
    """Write who pays whom as lines to be sent around."""
    return "\n".join(
        [title, *(line for currency_total in settling.currency_totals for line in _share_lines(currency_total))]
    )


def _share_lines(currency_total: CurrencyTotal) -> list[str]:
    square = [it.name for it in currency_total.balances if not it.cents]
    lines = still_to_pay(currency_total)
    active = [it for it in currency_total.paid if it.made and it.made.is_active]
    lines += [f"{it.payer.name} paid {it.payee.name} {money_text(it.cents, it.currency)}" for it in active]
    if not currency_total.pays:
        return [*lines, currency_total.done]
    return [*lines, f"All square: {join_names(square)}"] if square else lines


def still_to_pay(currency_total: CurrencyTotal) -> list[str]:
    return [f"{it.payer.name} pays {it.payee.name} {money_text(it.cents, it.currency)}" for it in currency_total.pays]


# ---------------------------------------------------------------- somebody was first


def no_longer_due(settling: Settling, wanted: tuple[int, int, int, str] | None) -> str:
    """Return why a payment (payer, payee, cents, currency) was not marked: it was marked before, or is not owed."""
    first = next((it for it in settling.paid if _is_payment(it, wanted)), None)
    if first is None or first.made is None:
        return "That is no longer owed: something was paid or corrected in the meantime. Here is how it stands now."
    paid = f"{first.payer.name} paid {first.payee.name} {money_text(first.cents, first.currency)}"
    return f"{paid}: already marked at {time_text(first.made.posted_at)} ({first.phone}). It counts once."


def _is_payment(it: PaymentRow, wanted: tuple[int, int, int, str] | None) -> bool:
    active = it.made is not None and it.made.is_active
    return active and (it.payer.person_id, it.payee.person_id, it.cents, it.currency) == wanted


@dataclass(frozen=True)
class UnfinishedGame:
    """A game of the night that is still being played: money the ledger does not count yet."""

    code: str
    title: str
    currency: str
    moved: tuple[tuple[str, int], ...]
    """Name and cents: what it would come to if it ended now, beyond what was settled already."""
    settles: bool
    """Whether its table settles whenever somebody comes or goes."""


@dataclass(frozen=True)
class SettlePage:
    """The settle page of one table."""

    title: str
    day: dt.date
    night: str
    """What the night is called: "Tonight"."""
    settling: Settling
    stakes: bool
    """Whether this very game is played for money."""
    nothing: str
    """Why there is nothing to settle, where there is nothing."""
    league: str
    """The code of the league to start a game in; empty if there are accounts."""
    elsewhere: str
    """How the other tab differs; empty if both agree."""
    bankers: tuple[tuple[int, str], ...]
    going_on: tuple[UnfinishedGame, ...]
    form: PaymentForm
    share: str
    mark: str
    """A short form of what the page shows: a phone sends it to ask whether that changed."""
    night_info: NightInfo | None
    """None over the season, and where only the accounts are asked for."""

    @property
    def code(self) -> str:
        return self.settling.code

    @property
    def of(self) -> str:
        return self.settling.of


def night_name(day: dt.date, today: dt.date) -> str:
    """Name a night: one that began today or yesterday is still tonight to those who sit there."""
    return "Tonight" if abs(today - day) <= dt.timedelta(days=1) else "That night"


def nothing_to_settle(of: str, *, playing: bool) -> str:
    """Return in words why there are no accounts yet."""
    if playing:
        return "Nothing is settled yet: the game is still being played."
    return "Nothing has been played for money yet." if of == SEASON else "Nothing was played for money tonight."


def season_difference(settling: Settling, season: Season) -> str:
    """Return in words how the night that is shown and the season go together."""
    if settling.of == SEASON:
        return ALL_NIGHTS if settling.has_open_payments else ""
    made_up = [
        currency_total
        for currency_total in settling.currency_totals
        if sum(it.cents for it in currency_total.pays) < currency_total.open_cents
    ]
    if made_up:
        return "" if all(it.carried_cents for it in made_up) else CARRIED
    if not season or settling.has_open_payments:
        return ""
    return "Other nights still have money owed: see the season."


# ---------------------------------------------------------------- what is not counted yet


def unfinished_game(view: GameView) -> UnfinishedGame | None:
    """Return the money of a game still being played that the ledger does not count yet; None for one without stakes."""
    stakes = view.table.stakes
    if stakes is None or not stakes.some or view.table.finished:
        return None
    now, posted = totals(if_it_ended_now(view.table)), total_due(view.table, view.lines)
    moved = {key: now.get(key, 0) - posted.get(key, 0) for key in view.table.balances}
    return UnfinishedGame(
        code=view.code,
        title=game_title(view),
        currency=stakes.currency,
        moved=tuple((view.names[key], cents) for key, cents in moved.items() if cents),
        settles=view.table.rules.table.open,
    )


def posted_by(movement: Movement) -> str:
    return f"{movement.actor} \N{MIDDLE DOT} {movement.device}" if movement.actor else movement.device
