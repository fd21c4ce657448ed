"""docs/settings.md names every setting with its values and its default, and no other."""

import re

from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.sheets.report import sheet_schema
from tests.docs.pages import DOCS, coded, rows, section, text_of

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


def as_written(value):
    """Return a value as TOML has it, but for the quotation marks of a word."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if value != "" else '""'


def test_the_page_has_every_setting_with_its_default_and_no_other():
    usual = Ruleset()
    assert {key: coded(cell)[0] for key, (_, cell, _) in described().items()} == {
        key: as_written(usual.value(key)) for key in RULES
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
