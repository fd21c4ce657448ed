"""The forms of access: a code as people type it, the holder of a phone, a role, a passphrase, proof of ownership."""

from __future__ import annotations

import hmac

from flask import current_app
from wtforms import BooleanField, HiddenField, RadioField
from wtforms.validators import DataRequired, StopValidation
from wtforms.widgets import PasswordInput

from scorekeeper.access.roles import Role
from scorekeeper.core.forms import NAME_TOO_LONG, SecretField, SubmissionForm, TextField
from scorekeeper.core.text import checked_op_id, parse_uint
from scorekeeper.rules.documents import MAX_NAME

MAX_CODE, MAX_SECRET = 40, 400
NOBODY = "nobody"
CODE_UNKNOWN = "No table has this code. Check it again: it is on a phone at the table, under Invite."


class JoinForm(SubmissionForm):
    code = TextField("Table code", [DataRequired(CODE_UNKNOWN)], longest=MAX_CODE, too_long=CODE_UNKNOWN)


def skip_if_tapped(form: HolderForm, _field: TextField) -> None:
    """Skip the name where somebody was tapped: it is not what the form says."""
    if form.who.data:
        raise StopValidation


class HolderForm(SubmissionForm):
    """Who holds this phone: `who` is a button (the id of a person, or that of nobody), `name` somebody typed."""

    who = TextField()
    name = TextField("Somebody else", [skip_if_tapped], longest=MAX_NAME, too_long=NAME_TOO_LONG)
    phone = TextField("This phone's name", longest=MAX_NAME, too_long=NAME_TOO_LONG)

    def holder(self) -> int | str | None:
        """Return the id of the person that was tapped, the name that was typed, None for somebody who only watches."""
        if self.who.data == NOBODY:
            return None
        return parse_uint(self.who.data) or self.name.data


class ReturnForm(SubmissionForm):
    """A button that stands on several pages: `back` is the one to go back to."""

    back = HiddenField(default="")


class RoleForm(SubmissionForm):
    role = RadioField(choices=[role.word for role in Role if role != Role.READER])


class LinkForm(SubmissionForm):
    """The buttons of a code and of links: `old` is the code to replace; with `every` the links of all games close."""

    old = HiddenField(default="")
    every = BooleanField()


class PublicLinkForm(SubmissionForm):
    """The button that makes a public address, of a board or of a league's events, or with `close` closes it."""

    anchor = "link"
    close = BooleanField()


class PassphraseForm(SubmissionForm):
    passphrase = SecretField("Passphrase", longest=MAX_SECRET, render_kw={"required": True})

    def seed(self, league_id: int) -> bytes:
        """Return the seed of the recovery codes: specific to this form, and secret without the server's key.

        Raises UnreadableSheet (field `op_id`).
        """
        key = current_app.config["SECRET_KEY"].encode()
        about = f"recovery {league_id} {checked_op_id(self.op_id.data)}"
        return hmac.digest(key, about.encode("utf-8", "surrogatepass"), "sha256")


class ClaimForm(SubmissionForm):
    """Proof of ownership: the table's code with the passphrase, or a printed code alone."""

    code = TextField("Table code", longest=MAX_CODE, too_long=CODE_UNKNOWN, render_kw={"required": True})
    passphrase = SecretField(
        "Passphrase", longest=MAX_SECRET, widget=PasswordInput(hide_value=True), render_kw={"required": True}
    )
    printed = SecretField("Printed code; each works once", longest=MAX_SECRET, render_kw={"required": True})

    @property
    def secret(self) -> str:
        return self.printed.data.strip() or self.passphrase.data

    def refuse(self, sentence: str) -> None:
        """Set the same error on every field, so that nobody learns which of them is wrong."""
        for field in (self.code, self.passphrase, self.printed):
            self.add_error(field.name, sentence)
