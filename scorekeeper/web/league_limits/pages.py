"""The page of a league's money and its house limit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.stakes import written_amount
from scorekeeper.web.money_text import currency_name, money_text

if TYPE_CHECKING:
    from scorekeeper.services.money.league_limits import LeagueLimits


@dataclass(frozen=True)
class LimitsPage:
    """The league's money and its house limit."""

    code: str
    money: str
    """Named, empty while none is settled."""
    limit: str
    """As the reader writes it, empty if there is none."""


def limits_page(code: str, terms: LeagueLimits) -> LimitsPage:
    now = "" if terms.limit is None else written_amount(terms.limit)
    return LimitsPage(
        code=code,
        money=f"{currency_name(terms.currency)} ({terms.currency})" if terms.currency else "",
        limit=money_text(terms.limit, terms.currency) if terms.limit is not None and terms.currency else now,
    )
