"""The stakes of a new game: usual stakes to tap, a field for each amount, a currency, an example in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.rules.currencies import TWO_DECIMALS
from scorekeeper.rules.stakes import AMOUNT_KEYS, LARGEST, Stakes, written_amount
from scorekeeper.rules.stakes_words import HINTS, say_example, say_stakes, stake_name, stakes_for
from scorekeeper.web.form_values import NEGATIVE, TOO_LARGE, TOO_MANY_DECIMALS, UNREADABLE, InvalidAmount, parse_amount
from scorekeeper.web.money_text import currency_name, likely_currencies, money_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.ruleset import Ruleset
    from scorekeeper.services.money.league_limits import LeagueLimits
    from scorekeeper.web.components.house_rules_form import RulesFormState

CURRENCY, USUAL = "currency", "usual"
USUAL_STAKES: tuple[tuple[str, Mapping[str, int]], ...] = (
    ("1.00 a point of the bid", {"bid_point": 100}),
    ("10 and 5", {"game": 10, "set": 5}),
    ("25 and 10", {"game": 25, "set": 10}),
    ("0.10 a game", {"game": 10}),
    ("0.10 a point", {"point": 10}),
    ("0.10 a point, 1.00 a {special}", {"point": 10, "moon": 100}),
)
"""Amounts in cents: "ten cents a game and five cents a set" (catalogue V13), by the point (V44), by the bid (V46)."""
MAX_KINDS = 4
NO_MONEY = "none"
"""The value of the button that removes all amounts."""
AMOUNT_ERRORS = {
    UNREADABLE: "Write an amount like 0.10 or 0,10.",
    NEGATIVE: "A stake is not below zero.",
    TOO_MANY_DECIMALS: "Money ends at the cent: two decimals at most, and nothing between thousands.",
    TOO_LARGE: f"That is more than anybody plays for: {LARGEST:,} at most.",
}


@dataclass(frozen=True)
class UsualStakes:
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
    settled: str
    """The money this league plays for; empty while it is still to choose."""
    likely: tuple[CurrencyChoice, ...]
    others: tuple[CurrencyChoice, ...]
    currency_error: str
    fields: tuple[StakeField, ...]
    example: str
    limit: str


def stake_field(key: str) -> str:
    """Return the name of a stake's field."""
    return f"stake-{key}"


def stakes_step(at: RulesFormState, terms: LeagueLimits, stakes: Stakes | None) -> StakesStep:
    """Return the step for the table that is being set; `stakes` are what the form says so far."""
    rules = at.variant.ruleset(at.size, at.base)
    offered = stakes_for(rules)
    shown = [key for key in AMOUNT_KEYS if key in offered or stake_field(key) in at.typed]
    code = terms.currency or at.typed.get(CURRENCY) or (terms.last.currency if terms.last else "")
    likely = likely_currencies()
    chosen = code or likely[0]
    wrong = any(name == CURRENCY or name.startswith("stake-") for name in at.wrong)
    return StakesStep(
        open=wrong or USUAL in at.typed or any(stake_field(key) in at.typed for key in AMOUNT_KEYS),
        says=_stakes_text(stakes, rules, chosen),
        kinds=_usual_stakes(offered, terms, rules, chosen),
        settled=f"{currency_name(terms.currency)} ({terms.currency})" if terms.currency else "",
        likely=tuple(_currency_choice(one, chosen) for one in dict.fromkeys([chosen, *likely]) if currency_name(one)),
        others=tuple(
            sorted(
                (_currency_choice(one, chosen) for one in TWO_DECIMALS - {chosen, *likely}), key=lambda one: one.says
            )
        ),
        currency_error=at.wrong.get(CURRENCY, ""),
        fields=tuple(_stake_row(key, at, rules) for key in shown),
        example=example_of(stakes, rules, chosen),
        limit=f"The house limit is {money_text(terms.limit, chosen)} a game." if terms.limit is not None else "",
    )


def example_of(stakes: Stakes | None, rules: Ruleset, currency: str) -> str:
    """Say what the stakes come to; nothing while there are none."""
    return say_example(stakes, rules, lambda cents: money_text(cents, currency)) if stakes else ""


def _stakes_text(stakes: Stakes | None, rules: Ruleset, currency: str) -> str:
    return say_stakes(stakes, rules, lambda cents: money_text(cents, currency)) if stakes else ""


def _usual_stakes(
    offered: tuple[str, ...], terms: LeagueLimits, rules: Ruleset, currency: str
) -> tuple[UsualStakes, ...]:
    """Return what this league played for last, then what tables usually play for."""
    fitting = [
        (says, amounts) for says, amounts in USUAL_STAKES if set(amounts) <= set(offered) and _fits(amounts, rules)
    ]
    usual = [
        UsualStakes(_stakes_value(amounts), says.format(special=rules.special.name))
        for says, amounts in fitting[:MAX_KINDS]
    ]
    last = {key: getattr(terms.last, key) for key in offered if terms.last and getattr(terms.last, key)}
    if not last:
        return tuple(usual)
    again = UsualStakes(
        _stakes_value(last), f"Like last time: {_stakes_text(Stakes(currency, **last), rules, currency)}", again=True
    )
    return (again, *(kind for kind in usual if kind.value != again.value))


def _fits(amounts: Mapping[str, int], rules: Ruleset) -> bool:
    """Return whether tables of this kind play so: by the point where everybody has their own score."""
    return "point" not in amounts or not rules.shares_scores


def _stakes_value(amounts: Mapping[str, int]) -> str:
    return "-".join(f"{key}.{cents}" for key, cents in amounts.items())


def _currency_choice(code: str, chosen: str) -> CurrencyChoice:
    return CurrencyChoice(code, f"{currency_name(code)} ({code})", code == chosen)


def _stake_row(key: str, at: RulesFormState, rules: Ruleset) -> StakeField:
    name = stake_field(key)
    return StakeField(key, name, stake_name(key, rules), HINTS[key], at.typed.get(name, ""), at.wrong.get(name, ""))


STAKE_FIELDS = (CURRENCY, USUAL, *(stake_field(key) for key in AMOUNT_KEYS))


def fill_in_usual(typed: Mapping[str, str], terms: LeagueLimits) -> dict[str, str]:
    """Return the form after usual stakes were tapped: their amounts are in the fields, all others are empty.

    A kind is named by its amounts in cents, "game.10-set.5"; "none" is no money.  Anything else changes nothing.
    """
    rest = {name: text for name, text in typed.items() if name not in STAKE_FIELDS or name == CURRENCY}
    chosen = typed.get(USUAL, "")
    if chosen == NO_MONEY:
        return rest
    amounts = dict(part.partition(".")[::2] for part in chosen.split("-"))
    if not all(key in AMOUNT_KEYS and cents.isascii() and cents.isdigit() for key, cents in amounts.items()):
        return {name: text for name, text in typed.items() if name != USUAL}
    currency = {CURRENCY: terms.last.currency} if terms.last and CURRENCY not in rest else {}
    return rest | currency | {stake_field(key): written_amount(int(cents[:15])) for key, cents in amounts.items()}


def stake_errors(typed: Mapping[str, str], terms: LeagueLimits) -> dict[str, str]:
    """Return field -> error message.  Without an amount the currency does not matter."""
    wrong, stakes = {}, {}
    for key in AMOUNT_KEYS:
        try:
            stakes[key] = parse_amount(typed.get(stake_field(key), "0"))
        except InvalidAmount as fault:
            wrong[stake_field(key)] = AMOUNT_ERRORS[fault.why]
    if any(stakes.values()) or wrong:
        currency = terms.currency or typed.get(CURRENCY, "")
        sentence = _currency_error(currency)
        if sentence:
            wrong[CURRENCY] = sentence
        elif terms.limit is not None and stakes.get("game", 0) > terms.limit:
            most = money_text(terms.limit, currency)
            wrong[stake_field("game")] = f"The house limit is {most}: a game is played for that at most."
    return wrong


def _currency_error(code: str) -> str:
    if code in TWO_DECIMALS:
        return ""
    if not code:
        return "Which money is it?"
    name = currency_name(code)
    if name is None:
        return "There is no such currency: choose one from the list."
    return f"{name} cannot be played for: only money in use that has cents, like dollars or euros."


def read_stakes(typed: Mapping[str, str], terms: LeagueLimits) -> Stakes | None:
    """Return the stakes, None without money; what cannot be read is left out."""
    stakes = Stakes(
        terms.currency or typed.get(CURRENCY, ""), **{key: _amount_or_zero(typed, key) for key in AMOUNT_KEYS}
    )
    return stakes if stakes.some else None


def _amount_or_zero(typed: Mapping[str, str], key: str) -> int:
    try:
        return parse_amount(typed.get(stake_field(key), "0"))
    except InvalidAmount:
        return 0


def stakes_document(stakes: Stakes | None) -> Mapping[str, str | int] | None:
    """Return stakes as `[stakes]` of a scoresheet, for a draft."""
    if stakes is None:
        return None
    amounts = {key: getattr(stakes, key) for key in AMOUNT_KEYS}
    return {"currency": stakes.currency} | {key: written_amount(cents) for key, cents in amounts.items() if cents}
