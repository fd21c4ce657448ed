"""Settings, house rules and variant files: what there is, and how each fault of theirs is told with its place."""

import pytest
from babel.numbers import list_currencies

from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.sheet import TWO_DECIMALS
from scorekeeper.rules.variant import read_house_rules
from scorekeeper.sheets.phrases import say_refusal
from scorekeeper.variants.catalogue import build, catalogue, find_variant, listings, parse, read_all, read_variant
from tests.golden import cases

PITCH = find_variant("partnership-pitch")


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({"finish.tarrget": 11}, "There is no setting called finish.tarrget."),
        ({"finish.target": "eleven"}, 'finish.target must be a whole number from −10000 to 10000 or "none".'),
        ({"auction.dealer_steals": 1}, "auction.dealer_steals must be true or false."),
        ({"auction.min": True}, "auction.min must be a whole number from 1 to 100."),
        ({"tally.trick": -1}, "tally.trick means nothing in a game with bids; it belongs to Smoke."),
        ({"deck.ranks": "A A K"}, 'deck.ranks must be ranks separated by spaces, like "A K Q J 10 9".'),
        ({"deck.ranks": "A K Q X"}, 'deck.ranks must be ranks separated by spaces, like "A K Q J 10 9".'),
    ],
)
def test_a_wrong_setting_is_told_in_a_sentence(house, sentence):
    with pytest.raises(SettingsError) as refused:
        PITCH.ruleset(4, house)
    assert [say_refusal(fault.refusal) for fault in refused.value.faults] == [sentence]


@pytest.mark.parametrize(
    ("key", "house", "blamed"),
    [
        ("smoke", {"auction.min": 2, "game.tie": "low", "finish.hold": "at-target"},
         ["auction.min", "game.tie", "finish.hold"]),
        ("partnership-pitch", {"auction.min": 9, "special.bid": 2}, ["auction.min", "special.bid"]),
    ],
)  # fmt: skip
def test_every_fault_of_a_house_rule_is_told_at_once(key, house, blamed):
    with pytest.raises(SettingsError) as refused:
        find_variant(key).ruleset(4, house)
    assert [fault.key for fault in refused.value.faults] == blamed


def test_every_variant_has_a_golden_sheet_and_no_sheet_has_lost_its_variant():
    played = {case["sheet"]["variant"] for case in cases().values() if "error_line" not in case["expect"]}
    assert played == catalogue().keys()


FILE = 'key = "a"\nname = "A"\nfamily = "Pitch"\nsummary = "s"\nsources = ["catalogue V24"]\n'


def test_a_child_keeps_its_parents_settings_and_sizes():
    parent = parse(
        FILE + "[settings]\nauction.min = 2\npoints.high.worth = 1\npoints.low.worth = 1\n[sizes.4]\n[sizes.6]\n"
    )
    child = parse(FILE.replace('"a"', '"b"') + 'extends = "a"\n[sizes.4]\nauction.min = 1\n')
    variant = build(child, {"a": parent, "b": child})
    assert dict(variant.settings) == {"auction.min": 2, "points.high.worth": 1, "points.low.worth": 1}
    assert {size: dict(own) for size, own in variant.sizes.items()} == {4: {"auction.min": 1}}


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("key = ", "file", "This is not TOML"),
        (FILE + "colour = 3\n[sizes.4]", "colour", "A variant file has no key called colour."),
        (FILE.replace('summary = "s"\n', "") + "[sizes.4]", "summary", "needs summary"),
        (FILE + "asks = 4\n[sizes.4]", "asks", "cannot be read: it must be a list of texts."),
        (FILE.replace('"A"', "7") + "[sizes.4]", "name", "it must be a text in quotes"),
        (FILE + "jokers_lowest = 1\n[sizes.4]", "jokers_lowest", "it must be true or false"),
        (FILE + "most_played = 1.5\n[sizes.4]", "most_played", "it must be a whole number"),
        (FILE + "[sizes.four]", "sizes", "a table for each number of players"),
        (FILE + "[sizes]\n4 = 1", "sizes", "a table for each number of players"),
        (FILE + '[notes]\ndeal = "x"\n[sizes.4]', "notes", "it must be a table of lists of texts"),
        (FILE + "settings = []\n[sizes.4]", "settings", "it must be a table"),
        (FILE.replace("Pitch", " ") + "[sizes.4]", "a: family", "or one of your own"),
        (FILE + 'asks = ["points.seven.worth"]\n[sizes.4]', "a: asks", "points.seven.worth cannot be asked"),
        (FILE + 'asks = ["tally.trick"]\n[sizes.4]', "a: asks", "no setting of this kind"),
        (FILE + "[sizes.1]", "a: sizes", "two are the fewest"),
        (FILE + '[settings]\npoints.jack.worth = 1\ndeck.ranks = "A K"\n[sizes.4]', "a: points.jack.worth",
         "deck.ranks"),
        (FILE + "[sizes.4]\n[sizes.5]\nseating.sides = 'pairs'", "a: seating.sides", "5"),
        (FILE + "[settings]\nauction.mix = 2\n[sizes.4]", "a: auction.mix", "no setting"),
        (FILE + "[settings]\nauction.min = 7\n[sizes.4]", "a: auction.min", "above the highest"),
        (FILE + 'extends = "zzz"\n', "extends", "no variant called zzz"),
        (FILE + 'extends = "a"\n', "extends", "extends itself"), (FILE, "a: sizes", "at least one table size"),
        (FILE + 'kind = "whist"\n[sizes.4]', "a: kind", 'kind must be "bidding" or "smoke".'),
    ],
)  # fmt: skip
def test_a_wrong_variant_file_is_told_with_its_place(text, place, message):
    with pytest.raises(SettingsError) as refused:
        read_and_build(text)
    assert any(fault.key == place and message in say_refusal(fault.refusal) for fault in refused.value.faults)


def read_and_build(text):
    file = parse(text)
    return build(file, {file.key: file})


def test_the_currencies_are_known_to_babel_and_none_without_cents_is_among_them():
    assert list_currencies() >= TWO_DECIMALS
    no_cents = {"BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF"}
    three_decimals = {"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"}
    assert not TWO_DECIMALS & (no_cents | three_decimals)


def test_an_alias_is_another_name_and_stands_once():
    for it in listings():
        told = [name.casefold() for name in (it.variant.name, *it.aliases)]
        assert all(told)
        assert len(told) == len(set(told)), it.variant.key


def test_the_smallest_table_is_meant_where_nobody_says():
    for said, meant in (({}, (4, {})), ({"players": 6, "rules": {"finish.target": 42}}, (6, {"finish.target": 42}))):
        variant, size, house = read_house_rules({"variant": "minnesota-ten-point"} | said, find_variant)
        assert (variant.key, size, house) == ("minnesota-ten-point", *meant)


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({}, [("variant", 'There is no variant called "None".')]),
        ({"variant": "whist", "colour": 1},
         [("colour", "A house-rules file has no key called colour."),
          ("variant", 'There is no variant called "whist".')]),
        ({"variant": "schmier-six", "players": 4}, [("players", "Schmier, six players is played by 6.")]),
        ({"variant": "partnership-pitch", "players": 5}, [("players", "Partnership Pitch is played by 4, 6.")]),
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


def test_a_variant_read_alone_is_the_one_in_the_catalogue():
    for key, variant in catalogue().items():
        assert read_variant(key) == variant
    for key in ("no-such-game", "../variants/smoke", ""):
        with pytest.raises(KeyError):
            read_variant(key)
