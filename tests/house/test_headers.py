"""What every answer carries, and what is refused before a view is asked (docs/trust.md)."""

from __future__ import annotations

import re

import pytest
from flask import request, url_for

from scorekeeper.access.permissions import ANYONE
from scorekeeper.core import security

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; "
    "base-uri 'none'; object-src 'none'"
)


@pytest.fixture
def app(app):
    """The app with two forms of the test's own, open to anybody; CSRF protection is on."""

    @app.post("/test/form", role=ANYONE)
    def small():
        return str(len(request.form["sheet"]))

    @app.post("/test/import", role=ANYONE)
    @security.allow_large_body
    def large():
        return str(len(request.form["sheet"]))

    @app.get("/test/token", role=ANYONE)
    def token():
        return app.jinja_env.globals["csrf_token"]()

    @app.get("/test/styles", role=ANYONE)
    def styles():
        return url_for("static", filename=request.args["name"])

    return app


@pytest.fixture
def post(client):
    """A POST as a page of ours sends it, with its token."""
    token = client.get("/test/token").text

    def send(path, size, **headers):
        return client.post(path, data={"csrf_token": token, "sheet": "x" * size}, headers=headers)

    return send


@pytest.mark.parametrize("path", ["/test/token", "/there/is/nothing/here"])
def test_every_answer_carries_them(client, path):
    headers = client.get(path).headers
    assert headers["Content-Security-Policy"] == POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "private, no-cache"


@pytest.fixture
def stylesheet(root):
    """The name of one of our static files, below the static folder."""
    folder = root / "static"
    return min(path.relative_to(folder).as_posix() for path in folder.rglob("*.css"))


def test_a_static_file_under_its_digest_is_kept_for_good(client, stylesheet):
    url = client.get("/test/styles", query_string={"name": stylesheet}).text
    assert re.fullmatch(r"/static/[0-9a-f]{12}/.+\.css", url)
    with client.get(url) as answer:
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Security-Policy"] == POLICY
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_form_without_its_token_is_refused(client):
    assert client.post("/test/form", data={"sheet": "x"}).status_code == 400


def test_another_sites_page_may_change_nothing_even_with_a_token(post):
    assert post("/test/form", 1).status_code == 200
    assert post("/test/form", 1, **{"Sec-Fetch-Site": "same-origin"}).status_code == 200
    assert post("/test/form", 1, **{"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_but_may_link_here(client):
    assert client.get("/test/token", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


@pytest.mark.parametrize(
    ("path", "size", "status"),
    [
        ("/test/form", 60_000, 200),
        ("/test/form", 66_000, 413),
        ("/test/import", 66_000, 200),
        ("/test/import", 2_000_000, 200),
        ("/test/import", 2_100_000, 413),
    ],
)
def test_how_long_a_body_may_be(post, path, size, status):
    assert post(path, size).status_code == status


def test_a_host_nobody_named_is_refused(client):
    answer = client.get("/test/token", headers={"Host": "elsewhere.example"})
    assert (answer.status_code, answer.text) == (400, security.UNKNOWN_HOST)
    assert answer.headers["Content-Security-Policy"] == POLICY


def test_this_machine_by_its_number_is_not(client):
    assert client.get("/test/token", headers={"Host": "127.0.0.1:8000"}).status_code == 200
