"""A refusal is a code, players and facts: its sentence is made in one place. No sentence of a setting is left over."""

import ast
import pickle
from functools import cache
from pathlib import Path

import pytest

from scorekeeper.rules.errors import (
    Fault,
    ImpossibleFact,
    Refusal,
    SettingFault,
    SettingsError,
    UnreadableSheet,
    impossible,
    unreadable,
)
from scorekeeper.rules.ruleset import SETTINGS
from scorekeeper.rules.values import RANKS, CardRanks, Number, Switch
from scorekeeper.sheets.phrases import phrase_of, say_refusal, words_of

PACKAGE = Path(__file__).parents[2] / "scorekeeper"
CODE_AT = {"at": 1, "_refusal": 0, "_clash": 2, "read_table": 2, "_numbers": 0, "_one_of": 1, "Refusal": 0}
"""The functions that take a refusal's code, and which argument it is."""


def constants(node):
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}


@cache
def sources():
    files = [file for folder in ("rules", "sheets", "variants") for file in (PACKAGE / folder).rglob("*.py")]
    return [ast.parse(file.read_text(encoding="utf-8")) for file in files]


@cache
def written():
    """Return every string that stands in the code."""
    return set().union(*map(constants, sources()))


def codes_given(code_at=CODE_AT):
    for tree in sources():
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            at = code_at.get(name)
            if at is not None and len(call.args) > at and not isinstance(call.args[at], ast.Starred):
                yield from constants(call.args[at])


def test_every_refusal_the_engine_gives_has_a_sentence():
    given = set(codes_given())
    assert len(given) > 100
    assert given <= words_of("refusals").keys()


def test_no_sentence_is_left_over():
    worded_above = {"in-words"}  # what the command line and the web have worded themselves
    assert words_of("refusals").keys() - worded_above <= written()


def test_no_label_is_left_over():
    for labels in words_of("labels").values():
        assert labels.keys() <= written()


def test_every_doubt_has_a_sentence_and_no_sentence_is_left_over():
    given = set(codes_given({"Doubt": 0}))
    assert len(given) > 10
    assert given <= words_of("doubts").keys() <= written()


def test_names_are_put_in_at_the_end():
    error = ImpossibleFact.at("counts.2", "auction-out-of-turn", "1", "2")
    named = error.with_names({"1": "Ann", "2": "Bob"}.__getitem__)
    assert (named.field, say_refusal(named.refusal)) == ("counts.2", "It was Ann's turn to speak, not Bob's.")
    assert say_refusal(error.refusal) == "It was 1's turn to speak, not 2's."
    assert type(named) is ImpossibleFact


def test_a_name_is_never_taken_for_a_template():
    error = ImpossibleFact.at("bidder", "not-at-table", "{0} and {bid}")
    assert say_refusal(error.refusal) == "{0} and {bid} is not at the table."
    assert say_refusal(unreadable("name", "{0} {curly}").refusal) == "{0} {curly}"


@pytest.mark.parametrize("make", [unreadable, impossible])
def test_a_sentence_of_its_own_is_kept_as_it_is_and_belongs_to_no_line(make):
    error = make("line", "Ask Ann to reopen the night.")
    assert (error.line, error.field, say_refusal(error.refusal)) == (0, "line", "Ask Ann to reopen the night.")
    assert error.at_line(4).faults == (Fault(4, "line", error.faults[0].refusal),)
    assert say_refusal(error.with_names(str.upper).refusal) == str(error) == "Ask Ann to reopen the night."


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        (UnreadableSheet, Fault(3, "bid", Refusal("needs-bid"))),
        (SettingsError, SettingFault.at("deal.cards", "unknown-setting", key="deal.cards")),
    ],
)
def test_an_error_keeps_its_faults_on_the_way_from_another_process(kind, fault):
    error = kind([fault])
    assert pickle.loads(pickle.dumps(error)).faults == error.faults  # noqa: S301 - our own


def test_a_code_without_a_sentence_is_a_mistake_of_the_program():
    with pytest.raises(KeyError, match="no-such-code"):
        say_refusal(Refusal("no-such-code"))


def test_several_reasons_against_so_many_players_stand_beside_each_other():
    because = (Refusal("game-over"), Refusal("nobody-leads"))
    told = say_refusal(Refusal("table-size-without-rules", facts={"size": 5, "because": because}))
    one, other = map(say_refusal, because)
    assert told == f"With 5 players the rules do not go together: {one}; {other}"


def used_sentences(key):
    """Return (phrase, word) of each sentence that a value of a setting is said with."""
    sentences, allowed = phrase_of(key)[0], SETTINGS[key][0]
    name = next(name for name, said in words_of("phrases").items() if said is sentences)
    words = {"yes", "no"} if isinstance(allowed, Switch) else set(getattr(allowed, "words", ()))
    if isinstance(allowed, Number):
        words |= {"0", "1", "n"} | ({"-"} if allowed.least < 0 else set())
    if isinstance(allowed, CardRanks):
        words |= {"", " ".join(RANKS)}
        words.add("any other deck")
    rest = {"any"} if words - {"0", "1", "-"} - sentences.keys() else set()
    return {(name, word) for word in {"title", "question", "offered", *words, *rest} & sentences.keys()}


def test_no_sentence_of_a_setting_is_left_over():
    used = {pair for key in SETTINGS for pair in used_sentences(key)}
    used |= {("hand.points", "1"), ("hand.points", "n")}  # no setting, but all of them together
    assert {(name, word) for name, sentences in words_of("phrases").items() for word in sentences} - used == set()
