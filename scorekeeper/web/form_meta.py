"""What every form carries besides its facts: an `op_id`, and the last row its phone has seen."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import g

from scorekeeper.web.form_values import parse_uint

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.services.games.commands import SaveResult


def new_op_id() -> str:
    """Return 128 random bits that identify one form; the same form sent twice is saved once."""
    return secrets.token_hex(16)


def read_seen(form: Mapping[str, str]) -> int:
    """Return the last row that the form's phone had seen, 0 if it does not say."""
    return parse_uint(form.get("seen")) or 0


def remember_saved_row(saved: SaveResult) -> None:
    """Set `Saved-As` of the response: which row a form was saved as."""
    g.saved_as = saved.seq


@dataclass(frozen=True)
class FormMeta:
    """What a form carries besides its facts: its address, its `op_id`, the last row its phone has seen."""

    action: str
    preview: str
    op_id: str
    seen: int
    line: int | None = None
    """The line it corrects, if it does."""
