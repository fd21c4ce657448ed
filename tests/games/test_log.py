import re

import pytest

from tests.cast import FIVE
from tests.factories import POINTS, sheet_of
from tests.phones import HTMX, Page


@pytest.fixture
def played(phone, code):
    """A table with two hands: Bob bid 5 and made it, Cy bid 8 and was set."""
    phone.hand(code, point_low="1", point_game="1")
    phone.hand(code, bidder="3", bid="8", point_low="2", point_trey="2", note="Cy was sure")
    return code


def correct(phone, code, seq, **fields):
    path = f"/t/{code}/lines/{seq}"
    return phone.send(path, path, {name.replace("_", "-", 1): value for name, value in fields.items()})


def test_every_line_stands_there_with_its_reasons(phone, played):
    text = phone.page(f"/t/{played}/log").text
    assert "Cy bid 8: set Correct Ann & Cy −6 Change: −8 Bob & Dee 12 Change: +4" in text
    assert re.search(r"\+4 Why\? [^+]* Took 6 \(high, jack, jick, high joker, low joker, game\)", text)
    assert "Bob & Dee took 4 (low, trey 3): +4." in text
    assert "“Cy was sure”" in text
    assert "iPhone" in text


def test_the_reasons_of_the_line_that_is_asked_for_are_open(phone, played):
    def opened(query):
        html = phone.get(f"/t/{played}/log{query}").text
        return [tag for tag in re.findall(r'<details class="why-of.*?>', html) if "open" in tag]

    assert len(opened("")) == 0
    assert len(opened("?line=1")) == 1
    assert len(opened("?every=yes")) == 2, "to print"


def test_only_the_points_that_no_reason_names_are_told_below_them(phone):
    code = phone.sit_down()
    phone.hand(code, point_low="1", point_high_joker="none")
    text = phone.page(f"/t/{code}/log").text
    assert "Not out: high joker." in text
    assert "Ann & Cy took 1 (low): +1." in text
    assert "Ann & Cy: low." not in text


def test_a_correction_changes_what_came_after(phone, played):
    assert phone.scores(played) == ["−6", "12"]
    fields = phone.page(f"/t/{played}/lines/2").forms[0]["fields"]
    assert (fields["bidder"], fields["bid"], fields["point-low"], fields["note"]) == ("3", "8", "2", "Cy was sure")
    assert "point-high" not in fields
    answer = correct(phone, played, 1, bid="9", reason="Misheard")
    assert answer.status_code == 303
    assert answer.location == f"/t/{played}/log?line=1#line-1"
    assert phone.scores(played) == ["−6", "−5"]
    text = phone.page(f"/t/{played}/log").text
    assert "Before: Bob bid 5." in text
    assert "Misheard" in text


def test_a_hand_that_never_happened_stays_struck(phone, played):
    assert correct(phone, played, 1, what="never").status_code == 303
    assert phone.scores(played) == ["−8", "4"]
    assert "Taken back" in phone.page(f"/t/{played}/log").text
    assert "<s>Bob bid 5</s>" in phone.get(f"/t/{played}/log").text, "it stays legible"
    page = phone.page(f"/t/{played}/lines/1")
    assert "This was taken back." in page.text
    form = next(form for form in page.forms if form["action"].endswith("/undo"))
    phone.client.post(form["action"], data=form["fields"])
    assert phone.scores(played) == ["−6", "12"]


def test_an_impossible_correction_keeps_what_was_typed(phone, played):
    answer = correct(phone, played, 2, bid="3", reason="Because")
    assert answer.status_code == 422
    assert "3 is too low" in answer.text
    assert 'value="Because"' in answer.text
    assert phone.scores(played) == ["−6", "12"]


def test_a_correction_that_makes_a_later_hand_impossible_names_it(phone):
    code = phone.sit_down(opening_1="48")
    for _ in range(2):
        phone.hand(code, bidder="2", bid="5")
    answer = correct(phone, code, 1, bidder="1", **{f"point_{key}": "1" for key in POINTS})
    assert answer.status_code == 422
    assert "The game would then end before hand 2. Take that one back first." in Page(answer.text).text
    assert phone.scores(code) == ["48", "20"]


def test_the_preview_of_a_correction_stands_at_its_own_hand(phone, played):
    form = phone.form(f"/t/{played}/lines/1", f"/t/{played}/lines/1") | {"bid": "10"}
    answer = phone.client.post(f"/t/{played}/preview", data=form, headers=HTMX)
    assert answer.text == '<span class="set">Bob is set · took 8 of 10</span>'


def test_the_auction_stays_on_the_sheet_while_it_says_the_same(phone):
    calls = [["Ann", 2], ["Bob", 3], ["Cy", "pass"], ["Dee", "pass"]]
    points = {"high": "Bob", "low": "Bob", "jack": "Bob", "game": "Ann"}
    code = phone.bring_in(sheet_of("fort-frances-sneak-out", {"auction": calls, "points": points}))
    assert "Bob bid 3: made" in phone.page(f"/t/{code}/log").text
    correct(phone, code, 1, point_game="2")
    line = phone.get(f"/t/{code}/sheet.json").json["lines"][0]
    assert line["auction"][1] == ["Bob", 3]
    assert line["points"]["game"] == "Bob"
    correct(phone, code, 1, bid="2")
    line = phone.get(f"/t/{code}/sheet.json").json["lines"][0]
    assert "auction" not in line
    assert line["bid"] == 2


def test_a_set_written_in_points_stays_a_set(phone):
    """Where the form asks for no more than made or set, a sheet may say it by the points."""
    said = {"bidder": "Ann", "bid": 4, "points": {"high": "Bob"}}
    code = phone.bring_in(sheet_of("racehorse-pitch", said, players=FIVE))
    assert correct(phone, code, 1, note="Eve saw it").status_code == 303
    assert phone.scores(code)[0] == "−4"
    line = phone.get(f"/t/{code}/sheet.json").json["lines"][0]
    assert (line["points"], line["note"]) == ({"high": "Bob"}, "Eve saw it")
    correct(phone, code, 1, made="yes")
    assert phone.scores(code)[0] == "4"
    assert "points" not in phone.get(f"/t/{code}/sheet.json").json["lines"][0]


def test_buried_cards_stay_counted(phone):
    """Twenty and the fifteen that Ann buried against thirty: she has game, and three with it, whatever her bid was."""
    points, counts = {"high": "Ann", "jack": "Ann", "low": "Bob"}, {"Ann": 20, "Bob": 30}
    said = {"bidder": "Ann", "bid": 3, "points": points, "counts": counts, "buried": 15}
    code = phone.bring_in(sheet_of("partnership-pitch", said, rules={"game.buried_to_bidder": True}))
    fields = phone.form(f"/t/{code}/lines/1", f"/t/{code}/lines/1")
    assert (fields["counted"], fields["count-1"], fields["buried"]) == ("yes", "20", "15")
    assert correct(phone, code, 1, bid="2").status_code == 303
    line = phone.get(f"/t/{code}/sheet.json").json["lines"][0]
    assert (line["bid"], line["counts"], line["buried"]) == (2, {"Ann": 20, "Bob": 30}, 15)
    assert phone.scores(code) == ["3", "1"]
