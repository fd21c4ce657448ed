"""Reasons as data: what decided, for whom, with which numbers.  `sheets/text/reasons.toml` has the sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from scorekeeper.rules.sheet import statically_frozen

Fact = Any
"""A number, a word or a switch; or what a sentence is worked out from: a mapping or a tuple of the hand."""
Facts = dict[str, Fact]


@statically_frozen
class Why:
    """One reason: `what` names its sentence; `who` are the players it is about, `by` the one who acted."""

    what: str
    who: tuple[str, ...] = ()
    facts: Mapping[str, Fact] = field(default_factory=dict)
    by: str = ""


def why(what: str, who: tuple[str, ...] = (), by: str = "", **facts: Fact) -> Why:
    """Return a reason, its numbers as keywords."""
    return Why(what, who, facts, by)
