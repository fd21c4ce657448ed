"""What every form carries besides its facts: an id of its own, and what its phone last saw."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

from flask import g, request

from scorekeeper.web.typed import tidy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.services.games.idempotency import SaveResult

LONGEST = 200
WHOLE = re.compile(r"[0-9]{1,9}")


def new_op_id() -> str:
    """Give 128 bits that name one form; the same form sent twice is written once."""
    return secrets.token_hex(16)


def whole(text: str | None) -> int | None:
    """Give a number from 0 written in plain digits, None for anything else."""
    return int(text) if text and WHOLE.fullmatch(text) else None


def seen_in(form: Mapping[str, str]) -> int:
    """Give the last row a form's phone knew; one that does not say knew none."""
    return whole(form.get("seen")) or 0


def why_late() -> str | None:
    """Give why something is changed after the close of its night, as the page that asks for it sends it along."""
    return tidy(request.form.get("late", ""), LONGEST) or None


def note_row(saved: SaveResult) -> None:
    """Let the answer say, in `Saved-As`, which row a form was saved as."""
    g.saved_as = saved.seq
