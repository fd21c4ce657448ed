"""Reviews of a line by other phones: agreed, or disputed.  They change no score.

A review is of the row that says what the line says: the line's own, or the correction in force.  So after a correction
earlier reviews are of what the line said before, and undoing the correction makes them count again.  If a phone sends
several, its last one counts.

Other phones do not see a review as soon as they see a hand: they poll for the number of the last row, and a review
is not a row.  A table with stakes asks for reviews every few seconds; without stakes they show with the next hand.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, func, insert, select
from sqlalchemy.orm import Session

from scorekeeper.core.text import phone_and_person, refuse_unwritable
from scorekeeper.core.transaction import Submission, Write, check_phone, writing
from scorekeeper.games.snapshots import RecentLine
from scorekeeper.games.store import OpenGame, load_game_for_update
from scorekeeper.games.table_state import LastLine
from scorekeeper.models.line import AGREE, DISPUTE, UNDO
from scorekeeper.models.tables import devices, games, line_reviews, lines, people
from scorekeeper.rules.documents import MAX_TEXT
from scorekeeper.rules.errors import impossible, unreadable
from scorekeeper.sheets.grammar import join_names

OWN_LINE = "This phone entered it, so another phone has to confirm it."
TICK = dt.timedelta(microseconds=1)
Review = Row[*tuple[Any, ...]]
"""A row of `SELECT_REVIEWS`: `says`, `note`, `said_at`, and whose it is: `device_id`, `phone`, `who`."""


@dataclass(frozen=True)
class LineReviews:
    """The reviews of one row as a phone sees them."""

    seq: int
    every: tuple[Review, ...]
    """Oldest first."""
    mine: Review | None
    """The last one of this phone."""
    may_review: bool
    """Whether this phone is a member's, and not the one the row came from."""

    @property
    def counting(self) -> tuple[Review, ...]:
        """Return the last review of each phone."""
        last = {review.device_id: review for review in self.every}
        return tuple(review for review in self.every if review is last[review.device_id])

    @property
    def disputes(self) -> tuple[Review, ...]:
        return tuple(review for review in self.counting if review.says == DISPUTE)

    @property
    def agreed(self) -> str:
        """Return in words by whom it is confirmed; empty while nobody agrees."""
        return join_names([phone_and_person(it.phone, it.who) for it in self.counting if it.says == AGREE])


@dataclass(frozen=True)
class NewReview:
    """A review to be stored: what is said of the row numbered `seq`."""

    seq: int
    says: str
    note: str | None = None


# ---------------------------------------------------------------- saying it


def review_line(form: Submission, code: str, review: NewReview) -> None:
    """Agree with a row of a game, or dispute it.

    Raises GameNotFound, OpIdReused, UnreadableSheet with field "says" or "note", and ImpossibleFact with field "target"
    if the row isn't a line, "says" for one that this phone entered.
    """
    _check(review)
    with writing(form, game_first=True) as write:
        game = load_game_for_update(write, code)
        check_phone(write.session, write.connection)  # only now: a save locks the game before the phone
        if write.answered("review", game.row.id, review):
            return
        if _entered_by(write.connection, game, review.seq) == write.device.id:
            raise impossible("says", OWN_LINE)
        _insert_review(write, game, review)


def add_agreement(write: Write, game: OpenGame, seq: int) -> None:
    """Store that another phone saved the same as row `seq`; the same phone twice isn't agreement."""
    if _entered_by(write.connection, game, seq) != write.device.id:
        _insert_review(write, game, NewReview(seq, AGREE))


def _entered_by(connection: Connection, game: OpenGame, seq: int) -> int:
    """Return the phone a line or a correction came from.  Raises ImpossibleFact for any other row."""
    row = connection.execute(
        select(lines.c.kind, lines.c.device_id).where(
            lines.c.league_id == game.row.league_id, lines.c.game_id == game.row.id, lines.c.seq == seq
        )
    ).one_or_none()
    if row is None or row.kind == UNDO:
        raise impossible("target", "That line isn't in this game.")
    return int(row.device_id)


def _insert_review(write: Write, game: OpenGame, review: NewReview) -> None:
    """Insert a review, unless that phone's last says the same; the game's row is locked."""
    connection, now = write.connection, write.now
    of_row = and_(
        line_reviews.c.league_id == game.row.league_id,
        line_reviews.c.game_id == game.row.id,
        line_reviews.c.seq == review.seq,
    )
    last = connection.execute(
        select(line_reviews.c.says, line_reviews.c.note)
        .where(of_row, line_reviews.c.device_id == write.device.id)
        .order_by(line_reviews.c.said_at.desc())
        .limit(1)
    ).one_or_none()
    if last is not None and last.says == review.says and (last.note == review.note or review.note is None):
        return
    latest = connection.scalar(select(func.max(line_reviews.c.said_at)).where(of_row))
    connection.execute(
        insert(line_reviews),
        {
            "league_id": game.row.league_id, "game_id": game.row.id, "seq": review.seq, "says": review.says,
            "note": review.note, "device_id": write.device.id, "person_id": write.actor,
            "said_at": max(now, latest + TICK) if latest else now,  # in the order they came, whatever the clock does
        },
    )  # fmt: skip


def _check(review: NewReview) -> None:
    if review.says not in (AGREE, DISPUTE):
        raise unreadable("says", "Tap Agree or Dispute.")
    refuse_unwritable(review.note, "note")
    if review.note is not None and len(review.note) > MAX_TEXT:
        raise unreadable("note", f"note has at most {MAX_TEXT} characters.")


# ---------------------------------------------------------------- hearing it


SELECT_REVIEWS = (
    select(
        lines.c.seq,
        lines.c.device_id.label("entered_by"),
        line_reviews.c.device_id,
        line_reviews.c.says,
        line_reviews.c.note,
        line_reviews.c.said_at,
        devices.c.name.label("phone"),
        people.c.name.label("who"),
    )
    .select_from(games)
    .join(lines, and_(lines.c.league_id == games.c.league_id, lines.c.game_id == games.c.id))
    .outerjoin(
        line_reviews,
        and_(
            line_reviews.c.league_id == lines.c.league_id,
            line_reviews.c.game_id == lines.c.game_id,
            line_reviews.c.seq == lines.c.seq,
        ),
    )
    .outerjoin(devices, devices.c.id == line_reviews.c.device_id)
    .outerjoin(people, and_(people.c.league_id == line_reviews.c.league_id, people.c.id == line_reviews.c.person_id))
    .where(games.c.code == bindparam("code"), lines.c.seq.in_(bindparam("rows", expanding=True)))
    .order_by(lines.c.seq, line_reviews.c.said_at)
)


def read_reviews(
    session: Session, code: str, rows: Collection[int], device_id: int | None = None
) -> dict[int, LineReviews]:
    """Return row -> its reviews as a phone sees them, for these rows of a game, in one query."""
    if not rows:
        return {}
    found: Sequence[Review] = session.connection().execute(SELECT_REVIEWS, {"code": code, "rows": sorted(rows)}).all()
    by_row: dict[int, LineReviews] = {}
    for seq, of_row in groupby(found, key=lambda row: row.seq):
        first, *_ = joined = tuple(of_row)
        every = joined if first.says else ()  # the row of a line that nobody reviewed
        mine = [review for review in every if review.device_id == device_id]
        may_review = device_id not in {None, first.entered_by}
        by_row[seq] = LineReviews(seq, every, mine[-1] if mine else None, may_review=may_review)
    return by_row


def reviews_on(
    session: Session, game: OpenGame, lines: Iterable[LastLine | RecentLine], device_id: int | None
) -> dict[int, LineReviews]:
    """Return line -> its reviews as a phone sees them; nothing is read if nobody is asked and there are none."""
    if game.head.stakes is None and not game.row.has_reviews:
        return {}
    version = {line.seq: line.version for line in lines}
    found = read_reviews(session, game.row.code, set(version.values()), device_id)
    return {seq: found[row] for seq, row in version.items() if row in found}


def review_mark(reviews: Mapping[int, LineReviews]) -> str:
    """Return a short form of the reviews: a phone sends it to ask whether there are new ones."""
    return "-".join(f"{it.seq}.{len(it.every)}" for it in reviews.values())
