"""The question (disputes.py) whose answer is the rule that decided: what a reason links to."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from scorekeeper.rules.disputes import QUESTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

QUESTION_OF: Mapping[str, str] = {
    "made": "over-the-bid",
    "set": "set",
    "set-given": "set",
    "others": "defenders-score",
    "game-counted": "who-gets-game",
    "game-tied": "tie-for-game",
    "renege": "renege",
    "renege-noted": "renege",
    "sold": "sold",
    "turned": "turned-up",
    "gift": "begging",
    "hung": "hung-jack",
    "special-made": "moon-made",
    "special-made-no-score": "moon-made",
    "special-made-to-zero": "moon-hole",
    "special-made-wins": "moon-made",
    "special-paid": "stakes",
    "special-failed": "moon-failed",
    "special-failed-loses": "moon-failed",
    "special-failed-becomes": "moon-failed",
    "special-failed-no-score": "moon-failed",
    "best-left": "moon-failed",
    "held": "held",
    "not-yet": "sneak-out",
    "target": "target",
    "crossing": "both-over",
    "play-on": "both-over",
    "four-bid": "win-at-once",
    "swept": "win-at-once",
    "bust": "bust",
    "best-of-bust": "bust",
    "limit": "how-many-hands",
    "limit-equal": "equal-at-the-end",
    "passed-again": "all-pass",
    "passed-on": "all-pass",
    "dealer-set": "all-pass",
    "no-trick": "smoke-none",
    "pickup": "smoke-pickup",
    "nobody-stayed": "smoke-nobody",
    "smoke-won": "smoke-target",
}
"""Reason -> question.  A reason that is not here is no matter of the rules: a vote, a newcomer, tricks counted."""


@cache
def question_about(reason: str) -> str:
    """Return the question behind a reason as people ask it; empty for a reason that no rule decided."""
    key = QUESTION_OF.get(reason)
    return next((question.asked for question in QUESTIONS if question.key == key), "")
