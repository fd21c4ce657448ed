"""The night report: texts to copy, which say what happened and nothing else."""

import html
import re
import tomllib
from pathlib import Path

import pytest

from scorekeeper.league.report import LENGTHS
from scorekeeper.sheets.rules_sheet import fill, one_line
from tests.league.conftest import AUTUMN
from tests.phones import Phone
from tests.trust.ways import POT

CASES = tomllib.loads(Path(__file__).with_name("night_reports.toml").read_text(encoding="utf-8"))["case"]


@pytest.fixture
def app(shared_app, blank_database):
    return shared_app.on(blank_database)


def report_on(phone, address):
    """Return the texts of a report's page by their lengths."""
    page = phone.get(address).text
    return {name: html.unescape(re.search(rf'id="{name}" class="to-copy">(.+?)</p>', page, re.DOTALL)[1])
            for name in LENGTHS}  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_night_is_told_as_somebody_would(app, case):
    phone = Phone(app)
    codes = [phone.bring_in(sheet) for sheet in case["sheets"]]
    league = re.search(r'href="(/l/[\w-]{22})"', phone.get("/").text)[1]
    if case.get("season"):
        assert phone.send(f"{league}/seasons/new", f"{league}/seasons/new", AUTUMN).status_code == 303
    if case.get("closed"):
        assert phone.send(f"/t/{codes[-1]}/log", f"/t/{codes[-1]}/night/close", {}).status_code == 303
    day = re.search(r"date = (\S+)", case["sheets"][-1])[1]
    found = phone.get(f"{league}/search?q={day}").text
    night = re.search(rf'href="({league}/nights/\d+)"', found)[1]
    assert f'href="{night}/report"' in phone.get(night).text
    assert report_on(phone, f"{night}/report") == {name: case[name].strip() for name in LENGTHS}


FACTS = {
    "league": "Legion", "weekday": "Thursday", "day": "September 10, 2026", "people": 8, "games": [], "settled": 0,
    "playing": 0, "unfinished": 0, "winners": [], "most": 0, "played": 0, "high_game": None, "bids": 0, "made": 0,
    "sets": 0, "often": None, "specials": [], "closest": None, "ahead": False, "story": "", "season": "",
    "leaders": [], "led_from": 0, "still": False, "climbed": [], "paid": [], "held": [], "money": [],
}  # fmt: skip
GAME = {"label": "", "won": [("Ann", 9)], "lost": [("Bob", -1)], "began": []}
SHARED = {"label": "", "won": [("Ann", 9), ("Bob", 9)], "lost": [("Cy", 3)], "began": []}


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"games": [GAME]}, "Ann beat Bob, 9 to −1."),
        ({"games": [SHARED]}, "Ann (9) and Bob (9) shared the win, ahead of Cy (3)."),
        ({"games": [SHARED | {"lost": []}]}, "Ann (9) and Bob (9) shared the win."),
        (
            {"games": [GAME | {"began": [("Bob", 4), ("Cy", 1)]}]},
            "Ann beat Bob, 9 to −1 (Bob began 4 points ahead; Cy began 1 point ahead).",
        ),
        ({"games": 3 * [GAME], "winners": ["Ann", "Cy"], "most": 3}, "Ann and Cy won 3 games each, the most."),
        ({"games": 2 * [GAME], "winners": ["Ann", "Cy"], "most": 1}, "Ann and Cy won 1 game each."),
        ({"games": 2 * [GAME], "winners": list("ABCDE"), "most": 1}, "5 players won 1 game each."),
        ({"games": 2 * [SHARED | {"won": []}]}, "2 games, none with a winner."),
        ({"games": 14 * [GAME]}, "2 more games were finished."),
        ({"specials": [("Ann", "moon", 2), ("Bob", "smudge", 1)]}, "Ann made 2 moons. Bob made a smudge."),
        ({"leaders": ["Ann"], "led_from": 3, "season": "Fall"}, "Ann leads the standings of Fall, up from place 3."),
        ({"leaders": ["Ann", "Cy"], "still": True, "led_from": 1}, "Ann and Cy still share the lead in the standings."),
        ({"climbed": [("Bob", 2, 4)], "leaders": ["Ann"]}, "Ann leads the standings. Bob climbed 2 places to place 4."),
        ({"settled": 2, "playing": 3}, "2 tables settled up without a winner. 3 games are still being played."),
        ({"bids": 4, "made": 4}, "All 4 bids were made."),
        ({"games": 2 * [GAME], "closest": GAME, "ahead": True}, "9 to −1, and led from the first hand to the last."),
    ],
)
def test_what_is_rare_is_said_well_too(facts, said):
    assert said in one_line(fill("night/report.txt", FACTS | facts))


def test_pots_are_told_once_they_are_won_and_while_they_wait(app):
    phone = Phone(app)
    smudge = CASES[1]["sheets"]
    before, code = phone.bring_in(smudge[0]), phone.bring_in(smudge[2])
    league = re.search(r'href="(/l/[\w-]{22})"', phone.get("/").text)[1]
    for night in (before, code):
        page = f"/t/{night}/pots"
        if night == before:
            assert phone.send(page, page, POT | {"name": "Moon pot", "amount": "0.50"}).status_code == 303
            assert "Moon pot" not in report_on(phone, f"{league}/nights/1/report")["column"], "nobody paid in"
        assert phone.send(page, f"{page}/1/collect", {}).status_code == 303
    assert "Moon pot" not in report_on(phone, f"{league}/nights/1/report")["paragraph"], "it waits on the last night"
    told = report_on(phone, f"{league}/nights/2/report")
    assert "\n\nMoon pot: $4.00 waits to be won. $2.00 is still owed.\n\n" in told["column"], "of this night"
    assert phone.send(page, f"{page}/1/pay", {}).status_code == 303
    told = report_on(phone, f"{league}/nights/2/report")
    assert "Ann made a smudge." in told["paragraph"]
    assert "Moon pot: $4.00 to Ann." in told["paragraph"]
    assert "waits" not in told["column"]
