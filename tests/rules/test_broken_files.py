"""A variant file with a fault is left out and named; every other game can be played."""

from __future__ import annotations

import pytest

from scorekeeper.variants.catalogue import broken_files, catalogue, read_all, read_variant

HEAD = 'name = "A"\nfamily = "Pitch"\nsummary = "s"\nsources = []\n'


def test_a_broken_file_takes_nothing_but_its_children_with_it():
    read, broken = read_all(
        {
            "a.toml": f'key = "a"\n{HEAD}[settings]\npoints.high.worth = 1\n[sizes.4]\n',
            "b.toml": "key = ",
            "c.toml": f'key = "c"\n{HEAD}extends = "b"\n',
            "d.toml": f'key = "e"\n{HEAD}[sizes.4]\n',
            "f.toml": f'key = "f"\n{HEAD}extends = "a"\nasks = ["points.seven.worth"]\n',
        }
    )
    assert list(read) == ["a"]
    assert {name: error.faults[0].key for name, error in broken.items()} == {
        "b.toml": "file", "c.toml": "extends", "d.toml": "key", "f.toml": "f: asks",
    }  # fmt: skip


def test_every_file_of_the_catalogue_is_sound():
    assert broken_files() == {}
    assert len(catalogue()) > 30


def test_a_variant_read_alone_is_the_one_in_the_catalogue():
    for key, variant in catalogue().items():
        assert read_variant(key) == variant
    for key in ("no-such-game", "../variants/smoke", ""):
        with pytest.raises(KeyError):
            read_variant(key)
