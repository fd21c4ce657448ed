"""Find a game by what people know of it: how many play, the points in a hand, partners, the target, the jokers, a name.

Everything is read from the rules of each variant at the size asked for; a new variant file needs nothing here.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.rules.ruleset import BIDDING, Ruleset
from scorekeeper.rules.values import Value
from scorekeeper.rules.variant import Variant
from scorekeeper.sheets.phrases import counted, number_text, say_setting
from scorekeeper.variants.catalogue import Listing

POINTS, SIDES, TARGET, JOKERS, LOWEST = "points", "sides", "to", "jokers", "lowest"
"""What people are asked, by the names their answers have in an address."""
OTHER = "other"
"""The target nobody in the list plays to: it rules out no game, since every table may set its own."""
FEW = 2
"""So many games are read faster than one more question."""
MAX_CLOSE = 4
"""Games that miss an answer are offered beside those that fit until there are so many."""
SETTING_APART = (
    "auction.rounds", "auction.min", "scoring.made", "deal.exchange", "points.low.to", "play.only_trumps",
    "scoring.others", "special.name", "finish.may_win", "finish.direction", "auction.all_pass",
    "auction.dealer_steals", "deal.cards",
)  # fmt: skip
"""Settings that tell two similar games apart for somebody who plays one of them, the plainest first."""
SUMMARIZED = {"auction.min": "bids ", "points.low.to": "low to ", "play.only_trumps": "Only trumps"}
"""Setting -> words of a game's summary that state it already."""
NUMBER = re.compile(r"-?[0-9]{1,6}")


@dataclass(frozen=True)
class Offer:
    """A game to choose, for `size` players.

    `misses` says in words what is not as it was answered, `marks` what sets it apart from the others that fit.
    `points` are the points of a hand, `goes` how one bids and what ends it: "bid 4\N{EN DASH}10, to 52".
    """

    key: str
    name: str
    summary: str
    size: int
    misses: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    target: str = ""
    """The target that was answered, where the game is usually to another: a house rule makes it fit."""
    rules: int | None = None
    """The league's own house rules it starts from."""
    points: tuple[str, ...] = ()
    goes: str = ""


# ---------------------------------------------------------------- what a game is like


def _jokers(rules: Ruleset) -> str:
    if {"joker", "high_joker", "low_joker"} & set(rules.worth):
        return "score"
    return "in" if rules.deck.jokers else "none"


TRAITS: Mapping[str, tuple[str, Callable[[Ruleset], str]]] = {
    POINTS: ("How many points are in a hand?", lambda of: str(of.on_offer) if of.kind == BIDDING else "0"),
    SIDES: ("Partners?", lambda of: "partners" if of.shares_scores else "called" if of.calls_partner else "alone"),
    TARGET: ("What do you play to?", lambda of: str(of.finish.target)),
    JOKERS: ("Jokers?", _jokers),
    LOWEST: (
        "What is the lowest bid?",
        lambda of: str(of.auction.min) if of.kind == BIDDING and of.has_bidding else "none",
    ),
}
"""Question -> its words, and what a game answers."""
ANSWERS = {
    (POINTS, "0"): ("Tricks only", "tricks", "Tricks count, no points"),
    (SIDES, "partners"): ("Partners", "Partners", "Played with partners"),
    (SIDES, "alone"): ("All alone", "All alone", "Everybody plays alone"),
    (SIDES, "called"): ("Bidder calls one", "Bidder calls one", "The bidder calls a partner"),
    (TARGET, "none"): ("No target", "No target", "Usually without a target"),
    (TARGET, "0"): ("Down to 0", "Down to 0", "Usually to 0"),
    (TARGET, OTHER): ("Other", "another target", ""),
    (JOKERS, "none"): ("None", "no jokers", "No jokers"),
    (JOKERS, "in"): ("Just trump", "jokers just trump", "Jokers score nothing"),
    (JOKERS, "score"): ("Worth points", "jokers count", "Jokers are worth points"),
    (LOWEST, "none"): ("No bidding", "no bidding", "No bidding"),
}
"""Answers that are no mere numbers, in the order they are offered."""


def answer_words(question: str, value: str) -> tuple[str, str, str]:
    """Return an answer on its button, in a list of what was said, and as what a game has instead of another."""
    if (question, value) in ANSWERS or not NUMBER.fullmatch(value):
        return ANSWERS.get((question, value), (value, value, value))
    number = number_text(int(value))
    said, instead = {
        POINTS: (counted(int(value), "point"), f"{counted(int(value), 'point')} a hand"),
        TARGET: (f"to {number}", f"Usually to {number}"),
        LOWEST: (f"bids from {number}", f"Bids from {number}"),
    }.get(question, (number, number))
    return number, said, instead


# ---------------------------------------------------------------- finding


def find_games(
    listings: Iterable[Listing], size: int | None, answers: Mapping[str, str], text: str = ""
) -> tuple[dict[str, list[str]], list[Offer], list[Offer]]:
    """Find the games that go with the answers and whose names go with `text`; answers nobody could give count not.

    Return what is left to ask (question -> the answers some game has), the games that fit every answer, and those that
    come close; the most played first.
    """
    text, given = text.strip(), {key: value for key, value in answers.items() if key in TRAITS}
    fitting: list[tuple[Offer, Ruleset]] = []
    close: list[Offer] = []
    for listing in search_games(listings, text):
        variant = listing.variant
        at = size if size and size in variant.sizes else variant.usual_size
        rules, target = variant.ruleset(at), ""
        misses: list[str] = []
        if size not in (None, at):
            *most, last = map(str, variant.sizes)
            misses.append(f"For {', '.join(most)} or {last} players" if most else f"For {last} players")
        for key, (_words, trait) in TRAITS.items():
            if key in given and given[key] not in (OTHER, trait(rules)):
                misses.append(answer_words(key, trait(rules))[2])
                if key == TARGET and NUMBER.fullmatch(given[key]) and rules.finish.target not in ("none", 0):
                    target = given[key]
        offer = replace(offer_of(listing, at), misses=tuple(misses), target=target)
        if misses:
            close.append(offer)
        else:
            fitting.append((offer, rules))
    close.sort(key=lambda it: len(it.misses))
    if not text:
        room = max(0, MAX_CLOSE - len(fitting)) if given else 0
        close = [it for it in close if len(it.misses) == 1][:room]
    return (
        _questions([rules for _, rules in fitting], given) if size else {},
        _set_apart(fitting) if given or text else [offer for offer, _ in fitting],
        close,
    )


def offer_of(listing: Listing, size: int | None) -> Offer:
    """Return a game to choose; for the size it is most played at if `size` is not known."""
    variant = listing.variant
    return drawn(Offer(variant.key, variant.name, variant.summary, size or variant.usual_size), variant, {})


def drawn(offer: Offer, variant: Variant, house: Mapping[str, Value]) -> Offer:
    """Return an offer with the points of a hand under these house rules, its bids and its target."""
    rules = variant.ruleset(offer.size, house)
    bids, target = "", rules.finish.target
    if rules.kind == BIDDING and rules.has_bidding:
        bids = f"bid\N{NO-BREAK SPACE}{rules.auction.min}\N{EN DASH}{rules.highest_bid},"
    ends = f"to\N{NO-BREAK SPACE}{number_text(target)}" if isinstance(target, int) else ""
    return replace(offer, points=tuple(rules.worth), goes=f"{bids} {ends}".strip(" ,"))


def _questions(fitting: Sequence[Ruleset], given: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the questions that divide the games that are left, in the order people know the answers."""
    found: dict[str, list[str]] = {}
    for key, (_words, trait) in TRAITS.items():
        values = {trait(rules) for rules in fitting}
        if len(fitting) > FEW and len(values) > 1 and key not in given:
            words = [value for question, value in ANSWERS if question == key and value in values]
            found[key] = [*sorted(values.difference(words), key=int), *words, *([OTHER] if key == TARGET else [])]
    return found


def _set_apart(fitting: Sequence[tuple[Offer, Ruleset]]) -> list[Offer]:
    """Return each game with what is not the same in all of them, and not said of the one above it."""
    telling: list[str] = []
    if len({rules.kind for _, rules in fitting}) == 1:
        telling = [key for key in SETTING_APART if len({rules.value(key) for _, rules in fitting}) > 1][:2]
    offers, above = [], tuple[str, ...]()
    for offer, rules in fitting:
        new = [key for key in telling if key not in SUMMARIZED or SUMMARIZED[key] not in offer.summary]
        words = tuple(say_setting(key, rules.value(key)) for key in new)
        offers.append(replace(offer, marks=tuple(mark for mark in words if mark not in above)))
        above = words
    return offers


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
    if wanted in names:  # "setback" is what three games are called, and one of them has it in its name
        return 0 if wanted == names[0] else 1 if wanted in _words(listing.variant.name) else 2
    if any(name.startswith(wanted) for name in names):
        return 3 if names[0].startswith(wanted) else 4
    told = " ".join((listing.variant.name, *listing.aliases, listing.variant.family))
    if wanted in "".join(names) or _all_words(text, told):
        return 5
    return 6 if _all_words(text, f"{told} {listing.variant.summary}") else None


def _all_words(text: str, told: str) -> bool:
    words = _words(told)
    return all(any(word.startswith(asked) for word in words) for asked in _words(text))


NUMBERS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
           "ten": "10", "eleven": "11", "double": "2"}  # fmt: skip


def _words(text: str) -> list[str]:
    return [NUMBERS.get(word, word) for word in re.findall(r"[^\W_]+", text.casefold())]


def _squashed(text: str) -> str:
    return "".join(_words(text))
