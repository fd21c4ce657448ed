"""The sheet leaves no change unsaid, and two sheets side by side show what differs."""

from __future__ import annotations

import pytest

from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.ruleset import SETTINGS, belongs_to
from scorekeeper.rules.stakes import Stakes
from scorekeeper.rules.values import CardRanks, Number, OneOf
from scorekeeper.sheets.phrases import say_setting
from scorekeeper.sheets.questions import QUESTIONS, answer, look_up, questions_for
from scorekeeper.sheets.rules_sheet import _in_order, differences, rules_sheet
from scorekeeper.variants.catalogue import catalogue, find_variant


def other_values(key, now):
    match SETTINGS[key][0]:
        case OneOf(words):
            values = list(words)
        case Number(least, _most, words):
            values = [*words, max(least, 0), 1, 2, 3, 4, 5]
        case CardRanks():
            values = ["A K Q J 10 9"]
        case _:
            values = [True, False]
    return [value for value in values if value != now]


@pytest.mark.parametrize("key", SETTINGS)
@pytest.mark.parametrize(
    "game", [("partnership-pitch", 4), ("ten-point-smear", 5), ("nine-card-pitch", 4), ("smoke", 5)]
)
def test_every_change_is_on_the_sheet_with_the_standard_beside(game, key):
    variant, size = find_variant(game[0]), game[1]
    if not belongs_to(key, variant.kind):
        return
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


def test_an_unchanged_table_has_no_marks():
    for variant in catalogue().values():
        for size in variant.sizes:
            assert not rules_sheet(variant, size).changed
            assert not rules_sheet(variant, size, dict(variant.settings_at(size))).changed


def test_no_sentence_stands_twice_on_a_sheet():
    for variant in catalogue().values():
        for size in variant.sizes:
            said = [it.text for part in rules_sheet(variant, size).sections for it in part.statements]
            assert len(said) == len(set(said))


def test_every_question_is_found_by_its_own_words():
    for key, size in (("partnership-pitch", 4), ("smoke", 5)):
        rules = find_variant(key).ruleset(size)
        for question in questions_for(rules):
            assert question in look_up(question.asked, rules)


def sheet(key, size=4, **house):
    return rules_sheet(find_variant(key), size, house)


def test_money_is_written_as_the_reader_writes_it():
    money = rules_sheet(find_variant("cinch"), 4, None, Stakes("USD", set=5), lambda cents: f"{cents} cents")
    assert [it.text for part in money.sections if part.title == "Money" for it in part.statements] == [
        "Each loser also pays 5 cents for every set of their own side; the winners' own sets are free."
    ]


def answer_of(key):
    question = next(question for question in QUESTIONS if question.key == key)
    return answer(question, find_variant("partnership-pitch").ruleset(4))


def test_alike_there_is_no_difference():
    assert differences(sheet("cinch"), sheet("cinch")) == []


def test_a_difference_has_both_sentences():
    found = differences(sheet("partnership-pitch"), sheet("catch-five"))
    by_title = dict(found)
    assert ("", "Five: 5 points, to whoever wins its trick.") in by_title["The points"]
    assert ("The game is to 21.", "The game is to 31.") in by_title["Winning the game"]
    assert (answer_of("moon-made"), "") in by_title["The special bid"]


def test_moon_and_smudge_are_compared_with_each_other():
    found = differences(sheet("partnership-pitch"), sheet("charbonneau-ten-point"))
    (ours, theirs), *_ = dict(found)["The special bid"]
    assert ours.startswith("The smudge is")
    assert theirs.startswith("The moon is")


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        ("abd", "acd", "acbd"),  # what only the other has follows what it follows there
        ("b", "ab", "ab"),
        ("ab", "axyb", "axyb"),
        ("", "xyz", "xyz"),
        ("abc", "xycz", "xyabcz"),
        ("abc", "", "abc"),
    ],
)
def test_two_orders_in_one(one, other, both):
    assert "".join(_in_order(one, other)) == both


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


def test_an_off_card_that_scores_is_said_to_be_a_trump():
    assert "The other five of the trump color is a trump too, just below the five." in said_of("deck.jokers", "cinch")
    above = said_of("points.off_three.worth", "reverse-pitch", **{"points.off_three.worth": 3})
    assert "The other three of the trump color is a trump too, just above the three." in above


@pytest.mark.parametrize(
    ("made", "said"), [("cut", "Before the deal somebody cuts the deck"), ("turned", "The dealer turns up a card")]
)
def test_trump_may_be_cut_for_or_turned_up_where_there_are_bids_too(made, said):
    assert said in said_of("auction.trump", "partnership-pitch", **{"auction.trump": made})


def test_a_stock_is_drawn_from_in_the_play_and_nothing_is_left_over():
    sheet = rules_sheet(find_variant("partnership-pitch"), 4, {"deal.exchange": "stock"})
    [play] = [part for part in sheet.sections if part.title == "Play"]
    assert any("after every trick everybody draws one" in it.text for it in play.statements)
    assert "no card points are left over" in said_of("game.buried_to_bidder", "california-jack", size=2)


@pytest.mark.parametrize(
    ("key", "size", "left"),
    [
        ("schmier-six", 6, "17 cards are left in the deck."),  # [000] "17 cards remain with the dealer"
        ("pawnee-call-partner", 5, ""),  # [003] ten each, "leaving four" to the kitty
        ("fish-pitch", 4, "4 cards are left in the deck."),  # [003] "all but 4 cards are out"
        ("wisconsin-four-point", 4, "8 cards are left in the deck."),  # [000] 32 cards, six each
    ],
)
def test_the_cards_nobody_is_dealt_are_counted(key, size, left):
    said = [it.text for part in rules_sheet(find_variant(key), size).sections for it in part.statements]
    assert [text for text in said if text.endswith("left in the deck.")] == ([left] if left else [])
