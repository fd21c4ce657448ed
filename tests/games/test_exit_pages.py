"""A substitute, a swap of seats, another dealer and the end of a game, from the page they are on."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.games.exit_forms import deals, exit_forms, leave_by, log, undo
from tests.money.games import OPEN, SET, STAKES, bring_in, make_it, stands
from tests.phones import Page


@pytest.mark.parametrize("for_money", [False, True])
def test_the_page_lists_what_the_sheet_of_the_table_lists(phone, pitch, for_money):
    code = bring_in(phone, OPEN) if for_money else pitch
    titles = re.compile(r'<h2>([^<]+) <small>|<a href="[^"]+"(?: class="destroys")?>(?:<span>)?<b>([^<]+?) ?<')
    more = phone.get(f"/t/{code}").text
    more = more[more.index("<h3>Changes at the table") : more.index("<h3>This table")]
    page = phone.get(f"/t/{code}/exits").text
    page = page[page.index('class="exit-list') :]
    listed = [[one or other for one, other in titles.findall(html)] for html in (more, page)]
    assert listed[0] == listed[1]
    assert len(listed[0]) > 5


# ---------------------------------------------------------------- the dealer


def test_another_player_deals_until_it_is_taken_back(phone, pitch):
    assert deals(phone, pitch) == "Dee"
    assert leave_by(phone, pitch, "dealer", dealer="2").status_code == 303
    assert deals(phone, pitch) == "Bob"
    assert "Bob deals the next hand." in log(phone, pitch)
    page = phone.page(f"/t/{pitch}").text
    assert "Undo the dealer change" in page
    assert undo(phone, pitch).status_code == 303
    assert deals(phone, pitch) == "Dee"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "Who deals? Tap a name."),
        ({"dealer": "4"}, "They already deal the next hand."),
        ({"dealer": "9"}, "9 is not at the table."),
        ({"what": "substitute"}, "Who steps in? Enter a name."),
        ({"what": "substitute"}, "Who leaves? Tap a name."),
        ({"what": "substitute", "substitute": "Bob", "replaces": "1"}, "Bob is at the table already."),
        ({"what": "substitute", "substitute": "Eve", "replaces": "9"}, "9 is not at the table."),
        ({"what": "substitute", "substitute": "x" * 61, "replaces": "1"}, "60"),
        ({"what": "swap"}, "Who changes seats? Tap a name."),
        ({"what": "swap", "swap": "1"}, "With whom? Tap a name."),
        ({"what": "swap", "swap": "1", "other": "1"}, "Nobody swaps seats with themselves"),
        ({"what": "swap", "swap": "1", "other": "9"}, "9 is not at the table."),
        ({"what": "end"}, "How does it end? Tap one of the answers."),
        ({"what": "end", "end": "draw"}, "How does it end? Tap one of the answers."),
        ({"what": "end", "end": "leaders"}, "Everybody has the same score, so nobody leads"),
        ({"what": "rules"}, "Tap one of the buttons."),
        ({"what": "note"}, "Tap one of the buttons."),
        ({"what": ""}, "Tap one of the buttons."),
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


# ---------------------------------------------------------------- a substitute


def test_somebody_plays_on_for_a_player_and_wins(phone, pitch):
    phone.hand(pitch, bid="3", point_high="2", point_jack="2", point_game="2", point_low="1")
    assert leave_by(phone, pitch, "substitute", substitute="Eve", replaces="1").status_code == 303
    page = phone.page(f"/t/{pitch}").text
    assert "Eve" in page
    assert phone.scores(pitch) == ["1", "3"]
    assert "Undo the substitute" in page
    assert "Eve plays on in Ann's place, with the same score." in log(phone, pitch)
    phone.hand(pitch, bidder="5", bid="4", point_high="5", point_jack="5", point_game="5", point_low="5")
    assert phone.scores(pitch) == ["5", "3"]
    assert leave_by(phone, pitch, "end", end="leaders").status_code == 303
    assert "Eve & Cy won" in phone.page(f"/t/{pitch}").text
    for path in ("watch", "log", "picture.png", "sheet.toml", "lines/1"):
        assert phone.get(f"/t/{pitch}/{path}").status_code == 200, path
    league = re.search(r'href="(/l/[\w-]{22})"', phone.get("/").text)[1]
    people = phone.page(f"{league}/people").text
    assert "Ann" in people
    assert "Eve" in people
    rematch = phone.send(f"/t/{pitch}", f"/t/{pitch}/rematch", {}).location
    assert "Eve" in phone.page(rematch).text


def test_the_stakes_go_with_the_seat_and_the_page_says_so(app, phone):
    code = bring_in(phone, STAKES + SET)
    page = phone.page(f"/t/{code}/exits").text
    assert "The stakes go with the seat" in page
    assert "Bob −$1.50" in page
    assert leave_by(phone, code, "substitute", substitute="Eve", replaces="2").status_code == 303
    assert leave_by(phone, code, "end", end="leaders").status_code == 303
    assert stands(app, code) == {"Ann": -100, "Cy": 350, "Dee": -100, "Eve": -150}
    assert "Eve" in phone.page(f"/t/{code}/settle/game").text
    sheet = tomllib.loads(phone.get(f"/t/{code}/sheet.toml").text)
    assert sheet["lines"][1] == {"substitute": "Eve", "replaces": "Bob"}
    again = bring_in(phone, phone.get(f"/t/{code}/sheet.toml").text)
    assert phone.scores(again) == phone.scores(code)


# ---------------------------------------------------------------- a swap


def test_two_swap_seats_until_it_is_taken_back(phone, pitch):
    assert "Dee deals · Ann bids first" in phone.page(f"/t/{pitch}").text
    assert leave_by(phone, pitch, "swap", swap="1", other="3").status_code == 303
    page = phone.page(f"/t/{pitch}").text
    assert "Dee deals · Cy bids first" in page
    assert "Undo the seat swap" in page
    assert "Ann & Cy swap seats." in log(phone, pitch)
    sheet = tomllib.loads(phone.get(f"/t/{pitch}/sheet.toml").text)
    assert sheet["lines"] == [{"swap": ["Ann", "Cy"]}]
    assert phone.hand(pitch, bid="3", point_high="2", point_jack="2", point_game="2", point_low="1").status_code == 303
    assert phone.scores(pitch) == ["1", "3"]
    assert undo(phone, pitch).status_code == 303
    assert undo(phone, pitch).status_code == 303
    assert "Dee deals · Ann bids first" in phone.page(f"/t/{pitch}").text


def colors_of(phone, code):
    """Give the class of each player's column on the board, by name."""
    board = phone.get(f"/t/{code}").text
    found = re.findall(r'<div class="(s\d)[^"]*">\s*<h2 class="name">.*?<span>(\w+)</span></h2>', board)
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


# ---------------------------------------------------------------- the end


def test_a_game_ends_here_and_who_leads_wins(phone, pitch):
    phone.hand(pitch, bid="3", point_high="2", point_jack="2", point_game="2", point_low="1")
    page = phone.page(f"/t/{pitch}/exits").text
    assert "Ann & Cy 1, Bob & Dee 3." in page
    assert "Bob & Dee win" in page
    assert leave_by(phone, pitch, "end", end="leaders").status_code == 303
    table = phone.page(f"/t/{pitch}").text
    assert "Bob & Dee won" in table
    assert "Rematch" in table
    assert "The table ends the game here: Bob & Dee lead and win." in log(phone, pitch)
    assert phone.get(f"/t/{pitch}/exits").status_code == 409


def test_what_each_end_pays_is_said_before_it_is_saved(app, phone):
    # Bob was set at 4: Ann 0, Bob −4, Cy 1, Dee 0.  Each loser pays a dollar, Bob fifty cents more for the set.
    code = bring_in(phone, STAKES + SET)
    page = phone.page(f"/t/{code}/exits").text
    assert "Cy wins Ann −$1.00, Bob −$1.50, Cy +$3.50, Dee −$1.00." in page
    assert "Nobody wins Nobody pays anything." in page
    assert leave_by(phone, code, "end", end="leaders").status_code == 303
    assert stands(app, code) == {"Ann": -100, "Bob": -150, "Cy": 350, "Dee": -100}
    assert undo(phone, code).status_code == 303
    level = dict.fromkeys(("Ann", "Bob", "Cy", "Dee"), 0)
    assert stands(app, code) == level
    assert leave_by(phone, code, "end", end="nobody").status_code == 303
    assert stands(app, code) == level


def test_a_hand_corrected_before_the_end_pays_otherwise(app, phone):
    code = bring_in(phone, STAKES + SET)
    leave_by(phone, code, "end", end="leaders")
    make_it(phone, code)
    # Bob took all four and made it: Bob 4, the others nothing, and nobody was set.
    assert stands(app, code) == {"Ann": -100, "Bob": 300, "Cy": -100, "Dee": -100}


def test_the_card_of_a_game_that_nobody_won_bears_nobodys_mark(phone, pitch):
    phone.hand(pitch, bid="3", point_high="2", point_jack="2", point_game="2", point_low="1")
    leave_by(phone, pitch, "end", end="nobody")
    said = phone.get(f"/t/{pitch}").text
    assert "Nobody won" in said
    assert 'class="corner' not in said
    assert 'class="first"' not in said
    assert phone.get(f"/t/{pitch}/picture.png").status_code == 200
    undo(phone, pitch)
    leave_by(phone, pitch, "end", end="leaders")
    assert 'class="corner top s2"' in phone.get(f"/t/{pitch}").text


def test_what_another_phone_changed_is_one_sentence(phone, other_phone, code):
    """The hand form is half filled in when the dealer is corrected on another phone."""
    leave_by(other_phone, code, "dealer", dealer="2")
    told = phone.get(f"/t/{code}/board?seen=0&bidder=2", HX_Request="true").text
    assert "The dealer change was saved on another phone: Bob deals the next hand. Yours" in Page(told).text


def test_a_game_ends_here_and_nobody_wins(phone, pitch):
    page = phone.page(f"/t/{pitch}/exits").text
    assert "Everybody is tied, so nobody leads." in page
    assert leave_by(phone, pitch, "end", end="nobody").status_code == 303
    assert "Nobody won" in phone.page(f"/t/{pitch}").text
    assert "The table ends the game here, and nobody wins." in log(phone, pitch)
    for path in (f"/t/{pitch}/watch", "/", f"/t/{pitch}/log"):
        assert phone.get(path).status_code == 200
    assert phone.get(f"/t/{pitch}/picture.png").status_code == 200


def test_the_end_is_taken_back_and_the_game_goes_on(phone, pitch):
    leave_by(phone, pitch, "end", end="nobody")
    assert "Undo the end of the game" in phone.page(f"/t/{pitch}").text
    assert undo(phone, pitch).status_code == 303
    assert phone.hand(pitch, bid="3", point_high="2").status_code == 303


def test_the_next_game_begins_after_the_end(phone, pitch):
    leave_by(phone, pitch, "end", end="nobody")
    answer = phone.send(f"/t/{pitch}", f"/t/{pitch}/rematch", {})
    assert answer.status_code == 303
    assert answer.location != f"/t/{pitch}"


def test_a_finished_game_takes_no_exit(phone, pitch):
    fields = exit_forms(phone, pitch)
    assert leave_by(phone, pitch, "end", end="nobody").status_code == 303
    assert phone.client.post(f"/t/{pitch}/exits", data=fields["dealer"] | {"dealer": "1"}).status_code == 409


@pytest.mark.parametrize(
    ("what", "value", "says"),
    [
        ("substitute", "Eve", "takes over for Ann"),
        ("swap", "1", "Ann & Bob swap seats"),
        ("dealer", "2", "Bob deals"),
        ("end", "leaders", "the leaders win"),
    ],
)
def test_somebody_else_was_first(phone, other_phone, code, what, value, says):
    fields = exit_forms(phone, code)[what] | {what: value, "replaces": "1", "other": "2"}
    other_phone.hand(code, bid="4", point_high="2", point_jack="2", point_game="2", point_trey="2")
    answer = phone.client.post(f"/t/{code}/exits", data=fields)
    assert answer.status_code == 409
    page = Page(answer.text)
    assert "Bob bid 4" in page.text
    assert says in page.text
    again = next(form for form in page.forms if form["action"] == f"/t/{code}/exits")
    assert phone.client.post(f"/t/{code}/exits", data=again["fields"]).status_code == 303


def hand_fields(phone, code):
    return next(form["fields"] for form in phone.page(f"/t/{code}").forms if form["action"] == f"/t/{code}/hands")


def conflict_with_a_substitute(phone, other_phone, code, fields):
    """Send a hand after Eve took Ann's place; return the answer as a page."""
    assert leave_by(other_phone, code, "substitute", substitute="Eve", replaces="1").status_code == 303
    answer = phone.client.post(f"/t/{code}/hands", data=fields)
    assert answer.status_code == 409
    return Page(answer.text)


def test_a_count_for_who_was_replaced_is_not_lost_in_silence(phone, other_phone, code):
    fields = hand_fields(phone, code) | {"bidder": "2", "bid": "4", "point-high": "2", "point-low": "2"}
    counts = {"counted": "yes", "count-1": "20", "count-2": "30"}
    page = conflict_with_a_substitute(phone, other_phone, code, fields | counts)
    assert "Different people are at the table now, so please enter it again." in page.text
    assert f"/t/{code}/hands" not in [form["action"] for form in page.forms]


def test_a_hand_about_those_who_are_still_there_can_be_sent_again(phone, other_phone, code):
    fields = hand_fields(phone, code) | {"bidder": "2", "bid": "4", "point-high": "2", "point-low": "2", "sure": "yes"}
    page = conflict_with_a_substitute(phone, other_phone, code, fields)
    assert f"/t/{code}/hands" in [form["action"] for form in page.forms]


def test_a_vote_for_who_was_replaced_is_to_be_entered_again(phone, other_phone, code):
    vote = f"/t/{code}/vote"
    fields = next(form["fields"] for form in phone.page(vote).forms if form["action"] == vote)
    assert leave_by(other_phone, code, "substitute", substitute="Eve", replaces="1").status_code == 303
    answer = phone.client.post(vote, data=fields | {"by-1": "2", "by-2": "-2", "reason": "So"})
    assert answer.status_code == 409
    assert vote not in [form["action"] for form in Page(answer.text).forms]


def test_the_standing_after_a_substitute_names_every_side(phone, pitch):
    phone.hand(pitch, bid="3", point_high="2", point_jack="2", point_game="2", point_low="1")
    leave_by(phone, pitch, "substitute", substitute="Eve", replaces="1")
    said = re.search(r"with the same score · (.*?)\.", phone.page(f"/t/{pitch}").text)[1]
    assert said == "1\N{EN DASH}\N{WORD JOINER}3"


def test_a_game_that_ends_right_after_somebody_sat_down_counts_for_the_others(phone):
    code = bring_in(phone, OPEN + SET)
    sitting = phone.page(f"/t/{code}/seats").forms
    fields = next(form["fields"] for form in sitting if form["fields"].get("what") == "join")
    phone.client.post(f"/t/{code}/seats", data=fields | {"join": "Eve"})
    phone.send(f"/t/{code}/vote", f"/t/{code}/vote", {"by-1": "2", "reason": "So"})
    assert leave_by(phone, code, "end", end="leaders").status_code == 303
    assert "Ann won" in phone.page(f"/t/{code}").text


def test_the_story_and_the_chart_follow_the_seat_of_a_substitute(phone, pitch):
    """Ann makes 4 (4-0), is set (2-3) and makes 4 (6-3); Eve takes her seat; Bob is set (9-1).

    So each side was set once, and the lead went over and back.
    """
    all_four = {"bidder": "1", "bid": "4", "point_high": "1", "point_jack": "1", "point_game": "1", "point_low": "1"}
    phone.hand(pitch, **all_four)
    phone.hand(pitch, bidder="1", bid="2", point_high="1", point_jack="2", point_game="2", point_low="2")
    phone.hand(pitch, **all_four)
    leave_by(phone, pitch, "substitute", substitute="Eve", replaces="1")
    phone.hand(pitch, bidder="2", bid="2", point_high="5", point_jack="5", point_game="5", point_low="2")
    assert phone.scores(pitch) == ["9", "1"]
    leave_by(phone, pitch, "end", end="leaders")
    told = phone.page(f"/t/{pitch}").text
    assert re.search(r"2\s+sets\s+2\s+lead changes", told), told
    assert "Eve & Cy went from 0 to 9." in told
