"""The poll of an idle phone, answered in front of Flask: nothing new is 204, for the price of one lookup."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError
from werkzeug.sansio.utils import host_is_trusted

from scorekeeper.services.access.devices import TOKEN
from scorekeeper.services.live.poll import seq_lookup
from scorekeeper.web.phone import COOKIE, SAFE_COOKIE
from scorekeeper.web.security import HEADERS, PRIVATE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from sqlalchemy.engine import Engine

POLLED = re.compile(r"/t/([A-Za-z0-9_-]{22})/(?:board|watch)")
PHONE = [re.compile(rf"(?:^|; ?){name}=({TOKEN.pattern})(?:;|$)") for name in (COOKIE, SAFE_COOKIE)]
"""A phone's secret in its cookies: plain, and over HTTPS."""
SEEN = re.compile(r"seen=([0-9]{1,9})(?:&|$)")
NOTHING_NEW = [*HEADERS.items(), ("Cache-Control", PRIVATE), ("Vary", "HX-Request")]
HOSTS_KEPT_IN_MIND = 64


class Idle:
    """A WSGI application around another: whatever is not plainly "nothing new" goes on to that one."""

    def __init__(self, app: WSGIApplication, engine: Engine, hosts: list[str]) -> None:
        self._app, self._seq_of = app, seq_lookup(engine)
        self._errors = (SQLAlchemyError, engine.dialect.loaded_dbapi.Error)
        self._is_ours = lru_cache(HOSTS_KEPT_IN_MIND)(partial(host_is_trusted, trusted_list=hosts))

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ.get("HTTP_HX_REQUEST") == "true" and self._has_all(environ):
            start_response("204 No Content", NOTHING_NEW)
            return ()
        return self._app(environ, start_response)

    def _has_all(self, environ: WSGIEnvironment) -> bool:
        game, seen = POLLED.fullmatch(environ["PATH_INFO"]), SEEN.match(environ["QUERY_STRING"])
        phone = PHONE[environ["wsgi.url_scheme"] == "https"].search(environ.get("HTTP_COOKIE", ""))
        is_get = environ["REQUEST_METHOD"] == "GET"
        if not (game and seen and phone and is_get and self._is_ours(environ.get("HTTP_HOST"))):
            return False
        try:
            return self._seq_of(game[1], phone[1]) == int(seen[1])
        except self._errors:
            return False  # Flask has a page for it
