"""Every request has a number, which its answer says; behind a proxy of ours it is the proxy's."""

from __future__ import annotations

import re

import pytest

PAGES = ("/", "/nowhere", "/static/css/scorekeeper.css", "/healthz", "/readyz", "/t/AAAAAAAAAAAAAAAAAAAAAA/board")


@pytest.mark.parametrize("settings", [{}, {"LOG": "json"}])
def test_every_answer_says_the_number_of_its_request(client_with, settings):
    client = client_with(**settings)
    numbers = []
    for path in PAGES:
        with client.get(path) as answer:
            numbers.append(answer.headers["X-Request-ID"])
    assert all(re.fullmatch("[0-9a-f]{12}", number) for number in numbers)
    assert len(set(numbers)) == len(PAGES)


@pytest.mark.parametrize("proxies", ["0", "1"])
def test_a_number_is_taken_from_a_proxy_of_ours_alone(client_with, proxies):
    client = client_with(TRUSTED_PROXIES=proxies)
    for given in ("somebody-s-own", "5f0c2a9b3d4e5f0c2a9b3d4e5f0c2a9b"):  # the latter as nginx writes it
        assert (numbered(client, given) == given) is (proxies == "1")
    for given in ("", "short", "x" * 65, "<script>", 'a"bcdefgh'):
        assert re.fullmatch("[0-9a-f]{12}", numbered(client, given))


def numbered(client, given):
    return client.get("/healthz", headers={"X-Request-ID": given}).headers["X-Request-ID"]


@pytest.mark.parametrize("fragment", [{}, {"HX-Request": "true"}])
def test_what_nobody_foresaw_has_a_page_that_says_its_number(app, fragment, monkeypatch):
    monkeypatch.setitem(app.view_functions, "home.index", lambda: 1 // 0)
    answer = app.test_client().get("/", headers=fragment)
    assert answer.status_code == 500
    assert f"the number {answer.headers['X-Request-ID']}." in answer.text
    assert "the number" not in app.test_client().get("/nowhere").text
