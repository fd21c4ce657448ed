"""Following a game: the stream, the poll, and the Watch screen."""

import re

import pytest

from scorekeeper.core.extensions import db
from scorekeeper.games import views as live
from tests.databases import counted


@pytest.fixture
def notices(app):
    return app.extensions["live_updates"]


@pytest.fixture
def engine(app):
    with app.app_context():
        return db.engine


@pytest.fixture
def listen(phone, code, notices):
    """Return a function that opens the stream; return what it says, piece by piece."""
    opened = []

    def listen():
        answer = phone.client.get(f"/t/{code}/stream")
        assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
        assert answer.headers["Cache-Control"] == "private, no-cache, no-transform"
        assert answer.headers["X-Accel-Buffering"] == "no", "nothing on the way keeps it back"
        opened.append(answer)
        said = answer.iter_encoded()
        assert next(said) == b"retry: 3000\n"
        return said

    yield listen
    for answer in opened:
        answer.close()
    assert not notices._phones


def test_the_stream_says_the_number_and_each_that_follows(phone, code, listen):
    phone.hand(code)
    said = listen()
    assert next(said) == b"id: 1\ndata: 1\n\n"
    phone.hand(code)
    assert next(said) == b"id: 2\ndata: 2\n\n"


def test_in_silence_it_says_the_number_again(listen, monkeypatch):
    said = listen()
    next(said)
    monkeypatch.setattr(live, "HEARTBEAT", 0)
    assert next(said) == b"id: 0\ndata: 0\n\n"


def test_without_room_a_phone_is_sent_back_to_polling(phone, code, listen, notices, monkeypatch):
    monkeypatch.setattr(notices, "_most", 1)
    said = listen()
    assert phone.get(f"/t/{code}/stream").status_code == 204
    said.close()


@pytest.mark.parametrize("seen", ["1", "0x"])
def test_whatever_is_not_plainly_up_to_date_goes_on_to_the_page(phone, code, seen):
    assert phone.get(f"/t/{code}/board?seen={seen}", HX_Request="true").status_code == 200


def test_watch_shows_the_score_the_deal_and_the_points_of_the_last_hand(phone, code):
    phone.hand(code, bid="6", point_low="1")
    text = phone.page(f"/t/{code}/watch").text
    assert "Hand 2 · to 52" in text
    assert "Ann deals · Bob bids first" in text
    assert "Ann & Cy 1 51 to go Bob & Dee 9 43 to go" in text
    assert 'class="target"' not in phone.get(f"/t/{code}/watch").text, "it is far above the scores yet"
    assert "1 Bob bid 6: made" in text
    assert "Ann & Cy: low. Bob & Dee: high, jack, jick, high joker, low joker, game, trey." in text
    assert "Bob bid 6, took" not in text, "the line above has said it"


def test_watch_has_a_ladder_for_smoke_down_to_its_gold_line(phone):
    code = phone.sit_down("smoke")
    assert "The first chip on the gold line wins." in phone.page(f"/t/{code}/watch").text
    assert phone.get(f"/t/{code}/watch").text.count(' f2 y0">') == 4


@pytest.mark.parametrize("screen", ["board", "watch"])
def test_each_screen_has_what_a_good_caller_says_of_the_last_row(phone, screen):
    code, called = phone.sit_down(**{"rule-finish.target": "21"}), []

    def call():
        html = phone.get(f"/t/{code}/{screen}?seen=0", HX_Request="true").text
        assert "<html" not in html, "it is brought up to date in place"
        called.append((re.search(r'<p id="said"[^>]*>([^<]*)<', html)[1], re.findall(r" data-(set|open)\b", html)))

    phone.hand(code, point_low="1")
    call()
    phone.hand(code, bidder="3", bid="7", point_high="2", point_jack="2", point_trey="2")
    call()
    phone.send(f"/t/{code}/lines/1", f"/t/{code}/lines/1", {"bid": "6", "reason": "Six"})
    call()
    phone.send(f"/t/{code}", f"/t/{code}/undo", {})
    phone.send(f"/t/{code}", f"/t/{code}/hands", {"what": "misdeal"})
    call()
    phone.hand(code, bidder="1", bid="10")
    phone.hand(code, point_low="1")
    call()
    assert called == [
        ("Made. Bob and Dee up 9, 9 to 1. Ann deals.", ["open"]),
        ("Set. Ann and Cy down 7, 14 to minus 6. Bob deals.", ["set", "open"]),
        ("Correction. 14 to minus 6. Bob deals.", ["set", "open"]),
        ("Misdeal, 14 to minus 6. Bob deals.", ["open"]),
        ("Made. Bob and Dee up 9. Bob and Dee win, 23 to 5.", []),
    ]


@pytest.mark.parametrize("again", [False, True], ids=["nobody yet", "they do"])
def test_after_the_end_it_asks_once_where_they_play_on(engine, phone, again):
    code = phone.sit_down("fort-frances-sneak-out")
    for _ in range(4):
        phone.hand(code, bidder="1", bid="4", point_jack="1")
    if again:
        assert phone.send(f"/t/{code}", f"/t/{code}/rematch", {}).status_code == 303
    with counted(engine) as sent:
        html = phone.get(f"/t/{code}/watch").text
    assert sum("rematch_of" in asked for asked in sent) == 1
    assert "Ann &amp; Cy won" in html
    assert re.findall(r'<div class="s\d( won| after)?">', html) == [" won", " after"]
    assert "Bids start" not in html
    assert "data-open" not in html, "the screen may go to sleep"
    assert ("On to the next game" in html) is again
    assert ('id="next"' in html) is not again, "a screen that knows where asks no more"
