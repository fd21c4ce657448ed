"""Row 24: what strangers can make a server keep by founding leagues and bringing in files, in an hour."""

import json

import pytest

from scorekeeper.access import permissions
from scorekeeper.access.rate_limits import FOUNDING, LEAGUES_IN, SHEET_USE, SHEETS_IN
from scorekeeper.core.settings import IMPORT_LIMIT
from tests.databases import all_of
from tests.phones import Phone
from tests.trust.ways import GAME, LEAGUE_FILE

AN_HOUR = 6
"""Budgets are of ten minutes."""
MOST_AN_HOUR = 2**30
"""Bytes: a small disk holds them for a day."""


def largest_sheet():
    """Return a sheet of as many bytes as one use of the budget has, all of which is kept."""
    line = '\n[[lines]]\nmisdeal = true\nnote = "' + "x" * 1_900 + '"\n'
    return GAME + line * ((SHEET_USE - len(GAME)) // len(line) - 1)


def largest_league():
    """Return a league's file of the most bytes that are taken."""
    document = json.loads(LEAGUE_FILE)
    (person,) = document["people"]
    each = len(json.dumps({**person, "id": 10**5, "name": "x" * 60})) + 2
    many = (IMPORT_LIMIT - 20_000) // each
    document["people"] = [{**person, "id": number, "name": f"{number:x>60}"} for number in range(1, many + 1)]
    return json.dumps(document)


def kept_by(database, bring_in, times):
    """Return the bytes by which the file grows each time: it grows by whole pages."""
    before = len(all_of(database))
    for _ in range(times):
        assert bring_in().status_code == 303
    return (len(all_of(database)) - before) // times


def with_file(fields, name, text):
    """Return a form with a file in it, and its type: the tests' client leaves a file behind for a large one."""
    parts = [f'name="{field}"\r\n\r\n{value}' for field, value in fields.items()]
    parts += [f'name="{name}"; filename="{name}.json"\r\n\r\n{text}']
    whole = "".join(f"--part\r\nContent-Disposition: form-data; {part}\r\n" for part in parts) + "--part--\r\n"
    return {"data": whole.encode(), "content_type": "multipart/form-data; boundary=part"}


@pytest.mark.deep
@pytest.mark.sqlite("its file")
def test_what_strangers_can_make_the_server_keep_in_an_hour(app, database, record_property):
    def found():
        phone, new = Phone(app), "/new/minnesota-ten-point/4"
        names = {f"name-{seat}": "x" * 59 + str(seat) for seat in range(1, 5)}
        return phone.client.post(new, data=phone.form(new, new) | names)

    def sheet():
        phone = Phone(app)
        return phone.client.post("/import", data=phone.form("/import", "/import") | {"sheet": largest_sheet()})

    def league():
        phone, path = Phone(app), "/import/league"
        return phone.client.post(path, **with_file(phone.form(path, path), "file", largest_league()))

    ways = ("league", FOUNDING, found, 20), ("sheet", SHEETS_IN, sheet, 2), ("file", LEAGUES_IN, league, 1)
    most = 0
    for name, budget, bring_in, times in ways:
        one, an_hour = kept_by(database, bring_in, times), budget.server * AN_HOUR
        most += one * an_hour
        record_property(f"row 24: bytes kept of the largest {name}, and how many an hour", f"{one:,}, {an_hour:,}")
    record_property("row 24: bytes all strangers can found and import in an hour", f"{most:,}")
    assert 0 < most < MOST_AN_HOUR


def founded(app, count):
    new = "/new/minnesota-ten-point/4"
    names = {f"name-{seat}": name for seat, name in enumerate(("Ann", "Bob", "Cy", "Dee"), start=1)}

    def found(number):
        phone = Phone(app)
        where = {"REMOTE_ADDR": f"8.8.{number}.8"}
        return phone.client.post(new, data=phone.form(new, new) | names, environ_overrides=where).status_code

    return [found(number) for number in range(count)]


def test_control_without_the_servers_budget_every_address_founds(app, monkeypatch, record_property):
    monkeypatch.setattr(permissions, "FOUNDING", FOUNDING._replace(server=3))
    within = founded(app, 6)
    assert within == [303] * 3 + [429] * 3
    monkeypatch.setattr(permissions, "FOUNDING", FOUNDING._replace(server=10**6))
    without = founded(app, 6)
    record_property("row 24, control: leagues founded of 6 with a budget of 3, without it",
                    f"{within.count(303)}, {without.count(303)}")  # fmt: skip
    assert without == [303] * 6
