"""The upload forms: the file of a league; a scoresheet, pasted or as a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, cast

from flask_wtf import FlaskForm
from flask_wtf.file import FileField
from wtforms import StringField

from scorekeeper.rules.documents import decode, looks_like_json
from scorekeeper.rules.errors import unreadable

if TYPE_CHECKING:
    from scorekeeper.rules.errors import SheetError


class LeagueImportForm(FlaskForm):
    """A league's file."""

    op_id = StringField()
    file = FileField()


def uploaded_file(form: LeagueImportForm) -> BinaryIO:
    """Return the file somebody chose.  Raises UnreadableSheet (field `file`) where there is none."""
    upload = form.file.data
    if upload is None or not upload.filename:
        raise unreadable("file", "Choose the file of a league first.")
    return cast("BinaryIO", upload.stream)


class SheetImportForm(FlaskForm):
    """What the import page sends."""

    op_id = StringField()
    league = StringField()
    sheet = StringField()
    file = FileField()


@dataclass(frozen=True)
class SheetFault:
    """One thing wrong with a sheet, and where."""

    place: str
    field: str
    message: str


def sheet_text(form: SheetImportForm) -> tuple[str, bool]:
    """Return the sheet's text and whether it is JSON; a file comes before what was pasted.

    Raises UnreadableSheet (field `file`) for a file that is no text, and when there is neither.
    """
    upload = form.file.data
    if upload is not None and upload.filename:
        text = decode(upload.read())
        return text, upload.filename.lower().endswith(".json") or looks_like_json(text)
    text = form.sheet.data or ""
    if not text.strip():
        raise unreadable("file", "Paste a scoresheet, or choose a file.")
    return text, looks_like_json(text)


def list_faults(error: SheetError) -> list[SheetFault]:
    """Return each fault with its line and key, as people count them."""
    return [
        SheetFault(f"Line {fault.line}" if fault.line else "Top", fault.field, fault.message) for fault in error.faults
    ]
