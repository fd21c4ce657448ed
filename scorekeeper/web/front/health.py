"""What watches over the server asks two questions: does it live, and can it do its work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.extensions import db
from scorekeeper.services.operations.readiness import why_not_ready
from scorekeeper.services.operations.schedule import last_failure

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from flask import Flask

    from scorekeeper.settings import Settings
    from scorekeeper.web.front.front import Answers

OK, NOT_NOW, FORMS = "200 OK", "503 Service Unavailable", "405 Method Not Allowed"
LOOKING = {"GET", "HEAD"}


class Health:
    """`answers`: what is said at each address, as a status and a text."""

    def __init__(self, app: Flask, chosen: Settings) -> None:
        with app.app_context():
            self._engine = db.engine
        self._backups = chosen.backups if chosen.backup_every else None
        self.answers: Answers = {
            "/healthz": self._lives,
            "/readyz": self._is_ready,
        }

    @staticmethod
    def _lives(environ: WSGIEnvironment) -> tuple[str, str]:
        """It answers: that is all, and no database is asked."""
        return (OK, "ok\n") if environ["REQUEST_METHOD"] in LOOKING else (FORMS, "GET asks.\n")

    def _is_ready(self, environ: WSGIEnvironment) -> tuple[str, str]:
        """A failed backup is said, and turns nobody away."""
        if environ["REQUEST_METHOD"] not in LOOKING:
            return FORMS, "GET asks.\n"
        if word := why_not_ready(self._engine):
            return NOT_NOW, f"not ready: {word}\n"
        if self._backups and last_failure(self._backups):
            return OK, "ready, but the last backup failed\n"
        return OK, "ready\n"
