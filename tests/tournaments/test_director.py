"""The director's pages: from the list of names to the prizes."""

import re

import pytest

from scorekeeper.tournaments.pages import TournamentView
from tests.databases import asked
from tests.phones import Page
from tests.tournaments.conftest import NIGHT, THIRTEEN


def names_at(html):
    """Return the names at each table of the page, side by side."""
    found = re.findall(r'<li class="table-of.*?</li>', html, re.DOTALL)
    return [re.findall(r'class="one[^"]*"><span>([^<]+)', table) for table in found]


def options(form):
    """Return the games that a form offers, by the group they are offered in, and the one that is chosen."""
    select = re.search(r'<select[^>]* name="game".*?</select>', form, re.DOTALL)[0]
    groups = re.findall(r'<optgroup label="([^"]+)">(.*?)</optgroup>', select, re.DOTALL)
    chosen = re.search(r'<option selected value="([^"]+)">', select)
    return {name: re.findall(r'value="([^"]+)"', body) for name, body in groups}, chosen and chosen[1]


def typed(form, name):
    return re.search(rf'<input[^>]* name="{name}"[^>]* value="([^"]*)"', form)[1]


def test_the_first_tournament_of_a_league_has_usual_answers(guest):
    founded = guest.send("/tournaments/new", "/tournaments/new", {"name": "Legion Post 9"})
    form = guest.get(founded.location).text
    assert typed(form, "name") == "Legion Post 9 tournament"
    assert typed(form, "fee") == "", "nothing to delete before the fee is typed"
    games, chosen = options(form)
    assert list(games) == ["Most played", "Other games"]
    assert games["Most played"][0] == "partnership-pitch"
    assert chosen is None


def test_the_next_tournament_begins_with_the_answers_of_the_last(tournament):
    form = tournament.phone.get(f"{tournament.path.removesuffix('/1')}/new").text
    games, chosen = options(form)
    assert chosen == NIGHT["game"]
    assert games["Yours"] == ["minnesota-ten-point"], "the league has played it"
    for name in ("name", "rounds", "number", "shares"):
        assert typed(form, name) == NIGHT[name]
    assert NIGHT["day"] not in form


OWN_GAME = {"name": "Legion Pitch", "rule-finish.target": "31", "rule-auction.dealer_steals": "no"}


def write_game(tournament, size):
    league = tournament.path.partition("/tournaments")[0]
    first = f"{league}/variants/new?from=partnership-pitch&size={size}"
    answer = tournament.phone.send(first, f"{league}/variants/new", OWN_GAME | {"sizes": [str(size)]})
    assert answer.status_code == 303, answer.text


def test_a_game_of_the_leagues_own_is_played_at_a_tournament(tournament):
    write_game(tournament, 4)
    listed = tournament.path.removesuffix("/1")
    form = tournament.phone.get(f"{listed}/new").text
    own = re.search(r'value="(house:\d+)">Legion Pitch \(our own game\)<', form)[1]
    founded = tournament.phone.send(f"{listed}/new", f"{listed}/new", NIGHT | {"name": "Second night", "game": own})
    assert founded.status_code == 303
    assert "Legion Pitch (our own game)" in tournament.phone.page(f"{listed}/2").text
    assert f'selected value="{own}"' in tournament.phone.get(f"{listed}/2/settings").text


def test_thirteen_are_in_and_the_first_round_seats_twelve(tournament):
    assert "13 players so far: 3 tables, 1 sits out. Draw" in tournament.page().text
    assert tournament.press("draw", round="1").status_code == 303
    page = tournament.phone.get(tournament.path).text
    tables = names_at(page)
    assert [len(table) for table in tables] == [2, 2, 2]
    seated = [name for table in tables for side in table for name in side.split(" &amp; ")]
    out = re.search(r"Sits out: <b>([^<]+)<", page)[1]
    assert sorted([*seated, out]) == sorted(THIRTEEN)
    assert "tables 1, 2 and 3 are still playing" in tournament.page().text


def test_what_is_missing_is_said_until_every_slip_is_in(tournament):
    draw = f"{tournament.path}/draw"
    form = tournament.phone.form(tournament.path, draw)
    tournament.press("draw", round="1")
    tournament.slip(1, 2, 20, 10)
    assert "tables 1 and 3 are still playing" in tournament.page().text
    assert draw not in {form["action"] for form in tournament.page().forms}
    for number, sentence in (("2", "once every slip of this one is in"), ("3", "Draw one round at a time.")):
        answer = tournament.phone.client.post(draw, data=form | {"round": number, "op_id": 32 * number})
        assert (answer.status_code, sentence in answer.text) == (422, True)
    tournament.slip(1, 1, 20, 10)
    tournament.slip(1, 3, 20, 10)
    assert "every score is in. Draw the next round" in tournament.page().text
    assert tournament.press("draw", round="2").status_code == 303


def test_a_slip_is_corrected_after_the_next_round_began(tournament):
    tournament.play(1)
    tournament.press("draw", round="2")
    before = names_at(tournament.phone.get(tournament.path).text)[:3]
    corrected = tournament.page("/slips/1/1")
    assert "the pairings stay" in corrected.text
    assert tournament.slip(1, 1, 44, 10).status_code == 303
    page = tournament.phone.get(tournament.path).text
    assert names_at(page)[:3] == before
    assert re.search(r'class="num value">44<', page)
    assert len(names_at(page)) == 6, "three tables, and the three of the round before"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"sides-0-points": ""}, "Enter the points of each side"), ({"sides-0-sets": "x"}, "Enter a whole number"),
        ({"sides-1-points": "ten"}, "Enter the points of each side"),
        ({"sides-1-points": "99999"}, "Enter the points of each side"),
    ],
)  # fmt: skip
def test_a_slip_that_cannot_be_keeps_what_was_typed(tournament, fields, sentence):
    tournament.press("draw", round="1")
    where = f"{tournament.path}/slips/1/1"
    answer = tournament.phone.send(where, where, {"sides-0-points": "31", "sides-1-points": "12"} | fields)
    assert answer.status_code == 422
    assert sentence in answer.text
    printed = next(form["fields"] for form in Page(answer.text).forms if form["action"] == where)
    assert {name: printed[name] for name in fields} == fields
    assert "tables 1, 2 and 3" in tournament.page().text


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ("Zed\nzed", "zed is on the list twice"),
        ("Nan\nann", "Ann is already in"),
        (" \n ", "Enter at least one name"),
        ("x" * 200, "at most"),
    ],
)
def test_a_list_that_cannot_be_is_kept_and_refused_as_a_whole(tournament, names, sentence):
    answer = tournament.enter(names)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert names in answer.text
    assert "13 players so far" in tournament.page().text
    league = tournament.path.partition("/tournaments")[0]
    assert not re.search(r">(Nan|Zed)<", tournament.phone.get(f"{league}/people").text)


def test_one_comes_late_and_one_leaves_and_comes_back(tournament):
    tournament.play(1)
    assert tournament.enter("Nan").status_code == 303
    assert tournament.press("leave", player="1").status_code == 303
    assert "13 players, 1 left" in tournament.page().text
    assert tournament.phone.get(tournament.path).text.count('aria-label="Ann came back"') == 1
    tournament.press("draw", round="2")
    text = tournament.phone.get(tournament.path).text
    tables = [name for table in names_at(text)[:3] for side in table for name in side.split(" &amp; ")]
    assert "Ann" not in tables
    leave = {**tournament.phone.form(tournament.path, f"{tournament.path}/leave"), "player": "1", "back": "y"}
    assert tournament.phone.client.post(f"{tournament.path}/leave", data=leave).status_code == 303
    assert "14 players" in tournament.page().text


def test_the_last_line_is_undone_from_the_page_and_older_ones_from_the_log(tournament):
    tournament.play(1)
    said = re.search(r"Round 1, table 3: \S+ & \S+ 31, \S+ & \S+ 9", tournament.page().text)[0]
    assert tournament.press("undo").status_code == 303
    assert "table 3 is still playing" in tournament.page().text
    log = tournament.page("/log").text
    assert f"Undone: {said}" in log
    assert "Ann, Bob, Cy, Dee and 9 more entered" in log


def test_what_later_rounds_stand_on_is_not_undone(tournament):
    tournament.play(1)
    tournament.press("draw", round="2")
    form = tournament.phone.form(tournament.path, f"{tournament.path}/undo") | {"target": "4"}
    answer = tournament.phone.client.post(f"{tournament.path}/undo", data=form)
    assert answer.status_code == 422
    assert "once every slip of this one is in" in answer.text


def test_the_end_pays_out_and_the_ledger_sums_to_zero(app, shared_app, tournament):
    assert app
    for number in range(1, 6):
        tournament.play(number)
    assert "Finish, or play one more round" in tournament.page().text
    assert tournament.press("finish").status_code == 303
    page = tournament.page()
    assert "Over after 5 rounds: " in page.text
    assert page.text.index("Prizes") < page.text.index("Most points")
    assert "Pot $130.00" in page.text
    assert asked(shared_app.database, "SELECT sum(cents), count(*) FROM postings")[0][0] == 0
    game = asked(shared_app.database, "SELECT code FROM games")[0][0]
    assert "Entry fees and prizes" in tournament.phone.page(f"/t/{game}/settle/ledger").text
    assert tournament.phone.get(f"/t/{game}/settle?of=season").status_code == 200
    assert asked(shared_app.database, "SELECT kind, note FROM entries") == [("prizes", "Harvest Pitch night")]
    tournament.press("undo")
    assert asked(shared_app.database, "SELECT sum(cents) FROM postings") == [(0,)]
    assert asked(shared_app.database, "SELECT kind FROM entries ORDER BY id") == [("prizes",), ("reversal",)]
    assert "Taken back: entry fees and prizes" in tournament.phone.page(f"/t/{game}/settle/ledger").text


def test_a_page_that_has_seen_it_all_is_told_so_and_a_slip_is_news(tournament):
    """The director's page asks every few seconds."""
    tournament.press("draw", round="1")
    address = re.search(r'hx-get="([^"]+seen=\d+)" hx-trigger="ask"', tournament.phone.get(tournament.path).text)[1]
    assert tournament.phone.get(address).status_code == 204
    tournament.slip(1, 1, 20, 10)
    assert 'id="live"' in tournament.phone.get(address).text


def test_who_leaves_after_the_draw_has_a_stand_in(tournament):
    tournament.press("draw", round="1")
    html = tournament.phone.get(tournament.path).text
    left = names_at(html)[0][0].split(" &amp; ")[0]
    tournament.press("leave", player=re.search(rf'value="(\d+)"><button aria-label="{left} leaves"', html)[1])
    assert re.search(rf"{left} left table \d\. \w+ sits out and can stand in", tournament.page().text)


def test_the_end_says_what_made_the_second_the_second(tournament, monkeypatch):
    monkeypatch.setattr(TournamentView, "tie_words", lambda *_: "Tied with the first; most wins decides")
    for number in range(1, 4):
        tournament.play(number, (30, 1), (20, 10), (15, 12))
    tournament.press("finish")
    assert "Rounded to whole amounts" in tournament.page("/results").text
    for path in ("", "/board"):
        assert re.search(r"\w+ won\. \w+: tied with the first; most wins decides\.", tournament.page(path).text)


def test_ties_are_said_in_words(tournament):
    tournament.play(1, (20, 10), (20, 10), (20, 10))
    text = tournament.page().text
    assert "Most points, then most wins, then best point difference; ties share the place." in text
    assert text.count("Tied with ") == 10, "of twelve, six won and six lost: all but the first of each"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": ""}, "A tournament needs a name"), ({"day": "soon"}, "Choose the day of the tournament."),
        ({"game": "chess"}, "Choose a game from the list"), ({"game": "house:7"}, "Choose a game from the list"),
        ({"format": None}, "Choose how partners are found"), ({"rounds": "0"}, "from 1 to 200"),
        ({"rounds": ""}, "Enter a number of rounds"), ({"end": "dawn"}, "Choose what ends a round"),
        ({"number": "0"}, "from 1 to 999"), ({"fee": "ten"}, "Enter an amount like 10"),
        ({"currency": "XXX"}, "Choose a currency"), ({"shares": "half"}, "like 50, 30, 20"),
        ({"shares": "0"}, "like 50, 30, 20"), ({"first": "beauty"}, "Choose each tie-break once"),
        ({"first": "wins", "second": "wins"}, "Choose each tie-break once"), ({"sets": "-1"}, "Enter zero or more"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_tournament_is_said_and_nothing_is_founded(tournament, fields, sentence):
    listed = tournament.path.removesuffix("/1")
    answer = tournament.phone.send(f"{listed}/new", f"{listed}/new", NIGHT | {"name": "Another"} | fields)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert tournament.phone.get(f"{listed}/2").status_code == 404


def test_settings_are_changed_and_the_format_stays_once_a_round_is_drawn(tournament):
    where = f"{tournament.path}/settings"
    assert tournament.phone.send(where, where, NIGHT | {"rounds": "6"}).status_code == 303
    tournament.press("draw", round="1")
    assert "Round 1 of 6" in tournament.page().text
    answer = tournament.phone.send(where, where, NIGHT | {"format": "progressive"})
    assert answer.status_code == 422
    assert "The format stays as it is" in answer.text


def test_who_looks_on_sees_everything_and_no_button(viewer, tournament):
    tournament.play(1)
    page = viewer.page()
    assert "Round 1 of 5" in page.text
    assert page.forms == []
    assert viewer.phone.get(f"{viewer.path}/slips/1/1").status_code == 403


def test_the_director_marks_who_paid_in_cash(tournament, viewer):
    assert "Nobody has paid in cash" in tournament.page().text
    assert tournament.press("fee", player="1").status_code == 303
    assert "1 of 13 paid in cash: $10.00 in the box." in tournament.page().text
    assert "Ann paid the entry fee in cash" in tournament.page("/log").text
    assert "Ann paid" in viewer.page().text
    assert tournament.phone.get(tournament.path).text.count('aria-pressed="true"') == 1
    assert tournament.press("fee", player="1", back="y").status_code == 303
    assert "Nobody has paid in cash" in tournament.page().text
    for player in range(1, 13):
        tournament.press("fee", player=str(player))
    tournament.play(1)
    assert tournament.press("finish").status_code == 303
    page = tournament.page().text
    assert "12 of 13 paid in cash: $120.00." in page, "the box is paid out"
    assert "in cash $" in page


def test_everybody_pays_at_the_door_and_one_tap_says_so(tournament):
    tournament.press("fee", player="1")
    tournament.press("leave", player="2")
    assert 'name="everybody" value="11"' in tournament.phone.get(tournament.path).text
    form = tournament.phone.form(tournament.path, f"{tournament.path}/fee")
    stale = tournament.phone.client.post(f"{tournament.path}/fee", data=form | {"everybody": "10"})
    assert (stale.status_code, "The player list has changed" in stale.text) == (422, True)
    assert tournament.phone.client.post(f"{tournament.path}/fee", data=form | {"everybody": "11"}).status_code == 303
    page = tournament.page().text
    assert "12 of 13 paid in cash: $120.00 in the box." in page
    assert "Everybody paid" not in page
    assert "Cy, Dee, Eve, Flo and 7 more paid the entry fee in cash" in page, "all but who paid already, or left"
    tournament.press("undo")
    assert "1 of 13 paid in cash" in tournament.page().text
