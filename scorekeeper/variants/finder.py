"""Find a game by what people know of it: how many play, the points in a hand, partners, the target, the jokers, a name.

Everything is read from the rules of each variant at the size asked for; a new variant file needs nothing here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorekeeper.rules.grammar import counted, number_text
from scorekeeper.rules.ruleset import BIDDING
from scorekeeper.sheets.phrases import say_setting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.variant import Variant
    from scorekeeper.variants.catalogue import Listing

POINTS, SIDES, TARGET, JOKERS, LOWEST = "points", "sides", "to", "jokers", "lowest"
"""What people are asked, by the names their answers have in an address."""
OTHER = "other"
"""The target nobody in the list plays to: it rules out no game, since every table may set its own."""
FEW = 2
"""So many games are read faster than one more question."""
MAX_CLOSE = 4
"""Games that miss an answer are offered beside those that fit until there are so many."""
MAX_MARKS = 2
SETTING_APART = (
    "auction.rounds", "auction.min", "scoring.made", "deal.exchange", "points.low.to", "play.only_trumps",
    "scoring.others", "special.name", "finish.may_win", "finish.direction", "auction.all_pass",
    "auction.dealer_steals", "deal.cards",
)  # fmt: skip
"""Settings that tell two similar games apart for somebody who plays one of them, the plainest first."""
SUMMARIZED = {"auction.min": "bids ", "points.low.to": "low to ", "play.only_trumps": "Only trumps"}
"""Setting -> words of a game's summary that state it already."""


@dataclass(frozen=True)
class GameAnswers:
    """What is known of the game: `size` players, and question -> answer."""

    size: int | None = None
    given: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class FinderAnswer:
    """One answer to tap."""

    value: str
    words: str


@dataclass(frozen=True)
class FinderQuestion:
    """A question that still tells games apart, with the answers some game has."""

    key: str
    words: str
    answers: tuple[FinderAnswer, ...]


@dataclass(frozen=True)
class Candidate:
    """A game, opened for `size` players.

    `misses` says in words what is not as it was answered, `marks` what sets it apart from the others that fit.
    """

    variant: Variant
    size: int
    misses: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    target: str = ""
    """The target that was answered, where the game is usually to another: a house rule makes it fit."""


@dataclass(frozen=True)
class FoundGames:
    """What is left to ask, the games that fit every answer, and those that come close; the most played first."""

    questions: tuple[FinderQuestion, ...]
    fitting: tuple[Candidate, ...]
    close: tuple[Candidate, ...]


# ---------------------------------------------------------------- what a game is like


def _points(rules: Ruleset) -> str:
    return str(rules.on_offer) if rules.kind == BIDDING else "0"


def _sides(rules: Ruleset) -> str:
    return "partners" if rules.shares_scores else "called" if rules.calls_partner else "alone"


def _target(rules: Ruleset) -> str:
    return str(rules.finish.target)


def _jokers(rules: Ruleset) -> str:
    if {"joker", "high_joker", "low_joker"} & set(rules.worth):
        return "score"
    return "in" if rules.deck.jokers else "none"


def _lowest(rules: Ruleset) -> str:
    return str(rules.auction.min) if rules.kind == BIDDING and rules.has_bidding else "none"


TRAITS: Mapping[str, Callable[[Ruleset], str]] = {
    POINTS: _points,
    SIDES: _sides,
    TARGET: _target,
    JOKERS: _jokers,
    LOWEST: _lowest,
}
ASKED = {
    POINTS: "How many points are in a hand?",
    SIDES: "Partners?",
    TARGET: "What do you play to?",
    JOKERS: "Jokers?",
    LOWEST: "What is the lowest bid?",
}
ANSWERS = {
    (POINTS, "0"): "Tricks only",
    (SIDES, "partners"): "Partners",
    (SIDES, "alone"): "All alone",
    (SIDES, "called"): "Bidder calls one",
    (TARGET, "none"): "No target",
    (TARGET, "0"): "Down to 0",
    (TARGET, OTHER): "Other",
    (JOKERS, "none"): "None",
    (JOKERS, "in"): "Just trump",
    (JOKERS, "score"): "Worth points",
    (LOWEST, "none"): "No bidding",
}
MISSES = {
    SIDES: {
        "partners": "Played with partners",
        "alone": "Everybody plays alone",
        "called": "The bidder calls a partner",
    },
    JOKERS: {"none": "No jokers", "in": "Jokers score nothing", "score": "Jokers are worth points"},
}
WORDS_LAST = ("partners", "alone", "called", "none", "in", "score", "0")
"""Answers that are words, in the order they are offered: after the numbers.  Zero is one of them: "Down to 0"."""


def answer_words(question: str, value: str) -> str:
    """Return an answer as its button says it."""
    return ANSWERS.get((question, value)) or (number_text(int(value)) if _is_number(value) else value)


def said_answer(question: str, value: str) -> str:
    """Return an answer as it stands in a list of what was said: "10 points", "to 52"."""
    words = answer_words(question, value)
    if question == POINTS:
        return counted(int(value), "point") if value != "0" and _is_number(value) else "tricks"
    if question == TARGET:
        return f"to {words}" if _is_number(value) and value != "0" else "another target" if value == OTHER else words
    if question == JOKERS:
        return {"none": "no jokers", "in": "jokers just trump"}.get(value, "jokers count")
    if question == LOWEST:
        return f"bids from {words}" if _is_number(value) else "no bidding"
    return words


def _miss(question: str, rules: Ruleset) -> str:
    """Return in words what a game has instead of the answer given."""
    value = TRAITS[question](rules)
    if question == POINTS:
        return f"{counted(int(value), 'point')} a hand" if value != "0" else "Tricks count, no points"
    if question == TARGET:
        return f"Usually to {number_text(int(value))}" if _is_number(value) else "Usually without a target"
    if question == LOWEST:
        return f"Bids from {value}" if _is_number(value) else "No bidding"
    return MISSES[question][value]


def _is_number(value: str) -> bool:
    return bool(re.fullmatch(r"-?[0-9]{1,6}", value))


# ---------------------------------------------------------------- finding


def find_games(listings: Iterable[Listing], answers: GameAnswers, text: str = "") -> FoundGames:
    """Return the games that go with the answers and whose names go with `text`; answers nobody could give count not."""
    named = search_games(listings, text)
    known = GameAnswers(answers.size, {key: value for key, value in answers.given.items() if key in TRAITS})
    tried = [_candidate(listing.variant, known) for listing in named]
    fitting = [it for it in tried if not it.misses]
    rivals = [it for it in fitting if _is_at(it, answers.size)]
    close = sorted((it for it in tried if it.misses), key=lambda it: len(it.misses))
    most = max(0, MAX_CLOSE - len(fitting)) if not text.strip() else len(close)
    return FoundGames(
        questions=tuple(_questions(rivals, known)) if answers.size else (),
        fitting=tuple(_set_apart(fitting)) if known.given or text.strip() else tuple(fitting),
        close=tuple(it for it in close if len(it.misses) == 1 or text.strip())[:most] if known.given or text else (),
    )


def _is_at(candidate: Candidate, size: int | None) -> bool:
    return size is None or candidate.size == size


def _candidate(variant: Variant, answers: GameAnswers) -> Candidate:
    size = answers.size if answers.size in variant.sizes else None
    rules = variant.ruleset(size or variant.usual_size)
    wrong = [key for key, value in answers.given.items() if value not in (OTHER, TRAITS[key](rules))]
    misses = [_miss(key, rules) for key in TRAITS if key in wrong]
    if answers.size is not None and size is None:
        misses.insert(0, f"For {_sizes(variant)} players")
    settable = TARGET in wrong and _is_number(answers.given[TARGET]) and rules.finish.target not in ("none", 0)
    target = answers.given[TARGET] if settable else ""
    return Candidate(variant, size or variant.usual_size, tuple(misses), target=target)


def _sizes(variant: Variant) -> str:
    sizes = [str(size) for size in variant.sizes]
    return " or ".join([", ".join(sizes[:-1]), sizes[-1]] if len(sizes) > 1 else sizes)


def _questions(fitting: Sequence[Candidate], answers: GameAnswers) -> Iterable[FinderQuestion]:
    """Yield the questions that divide the games that are left, in the order people know the answers."""
    if len(fitting) <= FEW:
        return
    ruled = [it.variant.ruleset(it.size) for it in fitting]
    for key, trait in TRAITS.items():
        values = {trait(rules) for rules in ruled}
        if key in answers.given or len(values) == 1:
            continue
        ordered = sorted(values, key=_answer_order)
        offered = [*ordered, OTHER] if key == TARGET else ordered
        yield FinderQuestion(key, ASKED[key], tuple(FinderAnswer(it, answer_words(key, it)) for it in offered))


def _answer_order(value: str) -> tuple[int, int]:
    return (1, WORDS_LAST.index(value)) if value in WORDS_LAST else (0, int(value))


def _set_apart(fitting: Sequence[Candidate]) -> Iterable[Candidate]:
    """Yield each game with what is not the same in all of them."""
    ruled = [it.variant.ruleset(it.size) for it in fitting]
    kinds = {rules.kind for rules in ruled}
    telling = (
        [key for key in SETTING_APART if len({rules.value(key) for rules in ruled}) > 1] if len(kinds) == 1 else []
    )
    for candidate, rules in zip(fitting, ruled, strict=True):
        summary = candidate.variant.summary
        new = [key for key in telling[:MAX_MARKS] if key not in SUMMARIZED or SUMMARIZED[key] not in summary]
        words = tuple(say_setting(key, rules.value(key)) for key in new)
        yield Candidate(candidate.variant, candidate.size, candidate.misses, words, candidate.target)


# ---------------------------------------------------------------- by name


def search_games(listings: Iterable[Listing], text: str) -> list[Listing]:
    """Return the games that are called so, the best match first, then the most played; all of them for no text."""
    wanted = _squashed(text)
    scored = [(_match(listing, text, wanted), listing) for listing in listings]
    found = [(rank, listing) for rank, listing in scored if rank is not None]
    return [listing for _, listing in sorted(found, key=lambda it: (it[0], *by_popularity(it[1])))]


def other_name(listing: Listing, text: str) -> str:
    """Return why a search finds a game that has none of its words in the name: "also called Pitch"; else ""."""
    wanted = _squashed(text)
    if wanted in _squashed(listing.variant.name) or _all_words(text, listing.variant.name):
        return ""
    called = next((name for name in listing.aliases if wanted in _squashed(name) or _all_words(text, name)), "")
    if called:
        return f"Also called {called}"
    family = listing.variant.family
    return f"One of the {family} games" if _all_words(text, family) else ""


def by_popularity(listing: Listing) -> tuple[bool, int, str]:
    """Return a key that sorts the most played games first, the others by name."""
    return (not listing.most_played, listing.most_played, listing.variant.name)


def _match(listing: Listing, text: str, wanted: str) -> int | None:
    """Return how well a game's names go with what was typed, 0 the best; None if they do not."""
    if not wanted:
        return 0
    names = [_squashed(name) for name in (listing.variant.name, *listing.aliases)]
    if wanted in names:
        return 0 if wanted == names[0] else 1
    if any(name.startswith(wanted) for name in names):
        return 2 if names[0].startswith(wanted) else 3
    told = " ".join((listing.variant.name, *listing.aliases, listing.variant.family))
    if wanted in "".join(names) or _all_words(text, told):
        return 4
    return 5 if _all_words(text, f"{told} {listing.variant.summary}") else None


def _all_words(text: str, told: str) -> bool:
    """Return whether every word that was typed begins a word of what is told."""
    words = _words(told)
    return all(any(word.startswith(asked) for word in words) for asked in _words(text))


NUMBERS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
           "ten": "10", "eleven": "11", "double": "2"}  # fmt: skip


def _words(text: str) -> list[str]:
    return [NUMBERS.get(word, word) for word in re.findall(r"[^\W_]+", text.casefold())]


def _squashed(text: str) -> str:
    return "".join(_words(text))
