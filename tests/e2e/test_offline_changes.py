"""What waits in a phone is changed, refused, shown, and gone on with: nothing is lost, and nothing is sent twice."""

from __future__ import annotations

import pytest

from tests.e2e.cellar import FIRST, IN_WORDS, THREE, begun, dealt, in_sheet, text
from tests.e2e.hands import join
from tests.e2e.nights import Told, read_hand, read_night


@pytest.fixture
def thumb(new_phone):
    return begun(new_phone(keeps=True))


@pytest.mark.deep
def test_what_waits_can_be_taken_out_put_back_and_changed(thumb):
    page = thumb.page
    thumb.signal(on=False)
    for told in THREE:
        thumb.enter(told)
    thumb.waits(3)
    assert "Undo waiting hand" in page.locator("#take-back").inner_text()
    page.locator("#take-back").tap()
    assert thumb.waits(2) == IN_WORDS[:2]
    page.locator("#outbox .line", has_text="Removed: Ann bid 5.").wait_for()
    page.get_by_role("button", name="Put it back").tap()
    assert thumb.waits(3) == IN_WORDS
    thumb.act("Remove", 0)
    assert thumb.waits(2) == IN_WORDS[1:]
    thumb.act("Change", 0)
    page.locator("#outbox p:text('It is in the form below')").wait_for()
    assert page.locator("#bid-4").is_checked()
    assert page.locator(f"[id='bidder-{thumb.key('Bob')}']").is_checked()
    thumb.choose("bid", "6")
    thumb.save(read_hand("Bob 6"))
    page.locator("#outbox li b:text-is('Bob bid 6')").wait_for()
    thumb.signal(on=True)
    thumb.wait_for(3)
    thumb.nothing_waits()
    assert thumb.lines() == [*in_sheet(FIRST), ("Bob", 6), ("Ann", 5)]


@pytest.mark.deep
def test_a_double_tap_without_signal_waits_once_and_half_a_hand_is_asked_for(thumb):
    thumb.signal(on=False)
    thumb.enter(THREE[0])
    thumb.waits(1)
    thumb.tell(THREE[1])
    thumb.page.locator("#save").dblclick()
    assert thumb.waits(2) == IN_WORDS[:2]
    thumb.choose("bid", "7")
    thumb.tap("#save")
    thumb.page.locator("#alarm:text('Not saved yet: Who won the bid?')").wait_for()
    assert thumb.page.locator("#bid-7").is_checked()
    assert thumb.waits(2) == IN_WORDS[:2]
    thumb.page.reload()
    thumb.enter(Told("misdeal"))
    assert thumb.waits(3)[2] == "Misdeal"


def both_enter(thumb, new_phone, theirs):
    """This phone enters three hands without signal, another phone saves meanwhile; the signal comes back."""
    other = join(new_phone(), thumb)
    thumb.signal(on=False)
    for told in THREE:
        thumb.enter(told)
    thumb.waits(3)
    other.play(theirs)
    thumb.signal(on=True)
    return other


@pytest.mark.sampled(1)
@pytest.mark.parametrize("choice", ["Mine is the next hand", "Use mine to correct hand 2"])
def test_another_phone_saved_meanwhile_both_are_seen_and_the_rest_goes_on(thumb, new_phone, choice):
    both_enter(thumb, new_phone, read_hand("Dee 7"))
    page = thumb.page
    page.locator("#outbox.refused").wait_for()
    assert "Another phone saved first: 2 Dee bid 7: made." in text(page.locator("#outbox li").first)
    page.reload()  # still there, and still said
    thumb.act("See both")
    page.get_by_text("Someone saved first").wait_for()
    assert "Cy bid 6" in text(page.locator("main .mine"))
    thumb.signal(on=False)  # even the decision may wait
    page.get_by_role("button", name=choice).tap()
    thumb.waits(3)
    thumb.signal(on=True)
    thumb.wait_for(5)
    thumb.nothing_waits()
    theirs = [read_hand("Dee 7")] if "next" in choice else []
    assert thumb.lines() == in_sheet(FIRST, *theirs, *THREE)


@pytest.mark.deep
@pytest.mark.parametrize("seen", [True, False])
def test_mine_left_out_the_rest_goes_on(thumb, new_phone, seen):
    both_enter(thumb, new_phone, read_hand("Cy 6"))
    if seen:
        thumb.act("See both")
        thumb.page.get_by_role("link", name="Keep what is saved").tap()
    else:
        thumb.act("Leave mine out")
        thumb.page.get_by_role("button", name="Put it back").wait_for()
    thumb.wait_for(4)
    thumb.nothing_waits()
    assert thumb.lines() == in_sheet(FIRST, *THREE)  # theirs says the same bid, with another low


@pytest.mark.deep
def test_the_same_hand_from_another_phone_counts_as_sent(thumb, new_phone):
    both_enter(thumb, new_phone, THREE[0])
    thumb.wait_for(4)
    thumb.nothing_waits()
    assert thumb.lines() == in_sheet(FIRST, *THREE)


@pytest.mark.deep
def test_a_hand_that_cannot_be_is_shown_with_its_sentence_and_changed(new_phone):
    page = new_phone()
    thumb = dealt(page, read_night("minnesota-ten-point-5"))
    thumb.signal(on=False)
    thumb.tell(read_hand("Bob 5 with Dee"))
    thumb.count({"Bob": 60, "Cy": 40})
    thumb.tap("#save")
    thumb.has_an_empty_form()
    thumb.enter(read_hand("Cy 6 with Ann"))
    assert thumb.waits(2)[1] == "Cy bid 6 with Ann"
    thumb.signal(on=True)
    page.locator("#outbox.refused .wrong:text('That is 100 card points')").wait_for()
    assert thumb.lines() == []
    thumb.act("Change")
    page.locator("#outbox p:text('It is in the form below')").wait_for()
    assert page.locator("#bid-5").is_checked()
    thumb.count({"Cy": 20})
    thumb.tap("#save")
    thumb.wait_for(2)
    thumb.nothing_waits()
    assert thumb.lines() == [("Bob", 5), ("Cy", 6)]


@pytest.mark.deep
def test_without_signal_a_missing_partner_is_asked_for_before_the_hand_waits(new_phone):
    page = new_phone()
    thumb = dealt(page, read_night("minnesota-ten-point-5"))
    thumb.signal(on=False)
    thumb.enter(read_hand("Cy 6 with Ann"))
    thumb.waits(1)
    thumb.tell(read_hand("Bob 5"))
    thumb.tap("#save")
    page.locator("#alarm:text('Not saved yet: With which partner?')").wait_for()
    assert page.locator("#bid-5").is_checked()
    thumb.choose("partner", "alone")
    thumb.tap("#save")
    page.locator("#hand [name=sure]").wait_for(state="attached")
    thumb.tap("#save")
    assert thumb.waits(2) == ["Cy bid 6 with Ann", "Bob bid 5 alone"]
