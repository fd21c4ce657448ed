"""The forms of the log: a correction, a review, the buttons of the night.

A correction is the hand form filled in with the recorded line, and the reason for the change.
"""

from __future__ import annotations

from collections.abc import Mapping

from wtforms import HiddenField

from scorekeeper.core.forms import MAX_REASON, LineForm, SubmissionForm, TextField
from scorekeeper.games.forms import build_facts, line_as_form
from scorekeeper.games.log_lines import contract_in
from scorekeeper.rules.sheet import Document
from scorekeeper.rules.table import Table

AUCTION_KEYS = ("bidder", "bid", "thrown", "over_throw")
POINT_KEYS = ("points", "counts", "buried", "all_tricks")
CONTRACT_KEYS = ("bidder", "bid", "partner", "alone", "thrown", "over_throw", "made")


class CorrectionForm(LineForm):
    """What a correction carries besides the hand: why.  The service refuses one that is too long, at its field."""

    reason = TextField("Why correct it?")


class NightForm(SubmissionForm):
    """A button of the night: `from` is the page it stands on, `then` the address of a form that came too late."""

    origin = HiddenField(name="from", default="")
    then = HiddenField()


class ReviewForm(SubmissionForm):
    """What another phone says of a line: that it was so, or what it was instead."""

    says = HiddenField(default="")
    note = TextField("What should it be?", longest=MAX_REASON, too_long="A note has at most {longest} characters.")
    origin = HiddenField(name="from", default="")


def corrected_facts(typed: Mapping[str, str], old: Document, table: Table) -> Document:
    """Return the corrected facts.  Facts that only an imported sheet can have are kept where the form has not changed.

    That is the auction, who of a side took a point, the points where the form asks only for made or set, more cards
    turned up than it has room for, and the order of a hand of Smoke.
    """
    new, said = build_facts(typed, table), build_facts(line_as_form(old, table), table)
    if "tricks" in old and new == said:
        return old
    same_contract = all(new.get(key) == said.get(key) for key in CONTRACT_KEYS)
    if "points" in old and "made" in new and same_contract:
        taken = {key: old[key] for key in POINT_KEYS if key in old}
        new = {key: value for key, value in new.items() if key != "made"} | taken
    elif "points" in old and "points" in new and same_contract:
        new["points"] = _kept_takers(old["points"], said.get("points", {}), new["points"])
    if "turned" in old and new.get("turned") == said["turned"]:
        new["turned"] = old["turned"]
    if "auction" in old and contract_in(old, table) == contract_in(new, table):
        return {key: value for key, value in new.items() if key not in AUCTION_KEYS} | {"auction": old["auction"]}
    return new


def _kept_takers(old: Mapping[str, str], said: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """Return who took the points, by the old names where the form, which asks for the side, says the same as it did."""
    return {key: old[key] if key in old and said.get(key) == taker else taker for key, taker in new.items()}
