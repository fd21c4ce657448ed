"""A whole night by keyboard alone: nothing here needs a finger."""

import pytest

from tests.e2e.hands import Thumb
from tests.e2e.nights import read_hand, read_night

NIGHT = read_night("minnesota-ten-point-4")
FURTHEST = 150
"""Tabs until something is found, at most: once around the longest page."""
FOCUS = """() => {
  const middle = (box) => document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const covered = (one, box) => middle(box)?.closest(".foot") && !one.closest(".foot");
  const one = document.activeElement, seen = one.closest(".tap") ?? one;
  const { outlineStyle, outlineWidth } = getComputedStyle(seen);
  const box = seen.getBoundingClientRect();
  return {
    name: one.name ?? "", id: one.id, somewhere: one !== document.body,
    seen: one.matches(":focus-visible") && outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
    within: box.bottom > 0 && box.top < innerHeight && !covered(seen, box), html: one.outerHTML.slice(0, 120),
  };
}"""


class Keys(Thumb):
    """A scorer without a pointer: Tab, arrows, Enter, and letters for names.  `taps` counts what was chosen."""

    def press(self, key):
        """Press a key; give where the focus is. It is to be seen wherever it is."""
        self.page.keyboard.press(key)
        focus = self.page.evaluate(FOCUS)
        assert focus["seen"] or not focus["somewhere"], f"after {key} the focus is not to be seen: {focus['html']}"
        assert focus["within"] or not focus["somewhere"], f"after {key} the focus lies under the foot: {focus['html']}"
        return focus

    def go_to(self, locator, key="Tab"):
        wanted = locator.first.element_handle()
        for _ in range(FURTHEST):
            if wanted.evaluate("one => one === document.activeElement"):
                return
            self.press(key)
        raise AssertionError(f"{locator} is not reached by {key}")

    def tap(self, selector):
        self.go_to(self.page.locator(selector))
        self.page.keyboard.press("Enter")
        self.taps += 1

    def choose(self, name, value):
        choice = self.page.locator(f"[id='{name}-{value}']")
        if choice.is_checked():
            return
        for _ in range(FURTHEST):
            if self.page.evaluate("document.activeElement.name") == name:
                break
            self.press("Tab")
        for _ in range(20):
            if self.page.evaluate("document.activeElement.id") == f"{name}-{value}":
                break
            self.press("ArrowRight")
        if not choice.is_checked():
            self.press("Space")
        assert choice.is_checked(), (name, value)
        self.taps += 1

    def type(self, selector, text):
        self.go_to(self.page.locator(selector))
        self.page.keyboard.type(text)


@pytest.mark.deep
def test_a_whole_night_by_keyboard_alone(page, record_property):
    keys = Keys(page, NIGHT)
    keys.sit_down()
    for told in NIGHT.told:
        keys.play(told)
        focus = page.evaluate(FOCUS)
        assert focus["somewhere"] or told.what == "correct", f"after {told.what} the focus is lost"
    report = keys.score_by_command()
    assert report["status"] == "finished"
    assert keys.scores() == report["scores"]
    said = f"{len(NIGHT.told)} lines, an undo and a correction among them, by keyboard alone"
    record_property("18 keyboard", said)


def test_what_is_tapped_by_keyboard_is_told_apart_from_what_is_not(page):
    """The test above can fail: with its ring taken away the focus is not to be seen."""
    keys = Keys(page, NIGHT)
    keys.sit_down()
    page.evaluate("""() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("* { outline: none !important }");
      document.adoptedStyleSheets.push(sheet);
    }""")
    with pytest.raises(AssertionError, match="the focus is not to be seen"):
        keys.tell(read_hand("Bob 5"))
