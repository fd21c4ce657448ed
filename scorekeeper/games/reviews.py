"""Reviews of a line by other phones: agreed, or disputed.  They change no score.

A review is of the row that says what the line says: the line's own, or the correction in force.  So after a correction
earlier reviews are of what the line said before, and undoing the correction makes them count again.  If a phone sends
several, its last one counts.

Other phones do not see a review as soon as they see a hand: they poll for the number of the last row, and a review
is not a row.  A table with stakes asks for reviews every few seconds; without stakes they show with the next hand.
"""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Row, and_, bindparam, func, insert, select
from sqlalchemy.orm import Session

from scorekeeper.core.text import check_text, phone_and_person
from scorekeeper.core.transaction import Submission, Write, check_phone, writing
from scorekeeper.games.game_view import LastLine
from scorekeeper.games.store import OpenGame, RecentLine, load_game_for_update
from scorekeeper.models import AGREE, DISPUTE, UNDO, Device, Game, Line, LineReview, Person
from scorekeeper.rules.errors import impossible, unreadable
from scorekeeper.sheets.phrases import join_names

TICK = dt.timedelta(microseconds=1)
MAX_REVIEWS = 20
"""Of one row from one phone."""
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


def review_line(form: Submission, code: str, seq: int, says: str, note: str | None = None) -> None:
    """Agree with row `seq` of a game, or dispute it.

    Raises NotFound, OpIdReused, UnreadableSheet with field "says" or "note", and ImpossibleFact with field "target"
    if the row isn't a line, "says" for one that this phone entered.
    """
    if says not in (AGREE, DISPUTE):
        raise unreadable("says", "Tap Agree or Dispute.")
    check_text(note, "note")
    with writing(form, game_first=True) as write:
        game = load_game_for_update(write, code)
        check_phone(write.session, write.connection)  # only now: a save locks the game before the phone
        if write.answered("review", game.row.id, seq, says, note):
            return
        if _entered_by(write, game, seq) == write.device.id:
            raise impossible("says", "This phone entered it, so another phone has to confirm it.")
        _insert_review(write, game, seq, says, note)


def add_agreement(write: Write, game: OpenGame, seq: int) -> None:
    """Store that another phone saved the same as row `seq`; the same phone twice isn't agreement."""
    if _entered_by(write, game, seq) != write.device.id:
        _insert_review(write, game, seq, AGREE, None)


def _entered_by(write: Write, game: OpenGame, seq: int) -> int:
    """Return the phone a line or a correction came from.  Raises ImpossibleFact for any other row."""
    its = (Line.league_id == write.league_id, Line.game_id == game.row.id, Line.seq == seq)
    device_id = write.connection.scalar(select(Line.device_id).where(*its, Line.kind != UNDO))
    if device_id is None:
        raise impossible("target", "That line isn't in this game.")
    return int(device_id)


def _insert_review(write: Write, game: OpenGame, seq: int, says: str, note: str | None) -> None:
    """Insert a review, unless that phone's last says the same; the game's row is locked."""
    of_row = (LineReview.league_id == write.league_id, LineReview.game_id == game.row.id, LineReview.seq == seq)
    last = write.connection.execute(
        select(LineReview.says, LineReview.note)
        .where(*of_row, LineReview.device_id == write.device.id)
        .order_by(LineReview.said_at.desc())
        .limit(1)
    ).one_or_none()
    if last is not None and last.says == says and note in (last.note, None):
        return
    mine = func.count().filter(LineReview.device_id == write.device.id)
    latest, so_often = write.connection.execute(select(func.max(LineReview.said_at), mine).where(*of_row)).one()
    if so_often >= MAX_REVIEWS:
        raise impossible("says", "This phone has changed its mind too often. Talk it over at the table.")
    write.connection.execute(
        insert(LineReview),
        {
            "league_id": write.league_id, "game_id": game.row.id, "seq": seq, "says": says, "note": note,
            "device_id": write.device.id, "person_id": write.actor,
            # in the order they came, whatever the clock does
            "said_at": max(write.now, latest + TICK) if latest else write.now,
        },
    )  # fmt: skip


SELECT_REVIEWS = (
    select(
        Line.seq,
        Line.device_id.label("entered_by"),
        LineReview.device_id,
        LineReview.says,
        LineReview.note,
        LineReview.said_at,
        Device.name.label("phone"),
        Person.name.label("who"),
    )
    .select_from(Game)
    .join(Line, and_(Line.league_id == Game.league_id, Line.game_id == Game.id))
    .outerjoin(
        LineReview,
        and_(LineReview.league_id == Line.league_id, LineReview.game_id == Line.game_id, LineReview.seq == Line.seq),
    )
    .outerjoin(Device, Device.id == LineReview.device_id)
    .outerjoin(Person, and_(Person.league_id == LineReview.league_id, Person.id == LineReview.person_id))
    .where(Game.code == bindparam("code"), Line.seq.in_(bindparam("rows", expanding=True)))
    .order_by(Line.seq, LineReview.said_at)
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
