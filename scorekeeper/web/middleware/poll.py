"""The poll of an idle phone, answered in front of Flask: 204 for nothing new, at the price of one lookup."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError
from werkzeug.sansio.utils import host_is_trusted

from scorekeeper.services.access.devices import TOKEN
from scorekeeper.services.live.live_updates import seq_lookup
from scorekeeper.web.devices import COOKIE, SECURE_COOKIE
from scorekeeper.web.security import HEADERS, PRIVATE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from sqlalchemy.engine import Engine

POLL_PATH = re.compile(r"/t/([A-Za-z0-9_-]{22})/(?:board|watch)")
DEVICE_COOKIE = [re.compile(rf"(?:^|; ?){name}=({TOKEN.pattern})(?:;|$)") for name in (COOKIE, SECURE_COOKIE)]
"""A device's token in its cookies: over HTTP, and over HTTPS."""
SEEN_ARG = re.compile(r"seen=([0-9]{1,9})(?:&|$)")
NO_CONTENT_HEADERS = [*HEADERS.items(), ("Cache-Control", PRIVATE), ("Vary", "HX-Request")]
MAX_HOSTS = 64


class PollMiddleware:
    """A WSGI middleware that answers polls with nothing new; it passes all other requests on to the application."""

    def __init__(self, app: WSGIApplication, engine: Engine, hosts: list[str]) -> None:
        self._app, self._seq_of = app, seq_lookup(engine)
        self._errors = (SQLAlchemyError, engine.dialect.loaded_dbapi.Error)
        self._is_ours = lru_cache(MAX_HOSTS)(partial(host_is_trusted, trusted_list=hosts))

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ.get("HTTP_HX_REQUEST") == "true" and self._has_all(environ):
            start_response("204 No Content", NO_CONTENT_HEADERS)
            return ()
        return self._app(environ, start_response)

    def _has_all(self, environ: WSGIEnvironment) -> bool:
        game, seen = POLL_PATH.fullmatch(environ["PATH_INFO"]), SEEN_ARG.match(environ["QUERY_STRING"])
        phone = DEVICE_COOKIE[environ["wsgi.url_scheme"] == "https"].search(environ.get("HTTP_COOKIE", ""))
        is_get = environ["REQUEST_METHOD"] == "GET"
        if not (game and seen and phone and is_get and self._is_ours(environ.get("HTTP_HOST"))):
            return False
        try:
            return self._seq_of(game[1], phone[1]) == int(seen[1])
        except self._errors:
            return False  # Flask has a page for it
