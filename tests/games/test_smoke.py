"""Smoke: a hand saved, read out and corrected, from two phones; who must play, what cannot have been, and the end.

What is expected of scores is worked by hand from source 002.  Everybody starts with ten against them; a trick takes one
off, staying without one puts five on, and so does a pickup.
"""

import pytest

from tests.phones import HTMX, Dealt, Page

PEOPLE = ("Jim", "Bud", "Whiz", "Tom", "Puresome")
SAT = "sat"


def played(said, **more):
    """Return the fields of a hand: "3 2 0 sat sat", a word a player in seat order, "-" for nothing tapped."""
    plays = {f"play-{seat}": None if word == "-" else word for seat, word in enumerate(said.split(), start=1)}
    return {"what": "hand"} | plays | {name.replace("pickup_", "pickup-"): value for name, value in more.items()}


def hand(phone, code, said, headers=None, **more):
    return phone.send(f"/t/{code}", f"/t/{code}/hands", played(said, **more), headers)


def correct(phone, code, seq, said, **more):
    path = f"/t/{code}/lines/{seq}"
    return phone.send(path, path, played(said, **more))


def lines(phone, code):
    return phone.get(f"/t/{code}/sheet.json").json["lines"]


@pytest.fixture(scope="session")
def dealt(shared_app, blank_database, tmp_path_factory):
    """Five at the mesa; Puresome deals, so Jim is under the gun."""
    return Dealt(shared_app, blank_database, tmp_path_factory, lambda phone: phone.sit_down("smoke", names=PEOPLE))


def test_the_board_says_where_everybody_stands(phone, code):
    text = phone.page(f"/t/{code}").text
    assert "Hand 1 · down to 0 Puresome deals · Jim is under the gun" in text
    assert "coming down" not in text
    hand(phone, code, "3 2 0 sat sat")
    text = phone.page(f"/t/{code}").text
    assert "Jim deals · Bud is under the gun" in text
    assert "Jim 7 ↓ coming down" in text
    assert "Whiz 15 ↑ going up, never, never land" in text
    assert "Tom 10 = steady, 1 sit" in text
    hand(phone, code, "4 1 0 sat sat")
    text = phone.page(f"/t/{code}").text
    assert "Tom 10 = steady, 2 sits, must play" in text
    hand(phone, code, "2 1 0 1 1")
    assert "Jim 1 ↓ coming down, in the box" in phone.page(f"/t/{code}").text


def test_through_htmx_the_tally_is_announced(phone, code):
    answer = hand(phone, code, "3 2 0 sat sat", headers=HTMX, first_trick="2")
    assert answer.status_code == 200
    assert '<p id="said" hx-swap-oob="innerHTML">Attention to tally: Bud, 8 coming down. Whiz, 15' in answer.text
    assert 'data-read="Attention to tally: Bud, 8 coming down.' in answer.text


def test_whoever_sat_picks_up_too(phone, code):
    answer = hand(phone, code, "3 2 0 sat sat", headers=HTMX, pickup_3="1", pickup_4="2")
    assert 'id="sheets"' in answer.text  # emptied for the next hand
    assert phone.scores(code) == ["7", "8", "20", "20", "10"]
    text = phone.page(f"/t/{code}/log").text
    assert "Whiz stayed and took no trick: +5. Whiz picks up 5 for an infraction." in text
    assert "Tom picks up 10 for 2 infractions." in text
    assert "Pickups: Whiz 1, Tom 2." in text


def test_nobody_stayed(phone, code):
    hand(phone, code, "1 - - sat -", what="nobody", pickup_2="1", first_trick="1")
    assert phone.scores(code) == ["10", "15", "10", "10", "10"]
    assert lines(phone, code) == [{"tricks": {}, "sat": list(PEOPLE), "pickups": {"Bud": 1}}]
    text = phone.page(f"/t/{code}").text
    assert "Puresome deals · Jim is under the gun" in text
    assert "Tom 10 = steady, 1 sit" in text
    assert "Nobody stayed" in phone.page(f"/t/{code}/log").text


def test_a_mustie_cannot_sit_and_took_none_where_nothing_is_said(phone, code):
    hand(phone, code, "3 2 0 sat sat")
    hand(phone, code, "1 2 2 sat 0")
    html = phone.get(f"/t/{code}").text
    assert html.count(" disabled") == 1
    assert 'value="sat" class="sat" disabled aria-describedby="play-4-why"' in html
    assert "Tom mustie: must play" in Page(html).text
    answer = hand(phone, code, "3 2 0 sat sat")
    assert answer.status_code == 422
    assert "Tom is a mustie and must play this hand." in answer.text
    assert '<a href="#play-4"' in answer.text
    assert hand(phone, code, "3 2 0 - -").status_code == 303
    assert lines(phone, code)[-1] == {"tricks": {"Jim": 3, "Bud": 2, "Whiz": 0, "Tom": 0}, "sat": ["Puresome"]}
    assert "Tom mustie" not in phone.page(f"/t/{code}").text  # he played: the count is back to nothing


def test_in_the_box_one_plays_every_hand(phone):
    code = phone.sit_down("smoke", names=PEOPLE, opening_2="2")
    page = phone.page(f"/t/{code}")
    assert "Bud in the box: must play" in page.text
    assert "Nobody stayed" not in page.text
    answer = hand(phone, code, "5 sat 0 0 0")
    assert answer.status_code == 422
    assert "Bud is in the box and must play this hand." in answer.text
    assert '<a href="#play-2"' in answer.text
    answer = hand(phone, code, "- - - - -", what="nobody")
    assert answer.status_code == 422
    assert '<a href="#play-2"' in answer.text
    hand(phone, code, "5 0 sat sat sat")
    assert "Bud in the box" not in phone.page(f"/t/{code}").text  # above two again


@pytest.mark.parametrize(
    ("said", "more", "control", "sentence"),
    [
        ("3 1 0 sat sat", {}, "tricks", "That is 4 tricks, and there are 5 in a hand."),
        ("3 1 0 - sat", {}, "play-4", "Did Tom stay or sit? Tricks are given for everybody who stayed."),
        ("3 2 0 sat sat", {"first_trick": "4"}, "first_trick", "Tom took no trick, so not the first one either."),
        ("3 2 0 sat sat", {"pickup_4": "1.5"}, "pickup-4", "Pickups are counted: 0, 1, 2 and so on."),
        ("3 2 7 sat sat", {}, "play-3", "Tap sits, or how many tricks: from 0 to 5."),
        ("3 2 0 sat sat", {"what": "passed"}, "hand", ""),
    ],
)
def test_what_cannot_have_been_is_said_at_its_control(phone, code, said, more, control, sentence):
    answer = hand(phone, code, said, **{"note": "kept", "pickup_1": "3"} | more)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert f'<a href="#{control}"' in answer.text
    page = Page(answer.text)
    assert control in page.ids
    kept = {name: value for form in page.forms for name, value in form["fields"].items()}
    assert kept["pickup-1"] == "3"
    assert kept["note"] == "kept"
    for field, word in played(said).items():
        if word in (SAT, *"012345"):
            assert kept[field] == word
    assert phone.scores(code) == ["10"] * 5


def test_what_it_would_do_is_said_before_it_is_saved(phone, code):
    def said(tapped, **more):
        fields = phone.form(f"/t/{code}", f"/t/{code}/hands") | played(tapped, **more)
        sent = {name: value for name, value in fields.items() if value is not None and name != "what"}
        return phone.client.post(f"/t/{code}/preview", data=sent, headers=HTMX).text.partition('<div id="scores"')[0]

    assert said("1 2 0 - -") == "Tricks so far: 3 of 5."
    assert said("4 2 0 sat sat") == "Tricks so far: 6 of 5. That is too many."
    assert said("3 2 0 sat -", pickup_4="1") == "Jim −3, Bud −2, Whiz +5, Tom +5 · Tom &amp; Puresome sit"
    assert said("sat sat sat sat sat").startswith("Nobody stayed: the same dealer deals again")
    assert said("3 2 0 sat sat", first_trick="3") == "Whiz took no trick, so not the first one either."
    assert said("3 2 0 sat sat", pickup_1="?") == "Pickups are counted: 0, 1, 2 and so on."
    assert phone.scores(code) == ["10"] * 5


def test_a_hand_opens_filled_in_and_is_corrected(phone, code):
    hand(phone, code, "3 2 0 sat sat", first_trick="2", pickup_4="1", note="Tom talked")
    hand(phone, code, "1 2 2 sat 0")
    page = phone.page(f"/t/{code}/lines/1")
    fields = page.forms[0]["fields"]
    assert [fields[f"play-{seat}"] for seat in range(1, 6)] == ["3", "2", "0", SAT, SAT]
    assert (fields["first_trick"], fields["pickup-4"], fields["note"]) == ("2", "1", "Tom talked")
    assert not page.inline
    assert correct(phone, code, 1, "2 2 1 sat sat", pickup_4="", reason="Whiz had one").status_code == 303
    assert phone.scores(code) == ["7", "6", "7", "10", "15"]
    text = phone.page(f"/t/{code}/log").text
    assert "Before: Jim 3, Bud 2, Whiz 0; Tom & Puresome sat. First trick: Bud. Pickups: Tom 1." in text
    assert "Whiz had one" in text


@pytest.fixture
def won(phone):
    """Two at the mesa: Whiz is at nothing after three hands (4, 3 and 3 tricks), Tom at five."""
    code = phone.sit_down("smoke", names=("Whiz", "Tom"))
    for said in ("4 1", "3 2", "3 2"):
        assert hand(phone, code, said).status_code == 303
    return code


def test_the_finish(phone, won):
    page = phone.page(f"/t/{won}")
    assert phone.scores(won) == ["0", "5"]
    assert "Whiz won" in page.text
    assert "Smoke down to 0" in page.text
    assert "Whiz went from 10 to 0. Tom went from 10 to 5." in page.text
    assert 'class="target" d="M52,218' in phone.get(f"/t/{won}").text  # nothing lies at the foot of the chart
    assert "Attention to tally: Whiz reads it out. Read it aloud Whiz, 0 coming down. Tom, 5 coming down." in page.text
    assert "must play" not in page.text
    form = phone.form(f"/t/{won}", f"/t/{won}/undo") | played("4 1") | {"op_id": "f" * 32}
    answer = phone.client.post(f"/t/{won}/hands", data=form)
    assert answer.status_code == 422
    assert "The game is over" in answer.text
