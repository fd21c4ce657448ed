"""The families a variant may belong to, and its other names."""

from __future__ import annotations

import pytest

from scorekeeper.rules.errors import SettingsError
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.variants.catalogue import FAMILIES, aliases_of, build, catalogue, families_of, find_variant, parse

FILE = 'key = "a"\nname = "A"\nfamily = "{}"\nsummary = "s"\nsources = ["told"]\nextends = "seven-up"\n'


def variant_of(family):
    parents = {"seven-up": parse(FILE.format("All Fours").replace('extends = "seven-up"\n', "") + SEVEN_UP)}
    return build(parse(FILE.format(family)), parents)


SEVEN_UP = """
[settings]
auction.rounds = "none"
points.high.worth = 1
[sizes.2]
seating.sides = "solo"
"""


def test_a_variant_may_belong_to_a_family_of_its_own_which_comes_last():
    own = variant_of("Aunt Bertha's")
    assert families_of([own, find_variant("smoke"), find_variant("cinch")]) == ("Pitch", "Smoke", "Aunt Bertha's")


@pytest.mark.parametrize("family", ["", "  "])
def test_a_variant_belongs_to_some_family(family):
    with pytest.raises(SettingsError) as refused:
        variant_of(family)
    assert "or one of your own" in say_refusal(refused.value.faults[0].refusal)


def test_every_known_family_has_a_game():
    assert families_of(catalogue().values()) == FAMILIES


def test_what_a_game_is_called_elsewhere():
    assert "Old Sledge" in aliases_of("seven-up")
    assert aliases_of("a game that is gone") == ()
