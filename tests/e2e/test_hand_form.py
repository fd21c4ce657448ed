"""The hand form under a thumb: what is lit stays lit, nothing lies under the foot, an undone hand is there again."""

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import Thumb
from tests.e2e.nights import NAMES, Night, read_hand

TABLES = [("minnesota-ten-point", 4), ("minnesota-ten-point", 5), ("smoke", 6)]
SAID = "() => JSON.stringify([...new FormData(document.getElementById('hand'))].filter(([name]) => name !== 'op_id'))"
RADIOS = "() => [...document.getElementById('hand').elements].filter((it) => it.type === 'radio').map((it) => it.id)"
HEAR_CLICKS = """() => { window.clicks = 0;
  document.addEventListener("click", ({ target }) => { if (target.matches("input")) window.clicks += 1; }); }"""
UNDER_THE_FOOT = """() => {
  const foot = document.querySelector(".foot").getBoundingClientRect().top;
  const isUnder = (it) => it.offsetParent && it.getBoundingClientRect().bottom > foot + 1;
  return [...document.querySelectorAll("#hand .tap")].filter(isUnder).map((it) => it.firstChild.id); }"""
FIVE = read_hand("Bob 5 : low=Ann")


def seated(page, variant, size):
    return Thumb.dealt(page, Night(variant, NAMES[:size], ()))


def tap_and_wait(page, label):
    """Tap a choice, and wait until the page has heard of it: a tap is over before."""
    heard = page.evaluate("clicks")
    label.tap()
    page.wait_for_function("heard => clicks > heard", arg=heard)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("variant", "size"), TABLES)
def test_a_second_tap_on_what_is_lit_changes_no_fact(page, variant, size):
    """Every other control, in its turn: the bidder's own side, the dash, the bid, a sit."""
    thumb = seated(page, variant, size)
    if not thumb.rules.worth:
        thumb.choose("play-1", "2")
    else:
        thumb.choose("bidder", "2")
        thumb.choose("bid", "4" if thumb.rules.auction.min < 4 else "5")
    page.evaluate(HEAR_CLICKS)
    tapped = 0
    for radio in page.evaluate(RADIOS)[::2]:
        label = page.locator(f"label:has([id='{radio}'])")
        if not label.is_visible() or page.locator(f"[id='{radio}']").is_disabled():
            continue
        tap_and_wait(page, label)
        said = page.evaluate(SAID)
        assert page.locator(f"[id='{radio}']").is_checked()
        tap_and_wait(page, label)
        assert page.evaluate(SAID) == said, radio
        tapped += 1
    assert tapped > 10


@pytest.mark.deep
def test_what_was_tapped_stays_where_the_bidder_changes_sides(page):
    """A tap on the side that is lit already says that it is meant so."""
    thumb = seated(page, "minnesota-ten-point", 4)
    thumb.choose("bidder", "1")
    thumb.tap("label:has(#point-low-1)")
    thumb.choose("bidder", "2")
    expect(page.locator("#point-low-1:checked, #point-high-2:checked")).to_have_count(2)


CROWDED_TABLES = [
    ("cutthroat-pitch", 3), ("partnership-pitch", 4), ("racehorse-pitch", 5), ("widow-smear", 3), ("widow-smear", 5),
    ("widow-smear", 8), ("tunkhannock-pitch", 4), ("ten-point-smear", 3), ("ten-point-smear", 8), ("pedro-sancho", 6),
    ("oklahoma-ten-point", 6), ("cutthroat-pitch", 6), ("cutthroat-pitch", 8), ("pedro-sancho", 7), ("smoke", 8),
]  # fmt: skip
"""Among them eleven bids or more, or more points and players than fit below one another."""
SCROLLED = {("pedro-sancho", 6): 560, ("pedro-sancho", 7): 640}
"""Tables with more rows as high as thumbs want them than such a screen has: above Save, which stays, they scroll."""
ROOMY = [(*TABLES[0], 640, 48), (*TABLES[1], 640, 48), ("money-pitch", 6, 640, 44), ("money-pitch", 8, 390, 48)]
TARGETS = "() => [...document.querySelectorAll('#points .tap')].map((it) => it.getBoundingClientRect().toJSON())"
KEYS = "() => [...document.querySelectorAll('.plays .tap')].flatMap((it) => [it.offsetWidth, it.offsetHeight])"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("variant", "size", "height", "least"), ROOMY)
def test_who_took_a_point_is_tapped_on_the_largest_targets_there_is_room_for(page, variant, size, height, least):
    """Two columns of trays on 360 pixels, each with three places for its card; a row a player, or a row a point."""
    thumb = seated(page, variant, size)
    page.set_viewport_size({"width": 360 if height > 400 else 844, "height": height})
    assert min(min(it["height"] - least, it["width"] - 48) for it in page.evaluate(TARGETS)) >= 0
    assert page.evaluate(UNDER_THE_FOOT) == []
    if variant == "money-pitch":  # the score of each stands in their row, and answers
        thumb.choose("bidder", "2")
        thumb.choose("bid", "2")
        expect(page.locator("#row-scores .score:visible")).to_have_text(["0", "0 then 4", *["0"] * (size - 2)])


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("variant", "size"), [*TABLES, *CROWDED_TABLES])
def test_nothing_of_an_ordinary_hand_lies_under_the_foot(page, variant, size):
    thumb = seated(page, variant, size)
    if variant != "smoke":
        thumb.choose("bidder", "2")
    for height in (640, 560):
        page.set_viewport_size({"width": 360, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate("() => document.querySelector('.foot').getBoundingClientRect().bottom <= innerHeight")
        if height <= SCROLLED.get((variant, size), 0):
            assert page.evaluate(UNDER_THE_FOOT), "it fits by now"
            page.locator("#points, #tricks").evaluate("it => it.scrollIntoView({ block: 'end' })")
        assert page.evaluate(UNDER_THE_FOOT) == [], height
        assert min(page.evaluate(KEYS), default=40) >= 40


@pytest.mark.deep
def test_an_undone_hand_is_in_the_form_again(page):
    thumb = seated(page, "minnesota-ten-point", 4)
    for name, value in (("bidder", "2"), ("bid", "5"), ("point-low", "1"), ("point-jack", "none")):
        page.locator(f"#{name}-{value}").check(force=True)
    thumb.tap("#save")
    thumb.wait_for(1)
    thumb.tap("#take-back")
    thumb.wait_for(2)
    expect(page.locator(":is(#bidder-2, #bid-5, #point-low-1, #point-jack-none):checked")).to_have_count(4)
    thumb.tap("#save")
    thumb.wait_for(3)
    assert thumb.scores() == {"Ann": 1, "Bob": 8, "Cy": 1, "Dee": 8}


def test_after_save_the_scores_are_in_sight_and_the_result_is_said(page):
    thumb = seated(page, "minnesota-ten-point", 4)
    page.set_viewport_size({"width": 360, "height": 400})
    thumb.tell(FIVE)
    assert page.evaluate("() => { scrollTo(0, 200); return scrollY; }") > 0
    thumb.save(FIVE)
    thumb.wait_for(1)
    assert page.evaluate("scrollY") == 0
    assert page.locator("#why").inner_text() == "Saved: Bob made 5: +9."
    assert page.evaluate("document.activeElement.id") == "save", "the focus stays on the button that was tapped"


LIT = "() => [...document.querySelectorAll('#points :checked')].map((it) => it.id)"


def test_one_tap_gives_the_other_side_what_nobody_has_tapped(page):
    thumb = seated(page, "minnesota-ten-point", 5)
    thumb.choose("partner", "1")
    targets = page.evaluate(TARGETS)
    thumb.choose("bidder", "1")
    assert page.evaluate(TARGETS) == targets, "a name more or less among the partners moves nothing"
    expect(page.locator("#partner :checked")).to_have_count(0)  # nobody is their own partner
    thumb.tap("label:has(#point-high-us)")  # lit already: the tap says that it is meant so
    thumb.choose("point-jack", "none")
    thumb.tap("#rest")
    expect(page.locator("#rest")).to_have_text("Rest to us")
    kept, points = {"point-high-us", "point-jack-none"}, [it for it in thumb.rules.worth if it not in ("high", "jack")]
    assert set(page.evaluate(LIT)) == kept | {f"point-{point}-them" for point in points}
    thumb.choose("point-low", "us")
    thumb.choose("point-game", "none")
    thumb.tap("#rest")
    expect(page.locator("#rest")).to_have_text("Rest to them")
    assert set(page.evaluate(LIT)) == kept | {"point-game-none", *(f"point-{it}-us" for it in points if it != "game")}
