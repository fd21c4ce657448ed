"""Read links: the pages that they show, their addresses, and addresses as QR codes."""

from __future__ import annotations

from functools import lru_cache

import segno
from flask import Flask, g, url_for
from werkzeug.routing import BaseConverter, ValidationError

from scorekeeper.access.joining import read_link
from scorekeeper.access.permissions import READER, current_access, current_link
from scorekeeper.core.extensions import db

READ_PAGES = {
    "table.show": "", "table.board": "/board", "log.index": "/log",
    "rulebook.table_sheet": "/rules", "rulebook.ask_table": "/rules/ask", "rulebook.compare_table": "/rules/compare",
    "table.stream": "/stream", "table.watch": "/watch", "table.picture": "/picture.png", "table.race": "/race",
}  # fmt: skip
"""What a read link shows: the same views under a second address."""


class LinkCode(str):
    """The code of a read link, to make an address of: `url_for("log.index", code=LinkCode(link))`."""

    __slots__ = ()


class ReadLinkConverter(BaseConverter):
    """The `code` of a page that is shown through a read link.

    While it is, the addresses of that game's pages are made of the link.
    """

    regex = "[A-Za-z0-9_-]{22}"

    def to_url(self, value: str) -> str:
        """Raise ValidationError if a member's address is wanted: the other rule of that view is taken."""
        if isinstance(value, LinkCode):
            return value
        shown = g.get("read_link") if g else None
        if shown is None or shown[0] != value:
            raise ValidationError
        return str(shown[1])


def register_read_links(app: Flask) -> None:
    """Add the second address of the views of READ_PAGES.  Must come before they get their first."""
    app.url_map.converters["read"] = ReadLinkConverter
    for endpoint, path in READ_PAGES.items():
        app.add_url_rule(f"/s/<read:code>{path}", endpoint=endpoint, role=READER)


def share_url(endpoint: str) -> str:
    """Return the address of a page of this game through its read link, "" if it has none.

    QR codes and "share" use this, never a member's own address.
    """
    link = current_link() or read_link(db.session, current_access())
    return url_for(endpoint, code=LinkCode(link), _external=True) if link else ""


@lru_cache(maxsize=256)
def qr_code(address: str) -> str:
    """Draw an address for a camera, a data: URI."""
    return segno.make(address, error="m", micro=False).svg_data_uri(border=2, light="#fff")
