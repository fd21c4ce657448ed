"""The form of the house limit: one amount, or nothing for no limit."""

from __future__ import annotations

from scorekeeper.web.amounts import BELOW_ZERO, PAST_THE_CENT, TOO_MUCH, UNREADABLE, NoAmount, cents_in

NO_LIMIT = {
    UNREADABLE: "Write an amount like 1.00, or leave it empty for no limit.",
    BELOW_ZERO: "A limit is above zero. Leave it empty for none.",
    PAST_THE_CENT: "Money ends at the cent: two decimals at most, and nothing between thousands.",
    TOO_MUCH: "That is more than anybody plays for. Leave it empty for no limit.",
}


def limit_in(typed: str) -> tuple[int | None, str]:
    """Give the limit in cents (None: none) and, where it cannot be read, the sentence that says why."""
    if not typed:
        return None, ""
    try:
        return cents_in(typed), ""
    except NoAmount as fault:
        return None, NO_LIMIT[fault.why]
