"""A variant written by a league: changes laid over another, and the file that says the same."""

import tomllib
from dataclasses import replace

import pytest

from scorekeeper.variants.catalogue import (
    catalogue,
    find_variant,
    load_variant,
    read_own_variant,
    variant_file,
    with_changes,
)

PITCH = find_variant("partnership-pitch")


def own(variant, changes, size=None, sizes=None, **others):
    size = size or variant.usual_size
    changed = with_changes(variant, size, changes, variant.sizes if sizes is None else sizes)
    return replace(changed, key="legion-pitch", name="Legion “Pitch”", extends=variant.key, **others)


@pytest.mark.parametrize(
    ("changes", "size", "key", "values"),
    [
        ({"finish.target": 31}, None, "finish.target", {4: 31, 6: 31}),
        # What a variant has by size changes at that size alone.
        ({"deal.cards": 9, "deal.hand": 6}, 6, "deal.cards", {4: 6, 6: 9}),
    ],
)
def test_a_change_holds_at_every_size_that_has_no_rule_of_its_own(changes, size, key, values):
    changed = own(PITCH, changes, size=size)
    assert {size: changed.ruleset(size).value(key) for size in changed.sizes} == values


def test_the_sizes_named_are_played_and_a_question_that_is_answered_is_not_asked_again():
    assert list(own(PITCH, {}, sizes=[4]).sizes) == [4]
    assert "auction.throw_card" in PITCH.asks
    assert "auction.throw_card" not in own(PITCH, {"auction.throw_card": True}).asks


@pytest.mark.sampled(12)
@pytest.mark.parametrize("key", sorted(catalogue()))
def test_a_variant_and_its_file_are_the_same(key):
    variant = own(find_variant(key), {"finish.target": 77}, sources=("Aunt \\ “Mae”\n\ttold us",))
    assert read_own_variant(variant_file(variant)) == variant
    in_full = replace(own(find_variant(key), {}), extends="")
    assert read_own_variant(variant_file(in_full)) == in_full


@pytest.mark.parametrize(
    ("changes", "size", "differs"),
    [
        ({"finish.target": 31, "deck.jokers": 2}, None,
         {"settings": {"deck": {"jokers": 2}, "finish": {"target": 31}}}),
        ({"deal.cards": 9}, 6, {"sizes": {"4": {}, "6": {"deal": {"cards": 9}}}}),
    ],
)  # fmt: skip
def test_a_file_says_only_what_differs(changes, size, differs):
    document = tomllib.loads(variant_file(own(PITCH, changes, size=size)))
    assert document["extends"] == "partnership-pitch"
    assert {key: document[key] for key in ("settings", "sizes", "notes") if key in document} == differs


def test_a_file_is_what_the_command_line_reads(tmp_path):
    path = tmp_path / "legion-pitch.toml"
    variant = own(PITCH, {"finish.target": 31})
    path.write_text(variant_file(variant), encoding="utf-8")
    assert replace(load_variant(path), extends="partnership-pitch") == variant


def test_the_file_still_plays_alike_where_the_catalogue_has_changed():
    older = replace(PITCH, settings={key: value for key, value in PITCH.settings.items() if key != "deal.hand"})
    variant = own(older, {"finish.target": 31})
    again = read_own_variant(variant_file(variant))
    assert {size: again.ruleset(size) for size in again.sizes} == {
        size: variant.ruleset(size) for size in variant.sizes
    }
