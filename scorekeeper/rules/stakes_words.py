"""Stakes in words: what each is for, which of them a game can have, and an example of what they cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from scorekeeper.rules.ruleset import BIDDING
from scorekeeper.rules.stakes import AMOUNT_KEYS

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.rules.setting_groups import SpecialFailed, SpecialMade
    from scorekeeper.rules.stakes import Stakes

    Money = Callable[[int], str]

SETS_IN_EXAMPLE, POINTS_IN_EXAMPLE, BID_IN_EXAMPLE = 2, 3, 3

HINTS = {
    "game": "Each loser pays it to the winners.",
    "set": "A loser pays it once more for every set of their own side; the winners' own sets are free.",
    "point": "For each point above or below the table's average.",
    "moon": "Made: everybody on another side pays it to the bidder. Failed: the bidder pays each of them.",
    "bid_point": "The bid times this, every hand, made or set.",
}


RULES = {
    "game": "Each loser pays the winners {} for the game.",
    "set": "Each loser also pays {} for every set of their own side; the winners' own sets are free.",
    "point": "Each point above or below the table's average is worth {}.",
    "moon": "A special bid made brings the bidder {} from every player of the other sides; failed, the "
    "bidder pays it to each of them.",
    "bid_point": "Every point of the bid is worth {} from each player of the other sides, made or set.",
}


def say_rules(stakes: Stakes, money: Money) -> list[str]:
    """Return what a rules sheet says about the stakes, a sentence for each."""
    amounts = {key: getattr(stakes, key) for key in AMOUNT_KEYS}
    return [RULES[key].format(money(cents)) for key, cents in amounts.items() if cents]


def stakes_for(rules: Ruleset) -> tuple[str, ...]:
    """Return the keys of `[stakes]` that can move money under these rules (docs/scoresheet.md, "Stakes")."""
    bids = rules.kind == BIDDING
    can = {
        "game": not bids or _can_end(rules),
        "set": bids and _can_end(rules),
        "point": True,
        "moon": rules.has_special,
        "bid_point": bids and (rules.bid_is_all or rules.bidder_deals),
    }
    return tuple(key for key in AMOUNT_KEYS if can[key])


def _can_end(rules: Ruleset) -> bool:
    finish = rules.finish
    by_score = finish.target != "none" or finish.bust != "none" or finish.instant_win != "none"
    return by_score or (rules.has_special and (_made_wins(rules.special.made) or _failed_loses(rules.special.failed)))


def _made_wins(made: SpecialMade) -> bool:
    match made:
        case "win-game" | "win-or-zero":
            return True
        case "score" | "none":
            return False
    assert_never(made)


def _failed_loses(failed: SpecialFailed) -> bool:
    match failed:
        case "lose-game":
            return True
        case "lose" | "score-becomes" | "none":
            return False
    assert_never(failed)


def stake_name(key: str, rules: Ruleset) -> str:
    """Return the name of a stake, as written before its amount: "A game", "A set", "A moon"."""
    names = {"game": "A game", "set": "A set", "point": "A point", "bid_point": "A point of the bid"}
    return names.get(key) or (f"A {rules.special.name}" if rules.has_special else "A special bid")


def say_stakes(stakes: Stakes, rules: Ruleset, money: Money) -> str:
    """Return in words what is played for: "$0.10 a game, $0.05 a set"."""
    amounts = {key: getattr(stakes, key) for key in AMOUNT_KEYS}
    return ", ".join(f"{money(cents)} {_lower(stake_name(key, rules))}" for key, cents in amounts.items() if cents)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def say_example(stakes: Stakes, rules: Ruleset, money: Money) -> str:
    """Return what the stakes cost, a sentence each: "A loser with two sets pays $0.20."  Empty without stakes."""
    lines = []
    if stakes.set:
        lines.append(f"A loser with two sets pays {money(stakes.game + SETS_IN_EXAMPLE * stakes.set)}.")
    elif stakes.game:
        lines.append(f"Each loser pays {money(stakes.game)}.")
    if stakes.point:
        lines.append(f"Three points below the average cost {money(POINTS_IN_EXAMPLE * stakes.point)}.")
    if stakes.moon:
        what = stake_name("moon", rules)
        lines.append(f"{what} made brings {money(stakes.moon)} from each player of the other sides.")
    if stakes.bid_point:
        each = money(BID_IN_EXAMPLE * stakes.bid_point)
        lines.append(f"A bid of three made brings {each} from each of the others; set, it costs {each} to each.")
    return " ".join(lines)
