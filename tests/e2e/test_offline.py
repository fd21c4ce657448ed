"""Row 8, no signal: hands wait in the phone, may be changed, and go out once and in order; kept pages open."""

import re
from contextlib import ExitStack
from urllib.parse import parse_qsl, urlencode

import pytest
from playwright.sync_api import expect

from tests.e2e.cellar import FIRST, IN_WORDS, NIGHT, THREE, begun, dealt, in_sheet, text
from tests.e2e.conftest import serving
from tests.e2e.hands import join, wait_until
from tests.e2e.nights import read_hand, read_line, read_night
from tests.ports import a_port_of_ones_own


@pytest.fixture
def thumb(new_phone):
    return begun(new_phone(keeps=True))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("locks", [True, False])
def test_hands_entered_without_signal_arrive_once_and_in_order(thumb, record_property, locks):
    page = thumb.page
    if not locks:
        page.context.add_init_script("delete Navigator.prototype.locks")
        page.reload()
    thumb.signal(on=False)
    for count, told in enumerate(THREE, start=1):
        thumb.enter(told)
        thumb.waits(count)
    assert page.locator("#said").text_content() == "Ann bid 5. Saved on this phone, will send."
    page.reload()
    assert thumb.waits(3) == IN_WORDS
    assert "No signal. This is the table as of" in text(page.locator("#outbox .line"))
    assert thumb.scores() == {"Ann": 19, "Bob": 20, "Cy": 19, "Dee": 20}, "its own count"
    page.locator("#deals:text-is('Dee deals')").wait_for()
    assert "Ann made 5 (when sent)" in text(page.locator("#outbox li").last)
    page.locator("a:text-is('Log')").tap()
    page.locator("h1:text-is('No signal')").wait_for()
    page.go_back()
    assert thumb.waits(3) == IN_WORDS
    thumb.signal(on=True)
    thumb.wait_for(4)
    thumb.nothing_waits()
    page.locator("#outbox .line:has-text('Sent: 3 hands.')").wait_for()
    page.locator("html:not([data-kept])").wait_for()
    assert "No signal" not in text(page.locator("#outbox"))
    arrived = thumb.lines()
    said = f"{'Web Locks' if locks else 'a lease'}: {len(THREE)} hands, {len(arrived) - 1} written"
    record_property("offline", said)
    assert arrived == in_sheet(FIRST, *THREE)
    assert thumb.scores() == thumb.score_by_command()["scores"]
    thumb.play(read_hand("Dee 4"))  # the next hand goes straight to the server again
    assert len(thumb.lines()) == 5


@pytest.mark.deep
@pytest.mark.parametrize("lost", ["session", None])
def test_an_expired_token_or_a_lost_cookie_is_sent_all_the_same_or_visibly_refused(thumb, lost):
    thumb.signal(on=False)
    for told in THREE:
        thumb.enter(told)
    thumb.waits(3)
    thumb.page.context.clear_cookies(**({"name": lost} if lost else {}))
    thumb.signal(on=True)
    thumb.is_sent_or_refused()
    refused = thumb.page.locator("#outbox.refused li").count()
    assert refused in (0, 3)
    assert lost is None or not refused
    if not refused:
        thumb.wait_for(4)
        assert thumb.lines() == in_sheet(FIRST, *THREE)
    else:
        assert "This phone can't keep score at this table right now" in text(thumb.page.locator("#outbox"))


@pytest.mark.deep
def test_a_hand_for_a_league_that_was_deleted_is_refused_for_good(thumb, new_phone):
    thumb.signal(on=False)
    thumb.enter(THREE[0])
    thumb.waits(1)
    same = new_phone()  # the owner's, on a line that stands
    same.context.add_cookies(thumb.page.context.cookies())
    same.goto("/")
    same.goto(same.locator("a[href^='/l/']").first.get_attribute("href") + "/delete")
    same.get_by_label("Type the league's name").fill("Our league")
    same.get_by_role("button", name="Delete the league for good").click()
    same.wait_for_url("/")
    thumb.signal(on=True)
    thumb.is_sent_or_refused()
    assert "The league was deleted by its owner" in text(thumb.page.locator("#outbox"))
    expect(thumb.page.locator("#outbox [data-act=drop]")).to_have_count(1)
    expect(thumb.page.locator("#outbox [data-act=again]")).to_have_count(0)  # trying again is no use


@pytest.mark.deep
def test_hands_outlive_a_closed_page_and_a_stopped_server(new_phone, tmp_path):
    with ExitStack() as rest:
        port = rest.enter_context(a_port_of_ones_own())
        with serving(tmp_path, port) as address:
            thumb = dealt(new_phone(keeps=True, at=address))
            thumb.is_kept()
        thumb.enter(THREE[0])  # nobody listens at that port now
        thumb.waits(1)
        context = thumb.page.context
        thumb.page.close()
        thumb.page = context.new_page()
        thumb.page.goto(f"/t/{thumb.code}")
        assert thumb.waits(1) == IN_WORDS[:1]
        thumb.enter(THREE[1])
        thumb.waits(2)
        rest.enter_context(serving(tmp_path, port))
        thumb.wait_for(2)
        thumb.nothing_waits()
        assert thumb.lines() == in_sheet(*THREE[:2])


@pytest.mark.deep
@pytest.mark.parametrize("op_ids", [True, False])
def test_an_answer_lost_on_the_way_doubles_nothing(page, op_ids, record_property):
    """The control: a phone that sends again without the form's own number, upon what it sees by then, has it twice."""
    thumb = dealt(page, NIGHT)
    posts = []

    def lose(route):
        fields = dict(parse_qsl(route.request.post_data))
        if posts and not op_ids:
            fields |= {"op_id": f"{len(posts):032x}", "seen": str(len(thumb.lines()))}
        posts.append(fields["op_id"])
        if len(posts) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_(post_data=urlencode(fields))

    page.route("**/hands", lose)
    thumb.enter(FIRST)
    thumb.nothing_waits()
    page.locator("#outbox .line:has-text('Sent: Bob bid 5.')").wait_for()
    assert (len(posts), len(set(posts))) == (2, 1 if op_ids else 2)
    assert thumb.lines() == in_sheet(FIRST) * (1 if op_ids else 2)
    said = f"{'with' if op_ids else 'without'} op_ids: 1 hand was written {len(thumb.lines())}×"
    record_property("lost answer", said)


@pytest.mark.deep
def test_a_network_that_answers_for_us_has_saved_nothing(page):
    thumb = dealt(page, NIGHT)
    login = "<h1>Welcome to the Corner Bar</h1>"
    answered = []

    def welcome(route):
        answered.append(route.request.url)
        route.fulfill(body=login, content_type="text/html")

    page.route(re.compile("/hands|/stamp|/board"), welcome)
    thumb.enter(FIRST)
    thumb.waits(1)
    count = len(answered)
    while len(answered) == count:
        page.wait_for_event("requestfinished")
    thumb.waits(1)
    expect(page.locator("text=Corner Bar")).to_have_count(0)
    page.unroute_all(behavior="wait")
    thumb.wait_for(1)
    assert thumb.lines() == in_sheet(FIRST)


@pytest.mark.deep
def test_smoke_waits_in_words_and_nobody_is_held_to_an_old_must(new_phone):
    page = new_phone(keeps=True)
    thumb = dealt(page, read_night("smoke-6"))
    thumb.is_kept()
    thumb.signal(on=False)
    for told in ("Ann 3 Bob 2", "Cy 5"):
        thumb.tell(read_line(f"{told} ; first {told.split()[0]}", smoke=True))
        thumb.tap("#save")
    assert thumb.waits(2)[1].startswith("Ann sits, Bob sits, Cy 5, Dee sits")
    expect(page.locator("#hand .sat:disabled")).to_have_count(0)
    thumb.signal(on=True)
    thumb.wait_for(2)
    thumb.nothing_waits()


@pytest.mark.deep
def test_what_waits_can_be_taken_out_put_back_and_changed(thumb):
    page = thumb.page
    thumb.signal(on=False)
    for told in THREE:
        thumb.enter(told)
    thumb.waits(3)
    page.get_by_role("button", name="Undo waiting hand").wait_for()
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


def test_what_opens_without_signal_and_what_does_not(thumb):
    page = thumb.page
    page.goto("/")
    assert page.locator("#as-of").is_hidden()
    wait_until(page, "async () => (await (await caches.match('/'))?.text())?.includes('table-card')")
    thumb.signal(on=False)
    page.goto("/book")
    page.locator("h1:text-is('No signal')").wait_for()
    page.locator("#kept a").wait_for()
    page.get_by_role("link", name="All tables").tap()
    page.locator("#as-of:has-text('These are the scores as of')").wait_for()
    page.locator(".table-card").tap()
    thumb.wait_for(1)
    assert thumb.scores()["Bob"] == 8
    thumb.enter(THREE[0])
    thumb.waits(1)
    page.goto("/")
    page.locator(".table-card:has-text('1 waiting to send')").wait_for()
    kept = page.evaluate("async (path) => (await caches.match(path)).text()", f"/t/{thumb.code}")
    assert 'name="csrf_token" value=""' in kept
    assert not re.search(r'name="csrf_token" value="[^"]', kept)
    policy = page.evaluate("async (path) => (await caches.match(path)).headers.get('content-security-policy')", "/")
    assert "default-src 'none'" in policy


@pytest.mark.deep
def test_a_kept_page_is_thrown_away_once_the_server_says_no(thumb):
    page, path = thumb.page, "/t/" + "A" * 22
    page.evaluate(
        "async (path) => (await navigator.serviceWorker.ready).active.postMessage({ keep: '<h1>Old</h1>', path })", path
    )
    wait_until(page, "async (path) => Boolean(await caches.match(path))", path)
    page.goto(path)
    page.locator("h1:text-is('Page not found')").wait_for()
    wait_until(page, "async (path) => !(await caches.match(path))", path)
    thumb.signal(on=False)
    page.goto(path)
    page.locator("h1:text-is('No signal')").wait_for()
