"""Two phones at one table: following, agreeing, and being second."""

from tests.phones import HTMX, Page


def filled(phone, code, **fields):
    """Return the hand form as this phone sees it now, filled in but not sent."""
    return phone.form(f"/t/{code}", f"/t/{code}/hands") | {"bidder": "2", "bid": "5"} | fields


def send(phone, code, form, **headers):
    return phone.client.post(f"/t/{code}/hands", data=form, headers=headers)


def test_a_form_being_filled_in_is_left_alone(phone, other_phone, code):
    phone.hand(code)
    answer = other_phone.get(f"/t/{code}/board?seen=0&bidder=3", HX_Request="true")
    assert 'id="hand"' not in answer.text
    assert 'id="board"' in answer.text
    assert "Hand 1 was saved on another phone: Bob bid 5, made. Yours isn&#39;t saved." in answer.text
    assert "seen=1" in answer.text


def test_a_form_whose_answer_got_lost_is_said_to_be_saved_and_makes_room(phone, code):
    form = filled(phone, code)
    send(phone, code, form)
    answer = phone.get(f"/t/{code}/board?seen=0&bidder=2&bid=5&op_id={form['op_id']}", HX_Request="true")
    assert "Saved: Bob bid 5, made." in answer.text
    assert 'id="hand"' in answer.text
    assert form["op_id"] not in answer.text


def test_the_same_hand_from_a_second_phone_agrees(phone, other_phone, code):
    mine, theirs = filled(phone, code), filled(other_phone, code)
    send(phone, code, mine)
    for _ in range(2):  # an impatient thumb
        assert send(other_phone, code, theirs).status_code == 303
    assert phone.scores(code) == ["0", "10"]
    log = phone.page(f"/t/{code}/log").text
    assert log.count("Confirmed by") == 1
    says = f"/t/{code}/lines/1/says"
    assert other_phone.send(f"/t/{code}/log", says, {"says": "dispute", "note": "No jack"}).status_code == 303
    assert send(other_phone, code, theirs).status_code == 303
    assert "“No jack”" in phone.page(f"/t/{code}").text, "what comes again takes back no dispute"


def correct(phone, code, **fields):
    assert phone.send(f"/t/{code}/lines/1", f"/t/{code}/lines/1", fields).status_code == 303


def test_the_second_hand_is_not_taken_for_the_first(phone, other_phone, code):
    """They mean the hand after the one they saw; that a later hand is the same agrees with nothing."""
    first, second = filled(other_phone, code, bidder="1", bid="4"), filled(other_phone, code)
    phone.hand(code, bidder="1", bid="4")
    phone.hand(code)
    assert [send(other_phone, code, form).status_code for form in (second, first)] == [409, 303]
    assert len(phone.get(f"/t/{code}/sheet.json").json["lines"]) == 2


def test_agreement_is_with_what_stands(phone, other_phone, code):
    four, five, again = (filled(other_phone, code, bid=bid) for bid in "455")
    phone.hand(code, bid="4")
    correct(phone, code, bid="5")
    assert [send(other_phone, code, form).status_code for form in (five, four)] == [303, 409]
    correct(phone, code, what="never")
    answer = send(other_phone, code, again)
    assert (answer.status_code, "<s>" in answer.text) == (409, True)


def test_a_note_is_not_the_hand(phone, other_phone, code):
    notes = [filled(other_phone, code, note=note) for note in ("", "Ann misplayed.", "Bob misplayed.")]
    phone.hand(code, note="Ann misplayed.")
    assert [send(other_phone, code, form).status_code for form in notes] == [303, 303, 409]


def test_what_came_and_went_is_shown_all_the_same(phone, other_phone, code):
    """A correction that was undone leaves its line as it was, but the phone has not seen that happen."""
    phone.hand(code, bidder="1", bid="4")
    phone.hand(code)
    late = filled(other_phone, code, bidder="3", bid="4")
    correct(phone, code, bid="5")
    assert phone.send(f"/t/{code}", f"/t/{code}/undo", {}).status_code == 303
    answer = send(other_phone, code, late)
    text = Page(answer.text).text
    assert (answer.status_code, "Ann bid 4: made" in text, "Bob bid 5: made" in text) == (409, True, False)


def test_two_phones_that_correct_a_hand_alike_agree(phone, other_phone, code):
    phone.hand(code)
    path = f"/t/{code}/lines/1"
    mine, theirs = (one.form(path, path) | {"bid": "6"} for one in (phone, other_phone))
    for one, form in ((phone, mine), (other_phone, theirs)):
        assert one.client.post(path, data=form).status_code == 303
    assert "Confirmed by" in phone.page(f"/t/{code}/log").text


def test_another_hand_is_shown_beside_the_saved_one(phone, other_phone, code):
    mine = filled(phone, code)
    theirs = filled(other_phone, code, **{"bid": "6", "point-low": "1"})
    send(phone, code, mine)
    answer = send(other_phone, code, theirs)
    assert answer.status_code == 409
    text = Page(answer.text).text
    assert "Bob bid 5: made" in text
    assert "Bob bid 6" in text
    assert "low Bob & Dee saved · Ann & Cy yours" in text, "what differs"
    assert "Keep what is saved" in text
    assert phone.scores(code) == ["0", "10"]
    through_htmx = send(other_phone, code, theirs, **HTMX)
    assert through_htmx.status_code == 409
    assert through_htmx.text.lstrip().startswith('<main id="table"')


def choices(answer):
    return {form["action"].rsplit("/", 1)[1]: form for form in Page(answer.text).forms}


def test_mine_can_be_the_correction(phone, other_phone, code):
    mine, theirs = filled(phone, code), filled(other_phone, code, **{"bid": "6", "point-low": "1"})
    send(phone, code, mine)
    offered = choices(send(other_phone, code, theirs))
    form = offered["1"]
    assert other_phone.client.post(form["action"], data=form["fields"]).status_code == 303
    assert phone.scores(code) == ["1", "9"]
    log = phone.page(f"/t/{code}/log").text
    assert "Before: Bob bid 5" in log
    assert "Two phones entered different results." in log


def test_a_correction_that_comes_late_asks_again(phone, other_phone, code):
    phone.hand(code)
    path = f"/t/{code}/lines/1"
    late = other_phone.form(path, path) | {"bid": "10"}
    phone.hand(code, bid="6")
    answer = other_phone.client.post(path, data=late)
    assert answer.status_code == 409
    text = Page(answer.text).text
    assert "Bob bid 6: made" in text
    assert "Use mine to correct hand 1" in text
    offered = choices(answer)
    assert list(offered) == ["1"]  # neither of the hand that came meanwhile, nor a hand more
    assert other_phone.client.post(path, data=offered["1"]["fields"]).status_code == 303
    assert phone.scores(code) == ["0", "20"]
    assert "Before: Bob bid 5" in phone.page(f"/t/{code}/log").text


def test_a_bid_over_a_throw_is_the_same_when_the_deal_has_passed_on(phone, other_phone):
    """Only the dealer can take the bid over a thrown card, and once the hand is saved another one deals."""
    code = phone.sit_down("cutthroat-pitch", **{"rule-auction.throw_card": "yes"})
    thrown = {"bidder": "4", "bid": "4", "throw": "over", "point-jack": "4"}
    mine, theirs = filled(phone, code, **thrown), filled(other_phone, code, **thrown)
    assert [send(phone, code, mine).status_code for _ in range(2)] == [303, 303]
    assert send(other_phone, code, theirs).status_code == 303
    assert phone.scores(code) == ["0", "0", "0", "4"]
