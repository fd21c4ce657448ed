"""No signal: the table opens, hands wait in the phone, and go out once and in order (design/trust.md, row 8).

The signal is taken from the browser, the answer from the wire, the server from its port; nothing is put in their place.
"""

from __future__ import annotations

import re
from contextlib import ExitStack
from urllib.parse import parse_qsl, urlencode

import pytest

from tests.e2e.conftest import serving
from tests.e2e.hands import Thumb, join
from tests.e2e.nights import Told, read_hand, read_line, read_night

NIGHT = read_night("minnesota-ten-point-4")
FIRST = read_hand("Bob 5 : low=Ann game=Ann")
THREE = [read_hand(told) for told in ("Cy 6 : low=Bob", "Bob 4", "Ann 5 : jack=- game=Bob")]
EMPTY = """() => !document.querySelector("[data-sent], #hand :checked:not([value=''])")"""
SENT_OR_REFUSED = """() => document.querySelector("#outbox.refused") || !document.querySelector("#outbox li")"""
IN_WORDS = ["Cy bid 6 low: Bob & Dee", "Bob bid 4", "Ann bid 5 jack: nobody · game: Bob & Dee"]


@pytest.fixture
def thumb(new_phone):
    """A phone that keeps pages, at a table with one hand saved."""
    thumb = sat_down(new_phone(keeps=True))
    thumb.play(FIRST)
    thumb.page.locator("#why:text('Saved: Bob bid 5.')").wait_for()
    is_kept(thumb)
    return thumb


def sat_down(page):
    thumb = Thumb(page, NIGHT)
    thumb.sit_down()
    is_kept(thumb)
    return thumb


def is_kept(thumb):
    """Wait until the phone keeps the table as it is on the screen."""
    kept = """async ([path, seq]) => (await (await caches.match(path))?.text())?.includes(`?seen=${seq}"`)"""
    wait_until(thumb.page, kept, [f"/t/{thumb.code}", thumb.seq()])


def wait_until(page, promise, arg=None):
    """Wait for what a promise tells, asking anew until it is true."""
    page.wait_for_function(promise, arg=arg)


def wait_for_more(page, heard):
    """Wait until a list that a route fills has one more."""
    count = len(heard)
    while len(heard) == count:
        page.wait_for_event("requestfinished")


def signal(thumb, *, on):
    thumb.page.context.set_offline(not on)


def enter(thumb, told):
    """Tap a hand and Save; it is to wait in the phone."""
    if told.what == "hand":
        thumb.tell(told)
        thumb.tap("#save")
    else:
        thumb.tap(f"#hand button[value={told.what}]:not(.vh)")
    thumb.page.wait_for_function(EMPTY)


def count(thumb, piles):
    """Type the card points of these piles."""
    thumb.tap("#hand [popovertarget=count]")
    for player, points in piles.items():
        thumb.page.fill(f"#count-{thumb.key(player)}", str(points))
    thumb.tap("#count button:text-is('Done')")


def waits(thumb, count):
    says = f"{count} waiting to send"
    thumb.page.locator("#outbox summary b").get_by_text(says, exact=True).wait_for()
    return [text(item) for item in thumb.page.locator("#outbox li > p:first-child").all()]


def text(locator):
    return " ".join(locator.text_content().split())


def nothing_waits(thumb):
    thumb.page.locator("#outbox li").first.wait_for(state="detached")


def lines(thumb):
    """Give (bidder, bid) of every line of the exported sheet."""
    sheet = thumb.page.request.get(f"/t/{thumb.code}/sheet.json").json()
    return [(line.get("bidder"), line.get("bid")) for line in sheet["lines"]]


def in_sheet(*told):
    return [(hand.bidder, int(hand.bid)) for hand in told]


def unfold(thumb):
    if thumb.page.locator("#outbox details[open]").count() == 0:
        thumb.page.locator("#outbox summary").tap()


def act(thumb, label, item=0):
    unfold(thumb)
    thumb.page.locator("#outbox li").nth(item).get_by_role("button", name=label, exact=True).tap()


# ---------------------------------------------------------------- they arrive once, and in order


@pytest.mark.parametrize("locks", [True, False])
def test_hands_entered_without_signal_arrive_once_and_in_order(thumb, tmp_path, record_property, locks):
    page = thumb.page
    if not locks:
        page.context.add_init_script("delete Navigator.prototype.locks")
        page.reload()
    signal(thumb, on=False)
    for count, told in enumerate(THREE, start=1):
        enter(thumb, told)
        waits(thumb, count)
    assert page.locator("#said").text_content() == "Ann bid 5. Saved on this phone, will send."
    page.reload()
    assert waits(thumb, 3) == IN_WORDS
    assert "No signal. This is the table as of" in text(page.locator("#outbox .line"))
    assert thumb.scores() == {"Ann": 2, "Bob": 8, "Cy": 2, "Dee": 8}  # nothing is made up meanwhile
    page.locator("a:text-is('Log')").tap()
    page.locator("h1:text-is('No signal')").wait_for()
    page.go_back()
    assert waits(thumb, 3) == IN_WORDS
    signal(thumb, on=True)
    thumb.wait_for(4)
    nothing_waits(thumb)
    page.locator("#outbox .line:has-text('Sent: 3 hands.')").wait_for()
    page.locator("html:not([data-kept])").wait_for()
    assert "No signal" not in text(page.locator("#outbox"))
    assert lines(thumb) == in_sheet(FIRST, *THREE)
    assert thumb.scores() == thumb.score_by_command(tmp_path)["scores"]
    thumb.play(read_hand("Dee 4"))  # the next hand goes straight to the server again
    assert len(lines(thumb)) == 5
    record_property("offline", f"{'Web Locks' if locks else 'a lease'}: 3 of 3 hands sent once and in order")


@pytest.mark.parametrize("lost", ["session", None])
def test_an_expired_token_or_a_lost_cookie_is_sent_all_the_same_or_visibly_refused(thumb, lost):
    signal(thumb, on=False)
    for told in THREE:
        enter(thumb, told)
    waits(thumb, 3)
    thumb.page.context.clear_cookies(**({"name": lost} if lost else {}))
    signal(thumb, on=True)
    thumb.page.wait_for_function(SENT_OR_REFUSED)
    refused = thumb.page.locator("#outbox.refused li").count()
    assert refused in (0, 3)
    assert lost is None or not refused
    if not refused:
        thumb.wait_for(4)
        assert lines(thumb) == in_sheet(FIRST, *THREE)
    else:
        assert "This phone may not write at this table now" in text(thumb.page.locator("#outbox"))


def test_hands_outlive_a_closed_page_and_a_stopped_server(new_phone, tmp_path):
    with ExitStack() as rest:
        with serving(tmp_path) as address:
            thumb = sat_down(new_phone(keeps=True, at=address))
        enter(thumb, THREE[0])  # nobody listens at that port now
        waits(thumb, 1)
        context = thumb.page.context
        thumb.page.close()
        thumb.page = context.new_page()
        thumb.page.goto(f"/t/{thumb.code}")
        assert waits(thumb, 1) == IN_WORDS[:1]
        enter(thumb, THREE[1])
        waits(thumb, 2)
        rest.enter_context(serving(tmp_path, address.rpartition(":")[2]))
        thumb.wait_for(2)
        nothing_waits(thumb)
        assert lines(thumb) == in_sheet(*THREE[:2])


@pytest.mark.parametrize("op_ids", [True, False])
def test_an_answer_lost_on_the_way_doubles_nothing(page, op_ids, record_property):
    """The control: a phone that sends again without the form's own number, upon what it sees by then, has it twice."""
    thumb = Thumb(page, NIGHT)
    thumb.sit_down()
    posts = []

    def lose(route):
        fields = dict(parse_qsl(route.request.post_data))
        if posts and not op_ids:
            fields |= {"op_id": f"{len(posts):032x}", "seen": str(len(lines(thumb)))}
        posts.append(fields["op_id"])
        if len(posts) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_(post_data=urlencode(fields))

    page.route("**/hands", lose)
    enter(thumb, FIRST)
    nothing_waits(thumb)
    page.locator("#outbox .line:has-text('Sent: Bob bid 5.')").wait_for()
    assert len(posts) == 2
    assert lines(thumb) == in_sheet(FIRST) * (1 if op_ids else 2)
    record_property("lost answer", f"{'with' if op_ids else 'without'} op_ids: 1 hand was written {len(lines(thumb))}×")


@pytest.mark.parametrize("for_us", ["/hands", "/hands|/stamp|/board"])
def test_a_network_that_answers_for_us_has_saved_nothing(page, for_us):
    thumb = Thumb(page, NIGHT)
    thumb.sit_down()
    login = "<h1>Welcome to the Corner Bar</h1>"
    answered = []

    def welcome(route):
        answered.append(route.request.url)
        route.fulfill(body=login, content_type="text/html")

    page.route(re.compile(for_us), welcome)
    enter(thumb, FIRST)
    waits(thumb, 1)
    wait_for_more(page, answered)
    waits(thumb, 1)
    assert page.locator("text=Corner Bar").count() == 0
    page.unroute_all(behavior="wait")
    thumb.wait_for(1)
    assert lines(thumb) == in_sheet(FIRST)


# ---------------------------------------------------------------- a thumb changes its mind


def test_what_waits_can_be_taken_out_put_back_and_changed(thumb):
    page = thumb.page
    signal(thumb, on=False)
    for told in THREE:
        enter(thumb, told)
    waits(thumb, 3)
    assert "Undo waiting hand" in page.locator("#take-back").inner_text()
    page.locator("#take-back").tap()
    assert waits(thumb, 2) == IN_WORDS[:2]
    assert "Taken out: Ann bid 5." in text(page.locator("#outbox"))
    page.get_by_role("button", name="Put it back").tap()
    assert waits(thumb, 3) == IN_WORDS
    act(thumb, "Take out", 0)
    assert waits(thumb, 2) == IN_WORDS[1:]
    act(thumb, "Change", 0)
    page.locator("#outbox p:text('It is in the form below')").wait_for()
    assert page.locator("#bid-4").is_checked()
    assert page.locator(f"[id='bidder-{thumb.key('Bob')}']").is_checked()
    thumb.choose("bid", "6")
    thumb.tap("#save")
    page.locator("#outbox li b:text-is('Bob bid 6')").wait_for()
    signal(thumb, on=True)
    thumb.wait_for(3)
    nothing_waits(thumb)
    assert lines(thumb) == [*in_sheet(FIRST), ("Bob", 6), ("Ann", 5)]


def test_a_double_tap_without_signal_waits_once_and_half_a_hand_is_asked_for(thumb):
    signal(thumb, on=False)
    enter(thumb, THREE[0])
    waits(thumb, 1)
    thumb.tell(THREE[1])
    thumb.page.locator("#save").dblclick()
    assert waits(thumb, 2) == IN_WORDS[:2]
    thumb.choose("bid", "7")
    thumb.tap("#save")
    thumb.page.locator("#alarm:text('Not saved yet: Who bought the bid?')").wait_for()
    assert thumb.page.locator("#bid-7").is_checked()
    assert waits(thumb, 2) == IN_WORDS[:2]
    thumb.page.reload()
    enter(thumb, Told("misdeal"))
    assert waits(thumb, 3)[2] == "Misdeal"


# ---------------------------------------------------------------- refused, shown, and gone on


def both_enter(thumb, new_phone, theirs):
    """This phone enters three hands without signal, another phone saves meanwhile; the signal comes back."""
    other = join(new_phone(), thumb)
    signal(thumb, on=False)
    for told in THREE:
        enter(thumb, told)
    waits(thumb, 3)
    other.play(theirs)
    signal(thumb, on=True)
    return other


@pytest.mark.parametrize("choice", ["Mine is the next hand", "Use mine as a correction of hand 2"])
def test_another_phone_saved_meanwhile_both_are_seen_and_the_rest_goes_on(thumb, new_phone, choice):
    both_enter(thumb, new_phone, read_hand("Dee 7"))
    page = thumb.page
    page.locator("#outbox.refused").wait_for()
    assert "Another phone saved first: 2 Dee bid 7: made." in text(page.locator("#outbox li").first)
    page.reload()  # still there, and still said
    act(thumb, "See both")
    page.get_by_text("Somebody was first").wait_for()
    assert "Cy bid 6" in text(page.locator("main .mine"))
    signal(thumb, on=False)  # even the decision may wait
    page.get_by_role("button", name=choice).tap()
    waits(thumb, 3)
    signal(thumb, on=True)
    thumb.wait_for(5)
    nothing_waits(thumb)
    theirs = [read_hand("Dee 7")] if "next" in choice else []
    assert lines(thumb) == in_sheet(FIRST, *theirs, *THREE)


@pytest.mark.parametrize("seen", [True, False])
def test_mine_left_out_the_rest_goes_on(thumb, new_phone, seen):
    both_enter(thumb, new_phone, read_hand("Cy 6"))
    if seen:
        act(thumb, "See both")
        thumb.page.get_by_role("link", name="Agree with what is saved").tap()
    else:
        act(thumb, "Leave mine out")
        thumb.page.get_by_role("button", name="Put it back").wait_for()
    thumb.wait_for(4)
    nothing_waits(thumb)
    assert lines(thumb) == in_sheet(FIRST, *THREE)  # theirs says the same bid, with another low


def test_the_same_hand_from_another_phone_counts_as_sent(thumb, new_phone):
    both_enter(thumb, new_phone, THREE[0])
    thumb.wait_for(4)
    nothing_waits(thumb)
    assert lines(thumb) == in_sheet(FIRST, *THREE)


@pytest.mark.parametrize("late", [False, True], ids=["first", "after another phone"])
def test_a_hand_that_cannot_be_is_shown_with_its_sentence_and_changed(new_phone, late):
    page = new_phone()
    thumb = Thumb(page, read_night("minnesota-ten-point-5"))
    thumb.sit_down()
    other = join(new_phone(), thumb) if late else None
    signal(thumb, on=False)
    thumb.tell(read_hand("Bob 5 with Dee"))
    count(thumb, {"Bob": 60, "Cy": 40})
    thumb.tap("#save")
    page.wait_for_function(EMPTY)
    enter(thumb, read_hand("Cy 6 with Ann"))
    assert waits(thumb, 2)[1] == "Cy bid 6 with Ann"
    if other:
        other.play(read_hand("Eve 7 alone"))
    signal(thumb, on=True)
    if other:
        act(thumb, "See both")
        page.get_by_role("button", name="Mine is the next hand").tap()
    page.locator("#outbox.refused .wrong:text('That is 100 card points')").wait_for()
    assert lines(thumb) == ([("Eve", 7)] if other else [])
    act(thumb, "Change")
    page.locator("#outbox p:text('It is in the form below')").wait_for()
    assert page.locator("#bid-5").is_checked()
    count(thumb, {"Cy": 20})
    thumb.tap("#save")
    thumb.wait_for(3 if other else 2)
    nothing_waits(thumb)
    assert lines(thumb) == [*([("Eve", 7)] if other else []), ("Bob", 5), ("Cy", 6)]


def test_without_signal_a_missing_partner_is_asked_for_before_the_hand_waits(new_phone):
    page = new_phone()
    thumb = Thumb(page, read_night("minnesota-ten-point-5"))
    thumb.sit_down()
    signal(thumb, on=False)
    enter(thumb, read_hand("Cy 6 with Ann"))
    waits(thumb, 1)
    thumb.tell(read_hand("Bob 5"))
    thumb.tap("#save")
    page.locator("#alarm:text('Not saved yet: Who is the partner?')").wait_for()
    assert page.locator("#bid-5").is_checked()
    thumb.choose("partner", "alone")
    thumb.tap("#save")
    assert waits(thumb, 2) == ["Cy bid 6 with Ann", "Bob bid 5 alone"]


# ---------------------------------------------------------------- what the phone keeps


def test_what_opens_without_signal_and_what_does_not(thumb):
    page = thumb.page
    page.goto("/")
    wait_until(page, "async () => (await (await caches.match('/'))?.text())?.includes('table-card')")
    signal(thumb, on=False)
    page.goto("/book")
    page.locator("h1:text-is('No signal')").wait_for()
    page.locator("#kept a").wait_for()
    page.get_by_role("link", name="All tables").tap()
    page.locator(".table-card").tap()
    thumb.wait_for(1)
    assert thumb.scores()["Bob"] == 8
    enter(thumb, THREE[0])
    waits(thumb, 1)
    page.goto("/")
    page.locator(".table-card:has-text('1 waiting to send')").wait_for()
    kept = page.evaluate("async (path) => (await caches.match(path)).text()", f"/t/{thumb.code}")
    assert 'name="csrf_token" value=""' in kept
    assert not re.search(r'name="csrf_token" value="[^"]', kept)
    policy = page.evaluate("async (path) => (await caches.match(path)).headers.get('content-security-policy')", "/")
    assert "default-src 'none'" in policy


def test_a_kept_page_is_thrown_away_once_the_server_says_no(thumb):
    page, path = thumb.page, "/t/" + "A" * 22
    page.evaluate(
        "async (path) => (await navigator.serviceWorker.ready).active.postMessage({ keep: '<h1>Old</h1>', path })", path
    )
    wait_until(page, "async (path) => Boolean(await caches.match(path))", path)
    page.goto(path)
    page.locator("h1:text-is('No such table')").wait_for()
    wait_until(page, "async (path) => !(await caches.match(path))", path)
    signal(thumb, on=False)
    page.goto(path)
    page.locator("h1:text-is('No signal')").wait_for()


def test_smoke_waits_in_words_and_nobody_is_held_to_an_old_must(new_phone):
    page = new_phone(keeps=True)
    thumb = Thumb(page, read_night("smoke-6"))
    thumb.sit_down()
    is_kept(thumb)
    signal(thumb, on=False)
    for told in ("Ann 3 Bob 2", "Cy 5"):
        thumb.tell(read_line(f"{told} ; first {told.split()[0]}", smoke=True))
        thumb.tap("#save")
    assert waits(thumb, 2)[1].startswith("Ann sits, Bob sits, Cy 5, Dee sits")
    assert page.locator("#hand .sat:disabled").count() == 0
    signal(thumb, on=True)
    thumb.wait_for(2)
    nothing_waits(thumb)
