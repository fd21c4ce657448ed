"""What the forms of the settle pages send: who pays whom, and how much."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import request

from scorekeeper.web.amounts import BELOW_ZERO, PAST_THE_CENT, TOO_MUCH, UNREADABLE, NoAmount, cents_in
from scorekeeper.web.stamps import whole
from scorekeeper.web.typed import tidy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.errors import SheetError

FIELDS = ("op_id", "payer", "payee", "amount", "currency", "note", "of", "via", "from", "entry")
LONGEST = 200
CENTS = re.compile(r"[1-9][0-9]{0,14}")

WHO, WHOM = "Who paid? Choose somebody.", "Whom? Choose somebody."
NO_AMOUNT = {
    UNREADABLE: "How much? Write an amount like 2.35.",
    BELOW_ZERO: "An amount is above zero. If the money went the other way, swap the two names.",
    PAST_THE_CENT: "Money ends at the cent: two decimals at most, and no comma for thousands.",
    TOO_MUCH: "That is more than anybody plays for.",
}
NOTHING = "Nothing is no payment: write an amount above zero."


@dataclass(frozen=True)
class Payment:
    """Who pays whom: ids of people, cents, ISO 4217."""

    payer: int
    payee: int
    cents: int
    currency: str


def typed_in() -> dict[str, str]:
    """Give what a form sent: only the fields there are, only those filled in."""
    found = {name: tidy(request.form.get(name, ""), LONGEST) for name in FIELDS}
    return {name: text for name, text in found.items() if text}


def marked_in(typed: Mapping[str, str]) -> Payment | None:
    """Give the payment a button meant (its amount in cents), None for what no button of ours says."""
    payer, payee = whole(typed.get("payer")), whole(typed.get("payee"))
    cents, currency = typed.get("amount", ""), typed.get("currency")
    if payer is None or payee is None or currency is None or not CENTS.fullmatch(cents):
        return None
    return Payment(payer, payee, int(cents), currency)


def free_in(typed: Mapping[str, str]) -> tuple[Payment | None, dict[str, str]]:
    """Give the payment somebody wrote down by hand, or control -> sentence for what is missing."""
    payer, payee = whole(typed.get("payer")), whole(typed.get("payee"))
    wrong = {}
    if payer is None:
        wrong["payer"] = WHO
    if payee is None:
        wrong["payee"] = WHOM
    cents = 0
    try:
        cents = cents_in(typed.get("amount", ""))
    except NoAmount as fault:
        wrong["amount"] = NO_AMOUNT[fault.why]
    else:
        if not cents:
            wrong["amount"] = NOTHING
    if wrong or payer is None or payee is None:
        return None, wrong
    return Payment(payer, payee, cents, typed.get("currency", "")), {}


def wrong_in(error: SheetError) -> dict[str, str]:
    """Give control -> sentence for the faults of a refused payment."""
    return {fault.field: fault.message for fault in reversed(error.faults)}
