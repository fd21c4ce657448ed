"""What a hall asks for: more minutes for one table, a last round that nobody can add up, and the pot on paper."""

import csv
import io
import re

import pytest

from scorekeeper.rules.errors import ImpossibleFact
from scorekeeper.tournaments.actions import give_time
from tests.phones import Page, Phone
from tests.tournaments.conftest import NIGHT, cards_of


def set_up(tournament, **changed):
    settings = f"{tournament.path}/settings"
    assert tournament.phone.send(settings, settings, NIGHT | changed).status_code == 303


def time_of(tournament, table, minutes, number=1):
    slip = f"{tournament.path}/slips/{number}/{table}"
    return tournament.phone.send(slip, f"{slip}/time", {"minutes": minutes})


def seconds(page):
    return [int(left) for left in re.findall(r'data-left="(\d+)"', page)]


@pytest.fixture
def timed(tournament):
    """Its first round of twenty minutes; table 2 has five more."""
    set_up(tournament, end="clock", number="20")
    tournament.press("draw", round="1")
    assert time_of(tournament, 2, "5").status_code == 303
    return tournament


@pytest.mark.parametrize("page", ["", "/board"])
def test_one_table_plays_on_after_the_others(timed, page):
    everybody, *_, theirs = seconds(timed.phone.get(timed.path + page).text)
    assert theirs - everybody == 300
    assert "extra time" in timed.page(page).text


def test_the_tables_own_phone_says_so_and_no_other(timed, app):
    pages = [Phone(app).page(card).text for card in cards_of(timed)]
    assert ["5 extra minutes for your table" in page for page in pages] == [False, True, False]


def test_minutes_add_up_and_end_with_the_slip(timed):
    assert time_of(timed, 2, "3").status_code == 303
    assert "It has 8 minutes so far." in timed.page("/slips/1/2").text
    assert "Round 1, table 2: 3 more minutes" in timed.page("/log").text
    timed.press("undo")
    everybody, *_, theirs = seconds(timed.phone.get(timed.path).text)
    assert theirs - everybody == 300
    timed.slip(1, 2, 20, 10)
    assert len(seconds(timed.phone.get(timed.path).text)) == 1
    assert "Extra minutes" not in timed.page("/slips/1/2").text


@pytest.mark.parametrize("typed", ["", "0", "1000", "soon", "-5", "2.5"])
def test_other_minutes_are_refused_with_a_sentence(timed, typed):
    answer = time_of(timed, 1, typed)
    sentence = "Give from 1 to 999 minutes in all." if typed in ("0", "1000") else "Enter a number of minutes, like 5."
    assert (answer.status_code, sentence in answer.text) == (422, True)
    assert len(seconds(timed.phone.get(timed.path).text)) == 2


def test_only_a_round_by_the_clock_has_minutes(evening, form):
    evening.draw()
    with pytest.raises(ImpossibleFact, match="by the clock"):
        give_time(form(), evening.id, (1, 1), 5)
    assert evening.seq == 3


@pytest.fixture
def blind(tournament):
    """Two rounds, the second of them blind and drawn; tables 1 and 2 have handed in their slips."""
    set_up(tournament, rounds="2", blind="y", high_game="5")
    tournament.play(1)
    assert "Standings" in tournament.page("/board").text, "the first round is not hidden"
    tournament.press("draw", round="2")
    tournament.slip(2, 1, 877, 11)
    tournament.slip(2, 2, 866, 12)
    return tournament


def pages_for_the_hall(blind, viewer, app):
    """Return every page that somebody in the hall may look at: boards, on the director's laptop too, and phones."""
    board = re.search(r'href="http://localhost(/b/[^"]+)"', blind.phone.get(blind.path).text)
    if board is None:
        assert blind.press("link").status_code == 303
        return pages_for_the_hall(blind, viewer, app)
    league = blind.path.rpartition("/")[0]
    found = {f"the viewer's {page}": viewer.phone.get(viewer.path + page).text
             for page in ("", "/board", "/results", "/results.csv", "/log")}  # fmt: skip
    found |= {"the link": Phone(app).get(board[1]).text, "the laptop": blind.phone.get(f"{blind.path}/board").text}
    return found | {"the list": viewer.phone.get(league).text, "a card": Phone(app).get(cards_of(blind)[2]).text}


def points_in(page):
    """Return the points of the last round that are in the text of a page; a link is no number."""
    return re.findall(r"(?<![\w-])8(?:77|66)(?![\w-])", Page(page).text)


def test_nobody_in_the_hall_can_add_up_the_last_round(blind, viewer, app):
    for name, page in pages_for_the_hall(blind, viewer, app).items():
        assert not points_in(page), name
        assert not re.search('<h2>Standings|class="places"|if the tables left end', page), name
    hall = viewer.page().text
    assert "The hall sees the standings once every slip is in." in hall
    assert "table 3 is still playing" in hall
    assert "Round 2, table 1: the slip was handed in" in viewer.page("/log").text
    table = viewer.phone.get(f"{viewer.path}/results.csv").text.lstrip("\ufeff")
    assert {row["round"] for row in csv.DictReader(io.StringIO(table))} == {"1"}


def test_the_director_sees_them(blind):
    page = blind.phone.get(blind.path).text
    assert 'class="places"' in page
    assert points_in(page)
    assert "if the tables left end" in Page(page).text
    assert "877" in blind.page("/log").text


def test_with_the_last_slip_everybody_does(blind, viewer, app):
    blind.slip(2, 3, 20, 10)
    found = pages_for_the_hall(blind, viewer, app)
    for name in ("the link", "the laptop", "the viewer's "):
        assert points_in(found[name]), name
        assert "Standings" in found[name], name
    assert blind.press("undo").status_code == 303
    assert not points_in(viewer.phone.get(viewer.path).text), "hidden again with the slip taken back"


def test_a_tables_own_phone_shows_its_own_slip(blind, app):
    assert "877" in Phone(app).page(cards_of(blind)[0]).text


def test_the_pot_and_every_prize_are_on_the_printed_page(tournament):
    set_up(tournament, high_game="10", rounds="1")
    tournament.press("fee", everybody="13")
    tournament.play(1)
    page = tournament.page("/results").text
    for words in ("Pot and prizes", "Place 1 · 50%", "$60.00", "Highest single round", "$10.00", "$130.00",
                  "13 of 13 paid in cash: $130.00 in the box."):  # fmt: skip
        assert words in page
    assert "Paid out" not in page
    assert tournament.press("finish").status_code == 303
    page = tournament.page("/results").text
    assert re.search("Highest single round.*Paid out|Paid out.*Highest single round", page), "and who won it"


def test_without_a_fee_no_pot_is_printed(tournament):
    set_up(tournament, fee="")
    tournament.play(1)
    assert "Pot" not in tournament.page("/results").text


def test_pages_and_board_say_in_one_line_who_can_still_win(tournament, viewer):
    set_up(tournament, rounds="2")
    tournament.press("draw", round="1")
    assert "if the tables left end" not in viewer.page().text, "nothing is known before the first slip"
    for table in (1, 2, 3):
        tournament.slip(1, table, 20, 10)
    assert re.search(r"Most likely to win if the tables left end .*\(give or take 5\)\.", viewer.page().text)
    tournament.press("draw", round="2")
    tournament.slip(2, 1, 31, 12)
    tournament.slip(2, 2, 20, 10)
    assert "Can still win if the tables left end like those so far: " in viewer.page("/results").text
    assert "Likely to win: " in viewer.page("/board").text
    tournament.slip(2, 3, 20, 10)
    assert "if the tables left end" not in viewer.page().text


def test_the_standings_are_of_whole_rounds_the_same_for_everybody(tournament):
    def shown():
        html = [tournament.phone.get(tournament.path + page).text for page in ("", "/board", "/results")]
        page, *others = [list(map(int, re.findall(r'num value">(\d+)', it))) for it in html]
        assert [page, page] == others
        return page, *(("Standings after round 1" in Page(it).text, "500" in it) for it in html)

    tournament.play(1)
    points, *_ = shown()
    assert sorted(points) == [9, 9, 10, 10, 15, 15, 18, 20, 20, 25, 25, 31, 31], "18 of 110 for who sat out"
    tournament.press("draw", round="2")
    tournament.slip(2, 1, 500, 400)
    tournament.slip(2, 3, 500, 400)
    assert shown() == (points, (True, True), (True, True), (True, True)), "the slips are on their tables' cards"
    tournament.slip(2, 2, 20, 10)
    assert (sum((now := shown())[0]) > 3600, now[1][0]) == (True, False)
