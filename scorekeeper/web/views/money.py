"""Who pays whom of a night or the season, what was paid already, and everybody's balance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.sentence_args import join_names
from scorekeeper.services.money.settle import still_due
from scorekeeper.web.money_text import money_text
from scorekeeper.web.stamps import new_op_id
from scorekeeper.web.views.money_account import said_by

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from scorekeeper.services.money.accounts import CurrencyAccounts, Movement
    from scorekeeper.services.money.settle import Account, DuePayment

    Season = Mapping[str, Mapping[int, int]]
    """Currency -> person -> cents."""

TONIGHT, SEASON = "tonight", "season"
WIDEST = 48
"""Half of a bar's drawing, less its middle line."""


@dataclass(frozen=True)
class Pays:
    """Somebody still pays somebody; one button marks it paid."""

    id: str
    payer: int
    payee: int
    payer_name: str
    payee_name: str
    cents: int
    currency: str
    op_id: str


@dataclass(frozen=True)
class Paid:
    """A payment that was marked, and perhaps taken back."""

    entry: int
    payer: int
    payee: int
    payer_name: str
    payee_name: str
    cents: int
    currency: str
    note: str
    phone: str
    posted_at: dt.datetime
    stands: bool
    op_id: str


@dataclass(frozen=True)
class Balance:
    """How one person stands: cents below zero he owes; `says` it in words, `bar` draws it (below zero to the left)."""

    person: int
    name: str
    cents: int
    says: str
    credit: int
    """So many cents were paid too much; below zero: were received too much."""
    bar: float


@dataclass(frozen=True)
class Purse:
    """Everything in one currency."""

    currency: str
    pays: tuple[Pays, ...]
    paid: tuple[Paid, ...]
    balances: tuple[Balance, ...]

    @property
    def open(self) -> int:
        """Give the cents that are owed in all."""
        return sum(it.cents for it in self.balances if it.cents > 0)

    @property
    def done(self) -> str:
        """Say that nobody has to pay anybody."""
        return "Nothing is left to pay." if self.open else "Everybody is square."


@dataclass(frozen=True)
class Settling:
    """Who pays whom of one night or of the season, wherever it is shown."""

    code: str
    of: str
    """TONIGHT or SEASON."""
    via: int | None
    """The banker everything goes through, None for the fewest payments."""
    purses: tuple[Purse, ...]
    just: Paid | None
    """What was marked or taken back a moment ago."""
    news: str
    """Why the last tap changed nothing."""

    @property
    def open(self) -> bool:
        return any(purse.pays for purse in self.purses)

    @property
    def spoken(self) -> str:
        """For the live region: what is left to pay."""
        told = " ".join(f"{line}." for purse in self.purses for line in still_to_pay(purse))
        return told or "Nothing is left to pay."

    @property
    def paid(self) -> tuple[Paid, ...]:
        return tuple(paid for purse in self.purses for paid in purse.paid)


# ---------------------------------------------------------------- who pays whom


def settling_of(  # noqa: PLR0913 - what is told beside the accounts
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

    `season` is how everybody stands over all: nobody pays for a night what he does not owe over the season.
    """
    paid = [paid_of(it, it.payment) for it in payments if it.payment]
    return Settling(
        code=code,
        of=of,
        via=via,
        purses=tuple(_purse(it, paid, season.get(it.currency, {}), via) for it in owings),
        just=next((it for it in paid if it.entry == just), None),
        news=news,
    )


def _purse(owing: CurrencyAccounts, paid: Sequence[Paid], season: Mapping[int, int], via: int | None) -> Purse:
    largest = max(abs(account.cents) for account in owing.accounts)
    return Purse(
        currency=owing.currency,
        pays=tuple(_pays(due, owing.currency) for due in still_due(owing.payments, season, via)),
        paid=tuple(it for it in paid if it.currency == owing.currency),
        balances=tuple(balance_of(account, largest) for account in owing.accounts),
    )


def _pays(due: DuePayment, currency: str) -> Pays:
    payer, payee = due.payer, due.payee
    name = f"pay-{payer.person_id}-{payee.person_id}-{currency.lower()}"
    return Pays(name, payer.person_id, payee.person_id, payer.name, payee.name, due.cents, currency, new_op_id())


def paid_of(movement: Movement, payment: DuePayment) -> Paid:
    return Paid(
        entry=movement.entry_id,
        payer=payment.payer.person_id,
        payee=payment.payee.person_id,
        payer_name=payment.payer.name,
        payee_name=payment.payee.name,
        cents=payment.cents,
        currency=movement.currency,
        note=movement.note or "",
        phone=said_by(movement),
        posted_at=movement.posted_at,
        stands=movement.stands,
        op_id=new_op_id(),
    )


def balance_of(account: Account, largest: int = 0) -> Balance:
    """Say how somebody stands.  Who paid more than he owed has credit; who was paid more than his due owes it back.

    `largest` is the amount that fills a bar.
    """
    cents, credit = account.cents, overpaid(account.cents, account.played)
    if not cents:
        says = "all square"
    elif credit:
        says = "paid too much: credit" if credit > 0 else "was paid too much: owes"
    else:
        says = "is owed" if cents > 0 else "owes"
    bar = round(WIDEST * cents / largest, 1) if largest else 0
    return Balance(account.person_id, account.name, cents, says, credit, bar)


def overpaid(cents: int, played: int) -> int:
    """Give what somebody paid beyond what his games cost (above zero), or received beyond what they brought (below)."""
    return max(cents - max(played, 0), 0) + min(cents - min(played, 0), 0)


# ---------------------------------------------------------------- as text


def share_text(title: str, settling: Settling) -> str:
    """Write who pays whom as lines to be sent around."""
    return "\n".join([title, *(line for purse in settling.purses for line in _told(purse))])


def _told(purse: Purse) -> list[str]:
    square = [it.name for it in purse.balances if not it.cents]
    lines = still_to_pay(purse)
    stands = [it for it in purse.paid if it.stands]
    lines += [f"{it.payer_name} paid {it.payee_name} {money_text(it.cents, it.currency)}" for it in stands]
    if not purse.pays:
        return [*lines, purse.done]
    return [*lines, f"All square: {join_names(square)}"] if square else lines


def still_to_pay(purse: Purse) -> list[str]:
    return [f"{it.payer_name} pays {it.payee_name} {money_text(it.cents, it.currency)}" for it in purse.pays]


# ---------------------------------------------------------------- somebody was first


def no_longer_due(settling: Settling, wanted: tuple[int, int, int, str] | None) -> str:
    """Say why a payment (payer, payee, cents, currency) was not marked: it was marked before, or is not owed."""
    found = (it for it in settling.paid if it.stands)
    first = next((it for it in found if (it.payer, it.payee, it.cents, it.currency) == wanted), None)
    if first is None:
        return "That is not owed any more: something was paid or corrected meanwhile. This is how it stands now."
    at = first.posted_at.astimezone().strftime("%H:%M")
    paid = f"{first.payer_name} paid {first.payee_name} {money_text(first.cents, first.currency)}"
    return f"{paid}: marked at {at} already ({first.phone}). It counts once."
