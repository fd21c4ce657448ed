"""The outbox on a bad wire: cut, silent, answered by somebody else, too often; what waits is sent once and in order."""

import pytest
from playwright.sync_api import expect

from tests.e2e.cellar import EVENING, FIRST, THREE, dealt, dealt_and_stopped, in_sheet, save_elsewhere
from tests.e2e.hands import wait_for_all_scripts
from tests.e2e.nights import Told

HANDS, STAMP = "POST .*/hands$", "GET .*/stamp$"
ALL = "/t/"
PLAIN = THREE[1]  # no point apart
REFUSED = '<main><div class="errors"><p>That cannot be.</p></div></main>'
PAUSES = """
  window.pauses = [];
  Math.random = () => 0.25; // nine tenths
  const wait = window.setTimeout, others = [6000, 15000, 16000]; // a direct send's, htmx's, a form's
  window.setTimeout = (work, pause, ...more) => {
    if (pause >= 1800 && !others.includes(pause)) window.pauses.push(pause);
    return wait(work, pause, ...more);
  };
"""
"""How long the outbox waits before it tries again, in milliseconds."""
FLUSH = """() => {
  const { content } = document.querySelector("meta[name=late][content*='/outbox/outbox.']");
  window.flushed = false;
  import(content).then(({ outbox }) => outbox.flush({ eager: true })).then(() => { window.flushed = true; });
}"""


@pytest.fixture
def thumb(new_phone, wire):
    return dealt(new_phone(at=wire.address))


@pytest.fixture
def stopped(new_phone, wire):
    """A phone whose clock stands still until a test moves it; a tap on a point would wait for it as well."""
    page = new_phone(at=wire.address)
    return dealt_and_stopped(page, PAUSES)


def enter(thumb, wire, *hands):
    """Cut the wire and enter hands; count anew what is asked."""
    wire.cut(ALL)
    for count, told in enumerate(hands, start=1):
        thumb.enter(told)
        thumb.waits(count)
    wire.forget()


def flush(page):
    """Have the outbox go through what waits; give whether it came to its end."""
    page.evaluate(FLUSH)
    page.wait_for_function("() => window.flushed")


def wait_for_pauses(page, count):
    page.wait_for_function("count => pauses.length >= count", arg=count)


@pytest.mark.deep
@pytest.mark.parametrize("status", [429, 503])
def test_a_server_that_cannot_now_has_refused_nothing(thumb, wire, status):
    wire.answer(HANDS, status, times=2)
    thumb.enter(FIRST)
    thumb.waits(1)
    wire.wait_for(HANDS, 2)  # htmx and the outbox have asked
    flush(thumb.page)
    thumb.is_sent_or_refused()
    expect(thumb.page.locator("#outbox.refused")).to_have_count(0)
    assert thumb.lines() == in_sheet(FIRST)


@pytest.mark.deep
def test_between_tries_it_waits_longer_up_to_half_a_minute(stopped, wire):
    page = stopped.page
    wire.cut(ALL)
    stopped.enter(PLAIN)
    for count in range(1, 8):
        wait_for_pauses(page, count)
        page.clock.run_for(30_000)
    assert page.evaluate("pauses.slice(0, 7)") == [1800, 3600, 7200, 14400, 27000, 27000, 27000]


def test_a_hand_whose_direct_way_failed_is_the_outboxs_at_once(stopped, wire):
    wire.cut(HANDS, times=1)
    stopped.enter(PLAIN)
    wait_for_pauses(stopped.page, 1)
    stopped.page.clock.run_for(2_000)
    wire.wait_for(HANDS, 2)
    stopped.nothing_waits()
    assert stopped.lines() == in_sheet(PLAIN)


@pytest.mark.deep
def test_what_was_refused_is_not_sent_again_by_itself_nor_is_what_stands_upon_it(thumb, wire):
    enter(thumb, wire, *THREE[:2])
    wire.answer(HANDS, 422, REFUSED)
    wire.mend("cut")
    for _ in range(3):
        flush(thumb.page)
    thumb.page.locator("#outbox.refused .wrong:text('That cannot be.')").wait_for()
    assert len(wire.asked(HANDS)) == 1
    assert len(thumb.waits(2)) == 2


def test_a_refused_hand_of_one_table_stops_no_other_table(thumb, wire):
    enter(thumb, wire, *THREE[:2])
    wire.mend()
    wire.cut(STAMP)
    other = dealt(thumb.page)
    enter(other, wire, FIRST)
    wire.answer(f"POST /t/{thumb.code}/hands", 422, REFUSED)
    wire.mend("cut")
    flush(other.page)
    other.nothing_waits()
    assert other.lines() == in_sheet(FIRST)
    page = thumb.page
    page.goto("/")
    expect(page.locator(".open-games .waits")).to_have_count(1)
    page.goto(f"/t/{thumb.code}")
    page.locator("#outbox.refused").wait_for()
    both = thumb.waits(2)
    page.get_by_role("button", name="Leave out all 2").tap()
    page.get_by_role("button", name="Put it back").tap()
    assert thumb.waits(2) == both
    page.locator("#outbox.refused").wait_for()
    wire.mend()
    page.get_by_role("button", name="Leave out all 2").tap()
    page.locator("#outbox li").first.wait_for(state="detached")
    assert thumb.lines() == []


@pytest.mark.deep
def test_a_hand_that_another_phone_saved_long_ago_moves_no_later_one_back(thumb, wire):
    save_elsewhere(thumb, FIRST)
    save_elsewhere(thumb, FIRST)
    thumb.wait_for(2)
    enter(thumb, wire, *THREE[:2])
    wire.answer(HANDS, 204, Saved_As="1", times=1)
    wire.mend("cut")
    flush(thumb.page)
    assert [one.fields["seen"] for one in wire.asked(HANDS)] == ["2", "2"]
    thumb.nothing_waits()


@pytest.mark.deep
@pytest.mark.parametrize("locks", [True, False], ids=["Web Locks", "a lease"])
def test_of_two_pages_of_one_phone_one_sends(new_phone, wire, locks):
    page = new_phone(at=wire.address)
    page.clock.set_fixed_time(EVENING)  # a lease does not run out meanwhile
    if not locks:
        page.context.add_init_script("delete Navigator.prototype.locks")
    thumb = dealt(page)
    enter(thumb, wire, FIRST)
    other = page.context.new_page()
    wire.hold(STAMP)
    wire.mend("cut")
    page.evaluate(FLUSH)
    wire.wait_for(STAMP, 1)
    other.goto(f"/t/{thumb.code}")
    wait_for_all_scripts(other)
    flush(other)
    other.evaluate("fetch('/screen').then((answer) => answer.text())")  # what it asked before is asked by now
    assert len(wire.asked(STAMP)) == 1
    wire.mend()
    thumb.nothing_waits()
    assert thumb.lines() == in_sheet(FIRST)


@pytest.mark.deep
def test_the_second_of_two_taps_keeps_no_empty_hand(stopped, wire):
    page = stopped.page
    enter(stopped, wire, PLAIN)
    for count in (2, 3):
        stopped.enter(Told("misdeal"))
        stopped.waits(count)
        stopped.enter(Told("misdeal"))  # no time has passed
        stopped.tap("#save")
        stopped.has_an_empty_form()
        assert page.locator("#alarm").is_hidden()
        page.clock.run_for(700)
    stopped.tap("#save")
    page.locator("#alarm:text('Not saved yet: Who won the bid?')").wait_for()
    assert stopped.waits(3)[1:] == ["Misdeal", "Misdeal"]


@pytest.mark.deep
def test_a_hand_put_back_is_stood_upon_again(thumb, wire):
    page = thumb.page
    save_elsewhere(thumb, FIRST)
    thumb.wait_for(1)
    enter(thumb, wire, *THREE[:2])
    thumb.act("Remove", 0)
    thumb.waits(1)
    page.get_by_role("button", name="Put it back").tap()
    thumb.waits(2)
    wire.mend()
    flush(page)
    thumb.is_sent_or_refused()
    expect(page.locator("#outbox.refused")).to_have_count(0)
    assert [one.fields["seen"] for one in wire.asked(HANDS)] == ["1", "2"]
    assert thumb.lines() == in_sheet(FIRST, *THREE[:2])


@pytest.mark.deep
def test_what_may_have_arrived_is_said_so_when_it_is_taken_out(thumb, wire):
    wire.lose(HANDS)
    wire.cut("/(stamp|board|stream)$")
    thumb.enter(FIRST)
    thumb.waits(1)
    thumb.act("Remove")
    thumb.page.locator("#outbox .line", has_text="If it got through after all").wait_for()
