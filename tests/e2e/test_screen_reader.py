"""What a screen reader has of a page: Chromium's accessibility tree, read as it would be read out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pytest

from tests.e2e.hands import Thumb
from tests.e2e.nights import NAMES, Night, read_hand, read_line

GROUPS = {"group", "radiogroup"}
TEN = Night("minnesota-ten-point", NAMES[:4], ())
CALLED = Night("minnesota-ten-point", NAMES[:5], ())
CUTTHROAT = Night("cutthroat-pitch", NAMES[:3], ())
SMOKE = Night("smoke", NAMES[:6], ())
TITLE = "Ann & Cy \N{EN DASH} Bob & Dee"
POINTS = ["high", "low", "jack", "jick", "high joker", "low joker", "game", "trey"]


@dataclass(frozen=True)
class Node:
    """One thing of the tree, and what it lies in, the nearest first."""

    role: str
    name: str
    properties: dict
    within: tuple[Node, ...]

    def group(self):
        return next((node for node in self.within if node.role in GROUPS and node.name), None)


def read_out(page):
    """Return all that is not hidden from a screen reader, in order."""
    found = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in found}

    def walk(identity, within):
        node = by_id[identity]
        here = within
        if not node["ignored"]:
            role, name = (node.get(key, {}).get("value", "") for key in ("role", "name"))
            properties = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
            made = Node(role, name.strip(), properties, within)
            yield made
            here = (made, *within)
        for child in node.get("childIds", ()):
            yield from walk(child, here)

    return list(walk(found[0]["nodeId"], ()))


def named(nodes, role):
    return [node.name for node in nodes if node.role == role]


def choices(nodes, group):
    """Return what a group of radio buttons offers, and what of it is chosen."""
    mine = [node for node in nodes if node.role == "radio" and node.group() and node.group().name == group]
    return [node.name for node in mine], [node.name for node in mine if node.properties.get("checked") == "true"]


def wrong_with(nodes):
    """Return what axe does not ask about: a choice without a question, a button or a choice that is there twice."""
    radios = [node for node in nodes if node.role == "radio"]
    heard = [f"the button {node.name!r}" for node in nodes if node.role == "button"]
    heard += [f"the choice {node.name!r} of {node.group().name!r}" for node in radios if node.group()]
    twice = [f"{count} of {name}" for name, count in Counter(heard).items() if count > 1]
    return twice + [f"the choice {node.name!r} answers no question" for node in radios if not node.group()]


def test_what_makes_no_sense_is_told_from_what_does(page):
    page.set_content("""
      <input type="radio" aria-label="Ann"> <button>Share</button> <button>Share</button>
      <div role="radiogroup" aria-label="High"><input type="radio" aria-label="-">
        <input type="radio" aria-label="-"></div>
    """)
    assert wrong_with(read_out(page)) == [
        "2 of the button 'Share'", "2 of the choice '-' of 'High'", "the choice 'Ann' answers no question",
    ]  # fmt: skip


OF_A_GAME = ["", "/log", "/lines/1", "/rules", "/rules/ask", "/watch", "/exits", "/vote", "/rule", "/invite", "/phones"]
HANDS = [
    pytest.param(TEN, read_hand("Bob 5 : low=Ann"), id="sides"),
    pytest.param(CALLED, read_hand("Bob 5 with Cy : low=Ann"), id="called"),
    pytest.param(CUTTHROAT, read_hand("Bob 2 : low=Ann jack=-"), id="alone"),
    pytest.param(SMOKE, read_line("Ann 2 Bob 2 Cy 1 ; sat Dee Eve Fay", smoke=True), id="Smoke"),
]


def listen(page, path=None):
    """Go to a page and read it out; it has to make sense."""
    if path is not None:
        assert page.goto(path).status == 200, path
    nodes = read_out(page)
    assert wrong_with(nodes) == [], page.url
    return nodes


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("night", "told"), HANDS)
def test_every_page_of_a_game_makes_sense_by_ear(page, night, told):
    listen(page, f"/new/{night.variant}/{len(night.players)}")
    thumb = Thumb.dealt(page, night)
    listen(page)
    thumb.play(told)
    for sheet in ("This hand", "More"):
        page.locator(f".links button:text-is('{sheet}')").tap()
        page.locator(":popover-open").wait_for()
        listen(page)
        page.keyboard.press("Escape")
        page.locator(":popover-open").wait_for(state="detached")
    for path in OF_A_GAME:
        listen(page, f"/t/{thumb.code}{path}")


@pytest.fixture
def thumb(page):
    return Thumb.dealt(page, TEN)


def test_the_hand_form_asks_each_question_with_its_answers(thumb):
    nodes = listen(thumb.page)
    assert named(nodes, "heading") == [TITLE, "Ann & Cy", "Bob & Dee", "Who won the bid?"]
    assert choices(nodes, "Who won the bid?") == (["Ann", "Bob", "Cy", "Dee deals"], [])
    assert choices(nodes, "The bid") == (["4", "5", "6", "7", "8", "9", "10"], [])
    for point in POINTS:
        assert choices(nodes, point) == (["Ann & Cy", "no one" if point == "game" else "not out", "Bob & Dee"], [])
    told = " ".join(named(nodes, "StaticText"))
    assert "Untapped points go to the bidder" in told, "that the rest is theirs is only seen, by a color"


@pytest.mark.deep
def test_the_end_says_who_won_first(page):
    thumb = Thumb.dealt(page, TEN, **{"rule-finish.target": "25"})
    for told in 3 * [read_hand("Bob 5 : low=Ann")]:
        thumb.play(told)
    page.locator(".winners").wait_for()
    nodes = listen(page)
    assert named(nodes, "heading")[:2] == [TITLE, "Bob & Dee won"]
    said = page.locator("#said[role=status]")  # it stays on the page, so that it is announced
    assert said.text_content() == "Made. Bob and Dee up 9. Bob and Dee win, 27 to 3."
    assert named(nodes, "button")[0] == "Rematch · Cy deals"
    (chart,) = named(nodes, "image")
    assert "Ann & Cy went from 0 to 3. Bob & Dee went from 0 to 27." in chart
