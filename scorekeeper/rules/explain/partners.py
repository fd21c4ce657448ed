"""The called partner: what is called, when the partner is known, when the bidder is alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.explain.deal import has_exchange
from scorekeeper.rules.phrases import say_setting

if TYPE_CHECKING:
    from scorekeeper.rules.ruleset import Ruleset

NO_CALL = "Nobody calls a partner at this table."


def say_call(rules: Ruleset) -> str:
    """Say what the bidder calls, and what not."""
    if not rules.calls_partner:
        return NO_CALL
    return f"{say_setting('call.what', rules.call.what)} {say_setting('call.not', rules.call.not_)}"


def say_reveal(rules: Ruleset) -> str:
    return say_setting("call.reveal", rules.call.reveal) if rules.calls_partner else NO_CALL


def say_alone(rules: Ruleset) -> str:
    """Say when the bidder is alone: by choice, or because nobody else holds the called card [000]."""
    if not rules.calls_partner:
        return NO_CALL
    where = "was not dealt, was thrown away or is in the bidder's own hand" if has_exchange(rules) else "was not dealt"
    choice = say_setting("call.alone_by_choice", rules.call.alone_by_choice)
    return f"If the called card {where}, the bidder plays alone against all the others, who are one side. {choice}"


def say_result(rules: Ruleset) -> str:
    """Say whose score a hand changes: each member of a side takes the whole result of the side."""
    if not rules.calls_partner:
        return NO_CALL
    sign = "goes onto" if rules.counts_down else "comes off"
    return (
        "Bidder and partner each score all the points of their side, and a set costs both of them: the bid "
        f"{sign} either's score. Each of the others scores what the others took together."
    )
