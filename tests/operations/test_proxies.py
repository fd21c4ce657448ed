"""Behind a proxy: what it says of who asks, and over what, is believed of ours alone; of its own address never."""

import pytest

from scorekeeper.access import phones
from tests.phones import Page


def cookies_after(client, *paths, **headers):
    """Return the names of the cookies that are set at these addresses."""
    said = {name.replace("_", "-"): value for name, value in headers.items()}
    answers = [client.get(path, headers=said) for path in paths]
    assert [answer.status_code for answer in answers] == [200] * len(paths)
    return {cookie.partition("=")[0] for answer in answers for cookie in answer.headers.getlist("Set-Cookie")}


@pytest.mark.parametrize(
    ("proxies", "said", "prefix"),
    [("0", "https", ""), ("1", "https", "__Host-"), ("2", "https", ""), ("2", "https, http", "__Host-")],
)
def test_a_proxy_of_ours_says_that_it_is_https(client_with, proxies, said, prefix):
    """With two, the one that faces the phones says it, and the other hands it on: one that says it alone lies."""
    client = client_with(TRUSTED_PROXIES=proxies)
    names = cookies_after(client, "/join", "/new/smoke/4", X_Forwarded_Proto=said)
    assert names == {f"{prefix}session", f"{prefix}phone"}


@pytest.mark.parametrize(
    ("proxies", "asked_for", "status"),
    [
        ("1", "203.0.113.{}", 422),
        ("1", "203.0.113.{}, 198.51.100.1", 429),
        ("2", "203.0.113.{}, 198.51.100.1", 422),
        ("2", "203.0.113.1, 198.51.100.{}", 429),
        ("2", "192.0.2.{}, 203.0.113.1, 198.51.100.1", 429),
    ],
    ids=["one phone each", "what a phone claims", "through two, one phone each", "through two, one phone",
         "through two, what a phone claims"],
)  # fmt: skip
def test_wrong_codes_are_counted_for_who_asks_through_so_many_proxies(
    client_with, proxies, asked_for, status, monkeypatch
):
    """X-Forwarded-For grows to the right: each proxy adds whom it was asked by.  Here the eleventh wrong code waits."""
    monkeypatch.setattr(phones, "MAX_WRONG_JOINS", 10)
    client = client_with(TRUSTED_PROXIES=proxies)
    fields = Page(client.get("/join").text).forms[0]["fields"] | {"code": "2222222"}
    answers = [
        client.post("/join", data=fields, headers={"X-Forwarded-For": asked_for.format(number)}).status_code
        for number in range(11)
    ]
    assert answers == [422] * 10 + [status]


@pytest.mark.parametrize("proxies", ["0", "1", "2"])
def test_no_proxy_says_where_the_program_is_mounted(client_with, proxies):
    client = client_with(TRUSTED_PROXIES=proxies)
    page = client.get("/", headers={"X-Forwarded-Prefix": "/elsewhere", "X-Script-Name": "/elsewhere"})
    assert page.status_code == 200
    assert 'href="/new"' in page.text
    assert "elsewhere" not in page.text
