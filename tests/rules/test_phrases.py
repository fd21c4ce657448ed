"""The sentences of settings: none is left over, and what has none says where it goes (`approved/settings.txt`)."""

import pytest

from scorekeeper.rules.ruleset import SETTINGS
from scorekeeper.rules.values import RANKS, CardRanks, Number, Switch
from scorekeeper.sheets.grammar import words_of
from scorekeeper.sheets.phrases import phrase_of, say_setting, setting_title


def test_what_has_no_sentence_yet_says_where_it_goes():
    with pytest.raises(KeyError, match=r"game\.tie = 'dealer' has no sentence; add one in phrases\.toml"):
        say_setting("game.tie", "dealer")
    with pytest.raises(KeyError, match=r"game\.no has no title and no sentences; add them in phrases\.toml"):
        setting_title("game.no")


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
    return {(name, word) for word in {"title", "question", "offered", "short", *words, *rest} & sentences.keys()}


def test_no_sentence_is_left_over():
    used = {pair for key in SETTINGS for pair in used_sentences(key)}
    used |= {("hand.points", "1"), ("hand.points", "n")}  # no setting, but all of them together
    assert {(name, word) for name, sentences in words_of("phrases").items() for word in sentences} - used == set()
