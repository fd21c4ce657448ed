"""What an owner's forms send: a passphrase to set, or something to prove oneself with."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from flask import current_app

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST = 400


def passphrase_in(typed: Mapping[str, str]) -> str:
    return typed.get("passphrase", "")[:LONGEST]


def proof_in(typed: Mapping[str, str]) -> str:
    """Give the printed code, or where none was typed the passphrase."""
    return typed.get("printed", "").strip()[:LONGEST] or passphrase_in(typed)


def seed_of(typed: Mapping[str, str], league_id: int) -> bytes:
    """Give what recovery codes are made of: of this form alone, and nobody's guess without the server's key."""
    key = current_app.config["SECRET_KEY"].encode()
    about = f"recovery {league_id} {typed.get('op_id', '')}"
    return hmac.digest(key, about.encode("utf-8", "surrogatepass"), "sha256")
