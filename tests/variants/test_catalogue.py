"""The families a variant may belong to, and its other names."""

from scorekeeper.variants.catalogue import FAMILIES, build, catalogue, families_of, find_variant, parse

FILE = 'key = "a"\nname = "A"\nfamily = "{}"\nsummary = "s"\nsources = ["told"]\nextends = "seven-up"\n'


SEVEN_UP = """
[settings]
auction.rounds = "none"
points.high.worth = 1
[sizes.2]
seating.sides = "solo"
"""


def test_a_variant_may_belong_to_a_family_of_its_own_which_comes_last():
    parents = {"seven-up": parse(FILE.format("All Fours").replace('extends = "seven-up"\n', "") + SEVEN_UP)}
    own = build(parse(FILE.format("Aunt Bertha's")), parents)
    assert families_of([own, find_variant("smoke"), find_variant("cinch")]) == ("Pitch", "Smoke", "Aunt Bertha's")


def test_every_known_family_has_a_game():
    assert families_of(catalogue().values()) == FAMILIES
