"""What the forms of the settle pages send: who pays whom, and how much."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import request

from scorekeeper.services.money.pay import NewPayment
from scorekeeper.web.form_values import (
    NEGATIVE,
    TOO_LARGE,
    TOO_MANY_DECIMALS,
    UNREADABLE,
    InvalidAmount,
    clean_text,
    parse_amount,
    parse_uint,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.errors import SheetError

FIELDS = ("op_id", "payer", "payee", "amount", "currency", "note", "of", "via", "from", "entry")
MAX_LENGTH = 200
CENTS = re.compile(r"[1-9][0-9]{0,14}")

NO_PAYER, NO_PAYEE = "Who paid? Choose somebody.", "Whom? Choose somebody."
AMOUNT_ERRORS = {
    UNREADABLE: "How much? Write an amount like 2.35.",
    NEGATIVE: "An amount is above zero. If the money went the other way, swap the two names.",
    TOO_MANY_DECIMALS: "Money ends at the cent: two decimals at most, and no comma for thousands.",
    TOO_LARGE: "That is more than anybody plays for.",
}
ZERO_AMOUNT = "Nothing is no payment: write an amount above zero."


def read_fields() -> dict[str, str]:
    """Return what a form sent: only the fields there are, only those filled in."""
    found = {name: clean_text(request.form.get(name, ""), MAX_LENGTH) for name in FIELDS}
    return {name: text for name, text in found.items() if text}


def read_marked_payment(typed: Mapping[str, str]) -> NewPayment | None:
    """Return the payment a button meant (its amount in cents), None for what no button of ours says."""
    payer, payee = parse_uint(typed.get("payer")), parse_uint(typed.get("payee"))
    cents, currency = typed.get("amount", ""), typed.get("currency")
    if payer is None or payee is None or currency is None or not CENTS.fullmatch(cents):
        return None
    return NewPayment(payer, payee, int(cents), currency)


def read_free_payment(typed: Mapping[str, str]) -> tuple[NewPayment | None, dict[str, str]]:
    """Return the payment somebody wrote down by hand, or control -> sentence for what is missing."""
    payer, payee = parse_uint(typed.get("payer")), parse_uint(typed.get("payee"))
    wrong = {}
    if payer is None:
        wrong["payer"] = NO_PAYER
    if payee is None:
        wrong["payee"] = NO_PAYEE
    cents = 0
    try:
        cents = parse_amount(typed.get("amount", ""))
    except InvalidAmount as fault:
        wrong["amount"] = AMOUNT_ERRORS[fault.why]
    else:
        if not cents:
            wrong["amount"] = ZERO_AMOUNT
    if wrong or payer is None or payee is None:
        return None, wrong
    return NewPayment(payer, payee, cents, typed.get("currency", "")), {}


def errors_by_field(error: SheetError) -> dict[str, str]:
    """Return field -> error message of a refused payment."""
    return {fault.field: fault.message for fault in reversed(error.faults)}
