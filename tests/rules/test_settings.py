"""Settings: the list of the contract, their values, and what cannot go together."""

from __future__ import annotations

import pytest
from babel.numbers import list_currencies

from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.ruleset import SETTINGS
from scorekeeper.rules.stakes import TWO_DECIMALS
from scorekeeper.sheets.phrases import say_error, say_refusal
from scorekeeper.variants.catalogue import VariantFile, build, catalogue, find_variant, parse, shipped_files
from tests.golden import cases

PITCH = find_variant("partnership-pitch")

# The contract's table "Settings", key by key (points.KEY stands for twenty-one points).
CONTRACT = """
seating.sides call.what call.not call.reveal call.alone_by_choice deck.ranks deck.jokers deck.off_jack
deck.trump_order deal.cards deal.hand deal.exchange deal.exchange_size play.follow play.first_lead play.only_trumps
play.no_trump_first_trick auction.min auction.max auction.rounds auction.dealer_steals auction.all_pass
auction.throw_card auction.double_if_over_throw_set special.name special.bid special.needs special.over special.made
special.made_score special.zero_is_good special.failed special.failed_score special.counts_sets game.by game.tie
game.buried_to_bidder scoring.made scoring.others finish.start finish.direction finish.target finish.may_win
finish.hold finish.hold_who finish.crossing finish.instant_win finish.must_stand_at_target finish.bust penalty.renege
dealing.next table.open tally.trick tally.no_trick tally.infraction tally.max_sits tally.box_at tally.never_land_at
points.high.card points.low.card auction.forced_bid auction.seller_scores turn.ace turn.jack turn.six turn.deuce
turn.gift points.jack.hung scoring.set finish.hands finish.rounds finish.equal finish.win_by dealing.sits_out
""".split()
# Settings of words alone, which the contract leaves to us.
OURS = """
deck.joker_tie names.jack names.off_jack names.high_joker names.low_joker names.five names.off_five names.nine
deal.packets deal.misdeal deal.may_discard auction.trump dealing.first
""".split()
POINTS = """
high low jack off_jack joker high_joker low_joker game trey deuce five off_five nine ten king off_ace off_ten off_three
off_two last_trick high_spade
""".split()


def test_the_settings_are_those_of_the_contract():
    points = [f"points.{point}.{part}" for point in POINTS for part in ("worth", "to")]
    assert sorted(SETTINGS) == sorted(CONTRACT + OURS + points)


CONTRADICTIONS = [
    ("partnership-pitch", 4, {"auction.min": 5}, "auction.min", "auction.max"),
    ("partnership-pitch", 4, {"auction.max": 5}, "auction.max", "points.*.worth"),
    ("partnership-pitch", 4, {"special.bid": 4}, "special.bid", "auction.max"),
    ("pawnee-call-partner", 5, {"auction.max": "all"}, "auction.max", "special.bid"),
    ("moon-over-four-pitch", 4, {"special.over": 5}, "special.over", "auction.max"),
    ("fort-frances-sneak-out", 4, {"finish.must_stand_at_target": True}, "finish.must_stand_at_target", "may_win"),
    ("fort-frances-bid-out", 2, {"finish.hold": "one-short"}, "finish.hold", "finish.hold_who"),
    ("partnership-pitch", 4, {"table.open": True}, "table.open", "seating.sides"),
    ("money-pitch", 4, {"seating.sides": "partners"}, "seating.sides", "table.open"),
    ("partnership-pitch", 4, {"auction.rounds": "many"}, "auction.rounds", "auction.dealer_steals"),
    ("five-point-set-back", 4, {"auction.dealer_steals": True}, "auction.dealer_steals", "auction.rounds"),
    ("partnership-pitch", 4, {"auction.throw_card": True, "auction.max": 3}, "auction.throw_card", "auction.max"),
    ("cutthroat-pitch", 5, {"seating.sides": "partners"}, "seating.sides", "5 players"),
    ("minnesota-smear-kitty", 4, {"finish.direction": "down"}, "finish.direction", "special.made"),
    ("moon-over-four-pitch", 4, {"finish.direction": "down"}, "finish.direction", "special.failed"),
]


@pytest.mark.parametrize(("key", "size", "house", "blamed", "named"), CONTRADICTIONS)
def test_a_contradiction_is_blamed_on_the_house_rule_and_names_both_keys(key, size, house, blamed, named):
    with pytest.raises(SettingsError) as refused:
        find_variant(key).ruleset(size, house)
    fault = refused.value.faults[0]
    assert fault.key == blamed
    assert blamed in say_refusal(fault.refusal)
    assert named in say_refusal(fault.refusal)


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


def test_rules_of_the_same_settings_are_one_key():
    assert len({PITCH.ruleset(4), PITCH.ruleset(4), PITCH.ruleset(4, {"finish.target": 11})}) == 2


def test_bids_mean_nothing_in_smoke():
    with pytest.raises(SettingsError) as refused:
        find_variant("smoke").ruleset(4, {"auction.min": 2, "game.tie": "low", "finish.hold": "at-target"})
    assert [fault.key for fault in refused.value.faults] == ["auction.min", "game.tie", "finish.hold"]
    assert say_refusal(refused.value.faults[0].refusal) == "auction.min means nothing in Smoke, where nobody bids."


def test_every_fault_of_a_house_rule_is_told_at_once():
    with pytest.raises(SettingsError) as refused:
        PITCH.ruleset(4, {"auction.min": 9, "special.bid": 2})
    assert [fault.key for fault in refused.value.faults] == ["auction.min", "special.bid"]


def test_the_highest_bid_follows_the_points_on_offer():
    rules = PITCH.ruleset(4, {"points.joker.worth": 1})
    assert (rules.on_offer, rules.highest_bid, rules.special_rank) == (5, 5, 6)


def test_every_variant_has_a_golden_sheet_and_no_sheet_has_lost_its_variant():
    played = {case["sheet"]["variant"] for case in cases().values() if "error_line" not in case["expect"]}
    assert played == catalogue().keys()


def test_every_question_of_a_variant_is_a_setting_of_its_kind():
    for variant in catalogue().values():
        assert set(variant.asks) <= set(SETTINGS), variant.key


# ---------------------------------------------------------------- variant files

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
        (FILE + "asks = 4\n[sizes.4]", "asks", "cannot be read"),
        (FILE.replace("Pitch", " ") + "[sizes.4]", "a: family", "or one of your own"),
        (FILE + 'asks = ["points.seven.worth"]\n[sizes.4]', "a: asks", "points.seven.worth cannot be asked"),
        (FILE + 'asks = ["tally.trick"]\n[sizes.4]', "a: asks", "no setting of this kind"),
        (FILE + "[sizes.1]", "a: sizes", "two are the fewest"),
        (
            FILE + '[settings]\npoints.jack.worth = 1\ndeck.ranks = "A K"\n[sizes.4]',
            "a: points.jack.worth",
            "deck.ranks",
        ),
        (FILE + "[sizes.4]\n[sizes.5]\nseating.sides = 'pairs'", "a: seating.sides", "5"),
        (FILE + "[settings]\nauction.mix = 2\n[sizes.4]", "a: auction.mix", "no setting"),
        (FILE + "[settings]\nauction.min = 7\n[sizes.4]", "a: auction.min", "above the highest"),
        (FILE + 'extends = "zzz"\n', "extends", "no variant called zzz"),
        (FILE + 'extends = "a"\n', "extends", "extends itself"),
        (FILE, "a: sizes", "at least one table size"),
        (FILE + 'kind = "whist"\n[sizes.4]', "a: kind", 'kind must be "bidding" or "smoke".'),
    ],
)
def test_a_wrong_variant_file_is_told_with_its_place(text, place, message):
    with pytest.raises(SettingsError) as refused:
        read_and_build(text)
    assert any(fault.key == place and message in say_refusal(fault.refusal) for fault in refused.value.faults)


def read_and_build(text):
    file = parse(text)
    return build(file, {file.key: file})


def test_two_files_that_extend_each_other_are_refused():
    one = VariantFile("a", "A", "Pitch", "s", [], extends="b")
    two = VariantFile("b", "B", "Pitch", "s", [], extends="a")
    with pytest.raises(SettingsError, check=lambda error: "extends itself" in say_error(error)):
        build(one, {"a": one, "b": two})


# ---------------------------------------------------------------- currencies


def test_the_currencies_are_known_to_babel_and_none_without_cents_is_among_them():
    assert list_currencies() >= TWO_DECIMALS
    no_cents = {"BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF"}
    three_decimals = {"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"}
    assert not TWO_DECIMALS & (no_cents | three_decimals)


def test_an_alias_is_another_name_and_stands_once():
    for file in shipped_files():
        told = [name.casefold() for name in (file.name, *file.aliases)]
        assert all(told)
        assert len(told) == len(set(told)), file.key
