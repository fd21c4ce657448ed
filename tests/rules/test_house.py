"""A house-rules file: read whole, or every fault told at once."""

from __future__ import annotations

import pytest

from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.variant import read_house_rules
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.variants.catalogue import find_variant


def test_the_smallest_table_is_meant_where_nobody_says():
    variant, size, house = read_house_rules({"variant": "minnesota-ten-point"}, find_variant)
    assert (variant.key, size, house) == ("minnesota-ten-point", 4, {})


def test_a_table_size_and_its_rules():
    document = {"variant": "minnesota-ten-point", "players": 6, "rules": {"finish.target": 42}}
    variant, size, house = read_house_rules(document, find_variant)
    assert (variant.key, size, house) == ("minnesota-ten-point", 6, {"finish.target": 42})


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({}, [("variant", 'There is no variant called "None".')]),
        ({"variant": "whist", "colour": 1},
         [("colour", "A house-rules file has no key called colour."),
          ("variant", 'There is no variant called "whist".')]),
        ({"variant": "schmier-six", "players": 4}, [("players", "Schmier, six players is played by 6.")]),
        ({"variant": "partnership-pitch", "players": 5}, [("players", "Partnership Pitch is played by 4, 6.")]),
        ({"variant": "schmier-six", "players": "6"}, [("players", "Schmier, six players is played by 6.")]),
        ({"variant": "schmier-six", "rules": 3}, [("rules", "rules is a table from setting to value.")]),
        ({"variant": "schmier-six", "players": 5, "rules": {"auction.mix": 1, "auction.min": 0}},
         [("players", "Schmier, six players is played by 6."),
          ("rules.auction.mix", "There is no setting called auction.mix."),
          ("rules.auction.min", "auction.min must be a whole number from 1 to 100.")]),
    ],
)  # fmt: skip
def test_every_fault_is_told_with_its_place(document, told):
    with pytest.raises(SettingsError) as refused:
        read_house_rules(document, find_variant)
    assert [(fault.key, say_refusal(fault.refusal)) for fault in refused.value.faults] == told
