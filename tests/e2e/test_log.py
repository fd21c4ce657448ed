"""The other side agrees while it fills in a hand, disputes an older one, and the dispute ends with a correction."""

from tests.e2e.hands import Thumb, boxes, expect_count, join
from tests.e2e.nights import read_hand, read_night

NIGHT = read_night("minnesota-ten-point-4")
SMALLEST = 48


def test_agreed_on_the_table_and_disputed_in_the_log(page, new_phone):
    thumb = Thumb.dealt(page, NIGHT, **{"stake-game": "0.10", "stake-set": "0.05", "currency": "USD"})
    thumb.play(read_hand("Bob 5 : low=Ann"))
    thumb.play(read_hand("Cy 8 : low=Bob trey=Bob"))

    other = join(new_phone(), thumb)
    bobs = other.page
    other.tap("label:has(#bidder-1)")
    last = bobs.locator("#last")
    assert "Nobody has confirmed this score yet." in last.inner_text()
    for box in boxes(last.locator(".two > :is(button, a):visible")):
        assert min(box["width"], box["height"]) >= SMALLEST
    other.tap("#last button:text-is('Agree')")
    last.locator(".agreed").wait_for()
    assert bobs.locator("#bidder-1").is_checked(), "a hand being filled in is left alone"
    expect_count(last.locator(".two"), 0)

    bobs.goto(f"/t/{thumb.code}/log")
    other.tap("#line-1 .say > summary")
    bobs.fill("#note-1", "I bid six")
    other.tap("#line-1 button:text-is('Dispute')")
    bobs.locator("#line-1 .disputed", has_text="“I bid six”").wait_for()

    page.goto(f"/t/{thumb.code}")
    page.locator("#last .disputed", has_text="“I bid six”").wait_for()
    page.goto(f"/t/{thumb.code}/lines/1")
    thumb.tap("label:has(#bid-6)")
    page.fill("#reason", "He did")
    thumb.tap("#save")
    page.wait_for_url("**/log?line=1#line-1")
    told = page.locator("#line-1").inner_text()
    assert "Disputed (earlier version)" in told
    assert "Before: Bob bid 5." in told
    page.goto(f"/t/{thumb.code}")
    expect_count(page.locator("#last .disputed"), 0)
