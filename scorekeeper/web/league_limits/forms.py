"""The form of the house limit: one amount, or empty for no limit."""

from __future__ import annotations

from scorekeeper.web.form_values import NEGATIVE, TOO_LARGE, TOO_MANY_DECIMALS, UNREADABLE, InvalidAmount, parse_amount

LIMIT_ERRORS = {
    UNREADABLE: "Write an amount like 1.00, or leave it empty for no limit.",
    NEGATIVE: "A limit is above zero. Leave it empty for none.",
    TOO_MANY_DECIMALS: "Money ends at the cent: two decimals at most, and nothing between thousands.",
    TOO_LARGE: "That is more than anybody plays for. Leave it empty for no limit.",
}


def read_limit(typed: str) -> tuple[int | None, str]:
    """Return the limit in cents (None: none) and, where it cannot be read, the sentence that says why."""
    if not typed:
        return None, ""
    try:
        return parse_amount(typed), ""
    except InvalidAmount as fault:
        return None, LIMIT_ERRORS[fault.why]
