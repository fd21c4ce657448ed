"""This phone: what it was told stays on it, and every page is printed that way."""

import pytest


def choose(phone, path="/screen", headers=None, **chosen):
    fields = {"theme": "", "awake": None, "buzzes": None} | chosen
    return phone.send(path, "/screen", fields, headers)


def head(phone, path="/"):
    """Return the first tag of a page, and what it says of its colours before any style sheet is there."""
    html = phone.get(path).text
    start = html.index("<html")
    return html[start : html.index("</head>")]


def test_a_new_phone_is_as_its_owner_has_it_and_stays_awake(phone):
    assert '<html lang="en">' in head(phone)
    assert 'content="light dark"' in head(phone)


@pytest.mark.parametrize(("theme", "scheme"), [("light", "light"), ("dark", "dark"), ("bar", "dark")])
def test_a_theme_is_printed_with_every_page_from_then_on(phone, code, theme, scheme):
    assert choose(phone, theme=theme, awake="on", buzzes="on").location == "/screen"
    for path in ("/", f"/t/{code}", f"/t/{code}/watch", "/nowhere"):
        assert f'<html lang="en" data-theme="{theme}">' in head(phone, path)
        assert f'<meta name="color-scheme" content="{scheme}">' in head(phone, path)
    choose(phone, awake="on", buzzes="on")
    assert '<html lang="en">' in head(phone)


def test_the_switches_stay_where_they_were_put(phone):
    choose(phone)
    assert '<html lang="en" data-sleeps data-still>' in head(phone)
    form = phone.form("/screen", "/screen")
    assert "awake" not in form
    choose(phone, awake="on")
    assert '<html lang="en" data-still>' in head(phone)
    assert "awake" in phone.form("/screen", "/screen")


@pytest.mark.parametrize("cookie", ["neon", 'bar"><script>', "....", "light.dark.bar.sleeps" * 50])
def test_a_cookie_of_somebody_else_does_no_harm(phone, cookie):
    phone.client.set_cookie("screen", cookie)
    assert "<script>" not in head(phone)
    assert phone.get("/screen").status_code == 200


def test_from_the_table_there_is_a_way_back(phone, code):
    answer = choose(phone, path=f"/t/{code}", theme="dark", awake="on")
    assert answer.location == f"/screen?table={code}"
    assert f'href="/t/{code}"' in phone.get(answer.location).text
