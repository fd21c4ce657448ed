"""docs/scoresheet.md: its sheet is scored as it says, and its tables have every key of the format."""

import json
import tomllib

from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.sheets.report import report_game, sheet_schema
from scorekeeper.variants.catalogue import catalogue, find_variant
from tests.docs.pages import DOCS, blocks, coded, rows, section

PAGE = DOCS / "scoresheet.md"
SCHEMA = sheet_schema(list(catalogue()))
FOR_PEOPLE = {"note"}


def scored(sheet):
    return report_game("night.toml", *fold(read_sheet(sheet, find_variant)))


def named(heading):
    """Return the keys in the first column of the tables under a heading."""
    return {key for cells in rows(section(PAGE, heading)) for key in coded(cells[0])}


def keys_of(*titles):
    lines = {line["title"]: set(line["properties"]) for line in SCHEMA["properties"]["lines"]["items"]["anyOf"]}
    chosen = [keys for title, keys in lines.items() if not titles or title in titles]
    return set().union(*chosen) - FOR_PEOPLE


def test_the_sheet_on_the_page_is_scored_as_the_page_says():
    sheet = tomllib.loads(blocks(PAGE, "toml")[0])
    assert scored(sheet) == json.loads(blocks(PAGE, "json")[0])


def test_the_auction_on_the_page_can_be_spoken():
    auction = tomllib.loads(blocks(PAGE, "toml")[1])["auction"]
    sheet = {"format": "scoresheet/1", "variant": "partnership-pitch", "players": ["Ann", "Bob", "Cy", "Dee"]}
    thrown = {"rules": {"auction.throw_card": True}, "lines": [{"auction": auction, "points": {}}]}
    assert scored(sheet | thrown)["lines"][0]["outcome"] == "set"


def test_every_key_is_on_the_page():
    assert named("The head") == set(SCHEMA["properties"])
    assert named("A hand with bidding") == keys_of("A hand of a bidding game")
    assert named("A hand of Smoke") == keys_of("A hand of Smoke") | {"misdeal"}
    assert named("Stakes") == set(SCHEMA["properties"]["stakes"]["properties"])
    others = keys_of() - keys_of("A hand of a bidding game", "A hand of Smoke")
    assert named("Other lines") <= others <= set(coded(section(PAGE, "Other lines")))


def test_the_answer_has_every_key():
    smoke = {
        "format": "scoresheet/1", "variant": "smoke", "players": ["Ann", "Bob"], "stakes": {"currency": "USD"},
        "lines": [{"tricks": {"Ann": 3, "Bob": 2}}],
    }  # fmt: skip
    report = scored(smoke)
    told = named("scorekeeper score") | set(coded(section(PAGE, "scorekeeper score")))
    parts = [report, report["next"], report["next"]["tally"][0], report["money"], report["lines"][0]]
    assert {key for part in parts for key in part} - told <= {"file", "ok", "variant", "line", "currency"}
    assert {"currency", "balances", "payments"} <= set(report["money"])
