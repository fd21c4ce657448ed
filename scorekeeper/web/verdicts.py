"""What is said of the last lines on a table, to the phone that looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from flask import g

from scorekeeper.extensions import db
from scorekeeper.services.games.reviews import read_reviews
from scorekeeper.web.permissions import game_at, standing
from scorekeeper.web.views.opinions import verdict_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.services.games.reviews import LineReviews
    from scorekeeper.web.views.opinions import Verdict


class Spoken(Protocol):
    """A line something may be said of."""

    @property
    def seq(self) -> int: ...

    @property
    def version(self) -> int:
        """The row that says what it says now: what is agreed with or disputed."""


def verdicts_on(code: str, lines: Sequence[Spoken]) -> dict[int, Verdict]:
    """Give line -> what is said of it; where nobody is asked and nobody said anything, nothing is looked up."""
    game = game_at(code)
    if game.head.stakes is None and not game.row.has_reviews:
        return {}
    told = _heard(code, frozenset(line.version for line in lines))
    return {line.seq: verdict_of(told[line.version], standing().device_id) for line in lines if line.version in told}


def _heard(code: str, rows: frozenset[int]) -> dict[int, LineReviews]:
    """Ask once a request: what a page depends on is asked before it is printed."""
    asked: dict[tuple[str, frozenset[int]], dict[int, LineReviews]] = g.setdefault("heard", {})
    if (code, rows) not in asked:
        asked[code, rows] = read_reviews(db.session, code, rows)
    return asked[code, rows]
