"""The upload forms: the file of a league; a scoresheet, pasted or as a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, cast

from flask_wtf.file import FileRequired
from wtforms import RadioField, TextAreaField

from scorekeeper.rules.documents import decode, looks_like_json
from scorekeeper.rules.errors import unreadable
from scorekeeper.web.forms import SubmissionForm, UploadField

if TYPE_CHECKING:
    from scorekeeper.rules.errors import SheetError


class LeagueImportForm(SubmissionForm):
    """What the page for a league sends: its file."""

    file = UploadField("League file, 2 MB at most", [FileRequired("Choose a league file first.")])

    @property
    def stream(self) -> BinaryIO:
        """Return the file that was chosen, of a form that was validated."""
        return cast("BinaryIO", self.file.data and self.file.data.stream)


class SheetImportForm(SubmissionForm):
    """What the page for a scoresheet sends: a file, or the pasted text, and the league of several it is for."""

    league = RadioField(validate_choice=False)
    sheet = TextAreaField("Or paste it here", default="")
    file = UploadField("Scoresheet file")

    def read(self) -> tuple[str, bool]:
        """Return the sheet's text and whether it is JSON; a file comes before what was pasted.

        The text of a file takes the place of what was pasted: the page shows it with what is wrong in it.
        Raises UnreadableSheet (field `file`) for a file that is no text, and when there is neither.
        """
        upload = self.file.data
        if upload is None:
            if not self.sheet.data.strip():
                raise unreadable("file", "Paste a scoresheet, or choose a file.")
            return self.sheet.data, looks_like_json(self.sheet.data)
        self.sheet.data = decode(upload.read())
        return self.sheet.data, (upload.filename or "").lower().endswith(".json") or looks_like_json(self.sheet.data)


@dataclass(frozen=True)
class SheetFault:
    """One thing wrong with a sheet, and where."""

    place: str
    field: str
    message: str


def list_faults(error: SheetError) -> list[SheetFault]:
    """Return each fault with its line and key, as people count them."""
    return [
        SheetFault(f"Line {fault.line}" if fault.line else "Top", fault.field, fault.message) for fault in error.faults
    ]
