"""Every setting and every value of it has its sentence."""

from __future__ import annotations

import pytest
from settings_values import values_of

from scorekeeper.rules.ruleset import SETTINGS
from scorekeeper.rules.values import RANKS, CardRanks, Number, Switch
from scorekeeper.sheets.grammar import words_of
from scorekeeper.sheets.phrases import phrase_of, say_setting, setting_title


@pytest.mark.parametrize("key", sorted(SETTINGS))
def test_every_value_has_its_sentence(key):
    said = [say_setting(key, value) for value in values_of(SETTINGS[key][0])]
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in said)
    assert len(set(said)) == len(said), "two values of a setting say the same"
    assert setting_title(key)[0].isupper()


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


def test_a_deck_in_words():
    assert [say_setting("deck.ranks", ranks) for ranks in ("", "A K Q J 10 9 8 7 6 5 4 3 2", "A K 2")] == [
        "The deck is a usual one.",
        "The deck is a full one, ace down to two in every suit.",
        "The deck has A K 2 in every suit.",
    ]
