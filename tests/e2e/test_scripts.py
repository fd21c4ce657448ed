"""What the scripts add to a page: taps, alarms, following, steps; each in a browser, against the real server."""

import pytest
from playwright.sync_api import expect

from tests.e2e.cellar import FIRST, NIGHT, Cellar, dealt, dealt_and_stopped, save_elsewhere
from tests.e2e.nights import Night, read_hand

NEWS = "/(board|stream)$"
OTHER = read_hand("Cy 6")
TAP_TWICE = """() => {
  const save = document.getElementById("save");
  save.click();
  setTimeout(() => { save.click(); console.log("tapped twice"); }, 300); // the first one is on its way by then
}"""
HEAR_ALARMS = """() => {
  window.alarms = [];
  const hear = (changes) => alarms.push(...changes.flatMap(({ addedNodes }) => [...addedNodes].map((it) => it.data)));
  new MutationObserver(hear).observe(document.getElementById("alarm"), { childList: true });
}"""
"""An alarm is read aloud even if it is gone at once."""
PITCH = Night("partnership-pitch", NIGHT.players, ())
WHOLE_DECK = """
format = "scoresheet/1"
variant = "partnership-pitch"
players = ["Ann", "Bob", "Cy", "Dee"]
lines = []

[rules]
"deal.hand" = 13
"""


@pytest.fixture
def thumb(new_phone, wire):
    return dealt(new_phone(at=wire.address))


@pytest.fixture
def stopped(new_phone, wire):
    """A phone whose clock stands still until a test moves it, on a server with no room for its stream."""
    wire.answer("GET .*/stream$", 204)
    page = new_phone(at=wire.address)
    return dealt_and_stopped(page)


def test_a_form_without_htmx_tapped_twice_is_sent_once(thumb, wire):
    save_elsewhere(thumb, FIRST)
    page = thumb.page
    page.goto(f"/t/{thumb.code}/lines/1")
    thumb.choose("bid", "6")
    wire.hold("POST .*/lines/1$")
    with page.expect_console_message(lambda message: message.text == "tapped twice"):
        page.evaluate(TAP_TWICE)
    wire.mend()
    page.wait_for_url(lambda url: "/lines/" not in url)
    assert len(wire.asked("POST .*/lines/1$")) == 1
    assert thumb.lines() == [("Bob", 6)]


def test_the_question_whether_a_hand_is_meant_stays_though_a_preview_was_under_way(thumb, wire):
    """It would lengthen the foot as well, and move Save from under the thumb that answers."""
    page = thumb.page
    thumb.choose("bidder", "2")
    wire.wait_for("POST .*/preview$", 1)
    wire.hold("POST .*/preview$")
    thumb.choose("bid", "5")
    wire.wait_for("POST .*/preview$", 2)
    thumb.tap("#save")
    asked = page.locator("#why").inner_text()
    assert "save again" in asked
    with page.expect_event("requestfinished", lambda request: request.url.endswith("/preview")):
        wire.mend()
    page.evaluate("fetch('/screen').then((answer) => answer.text())")  # what came before it is done with by then
    assert page.locator("#why").inner_text() == asked
    thumb.choose("bid", "6")
    page.locator("#why:has-text('6')").wait_for()


def test_a_hand_is_tapped_and_saved_before_htmx_is_there(new_phone, wire):
    """What was tapped is told to htmx once it is there; a hand saved before is a plain form."""
    wire.hold("GET .*/htmx-.*js$")
    thumb = Cellar.dealt(new_phone(at=wire.address), NIGHT)
    thumb.play(FIRST)
    thumb.choose("bidder", "2")
    thumb.choose("bid", "5")
    assert not wire.asked("POST .*/preview$")
    wire.mend()
    thumb.page.locator("#why:has-text('makes 5')").wait_for()


@pytest.mark.deep
def test_a_conflict_is_no_alarm(thumb, wire):
    wire.cut(NEWS)
    save_elsewhere(thumb, OTHER)
    thumb.tell(FIRST)
    thumb.page.evaluate(HEAR_ALARMS)
    with thumb.page.expect_response(lambda answer: answer.url.endswith("/hands")) as answered:
        thumb.tap("#save")
    assert answered.value.status == 409
    thumb.page.get_by_text("Someone saved first").wait_for()
    assert thumb.page.evaluate("alarms") == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("status", "says"), [(403, "something went wrong"), (None, "no answer")])
def test_not_saved_stays_on_the_screen_while_the_table_moves_on(thumb, wire, status, says):
    """While the form is the same; with another form it is over."""
    page = thumb.page
    save_elsewhere(thumb, FIRST)
    thumb.wait_for(1)
    thumb.choose("bidder", "3")
    if status:
        wire.answer("POST .*/undo$", status)
    else:
        wire.cut("POST .*/undo$")
    page.locator("#take-back").tap()
    page.locator(f"#alarm:has-text('Not saved: {says}')").wait_for()
    save_elsewhere(thumb, OTHER)
    thumb.wait_for(2)
    assert page.locator(f"#alarm:has-text('Not saved: {says}')").is_visible()
    wire.mend()
    thumb.choose("bid", "7")
    thumb.save(read_hand("Cy 7"))
    page.get_by_text("Someone saved first").wait_for()
    assert page.locator("#alarm").is_hidden()


@pytest.mark.deep
def test_a_stream_that_went_silent_is_begun_anew(new_phone, wire):
    page = new_phone(at=wire.address)
    thumb = dealt_and_stopped(page)
    save_elsewhere(thumb, FIRST)
    thumb.wait_for(1)  # told by the stream: the clock stands still
    assert len(wire.asked("GET .*/stream$")) == 1
    page.clock.run_for(50_000)
    assert len(wire.asked("GET .*/stream$")) == 1
    for _ in range(9):  # more than once where the server of a slow machine has said its number again meanwhile
        page.clock.run_for(20_000)
        if len(wire.asked("GET .*/stream$")) > 1:
            break
    wire.wait_for("GET .*/stream$", 2)


@pytest.mark.deep
def test_when_the_signal_is_back_the_phone_looks_at_once(stopped):
    save_elsewhere(stopped, FIRST)
    context = stopped.page.context
    context.set_offline(True)
    context.set_offline(False)
    stopped.wait_for(1)


def test_without_a_stream_it_asks_every_three_seconds(stopped):
    save_elsewhere(stopped, FIRST)
    assert stopped.seq() == 0
    stopped.page.clock.run_for(3_000)
    stopped.wait_for(1)


def test_the_rest_is_what_the_other_pile_leaves(page):
    thumb = Cellar.brought_in(page, PITCH, WHOLE_DECK)
    piles = [f"#count-{thumb.key(player)}" for player in NIGHT.players[:2]]
    thumb.tap("#hand [popovertarget=count]")
    for typed, rest in (
        (["50", ""], ["50", "30"]),
        (["", "20"], ["60", "20"]),
        (["50", "10"], ["50", "30"]),  # the last one, whatever it had
        (["", ""], ["80", ""]),
    ):
        for pile, points in zip(piles, typed, strict=True):
            page.fill(pile, points)
        page.locator("#counted").set_checked(checked=False)
        thumb.tap("[data-rest]")
        for pile, points in zip(piles, rest, strict=True):
            expect(page.locator(pile)).to_have_value(points)
        assert page.locator("#counted").is_checked()
    for card, points in (("10", "10"), ("10", "20"), ("4", "24")):
        thumb.tap(f"[data-pile={piles[1][1:]}][data-add='{card}']")
        expect(page.locator(piles[1])).to_have_value(points)
    thumb.tap(f"[data-untap={piles[1][1:]}]")
    expect(page.locator(piles[1])).to_have_value("20")


@pytest.mark.deep
def test_a_vote_is_stepped_below_zero_and_back(thumb):
    page = thumb.page
    page.goto(f"/t/{thumb.code}/vote")
    field, minus, plus = (page.locator(f"{part}").first for part in (".step input", "[data-by='-1']", "[data-by='1']"))
    steps = ((minus, "−1"), (minus, "−2"), (minus, "−3"), (plus, "−2"), (plus, "−1"), (plus, "0"), (plus, "+1"))
    for button, shown in steps:
        button.tap()
        expect(field).to_have_value(shown)
    field.fill("-5")
    minus.tap()
    expect(field).to_have_value("−6")
    assert page.url.endswith("/vote"), "no way to the server and back"


def test_answers_appear_while_one_types(page):
    page.goto("/rules/partnership-pitch/4/ask")
    page.locator("#q").press_sequentially("dealer st", delay=40)
    page.locator("#dealer-steal").wait_for()
    assert page.locator("#q").input_value() == "dealer st"
    assert page.locator("#q").evaluate("it => it === document.activeElement")
    page.locator("#q").fill("xylophone")
    page.locator("#nothing").wait_for()
