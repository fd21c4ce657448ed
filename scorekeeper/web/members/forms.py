"""What the form of a phone's role sends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import abort

from scorekeeper.services.access.roles import Role

if TYPE_CHECKING:
    from collections.abc import Mapping

GIVEN = {role.word: role for role in Role if role != Role.READER}


def role_in(typed: Mapping[str, str]) -> Role:
    """Give the role that was chosen; 400 for one nobody printed."""
    return GIVEN.get(typed.get("role", "")) or abort(400)
