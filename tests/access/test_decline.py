"""Who asks to keep score may be told "not now": by every button of that name, with scripts and without."""

from __future__ import annotations

import re

import pytest

from tests.phones import HTMX, Phone

BUTTON = re.compile(r"<button ([^>]*)>Not now</button>")


@pytest.fixture
def guest(app, phone, code):
    """A phone that watches, and asked to keep score."""
    guest = Phone(app)
    guest.join(phone, code)
    assert guest.send(f"/t/{code}", f"/t/{code}/ask", {}).status_code == 303
    return guest


def buttons(html):
    """Return the addresses of each "Not now" on a page: without scripts, and with."""
    return [
        (re.search(r'formaction="([^"]+)"', button)[1], re.search(r'hx-post="([^"]+)"', button))
        for button in BUTTON.findall(html)
    ]


@pytest.mark.parametrize("page", ["", "/phones"])
def test_without_scripts_who_asked_goes_on_watching(phone, guest, code, page):
    [(action, _)] = buttons(phone.get(f"/t/{code}{page}").text)
    form = phone.page(f"/t/{code}").forms[0]["fields"]
    assert phone.client.post(action, data={"csrf_token": form["csrf_token"]}).status_code == 303
    assert_not_admitted(phone, guest, code)


def test_with_scripts_who_asked_goes_on_watching(phone, guest, code):
    [(_, sent)] = buttons(phone.get(f"/t/{code}").text)
    form = phone.page(f"/t/{code}").forms[0]["fields"]
    answer = phone.client.post(sent[1], data={"csrf_token": form["csrf_token"]}, headers=HTMX)
    assert answer.status_code == 200
    assert "Not now" not in answer.text
    assert_not_admitted(phone, guest, code)


def assert_not_admitted(phone, guest, code):
    assert "wants to keep score" not in phone.get(f"/t/{code}").text
    assert f'action="/t/{code}/hands"' not in guest.get(f"/t/{code}").text
    assert guest.get(f"/t/{code}/phones").status_code == 403


def test_the_control_admit_lets_keep_score(phone, guest, code):
    admit = next(form for form in phone.page(f"/t/{code}").forms if form["action"].endswith("/admit"))
    assert phone.client.post(admit["action"], data=admit["fields"]).status_code == 303
    assert guest.get(f"/t/{code}/phones").status_code == 200
