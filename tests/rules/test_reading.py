"""Reading sheets: what is refused says where and why, and nothing ever ends in a traceback."""

import json
from contextlib import suppress
from copy import deepcopy

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sheets import hand, play, sheet

from scorekeeper.rules.documents import decode, looks_like_json, parse_document
from scorekeeper.rules.errors import SheetError
from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.sheets.report import sheet_schema
from scorekeeper.variants.catalogue import catalogue, find_variant
from tests.golden import cases


@pytest.mark.parametrize(
    ("text", "is_json", "message"),
    [
        ("format = ", False, "This is not TOML"), ("format = 1\n?", False, "line 2"),
        ("{", True, "This is not JSON: Expecting property name"), ('{"lines": [NaN]}', True, "NaN is no number"),
        ("[" * 100_000, True, "This file cannot be read: it is nested too deep."),
        ('{"a": 1, "a": 2}', True, "This file cannot be read: a key is given twice in one table."),
        ("[" * 21 + "]" * 21, True, "This file is nested more than 20 deep."),
        ("{" * 30 + "}" * 30, True, "This is not JSON"),
        ('{"a": ' * 25 + "1" + "}" * 25, True, "nested more than 20 deep"),
        ("a = " + "[" * 5000 + "]" * 5000, False, "This file cannot be read"),
        ("9" * 5000, True, "This file cannot be read: Exceeds the limit (4300 digits)"),
        ("a." * 20 + "a = 1", False, "This file cannot be read: it is nested too deep."),
        ('x = { "a" . ' + "'b'. " * 20 + "a = 1 }", False, "it is nested too deep"),
        ("[" + "a." * 5_000 + "a]", False, "it is nested too deep"),
    ],
)  # fmt: skip
def test_text_that_is_no_document(text, is_json, message):
    with pytest.raises(SheetError) as refused:
        parse_document(text, is_json=is_json)
    assert (refused.value.line, refused.value.field) == (0, "file")
    assert message in say_refusal(refused.value.refusal)
    assert len(say_refusal(refused.value.refusal)) <= 150, "a long reason is cut short"


def test_a_file_of_whole_numbers_has_no_fraction_in_it():
    assert parse_document('{"a": 1.5}', is_json=True) == {"a": 1.5}
    assert parse_document('{"a": 15}', is_json=True, fractions=False) == {"a": 15}
    with pytest.raises(SheetError) as refused:
        parse_document('{"a": 1.' + "5" * 200 + "}", is_json=True, fractions=False)
    assert refused.value.field == "file"
    assert say_refusal(refused.value.refusal) == f"This file cannot be read: 1.{'5' * 118} is not a whole number."


def test_what_is_nested_just_deep_enough_is_read():
    assert parse_document("[" * 20 + "]" * 20, is_json=True)
    assert parse_document("a." * 19 + "a = 1", is_json=False)
    note = "so we played on" + ". . ." * 30 + "a.b." * 30
    assert parse_document(f'note = "{note}"', is_json=False) == {"note": note}


def test_bytes_that_are_no_text():
    with pytest.raises(SheetError) as refused:
        decode(b"\xff\xfe\x00")
    assert (refused.value.field, say_refusal(refused.value.refusal)) == ("file", "This file is not text in UTF-8.")
    assert decode("\ufeffx".encode()) == "x"


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["Ann", "Bob", "moon"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["Ann", "high", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)
LINE_KEYS = (
    "bidder bid points counts buried partner alone all_tricks made thrown over_throw auction renege passed_out misdeal "
    "trump tricks sat first_trick pickups join after leave adjust reason rules settle note"
).split()


def test_a_hand_may_say_that_it_was_no_misdeal():
    said = hand("Ann", 2, "high low", misdeal=False, passed_out=False)
    assert play("partnership-pitch", said) == play("partnership-pitch", hand("Ann", 2, "high low"))


@given(
    st.sampled_from(["partnership-pitch", "smoke", "money-pitch", "minnesota-ten-point"]),
    st.sampled_from(LINE_KEYS),
    VALUES,
)
def test_no_value_of_a_line_ends_in_a_traceback(variant, key, value):
    line = {"tricks": {"Ann": 5}, "sat": ["Bob", "Cy", "Dee"]} if variant == "smoke" else hand("Ann", 4, "high low")
    refuse_or_score(sheet(variant, {**line, key: value}))
    refuse_or_score(sheet(variant, {key: value}))


def refuse_or_score(document):
    with suppress(SheetError):
        fold(read_sheet(deepcopy(document), find_variant))


@pytest.fixture(scope="module")
def schema():
    return jsonschema.Draft202012Validator(sheet_schema(list(catalogue())))


def test_the_schema_takes_every_sheet_that_can_be_scored(schema):
    """The schema itself is read as an approved page."""
    schema.check_schema(schema.schema)
    for name, case in cases().items():
        if "error_line" not in case["expect"]:
            assert schema.is_valid(json.loads(json.dumps(case["sheet"], default=str))), name
    assert not schema.is_valid(sheet("partnership-pitch", {"burried": 2}))


@pytest.mark.parametrize("name", ["Zoë", "علی\u200cرضا", "👨\u200d👩\u200d👧", "李", "O'Neil & Sons"])  # noqa: RUF001 - people's own letters
def test_people_may_be_called_as_they_are(name):
    document = sheet("smoke", size=2)
    document["players"][0] = name
    assert read_sheet(document, find_variant).head.players[0] == name


@pytest.mark.parametrize("name", ["", "  ", "Ann\n", "An\x00n", "\u202eAnn", "A" * 61])
def test_a_name_that_cannot_stand_on_a_page(name):
    document = sheet("smoke", size=2)
    document["players"][0] = name
    with pytest.raises(SheetError) as refused:
        read_sheet(document, find_variant)
    assert refused.value.field == "players"


@pytest.mark.parametrize(
    "text", ['{"a": "\\ud800"}', '{"\\udfff": 1}', '[["x", "\\ud83d"]]', '{"a": {"b": ["\\udc00 y"]}}']
)
def test_half_a_character_is_refused_wherever_it_stands(text):
    with pytest.raises(SheetError) as refused:
        parse_document(text, is_json=True)
    assert refused.value.field == "file"
    assert say_refusal(refused.value.refusal) == "This file contains an invalid character."


def test_a_whole_character_is_not():
    assert parse_document('{"a": ["\\ud83c\\udccf", 1, null, true]}', is_json=True) == {"a": ["🃏", 1, None, True]}


@pytest.mark.parametrize(
    ("text", "json_it_is"), [(' {"format"', True), ("\n{", True), ("format = 1", False), ("", False)]
)
def test_pasted_text_is_json_when_it_begins_with_a_brace(text, json_it_is):
    assert looks_like_json(text) is json_it_is


def test_a_game_with_no_line_yet():
    document = sheet("smoke", size=2)
    del document["lines"]
    assert read_sheet(document, find_variant).lines == ()
