"""Three phones play one night: two keep score, one watches.  Whatever happens, what was tapped is saved once, in order.

They save at the same moment, one is without signal for three hands, their clocks are wrong, one is shut out in the
middle; in the end the log, the scores and the scoresheet say what was tapped, and the log says by whom.
"""

from contextlib import ExitStack

import pytest

from tests.e2e.cellar import EMPTY
from tests.e2e.hands import Thumb, join, look, wait_for_all_scripts
from tests.e2e.nights import read_hand, read_night

NIGHT = read_night("minnesota-ten-point-4")
TOGETHER = [read_hand("Bob 5 : low=Ann"), read_hand("Cy 6 : low=Bob")]
AGREED = read_hand("Dee 4 : jack=-")
AWAY = [read_hand(told) for told in ("Cy 5 : low=Bob", "Bob 4", "Ann 5 : jack=- game=Bob")]
SHUT_OUT = read_hand("Dee 6 : low=Ann")
LAST = read_hand("Bob 10")
NO_ASKING = "**/board?seen=*"
DAY = 24 * 60 * 60 * 1000
WRONG_CLOCKS = {"slow": -2 * 60 * 60 * 1000, "fast": 32 * DAY}


@pytest.fixture
def phones(new_phone):
    """Return the host, who keeps score, another who does, and the page of one who watches."""
    host = Thumb(new_phone(), NIGHT)
    host.sit_down()
    guest = join(new_phone(), host)
    watcher = new_phone()
    host.page.goto(f"/t/{host.code}/invite")
    watcher.goto(f"/join?code={host.page.locator('p.code').text_content()}")
    watcher.get_by_role("button", name="Watch this table").tap()
    watcher.get_by_role("button", name="I'm just watching").tap()
    watcher.wait_for_url(f"**/t/{host.code}")
    watcher.goto(f"/t/{host.code}/watch")
    host.page.goto(f"/t/{host.code}")
    return host, guest, watcher


def set_clock(thumb, milliseconds):
    """Step a phone's clock; what it asks for from time to time goes on."""
    thumb.page.evaluate("""by => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + by;
    }""", milliseconds)  # fmt: skip


def send_at_once(*thumbs):
    """Tap Save on each before any has its answer; give the numbers that came back, phone by phone."""
    with ExitStack() as stack:
        answered = [stack.enter_context(thumb.page.expect_response("**/hands")) for thumb in thumbs]
        for thumb in thumbs:
            thumb.page.evaluate("document.getElementById('save').click()")
    for thumb in thumbs:
        thumb.page.wait_for_function("() => !document.querySelector('[data-sent]')")
    return [answer.value.status for answer in answered]


def enter_without_signal(thumb, told):
    thumb.tell(told)
    thumb.save(told)
    thumb.page.wait_for_function(EMPTY)


def sheet(thumb):
    return thumb.page.request.get(f"/t/{thumb.code}/sheet.json").json()["lines"]


def in_words(*told):
    return [(hand.bidder, hand.bid) for hand in told]


def two_at_once(host, guest):
    """Two different hands at the same moment: one is saved, the other's phone is asked, and says that it is the next.

    Give them in the order they came to be saved.
    """
    for thumb, told in zip((host, guest), TOGETHER, strict=True):
        thumb.page.route(NO_ASKING, lambda route: route.abort())  # what the other saves is not heard of in time
        thumb.tell(told)
    numbers = send_at_once(host, guest)
    assert sorted(numbers) == [200, 409]
    late = (host, guest)[numbers.index(409)]
    late.page.locator("main .mine").wait_for()
    for thumb in (host, guest):
        thumb.page.unroute_all(behavior="wait")  # the table that opens next asks what became of it
    late.page.get_by_role("button", name="Mine is the next hand").tap()
    late.wait_for(2)
    for thumb in (host, guest):
        look(thumb.page)
        thumb.wait_for(2)
    return TOGETHER[::-1] if late is host else TOGETHER


def the_same_at_once(host, guest):
    """The same hand at the same moment, on phones whose clocks are wrong: it is one hand, and they agree."""
    set_clock(host, WRONG_CLOCKS["slow"])
    set_clock(guest, WRONG_CLOCKS["fast"])
    for thumb in (host, guest):
        thumb.page.route(NO_ASKING, lambda route: route.abort())
        thumb.tell(AGREED)
    assert send_at_once(host, guest) == [200, 200]
    for thumb in (host, guest):
        thumb.page.unroute_all(behavior="wait")
        thumb.wait_for(3)


def three_without_signal(host, guest):
    """Nobody else sees them meanwhile; they come once and in order."""
    wait_for_all_scripts(guest.page)
    guest.page.context.set_offline(True)
    for count, told in enumerate(AWAY, start=1):
        enter_without_signal(guest, told)
        guest.page.locator("#outbox summary b").get_by_text(f"{count} waiting to send", exact=True).wait_for()
    assert len(sheet(host)) == 3
    guest.page.context.set_offline(False)
    for thumb in (host, guest):
        thumb.wait_for(6)
    guest.page.locator("#outbox li").first.wait_for(state="detached")


def shut_out(host, guest):
    """With a hand half sent: it is refused."""
    guest.tell(SHUT_OUT)
    host.page.goto(f"/t/{host.code}/phones")
    its = host.page.locator("li", has=host.page.locator("input[value=scorer][checked]"))
    its.locator("summary").tap()
    its.get_by_role("button", name="Remove now").tap()
    host.page.locator("li.struck").first.wait_for()
    with guest.page.expect_response(lambda answer: answer.url.endswith("/hands")) as refused:
        guest.tap("#save")
    assert refused.value.status == 404
    host.page.goto(f"/t/{host.code}")
    assert host.seq() == 6


def test_a_night_of_three_phones_is_what_was_tapped_once_each(phones, record_property):
    host, guest, watcher = phones
    tapped = [*two_at_once(host, guest), AGREED, *AWAY, SHUT_OUT, LAST]
    the_same_at_once(host, guest)
    three_without_signal(host, guest)
    shut_out(host, guest)
    host.play(SHUT_OUT)
    host.play(LAST)

    assert [(line["bidder"], str(line["bid"])) for line in sheet(host)] == in_words(*tapped)
    Thumb(watcher, NIGHT).wait_for(8)
    report = host.score_by_command()
    assert host.scores() == report["scores"]
    shown = [int(digits.replace("−", "-")) for digits in watcher.locator("[data-score]").all_inner_texts()]
    assert shown == [report["scores"]["Ann"], report["scores"]["Bob"]]
    host.page.goto(f"/t/{host.code}/log")
    numbers = [int(number) for number in host.page.locator(".entry h2 > .num").all_inner_texts()]
    assert numbers == list(range(8, 0, -1)), "the newest first, each once, nothing struck"
    record_property("6 three phones", f"{len(tapped)} hands tapped on two phones, {len(sheet(host))} saved")
