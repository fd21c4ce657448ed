"""The log of a league in its document: what each kind of change has to say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.rules.errors import SheetError
from scorekeeper.services.carrying.values import (
    Wrong,
    a_day,
    a_list_of,
    a_name,
    a_number,
    a_switch,
    a_text,
    check_keys,
    check_values,
    maybe,
)
from scorekeeper.services.league import change_log as log
from scorekeeper.services.league.season_rules import ranking_rule, rule_to_json

if TYPE_CHECKING:
    from collections.abc import Container

    from scorekeeper.services.carrying.values import Check

SEASON = ("ends_on", "name", "rule", "season", "starts_on")
KEYS: dict[str, tuple[str, ...]] = {
    log.RENAMED: ("person",),
    log.GUEST: ("guest", "person"),
    log.ARCHIVED: ("archived", "person"),
    log.MERGED: ("into", "person", "with"),
    log.SPLIT: ("from", "person", "with"),
    log.ERASED: ("person",),
    log.SEASON_BEGUN: SEASON,
    log.SEASON_CHANGED: SEASON,
    log.SEASON_ARCHIVED: ("archived", "name", "season"),
    log.LEAGUE_RENAMED: ("name",),
    log.NIGHT_CLOSED: ("day", "night"),
    log.NIGHT_OPENED: ("day", "night"),
}
"""The keys of the facts of each kind of change; `imported` is never brought out."""

PEOPLE = ("from", "into", "person")


def a_rule(value: Any) -> None:
    """Let pass a rule of standings."""
    check_keys(value, ("by", "floor", "nights"))
    check_values(value, {"by": a_text, "floor": a_number(0), "nights": a_number(0)})
    try:
        kept = ranking_rule(value["by"], value["floor"], value["nights"])
    except SheetError as error:
        raise Wrong(error.message) from None
    if rule_to_json(kept) != value:
        raise Wrong("this is no rule of standings.")


CHECKS: dict[str, Check] = {
    **dict.fromkeys(PEOPLE, a_number()),
    "with": a_list_of(a_number()),
    "guest": a_switch,
    "archived": a_switch,
    "name": a_name,
    "rule": a_rule,
    "season": a_number(),
    "night": a_number(),
    "day": a_day,
    "starts_on": a_day,
    "ends_on": maybe(a_day),
}


def check_change(what: Any, facts: Any, people: Container[int]) -> None:
    """Look whether a change says what its kind says, of people there are.  Raises Wrong."""
    if not isinstance(what, str) or what not in KEYS:
        raise Wrong("nothing of that name is ever done to a league.", "what")
    keys = KEYS[what]
    try:
        check_keys(facts, keys)
        check_values(facts, {key: CHECKS[key] for key in keys})
    except Wrong as wrong:
        raise Wrong(wrong.message, f"facts.{wrong.field}" if wrong.field else "facts") from None
    named = [*(facts[key] for key in PEOPLE if key in facts), *facts.get("with", ())]
    for person in named:
        if person not in people:
            raise Wrong(f"there is no person {person}.", "facts")
