"""House rules by taps: chosen, kept under a name, changed in the middle of a night, and there again the next."""

import re

from scorekeeper.sheets.phrases import say_setting
from tests.e2e.hands import Thumb
from tests.e2e.nights import NAMES, Night, read_hand

PITCH = Night("partnership-pitch", NAMES[:4], ())


def agree(thumb):
    """Look whether the screen says what `scorekeeper score` makes of the exported sheet; give that."""
    report = thumb.score_by_command()
    assert thumb.scores() == report["scores"]
    return report


def names(thumb):
    for seat, name in enumerate(thumb.night.players, start=1):
        thumb.page.fill(f"#name-{seat}", name)


def deal(thumb):
    thumb.tap("button:text-is('Deal')")
    at_the_table(thumb)


def at_the_table(thumb):
    thumb.page.wait_for_url(re.compile(r"/t/[\w-]{22}$"))
    thumb.page.locator("#poll").wait_for(state="attached")
    thumb.code = thumb.page.url.rsplit("/t/")[1]


def answer(thumb, key, value):
    """Tap an answer to a question about the rules."""
    thumb.tap(f"label:has([id='rule-{key}-{value}'])")


def more(thumb, link):
    thumb.tap("button:text-is('More')")
    thumb.tap(f"#more a:has(b:text-is('{link}'))")


def count_a_tie(thumb, told):
    """Fill in a hand and count game: three tens in each pile."""
    seq = thumb.seq()
    thumb.tell(told)
    thumb.tap(".links [popovertarget=count]")
    for pile in ("count-1", "count-2"):
        for _ in range(3):
            thumb.tap(f"[data-pile={pile}][data-add='10']")
    thumb.tap("#count button:text-is('Done')")
    thumb.tap("#save")
    thumb.wait_for(seq + 1)


def sit_down_to_legion_rules(thumb):
    thumb.page.goto("/")
    thumb.tap("text=Start a game")
    thumb.tap(".sizes a:text-is('4')")
    thumb.page.locator(".sizes [aria-current]").wait_for()
    thumb.tap("#fits a[href*='/new/partnership-pitch/']")
    names(thumb)
    answer(thumb, "finish.target", "11")
    thumb.tap("button:text-is('All house rules')")
    thumb.tap("summary:has-text('The points')")
    answer(thumb, "game.tie", "bidders")
    thumb.tap("#keep > summary")
    thumb.page.fill("#save_as", "Legion rules")
    deal(thumb)


def change_the_tied_game(thumb):
    more(thumb, "Change a rule")
    thumb.tap("summary:has-text('The points')")
    thumb.tap("a:has-text('A tied game')")
    answer(thumb, "game.tie", "nobody")
    thumb.page.fill("#note", "Ann insisted")
    thumb.tap("#save")
    at_the_table(thumb)


def vote_one_off(thumb):
    more(thumb, "Adjust score")
    thumb.tap("[aria-label='One less for Ann & Cy']")
    thumb.page.wait_for_function("() => document.getElementById('by-1').value === '−1'")
    thumb.page.fill("#reason", "Led out of turn")
    thumb.tap("#save")
    at_the_table(thumb)


def test_legion_rules(page):
    thumb = Thumb(page, PITCH)
    sit_down_to_legion_rules(thumb)
    agree(thumb)
    assert "to 11" in page.locator("#board").inner_text()

    thumb.play(read_hand("Bob 3"))
    assert agree(thumb)["scores"]["Bob"] == 4
    count_a_tie(thumb, read_hand("Ann 2 : low=Bob"))
    assert agree(thumb)["scores"]["Ann"] == 3, "a tied game is the bidders'"

    change_the_tied_game(thumb)
    agree(thumb)
    assert say_setting("game.tie", "nobody") in page.locator("#last").inner_text()
    count_a_tie(thumb, read_hand("Ann 2 : low=Bob"))
    assert agree(thumb)["scores"]["Ann"] == 5, "now nobody has a tied game"

    vote_one_off(thumb)
    assert agree(thumb)["scores"]["Ann"] == 4
    thumb.play(read_hand("Dee 4"))
    agree(thumb)
    thumb.play(read_hand("Dee 4"))
    report = agree(thumb)
    assert report["status"] == "finished"
    assert page.locator(".winners").inner_text() == "Bob & Dee won"

    first = thumb.code
    thumb.tap("button:has-text('Rematch')")
    page.wait_for_url(lambda url: "/t/" in url and first not in url)
    at_the_table(thumb)
    agree(thumb)
    count_a_tie(thumb, read_hand("Ann 2 : low=Bob"))
    assert agree(thumb)["scores"]["Ann"] == 2, "the rules in force at the end go on"

    page.goto("/")
    thumb.tap("text=Start a game")
    thumb.tap(".drawn-games a:has-text('Legion rules') >> nth=0")
    for name in PITCH.players:
        thumb.tap(f"[data-regular='{name}']")
    deal(thumb)
    agree(thumb)
    count_a_tie(thumb, read_hand("Ann 2 : low=Bob"))
    assert agree(thumb)["scores"]["Ann"] == 3, "as they were kept"
    page.goto(f"/t/{thumb.code}/house")
    assert "Started with “Legion rules”, version 1." in page.locator("main").inner_text()
    page.goto(f"/t/{first}/house")
    assert "A rule has changed since." in page.locator("main").inner_text()
