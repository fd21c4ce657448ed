"""A league taken along and brought in, by phones without a browser."""

import csv
import io
import json
import re

import pytest

from tests.league.conftest import FOR_MONEY, sheet
from tests.phones import Page, Phone


@pytest.fixture
def whole(owner, league):
    """The league as its file."""
    answer = owner.get(f"{league}/files/league.json")
    assert answer.status_code == 200
    return answer.data


def bring_in(phone, data, name="league.json", **fields):
    return phone.send("/import/league", "/import/league", {"file": (io.BytesIO(data), name), **fields})


def table(owner, league, name, season="all"):
    answer = owner.get(f"{league}/files/{name}.csv?season={season}")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.data.startswith(b"\xef\xbb\xbf"), "Excel asks for the mark"
    return list(csv.DictReader(io.StringIO(answer.data.decode("utf-8-sig"))))


def test_another_phone_makes_a_league_of_it(app, whole, league):
    stranger = Phone(app)
    answer = bring_in(stranger, whole)
    assert answer.status_code == 303
    assert re.fullmatch(r"/l/[\w-]{22}", answer.location)
    assert answer.location != league
    assert "The long one" in stranger.get(f"{answer.location}/games").text
    assert stranger.get(f"{answer.location}/files/league.json").data == whole, "its owner now takes it along"
    assert stranger.get(f"{league}/files").status_code == 404


def test_the_file_is_named_after_the_league(owner, league):
    answer = owner.get(f"{league}/files/league.json")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="our-league.json"'
    assert json.loads(answer.data)["format"] == "scorekeeper-league/2"


def test_what_is_no_league_is_said_at_the_file(app):
    answer = bring_in(Phone(app), b"PK\x03\x04")
    assert answer.status_code == 422
    assert "This is not JSON" in Page(answer.text).text
    assert 'aria-invalid="true"' in answer.text


def test_standings_as_a_table(owner, league):
    rows = table(owner, league, "standings")
    assert [(row["place"], row["name"], row["won"], row["money"]) for row in rows[:2]] == [
        ("1", "Ann", "2", "0.00"), ("1", "Cy", "2", "0.00"),
    ]  # fmt: skip


def test_a_table_of_a_season_has_the_games_of_that_season(owner, league):
    """Autumn begins in September; in August Eve and Flo had beaten Gus and Hal."""
    owner.bring_in(sheet("2026-08-06", "Eve", ("Eve", "Gus", "Flo", "Hal")))
    autumn = {"Ann": "3", "Cy": "3", "Bob": "2", "Dee": "2", "Bobby": "1", "Eve": "1"}
    before = {"Eve": "1", "Flo": "1", "Gus": "1", "Hal": "1"}
    seasons = {"1": autumn, "none": before, "all": autumn | before | {"Eve": "2"}}
    for name in ("standings", "people"):
        for season, games in seasons.items():
            assert {row["name"]: row["games"] for row in table(owner, league, name, season)} == games


def test_games_as_a_table(owner, league):
    rows = table(owner, league, "games")
    assert len(rows) == 12
    first = {row["person"]: row for row in rows if row["game"] == "1"}
    assert (first["Bob"]["won"], first["Bob"]["money"], first["Bob"]["currency"]) == ("1", "1.00", "USD")
    assert (first["Ann"]["won"], first["Ann"]["money"], first["Ann"]["score"]) == ("0", "-1.00", "0")
    assert {row["money"] for row in rows if row["title"] == "The long one"} == {""}


def test_an_unfinished_game_says_what_it_is_played_for(owner, league):
    owner.hand(owner.sit_down(currency="USD", stake_game="0.10"))
    last = table(owner, league, "games")[-1]
    assert (last["finished"], last["money"], last["currency"]) == ("0", "0.00", "USD")


def test_hands_as_a_table(owner, league):
    rows = table(owner, league, "hands")
    assert len(rows) == 6
    assert (rows[0]["bidder"], rows[0]["bid"], rows[0]["outcome"]) == ("Bob", "5", "made")
    assert "high Bob, low Bob" in rows[0]["points"]


def test_the_ledger_as_a_table(app, owner, league):
    Phone(app).bring_in(sheet("2026-09-03", "Eve", ("Eve", "Gus", "Flo", "Hal"), FOR_MONEY))  # in a league of their own
    rows = table(owner, league, "ledger")
    assert sorted((row["person"], row["money"]) for row in rows if row["entry"] == "1") == [
        ("Ann", "-1.00"), ("Bob", "1.00"), ("Cy", "-1.00"), ("Dee", "1.00"),
    ]  # fmt: skip


def test_no_cell_is_a_formula(owner, league, person):
    edit = f"{person('Bobby')}/edit"
    assert owner.send(edit, f"{person('Bobby')}/name", {"name": "=1+1"}).status_code == 303
    for name in ("people", "games", "standings"):
        answer = owner.get(f"{league}/files/{name}.csv").data.decode("utf-8-sig")
        assert "'=1+1" in answer
        assert not re.search(r'(^|[,"])[=+@]', answer, re.MULTILINE)
