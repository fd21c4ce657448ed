"""Files a page gives away."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import Response

if TYPE_CHECKING:
    from collections.abc import Iterator

LONGEST_NAME = 60


def download(pieces: str | Iterator[str], kind: str, name: str) -> Response:
    """Send a file whole, or in pieces as they are made: those are made after the request, and ask for nothing of it."""
    response = Response(pieces, content_type=f"{kind}; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def plain_name(text: str, otherwise: str) -> str:
    """Give a file's name in letters and digits only: "thursday-at-the-legion"; `otherwise` where none is left."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:LONGEST_NAME] or otherwise
