"""The text files of the rules sheet: they name only what there is, and every name is used."""

from collections import Counter
from dataclasses import fields
from typing import get_args

import pytest
from jinja2 import meta, nodes
from sheets import house_rules

from scorekeeper.rules.ruleset import SETTINGS, Ruleset
from scorekeeper.rules.setting_groups import PointTo
from scorekeeper.sheets.phrases import TEXT, words_of
from scorekeeper.sheets.questions import QUESTIONS
from scorekeeper.sheets.rules_sheet import SheetContext, _statements, environment
from scorekeeper.sheets.values import VALUES

FILES = sorted(file.name for file in TEXT.glob("*.txt"))
PAGE = SheetContext(house_rules({}), house_rules({}), 4, frozenset())


def parsed(text):
    return environment().parse(text)


def trees():
    """Return every text with its name: the files, and the answers of the questions."""
    files = [(name, parsed((TEXT / name).read_text(encoding="utf-8"))) for name in FILES]
    return files + [(question.key, parsed(question.text)) for question in QUESTIONS]


def setting_of(node):
    """Return the setting that an expression names: `points.high.card`; empty for anything else."""
    match node:
        case nodes.Getattr(node=inner, attr=attr):
            group = inner.name if isinstance(inner, nodes.Name) else setting_of(inner)
            return f"{group}.{attr.rstrip('_')}" if group else ""
    return ""


def words_compared(tree):
    """Return (setting, words) of every comparison of a setting with words."""
    for compare in tree.find_all(nodes.Compare):
        key, other = setting_of(compare.expr), compare.ops[0].expr
        words = [it.value for it in getattr(other, "items", [other]) if isinstance(it, nodes.Const)]
        if key and (said := [word for word in words if isinstance(word, str)]):
            yield key, said


def test_only_names_that_exist_are_used():
    unknown = set()
    for name, tree in trees():
        known = {word for it in tree.find_all(nodes.FromImport) for word in it.names} | PAGE.words.keys()
        unknown |= {(name, word) for word in meta.find_undeclared_variables(tree) - known}
    assert unknown == set()


NIGHT = {
    "coming.txt": "coming size",
    "report.txt": "league weekday day people games settled playing unfinished winners most played high_game bids made "
                  "sets often specials closest ahead story season leaders led_from still climbed paid held money",
    "tournament.txt": "view state setup tables_are players money",
}  # fmt: skip
"""The texts of a night -> the names that `league` and `tournaments` give them."""


def test_the_texts_of_a_night_use_the_names_they_are_given_and_all_of_them():
    folder = TEXT / "night"
    used = {it.name: meta.find_undeclared_variables(parsed(it.read_text(encoding="utf-8"))) for it in folder.iterdir()}
    assert {name: names - {"_"} for name, names in used.items()} == {it: {*NIGHT[it].split()} for it in NIGHT}


def test_every_answer_and_reason_of_a_question_is_used():
    read = words_of("questions")
    assert read["answers"].keys() - read["questions"].keys() == set()
    assert {row.get("not-asked") for row in read["questions"].values()} - {None} == read["not-asked"].keys()


def test_every_way_to_get_a_point_is_worded_and_no_named_value_hides_a_field():
    assert set(get_args(PointTo)) <= words_of("labels")["owner"].keys()
    assert VALUES.keys() & {field.name for field in fields(Ruleset)} == set()


def test_a_setting_is_compared_with_its_own_words():
    wrong = {
        (name, key, word)
        for name, tree in trees()
        for key, words in words_compared(tree)
        for word in words
        if word not in getattr(SETTINGS[key][0], "words", ())
    }
    assert wrong == set()


def chains_without_a_rest(tree):
    """Return (setting, words) of each if … elif over one setting that has no else and so must know every word."""
    for chain in tree.find_all(nodes.If):
        if chain.elif_ and not chain.else_:
            tests = [chain.test, *(it.test for it in chain.elif_)]
            found = [pair for test in tests for pair in words_compared(nodes.Output([test]))]
            for key, times in Counter(key for key, _ in found).items():
                if times > 1:
                    yield key, {word for it, words in found if it == key for word in words}


def test_every_word_of_a_setting_is_said_where_there_is_no_rest():
    left_out = {
        (name, key, word)
        for name, tree in trees()
        for key, words in chains_without_a_rest(tree)
        for word in set(SETTINGS[key][0].words) - words - {"none"}
    }
    assert left_out == set()


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("{% if deal.exchange == 'kitti' %}x{% endif %}", words_compared),
        ("{% if play.follow == 'follow' %}x{% elif play.follow == 'trump' %}y{% endif %}", chains_without_a_rest),
    ],
)
def test_the_control_a_slip_is_found(text, check):
    assert list(check(parsed(text)))


def test_a_statement_needs_its_settings_in_brackets():
    with pytest.raises(ValueError, match="before “Each player"):
        list(_statements(PAGE, "Each player is dealt 6 cards.\n[deal.cards] Yes.\n"))
