"""What other phones say of a line, as it is read beside the line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.models.line_review import AGREE, DISPUTE
from scorekeeper.rules.sentence_args import join_names
from scorekeeper.web.views.lines import whose

if TYPE_CHECKING:
    import datetime as dt

    from scorekeeper.services.games.reviews import LineReviews, Review


@dataclass(frozen=True)
class Objection:
    """Somebody disputes a line: who, and what he says it was."""

    by: str
    note: str
    at: dt.datetime


@dataclass(frozen=True)
class Verdict:
    """What is said of a line as it stands now, and whether the phone that looks may say something."""

    row: int
    """The row that is agreed with or disputed."""
    disputes: tuple[Objection, ...]
    agreed: str
    """By whom, in words; empty while nobody agrees."""
    may_say: bool
    agrees: bool
    """What the phone that looks says itself, if anything."""
    objects: bool
    note: str
    said: int
    """How often anything was said of the row."""


def verdict_of(heard: LineReviews, device_id: int | None) -> Verdict:
    """Give what is said of a row to the phone that looks; who has only a link says nothing."""
    mine = next((it for it in reversed(heard.reviews) if it.device_id == device_id and it.counts), None)
    return Verdict(
        row=heard.seq,
        disputes=tuple(_objection(it) for it in heard.disputed),
        agreed=join_names([_by(it) for it in heard.agreed]),
        may_say=device_id is not None and device_id != heard.entered_by,
        agrees=mine is not None and mine.says == AGREE,
        objects=mine is not None and mine.says == DISPUTE,
        note=(mine.note or "") if mine else "",
        said=len(heard.reviews),
    )


def _objection(said: Review) -> Objection:
    return Objection(_by(said), said.note or "", said.said_at)


def _by(said: Review) -> str:
    return whose(said.phone, said.who)
