"""The spoken score and its sounds: off until chosen, said once, a correction as one; with a voice that only notes."""

from tests.e2e.cellar import FIRST, dealt, save_elsewhere
from tests.e2e.hands import look, wait_for_all_scripts
from tests.e2e.nights import read_hand

NOTED = """
  window.said = [];
  navigator.vibrate = () => said.push("buzz");
  const voice = { cancel: () => said.push("hush"), speak: ({ text }) => said.push(text) };
  Object.defineProperty(window, "speechSynthesis", { value: voice });
  const Real = OscillatorNode;
  window.OscillatorNode = class extends Real {
    constructor(audio, options) { super(audio, options); said.push(options.frequency); }
  };
"""


def heard(page):
    """Return what was said and rung since the last time."""
    return [what for what in page.evaluate("said.splice(0)") if what != "hush"]


def test_the_score_is_said_once_after_each_row_where_that_was_chosen(page):
    page.add_init_script(NOTED)
    thumb = dealt(page)
    thumb.play(FIRST)
    assert heard(page) == ["buzz"], "the rest is off until chosen"
    page.goto("/screen")
    wait_for_all_scripts(page)
    for choice in ("says", "sounds", "buzzes"):
        with page.expect_response("**/screen"):
            page.locator(f"label:has([name={choice}])").tap()
    assert heard(page) == ["Say the score", 660], "a sample of each"
    page.goto(f"/t/{thumb.code}/watch")
    wait_for_all_scripts(page)
    assert heard(page) == [], "what was saved before the page came"
    save_elsewhere(thumb, read_hand("Cy 6"))
    look(page)
    page.locator(".digits:has-text('12')").wait_for()
    look(page)
    assert heard(page) == [660, "Made. Ann and Cy up 10, 12 to 8. Bob deals."]
    page.goto(f"/t/{thumb.code}")
    wait_for_all_scripts(page)
    thumb.tap("#take-back")
    thumb.wait_for(3)
    look(page)
    assert heard(page) == [660, "Taken back: Cy bid 6. 8 to 2. Ann deals."]
    thumb.play(read_hand("Cy 6 : low=Bob high=Bob jack=Bob jick=- trey=Bob"))
    assert heard(page) == [330, 247, "Set. Ann and Cy down 6, 14 to minus 4. Bob deals."]
