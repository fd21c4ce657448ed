"""The points of a hand: which card each of them is at this table, who gets it, and how game is counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.deck import TURNED
from scorekeeper.rules.grammar import counted
from scorekeeper.rules.point_names import POINT_CARDS, POINT_TITLES
from scorekeeper.rules.trumps import jokers_are_equal, point_name
from scorekeeper.sheets.explain.cards import RANK_NAMES, beside_the_jack, best_rank, lowest_rank
from scorekeeper.sheets.explain.deal import has_exchange
from scorekeeper.sheets.explain.partners import play_alone
from scorekeeper.sheets.phrases import say_setting

if TYPE_CHECKING:
    from scorekeeper.rules.ruleset import Ruleset


def list_points(rules: Ruleset) -> str:
    """List the points of a hand, each with its worth where that is not one: "high, low, jack and trey 3"."""
    named = [
        f"{point_name(key, rules)} {worth}" if worth > 1 else point_name(key, rules)
        for key, worth in rules.worth.items()
    ]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"


def point_card(key: str, rules: Ruleset) -> str:
    """Return in words which card a point is: "the two of trumps"."""
    if key == "high":
        return _high_card(rules)
    if key == "low":
        return _low_card(rules)
    if key == "off_jack":
        return "the other jack of the trump color (hearts trump: J♦)"
    if key in JOKERS:
        if jokers_are_equal(rules):
            return "one of the two jokers" if key == "high_joker" else "the other joker"
        return f"the {point_name(key, rules)}"
    return POINT_CARDS[key]


JOKERS = ("high_joker", "low_joker")


def _high_card(rules: Ruleset) -> str:
    match rules.points.high.card:
        case "fixed":
            return f"the {RANK_NAMES[best_rank(rules)]} of trumps"
        case "in-play":
            return "the highest trump played"
    assert_never(rules.points.high.card)


def _low_card(rules: Ruleset) -> str:
    match rules.points.low.card:
        case "fixed":
            return f"the {RANK_NAMES[lowest_rank(rules)]} of trumps"
        case "in-play":
            return "the lowest trump played"
        case "lowest-natural":
            return "the lowest trump played that is not a joker" if rules.deck.jokers else "the lowest trump played"
    assert_never(rules.points.low.card)


def say_high(rules: Ruleset) -> str:
    """Return in words which card is high."""
    if "high" not in rules.worth:
        return say_setting("points.high.worth", 0)
    return _say_card("High", _high_card(rules), is_fixed=_is_high_fixed(rules))


def say_low(rules: Ruleset) -> str:
    """Return in words which card is low."""
    if "low" not in rules.worth:
        return say_setting("points.low.worth", 0)
    return _say_card("Low", _low_card(rules), is_fixed=_is_low_fixed(rules))


def _say_card(title: str, card: str, *, is_fixed: bool) -> str:
    if is_fixed:
        return f"{title} is {card} and no other card; if it is not played, nobody has {title.lower()}."
    return f"{title} is {card}, whichever it is in this hand."


def _is_high_fixed(rules: Ruleset) -> bool:
    match rules.points.high.card:
        case "fixed":
            return True
        case "in-play":
            return False
    assert_never(rules.points.high.card)


def _is_low_fixed(rules: Ruleset) -> bool:
    match rules.points.low.card:
        case "fixed":
            return True
        case "in-play" | "lowest-natural":
            return False
    assert_never(rules.points.low.card)


def say_point(key: str, rules: Ruleset) -> str:
    """Return in words which card a point is, what it is worth and who gets it; or that it is not played."""
    if key not in rules.worth:
        return say_setting(f"points.{key}.worth", 0)
    name = point_name(key, rules)
    return (
        f"The {name} is {point_card(key, rules)}, worth {counted(rules.worth[key], 'point')}. {say_owner(key, rules)}"
    )


def say_owner(key: str, rules: Ruleset) -> str:
    """Return in words who gets a point."""
    if key not in rules.worth:
        return say_setting(f"points.{key}.worth", 0)
    said = say_setting(f"points.{key}.to", rules.points[key].to)
    return said.replace(POINT_TITLES[key], point_name(key, rules).capitalize())


def say_jokers(rules: Ruleset) -> str:
    """Return in words what jokers are worth."""
    played = [key for key in ("joker", "high_joker", "low_joker") if key in rules.worth]
    if not played:
        return "Jokers score nothing." if rules.deck.jokers else "There are no jokers in the deck, and none scores."
    return " ".join(f"{_say_worth(key, rules)} {say_owner(key, rules)}" for key in played)


def _say_worth(key: str, rules: Ruleset) -> str:
    return f"{point_name(key, rules).capitalize()} is worth {counted(rules.worth[key], 'point')}."


def say_off_jack(rules: Ruleset) -> str:
    """Return in words whether the other jack of the trump color is a trump, and whether it scores."""
    name = point_name("off_jack", rules)
    trump = (
        f"The {name}, the other jack of the trump color, is a trump {beside_the_jack(rules)}."
        if rules.deck.off_jack
        else say_setting("deck.off_jack", value=False)
    )
    worth = rules.worth.get("off_jack")
    return f"{trump} It is worth {counted(worth, 'point')}." if worth else f"{trump} It is worth no point."


# ---------------------------------------------------------------- game


def say_game(rules: Ruleset) -> str:
    """Return in words who gets game, and how card points are counted."""
    if "game" not in rules.worth:
        return say_setting("points.game.worth", 0)
    match rules.game.by:
        case "ten-of-trumps":
            return say_setting("game.by", rules.game.by)
        case "count":
            jack = f"jack 1 (the {point_name('off_jack', rules)} too)" if rules.deck.off_jack else "jack 1"
            jokers = ", jokers nothing" if rules.deck.jokers else ""
            most = (
                "whoever has the most card points in their tricks"
                if play_alone(rules)
                else "the side with the most card points in its tricks"
            )
            return f"Game goes to {most}, in all suits: each ace 4, king 3, queen 2, {jack}, ten 10{jokers}."
    assert_never(rules.game.by)


def say_buried(rules: Ruleset) -> str:
    """Return in words for whom cards count that nobody played."""
    if not rules.counts_game:
        return say_game(rules)
    if rules.has_stock:
        return "Every card of the deck is played, so no card points are left over."
    if not has_exchange(rules):
        return "Cards left in the deck (sleepers) count for nobody."
    if rules.game.buried_to_bidder and rules.has_bidding:
        side = "the bidder" if play_alone(rules) else "the bidder's side"
        return (
            f"Card points that the bidder buried count for {side}; cards left in the deck (sleepers) count for nobody."
        )
    return "Cards that were discarded or left in the deck (sleepers) count for nobody."


def say_turned(rules: Ruleset) -> str:
    """Return in words what cards turned up for trump bring the dealer; empty where they bring nothing."""
    brings = [f"{counted(points, 'point')} for {a_card(card)}" for card, points in _turned(rules) if points]
    if rules.has_bidding or not brings:
        return ""
    return f"The dealer scores at once for certain cards turned up for trump: {', '.join(brings)}."


def _turned(rules: Ruleset) -> list[tuple[str, int]]:
    return [(card, getattr(rules.turn, card)) for card in TURNED]


def a_card(card: str) -> str:
    return f"an {card}" if card.startswith(("a", "e")) else f"a {card}"


def say_offer(rules: Ruleset) -> str:
    """Return in words how many points a hand has."""
    verb = "is" if rules.on_offer == 1 else "are"
    return f"There {verb} {counted(rules.on_offer, 'point')} in a hand"
