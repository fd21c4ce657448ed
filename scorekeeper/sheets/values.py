"""What the text files say by name and no setting says: `{{ idle_cards }}` is what `idle_cards` returns for the rules.

A function with `@value` is such a name; its docstring tells what a text gets, and where the rule is from.  The shortest
stand in a table at the end.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from scorekeeper.rules.deck import JOKERS_FOR_POINT, SUITS, TURNED, deck_size, rank_of_point
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.scoring import GIVEN, ORDER
from scorekeeper.rules.values import RANKS
from scorekeeper.sheets.phrases import (
    counted,
    has_own_name,
    listed,
    number_text,
    point_name,
    point_words,
    short_phrase,
    words_of,
)

Given = TypeVar("Given")
VALUES: dict[str, Callable[[Ruleset], Any]] = {}


def value(function: Callable[[Ruleset], Given]) -> Callable[[Ruleset], Given]:
    """Let the text files say what a function returns, by its name."""
    VALUES[function.__name__] = function
    return function


ANSWERS = {
    "two_sides": ("seating.sides", "partners", "pairs solo called-partner"),
    "jokers_are_ranked": ("deck.joker_tie", "ranked", "named-first first second"),
    "jokers_are_named": ("deck.joker_tie", "ranked named-first", "first second"),
    "takes_the_rest": ("deal.exchange", "dealer-takes-rest", "none discard draw refill blinds kitty widow stock"),
    "has_middle": ("deal.exchange", "kitty widow", "none discard draw refill blinds dealer-takes-rest stock"),
    "brings_new_cards": (
        "deal.exchange", "draw refill dealer-takes-rest blinds", "none discard kitty widow stock",
    ),
    "called_card_is_secret": ("call.reveal", "when-played", "at-once first-trick"),
    "calls_trump": ("call.what", "trump-by-rank", "any-card"),
    "discards_plain_cards": ("deal.exchange", "refill", "none discard draw blinds kitty widow dealer-takes-rest stock"),
    "points_stay": ("deal.may_discard", "no-points", "any no-trump"),
    "may_call_own": ("call.not", "none", "own own-and-trey"),
    "names_trump_after_exchange": ("auction.trump", "after-exchange", "named first-lead turned cut"),
    "turns_trump": ("auction.trump", "turned", "named after-exchange first-lead cut"),
    "low_is_natural": ("points.low.card", "lowest-natural", "in-play fixed"),
    "special_wins": ("special.made", "win-game win-or-zero", "score none"),
    "holds_at_target": ("finish.hold", "at-target", "none one-short"),
}  # fmt: skip
"""What the sheet alone asks of a setting -> the setting, the values for which it is so, and all others."""


def is_so(name: str, rules: Ruleset) -> bool:
    """Return whether something is so, as `ANSWERS` has it."""
    key, yes, no = ANSWERS[name]
    return {**dict.fromkeys(yes.split(), True), **dict.fromkeys(no.split(), False)}[str(rules.value(key))]


def say(part: str, key: str, **facts: str) -> str:
    """Return a few words of `text/labels.toml`."""
    return str(words_of("labels")[part][key]).format(**facts)


def rank_name(rank: str) -> str:
    """Return what a rank is called: "ace"."""
    return dict(zip(RANKS, say("cards", "ranks").split(), strict=True))[rank]


SCORING_RANKS = {"jack": "J", "trey": "3", "deuce": "2", "five": "5", "nine": "9", "ten": "10", "king": "K"}
"""Point -> the rank of the trump that carries it."""
CARD_POINTS = ("A", "K", "Q", "J", "10")
OFF_CARDS = {"off_ace": "A", "off_ten": "10", "off_five": "5", "off_three": "3", "off_two": "2"}
"""Cards of the other suit of the trump color that are trumps, just below the real one (V35, V42)."""
TRUMPS_WITH_NAMES = {
    "J": "jack", "jick": "off_jack", "high joker": "high_joker", "low joker": "low_joker", "9": "nine", "5": "five",
    "off 5": "off_five",
}  # fmt: skip
"""A trump as the order of trumps writes it -> its setting under `names.`."""


@value
def ranks(rules: Ruleset) -> tuple[str, ...]:
    """Return the ranks of a suit, best first."""
    return tuple(rules.deck.ranks.split()) or RANKS


@value
def suit_cards(rules: Ruleset) -> str:
    """Return the cards of a suit: "ace down to 9", or one by one where they are not in a row."""
    whole = ranks(rules)
    return say("cards", "suit", last=whole[-1]) if whole == RANKS[: len(whole)] else " ".join(whole)


@value
def named_cards(rules: Ruleset) -> list[str]:
    """Return the settings that say what cards of this deck are called, or make them trumps.

    The two jacks have their names always, other cards where they score.
    """
    names = [f"names.{it}" for it in TRUMPS_WITH_NAMES.values() if it in ("jack", "off_jack") or it in rules.worth]
    return names + [f"points.{point}.worth" for point in off_cards(rules)]


@value
def off_cards(rules: Ruleset) -> dict[str, str]:
    """Return point -> card, for cards of the other suit of the trump color that are trumps: "ten"."""
    return {point: rank_name(rank) for point, rank in OFF_CARDS.items() if point in rules.worth}


@value
def other_trumps(rules: Ruleset) -> list[str]:
    """Return the trumps that are no rank of the trump suit, which may be called too (D30): "the jick", "the jokers"."""
    cards = ["off_jack"] * rules.deck.off_jack + [*off_cards(rules)]
    jokers = [[], ["the joker"], ["the jokers"]][rules.deck.jokers]
    return [*(f"the {point_name(key, rules.names)}" for key in cards), *jokers]


def lowest_rank(rules: Ruleset) -> str:
    """Return the rank of the lowest trump that is not a joker."""
    return ranks(rules)[0 if rules.trumps_reversed else -1]


@value
def idle_cards(rules: Ruleset) -> str:
    """Return which cards never score, "from nine down to three"; nothing where they are too few for a whole hand."""
    scoring = {*CARD_POINTS, *(rank for point, rank in SCORING_RANKS.items() if point in rules.worth)}
    if "low" in rules.worth:
        scoring.add(lowest_rank(rules))
    whole = ranks(rules)
    idle = [rank for rank in whole if rank not in scoring]
    if not idle or rules.deal.cards > SUITS * len(idle):
        return ""
    if idle != list(whole[whole.index(idle[0]) : whole.index(idle[-1]) + 1]):
        return say("cards", "idle-anywhere")
    first, last = rank_name(idle[0]), rank_name(idle[-1])
    return say("cards", "idle-alone" if first == last else "idle", first=first, last=last)


def card_name(key: str, rules: Ruleset) -> str:
    """Return what the card of a point is called before anybody has read of points: "ace", "left bauer", "three"."""
    if key in ("high", "low"):
        return rank_name(ranks(rules)[-1 if rules.trumps_reversed else 0] if key == "high" else lowest_rank(rules))
    if key == "game":
        return rank_name("10")
    own = key in SCORING_RANKS and not has_own_name(key, rules.names)
    return rank_name(SCORING_RANKS[key]) if own else point_name(key, rules.names)


def certain_cards(rules: Ruleset) -> dict[str, str]:
    """Return point -> its card, for points whose card is known before the play: "ace", "jack", "three"."""
    low = ["low"] if rules.low_is_fixed else []
    fixed = [key for key in rules.worth if rank_of_point(key, rules) or key in (*JOKERS_FOR_POINT, *low)]
    return {key: card_name(key, rules) for key in fixed}


def cards_to_miss(rules: Ruleset) -> list[str]:
    """Return the cards of which none may be missing where every point is wanted; two jokers that are alike as one."""
    certain = certain_cards(rules)
    if jokers_alike(rules) and "high_joker" in certain:
        return [*(card for key, card in certain.items() if key not in JOKERS_FOR_POINT), say("cards", "one-joker")]
    return list(certain.values())


@value
def scoring_cards(rules: Ruleset) -> list[str]:
    """Return the trumps known to score before the play: "ace", "jack", "both jokers", "three"."""
    return together(certain_cards(rules), rules)


@value
def jokers_alike(rules: Ruleset) -> bool:
    """Return whether both jokers score, and it makes no difference which of them is the high one (A09)."""
    high, low = rules.points.high_joker, rules.points.low_joker
    return bool(high.worth) and high == low and not is_so("jokers_are_ranked", rules)


@value
def high_joker_matters(rules: Ruleset) -> bool:
    """Return whether it matters which of two jokers is the high one: it wins the trick, or is a point of its own."""
    a_point = is_so("jokers_are_named", rules) and "high_joker" in rules.worth and not jokers_alike(rules)
    return is_so("jokers_are_ranked", rules) or a_point


def together(named: Mapping[str, str], rules: Ruleset) -> list[str]:
    """Return these names of points, two jokers that are alike as one: "both jokers"."""
    if not (jokers_alike(rules) and "high_joker" in named):
        return list(named.values())
    both = named["high_joker"].replace(point_name("high_joker", rules.names), say("cards", "both-jokers"))
    return [both if key == "high_joker" else name for key, name in named.items() if key != "low_joker"]


# ---------------------------------------------------------------- who plays together


@value
def alone(rules: Ruleset) -> bool:
    """Return whether nobody ever has a partner."""
    return not (rules.shares_scores or rules.calls_partner)


@value
def draws_from_deck(rules: Ruleset) -> bool:
    """Return whether cards left in the deck come into the hands; only then is a partner called [000: "second deal"]."""
    return exchanges_cards(rules) and is_so("brings_new_cards", rules)


@value
def called_card_may_go(rules: Ruleset) -> bool:
    """Return whether the called card may be among the discards: not once it has been shown or must be played."""
    if is_so("discards_plain_cards", rules) and is_so("calls_trump", rules):
        return False
    secret = is_so("called_card_is_secret", rules) and not is_so("points_stay", rules)
    return exchanges_cards(rules) and (draws_from_deck(rules) or secret)


def called_card_away(rules: Ruleset, left: int) -> list[str]:
    """Return where the called card may be so that nobody but the bidder can play it: "was not dealt" [000]."""
    found = {
        "in-deck" if draws_from_deck(rules) else "not-dealt": left > 0 and not is_so("takes_the_rest", rules),
        # The bidder names trump, and so calls, before taking the kitty or widow.
        "taken": is_so("has_middle", rules) and not is_so("names_trump_after_exchange", rules),
        "discarded": called_card_may_go(rules),
        "own": is_so("may_call_own", rules),
    }
    return [say("called", place, exchange=rules.deal.exchange) for place, may_be in found.items() if may_be]


# ---------------------------------------------------------------- what follows from the number of players


def at_table(rules: Ruleset, size: int) -> dict[str, Any]:
    """Return what the text files say that depends on how many play; 0 is as many as the deck is enough for."""
    deck = deck_size(rules) - VALUES["middle"](rules)
    players = (size or deck // max(rules.deal.cards, 1)) - rules.dealer_sits_out
    left = deck - rules.deal.cards * players
    all_out = left == 0 and (not exchanges_cards(rules) or is_so("points_stay", rules))
    one_other = is_so("two_sides", rules) or (alone(rules) and size - 1 == 1)
    return {
        # Whether there is just one other side or player, and everybody else as one who scores: "each of the others".
        "one_other": one_other,
        "the_others": say("other-players" if alone(rules) else "other-sides", "one" if one_other else "each"),
        "players": players,
        "left": left,
        # Whether any card is left in the deck that nobody takes.
        "cards_stay": left > 0 and not is_so("takes_the_rest", rules),
        "called_card_away": called_card_away(rules, left),
        "cards_to_miss": [] if all_out else cards_to_miss(rules),
    }


# ---------------------------------------------------------------- the special bid, trump and the exchange


@value
def turns_up_trump(rules: Ruleset) -> bool:
    """Return whether a card is turned up for trump: as `auction.trump` says, or since that or begging brings points."""
    brings = not rules.has_bidding and any(getattr(rules.turn, what) for what in (*TURNED, "gift"))
    return brings or is_so("turns_trump", rules)


@value
def suit_led_is_trump(rules: Ruleset) -> bool:
    """Return whether the first card led makes its suit trump; not where it need not be a trump [003]."""
    return rules.lead_makes_trump and not rules.play.no_trump_first_trick and not turns_up_trump(rules)


@value
def special_failed(rules: Ruleset) -> int:
    """Return what a special bid costs when it failed: what it ranks (D06), or a number (A24)."""
    return rules.special_rank if rules.special.failed_score == "bid" else rules.special.failed_score


@value
def turned_cards(rules: Ruleset) -> dict[str, int]:
    """Return card -> what turning it up for trump brings the dealer, where nobody bids for trump."""
    return {card: worth for card in TURNED if (worth := getattr(rules.turn, card))}


@value
def hand(rules: Ruleset) -> str:
    """Return the cards everybody plays with: "6 cards"."""
    cards = rules.deal.hand or rules.deal.cards
    return counted(cards, "card") if cards else say("cards", "hand")


@value
def exchanges_cards(rules: Ruleset) -> bool:
    """Return whether cards are exchanged; no blinds at all are no exchange [000: "zero to three"]."""
    return rules.everybody_exchanges or (rules.bidder_takes_cards and rules.deal.exchange_size > 0)


# ---------------------------------------------------------------- what a hand scores


@value
def points_listed(rules: Ruleset) -> str:
    """List the points of a hand, and what nobody can know yet: "high, jack and trey (the three of trumps, worth 3)"."""
    named = {key: point_name(key, rules.names) for key in rules.worth}
    for key, worth in rules.worth.items():
        card = point_card(key, rules).partition(" (")[0] if key in ("trey", "deuce", "high_spade", *OFF_CARDS) else ""
        told = [card, *([f"worth {worth}"] if worth > 1 else [])]
        named[key] += f" ({', '.join(filter(None, told))})" if any(told) else ""
    return listed(together(named, rules))


@value
def high_card(rules: Ruleset) -> str:
    """Return which card high is: "the ace of trumps"."""
    fixed = rank_name(ranks(rules)[-1 if rules.trumps_reversed else 0])
    return say("cards", "trump", rank=fixed) if rules.high_is_fixed else say("cards", "highest")


@value
def low_card(rules: Ruleset) -> str:
    """Return which card low is: "the two of trumps"."""
    if rules.low_is_fixed:
        return say("cards", "trump", rank=rank_name(lowest_rank(rules)))
    return say("cards", "lowest-natural" if rules.deck.jokers and is_so("low_is_natural", rules) else "lowest")


def point_card(key: str, rules: Ruleset) -> str:
    """Return which card a point is: "the two of trumps"."""
    if key == "high":
        return high_card(rules)
    if key == "low":
        return low_card(rules)
    if key == "off_jack":
        return say("cards", "off_jack")
    if key in ("high_joker", "low_joker"):
        named = is_so("jokers_are_named", rules)
        return say("cards", "joker", name=point_name(key, rules.names)) if named else say("cards", key)
    return str(point_words()[key]["card"])


# ---------------------------------------------------------------- winning


@value
def stops_at(rules: Ruleset) -> int:
    """Return the score one stops at, 0 for none: the target (D11), or one short of it, 1 on the way to zero."""
    if rules.finish.target == "none" or rules.finish.hold == "none":
        return 0
    return rules.finish.target + (rules.holds_short if rules.counts_down else -rules.holds_short)


@value
def there(rules: Ruleset) -> str:
    """Return where one must be to win: "21 or more", "0 or below"; nobody has to hit the target exactly."""
    target = rules.finish.target
    if target == "none":
        return say("there", "none")
    if rules.holds_everyone and is_so("holds_at_target", rules):
        return number_text(target)
    return say("there", "down" if rules.counts_down else "up", target=number_text(target))


@value
def example_bid(rules: Ruleset) -> int:
    """Return the bid of the source's example of who wins, where it fits this table [003: 18 and 24]; else 0."""
    bid, ends = 3, rules.finish
    return bid * (
        not rules.counts_down and rules.shares_scores and rules.others_score and rules.on_offer > bid
        and rules.auction.min <= bid <= rules.highest_bid
        and ends.hold == "none" and not ends.must_stand_at_target and ends.instant_win == "none"
    )  # fmt: skip


@value
def counting_order(rules: Ruleset) -> list[str]:
    """Return what is counted in which order, of the things that can be scored at this table."""
    gains = {
        "sold": rules.has_bidding and rules.auction.seller_scores,
        GIVEN: rules.has_bidding and rules.gives_sets,
        "turned": not rules.has_bidding and any(turned_cards(rules)),
        "gift": not rules.has_bidding and rules.turn.gift > 0,
    }
    at_once = [say("counted", it) for it in ORDER if gains.get(it)]
    return [*at_once, *together({key: point_name(key, rules.names) for key in ORDER if key in rules.worth}, rules)]


# ---------------------------------------------------------------- the shortest

VALUES |= {
    "deck_cards": deck_size,
    # Whether every suit has all its thirteen cards.
    "full_deck": lambda rules: set(ranks(rules)) == set(RANKS),
    # What the other suit of the trump color lacks, since it is a trump: "jack".
    "lent_cards": lambda rules: [*([rank_name("J")] if rules.deck.off_jack else []), *off_cards(rules).values()],
    # Where the other jack ranks beside the jack.
    "below": lambda rules: "above" if rules.trumps_reversed else "below",
    # Point -> what its card is called here: "left bauer".
    "called": lambda rules: {point: point_name(point, rules.names) for point in point_words()},
    # The points whose card is called something else here than in most games.
    "own_names": lambda rules: {point for point in point_words() if has_own_name(point, rules.names)},
    # How many cards go to the middle; 0 where there is neither kitty nor widow, or no number is fixed.
    "middle": lambda rules: rules.deal.exchange_size if is_so("has_middle", rules) else 0,
    # Whether there are two sides at every table size.
    "two_sides": lambda rules: is_so("two_sides", rules),
    # What a special bid scores when made.
    "special_made": lambda rules: rules.special_rank if rules.special.made_score == "bid" else rules.special.made_score,
    # Who gets each point, worded to follow "goes to": "whoever wins its trick".
    "owners": lambda rules: {key: short_phrase(f"points.{key}.to", rules.points[key].to) for key in rules.worth},
    # Whether a special bid wins the game when it is made.
    "moon_wins": lambda rules: rules.has_special and is_so("special_wins", rules),
}
