"""What a league shows other programs: behind a link of its own, and nothing that its members did not agree to show."""

import json
import re
from datetime import date

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from tests.docs.pages import DOCS
from tests.phones import Phone

SCHEMA = json.loads((DOCS / "events.schema.json").read_text(encoding="utf-8"))
KEYS = {"format", "league", "next", "starts_at", "place", "called_off", "standings", "games", "season", "rule", "rows",
        "name", "won", "points", "day", "game", "sides", "players", "score"}  # fmt: skip


def address_of(owner, league):
    """Make the link if there is none; give its path."""
    assert owner.send(f"{league}/files", f"{league}/events", {}).location == f"{league}/files#link"
    return re.search(r'href="http://localhost(/l/[\w-]{22}/events\.json)"', owner.get(f"{league}/files").text)[1]


def read(phone, address):
    answer = phone.get(address)
    assert (answer.status_code, answer.mimetype) == (200, "application/json"), answer.text
    Draft202012Validator(SCHEMA, format_checker=FormatChecker()).validate(answer.json)
    return answer.json


def keys_in(found):
    """Return every key anywhere in a document."""
    if isinstance(found, dict):
        return found.keys() | {key for value in found.values() for key in keys_in(value)}
    return {key for value in found for key in keys_in(value)} if isinstance(found, list) else set()


@pytest.fixture
def events(owner, league):
    return address_of(owner, league)


def test_anybody_with_the_link_reads_the_games_and_the_standings(app, events, league, told):
    stranger = Phone(app)
    found = read(stranger, events)
    assert found["games"][0] == {
        "day": "2026-09-10",
        "game": "Minnesota ten-point Smear",
        "sides": [
            {"players": ["Ann", "Cy"], "score": 20, "won": True},
            {"players": ["Bobby", "Eve"], "score": 0, "won": False},
        ],
    }
    assert [game["day"] for game in found["games"]] == ["2026-09-10", "2026-09-10", "2026-09-03"]
    assert found["standings"]["season"] == "Autumn"
    assert [(row["place"], row["name"], row["won"]) for row in found["standings"]["rows"][:2]] == [
        (1, "Ann", 2),
        (1, "Cy", 2),
    ]
    assert all(date.fromisoformat(game["day"]) for game in found["games"])
    answer = stranger.get(events)
    assert not [word for word in (league.split("/")[-1], *told.games, "The long one", "USD") if word in answer.text]
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert stranger.get(events, If_None_Match=answer.headers["ETag"]).status_code == 304
    assert stranger.get(league).status_code == 404, "the link leads nowhere else"


def test_the_link_is_made_once_and_closed_for_good(app, owner, viewer, league, events):
    assert address_of(owner, league) == events
    assert owner.get(f"{league}/events.json").status_code == 404, "the league's own address is not the link"
    assert viewer.get(f"{league}/files").status_code == 403
    assert owner.send(f"{league}/files", f"{league}/events", {"close": "y"}).status_code == 303
    assert Phone(app).get(events).status_code == 404
    assert address_of(owner, league) != events


def test_guests_and_erased_people_are_not_named(app, owner, person, events):
    assert "Eve" in Phone(app).get(events).text
    edit = f"{person('Eve')}/edit"
    assert owner.send(edit, f"{person('Eve')}/guest", {}).status_code == 303
    found = read(Phone(app), events)
    assert found["games"][0]["sides"][1]["players"] == ["Bobby", "A guest"]
    erase = f"{person('Eve')}/erase"
    assert owner.send(erase, erase, {}).status_code == 303
    text = Phone(app).get(events).text
    assert "Eve" not in text
    assert "former" not in text


def test_standings_by_money_are_not_shown(app, owner, league, events):
    path = f"{league}/seasons/1"
    assert owner.send(path, path, {"by": "money"}).status_code == 303
    assert read(Phone(app), events)["standings"] is None


def test_the_next_night_is_shown_and_never_who_comes(app, owner, league, plan, events):
    assert read(Phone(app), events)["next"] is None
    assert plan(day="2099-11-26").status_code == 303
    shown = {"starts_at": "2099-11-26T19:00-06:00", "place": "Legion Hall", "called_off": False}
    assert read(Phone(app), events)["next"] == shown
    assert owner.send(f"{league}/next", f"{league}/next/off", {}).status_code == 303
    found = read(Phone(app), events)
    assert found["next"] == shown | {"called_off": True}
    assert keys_in(found) == KEYS, "what is shown to strangers is decided key by key, here and in the schema"


def test_the_example_on_its_page_is_such_a_document():
    example = re.search(r"```json\n(.+?)```", (DOCS / "events.md").read_text(encoding="utf-8"), re.DOTALL)[1]
    Draft202012Validator(SCHEMA, format_checker=FormatChecker()).validate(json.loads(example))
