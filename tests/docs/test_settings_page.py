"""docs/settings.md has every setting; docs/scoresheet.md every key, and its sheet is scored as it says."""

import json
import re
import tomllib

from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.sheets.report import report_game, sheet_schema
from scorekeeper.variants.catalogue import catalogue, find_variant
from tests.docs.pages import DOCS, blocks, coded, rows, section, text_of

PAGE = DOCS / "settings.md"
RULES = sheet_schema([])["properties"]["rules"]["properties"]


def described():
    """Return key -> (values, default, meaning) as the page has them; `points.KEY.…` stands for every point."""
    keys = [coded(cells[0])[0] for cells in rows(section(PAGE, "Points")) if len(cells) == 2]
    found = {}
    for cells in rows(text_of(PAGE)):
        if len(cells) != 4:
            continue
        key = coded(cells[0])[0]
        for one in [key.replace("KEY", point) for point in keys] if "KEY" in key else [key]:
            assert one not in found, f"{one} is described twice"
            found[one] = (cells[1], cells[2], cells[3])
    return found


def values(schema):
    """Return the values of a setting in the words of the page, from the JSON Schema of a scoresheet."""
    if "anyOf" in schema:
        return set().union(*(values(one) for one in schema["anyOf"]))
    if "enum" in schema:
        return set(schema["enum"])
    if schema["type"] == "integer":
        return {f"{schema['minimum']} to {schema['maximum']}"}
    return {"boolean": {"true", "false"}, "string": {"card ranks"}}[schema["type"]]


def test_the_page_has_every_setting_with_its_default_and_no_other():
    usual = Ruleset()
    assert {key: coded(cell)[0] for key, (_, cell, _) in described().items()} == {
        key: json.dumps(usual.value(key)).strip('"') or '""' for key in RULES
    }
    points = [coded(cells[0])[0] for cells in rows(section(PAGE, "Points")) if len(cells) == 2]
    assert points == [key.split(".")[1] for key in RULES if re.fullmatch(r"points\.\w+\.worth", key)], "as asked for"


def test_the_page_has_every_value_and_no_other():
    wrong = {}
    for key, (cell, _, _) in described().items():
        written = set(coded(cell)) | set(re.findall(r"-?\d+ to \d+|card ranks", re.sub(r"`[^`]*`", "", cell)))
        if written != values(RULES[key]):
            wrong[key] = (written, values(RULES[key]))
    assert wrong == {}


def test_every_word_that_is_a_value_is_explained():
    missing = [
        f"{key}: {word}"
        for key, (cell, _, meaning) in described().items()
        for word in set(coded(cell)) - {"true", "false"}
        if word not in " ".join(coded(meaning))
    ]
    assert missing == []


SHEET_PAGE = DOCS / "scoresheet.md"
SCHEMA = sheet_schema(list(catalogue()))
FOR_PEOPLE = {"note"}


def scored(sheet):
    return report_game("night.toml", *fold(read_sheet(sheet, find_variant)))


def named(heading):
    """Return the keys in the first column of the tables under a heading."""
    return {key for cells in rows(section(SHEET_PAGE, heading)) for key in coded(cells[0])}


def keys_of(*titles):
    lines = {line["title"]: set(line["properties"]) for line in SCHEMA["properties"]["lines"]["items"]["anyOf"]}
    chosen = [keys for title, keys in lines.items() if not titles or title in titles]
    return set().union(*chosen) - FOR_PEOPLE


def test_the_sheet_on_the_page_is_scored_as_the_page_says():
    sheet = tomllib.loads(blocks(SHEET_PAGE, "toml")[0])
    assert scored(sheet) == json.loads(blocks(SHEET_PAGE, "json")[0])


def test_the_auction_on_the_page_can_be_spoken():
    auction = tomllib.loads(blocks(SHEET_PAGE, "toml")[1])["auction"]
    sheet = {"format": "scoresheet/1", "variant": "partnership-pitch", "players": ["Ann", "Bob", "Cy", "Dee"]}
    thrown = {"rules": {"auction.throw_card": True}, "lines": [{"auction": auction, "points": {}}]}
    assert scored(sheet | thrown)["lines"][0]["outcome"] == "set"


def test_every_key_is_on_the_page():
    assert named("The head") == set(SCHEMA["properties"])
    assert named("A hand with bidding") == keys_of("A hand of a bidding game")
    assert named("A hand of Smoke") == keys_of("A hand of Smoke") | {"misdeal"}
    assert named("Stakes") == set(SCHEMA["properties"]["stakes"]["properties"])
    others = keys_of() - keys_of("A hand of a bidding game", "A hand of Smoke")
    assert named("Other lines") <= others <= set(coded(section(SHEET_PAGE, "Other lines")))


def test_the_answer_has_every_key():
    smoke = {
        "format": "scoresheet/1", "variant": "smoke", "players": ["Ann", "Bob"], "stakes": {"currency": "USD"},
        "lines": [{"tricks": {"Ann": 3, "Bob": 2}}],
    }  # fmt: skip
    report = scored(smoke)
    told = named("scorekeeper score") | set(coded(section(SHEET_PAGE, "scorekeeper score")))
    parts = [report, report["next"], report["next"]["tally"][0], report["money"], report["lines"][0]]
    assert {key for part in parts for key in part} - told <= {"file", "ok", "variant", "line", "currency"}
    assert {"currency", "balances", "payments"} <= set(report["money"])
