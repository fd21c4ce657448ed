"""Every answer follows its setting, and people find the question by the words they use."""

from __future__ import annotations

import itertools

import pytest

from scorekeeper.rules.disputes import QUESTIONS, _likeness, answer, look_up, questions_for, what_others_do
from scorekeeper.rules.errors import SettingsError
from scorekeeper.rules.phrases import say_setting
from scorekeeper.rules.settings import SETTINGS
from scorekeeper.rules.values import Number, OneOf, Switch
from scorekeeper.variants.catalogue import catalogue, find_variant

# A game in which every question arises: a called partner, a moon, a counted game, thrown cards.
BASE = ("ten-point-smear", 5, {"special.name": "moon", "auction.throw_card": True, "finish.may_win": "bid-made"})
NO_BIDS = {
    "auction.rounds": "none", "auction.throw_card": False, "special.name": "none", "finish.may_win": "any",
    "seating.sides": "solo",
}  # fmt: skip
NEEDS = {
    "table.open": {"seating.sides": "solo"},
    "finish.may_win": {"finish.must_stand_at_target": False},
    "finish.hold_who": {"finish.hold": "at-target"},
    "special.zero_is_good": {"special.made": "win-or-zero"},
    "auction.seller_scores": {"seating.sides": "solo"},
    "auction.forced_bid": {"auction.all_pass": "dealer-forced", "auction.min": 4},
    **dict.fromkeys(["turn.ace", "turn.jack", "turn.six", "turn.deuce", "turn.gift", "points.jack.hung"], NO_BIDS),
    "finish.equal": {"finish.hands": 8},
    "finish.win_by": {"seating.sides": "solo"},
    "dealing.sits_out": {"seating.sides": "solo", "auction.throw_card": False},
}


def table(question, **house):
    variant, size, rules = BASE if question.kind != "smoke" else ("smoke", 5, {})
    return find_variant(variant).ruleset(size, {**rules, **house})


def values(key):
    match SETTINGS[key][0]:
        case OneOf(words):
            return words
        case Switch():
            return (True, False)
        case Number(least, _most, words):
            return (*words, *(number for number in (1, 2, 3, 4) if number >= least))
    return ()


def tables_that_differ(question, key):
    for value in values(key):
        try:
            yield value, table(question, **NEEDS.get(key, {}), **{key: value})
        except SettingsError:
            continue


def test_there_are_at_least_thirty():
    assert len(questions_for(find_variant("partnership-pitch").ruleset(4))) >= 30
    assert len({question.key for question in QUESTIONS}) == len(QUESTIONS)


@pytest.mark.parametrize(
    ("question", "key"),
    [(question, key) for question in QUESTIONS for key in question.settings],
    ids=lambda part: getattr(part, "key", part),
)
def test_the_answer_follows_the_setting(question, key):
    said = {value: answer(question, rules).text for value, rules in tables_that_differ(question, key)}
    assert len(said) > 1
    for (one, first), (other, second) in itertools.combinations(said.items(), 2):
        assert first != second, f"{key} = {one} and {other} are answered alike"


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("tie for game", "tie-for-game"),
        ("both over?", "both-over"),
        ("who gets low", "who-gets-low"),
        ("dealer steal", "dealer-steal"),
        ("joker", "joker"),
        ("renege", "renege"),
        ("moon from the hole", "moon-hole"),
        ("stuck dealer", "all-pass"),
        ("shoot", "moon-needs"),
        ("Tie-for", "tie-for-game"),
        ("renege?", "renege"),
    ],
)
def test_people_find_it_by_their_own_words(typed, key):
    rules = table(QUESTIONS[0])
    assert look_up(typed, rules)[0].key == key


def test_nonsense_finds_nothing_and_nothing_finds_everything():
    rules = table(QUESTIONS[0])
    assert look_up("xylophone", rules) == []
    assert look_up("  ", rules) == list(questions_for(rules))


def test_where_there_is_no_moon_the_question_does_not_arise():
    rules = find_variant("minnesota-ten-point").ruleset(4)
    question = next(question for question in QUESTIONS if question.key == "moon-hole")
    assert answer(question, rules).text == "There is no moon or smudge at this table."


def test_what_others_do_counts_every_game():
    others = what_others_do("game.tie", catalogue().values())
    assert next(iter(others)) == say_setting("game.tie", "nobody")
    assert "Ten-point Smear" in others[say_setting("game.tie", "low")]
    assert sum(len(games) for games in others.values()) == len(catalogue()) - 1  # all but Smoke


def question(key):
    return next(question for question in QUESTIONS if question.key == key)


@pytest.mark.parametrize(
    ("key", "asked", "likeness"),
    [
        ("both-over", "over", 2),  # the sentence has "over?", a whole word all the same
        ("smoke-never", "never", 2),
        ("smoke-never", "nev", 1),
        ("both-over", "both ov", 3),
        ("both-over", "both xylophone", 2),
        ("both-over", "xylophone", 0),
    ],
)
def test_a_whole_word_counts_double_and_the_beginning_of_one_once(key, asked, likeness):
    assert _likeness(asked.split(), question(key)) == likeness


def test_what_is_asked_in_every_game_is_asked_in_both_kinds():
    for variant in ("partnership-pitch", "smoke"):
        assert question("come-and-go") in questions_for(find_variant(variant).ruleset(4))


def test_an_answer_names_its_question():
    assert answer(question("renege"), table(question("renege"))).question == question("renege")
