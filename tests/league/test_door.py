"""Check-in at the door: everybody taps their own row, of the night or of today's tournament; wrong taps are undone."""

import datetime as dt
import re
from html import unescape

import pytest
import time_machine

from scorekeeper.core.extensions import db
from scorekeeper.league import night_views
from tests.databases import asked, by_hand
from tests.phones import Phone
from tests.tournaments.conftest import NIGHT

CHANGED = "This list has changed. Find your name again."
LATE = "Only the director can take this name off the list now."


@pytest.fixture(autouse=True)
def clock():
    """It is Thursday, six in the evening in Chicago."""
    with time_machine.travel(dt.datetime(2026, 10, 29, 23, tzinfo=dt.UTC), tick=False) as clock:
        yield clock


@pytest.fixture
def door(owner, league):
    """The address that is printed and pinned up."""
    assert "There is no code yet" in owner.page(f"{league}/door").text
    assert owner.send(f"{league}/door", f"{league}/door", {}).status_code == 303
    return re.search(r"/d/[2-9A-Z]{10}", owner.get(f"{league}/door").text)[0]


def rows(phone, door):
    """Return the names on the list of the door as they stand there, those who are here with a check."""
    found = re.findall(r'person=(\d+)"[^>]*>.*?(?<=</span>)<span>([^<]+)</span>(<b[^>]*>✓ here)?', phone.get(door).text)
    return {unescape(name) + (" ✓" if here else ""): number for number, name, here in found}


def check_in(phone, door, name):
    """Tap a row, and say yes once; give the answer."""
    number = rows(phone, door)[name]
    page = phone.page(f"{door}?person={number}")
    assert f"Check in {name}?" in page.text
    return phone.send(f"{door}?person={number}", door, {"answer": f"{number} here"})


def undo(phone, door, name):
    number = rows(phone, door)[f"{name} ✓"]
    assert f"{name} is checked in" in phone.page(f"{door}?person={number}").text
    return phone.send(f"{door}?person={number}", door, {"answer": f"{number} gone"})


def test_a_player_checks_in_for_the_night_and_undoes_a_wrong_tap(owner, phone, app, league, door, plan):
    assert plan().status_code == 303
    answers = door.replace("/d/", "/n/")
    other = Phone(app)
    for number in ("1", "2"):
        other.send(answers, answers, {"answer": f"{number} in"})
    listed = phone.page(door).text
    assert listed.index("Tap your name") < listed.index("Ann") < listed.index("Not on the list?") < listed.index("Cy")
    for name in ("Bob", "Cy"):
        assert check_in(phone, door, name).status_code == 303
    assert undo(other, door, "Bob").status_code == 303
    assert check_in(phone, door, "Ann").status_code == 303
    assert "2 here" in other.page(door).text
    assert [name for name in rows(other, door) if "✓" in name] == ["Ann ✓", "Cy ✓"]
    assert "Bob" in rows(other, door)
    seats = owner.form(f"/new/minnesota-ten-point/4?league={league[3:]}", "/new/minnesota-ten-point/4")
    assert [seats[f"name-{seat}"] for seat in range(1, 5)] == ["Ann", "Cy", "", ""]


def test_before_the_day_and_after_the_night_nobody_checks_in(phone, door, plan, clock):
    assert "Nothing to check in to" in phone.page(door).text
    assert plan().status_code == 303
    assert "Ann" in rows(phone, door)
    form = phone.form(f"{door}?person=1", door) | {"answer": "1 here"}
    clock.move_to(dt.datetime(2026, 10, 30, 12, tzinfo=dt.UTC))
    late = phone.client.post(door, data=form)
    assert (late.status_code, CHANGED in late.text) == (422, True)
    assert "Nothing to check in to" in phone.page(door).text


def test_the_page_to_print_has_the_code_and_replacing_it_closes_the_old_one(owner, viewer, phone, league, door):
    sheet = owner.get(f"{league}/door").text
    assert 'src="data:image/svg+xml' in sheet
    assert f"http://localhost{door}" in sheet
    assert viewer.get(f"{league}/door").status_code == 403
    assert owner.send(f"{league}/door", f"{league}/door", {}).status_code == 303
    assert phone.get(door).status_code == 404
    assert f"http://localhost{door}" not in owner.get(f"{league}/door").text


@pytest.fixture
def tournament(owner, league):
    """Return a function that begins a tournament of today with these players; it returns its address."""

    def begin(names, **fields):
        new = f"{league}/tournaments/new"
        made = owner.send(new, new, NIGHT | {"day": "2026-10-29"} | fields)
        path = made.location.removesuffix("/players")
        owner.send(f"{path}/players", f"{path}/players", {"names": "\n".join(names)})
        return path

    return begin


def press(owner, path, action, **fields):
    return owner.send(path, f"{path}/{action}", fields)


PLAYERS = ("Ann", "Bob", "Cy", "Dee", "Flo", "Gus", "Hal", "Ida", "Jo")


def test_a_round_is_drawn_from_those_who_checked_in(owner, phone, app, door, tournament):
    path = tournament(PLAYERS)
    assert press(owner, path, "door").status_code == 303
    assert "0 players, 9 not here yet" in owner.page(path).text
    for name in PLAYERS[:4]:
        assert check_in(phone, door, name).status_code == 303
    assert undo(phone, door, "Dee").status_code == 303
    flo = rows(phone, door)["Flo"]
    assert press(owner, path, "door", player=flo).status_code == 303
    page = owner.page(path).text
    assert "4 players, 5 not here yet" in page
    assert page.count("not here yet") == 6
    assert "Total 0 of 4 paid in cash $40.00" in page
    assert press(owner, path, "draw", round="1").status_code == 303
    seated = owner.page(f"{path}/cards").text
    assert [name for name in PLAYERS if name in seated] == ["Ann", "Bob", "Cy", "Flo"]
    # latecomers join the next draw; somebody who plays is taken off by the director alone
    for name in ("Dee", "Gus", "Hal", "Eve"):
        assert check_in(Phone(app), door, name).status_code == 303
    refused = undo(phone, door, "Ann")
    assert (refused.status_code, LATE in refused.text) == (422, True)
    slip = f"{path}/slips/1/1"
    owner.send(slip, slip, {"sides-0-points": "20", "sides-1-points": "9"})
    assert press(owner, path, "draw", round="2").status_code == 303
    assert len(re.findall(r'class="[^"]*\bcard-of\b', owner.get(f"{path}/cards").text)) == 2
    assert "Check-in at the door began" in owner.page(f"{path}/log").text


def test_a_tournament_that_began_meanwhile_and_goes_past_midnight(phone, door, plan, tournament, clock):
    """A row that was tapped for the night is nobody's entry; the list of the evening stays until it is late."""
    assert plan().status_code == 303
    form = phone.form(f"{door}?person=1", door) | {"answer": "1 here"}
    tournament(PLAYERS[1:])
    refused = phone.client.post(door, data=form)
    assert (refused.status_code, CHANGED in refused.text) == (422, True)
    clock.move_to(dt.datetime(2026, 10, 30, 4, tzinfo=dt.UTC))
    assert "Harvest Pitch night" in phone.page(door).text
    assert "Ann" in rows(phone, door)


def test_a_tap_that_waited_while_the_code_was_replaced_writes_nothing(phone, door, plan, database, monkeypatch):
    def replaced(*_budget, **_league):
        db.session.commit()
        by_hand(database, "UPDATE links SET revoked_at = made_at WHERE kind = 'door'")

    assert plan().status_code == 303
    monkeypatch.setattr(night_views, "spend_budget", replaced)
    assert phone.send(f"{door}?person=1", door, {"answer": "1 here"}).status_code == 404
    assert asked(database, "SELECT count(*) FROM night_answers") == [(0,)]


def test_pairs_check_in_together_and_nobody_else_is_offered(owner, phone, door, tournament):
    path = tournament(("Ann & Bob", "Cy & Dee"), format="round-robin")
    press(owner, path, "door")
    assert list(rows(phone, door)) == ["Ann & Bob", "Cy & Dee"]
    assert check_in(phone, door, "Cy & Dee").status_code == 303
    assert list(rows(phone, door)) == ["Ann & Bob", "Cy & Dee ✓"]


def test_whom_the_director_entered_only_the_director_takes_off(phone, door, tournament):
    tournament(PLAYERS)
    refused = undo(phone, door, "Ann")
    assert (refused.status_code, LATE in refused.text) == (422, True)
    assert phone.send(f"{door}?person=1", door, {"answer": "999 here"}).status_code == 422


def test_somebody_who_left_comes_back_by_the_door_and_who_paid_is_here(owner, phone, door, tournament):
    path = tournament(PLAYERS)
    press(owner, path, "fee", player="1")
    press(owner, path, "door")
    assert "1 player, 8 not here yet" in owner.page(path).text
    assert press(owner, path, "leave").status_code == 303
    [ann] = [name for name in rows(phone, door) if name.startswith("Ann")]
    assert check_in(phone, door, ann).status_code == 303
    assert "1 player, 8 not here yet" in owner.page(path).text


def test_a_name_is_tapped_only_so_often(owner, phone, door, tournament, monkeypatch):
    monkeypatch.setattr("scorekeeper.tournaments.actions.MAX_TAPS", 2)
    press(owner, tournament(PLAYERS), "door")
    for _ in range(2):
        assert check_in(phone, door, "Bob").status_code == 303
        assert undo(phone, door, "Bob").status_code == 303
    refused = check_in(phone, door, "Bob")
    assert (refused.status_code, "tapped too often" in refused.text) == (422, True)


def test_check_in_comes_before_the_first_round(owner, tournament):
    path = tournament(PLAYERS[:4])
    form = owner.form(path, f"{path}/door")
    press(owner, path, "draw", round="1")
    refused = owner.client.post(f"{path}/door", data=form)
    assert (refused.status_code, "Check-in comes before the first round." in refused.text) == (422, True)


def test_those_who_are_in_are_ticked_on_the_list_of_players(owner, phone, door, plan, tournament):
    assert plan().status_code == 303
    answers = door.replace("/d/", "/n/")
    assert phone.send(answers, answers, {"answer": "2 in"}).status_code == 303
    path = tournament(("Zoe",))  # sent with the list as it was printed
    assert "2 players so far" in owner.page(path).text
    assert re.search(r"<summary>Who plays.*Bob.*Zoe", owner.get(path).text, re.DOTALL)
