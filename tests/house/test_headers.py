"""What every answer carries (docs/trust.md); `tests/trust/test_doors.py` has what is refused before a view is asked."""

from __future__ import annotations

import re

import pytest

from scorekeeper.core import security

CARRIED = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; frame-ancestors 'none'; "
        "base-uri 'none'; object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


@pytest.mark.parametrize("path", ["/join", "/there/is/nothing/here"])
def test_every_answer_carries_them(client, path):
    headers = client.get(path).headers
    assert {name: headers.get(name) for name in CARRIED} == CARRIED
    assert headers["Cache-Control"] == "private, no-cache"


def test_a_static_file_under_its_digest_is_kept_for_good(client):
    url = re.search(r"/static/[0-9a-f]{12}/[^\"]+\.css", client.get("/join").text)[0]
    with client.get(url) as answer:
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
        assert {name: answer.headers.get(name) for name in CARRIED} == CARRIED


def test_another_site_may_link_here_and_this_machine_goes_by_its_number(client):
    assert client.get("/join", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200
    assert client.get("/join", headers={"Host": "127.0.0.1:8000"}).status_code == 200
    answer = client.get("/join", headers={"Host": "elsewhere.example"})
    assert (answer.status_code, answer.text) == (400, security.UNKNOWN_HOST)
    assert {name: answer.headers.get(name) for name in CARRIED} == CARRIED
