"""Money in words, from `text/money.toml`: what is played for, and what each amount of a balance is for.

`money` writes an amount in cents the way the reader does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorekeeper.rules.money import Part
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.stakes import AMOUNT_KEYS, Stakes
from scorekeeper.sheets.grammar import MINUS, join_names, spoken, words_of

Money = Callable[[int], str]

SETS_IN_EXAMPLE, POINTS_IN_EXAMPLE, BID_IN_EXAMPLE = 2, 3, 3


def stake_name(key: str, rules: Ruleset) -> str:
    """Return the name of a stake, as written before its amount: "A game", "A set", "A moon"."""
    names = words_of("money")["name"]
    return str(names[key]).format(special=rules.special.name if rules.has_special else names["special"])


def say_rules(stakes: Stakes, money: Money) -> list[str]:
    """Return what a rules sheet says about the stakes, a sentence for each."""
    amounts = {key: getattr(stakes, key) for key in AMOUNT_KEYS}
    return [words_of("money")["rule"][key].format(cents=money(cents)) for key, cents in amounts.items() if cents]


def say_stakes(stakes: Stakes, rules: Ruleset, money: Money) -> str:
    """Return in words what is played for: "$0.10 a game, $0.05 a set"."""
    names = {key: stake_name(key, rules) for key in AMOUNT_KEYS if getattr(stakes, key)}
    return ", ".join(f"{money(getattr(stakes, key))} {name[:1].lower()}{name[1:]}" for key, name in names.items())


def say_example(stakes: Stakes, rules: Ruleset, money: Money) -> str:
    """Return what the stakes cost, a sentence each: "A loser with two sets pays $0.20."  Empty without stakes."""
    costs = {
        "set": stakes.game + SETS_IN_EXAMPLE * stakes.set if stakes.set else 0,
        "game": 0 if stakes.set else stakes.game,
        "point": POINTS_IN_EXAMPLE * stakes.point,
        "moon": stakes.moon,
        "bid_point": BID_IN_EXAMPLE * stakes.bid_point,
    }
    said, moon = words_of("money")["example"], stake_name("moon", rules)
    return " ".join(said[key].format(cents=money(cents), moon=moon) for key, cents in costs.items() if cents)


def say_part(part: Part, name: Callable[[str], str], money: Money, hands: Sequence[int] = ()) -> str:
    """Return what one amount is for, without the amount itself; `hands` are those in which the side was set."""
    who = [name(player) for player in part.who]
    values: dict[str, Any] = {**part.facts, "who": join_names(who), "first": who[0] if who else ""}
    values |= {key: money(part.facts[key]) for key in ("each", "paid_in") if key in part.facts}
    for key, piece in words_of("money")["piece"].items():
        on = part.facts.get("sets" if key == "again" else key, 0)
        values[key] = piece.format(**part.facts) if on > (key in ("again", "shared")) else ""
    if part.what in ("moon", "against-moon", "bid", "against-bid"):
        values |= _bid(part.facts, who)
    elif part.what == "set":
        values["sets"] = _sets(part.facts["sets"], hands)
    elif part.what == "point":
        values |= _points(**part.facts)
    return str(words_of("money")["part"][part.what]).format(**values)


def _bid(facts: Mapping[str, Any], who: Sequence[str]) -> dict[str, str]:
    """Name what was bid, "moon" or "bid of 3", what came of it, and from or to whom: "from each of Bob & Dee"."""
    words, made = words_of("money")["bid"], facts["made"]
    what = str(facts.get("name") or words["number"].format(bid=facts["bid"]))
    ways = words[("from" if made else "to") + ("-each" if len(who) > 1 else "")]
    end = words["made" if made else "failed" if "name" in facts else "set"]
    return {"what": what, "What": what.capitalize(), "end": end, "ways": ways.format(who=join_names(who))}


def _sets(sets: int, hands: Sequence[int]) -> str:
    """Name the hands of the sets; a failed special bid may count two, and now no hand is named."""
    words = words_of("money")["sets"]
    named = words["hands" if len(hands) > 1 else "hand"].format(hands=spoken(hands))
    how = "named" if sets <= len(hands) else "more" if hands else "none-named"
    return str(words[how]).format(sets=spoken(sets), hands=named)


def _points(score: int, total: int, size: int, **_others: object) -> dict[str, str]:
    off, words = score * size - total, words_of("money")["points"]
    return {
        "points": words["points"].format(points=spoken(score)), "off": _share(abs(off), size),
        "way": words["above" if off > 0 else "below"], "average": _share(total, size),
    }  # fmt: skip


def _share(total: int, size: int) -> str:
    """Write a fraction with two decimals at most, halves away from zero: 8.25, 3.33, −4."""
    hundredths = (abs(total) * 200 + size) // (2 * size)
    whole, rest = divmod(hundredths, 100)
    decimals = f".{rest:02d}".rstrip("0") if rest else ""
    return f"{MINUS if total < 0 and hundredths else ''}{whole}{decimals}"
