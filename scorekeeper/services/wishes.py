"""What a form asks for, and whether it was said before: by the same form, or by another phone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorekeeper.models.line import LINE, UNDO
from scorekeeper.models.opinion import AGREE
from scorekeeper.rules.errors import unreadable
from scorekeeper.rules.plain import LONGEST_TEXT
from scorekeeper.services.book import read_rows, stored_facts
from scorekeeper.services.chain import canonical
from scorekeeper.services.errors import OpIdReused, Stale
from scorekeeper.services.history import Row, stories, touched_since, undone, written_lines
from scorekeeper.services.opinions import Voice, agree_too
from scorekeeper.services.text import refuse_unwritable
from scorekeeper.services.views import show_lines

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from scorekeeper.rules.sheet import Document
    from scorekeeper.services.book import OpenGame
    from scorekeeper.services.devices import KnownDevice


@dataclass(frozen=True)
class Saved:
    """What became of a form.

    `seq`: the row that says it; `agreed`: another phone had said the same, nothing was added; `replayed`: this very
    form had been sent before, nothing was added; `game`: how it stands with that row, where the form wrote it and
    nobody is new at the table.
    """

    seq: int
    agreed: bool = False
    replayed: bool = False
    game: OpenGame | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Wish:
    """What a form asks for; `facts` in seat keys throughout, None for an undo."""

    kind: str
    target: int | None
    facts: Document | None
    reason: str | None
    op_id: str
    seen: int
    device: KnownDevice
    actor: int | None


def why_of(wish: Wish) -> str:
    """Give why it is said; a new vote says so itself."""
    voted = wish.facts.get("reason") if wish.kind == LINE and wish.facts else None
    return (wish.reason or voted or "").strip()


def check_reason(reason: str | None) -> None:
    refuse_unwritable(reason, "reason")
    if reason is not None and len(reason) > LONGEST_TEXT:
        raise unreadable("reason", f"reason has at most {LONGEST_TEXT} characters.")


# ---------------------------------------------------------------- said before, or something else said since


def said_before(connection: Connection, game: OpenGame, wish: Wish, now: dt.datetime) -> Saved | None:
    """Give what became of this form before, or of the same from another phone.  Raises OpIdReused, Stale."""
    if game.row.done_seq is not None:
        said = (game.row.done_game, game.row.done_kind, game.row.done_target, canonical(game.row.done_facts))
        asks = (game.row.id, wish.kind, wish.target, canonical(stored_facts(wish.kind, wish.facts, wish.reason)))
        if said != asks:
            raise OpIdReused
        return Saved(game.row.done_seq, replayed=True)
    if wish.seen == game.seq:
        return None
    rows = read_rows(connection, game)
    if _agrees(rows, wish):
        _note_agreement(connection, game, rows, wish, now)
        return Saved(wish.seen + 1, agreed=True)
    since = touched_since(rows, wish.seen)
    _, shown = show_lines(game.head, rows)
    raise Stale(tuple(line for line in shown if line.seq in since), wish.facts)


def _agrees(rows: Sequence[Row], wish: Wish) -> bool:
    """Tell whether the first row this phone has not seen says what it says, and still stands.

    A note is not the hand: who adds none agrees with whoever did.
    """
    row = next((row for row in rows if row.seq == wish.seen + 1), None)
    if row is None or (row.kind, row.target) != (wish.kind, wish.target) or row.seq in undone(rows):
        return False
    if wish.facts is None:
        return True
    stands = next((line.facts for line in written_lines(rows) if line.row.seq == row.seq), row.facts or {})
    if "note" not in wish.facts:
        stands = {key: value for key, value in stands.items() if key != "note"}
    return canonical(stands) == canonical(wish.facts)


def _note_agreement(connection: Connection, game: OpenGame, rows: Sequence[Row], wish: Wish, now: dt.datetime) -> None:
    """Two phones that say the same agree: the log shows it as if the second had tapped so."""
    row = next(row for row in rows if row.seq == wish.seen + 1)
    if row.kind != UNDO:
        line = row.target or row.seq
        voice = Voice(wish.device, wish.actor, AGREE)
        agree_too(connection, game, stories(rows, [line])[line].version, voice, op_id=wish.op_id, now=now)


def as_it_stands(rows: Sequence[Row], wish: Wish) -> Saved | None:
    """Give what there is already, for a correction that changes nothing: the log is spared the line."""
    if wish.facts is None:
        return None
    line = next(line for line in written_lines(rows) if line.row.seq == wish.target)
    if canonical(line.facts) != canonical(wish.facts):
        return None
    return Saved(line.changed_by.seq if line.changed_by else line.row.seq, agreed=True)
