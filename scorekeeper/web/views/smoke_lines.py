"""A hand of Smoke in a few words, for the log and for two phones that disagree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.rules.sentence_args import join_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.rules.sheet import Document

    Names = Mapping[str, str]


def smoke_headline(facts: Document, names: Names) -> str:
    """Say who took how many tricks and who sat: "Ann 2, Bob 1, Cy 2; Dee & Eve sat"."""
    took = ", ".join(f"{names.get(player, player)} {tricks}" for player, tricks in facts["tricks"].items())
    if not took:
        return "Nobody stayed"
    sat = join_names([names.get(player, player) for player in facts.get("sat", ())])
    return f"{took}; {sat} sat" if sat else took


def smoke_in_words(facts: Document, names: Names) -> str:
    """Say the rest of a hand: "First trick: Cy. Pickups: Bob 1."."""
    told = []
    if first := facts.get("first_trick"):
        told.append(f"First trick: {names.get(first, first)}.")
    pickups = [f"{names.get(who, who)} {count}" for who, count in facts.get("pickups", {}).items() if count]
    if pickups:
        told.append(f"Pickups: {', '.join(pickups)}.")
    return " ".join(told)
