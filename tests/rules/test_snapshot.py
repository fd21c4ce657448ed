"""A table and a variant as plain JSON, and back."""

from __future__ import annotations

import json

import pytest
from sheets import hand, play

from scorekeeper.rules.snapshot import freeze_table, freeze_variant, thaw_variant
from scorekeeper.variants.catalogue import catalogue


@pytest.mark.parametrize("variant", catalogue().values(), ids=lambda variant: variant.key)
def test_a_variant_comes_back_as_it_was(variant):
    assert thaw_variant(json.loads(json.dumps(freeze_variant(variant)))) == variant


def test_what_a_snapshot_holds():
    table, _ = play("partnership-pitch", hand("Bob", 3, "high low jack game=Ann"), {"rules": {"finish.target": 11}})
    assert freeze_table(table) == {
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
    }
