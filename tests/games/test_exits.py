"""A substitute, a swap of seats, another dealer and the end of a game: from their page, and corrected in the log."""

import re
import tomllib

import pytest

from tests.games.exit_forms import deals, leave_by, log, undo
from tests.money.games import OPEN, SET, STAKES, stands
from tests.phones import Page

LED = {"bid": "3", "point_high": "2", "point_jack": "2", "point_game": "2", "point_low": "1"}
"""A hand of Pitch after which Bob & Dee lead 3 to 1."""


@pytest.mark.parametrize("for_money", [False, True])
def test_the_page_lists_what_the_sheet_of_the_table_lists(phone, pitch, for_money):
    code = phone.bring_in(OPEN) if for_money else pitch
    more = phone.get(f"/t/{code}").text
    more = more[more.index("<h3>Changes at the table") : more.index("<h3>This table")]
    page = phone.get(f"/t/{code}/exits").text.partition('class="link-card')[2]
    listed = [re.findall("<span><b>([^<]+)</b>(?: <small>([^<]+)</small>)?</span>", html) for html in (more, page)]
    assert listed[0] == listed[1]
    assert len(listed[0]) > 5


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "Who deals? Tap a name."),
        ({"dealer": "4"}, "They already deal the next hand."),
        ({"what": "substitute"}, "Who steps in? Enter a name."),
        ({"what": "substitute", "substitute": "Eve"}, "Who leaves? Tap a name."),
        ({"what": "substitute", "substitute": "x" * 61, "replaces": "1"}, "60"),
        ({"what": "swap", "other": "1"}, "Who changes seats? Tap a name."),
        ({"what": "swap", "swap": "1"}, "With whom? Tap a name."),
        ({"what": "end", "end": "draw"}, "How does it end? Tap one of the answers."),
        ({"what": "end", "end": "leaders"}, "Everybody has the same score, so nobody leads"),
        ({"what": "rules"}, "Tap one of the buttons."),
    ],
)
def test_what_cannot_be_is_refused_at_its_place(phone, pitch, fields, sentence):
    answer = leave_by(phone, pitch, "dealer", **fields)
    assert answer.status_code == 422
    page = Page(answer.text)
    assert sentence in page.text
    for link in re.findall(r'<p><a href="#([^"]+)"', answer.text):
        assert link in page.ids
    assert 'id="line-' not in phone.get(f"/t/{pitch}/log").text


def test_somebody_plays_on_for_a_player_and_wins(phone, pitch):
    phone.hand(pitch, **LED)
    assert leave_by(phone, pitch, "substitute", substitute="Eve", replaces="1").status_code == 303
    assert phone.scores(pitch) == ["1", "3"]
    page = phone.page(f"/t/{pitch}").text
    assert "Undo the substitute" in page
    assert "with the same score." in page
    assert "Eve plays on in Ann's place, with the same score. Correct Eve & Cy 1 Bob & Dee 3" in log(phone, pitch)
    phone.hand(pitch, bidder="5", bid="4", point_high="5", point_jack="5", point_game="5", point_low="5")
    assert phone.scores(pitch) == ["5", "3"]
    assert leave_by(phone, pitch, "end", end="leaders").status_code == 303
    assert "Eve & Cy won" in phone.page(f"/t/{pitch}").text
    for path in ("watch", "log", "picture.png", "sheet.toml", "lines/1"):
        assert phone.get(f"/t/{pitch}/{path}").status_code == 200, path
    league = re.search(r'href="(/l/[\w-]{22})"', phone.get("/").text)[1]
    people = phone.page(f"{league}/people").text
    assert ("Ann" in people, "Eve" in people) == (True, True)
    rematch = phone.send(f"/t/{pitch}", f"/t/{pitch}/rematch", {}).location
    assert "Eve" in phone.page(rematch).text


def test_the_stakes_go_with_the_seat_and_the_page_says_so(app, phone):
    code = phone.bring_in(STAKES + SET)
    page = phone.page(f"/t/{code}/exits").text
    assert "The stakes go with the seat" in page
    assert "Bob −$1.50" in page
    assert leave_by(phone, code, "substitute", substitute="Eve", replaces="2").status_code == 303
    assert leave_by(phone, code, "end", end="leaders").status_code == 303
    assert stands(app, code) == {"Ann": -100, "Cy": 350, "Dee": -100, "Eve": -150}
    assert "Eve" in phone.page(f"/t/{code}/settle/game").text
    sheet = tomllib.loads(phone.get(f"/t/{code}/sheet.toml").text)
    assert sheet["lines"][1] == {"substitute": "Eve", "replaces": "Bob"}
    again = phone.bring_in(phone.get(f"/t/{code}/sheet.toml").text)
    assert phone.scores(again) == phone.scores(code)


def test_the_story_and_the_chart_follow_the_seat_of_a_substitute(phone, pitch):
    """Ann makes 4 (4-0), is set (2-3) and makes 4 (6-3); Eve takes her seat; Bob is set (9-1)."""
    all_four = {"bidder": "1", "bid": "4", "point_high": "1", "point_jack": "1", "point_game": "1", "point_low": "1"}
    phone.hand(pitch, **all_four)
    phone.hand(pitch, bidder="1", bid="2", point_high="1", point_jack="2", point_game="2", point_low="2")
    phone.hand(pitch, **all_four)
    leave_by(phone, pitch, "substitute", substitute="Eve", replaces="1")
    phone.hand(pitch, bidder="2", bid="2", point_high="5", point_jack="5", point_game="5", point_low="2")
    assert phone.scores(pitch) == ["9", "1"]
    leave_by(phone, pitch, "end", end="leaders")
    told = phone.page(f"/t/{pitch}").text
    assert "It turned on hand 4, when Bob went set on 2." in told
    assert "Eve & Cy went from 0 to 9." in told


def test_two_swap_seats_until_it_is_taken_back(phone, pitch):
    assert "Dee deals · Ann bids first" in phone.page(f"/t/{pitch}").text
    assert leave_by(phone, pitch, "swap", swap="1", other="3").status_code == 303
    page = phone.page(f"/t/{pitch}").text
    assert "Dee deals · Cy bids first" in page
    assert "Undo the seat swap" in page
    assert "Ann & Cy swap seats." in log(phone, pitch)
    sheet = tomllib.loads(phone.get(f"/t/{pitch}/sheet.toml").text)
    assert sheet["lines"] == [{"swap": ["Ann", "Cy"]}]
    assert undo(phone, pitch).status_code == 303
    assert "Dee deals · Ann bids first" in phone.page(f"/t/{pitch}").text


def colors_of(phone, code):
    """Return the class of each player's column on the board, by name."""
    board = phone.get(f"/t/{code}").text
    found = re.findall(r'<div class="(s\d)[^"]*">\s*<h2 class="name"><svg.*</svg><span>(\w+)</span></h2>', board)
    return {name: css for css, name in found}


def test_who_plays_alone_keeps_their_color_through_a_swap(phone):
    code = phone.sit_down("cutthroat-pitch", ("Ann", "Bob", "Cy"))
    colors = colors_of(phone, code)
    leave_by(phone, code, "swap", swap="1", other="3")
    assert colors_of(phone, code) == colors
    leave_by(phone, code, "substitute", substitute="Eve", replaces="2")
    now = colors_of(phone, code)
    assert (now["Ann"], now["Cy"]) == (colors["Ann"], colors["Cy"])
    assert len(set(now.values())) == 3


def test_what_each_end_pays_is_said_before_it_is_saved(app, phone):
    # Bob was set at 4: Ann 0, Bob −4, Cy 1, Dee 0.  Each loser pays a dollar, Bob fifty cents more for the set.
    code = phone.bring_in(STAKES + SET)
    page = phone.page(f"/t/{code}/exits").text
    assert "Cy wins Ann −$1.00, Bob −$1.50, Cy +$3.50, Dee −$1.00." in page
    assert "Nobody wins Nobody pays anything." in page
    assert leave_by(phone, code, "end", end="leaders").status_code == 303
    assert stands(app, code) == {"Ann": -100, "Bob": -150, "Cy": 350, "Dee": -100}
    assert undo(phone, code).status_code == 303
    assert set(stands(app, code).values()) == {0}
    assert leave_by(phone, code, "end", end="nobody").status_code == 303
    assert set(stands(app, code).values()) == {0}


def test_a_game_ends_here_with_a_winner_or_without_one(phone, pitch):
    """The card of a game that nobody won bears nobody's mark."""
    phone.hand(pitch, **LED)
    page = phone.page(f"/t/{pitch}/exits").text
    assert "Ann & Cy 1, Bob & Dee 3." in page
    assert "Bob & Dee win" in page
    leave_by(phone, pitch, "end", end="nobody")
    table = phone.get(f"/t/{pitch}").text
    assert "Nobody won" in table
    assert "Undo the end of the game" in Page(table).text
    assert 'class="corner' not in table
    assert 'class="first"' not in table
    assert "The table ends the game here, and nobody wins." in log(phone, pitch)
    for path in ("/", f"/t/{pitch}/watch", f"/t/{pitch}/picture.png"):
        assert phone.get(path).status_code == 200
    assert phone.get(f"/t/{pitch}/exits").status_code == 409
    undo(phone, pitch)
    leave_by(phone, pitch, "end", end="leaders")
    table = phone.get(f"/t/{pitch}").text
    assert 'class="corner s2"' in table
    assert "Bob &amp; Dee won" in table
    assert "Rematch" in table
    assert "The table ends the game here: Bob & Dee lead and win." in log(phone, pitch)


def line_form(phone, code, seq=1):
    """Return the form that corrects a line, as it is filled in."""
    action = f"/t/{code}/lines/{seq}"
    return next(form["fields"] for form in phone.page(action).forms if form["action"] == action)


def correct(phone, code, seq=1, /, **fields):
    return phone.client.post(f"/t/{code}/lines/{seq}", data=line_form(phone, code, seq) | fields)


@pytest.mark.parametrize(
    "line",
    [
        {"what": "substitute", "substitute": "Eve", "replaces": "1"},
        {"what": "swap", "swap": "1", "other": "3"},
        {"what": "dealer", "dealer": "2"},
        {"what": "end", "end": "nobody"},
    ],
    ids=lambda line: line["what"],
)
def test_a_line_is_corrected_on_the_form_it_came_from(phone, pitch, line):
    leave_by(phone, pitch, line["what"], **line)
    assert line.items() <= line_form(phone, pitch).items()
    assert correct(phone, pitch).status_code == 303, "what changes nothing agrees"
    assert "Corrected" not in log(phone, pitch)


def test_another_dealer_was_meant(phone, pitch):
    assert deals(phone, pitch) == "Dee"
    assert leave_by(phone, pitch, "dealer", dealer="2", note="Dee spilled a drink.").status_code == 303
    assert "Undo the dealer change" in phone.page(f"/t/{pitch}").text
    answer = correct(phone, pitch, dealer="3", reason="Read the wrong name")
    assert (answer.status_code, answer.location) == (303, f"/t/{pitch}/log?line=1#line-1")
    assert deals(phone, pitch) == "Cy"
    said = log(phone, pitch)
    for told in ("Cy deals the next hand.", "Bob deals the next hand.", "Read the wrong name", "Dee spilled a drink."):
        assert told in said
    assert undo(phone, pitch).status_code == 303
    assert deals(phone, pitch) == "Bob", "the correction is taken back, the line stays"
    assert undo(phone, pitch).status_code == 303
    assert deals(phone, pitch) == "Dee"


@pytest.mark.parametrize("between", ["substitute", "misdeal", "passed"])
def test_only_hands_are_counted_as_hands(phone, pitch, between):
    phone.hand(pitch, bid="2")
    if between == "substitute":
        leave_by(phone, pitch, "substitute", substitute="Eve", replaces="1")
    else:
        phone.send(f"/t/{pitch}", f"/t/{pitch}/hands", {"what": between})
    assert "Hand 2 ·" in phone.page(f"/t/{pitch}").text
    phone.hand(pitch, bid="3")
    assert "2 Bob bid 3: made" in phone.page(f"/t/{pitch}/log").text


@pytest.mark.parametrize(
    ("line", "wrong", "sentence"),
    [
        ({"what": "dealer", "dealer": "2"}, {"dealer": ""}, "Who deals? Tap a name."),
        ({"what": "dealer", "dealer": "2"}, {"dealer": "3", "reason": "x" * 201}, "200"),
        ({"what": "swap", "swap": "1", "other": "3"}, {"other": "1"}, "Nobody swaps seats with themselves"),
        ({"what": "end", "end": "nobody"}, {"what": "dealer", "dealer": "2", "end": ""}, "How does it end?"),
    ],
)
def test_a_correction_that_cannot_be_is_refused_and_kept(phone, pitch, line, wrong, sentence):
    leave_by(phone, pitch, line["what"], **line)
    answer = correct(phone, pitch, **wrong)
    assert answer.status_code == 422
    assert sentence in Page(re.search(r'class="errors".*?</div>', answer.text, re.DOTALL)[0]).text
    assert "Corrected" not in log(phone, pitch)


def test_an_end_is_corrected_after_another_phone_though_the_game_is_over(phone, other_phone, code):
    other_phone.hand(code, bid="4", point_high="2", point_jack="2", point_game="2", point_trey="2")
    leave_by(phone, code, "end", end="nobody")
    path = f"/t/{code}/lines/2"
    fields = line_form(phone, code, 2) | {"end": "leaders"}
    assert correct(other_phone, code, 2, note="Rain").status_code == 303
    answer = phone.client.post(path, data=fields)
    assert answer.status_code == 409
    page = Page(answer.text)
    assert "the leaders win" in page.text
    again = next(form["fields"] for form in page.forms if form["action"] == path)
    assert phone.client.post(path, data=again).status_code == 303
    assert "Bob & Dee won" in phone.page(f"/t/{code}").text


@pytest.mark.parametrize(
    ("path", "fields", "may"),
    [
        ("", {"bidder": "2", "bid": "4", "point-high": "2", "counted": "yes", "count-1": "20", "count-2": "30"}, False),
        ("", {"bidder": "2", "bid": "4", "point-high": "2", "sure": "yes"}, True),
        ("/vote", {"by-1": "2", "by-2": "-2", "reason": "So"}, False),
    ],
    ids=["a count for who was replaced", "a hand of those who are there", "a vote for who was replaced"],
)
def test_after_a_substitute_only_what_is_of_the_table_is_sent_again(phone, other_phone, code, path, fields, may):
    action = f"/t/{code}{path or '/hands'}"
    printed = phone.form(f"/t/{code}{path}", action)
    assert leave_by(other_phone, code, "substitute", substitute="Eve", replaces="1").status_code == 303
    answer = phone.client.post(action, data=printed | fields)
    assert answer.status_code == 409
    page = Page(answer.text)
    assert (action in [form["action"] for form in page.forms]) is may
    assert ("Different people are at the table now, so please enter it again." in page.text) is not may
