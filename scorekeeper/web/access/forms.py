"""The forms of access: a code as people type it, the holder of a phone, a role, a passphrase."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from flask import abort, current_app
from wtforms.validators import DataRequired

from scorekeeper.services.access.roles import Role
from scorekeeper.services.text import checked_op_id
from scorekeeper.web.form_values import clean_text, parse_uint
from scorekeeper.web.forms import Form, SecretField, SubmissionForm, TextField

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_CODE, MAX_NAME = 40, 200
ROLES = {role.word: role for role in Role if role != Role.READER}
MAX_SECRET = 400
CODE_UNKNOWN = "No table has this code. Look at it again: it stands on a phone at the table, under Invite."


class JoinForm(Form):
    """What `/join` sends: the code of a table, as somebody reads it off a phone."""

    code = TextField("The table's code", [DataRequired(CODE_UNKNOWN)], longest=MAX_CODE, too_long=CODE_UNKNOWN)


class PassphraseForm(SubmissionForm):
    """What the page of the passphrase sends: a new one."""

    passphrase = SecretField("Passphrase", longest=MAX_SECRET, render_kw={"required": True})

    def seed(self, league_id: int) -> bytes:
        """Return the seed of the recovery codes: specific to this form, and secret without the server's key.

        Raises UnreadableSheet (field `op_id`).
        """
        key = current_app.config["SECRET_KEY"].encode()
        about = f"recovery {league_id} {checked_op_id(self.op_id.data)}"
        return hmac.digest(key, about.encode("utf-8", "surrogatepass"), "sha256")


def read_code(typed: Mapping[str, str]) -> str:
    return clean_text(typed.get("code", ""), MAX_CODE)


def read_holder(typed: Mapping[str, str]) -> int | str | None:
    """Return the id of the person that was tapped, the name that was typed, or None for somebody who only watches."""
    who = typed.get("who", "")
    if who == "nobody":
        return None
    return parse_uint(who) or clean_text(typed.get("name", ""), MAX_NAME)


def read_phone_name(typed: Mapping[str, str]) -> str:
    return clean_text(typed.get("phone", ""), MAX_NAME)


def read_role(typed: Mapping[str, str]) -> Role:
    """Return the role that was chosen; 400 for one that the form does not offer."""
    return ROLES.get(typed.get("role", "")) or abort(400)


def read_passphrase(typed: Mapping[str, str]) -> str:
    return typed.get("passphrase", "")[:MAX_SECRET]


def read_proof(typed: Mapping[str, str]) -> str:
    """Return the printed code, or where none was typed the passphrase."""
    return typed.get("printed", "").strip()[:MAX_SECRET] or read_passphrase(typed)
