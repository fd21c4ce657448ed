"""A table and a variant as plain JSON, and back."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from sheets import hand, play, sheet

from scorekeeper.rules.fold import fold
from scorekeeper.rules.reading import read_sheet
from scorekeeper.rules.table import table_from_json, table_to_json
from scorekeeper.rules.variant import variant_from_json, variant_to_json
from scorekeeper.variants.catalogue import catalogue, find_variant


@pytest.mark.parametrize("variant", catalogue().values(), ids=lambda variant: variant.key)
def test_a_variant_comes_back_as_it_was(variant):
    assert variant_from_json(json.loads(json.dumps(variant_to_json(variant)))) == variant


def test_what_a_snapshot_holds():
    table, _ = play("partnership-pitch", hand("Bob", 3, "high low jack game=Ann"), {"rules": {"finish.target": 11}})
    assert table_to_json(table) == {
        "house": {"finish.target": 11},
        "players": ["Ann", "Bob", "Cy", "Dee"],
        "teams": [["Ann", "Cy"], ["Bob", "Dee"]],
        "dealer": "Ann",
        "scores": {"Ann": 1, "Bob": 3, "Cy": 1, "Dee": 3},
        "sets": {"Ann": 0, "Bob": 0, "Cy": 0, "Dee": 0},
        "balances": {"Ann": 0, "Bob": 0, "Cy": 0, "Dee": 0},
        "sits": {"Ann": 0, "Bob": 0, "Cy": 0, "Dee": 0},
        "reading": None,
        "play_on": False,
        "winners": [],
        "hands": 1,
    }


NIGHTS = [
    sheet("partnership-pitch", hand("Bob", 3, "high low jack game=Ann"), {"rules": {"finish.target": 11}}),
    sheet("smoke", {"tricks": {"Ann": 3, "Bob": 2}, "sat": ["Cy"], "first_trick": "Bob"}, size=3),
    sheet("money-pitch", hand("Ann", 2, "high low"), {"join": "Eve"}, size=2, stakes={"currency": "USD", "point": 1}),
    sheet("fort-frances-sneak-out", hand("Ann", 4, "high low jack game"), opening={"Ann": 13}),
    sheet("pawnee-call-partner", hand("Ann", 7, "high low=Bob jack=Bob", partner="Cy"), size=5,
          opening={"Bob": 41, "Dee": 41}),
]  # fmt: skip


@pytest.mark.parametrize("document", NIGHTS, ids=lambda document: document["variant"])
def test_a_table_comes_back_as_it_was(document):
    night = read_sheet(document, find_variant)
    table, _ = fold(night)
    assert table_from_json(night.head, json.loads(json.dumps(table_to_json(table)))) == table


def test_how_the_last_hand_is_read_is_in_it():
    table, _ = fold(read_sheet(NIGHTS[1], find_variant))
    assert table_to_json(table)["reading"] == {"first": "Bob", "trends": {"Ann": "down", "Bob": "down", "Cy": "steady"}}


def test_a_table_somebody_joined_has_the_rules_for_as_many():
    two_or_three = replace(find_variant("money-pitch"), sizes={2: {"deal.cards": 6}, 3: {"deal.cards": 9}})
    document = sheet("money-pitch", {"join": "Eve"}, size=2)
    night = read_sheet(document, lambda _key: two_or_three)
    table, _ = fold(night)
    assert table_from_json(night.head, table_to_json(table)).rules.deal.cards == table.rules.deal.cards == 9
