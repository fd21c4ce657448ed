"""The address that shows a game to anybody: what a QR code and "share" hand on, never a member's own."""

from __future__ import annotations

from flask import url_for

from scorekeeper.extensions import db
from scorekeeper.services.joining import read_link
from scorekeeper.web.permissions import LinkCode, link_here, standing


def address_to_look(endpoint: str) -> str:
    """Give the address of a page of this game for who has a link, "" where the game has none."""
    link = link_here() or read_link(db.session, standing())
    return url_for(endpoint, code=LinkCode(link), _external=True) if link else ""
