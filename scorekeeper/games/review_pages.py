"""The reviews of a line (agreed, disputed) as they are shown beside it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from flask import g

from scorekeeper.access.permissions import can, current_access, current_game
from scorekeeper.core.extensions import db
from scorekeeper.games.reviews import LineReviews, Review, read_reviews
from scorekeeper.models.line import AGREE, DISPUTE
from scorekeeper.sheets.grammar import join_names


@dataclass(frozen=True)
class Dispute:
    """Somebody disputes a line: who, and what they say it was."""

    by: str
    note: str
    at: dt.datetime


@dataclass(frozen=True)
class ReviewSummary:
    """The reviews of a line as it is now, and whether the current phone may review it."""

    row: int
    """The row that is agreed with or disputed."""
    disputes: tuple[Dispute, ...]
    agreed: str
    """By whom, in words; empty while nobody agrees."""
    may_say: bool
    agrees: bool
    """The current phone's own review, if any."""
    objects: bool
    note: str
    said: int
    """How many reviews the row has."""


def review_summary(heard: LineReviews, device_id: int | None) -> ReviewSummary:
    """Return the reviews of a row for the current phone; a read link cannot review."""
    mine = next((it for it in reversed(heard.reviews) if it.device_id == device_id and it.counts), None)
    return ReviewSummary(
        row=heard.seq,
        disputes=tuple(_dispute(it) for it in heard.disputed),
        agreed=join_names([_reviewer(it) for it in heard.agreed]),
        may_say=device_id is not None and device_id != heard.entered_by and can("log.review"),
        agrees=mine is not None and mine.says == AGREE,
        objects=mine is not None and mine.says == DISPUTE,
        note=(mine.note or "") if mine else "",
        said=len(heard.reviews),
    )


def _dispute(said: Review) -> Dispute:
    return Dispute(_reviewer(said), said.note or "", said.said_at)


def _reviewer(said: Review) -> str:
    return phone_and_person(said.phone, said.who)


def phone_and_person(phone: str, person: str | None) -> str:
    """Return in words whose phone it is: "Pat, iPhone"."""
    return f"{person}, {phone}" if person else phone


def review_mark(reviews: Mapping[int, ReviewSummary]) -> str:
    """Return a short form of the last lines and the number of their reviews."""
    return "-".join(f"{it.row}.{it.said}" for it in reviews.values())


class ReviewedLine(Protocol):
    """A line that may be reviewed."""

    @property
    def seq(self) -> int: ...

    @property
    def version(self) -> int:
        """The row with its current content: what is agreed with or disputed."""


def reviews_on(code: str, lines: Sequence[ReviewedLine]) -> dict[int, ReviewSummary]:
    """Return line -> its reviews; nothing is looked up if nobody is asked and there are none."""
    game = current_game(code)
    if game.head.stakes is None and not game.row.has_reviews:
        return {}
    told = _reviews_of(code, frozenset(line.version for line in lines))
    return {
        line.seq: review_summary(told[line.version], current_access().device_id)
        for line in lines
        if line.version in told
    }


def _reviews_of(code: str, rows: frozenset[int]) -> dict[int, LineReviews]:
    """Read the reviews of these rows, once a request."""
    asked: dict[tuple[str, frozenset[int]], dict[int, LineReviews]] = g.setdefault("reviews", {})
    if (code, rows) not in asked:
        asked[code, rows] = read_reviews(db.session, code, rows)
    return asked[code, rows]
