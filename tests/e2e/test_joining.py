"""Three phones at one table: they join by the code, one is let keep score, one is shut out in the middle."""

from __future__ import annotations

import re

import pytest

from tests.e2e.hands import Thumb, look
from tests.e2e.nights import read_hand, read_night

NIGHT = read_night("minnesota-ten-point-4")
FIVE = read_hand("Bob 5 : low=Ann game=Ann")
SIX = read_hand("Cy 6 : low=Bob")


@pytest.fixture
def host(page):
    host = Thumb(page, NIGHT)
    host.sit_down()
    return host


@pytest.fixture
def guest(host, new_phone):
    """Return a function that opens a phone and joins the host's table by the address in its QR code."""

    def guest(name):
        host.page.goto(f"/t/{host.code}/invite")
        address = host.page.locator("[data-share*='/join?code=']").get_attribute("data-share")
        page = new_phone()
        page.goto(address)
        page.get_by_role("button", name="Watch this table").tap()
        page.locator("#name").fill(name)
        page.get_by_role("button", name="That's me").last.tap()
        page.wait_for_url(f"**/t/{host.code}")
        host.page.goto(f"/t/{host.code}")
        thumb = Thumb(page, NIGHT)
        thumb.code = host.code
        return thumb

    return guest


def test_three_phones_join_one_is_let_keep_score_and_one_is_shut_out(host, guest):
    pat, kim = guest("Pat"), guest("Kim")
    assert not pat.page.locator("#hand").count()

    pat.page.get_by_role("button", name="Ask to keep score").tap()
    pat.page.get_by_text("You asked to keep score").wait_for()
    look(host.page)
    host.page.get_by_text(re.compile("^Pat, .* wants to keep score$")).wait_for()
    host.page.get_by_role("button", name="Let in").tap()
    host.page.get_by_role("button", name="Let in").wait_for(state="detached")
    look(pat.page)
    pat.page.locator("#hand").wait_for()  # by itself: nobody loads the page anew

    pat.play(FIVE)
    for phone in (host, kim):
        phone.wait_for(1)
        assert phone.scores() == {"Ann": 2, "Bob": 8, "Cy": 2, "Dee": 8}
    kim.page.get_by_role("link", name="Log").tap()
    assert "Pat, " in kim.page.locator("#line-1").inner_text()

    pat.tell(SIX)
    host.page.goto(f"/t/{host.code}/phones")
    its = host.page.locator("li", has_text="Pat")
    its.locator("summary").tap()
    its.get_by_role("button", name="Remove now").tap()
    host.page.locator("li.struck", has_text="Pat").wait_for()
    with pat.page.expect_response(lambda answer: answer.url.endswith("/hands")) as answered:
        pat.tap("#save")
    assert answered.value.status == 404

    host.page.goto(f"/t/{host.code}")
    assert host.seq() == 1
    host.play(SIX)
    kim.page.goto(f"/t/{kim.code}")
    assert kim.seq() == 2
    assert pat.page.goto(f"/t/{host.code}").status == 404
