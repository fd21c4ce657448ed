"""The form of a correction: the hand form filled in with what stands, and why it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.web.table.forms import facts_of, typed_from
from scorekeeper.web.views.lines import HANDS, contract_in, kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.sheet import Document
    from scorekeeper.rules.table import Table

AS_SPOKEN = ("bidder", "bid", "thrown", "over_throw")


def is_hand(facts: Document) -> bool:
    """Tell whether the hand form can show this line; a vote or a new rule can only be taken back."""
    return kind_of(facts) in HANDS


def typed_of(facts: Document, table: Table) -> dict[str, str]:
    """Give a line that stands as the hand form would have sent it."""
    return typed_from(facts, table, *contract_in(facts, table))


def corrected(typed: Mapping[str, str], old: Document, table: Table) -> Document:
    """Give what really happened.  The auction stays on the sheet where it still says the same.

    A hand of Smoke that says the same in another order (an imported one) stays as it was written.
    """
    new = facts_of(typed, table)
    if "tricks" in old and facts_of(typed_of(old, table), table) == new:
        return old
    if "auction" in old and contract_in(old, table) == contract_in(new, table):
        return {key: value for key, value in new.items() if key not in AS_SPOKEN} | {"auction": old["auction"]}
    return new
