"""Pages that lie ready: printed once for all who would see the same, but for what forms are told apart by.

A look at a table costs most where it is printed, and after every hand each phone looks at the same table.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from flask_wtf.csrf import generate_csrf

from scorekeeper.web.stamps import new_op_id

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

MOST_READY = 100
"""A megabyte or two for each worker."""
STAMP = re.compile(rb' name="(op_id|csrf_token)" value="[^"]*"')
FRESH: dict[bytes, Callable[[], str]] = {b"op_id": new_op_id, b"csrf_token": generate_csrf}
"""What is each form's own, and each phone's."""


class Printed(NamedTuple):
    """A page; `steady` where it says the same to everybody who asks for it with its key, as long as that is the key."""

    html: str
    steady: bool


_ready: dict[Hashable, list[bytes]] = {}


def ready(key: Hashable, prints: Callable[[], Printed]) -> bytes:
    """Give the page of a key, with stamps of its own in every form; printed anew where it does not lie ready."""
    pieces = _ready.get(key)
    if pieces is None:
        page = prints()
        pieces = STAMP.split(page.html.encode())
        if page.steady:
            if len(_ready) >= MOST_READY:
                _ready.clear()
            _ready[key] = pieces
    return b"".join(_stamped(piece) if place % 2 else piece for place, piece in enumerate(pieces))


def _stamped(name: bytes) -> bytes:
    return b' name="%b" value="%b"' % (name, FRESH[name]().encode())
