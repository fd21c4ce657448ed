"""The next night through its pages: planned by a keeper, answered by strangers with a link, read as a calendar."""

import datetime as dt
import re
from html import unescape
from zoneinfo import ZoneInfo

import pytest
import time_machine
from icalendar import Calendar

from scorekeeper.access.rate_limits import Budget
from scorekeeper.league import night_views
from tests.databases import asked
from tests.league.conftest import sheet
from tests.phones import Phone

IN, CANT = "I'm in", "Can't"
CHICAGO = ZoneInfo("America/Chicago")


@pytest.fixture(autouse=True)
def clock():
    """It is Wednesday noon in Chicago."""
    with time_machine.travel(dt.datetime(2026, 10, 28, 17, tzinfo=dt.UTC), tick=False) as clock:
        yield clock


@pytest.fixture
def link(owner, league, plan):
    """The address of the night, as it is shared once one is planned."""
    assert plan().status_code == 303
    return link_of(owner, league)


def link_of(owner, league):
    return re.search(r'href="http://localhost(/n/[2-9A-Z]{10})"', owner.get(f"{league}/next").text)[1]


def tap(phone, link, name, button):
    """Tap a button beside a name; give the answer."""
    page = unescape(phone.get(link).text)
    value = re.search(rf'value="([^"]*)" aria-pressed="\w+" aria-label="{name}: {button}"', page)[1]
    return phone.send(link, link, {"answer": value})


def says(phone, link, name):
    """Return the buttons beside a name that are pressed."""
    return re.findall(rf'aria-pressed="true" aria-label="{name}: ([^"]+)"', unescape(phone.get(link).text))


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("day", "", "Choose the day."), ("day", "2026-02-30", "Choose the day."), ("time", "25:00", "Choose the time."),
        ("time", "", "Choose the time."), ("zone", "Chicago", "Enter a time zone by its name, like America/Chicago."),
        ("place", "x" * 61, "A place has at most 60 characters."),
        ("day", "2026-10-27", "That time has passed. Choose one to come."),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_at_its_field_and_kept(owner, league, plan, field, typed, sentence):
    answer = plan(**{field: typed})
    assert (answer.status_code, f'<p class="wrong" id="{field}-wrong">{sentence}</p>' in answer.text) == (422, True)
    assert f'value="{typed}"' in answer.text
    assert "Legion Hall" in answer.text or field == "place"
    assert "When do you meet next?" in owner.get(f"{league}/next").text


def test_everybody_with_the_link_says_who_comes_and_becomes_no_member(owner, stranger, app, link, database):
    owner.bring_in(sheet("2026-10-20", "Ann", ("Ann", "Bob", "Cy", "Dee", "Bobby", "Eve")))  # one table of six
    members = asked(database, "SELECT count(*) FROM members")
    page = stranger.page(link).text
    for said in ("Thu, Oct 29, 7:00 PM CDT", "Legion Hall", "Nobody has answered yet"):
        assert said in page
    assert [tap(stranger, link, name, IN).status_code for name in ("Ann", "Bob", "Cy")] == [303, 303, 303]
    assert "3 in: 1 more makes a table" in stranger.page(link).text
    assert tap(stranger, link, "Dee", CANT).status_code == 303
    other = Phone(app)
    assert tap(other, link, "Dee", IN).status_code == 303
    assert "4 in: a full table In: Ann, Bob, Cy, Dee" in other.page(link).text
    assert tap(other, link, "Eve", IN).status_code == 303
    assert "5 in: a full table, 3 more make another" in stranger.page(link).text
    assert says(stranger, link, "Eve") == [IN]
    assert tap(stranger, link, "Eve", IN).status_code == 303
    assert says(other, link, "Eve") == []
    assert asked(database, "SELECT count(*) FROM members") == members
    assert stranger.get("/").text.count("Our league") == 0


def test_people_of_a_paper_list_can_say_before_they_play_and_nobody_is_added_twice(stranger, plan, link):
    assert plan(names="1. Zoe Ames\n2. ann\n3. Yves, Xan").status_code == 303
    assert re.findall(r'aria-label="([^"]+): Can', unescape(stranger.get(link).text)) == [
        "Ann", "Bob", "Bobby", "Cy", "Dee", "Eve", "Xan", "Yves", "Zoe Ames"
    ]  # fmt: skip
    assert tap(stranger, link, "Zoe Ames", IN).status_code == 303
    refused = plan(names="Uma\numa")
    assert (refused.status_code, "uma is on the list twice" in refused.text) == (422, True)


def test_the_league_and_home_show_it_to_members(owner, viewer, league, link):
    for phone, path in ((viewer, league), (viewer, "/"), (owner, league), (viewer, f"{league}/nights")):
        assert "Thu, Oct 29, 7:00 PM CDT" in phone.page(path).text
    assert f'href="{link}"' in viewer.get(f"{league}/nights").text
    assert f'href="{league}/next"' not in viewer.get(league).text


def test_the_plan_asks_whoever_holds_the_phone(owner, told, league, link):
    who = f"/t/{told.games[0]}/who"
    assert owner.send(who, who, {"who": "2"}).status_code == 303
    for said in ("", ' aria-pressed="true"'):
        asked = re.findall(r'<button( aria-pressed="true")?[^>]* value="(2 \w+)"', owner.get(f"{league}/next").text)
        assert asked == [(said, "2 in"), ("", "2 out")]
        assert owner.send(f"{league}/next", link, {"answer": "2 in"}).status_code == 303


def test_an_answer_for_a_day_that_was_moved_or_called_off_is_refused(owner, stranger, league, plan, link):
    tap(stranger, link, "Ann", IN)
    old = stranger.form(link, link) | {"answer": "1 in"}
    assert plan(day="2026-10-30").status_code == 303
    refused = stranger.client.post(link, data=old)
    assert (refused.status_code, "The night was changed meanwhile. Look at it again." in refused.text) == (422, True)
    assert "Nobody has answered yet" in stranger.page(link).text
    late = stranger.form(link, link) | {"answer": "1 in"}
    assert owner.send(f"{league}/next", f"{league}/next/off", {}).status_code == 303
    assert all("Called off" in page.text for page in (stranger.page(link), owner.page(league)))
    refused = stranger.client.post(link, data=late)
    assert (refused.status_code, "This night is called off." in refused.text) == (422, True)
    assert owner.send(f"{league}/next", f"{league}/next/off", {"back": "y"}).status_code == 303
    assert tap(stranger, link, "Ann", IN).status_code == 303
    log = owner.page(f"{league}/changes").text
    for sentence in (
        "The next night was set for October 30, 2026, 7:00 PM.", "The night of October 30, 2026 was called off.",
        "The night of October 30, 2026 is on again.",
    ):  # fmt: skip
        assert sentence in log


def test_a_weekly_night_comes_again_at_the_same_time_of_the_clock(stranger, plan, link, clock):
    """The clocks go back on November 1, 2026; each date has its own answers; one that goes on is not over."""
    assert plan(weekly="y").status_code == 303
    tap(stranger, link, "Ann", IN)
    clock.move_to(dt.datetime(2026, 10, 30, 11, 59, tzinfo=dt.UTC))
    assert "1 in: 3 more make a table" in stranger.page(link).text
    clock.move_to(dt.datetime(2026, 10, 30, 12, 0, tzinfo=dt.UTC))
    page = stranger.get(link).text
    for said in ('datetime="2026-11-06T01:00:00+00:00"', "Thu, Nov 5, 7:00 PM<noscript> CST", "Nobody has answered"):
        assert said in page
    clock.move_to(dt.datetime(2027, 3, 18, 11, tzinfo=dt.UTC))
    assert "Thu, Mar 18, 7:00 PM<noscript> CDT" in stranger.get(link).text


def test_a_night_that_does_not_repeat_passes(stranger, owner, league, link, clock):
    clock.move_to(dt.datetime(2026, 10, 30, 12, tzinfo=dt.UTC))
    assert "No night is planned" in stranger.page(link).text
    assert "7:00 PM" not in owner.page(league).text


def test_the_seats_of_a_new_game_begin_with_those_who_are_in(owner, stranger, league, link, clock):
    for name in ("Ann", "Cy", "Eve"):
        tap(stranger, link, name, IN)
    seats = f"/new/minnesota-ten-point/4?league={league[3:]}"
    names = [f"name-{seat}" for seat in range(1, 5)]
    before = owner.form(seats, "/new/minnesota-ten-point/4")
    assert [before[name] for name in names] == [""] * 4
    clock.move_to(dt.datetime(2026, 10, 29, 23, 30, tzinfo=dt.UTC))
    fields = owner.form(seats, "/new/minnesota-ten-point/4")
    assert [fields[name] for name in names] == ["Ann", "Cy", "Eve", ""]
    tap(stranger, link, "Bob", IN)
    tap(stranger, link, "Dee", IN)
    crowd = owner.get(seats).text
    assert [owner.form(seats, "/new/minnesota-ten-point/4")[name] for name in names] == [""] * 4
    assert re.findall(r'data-regular="(\w+)"', crowd)[:5] == ["Ann", "Bob", "Cy", "Dee", "Eve"]


def test_archived_and_erased_people_are_not_offered_and_leave_no_answer(owner, stranger, person, link, database):
    for name in ("Eve", "Bobby"):
        tap(stranger, link, name, IN)
    eve, bobby = person("Eve"), person("Bobby")
    owner.send(f"{eve}/edit", f"{eve}/archive", {})
    owner.send(f"{bobby}/edit", f"{bobby}/guest", {})
    owner.send(f"{bobby}/erase", f"{bobby}/erase", {})
    page = stranger.page(link).text
    assert not re.search("Eve|Bobby|former", page)
    assert "Nobody has answered yet" in page
    assert asked(database, "SELECT count(*) FROM night_answers") == [(1,)]
    refused = stranger.send(link, link, {"answer": f"{bobby.rsplit('/', 1)[1]} in"})
    assert (refused.status_code, "That name is no longer on the list." in refused.text) == (422, True)


def test_strangers_are_held_up_when_they_tap_too_often(stranger, link, monkeypatch):
    monkeypatch.setattr(night_views, "ANSWERS", Budget("answers", 2, 5))
    stranger.client.environ_base["REMOTE_ADDR"] = "8.8.4.4"
    assert [tap(stranger, link, name, IN).status_code for name in ("Ann", "Bob", "Cy")] == [303, 303, 429]
    assert "2 in" in stranger.page(link).text


def test_wrong_codes_are_counted_and_any_spelling_of_the_right_one_is_taken(stranger, link):
    for spelled in (link.lower(), f"{link[:6]}-{link[6:]}"):
        assert stranger.get(spelled).status_code == 200
    stranger.client.environ_base["REMOTE_ADDR"] = "203.0.113.6"
    guesses = [stranger.get(f"/n/{'K7P4RWX2M' + last}").status_code for last in "23456789ABC"]
    assert guesses == [404] * 10 + [429]


def events_of(phone, link):
    """Return the events of a calendar file, its method and its time zones; tests/e2e reads one line by line."""
    answer = phone.get(f"{link}/night.ics")
    assert answer.mimetype == "text/calendar"
    calendar = Calendar.from_ical(answer.data)
    return calendar.events, calendar["METHOD"], [zone["TZID"] for zone in calendar.timezones]


def test_a_calendar_keeps_the_night_through_changes_and_its_cancellation(stranger, owner, league, plan, link):
    [event], method, zones = events_of(stranger, link)
    assert (method, zones) == ("PUBLISH", ["America/Chicago"])
    assert event.decoded("DTSTART") == dt.datetime(2026, 10, 29, 19, tzinfo=CHICAGO)
    told = (event["SUMMARY"], event["LOCATION"], event["URL"])
    assert told == ("Cards: Our league", "Legion Hall", f"http://localhost{link}")
    assert (event["SEQUENCE"], event["STATUS"]) == (0, "CONFIRMED")
    assert plan(place="Eagles").status_code == 303
    [moved], _, _ = events_of(stranger, link)
    assert (moved["UID"], moved["SEQUENCE"], moved["LOCATION"]) == (event["UID"], 1, "Eagles")
    assert plan(place="Eagles").status_code == 303
    assert events_of(stranger, link)[0][0]["SEQUENCE"] == 1
    owner.send(f"{league}/next", f"{league}/next/off", {})
    [off], method, _ = events_of(stranger, link)
    assert (method, off["UID"], off["SEQUENCE"], off["STATUS"]) == ("CANCEL", event["UID"], 2, "CANCELLED")


def test_a_weekly_night_repeats_in_its_time_zone_and_one_date_is_cancelled(stranger, owner, league, plan, link, clock):
    plan(weekly="y")
    [event], _, _ = events_of(stranger, link)
    assert event["RRULE"] == {"FREQ": ["WEEKLY"]}
    clock.move_to(dt.datetime(2026, 11, 2, tzinfo=dt.UTC))
    owner.send(f"{league}/next", f"{league}/next/off", {})
    series, cancelled = events_of(stranger, link)[0]
    assert series["UID"] == cancelled["UID"] == event["UID"]
    assert series.decoded("DTSTART") == dt.datetime(2026, 10, 29, 19, tzinfo=CHICAGO)
    assert cancelled.decoded("RECURRENCE-ID") == dt.datetime(2026, 11, 5, 19, tzinfo=CHICAGO)
    assert (series["STATUS"], cancelled["STATUS"], cancelled["SEQUENCE"]) == ("CONFIRMED", "CANCELLED", 2)
    assert plan(day="2026-11-05", weekly="y").status_code == 303
    assert len(events_of(stranger, link)[0]) == 2


def test_one_week_is_moved_and_the_others_stay(stranger, owner, league, plan, link, clock):
    plan(weekly="y")
    clock.move_to(dt.datetime(2026, 11, 2, tzinfo=dt.UTC))
    assert plan(day="2026-11-06", time="20:30", weekly="y", once="y").status_code == 303
    assert owner.form(f"{league}/next", f"{league}/next")["day"] == "2026-11-06"
    series, cancelled, moved = sorted(events_of(stranger, link)[0], key=lambda it: it.start)
    assert (series["RRULE"], cancelled["STATUS"]) == ({"FREQ": ["WEEKLY"]}, "CANCELLED")
    assert cancelled.decoded("RECURRENCE-ID") == dt.datetime(2026, 11, 5, 19, tzinfo=CHICAGO)
    assert moved.decoded("DTSTART") == dt.datetime(2026, 11, 6, 20, 30, tzinfo=CHICAGO)
    assert (moved["STATUS"], len({moved["UID"], series["UID"], cancelled["UID"]})) == ("CONFIRMED", 2)
    clock.move_to(dt.datetime(2026, 11, 8, tzinfo=dt.UTC))
    asked = owner.form(f"{league}/next", f"{league}/next")
    assert (asked["day"], asked["time"], asked["weekly"]) == ("2026-11-12", "19:00", "y")


def test_another_night_after_the_last_one_is_another_event(stranger, plan, link, clock):
    [first], _, _ = events_of(stranger, link)
    clock.move_to(dt.datetime(2026, 11, 2, tzinfo=dt.UTC))
    assert plan(day="2026-11-04").status_code == 303
    [second], _, _ = events_of(stranger, link)
    assert (second["UID"] != first["UID"], second["SEQUENCE"]) == (True, 0)
