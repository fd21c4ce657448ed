"""What is refused and what is doubtful, in sentences from `text/refusals.toml` and `text/doubts.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from scorekeeper.rules.doubts import Doubt
from scorekeeper.rules.errors import Refusal, SettingsError, SheetError
from scorekeeper.rules.grammar import listed
from scorekeeper.rules.values import CardRanks, Number, OneOf, Switch

TEXT = Path(__file__).with_name("text")


@cache
def sentences(name: str) -> Mapping[str, str]:
    """Return code -> its sentence, of one file; read when something is said."""
    return tomllib.loads((TEXT / name).read_text(encoding="utf-8"))


def say_doubt(doubt: Doubt, name: Callable[[str], str] = str) -> str:
    """Return a doubt as a sentence; `name` turns a player of the engine into the name people use."""
    return sentences("doubts.toml")[doubt.code].format(*map(name, doubt.who), **doubt.facts)


def say_refusal(refusal: Refusal) -> str:
    """Return a refusal as a sentence.  Raises KeyError for a code that has none."""
    facts = {name: say_fact(fact) for name, fact in refusal.facts.items()}
    return sentences("refusals.toml")[refusal.code].format(*refusal.who, everybody=_List(refusal.who), **facts)


def say_error(error: BaseException) -> str:
    """Return the first refusal of a sheet's error, all of settings; of any other error what it says itself."""
    match error:
        case SheetError():
            return say_refusal(error.refusal)
        case SettingsError():
            return "; ".join(say_refusal(fault.refusal) for fault in error.faults)
    return str(error)


class _List(tuple[object, ...]):
    """Words that a sentence joins: `{sizes:or}` gives "2, 4 or 6", `{sizes}` "2, 4, 6"."""

    __slots__ = ()

    def __format__(self, joint: str) -> str:
        return listed(self, joint) if joint else ", ".join(map(str, self))


def say_fact(fact: Any) -> Any:
    """Return a fact as a sentence takes it: a list can be joined, what a setting may be and a refusal are in words."""
    match fact:
        case OneOf(words):
            fact = f"one of {', '.join(words)}"
        case Number(least, most, words):
            fact = " or ".join([f"a whole number from {least} to {most}", *(f'"{word}"' for word in words)])
        case Switch():
            fact = "true or false"
        case CardRanks():
            fact = 'ranks separated by spaces, like "A K Q J 10 9"'
        case (Refusal(), *_):
            fact = "; ".join(map(say_refusal, fact))
        case list() | tuple():
            fact = _List(fact)
    return fact
