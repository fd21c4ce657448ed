"""The sheet leaves no change unsaid, and two sheets side by side show what differs."""

from dataclasses import replace

import pytest
from sheets import NO_BIDS, values_of

from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.ruleset import SETTINGS, belongs_to
from scorekeeper.rules.sheet import Stakes
from scorekeeper.sheets.phrases import say_setting
from scorekeeper.sheets.rules_sheet import rules_sheet, trump_order
from scorekeeper.variants.catalogue import catalogue, find_variant


def other_values(key, now):
    return [value for value in values_of(SETTINGS[key][0], between=range(2, 6)) if value != now]


@pytest.mark.sampled(60)
@pytest.mark.parametrize(
    ("game", "size", "key"),
    [
        (game, size, key)
        for game, size in (("partnership-pitch", 4), ("ten-point-smear", 5), ("nine-card-pitch", 4), ("smoke", 5))
        for key in SETTINGS
        if belongs_to(key, find_variant(game).kind)
    ],
)
def test_every_change_is_on_the_sheet_with_the_standard_beside(game, size, key):
    variant = find_variant(game)
    own = variant.ruleset(size).value(key)
    for value in other_values(key, own):
        try:
            sheet = rules_sheet(variant, size, {key: value})
        except SettingsError:
            continue
        marked = [it for part in sheet.sections for it in part.statements if it.changed]
        marked += [it for it in sheet.points if it.changed]
        assert marked, (key, value)
        assert any(say_setting(key, own) in it.standard for it in marked)


@pytest.mark.sampled(15)
@pytest.mark.parametrize("key", catalogue())
def test_an_unchanged_sheet_has_no_marks_and_says_nothing_twice(key):
    variant = catalogue()[key]
    for size in variant.sizes:
        printed = rules_sheet(variant, size)
        said = [it.text for part in printed.sections for it in part.statements]
        assert len(said) == len(set(said))
        assert not printed.changed
    assert not rules_sheet(variant, size, dict(variant.settings_at(size))).changed


def sheet(key, size=4, **house):
    return rules_sheet(find_variant(key), size, house)


def said_of(setting, key, size=4, **house):
    """Return the statements that follow from a setting, in one text."""
    page = rules_sheet(find_variant(key), size, house)
    return " ".join(it.text for part in page.sections for it in part.statements if setting in it.keys)


@pytest.mark.parametrize(
    ("key", "house", "order"),
    [
        ("seven-up", {}, "the cards turned up, the point for begging, high, low, jack, game."),
        ("seven-up", {"turn.gift": 0}, "the cards turned up, high, low, jack, game."),
        ("seven-up", {"turn.jack": 0}, "the point for begging, high, low, jack, game."),
        ("sell-out-pitch", {}, "the bid that was sold, high, low, jack, game. The bidder's points count only if"),
        ("sell-out-pitch", {"scoring.set": "both"}, "the bid that was sold, what a set brings the others, high, low"),
        ("sell-out-pitch", {"auction.seller_scores": False}, "order: high, low, jack, game. The bidder's points"),
        ("pedro-sancho", {"points.jack.worth": 0}, "sold, high, low, pedro, sancho, game."),
    ],
)
def test_the_order_of_counting_names_what_scores_at_this_table(key, house, order):
    assert order in said_of("finish.crossing", key, **house)


@pytest.mark.parametrize(
    ("setting", "key", "house", "said"),
    [
        ("deck.jokers", "cinch", {}, "five of the trump color is a trump too, just below the five: the off-five."),
        ("points.off_three.worth", "reverse-pitch", {"points.off_three.worth": 3},
         "The other three of the trump color is a trump too, just above the three: the off-three."),
        ("names.jack", "partnership-pitch", {"names.jack": "right-bower", "points.jack.worth": 0},
         "The jack of trumps is called the right bower."),
        ("finish.direction", "partnership-pitch", NO_BIDS | {"finish.direction": "down", "finish.target": -11},
         "Scores count down: what you win comes off."),
        ("deal.may_discard", "partnership-pitch",
         NO_BIDS | {"deal.exchange": "draw", "deal.exchange_size": 3, "deal.may_discard": "no-points"},
         "You may not discard this trump: jack."),
    ],
)  # fmt: skip
def test_what_few_tables_play_is_said(setting, key, house, said):
    assert said in said_of(setting, key, **house)


def test_a_price_of_its_own_for_a_renege_stands_until_the_table_has_another():
    own = "A renege brings the others a point, two if the jack is in play"
    for house, stands in (({}, True), ({"penalty.renege": "zero-and-max"}, False)):
        said = [it.text for part in sheet("seven-up", **house).sections for it in part.statements]
        assert any(text.startswith(own) for text in said) == stands


def test_an_off_card_stands_just_below_the_real_one():
    # [003] off-trump cards "ranking just below their actual counterparts"
    variant = find_variant("charbonneau-ten-point")
    rules = variant.ruleset(4, {"points.off_ace.worth": 1, "points.off_three.worth": 3})
    assert (
        ", ".join(trump_order(rules, jokers_lowest=False))
        == "A, off A, K, Q, J, jick, high joker, low joker, 10, 9, 8, 7, 6, 5, 4, 3, off 3, 2"
    )


def test_brackets_before_a_note_of_money_say_more_and_other_brackets_are_its_own():
    variant = replace(find_variant("money-pitch"), notes={"money": ("[? and-stakes] Pay at the door.", "[sic] Or no.")})
    told = rules_sheet(variant, 4, {}, Stakes("USD", game=100)).sections[-1].statements
    assert [it.text for it in told[-2:]] == ["Pay at the door.", "[sic] Or no."]
