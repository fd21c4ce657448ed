"""The step of the new-game page that asks "for money?": kinds to tap, a field for each stake, an example in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.currencies import TWO_DECIMALS
from scorekeeper.rules.stakes import AMOUNT_KEYS, Stakes
from scorekeeper.rules.stakes_words import HINTS, say_example, say_stakes, stake_name, stakes_for
from scorekeeper.web.money_text import currency_name, likely_currencies, money_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.services.money.league_limits import LeagueLimits
    from scorekeeper.web.views.house import At

CURRENCY, USUAL = "currency", "usual"
KINDS: tuple[tuple[str, Mapping[str, int]], ...] = (
    ("1.00 a point of the bid", {"bid_point": 100}),
    ("10 and 5", {"game": 10, "set": 5}),
    ("25 and 10", {"game": 25, "set": 10}),
    ("0.10 a game", {"game": 10}),
    ("0.10 a point", {"point": 10}),
    ("0.10 a point, 1.00 a {special}", {"point": 10, "moon": 100}),
)
"""Amounts in cents: "ten cents a game and five cents a set" (catalogue V13), by the point (V44), by the bid (V46)."""
MOST_KINDS = 4


@dataclass(frozen=True)
class Kind:
    """A usual kind of stakes to tap; `value` is what the button sends."""

    value: str
    says: str
    again: bool = False
    """Whether it is what this league played for last."""


@dataclass(frozen=True)
class StakeField:
    """One stake with what was typed."""

    key: str
    name: str
    title: str
    hint: str
    value: str
    error: str


@dataclass(frozen=True)
class Currency:
    """One money to choose."""

    code: str
    says: str
    chosen: bool


@dataclass(frozen=True)
class StakesStep:
    """The whole step."""

    open: bool
    says: str
    """What is played for, beside the question; empty for no money."""
    kinds: tuple[Kind, ...]
    settled: str
    """The money this league plays for; empty while it is still to choose."""
    likely: tuple[Currency, ...]
    others: tuple[Currency, ...]
    currency_error: str
    fields: tuple[StakeField, ...]
    example: str
    limit: str


def field_of(key: str) -> str:
    """Give the name of a stake's field."""
    return f"stake-{key}"


def stakes_step(at: At, terms: LeagueLimits, stakes: Stakes | None) -> StakesStep:
    """Give the step for the table that is being set; `stakes` are what the form says so far."""
    rules = at.variant.ruleset(at.size, at.base)
    offered = stakes_for(rules)
    shown = [key for key in AMOUNT_KEYS if key in offered or field_of(key) in at.typed]
    code = terms.currency or at.typed.get(CURRENCY) or (terms.last.currency if terms.last else "")
    likely = likely_currencies()
    chosen = code or likely[0]
    wrong = any(name == CURRENCY or name.startswith("stake-") for name in at.wrong)
    return StakesStep(
        open=wrong or USUAL in at.typed or any(field_of(key) in at.typed for key in AMOUNT_KEYS),
        says=_says(stakes, rules, chosen),
        kinds=_kinds(offered, terms, rules, chosen),
        settled=f"{currency_name(terms.currency)} ({terms.currency})" if terms.currency else "",
        likely=tuple(_currency(one, chosen) for one in dict.fromkeys([chosen, *likely]) if currency_name(one)),
        others=tuple(
            sorted((_currency(one, chosen) for one in TWO_DECIMALS - {chosen, *likely}), key=lambda one: one.says)
        ),
        currency_error=at.wrong.get(CURRENCY, ""),
        fields=tuple(_field(key, at, rules) for key in shown),
        example=example_of(stakes, rules, chosen),
        limit=f"The house limit is {money_text(terms.limit, chosen)} a game." if terms.limit is not None else "",
    )


def example_of(stakes: Stakes | None, rules: Ruleset, currency: str) -> str:
    """Say what the stakes come to; nothing while there are none."""
    return say_example(stakes, rules, lambda cents: money_text(cents, currency)) if stakes else ""


def _says(stakes: Stakes | None, rules: Ruleset, currency: str) -> str:
    return say_stakes(stakes, rules, lambda cents: money_text(cents, currency)) if stakes else ""


def _kinds(offered: tuple[str, ...], terms: LeagueLimits, rules: Ruleset, currency: str) -> tuple[Kind, ...]:
    """Give what this league played for last, then what tables usually play for."""
    fitting = [(says, amounts) for says, amounts in KINDS if set(amounts) <= set(offered) and _fits(amounts, rules)]
    usual = [Kind(_value(amounts), says.format(special=rules.special.name)) for says, amounts in fitting[:MOST_KINDS]]
    last = {key: getattr(terms.last, key) for key in offered if terms.last and getattr(terms.last, key)}
    if not last:
        return tuple(usual)
    again = Kind(_value(last), f"Like last time: {_says(Stakes(currency, **last), rules, currency)}", again=True)
    return (again, *(kind for kind in usual if kind.value != again.value))


def _fits(amounts: Mapping[str, int], rules: Ruleset) -> bool:
    """Tell whether tables of this kind play so: by the point where everybody has a score of his own."""
    return "point" not in amounts or not rules.shares_scores


def _value(amounts: Mapping[str, int]) -> str:
    return "-".join(f"{key}.{cents}" for key, cents in amounts.items())


def _currency(code: str, chosen: str) -> Currency:
    return Currency(code, f"{currency_name(code)} ({code})", code == chosen)


def _field(key: str, at: At, rules: Ruleset) -> StakeField:
    name = field_of(key)
    return StakeField(key, name, stake_name(key, rules), HINTS[key], at.typed.get(name, ""), at.wrong.get(name, ""))
