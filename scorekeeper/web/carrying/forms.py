"""What the page sends that brings a league in."""

from __future__ import annotations

from typing import BinaryIO, cast

from flask_wtf import FlaskForm
from flask_wtf.file import FileField
from wtforms import StringField

from scorekeeper.rules.errors import unreadable


class LeagueForm(FlaskForm):
    """A league's file."""

    op_id = StringField()
    file = FileField()


def file_in(form: LeagueForm) -> BinaryIO:
    """Give the file somebody chose.  Raises UnreadableSheet (field `file`) where there is none."""
    upload = form.file.data
    if upload is None or not upload.filename:
        raise unreadable("file", "Choose the file of a league first.")
    return cast("BinaryIO", upload.stream)
