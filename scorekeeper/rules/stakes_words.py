"""Stakes in words: what each is for, which of them a game can have, and an example of what they come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.ruleset import BIDDING
from scorekeeper.rules.stakes import AMOUNT_KEYS

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.stakes import Stakes

    Money = Callable[[int], str]

SETS_IN_EXAMPLE, POINTS_IN_EXAMPLE, BID_IN_EXAMPLE = 2, 3, 3

HINTS = {
    "game": "Each loser pays it to the winners.",
    "set": "A loser pays it once more for every set of his own side; the winners' own sets are free.",
    "point": "For each point above or below the table's average.",
    "moon": "Made: everybody on another side pays it to the bidder. Failed: the bidder pays each of them.",
    "bid_point": "The bid times this, every hand, made or set.",
}


RULES = {
    "game": "Each loser pays the winners {} for the game.",
    "set": "Each loser also pays {} for every time he was set; the winners' own sets are free.",
    "point": "Each point above or below the table's average is worth {}.",
    "moon": "A special bid made brings the bidder {} from every player of the other sides, and failed it costs him as "
    "much.",
    "bid_point": "Every point of the bid is worth {} from each player of the other sides, made or set.",
}


def say_rules(stakes: Stakes, money: Money) -> list[str]:
    """Give what a rules sheet says of the stakes, a sentence for each."""
    amounts = {key: getattr(stakes, key) for key in AMOUNT_KEYS}
    return [RULES[key].format(money(cents)) for key, cents in amounts.items() if cents]


def stakes_for(rules: Ruleset) -> tuple[str, ...]:
    """Give the keys of `[stakes]` that can come to anything under these rules (docs/scoresheet.md, "Stakes")."""
    bids = rules.kind == BIDDING
    can = {
        "game": not bids or _can_end(rules),
        "set": bids and _can_end(rules),
        "point": True,
        "moon": rules.has_special,
        "bid_point": bids and (rules.bid_is_all or rules.deals_by_the_bid),
    }
    return tuple(key for key in AMOUNT_KEYS if can[key])


def _can_end(rules: Ruleset) -> bool:
    special = rules.special
    ends = special.made in ("win-game", "win-or-zero") or special.failed == "lose-game"
    finish = rules.finish
    never = finish.target == "none" and finish.bust == "none" and finish.instant_win == "none"
    return not never or (rules.has_special and ends)


def stake_name(key: str, rules: Ruleset) -> str:
    """Name a stake as it stands before its amount: "A game", "A set", "A moon"."""
    names = {"game": "A game", "set": "A set", "point": "A point", "bid_point": "A point of the bid"}
    return names.get(key) or (f"A {rules.special.name}" if rules.has_special else "A special bid")


def say_stakes(stakes: Stakes, rules: Ruleset, money: Money) -> str:
    """Say what is played for: "$0.10 a game, $0.05 a set"."""
    amounts = {key: getattr(stakes, key) for key in AMOUNT_KEYS}
    return ", ".join(f"{money(cents)} {_lower(stake_name(key, rules))}" for key, cents in amounts.items() if cents)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def say_example(stakes: Stakes, rules: Ruleset, money: Money) -> str:
    """Say what the stakes come to, in a sentence each: "A loser with two sets pays $0.20."  Empty without stakes."""
    told = []
    if stakes.set:
        told.append(f"A loser with two sets pays {money(stakes.game + SETS_IN_EXAMPLE * stakes.set)}.")
    elif stakes.game:
        told.append(f"Each loser pays {money(stakes.game)}.")
    if stakes.point:
        told.append(f"Three points below the average cost {money(POINTS_IN_EXAMPLE * stakes.point)}.")
    if stakes.moon:
        what = stake_name("moon", rules)
        told.append(f"{what} made brings {money(stakes.moon)} from each player of the other sides.")
    if stakes.bid_point:
        each = money(BID_IN_EXAMPLE * stakes.bid_point)
        told.append(f"A bid of three made brings {each} from each of the others, and set it costs as much.")
    return " ".join(told)
