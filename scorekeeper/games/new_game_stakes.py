"""The stakes of a new game: usual stakes to tap, a field for each amount, a currency, an example in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scorekeeper.core.forms import ChoiceField, MoneyField, TextField
from scorekeeper.core.money_text import currency_name, likely_currencies, money_text, stake_text
from scorekeeper.games.new_game_forms import StakesForm
from scorekeeper.money.limits import LeagueLimits
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.stakes import AMOUNT_KEYS, TWO_DECIMALS, Stakes, stakes_for
from scorekeeper.sheets.grammar import words_of
from scorekeeper.sheets.money_words import say_example, say_stakes, stake_name

USUAL_STAKES: tuple[Mapping[str, int], ...] = (
    {"bid_point": 100},
    {"game": 10, "set": 5},
    {"game": 25, "set": 10},
    {"game": 10},
    {"point": 10},
    {"point": 10, "moon": 100},
)
"""Amounts in cents: "ten cents a game and five cents a set" (catalogue V13), by the point (V44), by the bid (V46)."""
MAX_KINDS = 4


@dataclass(frozen=True)
class UsualStakes:
    """A usual kind of stakes to tap; `value` is what the button sends."""

    value: str
    says: str
    chosen: bool = False


@dataclass(frozen=True)
class StakeField:
    """One stake with what was typed."""

    key: str
    title: str
    hint: str
    amount: MoneyField


@dataclass(frozen=True)
class CurrencyChoice:
    """One money to choose."""

    code: str
    says: str
    chosen: bool


@dataclass(frozen=True)
class StakesStep:
    """The whole step."""

    open: bool
    says: str
    """What is played for, beside the question; empty without money."""
    kinds: tuple[UsualStakes, ...]
    none: bool
    """Whether it is played for nothing."""
    own_amounts: bool
    """Whether the amounts are none of those kinds, or one of them is wrong."""
    settled: str
    """The money this league plays for; empty while it is still to choose."""
    likely: tuple[CurrencyChoice, ...]
    others: tuple[str, ...]
    """All other currencies, by name, to search."""
    currency: ChoiceField
    other: TextField
    """A currency that is not among the likely ones, by name or code."""
    fields: tuple[StakeField, ...]
    example: str
    limit: str


def stakes_step(rules: Ruleset, form: StakesForm) -> StakesStep:
    """Return the step for a table with these rules; `form` says what was typed so far."""
    terms, stakes, amounts = form.limits, form.stakes, form.amounts
    offered = stakes_for(rules)
    code = form.currency_code or (terms.last.currency if terms.last else "")
    likely = likely_currencies()
    chosen = code if currency_name(code) else likely[0]
    kinds = _usual_stakes(offered, terms, rules, chosen, stakes)
    none = stakes is None or not stakes.some
    wrong = any(field.errors for field in amounts.values())
    return StakesStep(
        open=bool(form.errors or form.usual.data or (form.was_sent and any(field.typed for field in amounts.values()))),
        says=_stakes_text(stakes, rules, chosen),
        kinds=kinds,
        none=none,
        own_amounts=wrong or not (none or any(kind.chosen for kind in kinds)),
        settled=f"{currency_name(terms.currency)} ({terms.currency})" if terms.currency else "",
        likely=tuple(_currency_choice(one, chosen) for one in dict.fromkeys([chosen, *likely]) if currency_name(one)),
        others=tuple(sorted(f"{currency_name(one)} ({one})" for one in TWO_DECIMALS - {chosen, *likely})),
        currency=form.currency,
        other=form.another,
        fields=tuple(
            StakeField(key, stake_name(key, rules), words_of("money")["hint"][key], field)
            for key, field in amounts.items()
            if key in offered or field.typed
        ),
        example=example_of(stakes, rules, chosen),
        limit=f"The house limit is {money_text(terms.limit, chosen)} a game." if terms.limit is not None else "",
    )


def example_of(stakes: Stakes | None, rules: Ruleset, currency: str) -> str:
    """Return in words what the stakes come to; nothing while there are none."""
    return say_example(stakes, rules, lambda cents: stake_text(cents, currency)) if stakes else ""


def _stakes_text(stakes: Stakes | None, rules: Ruleset, currency: str) -> str:
    return say_stakes(stakes, rules, lambda cents: stake_text(cents, currency)) if stakes else ""


def _usual_stakes(
    offered: tuple[str, ...], terms: LeagueLimits, rules: Ruleset, currency: str, typed: Stakes | None
) -> tuple[UsualStakes, ...]:
    """Return what this league played for last, then what tables usually play for."""
    fitting = [amounts for amounts in USUAL_STAKES if set(amounts) <= set(offered) and _fits(amounts, rules)]
    played = {key: cents for key in (*offered, *AMOUNT_KEYS) if typed and (cents := getattr(typed, key))}
    usual = [_kind(amounts, currency, rules, chosen=amounts == played) for amounts in fitting[:MAX_KINDS]]
    last = {key: getattr(terms.last, key) for key in offered if terms.last and getattr(terms.last, key)}
    if not last:
        return tuple(usual)
    again = _kind(last, currency, rules, again=True, chosen=last == played)
    return (again, *(kind for kind in usual if kind.value != again.value))


def _kind(
    amounts: Mapping[str, int], currency: str, rules: Ruleset, *, again: bool = False, chosen: bool = False
) -> UsualStakes:
    says = _stakes_text(Stakes(currency, **amounts), rules, currency)
    return UsualStakes(_stakes_value(amounts), f"Last time: {says}" if again else says, chosen=chosen)


def _fits(amounts: Mapping[str, int], rules: Ruleset) -> bool:
    """Return whether tables of this kind play so: by the point where everybody has their own score."""
    return "point" not in amounts or not rules.shares_scores


def _stakes_value(amounts: Mapping[str, int]) -> str:
    return "-".join(f"{key}.{cents}" for key, cents in amounts.items())


def _currency_choice(code: str, chosen: str) -> CurrencyChoice:
    return CurrencyChoice(code, f"{currency_name(code)} ({code})", code == chosen)
