"""What is refused and what is doubtful, in sentences from `text/refusals.toml` and `text/doubts.toml`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from scorekeeper.rules.doubts import Doubt
from scorekeeper.rules.errors import Refusal, SettingsError, SheetError
from scorekeeper.rules.values import Allowed, CardRanks, Number, OneOf, Switch
from scorekeeper.sheets.grammar import spoken, words_of


def say_doubt(doubt: Doubt, name: Callable[[str], str] = str) -> str:
    """Return a doubt as a sentence; `name` turns a player of the engine into the name people use."""
    facts = {key: spoken(fact) for key, fact in doubt.facts.items()}
    if "point" in facts:
        point = words_of("points")[facts["point"]]
        facts |= {"point": point["title"].lower(), "card": point["card"]}
    return str(words_of("doubts")[doubt.code]).format(*map(name, doubt.who), **facts)


def say_refusal(refusal: Refusal) -> str:
    """Return a refusal as a sentence.  Raises KeyError for a code that has none."""
    return _say(refusal.code, *refusal.who, everybody=refusal.who, **refusal.facts)


def _say(code: str, *who: str, **facts: Any) -> str:
    return str(words_of("refusals")[code]).format(*who, **{name: _fact(fact) for name, fact in facts.items()})


def _fact(fact: Any) -> Any:
    """Return a fact as a sentence takes it: what a setting may be, and other refusals, in words."""
    match fact:
        case OneOf() | Number() | Switch() | CardRanks():
            return say_allowed(fact)
        case (Refusal(), *_):
            return "; ".join(map(say_refusal, fact))
    return spoken(fact)


def say_allowed(allowed: Allowed) -> str:
    """Return what a setting may be, in words."""
    match allowed:
        case OneOf(words):
            return _say("one-of", words=words)
        case Number(least, most, words):
            return " or ".join([_say("a-number", least=least, most=most), *(f'"{word}"' for word in words)])
        case Switch():
            return _say("a-switch")
        case CardRanks():
            return _say("card-ranks")
    assert_never(allowed)


def say_error(error: BaseException) -> str:
    """Return the first refusal of a sheet's error, all of settings; of any other error what it says itself."""
    match error:
        case SheetError():
            return say_refusal(error.refusal)
        case SettingsError():
            return "; ".join(say_refusal(fault.refusal) for fault in error.faults)
    return str(error)
