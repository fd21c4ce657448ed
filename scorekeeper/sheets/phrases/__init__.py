"""Every setting in plain English: a short title, and a sentence for each of its values.

Every value has its sentence (a test asks for each).  The rules sheet, the house-rules form, the log and the dispute
answers are all made from these sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.values import RANKS
from scorekeeper.sheets.phrases.bidding import BIDDING
from scorekeeper.sheets.phrases.scores import ENDING, POINTS, SMOKE
from scorekeeper.sheets.phrases.table import TABLE

if TYPE_CHECKING:
    from scorekeeper.rules.values import Value
    from scorekeeper.sheets.phrases.phrase import Phrase

PHRASES: dict[str, Phrase] = TABLE | BIDDING | POINTS | ENDING | SMOKE


def setting_title(key: str) -> str:
    """Return the short name of a setting: "Lowest bid".  Raises KeyError for a setting without a phrase."""
    return _phrase(key).title


def say_setting(key: str, value: Value) -> str:
    """Return a setting's value as a sentence.  Raises KeyError for a setting or a word without one."""
    phrase = _phrase(key)
    if isinstance(value, int) and not isinstance(value, bool) and phrase.by_number is not None:
        return phrase.by_number(value)
    if key == "deck.ranks":
        return say_ranks(str(value))
    word = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    if word not in phrase.by_word:
        raise KeyError(f"{key} = {word!r} has no sentence; add one in sheets/phrases/")
    return phrase.by_word[word]


def say_untold(key: str) -> str:
    """Return the sentence that a sheet does not tell what a setting would have changed."""
    return (
        f"What “{setting_title(key)}” would have changed, the scoresheet does not say: the points stay where they are."
    )


def _phrase(key: str) -> Phrase:
    if key not in PHRASES:
        raise KeyError(f"{key} has no title and no sentences; add them in sheets/phrases/")
    return PHRASES[key]


def say_ranks(ranks: str) -> str:
    """Return in words which cards each suit has: "The deck is a full one, ace down to two."."""
    if not ranks:
        return "The deck is a usual one."
    if ranks.split() == list(RANKS):
        return "The deck is a full one, ace down to two in every suit."
    return f"The deck has {ranks} in every suit."
