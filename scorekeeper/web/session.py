"""The session Flask signs into a cookie: of ours only what forms are told apart by (CSRF protection) lies in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature

if TYPE_CHECKING:
    from flask import Flask, Request

COOKIE, SAFE_COOKIE = "session", "__Host-session"


class Untimed(SecureCookieSessionInterface):
    """Flask's, but for its clock: there a clock set back by five seconds, or ahead by a month, ends every session.

    Over HTTPS its cookie is sent over HTTPS alone, and nobody else can set it.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        signed, serializer = request.cookies.get(self.get_cookie_name(app)), self.get_signing_serializer(app)
        if not signed or serializer is None:
            return self.session_class()
        try:
            return self.session_class(serializer.loads(signed))
        except BadSignature:
            return self.session_class()

    def get_cookie_name(self, app: Flask) -> str:
        del app
        return SAFE_COOKIE if request.is_secure else COOKIE

    def get_cookie_secure(self, app: Flask) -> bool:
        del app
        return request.is_secure
